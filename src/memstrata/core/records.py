"""The stored unit: one frozen value for all long-term memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

IMPORTANCE = {"low": 0.25, "medium": 0.5, "high": 0.75, "critical": 1.0}
IMPORTANCE_OF_KIND = {"principle": 0.9, "retrospect": 0.75, "correction": 0.75, "task": 0.6}  # where nobody says; else medium (G8)
EMPTY: Mapping[str, Json] = MappingProxyType({})


class MemoryType(StrEnum):
    """The families of memory: labels on one record, not separate stores."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"
    AFFECTIVE = "affective"


class Kind:
    """The kinds that memstrata itself writes. A kind is a free label of lower-case letters, digits, `_` and `-`."""

    FACT = "fact"
    PREFERENCE = "preference"
    BACKGROUND = "background"
    STATUS = "status"
    CORRECTION = "correction"
    TASK = "task"
    CONTEXT = "context"
    SUMMARY = "summary"
    PRINCIPLE = "principle"
    HABIT = "habit"
    EVENT = "event"
    TURN = "turn"
    EPISODE = "episode"
    RETROSPECT = "retrospect"
    CHUNK = "chunk"
    SKILL = "skill"
    FEEDBACK = "feedback"


TIMELESS = frozenset([Kind.PRINCIPLE, Kind.HABIT, Kind.PREFERENCE])  # "never on Fridays" is not one Friday
TYPE_OF_KIND = {
    Kind.TURN: MemoryType.EPISODIC,
    Kind.EPISODE: MemoryType.EPISODIC,
    Kind.RETROSPECT: MemoryType.EPISODIC,
    Kind.SKILL: MemoryType.PROCEDURAL,
    Kind.FEEDBACK: MemoryType.AFFECTIVE,
}  # every other kind is semantic


RETOLD = (Kind.EPISODE, Kind.RETROSPECT)  # tell again what turns and facts say: lists and recalls show them to who asks for them

MADE = (*RETOLD, Kind.SUMMARY, Kind.PRINCIPLE, Kind.SKILL)  # kinds that are made from other memories


class Status(StrEnum):
    """Where a record stands. Only `active` and `compressed` records are recalled."""

    ACTIVE = "active"
    CANDIDATE = "candidate"
    SUPERSEDED = "superseded"
    QUARANTINED = "quarantined"
    FORGOTTEN = "forgotten"
    COMPRESSED = "compressed"


class Trust(StrEnum):
    """The class of a record's source, from the most to the least trusted."""

    USER = "user"
    AGENT = "agent"
    TOOL = "tool"
    IMPORT = "import"
    WEB = "web"


class Source(NamedTuple):
    """Where a record comes from: a message of a session. Equal to the plain tuple (session, message id)."""

    session: str | None
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRecord:
    """One memory. Content, slot and value never change under one id: a change is a new record that supersedes this one.

    Instants are aware UTC; `event_from` and `event_to` are ISO text of their precision in the message's own offset
    (`2025-04`, `2025-04-01`, `2025-04-01T09:00+08:00`); a deadline has only `event_to`.
    """

    id: str
    kind: str
    content: str
    created_at: datetime
    type: MemoryType = MemoryType.SEMANTIC
    slot: str | None = None  # "user.city"
    value: str | None = None  # "Hangzhou"
    tenant: str | None = None
    user: str = ""
    agent: str | None = None
    scene: str | None = None
    importance: float = IMPORTANCE["medium"]  # [0, 1]
    confidence: float = 1.0  # [0, 1]
    trust: Trust = Trust.USER
    sources: tuple[Source, ...] = ()
    evidence: tuple[tuple[int, int], ...] = ()  # a half-open span of code points in each source's text; may be shorter than sources
    valid_from: datetime | None = None
    valid_to: datetime | None = None  # None = still true
    event_from: str | None = None
    event_to: str | None = None
    event_precision: str | None = None
    status: Status = Status.ACTIVE
    reason: str = ""  # why it stands so: the rule that wrote, merged or retired it
    language: str = ""
    uses: int = 0
    last_used_at: datetime | None = None
    confirmed_at: datetime | None = None  # last confirmation or repetition
    seen: int = 1  # how often it was said
    pinned: bool = False
    ttl_seconds: float | None = None  # from creation; None = for ever
    supersedes: tuple[str, ...] = ()  # ids of the versions before
    superseded_by: str | None = None
    aliases: tuple[str, ...] = ()  # further words by which it is found
    key: str | None = None  # the caller's idempotency key
    session: str | None = None  # turns, episodes
    sequence: int | None = None  # turns: place in the session
    role: str | None = None  # turns
    name: str | None = None  # turns: the speaker
    derived_from: tuple[str, ...] = ()  # ids of the memories that it was made from: it is erased with the first of them
    payload: Mapping[str, Json] = field(default_factory=lambda: EMPTY)  # what its kind has beyond a record, read by that kind's module
    metadata: Mapping[str, Json] = field(default_factory=lambda: EMPTY)

    @property
    def is_turn(self) -> bool:
        """Whether it is what somebody said, verbatim, rather than a fact."""
        return self.kind == Kind.TURN

    @property
    def expires_at(self) -> datetime | None:
        """The instant from which no read shows it; None = never."""
        return None if self.ttl_seconds is None else self.created_at + timedelta(seconds=self.ttl_seconds)

    def expired(self, now: datetime) -> bool:
        """Whether its time to live is over at `now`."""
        return self.expires_at is not None and self.expires_at <= now
