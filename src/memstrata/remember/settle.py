"""The room that writes: inside the owner's write it compares each draft with what is there and builds the batch."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import numpy as np
import numpy.typing as npt

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.drafts import Draft
from memstrata.core.matrix import Matrix
from memstrata.core.records import TYPE_OF_KIND, MemoryRecord, MemoryType, Status, Trust
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.policies import carriers, identity, lifecycle, likeness, merging, nearest, reconcile, trust, visibility
from memstrata.policies.likeness import Relation
from memstrata.policies.nearest import Meaning
from memstrata.policies.reconcile import Action, Standing, Verdict
from memstrata.remember import said, screen
from memstrata.remember.request import Request

_WORDED = "superseded: a model worded the same message"
Relevance = Callable[[npt.NDArray[np.float32], str], npt.NDArray[np.float32]]  # an embedder's own calibration: cosines, language


_AHEAD = timedelta(
    days=1
)  # what is dated further ahead than a wrong clock or zone explains says nothing of the present, nor the other way round
_NEAR_IN_ONE_WRITE = 16  # facts of the same write that are compared by likeness: people repeat themselves soon


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What the rooms before hand over: the turn records to write, with their log entries, and the drafts with fresh ids."""

    request: Request
    logged: tuple[Turn, ...]  # for the session log; empty outside a session
    turns: tuple[MemoryRecord, ...]
    drafts: tuple[tuple[str, Draft], ...]  # (id for a new record, draft)
    candidate_ttl_seconds: float
    embeds: bool = True  # whether to queue new records for the worker
    meanings: Mapping[str, Meaning] = field(default_factory=dict)  # by the draft's fresh id; empty: words alone find what is near
    relevance: Relevance | None = None  # calibrates the cosines of `meanings`
    owed: frozenset[str] = frozenset()  # ids of turn records that a model is still to read
    worded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by the draft's fresh id: what the rules said of it before
    suspects: tuple[str, ...] = ()  # ids of stored turns that hold pieces of an order which this write completes


@dataclass(slots=True)
class Outcome:
    """What one settling did."""

    facts: dict[str, MemoryRecord] = field(default_factory=dict)  # by id: added, confirmed, or met again unchanged
    retired: dict[str, MemoryRecord] = field(default_factory=dict)
    marked: dict[str, MemoryRecord] = field(default_factory=dict)  # stay, but a dispute about them began or ended
    turns: list[MemoryRecord] = field(default_factory=list)
    logged: list[Turn] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    unchanged: set[str] = field(default_factory=set)  # ids in `facts` that need no writing

    def latest(self, record: MemoryRecord) -> MemoryRecord:
        """`record` as this very write has left it so far."""
        return self.retired.get(record.id) or self.facts.get(record.id) or self.marked.get(record.id) or record


def settle(proposal: Proposal, view: View) -> tuple[Batch, Outcome]:
    """The batch that stores `proposal` beside what `view` shows; an empty one when its key was written before.

    Raises ConflictError when a message id or a key comes again with other words.
    """
    outcome = Outcome()
    key = proposal.request.stated.key
    known = None if key is None else view.by_key(key)
    if known is not None:
        _written_before(known, proposal, view, outcome)
        return Batch(), outcome
    sessions = _number_turns(proposal, view, outcome)
    if key is not None and outcome.turns:
        outcome.turns[:] = [replace(turn, key=_part_key(key, place)) for place, turn in enumerate(outcome.turns)]
    new_turns = {turn.sources[0].message for turn in outcome.turns if not view.get([turn.id])}
    for new_id, draft in proposal.drafts:
        if draft.source is None or draft.source.message in new_turns:
            _settle_draft(new_id, draft, proposal, view, outcome)
    pieces = [turn for turn in view.get(proposal.suspects) if turn.status is Status.ACTIVE]
    outcome.marked.update({turn.id: screen.quarantined(turn, "a piece of an order") for turn in pieces})
    new = [turn for turn in outcome.turns if turn.sources[0].message in new_turns]
    logged = tuple(turn for turn in outcome.logged if turn.id in new_turns)
    return replace(_changes(proposal, outcome, new), turns=logged, sessions=sessions), outcome


def settle_late(proposal: Proposal, view: View) -> tuple[Batch, Outcome]:
    """The batch for drafts of turns that were written before; `proposal.turns` are their records.

    What the rules found in the same words gives way to the draft that words it anew; what its owner forgot meanwhile stays forgotten.
    """
    outcome = Outcome(turns=list(proposal.turns))
    for new_id, draft in proposal.drafts:
        taken = _taken_over(new_id, draft, proposal, view, outcome)
        if taken is None:
            continue
        for record in taken:
            outcome.retired[record.id] = record
        _settle_draft(new_id, draft, proposal, view, outcome)
        if new_id not in outcome.facts:
            for record in taken:
                del outcome.retired[record.id]
            continue
        for record in taken:
            held = view.get([record.id])[0]
            newer = outcome.facts[new_id]
            outcome.facts[new_id] = replace(
                merging.absorbed(newer, held), seen=max(held.seen, newer.seen), supersedes=(*newer.supersedes, held.id)
            )
    return _changes(proposal, outcome, []), outcome


def _taken_over(new_id: str, draft: Draft, proposal: Proposal, view: View, outcome: Outcome) -> list[MemoryRecord] | None:
    """The rules' facts of the same turn that the draft words anew, as retired; None when the turn has been taken in with it before."""
    scope, at = proposal.request.scope, _said_at(draft, proposal.turns, proposal.request.now)
    found = view.get([view.matrix().id(row) for row, _ in _nearest(new_id, draft, proposal, view.matrix())])
    told = [each for content in (draft.content, *proposal.worded.get(new_id, ())) for each in view.by_content(content)]
    held = {record.id: record for record in [*told, *found] if _mine(record, scope) and record.id not in outcome.retired}
    own = [record for record in held.values() if draft.source in record.sources]
    worded = {identity.normal(content) for content in proposal.worded.get(new_id, ())}
    first = [record for record in own if record.sources == (draft.source,) and identity.normal(record.content) in worded]
    first = [record for record in first if identity.normal(record.content) != identity.normal(draft.content)]
    if any(_repeats(record, draft) for record in own if record not in first):
        return None
    matrix = view.matrix()
    rows = nearest.nearest(matrix, draft.content, nearest.rows(matrix, scope, proposal.request.now, Status.FORGOTTEN))
    if any(_repeats(record, draft) for record in view.get([matrix.id(row) for row, _ in rows])):
        return None
    return [
        replace(record, status=Status.SUPERSEDED, valid_to=max(at, record.valid_from or at), superseded_by=new_id, reason=_WORDED)
        for record in first
    ]


def _repeats(record: MemoryRecord, draft: Draft) -> bool:
    if identity.normal(record.content) == identity.normal(draft.content):
        return True
    return likeness.compare(record.content, draft.content) in (Relation.SAME, Relation.COVERED)


def _changes(proposal: Proposal, outcome: Outcome, new: Sequence[MemoryRecord]) -> Batch:
    """The records that are to be written, and the work that they are owed."""
    facts = [record for record in outcome.facts.values() if record.id not in outcome.unchanged]
    changed = {record.id: record for record in [*new, *outcome.marked.values(), *outcome.retired.values(), *facts]}
    fresh = {turn.id for turn in new} | {new_id for new_id, _ in proposal.drafts if new_id in outcome.facts}
    tasks = [("embed", record_id) for record_id in changed if record_id in fresh and proposal.embeds]
    tasks += [("extract", turn.id) for turn in new if turn.id in proposal.owed]
    return Batch(records=tuple(changed.values()), tasks=tuple(tasks))


def _written_before(known: MemoryRecord, proposal: Proposal, view: View, outcome: Outcome) -> None:
    """What the first write with this key left. Raises ConflictError when it had other words."""
    key = proposal.request.stated.key or ""
    held = [view.by_key(_part_key(key, place)) for place in range(len(proposal.turns) + 1)]
    told = [turn.content for turn in proposal.turns]
    if known.is_turn and [record.content for record in held if record is not None] != told:
        raise errors.ConflictError(f"key {known.key!r} was written before, with other words: use a new key for new content")
    outcome.turns.extend(record for record in held if record is not None and record.is_turn)
    for new_id, draft in proposal.drafts:
        at = _said_at(draft, proposal.turns, proposal.request.now)
        verdict = reconcile.decide(draft, at, _standing(new_id, draft, proposal, view, outcome))
        if verdict.held is not None and verdict.action is not Action.LATE:
            outcome.facts[verdict.held.id] = verdict.held
    outcome.reasons.append("this key was written before")


def _part_key(key: str, place: int) -> str:
    """The key of the `place`-th turn of a write: the caller's own for the first."""
    return key if place == 0 else f"{key}#{place}"


def _number_turns(proposal: Proposal, view: View, outcome: Outcome) -> tuple[SessionInfo, ...]:
    """Give each turn its place; those already there keep theirs. The session's new state; () outside a session or without change."""
    session = proposal.request.session
    if session is None:
        outcome.turns.extend(said.known(turn, view) or turn for turn in proposal.turns)
        return ()
    scope, first = proposal.request.scope, proposal.turns[0]
    info = view.session(session) or lifecycle.opened(session, first.created_at, agent=scope.agent, scene=scope.scene)
    visibility.require_own_session(info, scope)
    before = info.sequence
    for record, turn in zip(proposal.turns, proposal.logged, strict=True):
        held = said.known(record, view)
        if held is not None:
            outcome.turns.append(held)
            outcome.logged.append(replace(turn, sequence=held.sequence or 0))
            continue
        info = replace(info, sequence=info.sequence + 1, last_at=max(info.last_at, proposal.request.now), status=SessionStatus.OPEN)
        outcome.turns.append(replace(record, sequence=info.sequence))
        outcome.logged.append(replace(turn, sequence=info.sequence))
    return () if info.sequence == before else (info,)


def _settle_draft(new_id: str, draft: Draft, proposal: Proposal, view: View, outcome: Outcome) -> None:
    at = _said_at(draft, outcome.turns, proposal.request.now)
    told = next((turn for turn in outcome.turns if draft.source in turn.sources), None)
    draft = screen.believed(draft, told)
    if why := screen.apart(draft, told):
        outcome.facts[new_id] = screen.quarantined(_new(new_id, draft, proposal, at, Verdict(action=Action.ADD)), why)
        outcome.reasons.append(f"{draft.rule or 'stated'}: kept apart")
        return
    standing = _standing(new_id, draft, proposal, view, outcome)
    verdict = screen.heard_again(reconcile.decide(draft, at, standing), draft)
    outcome.reasons.append(f"{draft.rule or 'stated'}: {verdict.action} ({verdict.reason})")
    if verdict.action is Action.IGNORE:
        if verdict.held is not None and verdict.held.id not in outcome.facts:
            outcome.facts[verdict.held.id] = verdict.held
            outcome.unchanged.add(verdict.held.id)
        return
    if verdict.action is Action.CONFIRM and verdict.held is not None:
        record = merging.confirmed(verdict.held, draft, at, proposal.request.stated.metadata, verdict.raised)
        record = replace(record, trust=trust.more(record.trust, draft.trust))
    else:
        record = _new(new_id, draft, proposal, at, verdict)
    if verdict.action is Action.LATE and verdict.held is not None:
        record = _archived_late(record, verdict.held, standing, view, outcome)
    for lapsed in standing.lapsed:
        outcome.retired[lapsed.id] = merging.retired(lapsed, record, at, "its time was over")
    for target in verdict.targets:
        record = _retire(target, record, verdict, at, view, outcome)
    for other in verdict.disputed:
        record = merging.disputed(record, other.id)
        if verdict.waits:
            continue  # a less trusted source leaves no mark on what it contradicts
        outcome.marked[other.id] = merging.disputed(outcome.latest(other), record.id)
        if other.id in outcome.facts:
            outcome.facts[other.id] = outcome.marked[other.id]
    outcome.facts[record.id] = record
    outcome.unchanged.discard(record.id)


def _archived_late(record: MemoryRecord, newer: MemoryRecord, standing: Standing, view: View, outcome: Outcome) -> MemoryRecord:
    """`record` as the version that was true between the one before it, which ends there, and the next; its turn goes along."""
    begins = record.valid_from or record.created_at
    versions = [held for held in standing.slotted if held.valid_from is not None and held.id != record.id]
    following = [held.valid_from for held in versions if held.valid_from is not None and held.valid_from > begins]
    ends = min([newer.valid_from or newer.created_at, *following])
    record = replace(record, status=Status.SUPERSEDED, valid_to=max(ends, begins), superseded_by=newer.id)
    for held in versions:
        if held.status is Status.SUPERSEDED and held.valid_to is not None and (held.valid_from or begins) <= begins < held.valid_to:
            outcome.marked[held.id] = replace(outcome.latest(held), valid_to=begins)
    told = {turn.id: turn for turn in carriers.archived(outcome.turns, record)}
    outcome.turns[:] = [told.get(turn.id, turn) for turn in outcome.turns]
    return record


def _retire(target: MemoryRecord, record: MemoryRecord, verdict: Verdict, at: datetime, view: View, outcome: Outcome) -> MemoryRecord:
    """Put `target` into the archive; `record` as its successor. A dispute that the target had ends with it."""
    outcome.facts.pop(target.id, None)
    outcome.retired[target.id] = merging.retired(target, record, at, verdict.reason)
    if verdict.action is not Action.REFINE:
        spoken = [turn for source in target.sources if (turn := view.turn(*source)) is not None]
        outcome.marked.update({turn.id: turn for turn in carriers.archived(spoken, outcome.retired[target.id])})
    rival = target.metadata.get(merging.CONFLICT)
    for other in view.get([rival]) if isinstance(rival, str) else ():
        held = outcome.latest(other)
        if held.metadata.get(merging.CONFLICT) == target.id and held.id not in outcome.retired:
            outcome.marked[held.id] = replace(held, metadata=merging.undisputed(held.metadata))
            if held.id in outcome.facts:
                outcome.facts[held.id] = outcome.marked[held.id]
    if verdict.action is Action.REFINE:
        record = merging.absorbed(record, target)
    return replace(record, supersedes=tuple(dict.fromkeys([*record.supersedes, target.id])))


def _standing(new_id: str, draft: Draft, proposal: Proposal, view: View, outcome: Outcome) -> Standing:
    """The writer's own facts that concern the draft, as this very write has left them so far."""
    scope, now, matrix = proposal.request.scope, proposal.request.now, view.matrix()
    normal = identity.normal(draft.content)
    ahead = _said_at(draft, outcome.turns or proposal.turns, now) > now + _AHEAD
    late = list(outcome.facts.values())[-_NEAR_IN_ONE_WRITE:]
    close = [
        fact for fact in outcome.facts.values() if (fact.slot is not None and fact.slot == draft.slot) or fact.content == draft.content
    ]
    own = [fact for fact in {fact.id: fact for fact in [*close, *late]}.values() if _mine(fact, scope)]
    live = (Status.ACTIVE, Status.CANDIDATE)

    def mine(records: Sequence[MemoryRecord]) -> list[MemoryRecord]:
        held = {record.id: outcome.latest(record) for record in [*records, *own]}
        return [record for record in held.values() if _mine(record, scope) and not record.expired(now)]

    def latest(records: Sequence[MemoryRecord]) -> list[MemoryRecord]:
        return [record for record in mine(records) if (record.created_at > now + _AHEAD) is ahead]

    equal = [record for record in view.by_content(draft.content) if _mine(record, scope)]
    same = [record for record in mine(equal) if record.status in live and identity.normal(record.content) == normal]
    found = [] if same else _nearest(new_id, draft, proposal, matrix)
    cosines = {matrix.id(row): cosine for row, cosine in found if not np.isnan(cosine)}
    near = latest(view.get([matrix.id(row) for row, _ in found])) if found or own else []
    return Standing(
        same=same,
        lapsed=[record for record in equal if record.expired(now) and record.id not in outcome.retired],
        slotted=[record for record in latest(view.by_slot(draft.slot)) if record.slot == draft.slot] if draft.slot else [],
        near=[] if same else [record for record in near if record.status in live and record.kind not in nearest.APART],
        forgotten=_forgotten(draft, proposal, view),
        meanings=_calibrated(cosines, draft.language, proposal.relevance),
    )


def _nearest(new_id: str, draft: Draft, proposal: Proposal, matrix: Matrix) -> list[tuple[int, float]]:
    """(position, cosine) of the nearest live facts of the writer; [] for a draft that is no single fact."""
    if draft.kind in nearest.APART:
        return []
    allowed = nearest.rows(matrix, proposal.request.scope, proposal.request.now, Status.ACTIVE, Status.CANDIDATE)
    return nearest.nearest(matrix, draft.content, allowed, proposal.meanings.get(new_id))


def _forgotten(draft: Draft, proposal: Proposal, view: View) -> list[MemoryRecord]:
    """The nearest facts that their owner forgot, which an echo must not bring back; [] for the user's own words."""
    if draft.trust is Trust.USER:
        return []
    matrix = view.matrix()
    found = nearest.nearest(matrix, draft.content, nearest.rows(matrix, proposal.request.scope, proposal.request.now, Status.FORGOTTEN))
    return view.get([matrix.id(row) for row, _ in found])


def _calibrated(cosines: Mapping[str, float], language: str, relevance: Relevance | None) -> dict[str, float]:
    if relevance is None or not cosines:
        return {}
    values = relevance(np.array(list(cosines.values()), np.float32), language)
    return dict(zip(cosines, map(float, values), strict=True))


def _mine(record: MemoryRecord, scope: Scope) -> bool:
    """Whether this very agent wrote it in this very scene: a write changes nothing else."""
    return not record.is_turn and record.agent == scope.agent and record.scene == scope.scene


def _said_at(draft: Draft, turns: Sequence[MemoryRecord], now: datetime) -> datetime:
    return next((turn.created_at for turn in turns if draft.source is not None and draft.source in turn.sources), draft.valid_from or now)


def _new(new_id: str, draft: Draft, proposal: Proposal, at: datetime, verdict: Verdict) -> MemoryRecord:
    scope, stated = proposal.request.scope, proposal.request.stated
    guess = draft.confidence < reconcile.CANDIDATE_BELOW or verdict.waits
    ends = draft.retracts or verdict.action is Action.END
    return MemoryRecord(
        id=new_id,
        kind=draft.kind,
        type=TYPE_OF_KIND.get(draft.kind, MemoryType.SEMANTIC),
        content=draft.content,
        slot=None if verdict.unslotted else draft.slot,
        value=None if ends or verdict.unslotted else draft.value,
        tenant=scope.tenant,
        user=scope.user,
        agent=scope.agent,
        scene=scope.scene,
        created_at=at,
        valid_from=draft.valid_from or at,
        importance=draft.importance,
        confidence=draft.confidence,
        trust=draft.trust,
        sources=(draft.source,) if draft.source else (),
        evidence=(draft.span,) if draft.source else (),
        event_from=draft.event_from,
        event_to=draft.event_to,
        event_precision=draft.event_precision,
        status=Status.CANDIDATE if guess else Status.ACTIVE,
        ttl_seconds=proposal.candidate_ttl_seconds if guess else draft.ttl_seconds,
        reason=f"{draft.rule or 'stated'}: {verdict.reason}",
        language=draft.language,
        payload=draft.payload,
        metadata=stated.metadata,
    )
