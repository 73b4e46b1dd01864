"""The decision: what needs no memory is looked for first, signs of memory outweigh it, and doubt recalls."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from memstrata.policies import slots
from memstrata.recall.gate import followup, general, reading, signs, talk
from memstrata.recall.gate.reason import Reason


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether to recall, and why (a `Reason`, for the trace)."""

    recall: bool
    reason: str


def gate(text: str, new_session: bool = False, *, window: Sequence[str] = (), known: AbstractSet[str] = frozenset()) -> Gate:
    """The decision on a message.

    `window` holds the texts of the turns before the message, oldest first; `known` names of projects, people and scenes in memory, in the
    form of `names`. A bare "go on" never recalls, for its words find nothing; where a session is new its profile and episodes come
    unasked.
    """
    message = reading.read(text)
    needless = _empty(message.own, window)
    if needless is None and reading.mentions(text, known):
        return Gate(True, Reason.KNOWN)
    plain = signs.framed(message.own)
    needless = needless or _at_hand(message, plain, window)
    if needless is not None:
        return Gate(False, needless)
    return Gate(True, _sign(message.own, plain) or _unsigned(text, new_session))


def _empty(own: str, window: Sequence[str]) -> Reason | None:
    if talk.blank(own):
        return Reason.BLANK
    if talk.goes_on(own) or (window and talk.goes_on_from(own)):
        return Reason.CONTINUATION
    return Reason.SMALL_TALK if talk.small(own) else None


def _at_hand(message: reading.Message, plain: str, window: Sequence[str]) -> Reason | None:
    """What the window shows or any assistant knows."""
    if followup.answered(message.own, window):
        return Reason.SHOWN
    if followup.leans(message.own, window):
        return Reason.FOLLOW_UP
    reason = general.reason(message, plain)
    if reason is Reason.GENERAL and any(slot.startswith(("user.", "project.")) for slot in slots.asked(message.cased)):
        return None
    return reason


def _sign(own: str, plain: str) -> Reason | None:
    """The sign in the words without their frame; "by the way" stands in the frame itself."""
    return signs.first(plain) or (Reason.TOPIC if signs.first(own) is Reason.TOPIC else None)


def _unsigned(text: str, new_session: bool) -> Reason:
    if new_session:
        return Reason.NEW_SESSION
    return Reason.SLOT if slots.asked(text) else Reason.DOUBT
