"""What memstrata needs from outside. Drivers at the rim implement these; the middle knows nothing else of them."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from memstrata.core.batch import Decide, Finding, StoreStats, Task, Written
from memstrata.core.journal import Entry
from memstrata.core.leases import Lease
from memstrata.core.llm import Message, Reply, Role, Schema
from memstrata.core.records import MemoryRecord
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, Turn

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from memstrata.core.erasure import Plan
    from memstrata.core.matrix import Matrix, Positions


@runtime_checkable
class Clock(Protocol):
    """Where instants come from."""

    def now(self) -> datetime:
        """The present, aware, UTC."""


@runtime_checkable
class TokenCounter(Protocol):
    """An exact or estimated count of tokens."""

    def count(self, text: str) -> int:
        """Tokens of `text`; 0 for ''."""


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into unit vectors. Texts reach it cleaned; it may be called from several threads."""

    @property
    def space(self) -> str:
        """The id of the vector space: model, dimensions, pooling, version. Vectors of two spaces are never compared."""

    @property
    def dimensions(self) -> int:
        """Length of a vector, measured."""

    @property
    def degraded(self) -> str | None:
        """Why this embedder is only a stand-in; None for a real one."""

    def embed(self, texts: Sequence[str], query: bool = False) -> "npt.NDArray[np.float32]":
        """One row of norm 1 a text, (len(texts), dimensions), float32. Raises EmbedderError."""

    def relevance(self, cosines: "npt.NDArray[np.float32]", language: str) -> "npt.NDArray[np.float32]":
        """Cosines of this space as calibrated relevance in [0, 1]: unrelated near 0, same topic about .6, duplicates ≥ .92."""


@runtime_checkable
class LLM(Protocol):
    """A language model. It may be called from several threads, and from threads in which an event loop runs or has ended."""

    def complete(
        self, messages: Sequence[Message], *, role: Role = "cheap", schema: Schema | None = None, max_tokens: int | None = None
    ) -> Reply:
        """The answer to `messages` (system, user, assistant; texts only), at most `max_tokens` long (ANSWER_TOKENS when None).

        With a `schema` the answer is asked to be JSON that fits it. That is a wish, `Reply.shape` says how firm: read the text with
        care. An answer that was cut off or refused is a Reply as well. Raises LLMError, InputError for messages of another form.
        """


@runtime_checkable
class StreamingLLM(LLM, Protocol):
    """A language model that can also say its answer in pieces."""

    def stream(self, messages: Sequence[Message], *, role: Role = "cheap", max_tokens: int | None = None) -> Iterator[str]:
        """The answer of `complete` without a schema, piece by piece as it comes; closing the iterator ends the call. Raises LLMError."""


class SessionLog(Protocol):
    """Working memory: turns verbatim, in the order they were written. Appends go through `Store.write` with the records."""

    def turns(self, scope: Scope, session: str, after: int = 0, last: int | None = None) -> list[Turn]:
        """Turns with a sequence above `after`, in order; only the newest `last` of them when given."""

    def session(self, scope: Scope, session: str) -> SessionInfo | None: ...

    def sessions(self, scope: Scope) -> list[SessionInfo]:
        """Every session of the owner, oldest first."""

    def quiet(self, before: datetime) -> list[tuple[Scope, str]]:
        """Sessions of any owner that are not closed and whose last turn is older than `before`."""


class Schedule(Protocol):
    """Jobs that come round again, of each owner or (scope None) of the whole store: when each last ended, and who is at it.

    A job is due when it never ended, ended before `before`, or, after a clock was set back, later than `now`.
    """

    def due(self, job: str, now: datetime, before: datetime, limit: int = 8) -> list[tuple[Scope, datetime | None]]:
        """Owners (tenant and user only) for whom `job` is due and leased by nobody, with the end of its last run; oldest first."""

    def lease(self, job: str, scope: Scope | None, now: datetime, before: datetime) -> Lease | None:
        """The right to do `job` until `now` + LEASE; None when it is not due, another has it, or the owner is not there."""

    def renew(self, lease: Lease, now: datetime) -> Lease | None:
        """The lease until `now` + LEASE; None when it ran out and another worker took the job: stop then."""

    def release(self, lease: Lease, ended: datetime | None = None) -> bool:
        """Give the job back; with `ended` its run is complete. False when another worker has it: nothing is noted then."""


class Journal(Protocol):
    """What upkeep changed. Entries are written and dropped by `Store.write`; those of an erased record go with it."""

    def journal(self, scope: Scope, run: str | None = None) -> list[Entry]:
        """The entries of a run of the owner, or of all its runs, in the order in which they were made."""


class Store(SessionLog, Schedule, Journal, Protocol):
    """Keeps one owner's records apart from every other's; safe to use from many threads and processes.

    An owner is (tenant, user): `scope.agent` and `scope.scene` are not looked at here, they are columns of the matrix.
    """

    def write(self, scope: Scope, decide: Decide) -> Written:
        """Run `decide` alone among all writers of the owner and store its batch in one durable transaction.

        `decide` may be run again when the engine asks for it, so it must be pure. What it raises is passed on; nothing is
        stored then. Raises BackendError when the engine fails, ClosedError after `close()`.
        """

    def matrix(self, scope: Scope) -> "Matrix":
        """The owner's arrays, up to date with every acknowledged write of any process; empty for an unknown owner."""

    def get(self, scope: Scope, ids: Sequence[str]) -> list[MemoryRecord]:
        """The records of `ids` in that order; unknown ones are left out."""

    def by_slot(self, scope: Scope, slot: str) -> list[MemoryRecord]:
        """Every record of the slot in any status, oldest first."""

    def scan(self, scope: Scope, after: str | None = None, limit: int = 1000) -> list[MemoryRecord]:
        """Records in the order of their ids, those after the id `after`; a page shorter than `limit` is the last."""

    def scopes(self) -> list[Scope]:
        """Every owner in the store (tenant and user only); for operators."""

    def stale(self, space: str) -> list[Scope]:
        """Owners (tenant and user only) whose newest vectors are of another space than `space`; owners without vectors are not."""

    def claim(self, job: str, limit: int, now: datetime, after: int | None = None) -> list[tuple[Scope, Task]]:
        """Lease up to `limit` due tasks of one owner for two minutes, oldest first; other workers do not see them meanwhile.

        With `after` tasks of a greater id are taken, due or not: who goes on from the last id meets each task once.
        """

    def postpone(self, tasks: Sequence[int], until: datetime) -> None:
        """Give leased tasks back, due at `until`, with one more attempt counted."""

    def erase(self, scope: Scope, plan: "Plan") -> Receipt:
        """Remove for good what `plan` names, everywhere. Raises NotFoundError for an id that names nothing; then all stays.

        Once it has begun it comes to its end, if need be when the store is next opened; the receipt tells what went.
        """

    def stats(self, scope: Scope | None = None) -> StoreStats: ...

    def verify(self, receipt: Receipt | None = None) -> list[Finding]:
        """What is wrong with rows, matrix, keys and files; empty when all is well. With a receipt: what of the erased is left."""

    def repair(self) -> list[Finding]:
        """Make anew what is derived from the rows where it is wrong; what was mended."""

    def close(self) -> None: ...


class Near(Protocol):
    """What only some stores can do: find what is near without looking at every vector."""

    def near(self, scope: Scope, matrix: "Matrix", query: "npt.NDArray[np.float32]") -> "Positions | None":
        """Where the vectors nearest to the unit vector `query` stand, sorted, and all that are not in the index yet.

        None where there is no index for this owner, or not yet: all vectors are looked through then.
        """

    def build(self) -> int:
        """Add a piece of what an index lacks; how many vectors, 0 when none lacks any."""


class VectorIndex(Protocol):
    """An index over the vectors of very large owners. It is derived: it can be dropped and made anew at any time."""

    def near(self, scope: Scope, matrix: "Matrix", query: "npt.NDArray[np.float32]") -> "Positions | None":
        """As a store's."""

    def build(self, matrix_of: Callable[[Scope], "Matrix"]) -> int:
        """Add a piece of what an index lacks; how many vectors, 0 when none lacks any."""

    def drop(self, scope: Scope) -> None:
        """Forget all of the owner."""
