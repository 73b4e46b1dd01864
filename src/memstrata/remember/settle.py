"""The room that writes: inside the owner's write it compares each draft with what is there and builds the batch."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.drafts import Draft
from memstrata.core.records import TYPE_OF_KIND, Kind, MemoryRecord, MemoryType, Source, Status
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.policies import reconcile
from memstrata.remember.request import Request

_MAX_SOURCES = 50  # a fact that is said daily keeps its newest messages
_REPEATED = 2  # G4: a candidate that is seen again becomes a fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What the rooms before hand over: the turn records to write, with their log entries, and the drafts with fresh ids."""

    request: Request
    logged: tuple[Turn, ...]  # for the session log; empty outside a session
    turns: tuple[MemoryRecord, ...]
    drafts: tuple[tuple[str, Draft], ...]  # (id for a new record, draft)
    candidate_ttl_seconds: float
    embeds: bool = True  # whether to queue new records for the worker


@dataclass(slots=True)
class Outcome:
    """What one settling did."""

    facts: dict[str, MemoryRecord] = field(default_factory=dict)  # by id: added or confirmed
    retired: dict[str, MemoryRecord] = field(default_factory=dict)
    turns: list[MemoryRecord] = field(default_factory=list)
    logged: list[Turn] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)


def settle(proposal: Proposal, view: View) -> tuple[Batch, Outcome]:
    """The batch that stores `proposal` beside what `view` shows. Raises ConflictError when a message id comes with other words."""
    outcome = Outcome()
    known = _idempotent(proposal, view)
    if known is not None:
        outcome.facts[known.id] = known
        outcome.reasons.append("this key was written before")
        return Batch(), outcome
    sessions = _number_turns(proposal, view, outcome)
    new_turns = {turn.sources[0].message for turn in outcome.turns if not view.get([turn.id])}
    for new_id, draft in proposal.drafts:
        if draft.source is None or draft.source.message in new_turns:
            _settle_draft(new_id, draft, proposal, view, outcome)
    changed = [
        *(turn for turn in outcome.turns if turn.sources[0].message in new_turns),
        *outcome.retired.values(),
        *outcome.facts.values(),
    ]
    fresh = {turn.id for turn in changed if turn.is_turn} | {new_id for new_id, _ in proposal.drafts if new_id in outcome.facts}
    tasks = tuple(("embed", record.id) for record in changed if record.id in fresh) if proposal.embeds else ()
    logged = tuple(turn for turn in outcome.logged if turn.id in new_turns)
    return Batch(records=tuple(changed), turns=logged, sessions=sessions, tasks=tasks), outcome


def _idempotent(proposal: Proposal, view: View) -> MemoryRecord | None:
    key = proposal.request.stated.key
    return None if key is None else view.by_key(key)


def _number_turns(proposal: Proposal, view: View, outcome: Outcome) -> tuple[SessionInfo, ...]:
    """Give each turn its place; turns that are there already keep theirs. The session's new state, () outside a session or without a change."""
    session = proposal.request.session
    if session is None:
        outcome.turns.extend(proposal.turns)
        return ()
    scope, first = proposal.request.scope, proposal.turns[0]
    info = view.session(session) or SessionInfo(
        id=session, agent=scope.agent, scene=scope.scene, opened_at=first.created_at, last_at=first.created_at
    )
    before = info.sequence
    for record, turn in zip(proposal.turns, proposal.logged, strict=True):
        held = view.turn(session, turn.id)
        if held is not None:
            if held.content != record.content or held.role != record.role:
                raise errors.ConflictError(f"message {turn.id!r} of session {session!r} is there already, with other words: use a new id")
            outcome.turns.append(held)
            outcome.logged.append(replace(turn, sequence=held.sequence or 0))
            continue
        info = replace(info, sequence=info.sequence + 1, last_at=max(info.last_at, proposal.request.now), status=SessionStatus.OPEN)
        outcome.turns.append(replace(record, sequence=info.sequence))
        outcome.logged.append(replace(turn, sequence=info.sequence))
    return () if info.sequence == before else (info,)


def _settle_draft(new_id: str, draft: Draft, proposal: Proposal, view: View, outcome: Outcome) -> None:
    scope, at = proposal.request.scope, _said_at(draft, outcome.turns, proposal.request.now)
    same = _writable(view.by_content(draft.content), scope, outcome)
    slotted = _writable(view.by_slot(draft.slot), scope, outcome) if draft.slot else []
    verdict = reconcile.decide(draft, at, same, slotted)
    outcome.reasons.append(f"{draft.rule or 'stated'}: {verdict.action} ({verdict.reason})")
    if verdict.action is reconcile.Action.CONFIRM:
        held = verdict.targets[0]
        outcome.facts[held.id] = confirmed(held, draft, at)
        return
    record = _new(new_id, draft, proposal, at, verdict)
    if verdict.action is reconcile.Action.LATE:
        newer = verdict.targets[0]
        record = replace(record, status=Status.SUPERSEDED, valid_to=newer.valid_from or newer.created_at, superseded_by=newer.id)
    if verdict.action in (reconcile.Action.REPLACE, reconcile.Action.END):
        for target in verdict.targets:
            outcome.facts.pop(target.id, None)
            outcome.retired[target.id] = retired(target, record, at, verdict.reason)
        record = replace(record, supersedes=tuple(target.id for target in verdict.targets))
    outcome.facts[record.id] = record


def confirmed(held: MemoryRecord, draft: Draft, at: datetime) -> MemoryRecord:
    """`held` seen once more: sources joined, the greater importance and confidence, a candidate raised when it was said twice."""
    sources = held.sources
    if draft.source is not None and draft.source not in sources:
        sources = (*sources, draft.source)[-_MAX_SOURCES:]
    seen = held.seen + 1
    raised = held.status is Status.CANDIDATE and (seen >= _REPEATED or draft.explicit or draft.confidence >= reconcile.CANDIDATE_BELOW)
    return replace(
        held,
        seen=seen,
        sources=sources,
        evidence=held.evidence if sources == held.sources else (*held.evidence, draft.span)[-len(sources) :],
        importance=max(held.importance, draft.importance),
        confidence=max(held.confidence, draft.confidence, 0.6 if raised else 0.0),
        confirmed_at=max(at, held.confirmed_at or at),
        status=Status.ACTIVE if raised else held.status,
        ttl_seconds=None if raised else held.ttl_seconds,
        reason="seen again" if raised else held.reason,
    )


def retired(target: MemoryRecord, successor: MemoryRecord, at: datetime, reason: str) -> MemoryRecord:
    """`target` closed at `at` in favour of `successor`."""
    return replace(
        target,
        status=Status.SUPERSEDED,
        valid_to=max(at, target.valid_from or at),
        superseded_by=successor.id,
        reason=f"superseded: {reason}",
    )


def _writable(records: Sequence[MemoryRecord], scope: Scope, outcome: Outcome) -> list[MemoryRecord]:
    """Those that this agent and scene wrote, as this very write has left them so far."""
    held = [outcome.retired.get(record.id) or outcome.facts.get(record.id) or record for record in records]
    known = {record.id for record in held}
    slot_mates = {record.slot for record in held}
    held += [fact for fact in outcome.facts.values() if fact.id not in known and fact.slot in slot_mates and fact.slot is not None]
    return [record for record in held if record.agent == scope.agent and record.scene in (None, scope.scene)]


def _said_at(draft: Draft, turns: Sequence[MemoryRecord], now: datetime) -> datetime:
    return next((turn.created_at for turn in turns if draft.source is not None and draft.source in turn.sources), draft.valid_from or now)


def _new(new_id: str, draft: Draft, proposal: Proposal, at: datetime, verdict: reconcile.Verdict) -> MemoryRecord:
    scope, stated = proposal.request.scope, proposal.request.stated
    guess = draft.confidence < reconcile.CANDIDATE_BELOW
    return MemoryRecord(
        id=new_id,
        kind=draft.kind,
        type=TYPE_OF_KIND.get(draft.kind, MemoryType.SEMANTIC),
        content=draft.content,
        slot=draft.slot,
        value=draft.value,
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
        key=stated.key,
        metadata=stated.metadata,
    )


def turn_record(new_id: str, turn: Turn, text: str, request: Request, language: str) -> MemoryRecord:
    """The record of one message: verbatim but for what `text` has masked."""
    scope = request.scope
    return MemoryRecord(
        id=new_id,
        kind=Kind.TURN,
        type=MemoryType.EPISODIC,
        content=text,
        tenant=scope.tenant,
        user=scope.user,
        agent=scope.agent,
        scene=scope.scene,
        created_at=turn.at,
        valid_from=turn.at,
        trust=request.trust,
        sources=(Source(request.session, turn.id),),
        language=language,
        session=request.session,
        role=turn.role,
        name=turn.name,
        metadata=turn.metadata,
    )
