"""The writing path by rules: few, true, attributable facts in what a user says, in Chinese and English, without a model."""

from collections.abc import Sequence
from dataclasses import replace

from memstrata.core.drafts import Draft
from memstrata.core.records import Source
from memstrata.core.turns import Turn
from memstrata.remember.rules import reading

__all__ = ["CONTEXT_MESSAGES", "extract", "refers_back"]

CONTEXT_MESSAGES = reading.CONTEXT_MESSAGES  # how many messages before may tell what a correction is about
_CHEAP_LENGTH = 2  # shorter messages state nothing
_CORRECTION_LENGTH = 200  # characters; longer messages name what they correct


def extract(turn: Turn, *, before: Sequence[Turn] = ()) -> list[Draft]:
    """The facts that a user's turn states, in order; [] for every other role and for small talk, questions, noise.

    Spans are half-open code points of `turn.text`. `before` are the turns before it, oldest first; they only tell which
    attribute a bare correction ("it's 8081, not 8080") is about, and are never evidence.
    """
    if turn.role != "user" or len(turn.text.strip()) < _CHEAP_LENGTH:
        return []
    found = reading.drafts(reading.message(turn.text, turn.at), [one.text for one in before])
    return [replace(draft, source=Source(turn.session, turn.id)) for draft in found]


def refers_back(turn: Turn) -> bool:
    """Whether it corrects something that only the messages before it name: "no, it's 8081, not 8080"."""
    return turn.role == "user" and len(turn.text) <= _CORRECTION_LENGTH and reading.corrects(reading.message(turn.text, turn.at))
