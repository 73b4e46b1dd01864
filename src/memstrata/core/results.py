"""What the verbs give back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import overload

from memstrata.core.records import Json, MemoryRecord
from memstrata.core.trace import Trace


@dataclass(frozen=True, slots=True)
class Hit:
    """One recalled memory. Higher is better."""

    record: MemoryRecord
    relevance: float  # [0, 1], absolute, calibrated to the embedder; an exact match ≥ .999
    score: float  # orders the hits of one answer; not comparable between answers
    why: str = field(default="", kw_only=True)  # "exact slot user.city", "words 3/4, meaning .81, same session"
    lanes: tuple[str, ...] = field(default=(), kw_only=True)  # which lanes found it
    turns: tuple[MemoryRecord, ...] = field(default=(), kw_only=True)  # turns that support the fact, folded into this hit

    @property
    def id(self) -> str:
        """The record's id."""
        return self.record.id


class Hits(list[Hit]):
    """The hits of one recall, best first: a plain list that also carries the trace of the rooms it came through."""

    trace: Trace

    def __init__(self, hits: Iterable[Hit] = (), trace: Trace | None = None) -> None:
        super().__init__(hits)
        self.trace = trace or Trace()

    @property
    def degraded(self) -> tuple[str, ...]:
        """The lanes that failed and were left out; empty when all is well."""
        return self.trace.degraded


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a record is, or is not, among the hits of a query. `room` = the room that lost it; None = it was recalled."""

    id: str
    recalled: bool
    room: str | None
    why: str
    rank: int | None  # its place among all that the query may see, from 1
    relevance: float
    score: float


@dataclass(frozen=True, slots=True)
class Context:
    """The prompt's part: `messages` are ready to send, `text` is the background block alone."""

    messages: list[dict[str, Json]]
    text: str
    tokens: int  # of all messages, ≤ budget
    system: str = field(default="", kw_only=True)  # the system text where it goes apart (layout `anthropic`); else it is in `messages`
    over_budget: bool = field(default=False, kw_only=True)  # something was cut; the trace says what
    hits: list[Hit] = field(default_factory=list, kw_only=True)  # what entered the prompt, in its order
    past: list[MemoryRecord] = field(default_factory=list, kw_only=True)  # the experiences, then the newest episodes, that entered it
    trace: Trace = field(default_factory=Trace, kw_only=True)


class ReportStatus(StrEnum):
    """How a write ended. The turn itself is stored in every case but `failed`."""

    STORED = "stored"
    NOTHING = "nothing"  # the turn is there; no fact was found in it
    PENDING = "pending"  # queued for a model
    PARTIAL = "partial"
    FAILED = "failed"
    DEGRADED = "degraded"


@dataclass(frozen=True, slots=True)
class Report:
    """What a write did: the facts it stored or confirmed, and the turns."""

    status: ReportStatus
    records: list[MemoryRecord] = field(default_factory=list, kw_only=True)
    turns: list[MemoryRecord] = field(default_factory=list, kw_only=True)
    superseded: list[MemoryRecord] = field(default_factory=list, kw_only=True)  # what the new facts retired
    episode: MemoryRecord | None = field(default=None, kw_only=True)  # of a session that was closed
    trace: Trace = field(default_factory=Trace, kw_only=True)


@dataclass(frozen=True, slots=True)
class Page(Sequence[MemoryRecord]):
    """Some records in a stable order. `cursor` continues after the last one; None = the end."""

    records: list[MemoryRecord]
    cursor: str | None = None
    total: int = 0  # of all pages, under the same filter

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> MemoryRecord: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[MemoryRecord]: ...

    def __getitem__(self, index: int | slice) -> MemoryRecord | Sequence[MemoryRecord]:
        return self.records[index]

    def __iter__(self) -> Iterator[MemoryRecord]:
        return iter(self.records)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a delete by filter would take. Nothing is gone until `erase(filter=…, token=preview.token)`."""

    records: list[MemoryRecord]
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Proof of an erasure: counts and hashes, never text."""

    id: str
    scope_hash: str
    at: datetime
    counts: Mapping[str, int]  # by kind, "message" and "session" included
    indexes: Mapping[str, int]  # by index: "matrix", "tasks" …
    files: tuple[str, ...] = ()  # names of the files that were checked
    complete: bool = True  # False while a reader of another process pins old pages

    @property
    def count(self) -> int:
        """How many records, messages and sessions went."""
        return sum(self.counts.values())
