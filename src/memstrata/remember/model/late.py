"""A model's reading of a turn that was written before: by the worker, or by `flush`."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memstrata.core.batch import Batch, Task, View
from memstrata.core.drafts import Draft
from memstrata.core.events import Events
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.core.turns import Turn
from memstrata.policies import messages
from memstrata.remember import redact, rules, settle
from memstrata.remember.model import inline, joining, marks, path, repeats
from memstrata.remember.model.path import ModelPath
from memstrata.remember.request import Request

_BEFORE_TURNS = 6  # looked through for what the assistant said last
_UNREAD = (Status.FORGOTTEN, Status.QUARANTINED)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the reading works with; `admitted` completes drafts and drops what the write policy does not keep."""

    model: ModelPath
    store: Store
    events: Events
    new_id: Callable[[], str]
    admitted: Callable[[Sequence[Draft], Request], list[Draft]]


@dataclass(frozen=True, slots=True)
class Owed:
    """A task of an owner, at the present."""

    scope: Scope
    task: Task
    now: datetime


def read(parts: Parts, owed: Owed, embeds: bool, ttl_seconds: float) -> int:
    """Read the turn, store what comes of it and end the task, in one write; how many facts. Raises LLMError for what stays unread."""
    record = next(iter(parts.store.get(owed.scope, [owed.task.record])), None)
    if record is None or marks.is_read(record) or record.status in _UNREAD:
        parts.store.write(owed.scope, lambda view: Batch(done=(owed.task.id,)))
        return 0
    started = time.perf_counter()
    turn, before = _said(parts.store, owed.scope, record)
    scope = replace(owed.scope, agent=record.agent, scene=record.scene)
    request = Request(scope=scope, turns=(turn,), now=owed.now, session=record.session, trust=record.trust)
    source = record.sources[0]
    held = repeats.facts(parts.store, scope, record.content, owed.now, source)
    if held is not None:
        extracted, drafts, end = None, repeats.drafts(held, source, record.trust, (0, len(record.content))), len(record.content)
    else:
        extracted = parts.model.read([path.heard(turn, record)], before)
        drafts, end = extracted.drafts, extracted.answer.read_to[0]
    inline.report(parts.events, extracted, int(held is not None), (time.perf_counter() - started) * 1e3)
    error = None if extracted is None else extracted.answer.error
    if error is not None and end <= marks.read_to(record) and not drafts:
        raise error
    found = [replace(draft, source=source) for draft in rules.extract(turn)]
    joined = joining.lent(found, drafts) if parts.model.alone else joining.join(found, drafts)
    proposal = _proposal(parts, request, record, joined, [] if parts.model.alone else found)
    proposal = replace(proposal, embeds=embeds, candidate_ttl_seconds=ttl_seconds)
    count = _store(parts, owed, proposal, end, error is None)
    if error is not None:
        raise error
    return count


def _proposal(parts: Parts, request: Request, record: MemoryRecord, joined: Sequence[Draft], found: Sequence[Draft]) -> settle.Proposal:
    """The model's drafts of `joined`; what the rules found and one of them says anew is to give way to it."""
    stays = [draft for draft in joined if draft in found]
    gone = [draft for draft in found if draft not in stays]
    drafts = [(parts.new_id(), draft) for draft in parts.admitted([draft for draft in joined if draft not in stays], request)]
    return settle.Proposal(
        request=request,
        logged=(),
        turns=(record,),
        drafts=tuple(drafts),
        candidate_ttl_seconds=0.0,
        worded={new_id: tuple(each.content for each in gone if joining.says_all(draft, each)) for new_id, draft in drafts},
    )


def _store(parts: Parts, owed: Owed, proposal: settle.Proposal, end: int, complete: bool) -> int:
    """One write: the facts, the mark on the turn, the end of the task, and a new one for what is unread; how many facts."""
    count = 0
    turn_id = proposal.turns[0].id

    def decide(view: View) -> Batch:
        nonlocal count
        count = 0
        present = next(iter(view.get([turn_id])), None)
        if present is None or marks.is_read(present):
            return Batch(done=(owed.task.id,))
        batch, outcome = settle.settle_late(proposal, view)
        count = len(outcome.facts)
        marked = marks.marked(present, end)
        tasks = ((marks.JOB, turn_id),) if complete and not marks.is_read(marked) else ()
        return replace(
            batch,
            records=(*batch.records, marked),
            tasks=(*batch.tasks, *tasks),
            done=(owed.task.id,) if complete else (),
        )

    parts.store.write(proposal.request.scope, decide)
    return count


def _said(store: Store, scope: Scope, record: MemoryRecord) -> tuple[Turn, str]:
    """The turn as it was said, with its own offset while the session still has it, and what the assistant said before it."""
    source = record.sources[0]
    plain = messages.read(record.role or "user", record.content, session=record.session or "-", id=source.message, at=record.created_at)
    if record.session is None or record.sequence is None:
        return plain, ""
    log = store.turns(scope, record.session, after=max(0, record.sequence - _BEFORE_TURNS))
    said = next((turn for turn in log if turn.id == source.message), None)
    answers = [turn.text for turn in log if turn.role == "assistant" and turn.sequence < record.sequence]
    before = redact.for_memory(answers[-1]) if answers else ""
    return (plain if said is None else replace(plain, at=said.at, tool_call_id=said.tool_call_id, content=record.content)), before
