"""A model's reading inside of a write: at once for `remember`, left to the worker for a session."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memstrata.core.drafts import Draft
from memstrata.core.events import Events
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.results import ReportStatus
from memstrata.core.trace import Step
from memstrata.remember import rules
from memstrata.remember.model import joining, marks, path, repeats
from memstrata.remember.model.path import Extracted, ModelPath
from memstrata.remember.request import Request, Told

_NOTES = 20  # shown in a trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The turn records, marked with how far they were read, all drafts, and the ids of the records that a model is still to read."""

    records: tuple[MemoryRecord, ...]
    drafts: list[Draft]
    owed: frozenset[str] = frozenset()
    partial: bool = False
    steps: tuple[Step, ...] = ()

    def status(self, otherwise: ReportStatus) -> ReportStatus:
        """How the write ended: `otherwise` when everything was read."""
        if self.partial:
            return ReportStatus.PARTIAL
        return ReportStatus.PENDING if self.owed else otherwise


def read(model: ModelPath, store: Store, events: Events, request: Request, told: Sequence[Told]) -> Reading:
    """What the model makes of the turns of `request`."""
    due = [one for one in told if path.readable(one.turn) and one.record.status is not Status.QUARANTINED]
    by_rules = [draft for one in told for draft in one.drafts]
    records = tuple(one.record for one in told)
    if request.session is not None:
        return Reading(records=records, drafts=by_rules, owed=frozenset() if model.waits else frozenset(one.record.id for one in due))
    started = time.perf_counter()
    again, asked = list[Draft](), list[Told]()
    for one in due:
        source = one.record.sources[0]
        held = repeats.facts(store, request.scope, one.record.content, request.now, source)
        if held is None:
            asked.append(one)
        else:
            again += repeats.drafts(held, source, one.record.trust, (0, len(one.record.content)))
    ends = {one.record.id: len(one.record.content) for one in due}
    extracted = None
    if asked:
        turns = [path.heard(one.turn, one.record) for one in asked]
        extracted = model.read(turns, _before(told, asked[0]))
        ends |= {one.record.id: end for one, end in zip(asked, extracted.answer.read_to, strict=True)}
    by_model = [*again, *(extracted.drafts if extracted else [])]
    owed = frozenset(one.record.id for one in due if ends[one.record.id] < len(one.record.content))
    step = report(events, extracted, len(due) - len(asked), (time.perf_counter() - started) * 1e3)
    return Reading(
        records=tuple(marks.marked(record, ends[record.id]) if record.id in ends else record for record in records),
        drafts=joining.lent(_lenders(asked), by_model) if model.alone else joining.join(by_rules, by_model),
        owed=owed,
        partial=extracted is not None and (extracted.answer.partial or bool(owed and extracted.answer.items)),
        steps=(step,) if due else (),
    )


def report(events: Events, extracted: Extracted | None, repeated: int, milliseconds: float) -> Step:
    """Tell what the reading took, to those who listen and for the trace."""
    if extracted is None:
        return Step("read", f"{repeated} turns said before: no model was asked", milliseconds)
    answer, figures = extracted.answer, extracted.figures
    events.emit("extract", milliseconds, **figures)
    if answer.error is not None:
        events.emit("degraded", part="extraction", error=type(answer.error).__name__)
    outcome = f"{answer.calls} calls, {len(extracted.drafts)} facts" + (", the model declined" if answer.refused else "")
    return Step("read", outcome, milliseconds, {**figures, "repeated": repeated, "notes": [*extracted.notes[:_NOTES]]})


def _lenders(told: Sequence[Told]) -> list[Draft]:
    """What the rules find in the turns, with the turn as its source."""
    return [replace(draft, source=one.record.sources[0]) for one in told for draft in rules.extract(one.turn)]


def _before(told: Sequence[Told], first: Told) -> str:
    """What the assistant said last before `first`; '' when nothing."""
    earlier = [one for one in told[: list(told).index(first)] if one.turn.role == "assistant"]
    return earlier[-1].record.content if earlier else ""
