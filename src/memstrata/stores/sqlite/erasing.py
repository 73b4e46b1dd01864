"""Erasing for good: rows, digests, places in the arrays, log, tasks, keys; then the log file, then a look for what is left."""

import json
import secrets
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import apsw

from memstrata.core import errors
from memstrata.core.erasure import Plan
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope
from memstrata.stores.sqlite import figures, parts, statements, traces
from memstrata.stores.sqlite.cleaning import Cleaning
from memstrata.stores.sqlite.handle import Handle
from memstrata.stores.sqlite.matrices import Matrices
from memstrata.stores.sqlite.owners import Owners
from memstrata.stores.sqlite.parts import Begun, Parts
from memstrata.stores.sqlite.readers import Readers
from memstrata.stores.sqlite.traces import Trace
from memstrata.stores.sqlite.writer import Transaction, Writer

_PIECES = ("drop_some_records", "drop_some_messages", "drop_some_sessions", "drop_some_segments", "drop_some_journal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """An erasure that is not finished."""

    receipt: str
    owner: int | None = None  # an owner whose key is gone and whose rows still have to go
    parts: Begun | None = None  # what is still to do to somebody who stays
    needles: list[bytes] = field(default_factory=list)  # bytes that must be nowhere afterwards
    names: frozenset[str] = frozenset()  # kinds of the user's own, told to the caller only


class Erasing:
    """Erases in one store. The receipt is written first: where a step is cut short, the next open, erasure or repair goes on."""

    def __init__(self, path: Path, handle: Handle, owners: Owners, matrices: Matrices, writer: Writer, readers: Readers) -> None:
        self._path, self._owners, self._matrices, self._writer = path, owners, matrices, writer
        self._cleaning = Cleaning(path, handle, writer)
        self._parts = Parts(owners, matrices, writer, readers)
        self._owed: set[str] = set()  # receipts of erasures that failed on their way in this process

    def erase(self, scope: Scope, plan: Plan) -> Receipt:
        """Remove what `plan` names; `complete` is False while a reader of another process still pins old pages."""
        if self._owed:
            self.go_on()
        salt = secrets.token_hex(8)
        receipt = Receipt(
            id=secrets.token_hex(16),
            scope_hash=f"{salt}:{self._owners.labels.digest('receipt', salt, *scope.owner).hex()}",
            at=datetime.now(UTC),
            counts={},
            indexes={},
            complete=False,
        )
        ids = traces.digests(self._owners.labels, scope, plan)
        begun = self._writer.run(lambda transaction: self._begin(transaction, scope, plan, receipt, ids))
        try:
            return self._end(begun)
        except errors.StoreError:
            self._owed.add(receipt.id)
            raise

    def go_on(self) -> int:
        """Finish every erasure that was begun: one that failed here, or one that another process was killed in; how many."""
        return self.resume(self._writer.run(lambda transaction: self.begun(transaction.connection)))

    def resume(self, begun: list[Open]) -> int:
        """Finish what was begun; how many erasures it was."""
        for each in begun:
            self._end(each)
        if begun:
            self._cleaning.blank_beside_keys(begun[-1].receipt)
        self._owed.clear()
        return len(begun)

    def receipt(self, connection: apsw.Connection, receipt_id: str) -> Receipt | None:
        """The receipt as it stands; None for an unknown id."""
        found = statements.row(connection, "get_receipt", receipt_id)
        return None if found is None else _receipt(found)

    def left(self, needles: list[bytes]) -> set[bytes]:
        """Which needles stand in the file or beside it."""
        return self._cleaning.left(needles)

    def begun(self, connection: apsw.Connection) -> list[Open]:
        """What is not finished, oldest first."""
        begun = []
        for number, sealed, owner, receipt, *_ in statements.rows(connection, "open_receipts"):
            trace = traces.of(connection, self._owners.labels, receipt)
            left = None if number is None else self._parts.read(connection, receipt, number, sealed)
            begun.append(Open(receipt=receipt, owner=owner, parts=left, needles=[] if trace is None else list(trace.marks)))
        return begun

    def _begin(self, transaction: Transaction, scope: Scope, plan: Plan, receipt: Receipt, ids: frozenset[bytes]) -> Open:
        connection = transaction.connection
        number = self._owners.number(connection, scope)
        if number is None and plan.records:
            raise errors.NotFoundError(f"none of {len(plan.records)} ids is known here")
        whole = number if plan.everything else None
        values = (receipt.scope_hash, receipt.at.isoformat(), '{"message": 0, "session": 0}', '{"matrix": 0, "tasks": 0}', "[]", 0)
        statements.run(connection, "add_receipt", receipt.id, whole, *values)
        traces.keep(connection, self._owners.labels, receipt.id, Trace(whole, ids, ()))
        if number is None:
            return Open(receipt=receipt.id)
        names = frozenset(figures.kind_names(connection, self._owners, number).values())
        if plan.everything:
            needles = self._take_owner(transaction, number, receipt.id)
            return Open(receipt=receipt.id, owner=number, needles=needles, names=names)
        owner = self._owners.find(connection, scope)
        assert owner is not None
        asked = Begun(receipt.id, number, scope, plan, ())
        asked, needles = self._parts.begin(transaction, owner, asked)
        return Open(receipt=receipt.id, parts=asked, needles=needles, names=names)

    def _take_owner(self, transaction: Transaction, owner: int, receipt: str) -> list[bytes]:
        """Destroy the key and the names: from here on nothing of the owner can be read, whatever becomes of its rows."""
        connection = transaction.connection
        stats = figures.of_owner(connection, self._owners, owner)
        counts = {**stats.by_kind, "message": stats.messages, "session": stats.sessions}
        told = json.dumps(traces.counts(self._owners.labels, receipt, counts))
        statements.run(connection, "count_more", told, json.dumps({"matrix": stats.records, "tasks": stats.pending}), receipt)
        key = statements.row(connection, "get_key", owner)
        for name in ("drop_key", "drop_counters", "drop_kinds", "drop_tasks", "drop_jobs", "drop_erasing_of_owner", "drop_owner"):
            statements.run(connection, name, owner)
        self._owners.keyring.forget(owner)
        self._matrices.drop(owner)
        return [] if key is None else [key[0]]

    def _end(self, begun: Open) -> Receipt:
        needles = begun.needles
        if begun.owner is not None:
            needles = needles + self._drop_rows(begun.receipt, begun.owner)
        if begun.parts is not None:
            needles = needles + self._parts.take(begun.parts)
        complete = self._cleaning.clean(needles, begun.receipt)
        names = json.dumps([each.name for each in figures.files(self._path)])
        return self._writer.run(lambda transaction: self._told(transaction.connection, begun, complete, names))

    def _told(self, connection: apsw.Connection, begun: Open, complete: bool, files: str) -> Receipt:
        statements.run(connection, "finish_receipt", int(complete), files, begun.receipt)
        told = self.receipt(connection, begun.receipt)
        assert told is not None
        return replace(told, counts=traces.named(self._owners.labels, begun.receipt, told.counts, begun.names))

    def _drop_rows(self, receipt_id: str, owner: int) -> list[bytes]:
        """Remove rows that nobody can read any more, a few in each transaction, so that other writers get through; what told them."""
        needles: list[bytes] = []
        for name in _PIECES:
            while found := parts.paused(self._writer, partial(_drop_some, name=name, owner=owner)):
                needles += [trace for traces in found for trace in traces]
        self._writer.run(lambda transaction: statements.run(transaction.connection, "finish_rows", receipt_id))
        return needles


def _drop_some(transaction: Transaction, name: str, owner: int) -> list[statements.Row]:
    return statements.rows(transaction.connection, name, owner)


def _receipt(row: statements.Row) -> Receipt:
    receipt_id, scope_hash, at, counts, indexes, files, complete = row
    return Receipt(
        id=receipt_id,
        scope_hash=scope_hash,
        at=datetime.fromisoformat(at),
        counts=json.loads(counts),
        indexes=json.loads(indexes),
        files=tuple(json.loads(files)),
        complete=bool(complete),
    )
