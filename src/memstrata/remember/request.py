"""What is to be remembered: turns, and facts that the caller states."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memstrata.core import errors
from memstrata.core.drafts import Draft
from memstrata.core.records import EMPTY, Json, MemoryRecord, Trust
from memstrata.core.scope import Scope
from memstrata.core.turns import Turn
from memstrata.policies import messages

_NO_SESSION = "-"  # turns outside a conversation; their sources name no session


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What the caller decided about a fact; None leaves it to the rules."""

    kind: str | None = None
    slot: str | None = None
    importance: float | None = None
    ttl_seconds: float | None = None
    key: str | None = None  # idempotency key: the second write with it changes nothing
    metadata: Mapping[str, Json] = field(default_factory=lambda: EMPTY)

    @property
    def explicit(self) -> bool:
        """Whether the text is to be stored as given, without extraction."""
        return self.kind is not None or self.slot is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One write. `session` is None for turns that belong to no conversation."""

    scope: Scope
    turns: tuple[Turn, ...]
    now: datetime
    session: str | None = None
    trust: Trust = Trust.USER
    stated: Stated = field(default_factory=Stated)


@dataclass(frozen=True, slots=True)
class Told:
    """One turn of a request on its way: masked, with its fresh record and what the rules found in it."""

    turn: Turn
    record: MemoryRecord
    drafts: tuple[Draft, ...]
    asides: tuple[Draft, ...] = ()  # what it holds beside facts: how the answers were taken


def read_turns(given: object, at: datetime, new_id: Callable[[], str]) -> tuple[Turn, ...]:
    """Text, one message or a list of messages as turns; `at` where a message has no time of its own. Raises InputError for none."""
    if isinstance(given, str):
        listed: Sequence[object] = [{"role": "user", "content": given}]
    else:
        listed = given if isinstance(given, (list, tuple)) else [given]
    if not listed:
        raise errors.InputError("nothing to remember: pass text, a message or a list of messages")
    fields = [{"role": "user", "content": item} if isinstance(item, str) else messages.from_message(item) for item in listed]
    return tuple(messages.read(**{"session": _NO_SESSION, "id": new_id(), "at": at, **message}) for message in fields)
