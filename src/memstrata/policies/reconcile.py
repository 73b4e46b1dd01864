"""What becomes of a proposed fact beside those that are there: exact, same slot, paraphrase, conflict or new. Decided by code alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memstrata.core.drafts import Draft
from memstrata.core.records import MemoryRecord, Status
from memstrata.policies import identity, slots

CANDIDATE_BELOW = 0.5  # G4: guesses wait outside recall


class Action(StrEnum):
    """What to do with a draft."""

    ADD = "add"  # nothing like it is there
    CONFIRM = "confirm"  # it is there already: seen once more
    REPLACE = "replace"  # it takes the place of the targets
    END = "end"  # it only ends the targets
    LATE = "late"  # an older version of what is there: it goes into the archive


@dataclass(frozen=True, slots=True)
class Verdict:
    """The action, the records it concerns, and why."""

    action: Action
    targets: tuple[MemoryRecord, ...] = ()
    reason: str = ""


def decide(draft: Draft, at: datetime, same: Sequence[MemoryRecord], slotted: Sequence[MemoryRecord]) -> Verdict:
    """The verdict on `draft`, said at `at`. `same`: live facts of equal text; `slotted`: all facts of its slot, oldest first.

    Both hold only what the writing agent may change. A draft below the candidate bound confirms candidates and never retires a fact.
    """
    if same:
        return Verdict(Action.CONFIRM, (same[0],), "said before in the same words")
    if draft.slot is None:
        return Verdict(Action.ADD, (), "new")
    live = [record for record in slotted if record.status in (Status.ACTIVE, Status.CANDIDATE)]
    equal = [record for record in live if _equal_value(draft, record)]
    if draft.retracts:
        ended = tuple(equal or (live if slots.cardinality(draft.slot) == "one" else ()))
        return Verdict(Action.END, ended, f"ends {draft.slot}")
    if equal:
        return Verdict(Action.CONFIRM, (equal[0],), f"{draft.slot} has this value already")
    active = [record for record in live if record.status is Status.ACTIVE]
    if slots.cardinality(draft.slot) == "many" or draft.confidence < CANDIDATE_BELOW or not active:
        return Verdict(Action.ADD, (), "new")
    if all((record.valid_from or record.created_at) > at for record in active):
        return Verdict(Action.LATE, (active[0],), f"{draft.slot} has a newer value")
    return Verdict(Action.REPLACE, tuple(active), f"{draft.slot} changed")


def _equal_value(draft: Draft, record: MemoryRecord) -> bool:
    if draft.slot is None or draft.value is None or record.value is None:
        return identity.normal(draft.content) == identity.normal(record.content)
    return slots.normal_value(draft.slot, draft.value) == slots.normal_value(draft.slot, record.value)
