"""The store that keeps nothing: the port's meaning in plain dicts, for ":memory:" and for tests."""

import copy
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from memstrata.core import errors
from memstrata.core.batch import Decide, Finding, StoreStats, Task, Written
from memstrata.core.erasure import Plan
from memstrata.core.journal import Entry
from memstrata.core.labels import Labels
from memstrata.core.leases import Lease
from memstrata.core.matrix import Matrix
from memstrata.core.ports import Clock
from memstrata.core.records import MemoryRecord
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.testing.jobs import Jobs
from memstrata.testing.owned import Owned

LEASE = timedelta(minutes=2)


class InMemoryStore:
    """A `Store` in memory, under one lock. What it answers is what every other store is compared with.

    `labels` are the keyed hashes of its arrays (default: of a fresh secret); give another store's to compare the arrays of both.
    """

    def __init__(self, labels: Labels | None = None, clock: Clock | None = None) -> None:
        self._labels = labels or Labels(secrets.token_bytes(32))
        self._now: Callable[[], datetime] = clock.now if clock else lambda: datetime.now(UTC)
        self._lock = threading.RLock()
        self._owners: dict[tuple[str | None, str], Owned] = {}
        self._leases: dict[int, datetime] = {}  # task id → the instant from which it is due again
        self._erased: dict[str, tuple[Receipt, frozenset[str]]] = {}
        self._jobs = Jobs()
        self._last_task = 0
        self._closed = False

    def write(self, scope: Scope, decide: Decide) -> Written:
        with self._lock:
            draft = self._owned(scope).copy()
            batch = decide(draft)
            first = self._last_task + 1
            if draft.apply(batch, first_task=first):
                self._last_task += len(batch.tasks)
                self._owners[scope.owner] = draft
            return Written(batch, draft.version)

    def matrix(self, scope: Scope) -> Matrix:
        with self._lock:
            return self._owned(scope).matrix()

    def get(self, scope: Scope, ids: Sequence[str]) -> list[MemoryRecord]:
        with self._lock:
            return _own(self._owned(scope).get(ids))

    def by_slot(self, scope: Scope, slot: str) -> list[MemoryRecord]:
        with self._lock:
            return _own(self._owned(scope).by_slot(slot))

    def scan(self, scope: Scope, after: str | None = None, limit: int = 1000) -> list[MemoryRecord]:
        with self._lock:
            records = self._owned(scope).records
            return _own([records[each] for each in sorted(records) if after is None or each > after][:limit])

    def turns(self, scope: Scope, session: str, after: int = 0, last: int | None = None) -> list[Turn]:
        with self._lock:
            found = [turn for turn in self._owned(scope).log.get(session, ()) if turn.sequence > after]
            return [_own_turn(turn) for turn in (found if last is None else found[max(len(found) - last, 0) :])]

    def session(self, scope: Scope, session: str) -> SessionInfo | None:
        with self._lock:
            info = self._owned(scope).session(session)
            return None if info is None else replace(info, state=copy.deepcopy(dict(info.state)))

    def sessions(self, scope: Scope) -> list[SessionInfo]:
        with self._lock:
            return sorted(self._owned(scope).sessions.values(), key=lambda info: (info.opened_at, info.id))

    def quiet(self, before: datetime) -> list[tuple[Scope, str]]:
        with self._lock:
            self._open()
            found = [
                (info.last_at, owner, info.id)
                for owner, owned in self._owners.items()
                for info in owned.sessions.values()
                if info.status != SessionStatus.CLOSED and info.last_at < before
            ]
            return [(_scope(owner), session) for _, owner, session in sorted(found, key=lambda each: each[0])]

    def scopes(self) -> list[Scope]:
        with self._lock:
            self._open()
            return [_scope(owner) for owner in self._owners]

    def stale(self, space: str) -> list[Scope]:
        with self._lock:
            self._open()
            held = {owner: owned.matrix().vectors for owner, owned in self._owners.items()}
            return [_scope(owner) for owner, vectors in held.items() if vectors is not None and vectors.space != space]

    def claim(self, job: str, limit: int, now: datetime, after: int | None = None) -> list[tuple[Scope, Task]]:
        with self._lock:
            self._open()
            due = sorted(
                (task.id, owner, task)
                for owner, owned in self._owners.items()
                for task in owned.tasks.values()
                if task.job == job and (self._leases.get(task.id, now) <= now if after is None else task.id > after)
            )
            claimed = [(_scope(owner), task) for _, owner, task in due if owner == due[0][1]][:limit]
            self._leases.update({task.id: now + LEASE for _, task in claimed})
            return claimed

    def postpone(self, tasks: Sequence[int], until: datetime) -> None:
        with self._lock:
            self._open()
            for owned in self._owners.values():
                for each in owned.count_attempts(tasks):
                    self._leases[each] = until

    def due(self, job: str, now: datetime, before: datetime, limit: int = 8) -> list[tuple[Scope, datetime | None]]:
        with self._lock:
            self._open()
            return [(_scope(owner), ended) for owner, ended in self._jobs.due(job, self._owners, now, before)][:limit]

    def lease(self, job: str, scope: Scope | None, now: datetime, before: datetime) -> Lease | None:
        with self._lock:
            self._open()
            return None if scope is not None and scope.owner not in self._owners else self._jobs.take(job, scope, now, before)

    def renew(self, lease: Lease, now: datetime) -> Lease | None:
        with self._lock:
            self._open()
            return self._jobs.renew(lease, now)

    def release(self, lease: Lease, ended: datetime | None = None) -> bool:
        with self._lock:
            self._open()
            return self._jobs.release(lease, ended)

    def journal(self, scope: Scope, run: str | None = None) -> list[Entry]:
        with self._lock:
            return [entry for entry in self._owned(scope).journal if run in (None, entry.run)]

    def erase(self, scope: Scope, plan: Plan) -> Receipt:
        with self._lock:
            draft = self._owned(scope).copy()
            unknown = [each for each in plan.records if each not in draft.records]
            if unknown:
                raise errors.NotFoundError(f"{len(unknown)} of {len(plan.records)} ids name nothing here, the first is {unknown[0]!r}")
            records, tasks = len(draft.records), len(draft.tasks)
            counts = draft.erase(plan)
            if scope.owner in self._owners:
                self._owners[scope.owner] = draft
            if plan.everything:
                self._owners.pop(scope.owner, None)
                self._jobs.forget(scope.owner)
            receipt = Receipt(
                id=secrets.token_hex(16),
                scope_hash=self._labels.digest(*scope.owner).hex(),
                at=self._now(),
                counts=counts,
                indexes={"matrix": records - len(draft.records), "tasks": tasks - len(draft.tasks)},
            )
            self._erased[receipt.id] = (receipt, frozenset(plan.records))
            return receipt

    def stats(self, scope: Scope | None = None) -> StoreStats:
        with self._lock:
            self._open()
            owners = self._owners if scope is None else {scope.owner: self._owners[scope.owner]} if scope.owner in self._owners else {}
            records = [record for owned in owners.values() for record in owned.records.values()]
            return StoreStats(
                by_status=dict(Counter(str(record.status) for record in records)),
                by_kind=dict(Counter(record.kind for record in records)),
                messages=sum(len(turns) for owned in owners.values() for turns in owned.log.values()),
                sessions=sum(len(owned.sessions) for owned in owners.values()),
                pending=sum(len(owned.tasks) for owned in owners.values()),
                scopes=len(owners),
            )

    def verify(self, receipt: Receipt | None = None) -> list[Finding]:
        with self._lock:
            self._open()
            if receipt is None:
                return []
            known, records = self._erased.get(receipt.id, (None, frozenset()))
            if known != receipt:
                return [Finding("receipt", f"this store knows no such erasure {receipt.id[:64]!r}", mendable=False)]
            left = sum(len(records & owned.records.keys()) for owned in self._owners.values())
            return [Finding("rows", f"{left} erased records are there", mendable=False)] if left else []

    def repair(self) -> list[Finding]:
        return self.verify()  # nothing is derived that could be wrong

    def close(self) -> None:
        with self._lock:
            self._closed = True

    def _open(self) -> None:
        if self._closed:
            raise errors.ClosedError("the store is closed: open it again")

    def _owned(self, scope: Scope) -> Owned:
        """What is kept for the owner; for an unknown one an empty draft that nobody holds."""
        self._open()
        return self._owners.get(scope.owner) or Owned(self._labels)


def _scope(owner: tuple[str | None, str]) -> Scope:
    return Scope(tenant=owner[0], user=owner[1])


def _own_turn(turn: Turn) -> Turn:
    calls = tuple(copy.deepcopy(dict(call)) for call in turn.tool_calls)
    return replace(turn, content=copy.deepcopy(turn.content), tool_calls=calls, metadata=copy.deepcopy(dict(turn.metadata)))


def _own(records: list[MemoryRecord]) -> list[MemoryRecord]:
    """The records with metadata of their own: what a caller changes in it changes nothing here."""
    return [replace(record, metadata=copy.deepcopy(dict(record.metadata))) if record.metadata else record for record in records]
