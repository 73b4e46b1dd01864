"""The corridor: redact → extract → screen → settle → emit. It writes the turns always, and the facts that are found in them."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memstrata.core import errors
from memstrata.core.batch import Batch, Task, View
from memstrata.core.drafts import Draft
from memstrata.core.events import Events
from memstrata.core.ports import Store
from memstrata.core.records import IMPORTANCE, IMPORTANCE_OF_KIND, Kind, MemoryRecord, Source, Status, Trust
from memstrata.core.results import Report, ReportStatus
from memstrata.core.scope import Scope
from memstrata.core.trace import Step, Trace
from memstrata.core.turns import Turn
from memstrata.policies import affect, messages, nearest, reconcile, slots, writing
from memstrata.policies.writing import WritePolicy
from memstrata.remember import asides, redact, rules, said, screen, settle
from memstrata.remember.model import ModelPath, inline, late, marks
from memstrata.remember.request import Request, Told
from memstrata.text import dates, language

_DAY_SECONDS = 86_400.0
_WHOLE_SHARE = 0.9  # of a stated text that one attribute fills: a closing mark aside, all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Remember:
    """The parts of the journey; `walk` goes through it once, `read_late` when a model is to read a turn that is there."""

    store: Store
    events: Events
    new_id: Callable[[], str]
    candidate_ttl_days: float = 30.0
    embeds: bool = True
    policy: WritePolicy = writing.PRESETS["balanced"]
    by_rules: bool = True
    model: ModelPath | None = None
    signing_key: bytes | None = field(default=None, repr=False)  # proves where tools' turns come from

    def walk(self, request: Request) -> tuple[Report, list[Turn]]:
        """What the write did, and the turns as the session log holds them. All of it is durable when this returns."""
        started = time.perf_counter()
        told, suspects = screen.joined(self._hear(request), request, self.store)
        reading = self._read(request, told)
        proposal = replace(self._proposal(request, told, reading), suspects=suspects)
        extracted = time.perf_counter()
        outcome = settle.Outcome()

        def decide(view: View) -> Batch:
            nonlocal outcome  # the store may ask twice: the last answer is what was committed
            batch, outcome = settle.settle(proposal, view)
            return batch

        self.store.write(request.scope, decide)
        ended = time.perf_counter()
        facts = [fact for fact in outcome.facts.values() if request.stated.explicit or not affect.is_feeling(fact)]
        steps = (
            Step("extract", f"{len(proposal.drafts)} drafts", (extracted - started) * 1e3),
            *(reading.steps if reading else ()),
            Step(
                "settle",
                f"{len(facts)} facts, {len(outcome.retired)} superseded",
                (ended - extracted) * 1e3,
                {"reasons": [*outcome.reasons]},
            ),
        )
        self.events.emit("remember", (ended - started) * 1e3, turns=len(outcome.turns), facts=len(facts), superseded=len(outcome.retired))
        status = ReportStatus.STORED if facts else ReportStatus.NOTHING
        report = Report(
            reading.status(status) if reading else status,
            records=facts,
            turns=outcome.turns,
            superseded=[each for each in outcome.retired.values() if not affect.is_feeling(each)],
            trace=Trace(steps),
        )
        return report, outcome.logged

    def read_late(self, scope: Scope, task: Task, now: datetime) -> int:
        """Let the model read the turn that `task` owes, and store what it finds together with the task's end; how many facts.

        Exactly once, whatever dies in between: the turn is marked in the same write. Raises LLMError when some of it is still unread.
        """
        if self.model is None:
            raise errors.LLMError("no language model is configured: the turn waits until there is one")
        parts = late.Parts(self.model, self.store, self.events, self.new_id, self._admitted)
        return late.read(parts, late.Owed(scope, task, now), self.embeds, self.candidate_ttl_days * _DAY_SECONDS)

    def owes(self, record: MemoryRecord) -> bool:
        """Whether a model is still to read the turn."""
        read = record.role != "user" or marks.is_read(record)
        return self.model is not None and not read and record.status is Status.ACTIVE

    def _hear(self, request: Request) -> list[Told]:
        """Each turn masked, with its fresh record and the drafts that the rules find in it."""
        found = list[Told]()
        for spoken in request.turns:
            text = redact.for_memory(spoken.text)
            turn = replace(spoken, text=text, role=messages.voice(spoken))  # a "user" message that only carries tool results is the tool's
            record = said.record(self.new_id(), _utc(turn), text, request, language.language(text))
            source = Source(request.session, turn.id)
            drafts = _stated(turn, request) if request.stated.explicit else self._by_rules(turn, request, found)
            beside = () if request.stated.explicit else asides.found(turn, request.trust)
            told = (tuple(_completed(draft, source, request) for draft in each) for each in (drafts, beside))
            heard = Told(turn, record, *told)
            found.append(screen.screened(heard, spoken.text, request, self.signing_key))
        return found

    def _by_rules(self, turn: Turn, request: Request, told: Sequence[Told]) -> list[Draft]:
        """What the rules find; the messages before are looked up only for one that corrects what it does not name."""
        if not self.by_rules:
            return []
        before = [one.turn for one in told[-rules.CONTEXT_MESSAGES :]]
        if request.session is not None and rules.refers_back(turn):
            before = [*self.store.turns(request.scope, request.session, last=rules.CONTEXT_MESSAGES), *before]
        return rules.extract(turn, before=before)

    def _read(self, request: Request, told: Sequence[Told]) -> inline.Reading | None:
        """What a model makes of the turns, now or later; None when none is to read them."""
        if self.model is None or request.stated.explicit or request.trust is Trust.IMPORT:
            return None
        return inline.read(self.model, self.store, self.events, request, told)

    def _proposal(self, request: Request, told: Sequence[Told], reading: inline.Reading | None) -> settle.Proposal:
        drafts = list(reading.drafts) if reading else [draft for one in told for draft in one.drafts]
        drafts += [draft for one in told if one.record.status is not Status.QUARANTINED for draft in one.asides]
        return settle.Proposal(
            request=request,
            logged=tuple(redact.for_log(turn) for turn in request.turns) if request.session is not None else (),
            turns=reading.records if reading else tuple(one.record for one in told),
            drafts=tuple((self.new_id(), draft) for draft in self._admitted(drafts, request)),
            candidate_ttl_seconds=self.candidate_ttl_days * _DAY_SECONDS,
            embeds=self.embeds,
            owed=reading.owed if reading else frozenset(),
        )

    def _admitted(self, drafts: Sequence[Draft], request: Request) -> list[Draft]:
        return writing.admitted([_completed(draft, draft.source, request) for draft in drafts], self.policy)


def _utc(turn: Turn) -> Turn:
    return replace(turn, at=turn.at.astimezone(UTC))


def _stated(turn: Turn, request: Request) -> list[Draft]:
    """The caller's own fact: the text as given, under the kind and slot that they named, or the slot of which all of it speaks."""
    stated = request.stated
    read = [draft for draft in rules.extract(turn) if draft.slot is not None]
    slot = slots.normal(stated.slot) if stated.slot is not None else None
    found = next((draft for draft in read if draft.slot == slot), None) if slot is not None else _whole(read, turn.text)
    kind = stated.kind or (found.kind if found else Kind.FACT)
    if slot is None and found is not None and kind not in nearest.APART:
        slot = found.slot
    when = dates.dated(turn.text, turn.at)
    return [
        Draft(
            content=turn.text,
            kind=kind,
            slot=slot,
            value=(found.value if found else turn.text) if slot is not None else None,
            importance=IMPORTANCE_OF_KIND.get(kind, IMPORTANCE["medium"]),
            confidence=1.0,
            span=(0, len(turn.text)),
            language=language.language(turn.text),
            explicit=True,
            negated=found is not None and found.negated,
            retracts=found is not None and found.retracts and stated.slot is None,
            event_from=when.event_from if when else None,
            event_to=when.event_to if when else None,
            event_precision=when.precision if when else None,
            rule="stated",
        )
    ]


def _whole(read: Sequence[Draft], text: str) -> Draft | None:
    """The one draft with a slot that holds nearly all of the text and doubts nothing; None where it says more, or several things."""
    if len(read) != 1 or read[0].confidence < reconcile.CANDIDATE_BELOW:
        return None
    return read[0] if read[0].span[1] - read[0].span[0] >= _WHOLE_SHARE * len(text.strip()) else None


def _completed(draft: Draft, source: Source | None, request: Request) -> Draft:
    stated = request.stated
    return replace(
        draft,
        source=source,
        trust=request.trust if draft.trust is Trust.USER else draft.trust,
        importance=draft.importance if stated.importance is None else stated.importance,
        ttl_seconds=draft.ttl_seconds if stated.ttl_seconds is None else stated.ttl_seconds,
        valid_from=draft.valid_from.astimezone(UTC) if draft.valid_from else None,
    )
