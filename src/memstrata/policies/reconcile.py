"""What becomes of a proposed fact beside those that are there: exact, same slot, near, or new. Decided by code, never by similarity alone.

A guess never retires a fact, an older statement never a newer one, a less trusted source never a more trusted one, and one
draft never more than `MAX_RETIRED`: what is left of a contradiction then is marked on both sides and waits for its owner.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memstrata.core.drafts import Draft
from memstrata.core.matrix import TRUSTS
from memstrata.core.records import Kind, MemoryRecord, Status, Trust
from memstrata.policies import identity, likeness, slots, statement
from memstrata.policies.likeness import Relation
from memstrata.text import sentences

CANDIDATE_BELOW = 0.5  # G4: guesses wait outside recall
SEEN_ENOUGH = 2  # G4: a guess that is seen again becomes a fact
MAX_RETIRED = 1  # facts that one draft may contradict out of the present
_OPEN_FAMILIES = (".like.", ".favourite.")  # slots named after their value: the text decides between two of them
_ATTITUDE = ".like."
_NAMED = frozenset("child sibling parent friend pet colleague".split())  # slots of which the values are names
_LOOSE = frozenset(["habit"])  # the last part of slots whose facts may be of one thing with another slot's
_BY_VALUE = frozenset({Kind.SKILL, Kind.FEEDBACK})  # kinds whose slot and value decide: their words are ours


class Action(StrEnum):
    """What to do with a draft."""

    ADD = "add"  # nothing like it is there
    CONFIRM = "confirm"  # it is there already: seen once more
    REFINE = "refine"  # it says all that the targets say, more exactly
    REPLACE = "replace"  # it takes the place of the targets
    END = "end"  # it only ends the targets
    LATE = "late"  # an older version of what is there: it goes into the archive
    IGNORE = "ignore"  # an echo that may change nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the writing agent itself has, as far as it concerns a draft. `meanings`: calibrated relevance by record id, where known."""

    same: Sequence[MemoryRecord] = ()  # live facts of equal text
    lapsed: Sequence[MemoryRecord] = ()  # facts of equal text whose time to live is over
    slotted: Sequence[MemoryRecord] = ()  # all facts of its slot, oldest first
    near: Sequence[MemoryRecord] = ()  # the nearest live facts, best first
    forgotten: Sequence[MemoryRecord] = ()  # the nearest forgotten ones
    meanings: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The action and the records it concerns: `held` goes on, `targets` end, `disputed` stay beside it under a mark."""

    action: Action
    held: MemoryRecord | None = None
    targets: tuple[MemoryRecord, ...] = ()
    disputed: tuple[MemoryRecord, ...] = ()
    reason: str = ""
    raised: bool = False  # `held` was a guess and becomes a fact
    waits: bool = False  # the new record stays a candidate
    unslotted: bool = False  # it speaks of the past of its slot, which it does not fill


def decide(draft: Draft, at: datetime, standing: Standing) -> Verdict:
    """The verdict on `draft`, said at `at`."""
    if draft.trust is not Trust.USER and any(_says(record.content, draft.content) for record in standing.forgotten):
        return Verdict(action=Action.IGNORE, reason="its owner forgot it")
    if standing.same:
        return _confirm(draft, standing.same[0], standing, "said before in the same words")
    if draft.slot is not None and (verdict := _by_slot(draft, at, standing)) is not None:
        return verdict
    return _by_likeness(draft, at, standing)


def said_at(record: MemoryRecord) -> datetime:
    """When `record` was last said."""
    return max(record.created_at, record.confirmed_at or record.created_at)


def _says(one: str, other: str) -> bool:
    return identity.normal(one) == identity.normal(other) or likeness.compare(one, other) in (Relation.SAME, Relation.COVERED)


def _confirm(draft: Draft, held: MemoryRecord, standing: Standing, reason: str) -> Verdict:
    """`held` once more. An echo of what its owner said changes nothing; a guess becomes a fact unless a fact stands against it."""
    if _below(draft, held):
        return Verdict(action=Action.IGNORE, held=held, reason="an echo of what a more trusted source said")
    if held.status is not Status.CANDIDATE:
        return Verdict(action=Action.CONFIRM, held=held, reason=reason)
    rivals = [record for record in _present(standing.slotted) if record.id != held.id and not _equal_value(held.slot, held.value, record)]
    single = held.slot is not None and slots.cardinality(held.slot) == "one"
    sure = draft.explicit or draft.confidence >= CANDIDATE_BELOW
    if rivals and single and not sure:
        return Verdict(action=Action.CONFIRM, held=held, reason="guessed again beside a fact")
    targets = tuple(rivals[-MAX_RETIRED:]) if single else ()
    again = held.seen + 1 >= SEEN_ENOUGH and not draft.reported
    return Verdict(action=Action.CONFIRM, held=held, targets=targets, raised=sure or again, reason=reason)


def _below(draft: Draft, held: MemoryRecord) -> bool:
    return TRUSTS.index(draft.trust) > TRUSTS.index(held.trust)


def _present(records: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    return [record for record in records if record.status is Status.ACTIVE]


def _by_slot(draft: Draft, at: datetime, standing: Standing) -> Verdict | None:
    """The verdict from the facts of the same slot; None leaves it to the words."""
    assert draft.slot is not None
    live = [record for record in standing.slotted if record.status in (Status.ACTIVE, Status.CANDIDATE)]
    single = slots.cardinality(draft.slot) == "one"
    equal = [record for record in live if _equal_value(draft.slot, draft.value, record)]
    plain = draft.kind not in _BY_VALUE
    denies = plain and _denies(draft)
    if draft.retracts or (denies and _ATTITUDE not in draft.slot):
        return _ending(draft, at, standing, equal or (live if single and draft.value is None else []))
    agreeing = [record for record in equal if not plain or _denied(record.content, record.value) == denies]
    if agreeing:
        relation = likeness.compare(agreeing[0].content, draft.content) if plain else Relation.SAME
        sure_guess = agreeing[0].status is Status.CANDIDATE and draft.confidence >= CANDIDATE_BELOW
        if sure_guess or (relation is Relation.REFINES and said_at(agreeing[0]) <= at and not _below(draft, agreeing[0])):
            return Verdict(action=Action.REFINE, targets=(agreeing[0],), reason=f"{draft.slot} more exactly")
        return _confirm(draft, agreeing[0], standing, f"{draft.slot} has this value already")
    if not equal and not single and (fuller := _named_alike(draft, live)) is not None:
        return (
            fuller if fuller.action is Action.REFINE else _confirm(draft, fuller.targets[0], standing, f"{draft.slot} is known more fully")
        )
    rivals = _present(equal) if equal else _present(live) if single else []
    if not rivals:
        return None
    return _beside(draft, at, [record for record in rivals if (record.ttl_seconds is None) == (draft.ttl_seconds is None)], standing)


def _beside(draft: Draft, at: datetime, rivals: Sequence[MemoryRecord], standing: Standing) -> Verdict:
    """The verdict on a draft beside other values of its slot that last, or pass, as it does."""
    if not rivals:  # the passing one goes by itself, and the lasting one is there again
        return Verdict(action=Action.ADD, reason=f"{draft.slot} for a while" if draft.ttl_seconds else f"{draft.slot} from then on")
    denies = _denies(draft)
    for record in rivals:
        relation = Relation.OTHER if denies or draft.kind in _BY_VALUE else _relation(draft, at, record, None)
        if relation in (Relation.SAME, Relation.COVERED):
            return _confirm(draft, record, standing, f"{draft.slot} is known" + (" more exactly" if relation is Relation.COVERED else ""))
        if relation is Relation.REFINES and not _below(draft, record):
            return Verdict(action=Action.REFINE, targets=(record,), reason=f"{draft.slot} more exactly")
    return _against(draft, at, rivals, standing.slotted, f"{draft.slot} changed")


def _named_alike(draft: Draft, live: Sequence[MemoryRecord]) -> Verdict | None:
    """Of people and animals: "Leo" and "Leo Martin" are one; REFINE where the draft gives the fuller name, CONFIRM where it does not."""
    if (draft.slot or "").rpartition(".")[2] not in _NAMED or draft.value is None:
        return None
    name = draft.value.lower().split()
    for record in live:
        held = (record.value or "").lower().split()
        shorter, longer = sorted((held, name), key=len)
        if not shorter or len(longer) != len(shorter) + 1 or longer[: len(shorter)] != shorter or not longer[-1].isalpha():
            continue
        action = Action.REFINE if longer is name else Action.CONFIRM
        return Verdict(action=action, targets=(record,), reason=f"{draft.slot} more fully")
    return None


def _ending(draft: Draft, at: datetime, standing: Standing, targets: Sequence[MemoryRecord]) -> Verdict:
    """A draft that says what is so no more."""
    ended = [record for record in targets if draft.retracts or _denied(record.content, record.value) != _denies(draft)]
    if not ended:
        verdict = _by_likeness(draft, at, standing)
        return (
            Verdict(action=Action.ADD, reason=f"what {draft.slot} was or is not", unslotted=True)
            if verdict.action is Action.ADD
            else verdict
        )
    verdict = _against(draft, at, ended, standing.slotted, f"ends {draft.slot}")
    return Verdict(action=Action.END, targets=verdict.targets, reason=verdict.reason) if verdict.action is Action.REPLACE else verdict


def _against(draft: Draft, at: datetime, rivals: Sequence[MemoryRecord], versions: Sequence[MemoryRecord], reason: str) -> Verdict:
    """The verdict on a draft that cannot hold beside `rivals`."""
    if draft.confidence < CANDIDATE_BELOW:
        return Verdict(action=Action.ADD, reason="a guess beside a fact", waits=True)
    newer = [record for record in rivals if said_at(record) > at]
    if newer:
        later = sorted(
            (record for record in [*versions, *newer] if said_at(record) > at), key=lambda record: (record.created_at, record.id)
        )
        return Verdict(action=Action.LATE, held=later[0], reason="a newer statement stands against it")
    trusted = tuple(record for record in rivals if _below(draft, record))
    if trusted:
        return Verdict(action=Action.ADD, disputed=trusted[:1], reason="stands against a more trusted source", waits=True)
    newest_first = sorted(rivals, key=said_at, reverse=True)
    return Verdict(
        action=Action.REPLACE, targets=tuple(newest_first[:MAX_RETIRED]), disputed=tuple(newest_first[MAX_RETIRED:]), reason=reason
    )


def _by_likeness(draft: Draft, at: datetime, standing: Standing) -> Verdict:
    """The verdict from the nearest facts, each compared by its words, figures, names and negation."""
    found: dict[Relation, list[MemoryRecord]] = {}
    for record in standing.near:
        if _comparable(draft, record):
            found.setdefault(_relation(draft, at, record, standing.meanings.get(record.id)), []).append(record)
    for relation, reason in ((Relation.SAME, "said before in other words"), (Relation.COVERED, "known more exactly")):
        for held in found.get(relation, ()):
            if held.status is not Status.CANDIDATE or draft.confidence < CANDIDATE_BELOW or said_at(held) > at:
                return _confirm(draft, held, standing, reason)
            return Verdict(action=Action.REFINE, targets=(held,), reason="what was guessed is so")
    against = [*found.get(Relation.CONFLICT, ()), *found.get(Relation.DONE, ())]
    facts = [record for record in against if record.status is Status.ACTIVE] or [
        record for record in found.get(Relation.DONE, ()) if draft.confidence >= CANDIDATE_BELOW
    ]
    if facts:
        return _against(draft, at, facts, (), "it changed" if found.get(Relation.CONFLICT) else "what was planned is done")
    if draft.confidence < CANDIDATE_BELOW:
        return Verdict(action=Action.ADD, reason="new")
    exact = [record for record in found.get(Relation.REFINES, ()) if said_at(record) <= at and not _below(draft, record)]
    if exact:
        return Verdict(action=Action.REFINE, targets=(exact[0],), reason="says it more exactly")
    open_ = _present(found.get(Relation.UNDECIDED, ()))
    return Verdict(action=Action.ADD, disputed=tuple(open_[:1]), reason="may stand against another" if open_ else "new")


def _relation(draft: Draft, at: datetime, record: MemoryRecord, meaning: float | None) -> Relation:
    """What the draft is to the record, whichever was said first."""
    if said_at(record) <= at:
        return likeness.compare(record.content, draft.content, meaning)
    turned = {Relation.REFINES: Relation.COVERED, Relation.COVERED: Relation.OTHER, Relation.DONE: Relation.CONFLICT}
    relation = likeness.compare(draft.content, record.content, meaning)
    return turned.get(relation, relation)


def _comparable(draft: Draft, record: MemoryRecord) -> bool:
    """Whether the words of both may decide: not between facts of two slots, but for the families of likes."""
    if draft.slot is None or record.slot is None or draft.slot == record.slot or record.status is Status.CANDIDATE:
        return True
    if _denies(draft) and record.value and record.value.lower() in draft.content.lower():
        return True  # what ends may have been said under another attribute: a hobby as a skill
    if {draft.slot.rpartition(".")[2], record.slot.rpartition(".")[2]} & _LOOSE:
        return True
    return any(family in draft.slot and family in record.slot for family in _OPEN_FAMILIES)


def _denies(draft: Draft) -> bool:
    return draft.retracts or draft.negated or _denied(draft.content, draft.value)


def _denied(content: str, value: str | None) -> bool:
    """Whether the clause that gives the value denies or ends something; the first one where none does: "it isn't May 3, it's May 9"."""
    pieces = sentences.clauses(content) if value else []
    giving = [piece.of(content) for piece in pieces if value and value.lower() in piece.of(content).lower()]
    clauses = statement.read(giving[-1] if giving else content).clauses
    return bool(clauses) and clauses[0].denied


def _equal_value(slot: str | None, value: str | None, record: MemoryRecord) -> bool:
    if slot is None or value is None or record.value is None:
        return False
    return slots.normal_value(slot, value) == slots.normal_value(slot, record.value)
