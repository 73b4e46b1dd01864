"""Looking through all that is stored for what should not be there: clear cases are kept apart, the rest waits for a person.

What waits carries `metadata["review"]` with the kinds of its findings, so `list(filter={"review": {"exists": True}})` is the queue;
the mark goes when a later audit finds nothing any more. Text never enters the report, only ids.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from memstrata.core import scans
from memstrata.core.batch import Batch, View
from memstrata.core.ports import Store
from memstrata.core.records import Json, Kind, MemoryRecord, Source, Status, Trust
from memstrata.core.scope import Scope
from memstrata.policies import identity, likeness, merging, nearest, slots, visibility
from memstrata.policies import trust as trusts
from memstrata.policies.likeness import Relation
from memstrata.text import echo, private

RELEASED = "released from quarantine"  # the reason of a record that a person has looked at
_OPEN_TASK = timedelta(days=90)
_OLD_STATUS = timedelta(days=180)
_WEIGHTY = 0.9  # importance from which a little trusted source should not weigh so much
_LOOKED_AT = (*visibility.LIVE, Status.CANDIDATE)


class Trouble(StrEnum):
    """What an audit finds."""

    SUSPECT = "suspect"  # gives orders, or weighs more than its source is trusted
    SECRET = "secret"  # private data that should have been masked
    LOOP = "loop"  # a block of our own prompts came back as a memory
    CONTRADICTION = "contradiction"  # two that cannot both hold
    STALE = "stale"  # its time has passed, or it is open for very long
    ORPHANED = "orphaned"  # the messages that it rests on are gone
    DUPLICATE = "duplicate"  # the same words twice
    NEAR_DUPLICATE = "near_duplicate"  # the same in other words


CLEAR = frozenset({Trouble.SECRET, Trouble.LOOP})  # kept apart at once, as is what gives orders


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFinding:
    """One finding. `ids`: the records that show it, the one to act on first; `quarantined`: whether it was kept apart."""

    trouble: Trouble
    scope: Scope
    ids: tuple[str, ...]
    why: str
    quarantined: bool = False


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit found, over `records` live records of `scopes` owners."""

    findings: list[AuditFinding] = field(default_factory=list)
    records: int = 0
    scopes: int = 0

    @property
    def counts(self) -> Mapping[str, int]:
        """How many findings of each kind; kinds without any are 0."""
        found = Counter(finding.trouble for finding in self.findings)
        return {str(trouble): found[trouble] for trouble in Trouble}

    @property
    def rates(self) -> Mapping[str, float]:
        """The share of live records that findings of each kind concern, in [0, 1]."""
        held: dict[Trouble, set[str]] = defaultdict(set)
        for finding in self.findings:
            held[finding.trouble].add(finding.ids[0])
        return {str(trouble): len(held[trouble]) / self.records if self.records else 0.0 for trouble in Trouble}


def audit(store: Store, scopes: Sequence[Scope], now: datetime) -> AuditReport:
    """Look through all records of these owners (tenant and user); quarantine clear cases and mark the others for review."""
    findings, count = list[AuditFinding](), 0
    for scope in scopes:
        records = [record for page in scans.pages(store, scope) for record in page if not record.expired(now)]
        found = _findings(records, store, scope, now)
        _carry_out(store, scope, found)
        findings += found
        count += sum(record.status in _LOOKED_AT for record in records)
    return AuditReport(findings, count, len(scopes))


def seen_by(report: AuditReport, scope: Scope, store: Store, now: datetime) -> AuditReport:
    """The part of an audit of one owner that `scope` may read: all of it without an agent and a scene."""
    if scope.whole:
        return report
    visible = visibility.visible_ids(store.matrix(scope), scope, now)
    return replace(report, findings=[found for found in report.findings if visible.issuperset(found.ids)], records=len(visible))


def _findings(records: Sequence[MemoryRecord], store: Store, scope: Scope, now: datetime) -> list[AuditFinding]:
    live = [record for record in records if record.status in _LOOKED_AT]
    facts = [record for record in live if not record.is_turn]
    told = {source for record in records if record.is_turn for source in record.sources}
    distilled = {record.session for record in records if record.kind == Kind.EPISODE}  # their turns may have left the archive
    found = [*map(_alone, live), *(_aged(fact, now) for fact in facts), *(_orphaned(fact, told, distilled) for fact in facts)]
    pairs = [*_contradictions(facts), *_repeated(facts), *_reworded(facts, store, scope, now)]
    out = [(trouble, ids, why) for each in found for trouble, ids, why in each] + pairs
    orders = "gives orders"
    return [
        AuditFinding(trouble=trouble, scope=scope, ids=ids, why=why, quarantined=trouble in CLEAR or why.startswith(orders))
        for trouble, ids, why in out
    ]


_Found = tuple[Trouble, tuple[str, ...], str]


def _alone(record: MemoryRecord) -> list[_Found]:
    """What one record shows by itself."""
    out: list[_Found] = []
    looked_at = record.reason == RELEASED
    if not looked_at and record.role != "assistant" and (why := trusts.suspicion(record.content, record.trust)):
        out.append((Trouble.SUSPECT, (record.id,), f"gives orders: {why}"))
    elif record.trust in (Trust.TOOL, Trust.WEB) and not record.is_turn and record.importance >= _WEIGHTY:
        out.append((Trouble.SUSPECT, (record.id,), f"importance {record.importance:.2f} from a {record.trust} source"))
    if kinds := _secrets(record):
        out.append((Trouble.SECRET, (record.id,), ", ".join(sorted(kinds))))
    if not looked_at and echo.strip_blocks(record.content) != record.content:
        out.append((Trouble.LOOP, (record.id,), "holds a block of a prompt of ours"))
    return out


def _secrets(record: MemoryRecord) -> set[str]:
    """The kinds of private data in the words; in the caller's own metadata only credentials are out of place."""
    found = [finding.kind for text in (record.content, record.value or "") for finding in private.find(text)]
    notes = {key: value for key, value in record.metadata.items() if key != trusts.SIGNATURE}
    found += [finding.kind for text in _strings(notes) for finding in private.find(text) if finding.kind in private.CREDENTIALS]
    return {str(kind) for kind in found}


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _aged(fact: MemoryRecord, now: datetime) -> list[_Found]:
    ends = fact.event_to or (fact.event_from if fact.kind == Kind.TASK else None)
    if fact.kind in (Kind.TASK, Kind.STATUS) and ends is not None:
        over = ends[:10] < now.date().isoformat()[: len(ends[:10])]
        return [(Trouble.STALE, (fact.id,), f"its time ended {ends[:10]}")] if over else []
    age = now - max(fact.created_at, fact.confirmed_at or fact.created_at)
    limit = {Kind.TASK: _OPEN_TASK, Kind.STATUS: _OLD_STATUS}.get(fact.kind)
    return [(Trouble.STALE, (fact.id,), f"open for {age.days} days")] if limit is not None and age > limit else []


def _orphaned(fact: MemoryRecord, told: set[Source], distilled: set[str | None]) -> list[_Found]:
    gone = bool(fact.sources) and told.isdisjoint(fact.sources) and distilled.isdisjoint(source.session for source in fact.sources)
    return [(Trouble.ORPHANED, (fact.id,), "none of its messages is there")] if gone else []


def _contradictions(facts: Sequence[MemoryRecord]) -> Iterator[_Found]:
    """Pairs that are marked, and slots that hold one value but have two."""
    held = {fact.id: fact for fact in facts}
    seen = set[frozenset[str]]()
    for fact in facts:
        other = fact.metadata.get(merging.CONFLICT)
        if isinstance(other, str) and other in held and frozenset((fact.id, other)) not in seen:
            seen.add(frozenset((fact.id, other)))
            yield Trouble.CONTRADICTION, (fact.id, other), "marked as a dispute"
    filled: dict[tuple[str, str | None, str | None], list[MemoryRecord]] = defaultdict(list)
    for fact in facts:
        if fact.slot is not None and fact.status is Status.ACTIVE and slots.cardinality(fact.slot) == "one":
            filled[fact.slot, fact.agent, fact.scene].append(fact)
    for (slot, _, _), rivals in filled.items():
        ids = tuple(fact.id for fact in reversed(rivals))
        if len(ids) > 1 and frozenset(ids) not in seen:
            yield Trouble.CONTRADICTION, ids, f"{slot} has {len(ids)} values"


def _repeated(facts: Sequence[MemoryRecord]) -> Iterator[_Found]:
    same: dict[tuple[str, str | None, str | None], list[str]] = defaultdict(list)
    for fact in facts:
        same[identity.normal(fact.content), fact.agent, fact.scene].append(fact.id)
    for ids in same.values():
        if len(ids) > 1:
            yield Trouble.DUPLICATE, tuple(reversed(ids)), f"the same words {len(ids)} times"


def _reworded(facts: Sequence[MemoryRecord], store: Store, scope: Scope, now: datetime) -> Iterator[_Found]:
    """Pairs of which one says the other in other words, the newer first."""
    held = {fact.id: fact for fact in facts if fact.kind not in nearest.APART}
    matrix = store.matrix(scope)
    for fact in held.values():
        own = replace(scope, agent=fact.agent, scene=fact.scene)
        allowed = nearest.rows(matrix, own, now, Status.ACTIVE, Status.CANDIDATE)
        for row, _ in nearest.nearest(matrix, fact.content, allowed):
            other = held.get(matrix.id(row))
            if other is None or other.id >= fact.id or identity.normal(other.content) == identity.normal(fact.content):
                continue
            if likeness.compare(other.content, fact.content) is Relation.SAME:
                yield Trouble.NEAR_DUPLICATE, (fact.id, other.id), "the same in other words"


def _carry_out(store: Store, scope: Scope, found: Sequence[AuditFinding]) -> None:
    """Quarantine and mark, in one write; nothing is written when nothing changes."""
    apart = {finding.ids[0]: finding for finding in found if finding.quarantined}
    review: dict[str, set[str]] = defaultdict(set)
    for finding in found:
        if not finding.quarantined:
            review[finding.ids[0]].add(str(finding.trouble))

    def decide(view: View) -> Batch:
        matrix = view.matrix()
        changed = []
        for record in view.get([matrix.id(row) for row in range(len(matrix))]):
            new = _marked(record, review.get(record.id))
            if record.id in apart and record.status in _LOOKED_AT:
                finding = apart[record.id]
                new = replace(new, status=Status.QUARANTINED, reason=f"quarantined: audit, {finding.trouble}: {finding.why}")
            if new != record:
                changed.append(new)
        return Batch(records=tuple(changed))

    store.write(scope, decide)


def _marked(record: MemoryRecord, troubles: set[str] | None) -> MemoryRecord:
    mark = ", ".join(sorted(troubles or ()))
    if record.metadata.get(trusts.REVIEW, "") == mark:
        return record
    rest: dict[str, Json] = {key: value for key, value in record.metadata.items() if key != trusts.REVIEW}
    return replace(record, metadata={**rest, trusts.REVIEW: mark} if mark else rest)
