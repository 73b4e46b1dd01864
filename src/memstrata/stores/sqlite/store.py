"""The embedded store itself: each verb of the port, in a snapshot or in the shared transaction."""

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import apsw

from memstrata.core import errors
from memstrata.core.batch import Batch, Decide, Finding, StoreStats, Task, Written
from memstrata.core.erasure import Plan
from memstrata.core.journal import Entry
from memstrata.core.labels import Labels
from memstrata.core.leases import Lease
from memstrata.core.matrix import Matrix
from memstrata.core.records import MemoryRecord
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, Turn
from memstrata.stores import codec
from memstrata.stores.sqlite import applying, checking, engine, figures, journal, leases, mending, proof, queue, rows, statements
from memstrata.stores.sqlite.erasing import Erasing
from memstrata.stores.sqlite.handle import Handle
from memstrata.stores.sqlite.keyring import Keyring
from memstrata.stores.sqlite.matrices import Held, Matrices
from memstrata.stores.sqlite.owners import Owner, Owners
from memstrata.stores.sqlite.readers import Readers
from memstrata.stores.sqlite.view import SqliteView
from memstrata.stores.sqlite.writer import Transaction, Writer

_T = TypeVar("_T")


class SqliteStore:
    """A `Store` in one SQLite file. Safe for threads and processes; after a fork the child opens its own."""

    def __init__(
        self, path: Path, handle: Handle, connection: apsw.Connection, *, durability: str, cache_bytes: int, keyring: Keyring
    ) -> None:
        self._path = path
        self._handle = handle
        self._process = os.getpid()
        labels = Labels(keyring.secret(connection))
        self._owners = Owners(labels, keyring)
        self._matrices = Matrices(labels, cache_bytes)
        self._writer = Writer(connection, committed=self._publish, rolled_back=keyring.forget_all)
        self._readers = Readers(lambda: engine.connect_reader(path, durability))
        self._erasing = Erasing(path, handle, self._owners, self._matrices, self._writer, self._readers)
        self._erasing.resume(self._erasing.begun(connection))
        if not mending.up_to_date(connection):
            mending.index_anew(self._writer, self._owners, self._matrices)

    def write(self, scope: Scope, decide: Decide) -> Written:
        self._check_process()
        return self._writer.run(lambda transaction: self._write(transaction, scope, decide))

    def matrix(self, scope: Scope) -> Matrix:
        def read(connection: apsw.Connection, owner: Owner) -> Matrix:
            held = self._matrices.held(owner)
            if held is None or not held.current(owner):
                held = self._matrices.current(connection, owner)
            return held.matrix

        return self._read(scope, read, self._matrices.empty())

    def get(self, scope: Scope, ids: Sequence[str]) -> list[MemoryRecord]:
        return self._read(scope, lambda connection, owner: rows.get(connection, owner, ids), [])

    def by_slot(self, scope: Scope, slot: str) -> list[MemoryRecord]:
        return self._read(scope, lambda connection, owner: rows.by_slot(connection, owner, slot), [])

    def scan(self, scope: Scope, after: str | None = None, limit: int = 1000) -> list[MemoryRecord]:
        start = b"" if after is None else rows.id_bytes(after)
        if start is None:
            raise errors.InputError(f"after is the id of a record, not {after!r}")

        def read(connection: apsw.Connection, owner: Owner) -> list[MemoryRecord]:
            found = statements.rows(connection, "scan_records", owner.id, start, limit)
            return [codec.record(rows.opened(owner, key, sealed)) for key, sealed, _ in found]

        return self._read(scope, read, [])

    def turns(self, scope: Scope, session: str, after: int = 0, last: int | None = None) -> list[Turn]:
        return self._read(scope, lambda connection, owner: rows.turns(connection, owner, session, after, last), [])

    def session(self, scope: Scope, session: str) -> SessionInfo | None:
        data = self._read(scope, lambda connection, owner: rows.session_bytes(connection, owner, session), None)
        return None if data is None else codec.session(data)

    def sessions(self, scope: Scope) -> list[SessionInfo]:
        def read(connection: apsw.Connection, owner: Owner) -> list[SessionInfo]:
            found = statements.rows(connection, "sessions_of_owner", owner.id)
            return sorted((rows.session(owner, *each) for each in found), key=lambda info: (info.opened_at, info.id))

        return self._read(scope, read, [])

    def quiet(self, before: datetime) -> list[tuple[Scope, str]]:
        self._check_process()
        with self._readers.snapshot() as connection:
            return rows.quiet(connection, self._owners, before.timestamp())

    def scopes(self) -> list[Scope]:
        self._check_process()
        with self._readers.snapshot() as connection:
            return [self._owners.scope(connection, owner) for owner in self._owners.all(connection)]

    def stale(self, space: str) -> list[Scope]:
        self._check_process()
        label = rows.signed(self._owners.labels.label(space))
        with self._readers.snapshot() as connection:
            return [self._owners.scope(connection, owner) for owner in self._owners.stale(connection, label)]

    def claim(self, job: str, limit: int, now: datetime, after: int | None = None) -> list[tuple[Scope, Task]]:
        self._check_process()
        with self._readers.snapshot() as connection:
            if after is None and not queue.waiting(connection, job, now.timestamp()):
                return []
        wanted = queue.Wanted(job, limit, now.timestamp(), after)
        return self._writer.run(lambda transaction: queue.claim(transaction.connection, self._owners, wanted))

    def postpone(self, tasks: Sequence[int], until: datetime) -> None:
        self._check_process()
        self._writer.run(lambda transaction: queue.postpone(transaction.connection, tasks, until.timestamp()))

    def due(self, job: str, now: datetime, before: datetime, limit: int = 8) -> list[tuple[Scope, datetime | None]]:
        self._check_process()
        with self._readers.snapshot() as connection:
            return leases.due(connection, self._owners, job, now, before, limit)

    def lease(self, job: str, scope: Scope | None, now: datetime, before: datetime) -> Lease | None:
        self._check_process()
        wanted = leases.wanted(job, scope, now)
        return self._writer.run(lambda transaction: leases.take(transaction.connection, self._owners, wanted, now, before))

    def renew(self, lease: Lease, now: datetime) -> Lease | None:
        self._check_process()
        return self._writer.run(lambda transaction: leases.renew(transaction.connection, self._owners, lease, now))

    def release(self, lease: Lease, ended: datetime | None = None) -> bool:
        self._check_process()
        return self._writer.run(lambda transaction: leases.release(transaction.connection, self._owners, lease, ended))

    def journal(self, scope: Scope, run: str | None = None) -> list[Entry]:
        return self._read(scope, lambda connection, owner: journal.read(connection, owner, run), [])

    def erase(self, scope: Scope, plan: Plan) -> Receipt:
        self._check_process()
        return self._erasing.erase(scope, plan)

    def stats(self, scope: Scope | None = None) -> StoreStats:
        if scope is not None:
            return self._read(scope, lambda connection, owner: figures.of_owner(connection, self._owners, owner.id), StoreStats())
        self._check_process()
        with self._readers.snapshot() as connection:
            return figures.of_all(connection, self._owners, self._path)

    def verify(self, receipt: Receipt | None = None) -> list[Finding]:
        self._check_process()
        with self._readers.snapshot() as connection:
            if receipt is None:
                return checking.findings(connection, self._owners, self._matrices)
            known = self._erasing.receipt(connection, receipt.id)
            return proof.findings(connection, self._owners, self._matrices, proof.Claim(receipt, known, self._erasing.left))

    def repair(self) -> list[Finding]:
        """Make anew what is derived from the rows where `verify` finds it wrong, and finish erasures; what was mended."""
        self._check_process()
        begun = self._erasing.go_on()
        finished = [Finding("rows", f"{begun} erasures were not finished")] if begun else []
        return finished + mending.mend(self._writer, self._owners, self._matrices)

    def receipt(self, receipt_id: str) -> Receipt | None:
        """The receipt of an erasure as it is kept, with digests for the user's own kinds; None for an unknown id."""
        self._check_process()
        with self._readers.snapshot() as connection:
            return self._erasing.receipt(connection, receipt_id)

    def close(self) -> None:
        if self._process == os.getpid():
            self._readers.close()
            self._writer.close()
            self._handle.close()

    def _read(self, scope: Scope, read: Callable[[apsw.Connection, Owner], _T], missing: _T) -> _T:
        """What `read` finds in one snapshot; `missing` for an unknown owner."""
        self._check_process()
        with self._readers.snapshot() as connection:
            owner = self._owners.find(connection, scope)
            return missing if owner is None else read(connection, owner)

    def _write(self, transaction: Transaction, scope: Scope, decide: Decide) -> Written:
        connection = transaction.connection
        owner = self._owners.find(connection, scope)
        batch = decide(SqliteView(transaction, owner, self._matrices))
        if batch == Batch():
            return Written(batch, 0 if owner is None else owner.version)
        if owner is None:
            owner = self._owners.add(connection, scope)
        held = transaction.changed.get(owner.id) or self._matrices.held(owner)
        after, deltas = applying.Applying(connection, owner, self._owners.labels).apply(batch)
        self._owners.save(connection, after)
        follows = held is not None and held.follows(owner) and held.matrix.version == owner.version
        transaction.changed[owner.id] = self._matrices.after(held, deltas, after) if follows and held is not None else None
        return Written(batch, after.version)

    def _publish(self, changed: dict[int, Held | None]) -> None:
        for owner, held in changed.items():
            if held is not None:
                self._matrices.publish(owner, held)

    def _check_process(self) -> None:
        if self._process != os.getpid():
            raise errors.ClosedError("the store was opened before a fork: open it again in this process")
