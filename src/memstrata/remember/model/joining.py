"""One turn read twice, by rules and by a model: what the rules found is folded into the model's fact that says all of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memstrata.core.drafts import Draft
from memstrata.core.records import TIMELESS, Kind
from memstrata.policies import evidence, identity, slots, statement
from memstrata.policies.evidence import Ground

_COMPOUND_SHARE = 0.8  # of the model's words that several drafts of the rules hold together
_ALIKE_SHARE = 0.6  # of the model's words that a rule's draft must hold to lend its slot


def join(by_rules: Iterable[Draft], by_model: Sequence[Draft]) -> list[Draft]:
    """Both as one list, the rules' own first. The model's wording stays, with slot, kind and confidence of the rule that says the same."""
    found = list(by_rules)
    kept, given = list[Draft](), [fact for fact in by_model if not _compound(fact, found)]
    for draft in found:
        place = next((at for at, other in enumerate(given) if says_all(other, draft)), None)
        if place is None:
            place = _shared(draft, given)
        if place is None:
            kept.append(draft)
        elif _lends(draft, given[place]):
            given[place] = _lent(given[place], draft)
        elif _apart(draft, given[place]):
            kept.append(draft)
    return [*kept, *given]


def lent(by_rules: Sequence[Draft], by_model: Sequence[Draft]) -> list[Draft]:
    """The model's facts alone, with the slots of the rules' drafts that say the same; what it strung together comes apart."""
    strung = [fact for fact in by_model if _compound(fact, by_rules)]
    apart = [draft for draft in by_rules if any(draft.source == fact.source and _touch(fact, draft) for fact in strung)]
    return [draft for draft in join(by_rules, by_model) if draft in apart or draft not in by_rules]


def _compound(fact: Draft, found: Sequence[Draft]) -> bool:
    """Whether the fact only strings together what the rules found apart, in clauses of their own: one fact is one record."""
    parts = [part for part in found if part.source == fact.source and _touch(fact, part)]
    if not any(one.span[1] <= other.span[0] for one in parts for other in parts):
        return False
    if any(evidence.share(fact.content, part.content) >= _COMPOUND_SHARE for part in parts):
        return False
    return evidence.share(fact.content, ", ".join(part.content for part in parts)) >= _COMPOUND_SHARE


def says_all(fact: Draft, part: Draft) -> bool:
    """Whether `fact` rests on the same words as `part` and holds all that it says."""
    if fact.source != part.source or part.retracts or fact.kind == "entity":
        return False
    if identity.normal(fact.content) == identity.normal(part.content):
        return True
    if not _touch(fact, part):
        return False
    found = evidence.ground(part.content, "", [fact.content])
    return found is not None and found.how is not Ground.CLAUSE


def _shared(part: Draft, given: Sequence[Draft]) -> int | None:
    """The place of the fact that holds the value of `part`, where several facts together say all of it, or of the first; else None."""
    near = [at for at, fact in enumerate(given) if fact.source == part.source and _touch(fact, part)]
    if len(near) < 2 or part.retracts:
        return None
    found = evidence.ground(part.content, "", ["\n".join(given[at].content for at in near)])
    if found is None or found.how is Ground.CLAUSE:
        return None
    return next((at for at in near if part.value is None or evidence.locate(given[at].content, part.value) is not None), near[0])


def _touch(fact: Draft, part: Draft) -> bool:
    return fact.span[0] < part.span[1] and part.span[0] < fact.span[1]


def _words(text: str) -> frozenset[str]:
    return frozenset(word for clause in statement.read(text).clauses for word in clause.bag) - {"user", "user'", "s"}


def _lends(draft: Draft, fact: Draft) -> bool:
    """Whether the rule's draft says about as much as the fact, so that its slot is the fact's."""
    if draft.slot is None or fact.slot is not None or evidence.locate(fact.content, draft.value or "") is None:
        return draft.slot is None or draft.slot == fact.slot
    wanted = _words(fact.content)
    return len(_words(draft.content) & wanted) >= _ALIKE_SHARE * len(wanted)


def _lent(fact: Draft, draft: Draft) -> Draft:
    kind = draft.kind if fact.kind == Kind.FACT else fact.kind
    dated = fact if fact.event_from or fact.event_to or fact.event_precision else draft
    if kind in TIMELESS and dated.event_precision != "recurring":
        dated = replace(draft, event_from=None, event_to=None, event_precision=None)
    return replace(
        fact,
        kind=kind,
        slot=fact.slot or draft.slot,
        value=fact.value if fact.slot else draft.value,
        importance=max(fact.importance, draft.importance),
        confidence=max(fact.confidence, draft.confidence) if draft.confidence >= 0.5 else min(fact.confidence, draft.confidence),
        valid_from=fact.valid_from or draft.valid_from,
        event_from=dated.event_from,
        event_to=dated.event_to,
        event_precision=dated.event_precision,
        negated=fact.negated or draft.negated,
        explicit=fact.explicit or draft.explicit,
    )


def _apart(draft: Draft, fact: Draft) -> bool:
    """Whether the rule's draft fills an attribute of the user's own that the fact does not: it stays beside it, to be looked up."""
    if draft.slot is None or draft.slot == fact.slot or evidence.locate(fact.content, draft.value or "") is None:
        return False
    row = slots.find(draft.slot)
    return row is not None and row.subject == "user" and slots.cardinality(draft.slot) == "one"
