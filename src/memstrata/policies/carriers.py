"""The turns that carry a fact's words: what becomes of them when the fact is retired or forgotten.

A turn that says hardly more than a fact would go on answering for it after the fact was superseded; it goes into the archive with
it. A turn that says more stays, since the rest of it is still true.
"""

from collections.abc import Sequence
from dataclasses import replace

from memstrata.core.records import MemoryRecord, Status

MOSTLY = 0.6  # share of a turn's letters in a fact's evidence from which the turn says hardly more


def says_hardly_more(turn: MemoryRecord, fact: MemoryRecord) -> bool:
    """Whether `fact` rests on `turn` and takes most of its words."""
    spans = [span for source, span in zip(fact.sources, fact.evidence, strict=False) if source in turn.sources]
    letters = sum(character.isalnum() for character in turn.content)
    held = max((sum(character.isalnum() for character in turn.content[start:end]) for start, end in spans), default=0)
    return letters > 0 and held >= MOSTLY * letters


def retired(turn: MemoryRecord, fact: MemoryRecord) -> MemoryRecord:
    """The turn in the archive, beside the superseded `fact`."""
    return replace(turn, status=Status.SUPERSEDED, valid_to=fact.valid_to, superseded_by=fact.superseded_by, reason=fact.reason)


def archived(turns: Sequence[MemoryRecord], fact: MemoryRecord) -> list[MemoryRecord]:
    """Those of `turns` that go into the archive with the superseded `fact`, as they stand there."""
    return [retired(turn, fact) for turn in turns if turn.status is Status.ACTIVE and says_hardly_more(turn, fact)]
