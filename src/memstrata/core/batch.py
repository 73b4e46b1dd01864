"""What one write changes, what it may read first, and what it gives back. One batch is one transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

from memstrata.core.journal import Entry
from memstrata.core.records import MemoryRecord
from memstrata.core.turns import SessionInfo, Turn

if TYPE_CHECKING:
    from memstrata.core.matrix import Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Work that a later worker owes a record: written in the transaction of the record itself."""

    id: int  # given by the store; 0 before
    job: str  # "embed", "extract"
    record: str  # the record's id
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors that arrived: rows belong to `ids`. A vector of a record that is gone is dropped silently."""

    space: str
    ids: tuple[str, ...]
    vectors: object  # (len(ids), dimensions), float32, rows of norm 1


@dataclass(frozen=True, slots=True)
class Use:
    """A memory entered a prompt `count` times, last at `at`."""

    id: str
    count: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The new whole state of each record, turn and session that changes. All of it is stored, or nothing.

    A record with a known id replaces its former state (content, slot and value must be the same); others are added.
    """

    records: tuple[MemoryRecord, ...] = ()
    turns: tuple[Turn, ...] = ()  # appended to the session log, sequence already set
    sessions: tuple[SessionInfo, ...] = ()
    clear: tuple[str, ...] = ()  # sessions whose turns leave the log
    tasks: tuple[tuple[str, str], ...] = ()  # (job, record id) to queue
    done: tuple[int, ...] = ()  # ids of tasks that this write completes
    embedded: Embedded | None = None
    uses: tuple[Use, ...] = ()
    journal: tuple[Entry, ...] = ()  # what of these records a run of upkeep changed
    unjournal: tuple[str, ...] = ()  # runs whose entries are not kept any longer


@dataclass(frozen=True, slots=True)
class Written:
    """What became durable: the batch as it was stored, and the scope's version after it."""

    batch: Batch
    version: int


class View(Protocol):
    """What a decision may read inside the write: the state that no other writer can change until the write ends."""

    def matrix(self) -> "Matrix":
        """The scope's arrays, up to date."""

    def get(self, ids: Sequence[str]) -> list[MemoryRecord]:
        """The records of `ids` in that order; unknown ones are left out."""

    def by_slot(self, slot: str) -> list[MemoryRecord]:
        """Every record of the slot in any status, oldest first."""

    def by_content(self, content: str) -> list[MemoryRecord]:
        """Live facts (active or candidate) whose normalised content is equal, oldest first."""

    def by_key(self, key: str) -> MemoryRecord | None:
        """The record that was written under the caller's idempotency key."""

    def turn(self, session: str | None, message: str) -> MemoryRecord | None:
        """The turn record of that message; `session` is None for what was said outside a conversation."""

    def session(self, session: str) -> SessionInfo | None:
        """The session as it stands; None when it was never opened."""


Decide: TypeAlias = Callable[[View], Batch]


@dataclass(frozen=True, slots=True)
class StoreStats:
    """Counts of one owner (or of all): records by status and by kind, messages, sessions, pending tasks, bytes on disk."""

    by_status: Mapping[str, int] = field(default_factory=dict)
    by_kind: Mapping[str, int] = field(default_factory=dict)
    messages: int = 0
    sessions: int = 0
    pending: int = 0
    bytes: int = 0
    scopes: int = 0

    @property
    def records(self) -> int:
        return sum(self.by_status.values())


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that `verify` found: which part, what is wrong, whether `repair` can mend it."""

    part: str  # "rows", "matrix", "keys", "tasks", "pages"
    problem: str
    mendable: bool = True
