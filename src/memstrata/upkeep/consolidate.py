"""Consolidation of one owner's memories, and taking it back: steps decide, this commits in short writes and keeps the journal.

A run that is cut short has done whole changes only and is gone on with by the next one; a run over a consolidated memory changes
nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from memstrata.core import errors, scans
from memstrata.core.batch import Batch, View
from memstrata.core.consolidation import Consolidated, ConsolidationReport
from memstrata.core.events import Events
from memstrata.core.journal import Entry
from memstrata.core.leases import Lease
from memstrata.core.ports import Embedder, Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.policies import consolidation, erasing, journal, visibility
from memstrata.policies.consolidation import Change, NewId
from memstrata.policies.keeping import Limits
from memstrata.upkeep import schedule, steps
from memstrata.upkeep.steps import Ground

_TOGETHER = 20  # changes in one write: readers and writers get their turn between two
_EVER = timedelta(days=365)

Progress = Callable[[str, int], None]  # (step, changes so far)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidator:
    """The parts of a consolidation."""

    store: Store
    events: Events
    new_id: NewId
    embedder: Embedder | None
    limits: Limits
    threshold: float
    most_changes: int  # of one run and owner; 0 = any number
    undo_days: float  # a run can be undone for so long; then what it took out of sight goes for good
    rest: Callable[[], None] = lambda: None  # called between two pieces, so that readers get their turn

    def run(
        self,
        scopes: Sequence[Scope],
        now: datetime,
        *,
        dry_run: bool = False,
        progress: Progress | None = None,
        before: datetime | None = None,
    ) -> ConsolidationReport:
        """Consolidate these owners one after another; those that another process is at are passed over and named.

        With `before` only those whose last run ended before that instant.
        """
        report = ConsolidationReport(run=None if dry_run else self.new_id(), dry_run=dry_run, scopes=len(scopes))
        for scope in scopes:
            lease = None if dry_run else self.store.lease(schedule.CONSOLIDATE, scope, now, before or now + _EVER)
            if lease is None and not dry_run:
                report = replace(report, busy=(*report.busy, scope)) if scope in self.store.scopes() else report
                continue
            report = _Run(self, scope, now, lease, progress or _silent).onto(report)
        changed = report.changes and not dry_run
        self.events.emit("consolidate", changes=len(report.changes), removed=report.removed, capped=report.capped, dry_run=dry_run)
        for family, number in report.over.items():
            self.events.emit("capacity", type=family, over=number)
        return report if changed else replace(report, run=None)

    def undo(self, scopes: Sequence[Scope], run: str, now: datetime) -> int:
        """Take a run back; how many records are as they were. What was changed again since is left as it is.

        Raises NotFoundError for an unknown run, and for one that is older than `undo_days`.
        """
        undone, found = 0, False
        for scope in scopes:
            if entries := self.store.journal(scope, run):
                found = True
                undone += self._undo(scope, run, entries)
        if not found:
            raise errors.NotFoundError(f"no consolidation {run!r} here that can be undone: it is unknown, undone, or too old")
        self.events.emit("consolidate.undone", records=undone)
        return undone

    def _undo(self, scope: Scope, run: str, entries: Sequence[Entry]) -> int:
        left: dict[str, dict[str, str]] = {entry.record: {} for entry in entries if entry.before is None}  # as the last step left it
        for entry in entries:
            left.get(entry.record, {}).update(entry.changed)
        gone = [record for record in self.store.get(scope, list(left)) if journal.untouched(record, left[record.id])]
        away = {record.id for record in gone}
        changed = [entry for entry in reversed(entries) if entry.before is not None and entry.record not in away]
        undone = 0
        for start in range(0, len(changed), _TOGETHER * 2):
            some = changed[start : start + _TOGETHER * 2]
            undone += len(self.store.write(scope, lambda view, some=some: _taken_back(view, some)).batch.records)  # type: ignore[misc]   # bound now
        undone += self.remove(scope, gone) if gone else 0
        self.store.write(scope, lambda view: Batch(unjournal=(run,)))  # last, so that whoever dies before it can undo again
        return undone

    def remove(self, scope: Scope, gone: Sequence[MemoryRecord]) -> int:
        """Remove records for good, with what was made from them; pointers of others at them go. Turns and messages stay."""
        seeds = {record.id: replace(record, sources=(), evidence=()) for record in gone}
        plan = erasing.consequences(list(seeds.values()), [seeds.get(record.id, record) for record in self._held(scope)])
        self.store.erase(scope, plan)
        return len(plan.records)

    def _held(self, scope: Scope) -> Iterator[MemoryRecord]:
        for page in scans.pages(self.store, scope):
            yield from page
            self.rest()


def seen_by(report: ConsolidationReport, scope: Scope, store: Store, now: datetime) -> ConsolidationReport:
    """The part of a report on one owner that `scope` may read: all of it without an agent and a scene."""
    if scope.whole:
        return report
    visible = visibility.visible_ids(store.matrix(scope), scope, now)
    return replace(report, changes=[change for change in report.changes if visible.issuperset(change.ids)])


@dataclass(slots=True)
class _Run:
    """One run over one owner."""

    parts: Consolidator
    scope: Scope
    now: datetime
    lease: Lease | None
    progress: Progress
    done: list[Consolidated] = field(default_factory=list)
    capped: bool = False

    def onto(self, report: ConsolidationReport) -> ConsolidationReport:
        """Do the steps; `report` with what they did."""
        parts = self.parts
        ground = Ground(
            store=parts.store,
            scope=self.scope,
            now=self.now,
            new_id=parts.new_id,
            limits=parts.limits,
            threshold=parts.threshold,
            embedder=parts.embedder,
            rest=parts.rest,
        )
        removed = 0 if report.run is None else self._purge()
        for name, step in steps.STEPS.items():
            self._carry_out(name, step(ground), report.run)
            self.progress(name, len(self.done))
        over = steps.over_capacity(ground)
        if self.lease is not None:
            parts.store.release(self.lease, ended=self.now)
        total = {family: report.over.get(family, 0) + over.get(family, 0) for family in {*report.over, *over}}
        changes = [*report.changes, *self.done]
        return replace(report, changes=changes, removed=report.removed + removed, capped=report.capped or self.capped, over=total)

    def _carry_out(self, step: str, wanted: Iterator[Change], run: str | None) -> None:
        waiting: list[Change] = []
        for change in wanted:
            most = self.parts.most_changes
            if most and len(self.done) + len(waiting) >= most:
                self.capped = True
                break
            waiting.append(change)
            if len(waiting) == _TOGETHER:
                self._commit(step, waiting, run)
                waiting = []
        self._commit(step, waiting, run)

    def _commit(self, step: str, changes: Sequence[Change], run: str | None) -> None:
        """Store what still rests on what it was decided on, with its journal, in one write; without a run nothing is stored."""
        if not changes:
            return
        if run is None or self.lease is None:
            self._told(step, changes)
            return
        stored: list[Change] = []

        def decide(view: View) -> Batch:
            held = {record.id: record for record in view.get([seen.id for change in changes for seen in change.seen])}
            stored[:] = [change for change in changes if all(held.get(seen.id) == seen for seen in change.seen)]
            records = [(record, change) for change in stored for record in change.records]
            entries = tuple(journal.entry(run, self.now, step, held.get(record.id), record) for record, _ in records)
            added = tuple(("embed", record.id) for record, change in records if change.embed and record.id not in held)
            return Batch(records=tuple(record for record, _ in records), journal=entries, tasks=added if self.parts.embedder else ())

        self.parts.store.write(self.scope, decide)
        self._told(step, stored)
        self.parts.rest()
        renewed = self.parts.store.renew(self.lease, self.now)
        if renewed is None:
            raise errors.ConflictError("another process has taken this consolidation over: what was done stays, it goes on there")
        self.progress(step, len(self.done))

    def _told(self, step: str, changes: Sequence[Change]) -> None:
        self.done += [Consolidated(step, self.scope, tuple(seen.id for seen in change.seen), change.why) for change in changes]

    def _purge(self) -> int:
        """Remove for good what runs before `undo_days` took out of sight, if it is still so; forget their journal."""
        store, ended = self.parts.store, self.now - timedelta(days=self.parts.undo_days)
        old = [entry for entry in store.journal(self.scope) if entry.at <= ended]
        if not old:
            return 0
        latest = {
            entry.record: {"status": entry.changed["status"]} for entry in old if entry.before is not None and "status" in entry.changed
        }
        found = store.get(self.scope, list(latest))
        hidden = (Status.FORGOTTEN, Status.SUPERSEDED)
        gone = [each for each in found if each.status in hidden and not each.pinned and journal.untouched(each, latest[each.id])]
        if gone:
            self._repoint({each.id: each.superseded_by or "" for each in gone})
            gone = store.get(self.scope, [each.id for each in gone])
        removed = self.parts.remove(self.scope, gone) if gone else 0
        store.write(self.scope, lambda view: Batch(unjournal=tuple(dict.fromkeys(entry.run for entry in old))))
        return removed

    def _repoint(self, stands: dict[str, str]) -> None:
        """Let nothing rest on what goes: each pointer moves to the record that stands for it."""
        moved = [
            record.id
            for record in self.parts._held(self.scope)
            if record.id not in stands and consolidation.repointed(record, stands) != record
        ]
        for start in range(0, len(moved), _TOGETHER):
            some = moved[start : start + _TOGETHER]

            def decide(view: View, some: list[str] = some) -> Batch:
                return Batch(records=tuple(consolidation.repointed(record, stands) for record in view.get(some)))

            self.parts.store.write(self.scope, decide)


def _taken_back(view: View, entries: Sequence[Entry]) -> Batch:
    """The records of `entries`, newest first, as they were; one whose words another live record has by now stays in the archive."""
    held = {record.id: record for record in view.get([entry.record for entry in entries])}
    before = dict(held)
    for entry in entries:
        if entry.record in held:
            held[entry.record] = journal.restored(held[entry.record], entry)
    changed = [record for record in held.values() if record != before[record.id]]
    return Batch(records=tuple(record for record in changed if not _said_again(view, record)))


def _said_again(view: View, record: MemoryRecord) -> bool:
    if record.is_turn or record.status not in (Status.ACTIVE, Status.CANDIDATE):
        return False
    same = [other for other in view.by_content(record.content) if other.id != record.id]
    return any((other.agent, other.scene) == (record.agent, record.scene) for other in same)


def _silent(step: str, changes: int) -> None:
    """Nobody asked for progress."""
