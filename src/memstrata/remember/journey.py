"""The corridor: redact → extract → settle → emit. It writes the turns always, and the facts that the rules find in them."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC

from memstrata.core.batch import Batch, View
from memstrata.core.drafts import Draft
from memstrata.core.events import Events
from memstrata.core.ports import Store
from memstrata.core.records import IMPORTANCE, IMPORTANCE_OF_KIND, Kind, MemoryRecord, Source
from memstrata.core.results import Report, ReportStatus
from memstrata.core.trace import Step, Trace
from memstrata.core.turns import Turn
from memstrata.policies import messages, slots
from memstrata.remember import redact, rules, settle
from memstrata.remember.request import Request
from memstrata.text import dates, language

_DAY_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Remember:
    """The parts of the journey; `walk` goes through it once."""

    store: Store
    events: Events
    new_id: Callable[[], str]
    candidate_ttl_days: float = 30.0
    embeds: bool = True

    def walk(self, request: Request) -> tuple[Report, list[Turn]]:
        """What the write did, and the turns as the session log holds them. All of it is durable when this returns."""
        started = time.perf_counter()
        proposal = self._propose(request)
        extracted = time.perf_counter()
        outcome = settle.Outcome()

        def decide(view: View) -> Batch:
            nonlocal outcome  # the store may ask twice: the last answer is what was committed
            batch, outcome = settle.settle(proposal, view)
            return batch

        self.store.write(request.scope, decide)
        ended = time.perf_counter()
        facts = list(outcome.facts.values())
        steps = (
            Step("extract", f"{len(proposal.drafts)} drafts", (extracted - started) * 1e3),
            Step(
                "settle",
                f"{len(facts)} facts, {len(outcome.retired)} superseded",
                (ended - extracted) * 1e3,
                {"reasons": [*outcome.reasons]},
            ),
        )
        self.events.emit("remember", (ended - started) * 1e3, turns=len(outcome.turns), facts=len(facts), superseded=len(outcome.retired))
        status = ReportStatus.STORED if facts else ReportStatus.NOTHING
        report = Report(status, records=facts, turns=outcome.turns, superseded=list(outcome.retired.values()), trace=Trace(steps))
        return report, outcome.logged

    def _propose(self, request: Request) -> settle.Proposal:
        records, drafts = list[MemoryRecord](), list[tuple[str, Draft]]()
        for said in request.turns:
            text = redact.for_memory(said.text)
            turn = replace(said, text=text, role=messages.voice(said))  # a "user" message that only carries tool results is the tool's
            record = settle.turn_record(self.new_id(), _utc(turn), text, request, language.language(text))
            records.append(record)
            source = Source(request.session, turn.id)
            found = _stated(turn, request) if request.stated.explicit else rules.extract(turn)
            drafts.extend((self.new_id(), _completed(draft, source, request)) for draft in found)
        return settle.Proposal(
            request=request,
            logged=tuple(redact.for_log(turn) for turn in request.turns) if request.session is not None else (),
            turns=tuple(records),
            drafts=tuple(drafts),
            candidate_ttl_seconds=self.candidate_ttl_days * _DAY_SECONDS,
            embeds=self.embeds,
        )


def _utc(turn: Turn) -> Turn:
    return replace(turn, at=turn.at.astimezone(UTC))


def _stated(turn: Turn, request: Request) -> list[Draft]:
    """The caller's own fact: the text as given, under the kind and slot that they named."""
    stated = request.stated
    slot = slots.normal(stated.slot) if stated.slot is not None else None
    found = [draft for draft in rules.extract(turn) if slot is not None and draft.slot == slot]
    kind = stated.kind or (found[0].kind if found else Kind.FACT)
    when = dates.dated(turn.text, turn.at)
    return [
        Draft(
            content=turn.text,
            kind=kind,
            slot=slot,
            value=(found[0].value if found else turn.text) if slot is not None else None,
            importance=IMPORTANCE_OF_KIND.get(kind, IMPORTANCE["medium"]),
            confidence=1.0,
            span=(0, len(turn.text)),
            language=language.language(turn.text),
            explicit=True,
            event_from=when.event_from if when else None,
            event_to=when.event_to if when else None,
            event_precision=when.precision if when else None,
            rule="stated",
        )
    ]


def _completed(draft: Draft, source: Source, request: Request) -> Draft:
    stated = request.stated
    return replace(
        draft,
        source=source,
        trust=request.trust,
        importance=draft.importance if stated.importance is None else stated.importance,
        ttl_seconds=draft.ttl_seconds if stated.ttl_seconds is None else stated.ttl_seconds,
        valid_from=draft.valid_from.astimezone(UTC) if draft.valid_from else None,
    )
