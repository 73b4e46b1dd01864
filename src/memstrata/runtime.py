"""What all handles of one open memory share: the parts, the worker and the health."""

import functools
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from memstrata import assembly
from memstrata.assembly import Parts
from memstrata.core import errors
from memstrata.core.batch import Task
from memstrata.core.consolidation import ConsolidationReport
from memstrata.core.erasure import Plan
from memstrata.core.events import Event
from memstrata.core.llm import LLMHealth
from memstrata.core.matrix import TRUSTS
from memstrata.core.ports import Store
from memstrata.core.records import Json, MemoryRecord, Trust
from memstrata.core.results import Hits, Receipt, Report, ReportStatus
from memstrata.core.scope import Scope
from memstrata.core.settings import Mode
from memstrata.core.turns import Turn
from memstrata.policies import arguments, episodes, profile, sharing, trust
from memstrata.policies.episodes import Outcome
from memstrata.policies.summarising import Bounds
from memstrata.recall import browse, experience, gate, prefetch
from memstrata.recall.question import Question
from memstrata.remember import edit, erase, publish, rollback
from memstrata.remember.closing import Closer
from memstrata.remember.model import returning
from memstrata.remember.request import Request
from memstrata.remember.sessions import Sessions
from memstrata.text import tokens
from memstrata.upkeep import audit, consolidate, embedding, extraction, paraphrases, retention, schedule, summary, worker
from memstrata.upkeep import skills as skill_upkeep

_LOG = logging.getLogger("memstrata")
_WARN_EVERY_SECONDS = 60.0


class Runtime:
    """One open memory."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        seldom = (self._close_idle, self._drop_some, self._audit_due, self._consolidate_due)
        reading = (self._prefetch_one, self._embed_some, self._extract_one, self._fold_one, self._close_one)
        self.worker = worker.Worker((*reading, *seldom, lambda: self.parts.index_some()), self._failed)  # noqa: PLW0108  a restore changes the parts
        vectors = parts.recall.vectors if parts.settings.worker else None
        self._prefetch = prefetch.Prefetch(vectors, parts.events) if vectors is not None else None
        self._looked: dict[str, float] = {}  # when the schedule of a job was last looked at
        self._looked_for_stale = False
        self._closed = False
        self._lock = threading.Lock()
        self._working = threading.Lock()
        self._reading = threading.Lock()  # held while a model reads, so that `flush` waits for what the worker has in hand
        self._talks: dict[summary.Talk, None] = {}  # sessions that may have outgrown their window; told anew by every turn
        self._closings: dict[summary.Talk, None] = {}  # sessions whose episode a model is still to word
        self._looked_for_half_closed = False
        self._faults: Counter[str] = Counter()
        self._cannot_embed = False  # as the last attempt showed
        self._warned: dict[str, float] = {}
        parts.events.listen(self._watch)
        if (kind := assembly.network(parts.settings)) is not None:
            parts.events.emit("degraded", part="disk", error=f"{kind}: several machines on one folder would damage it")
        if parts.remember.model is not None:
            self.ring()  # turns may be owed to the model from before

    @property
    def store(self) -> Store:
        """The store. Raises ClosedError after `close`."""
        self._require_open()
        return self.parts.store

    def _require_open(self) -> None:
        if self._closed:
            raise errors.ClosedError("this memory is closed: open it again with memstrata.open(…)")

    def now(self) -> datetime:
        return self.parts.clock.now()

    def ring(self) -> None:
        """Work was queued."""
        if self.parts.settings.worker:
            self.worker.ring()

    def flush(self, timeout: float | None) -> int:
        """Each queued item tried once; what is still pending."""
        ends = None if timeout is None else time.monotonic() + timeout
        self.parts.uses.write(self.store)
        self._read_owed(ends)
        while (ends is None or time.monotonic() < ends) and self._fold_one():
            pass
        while (ends is None or time.monotonic() < ends) and self._close_next():
            pass
        self.closer.close_idle()
        while (ends is None or time.monotonic() < ends) and (self._embed_some() or self._drop_some() or self.parts.index_some()):
            pass
        return self.store.stats().pending

    def _read_owed(self, ends: float | None) -> None:
        """Let the model read each owed turn once, due or not."""
        last = 0
        while (ends is None or time.monotonic() < ends) and (task := self._extract(last)) is not None:
            last = task.id

    def _extract(self, after: int | None) -> Task | None:
        if self.parts.remember.model is None:
            return None
        with self._reading:
            reader = replace(self.parts.remember, store=self.store)
            return extraction.extract_one(self.store, reader.read_late, self.parts.events, self.now(), after)

    def _extract_one(self) -> int:
        return int(self._extract(None) is not None)

    def _fold_one(self) -> int:
        """Fold the older turns of one session that may have outgrown its window; 0 when none is left to look at."""
        with self._reading:
            try:
                talk, _ = self._talks.popitem()
            except KeyError:
                return 0
            bounds = Bounds(self.parts.settings.window_exchanges, self.parts.settings.window_tokens)
            summary.fold_session(self.store, talk, bounds, self.parts.summariser.fold, self.parts.events)
            return 1

    def close_session(self, scope: Scope, session: str, mode: Mode, judged: Outcome | None = None) -> Report:
        """Close it, or begin to where a model words its episode."""
        if mode != "full":
            return replace(self.closer, store=self.working(mode).store, writer=None).close(scope, session)
        report = self.closer.close(scope, session, judged)
        if report.status is ReportStatus.PENDING:
            self._closings[summary.Talk(scope, session)] = None
        self.ring()
        return report

    def _learn(self, scope: Scope, episode: MemoryRecord) -> None:
        """Look for a skill where a session that went well was closed."""
        if episodes.of(episode).outcome == "success":
            owner = scope.widened()
            writer = self.parts.skill_writer
            maker = skill_upkeep.Maker(self.parts.remember.new_id, self.parts.embedder is not None, None if writer is None else writer.word)
            skill_upkeep.learn(self.store, owner, self.now(), maker)

    def _close_one(self) -> int:
        """Let the model word one episode, once no turn is left for it to read."""
        return self._extract_one() or self._close_next()

    def _close_next(self) -> int:
        """End one closing that was begun, here or in a process that died; 0 when there is none."""
        with self._reading:
            if not self._looked_for_half_closed:
                self._looked_for_half_closed = True
                self._closings |= {summary.Talk(scope, session): None for scope, session in self.closer.half_closed()}
            try:
                talk, _ = self._closings.popitem()
            except KeyError:
                return 0
            self.closer.resume(talk.scope, talk.session)
            return 1

    def _drop_some(self) -> int:
        return retention.drop_some(self.store, self.now(), self.parts.remember.owes)

    def remember(self, request: Request) -> tuple[Report, list[Turn]]:
        """Walk the journey of writing, and ring the worker."""
        report, logged = self.parts.remember.walk(request)
        model = self.parts.remember.model
        if model is not None and model.waits and request.session is not None and logged and logged[0].sequence == 1:
            self.store.write(request.scope, returning.owed(request.scope, request.session))
        if request.session is not None:
            self._talks[summary.Talk(request.scope, request.session)] = None
        newest = logged[-1] if logged else None
        if self._prefetch is not None and newest is not None and newest.role == "user" and gate.gate(newest.text).recall:
            self._prefetch.want(newest.text)  # a context for it is likely to be asked for next
        self.ring()
        return report, logged

    def recall(self, question: Question) -> Hits:
        """Walk the journey of reading. While nothing can be embedded, the answer says so, vectors or not."""
        hits = self.parts.recall.walk(question)
        if self._cannot_embed and not hits.degraded:
            hits.trace = replace(hits.trace, degraded=("dense",))
        return hits

    def experiences(self, question: Question, limit: int = experience.SHOWN) -> list[experience.Experience]:
        """What past tasks like `question` teach."""
        return experience.experiences(replace(self.parts.recall, store=self.store), question, limit)

    def health(self) -> Mapping[str, object]:
        faults, stand_in = dict(self._faults), self._stand_in()
        ask = getattr(self.parts.llm, "health", None)  # a port that was handed in need not have it
        model = ask() if callable(ask) else None
        shut = isinstance(model, LLMHealth) and model.state != "closed"
        return {"status": "degraded" if faults or stand_in or shut else "ok", "faults": faults, "embedder": stand_in, "llm": model}

    def _stand_in(self) -> str | None:
        """Why meaning is not, or only poorly, understood; None when a real model is there. Loads the model."""
        if self.parts.embedder is None:
            return "no embedder is configured"
        try:
            return self.parts.embedder.degraded
        except errors.EmbedderError as error:
            return str(error)

    def audit(self, scopes: Sequence[Scope]) -> audit.AuditReport:
        """Look through what is stored of these owners."""
        started = time.perf_counter()
        report = audit.audit(self.store, scopes, self.now())
        for scope in scopes:
            schedule.note(self.store, schedule.AUDIT, scope, self.now())
        self.parts.events.emit("audit", (time.perf_counter() - started) * 1e3, records=report.records, findings=len(report.findings))
        return report

    def consolidate(self, scopes: Sequence[Scope], dry_run: bool, progress: consolidate.Progress | None) -> ConsolidationReport:
        """Consolidate the memories of these owners."""
        self.parts.uses.write(self.store)
        report = self.parts.consolidator.run(scopes, self.now(), dry_run=dry_run, progress=progress)
        self.ring()
        return report

    def undo(self, scopes: Sequence[Scope], run: str) -> int:
        """Take a consolidation back."""
        return self.parts.consolidator.undo(scopes, arguments.record_id(run), self.now())

    def rollback(self, wish: rollback.Wish, scope: Scope) -> rollback.RollbackReport:
        """Take back what came from a source."""
        reports = list[rollback.RollbackReport]()
        self.store.write(scope, rollback.rollback(wish, scope, self.now(), reports.append))
        return reports[-1]

    def proven(self, claimed: Trust, turns: Sequence[Turn], metadata: Mapping[str, Json]) -> Trust:
        """The class of the source that counts: with a signing key `web`, unless each turn proves the label."""
        key = self.parts.remember.signing_key
        found = [trust.proven(claimed, turn.text, {**metadata, **turn.metadata}, key) for turn in turns]
        return max(found, key=TRUSTS.index, default=claimed)

    def change(self, ids: Sequence[str], scope: Scope, change: edit.Change) -> list[MemoryRecord]:
        """The records of `ids` after `change`."""
        return self.decided(ids, scope, lambda chosen, owner, now: edit.change(chosen, owner, now, change))

    def decided(self, ids: Sequence[str], scope: Scope, decision: edit.Decision) -> list[MemoryRecord]:
        """The records of `ids` after what `decision` makes of them."""
        self.store.write(scope, decision(ids, scope, self.now()))
        return self.store.get(scope, ids)

    def revise(self, record_id: str, scope: Scope, revision: edit.Revision) -> MemoryRecord:
        """The record after `revision`: a new version when its content changed."""
        self.store.write(scope, edit.revise(record_id, scope, self.now(), revision))
        self.ring()
        return (self.store.get(scope, [revision.new_id]) or self.store.get(scope, [record_id]))[0]

    def publish(self, record_id: str, scope: Scope, wish: sharing.Wish) -> MemoryRecord:
        """The shared record after an agent published one of its own."""
        if scope.agent is None:
            raise errors.ConflictError("publish speaks for an agent: take the scope of the one that owns the memory, agent='…' or --agent")
        told = list[MemoryRecord]()
        self.store.write(scope, publish.publish(record_id, scope, self.now(), wish, told.append))
        self.parts.events.emit("publish", status=told[-1].metadata.get("status", ""))
        self.ring()
        return told[-1]

    def erase(self, scope: Scope, wish: erase.Wish) -> Receipt:
        """Erase, and forget what was gathered in this process about it."""
        self.parts.uses.write(self.store)
        if "_apart" in vars(self) and (wish.session is not None or wish.everything):
            self._apart.erase(scope, Plan(sessions=() if wish.session is None else (wish.session,), everything=wish.everything))
        receipt = self.parts.eraser.fulfil(scope, wish, self.now())
        self.parts.recall.graphs.clear()
        return receipt

    def used(self, scope: Scope, ids: Sequence[str]) -> None:
        """Count a use of each of `ids`, in the store with the next batch. Raises ClosedError."""
        self._require_open()
        self.parts.uses.add(scope, ids, self.now())

    def profile(self, scope: Scope) -> profile.Profile:
        """The user's page."""
        settings, now = self.parts.settings, self.now()
        return profile.page(browse.standing(self.store, scope, now), settings.profile_tokens, tokens.estimate)

    def recall_for_prompt(self, question: Question) -> Hits:
        """Recall for a prompt: its question may have been embedded while it was written."""
        if self._prefetch is not None:
            self._prefetch.asked(question.text)
        return self.recall(question)

    @functools.cached_property
    def _apart(self) -> Store:
        """Where the sessions of those live who have memory off: this process alone."""
        return assembly.apart()

    def working(self, mode: Mode) -> Sessions:
        """The sessions of a mode: with memory off they live in this process alone. Raises ClosedError after `close`."""
        return replace(self.parts.sessions, store=self._apart if mode == "off" else self.store)

    @contextmanager
    def without_store(self) -> Iterator[None]:
        """The store closed for the block, and opened again after it. Calls of other threads meanwhile raise ClosedError."""
        assembly.folder(self.parts.settings)  # a store without a file is not even closed
        with self._lock, self._working, self._reading:
            self.store.close()
            try:
                yield
            finally:
                self.parts = assembly.with_store(self.parts, assembly.open_store(self.parts.settings))
        self.ring()

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            end = getattr(self.parts.llm, "close", None)  # first, so that the worker does not wait for a model's next attempt
            if callable(end):
                end()
            self.worker.stop()
            self._closed = True
            try:
                self.parts.uses.write(self.parts.store)
            except errors.BackendError as error:  # they are hints: whoever holds the store for long does not keep it open
                self.parts.events.emit("degraded", part="uses", error=type(error).__name__)
            finally:
                self.parts.store.close()

    @property
    def closer(self) -> Closer:
        """Who ends sessions. Raises ClosedError after `close`."""
        return replace(self.parts.closer, store=self.store, after=self._learn)

    def _prefetch_one(self) -> int:
        return 0 if self._prefetch is None else self._prefetch.run()

    def _embed_some(self) -> int:
        if self.parts.embedder is None:
            return 0
        with self._working:  # so that `flush` waits for what the worker has in hand
            failures = self._faults["embedding"]
            if not self._looked_for_stale:
                self._looked_for_stale = True
                embedding.queue_stale(self.store, self.parts.embedder, self.parts.events)
            near = paraphrases.Closeness(self.parts.embedder, self.parts.settings.merge_similarity)
            taken = embedding.embed_some(self.store, near, self.parts.events, self.now())
            if taken:
                self._cannot_embed = self._faults["embedding"] > failures
            return taken

    def _close_idle(self) -> int:
        now = self.now()
        return self._seldom(schedule.CLOSE, lambda: schedule.run_whole(self.store, schedule.closing(now), self.closer.close_idle))

    def _audit_due(self) -> int:
        now = self.now()
        return self._seldom(schedule.AUDIT, lambda: schedule.run_next(self.store, schedule.weekly(now), lambda scope: self.audit([scope])))

    def _consolidate_due(self) -> int:
        settings = self.parts.settings
        if settings.consolidation == "off":
            return 0
        due = schedule.nightly(self.now(), settings.consolidation_hour)
        return self._seldom(schedule.CONSOLIDATE, lambda: self._consolidate_next(due))

    def _consolidate_next(self, due: schedule.Due) -> int:
        scope = schedule.next_owner(self.store, due)
        if scope is None:
            return 0
        self.parts.uses.write(self.store)
        resting = replace(self.parts.consolidator, store=self.store, rest=self.worker.rest)
        resting.run([scope], due.now, before=due.before)
        return 1

    def _seldom(self, job: str, work: Callable[[], int]) -> int:
        """`work`, at once again while it finds something to do, else once in a while."""
        if time.monotonic() - self._looked.get(job, float("-inf")) < schedule.LOOK_SECONDS:
            return 0
        self._looked[job] = time.monotonic()
        done = work()
        if done:
            del self._looked[job]
        return done

    def _failed(self, name: str) -> None:
        self.parts.events.emit("degraded", part="worker", error=name)

    def _watch(self, event: Event) -> None:
        if event.name != "degraded":
            return
        part = str(event.details.get("part"))
        self._faults[part] += 1
        now = time.monotonic()
        if now - self._warned.get(part, float("-inf")) >= _WARN_EVERY_SECONDS:
            self._warned[part] = now
            _LOG.warning("degraded part=%s count=%d", part, self._faults[part])
