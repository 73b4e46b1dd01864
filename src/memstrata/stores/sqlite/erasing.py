"""Erasing for good: rows, digests, places in the arrays, log, tasks, keys; then the log file, then a look for what is left."""

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import apsw
import numpy as np

from memstrata.core import errors
from memstrata.core.erasure import Plan
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope
from memstrata.stores.sqlite import engine, figures, folding, residue, rows, slack, statements, traces
from memstrata.stores.sqlite.handle import Handle
from memstrata.stores.sqlite.matrices import Matrices
from memstrata.stores.sqlite.owners import Owner, Owners
from memstrata.stores.sqlite.writer import Transaction, Writer

_PIECES = ("drop_some_records", "drop_some_messages", "drop_some_sessions", "drop_some_segments", "drop_some_journal")
_TRIES = 20  # to find the log empty and nobody writing


@dataclass(slots=True)
class _Taken:
    """What one erasure removed."""

    owner: int | None = None  # whose rows still have to go
    counts: Counter[str] = field(default_factory=lambda: Counter(message=0, session=0))
    matrix: int = 0
    tasks: int = 0
    needles: list[bytes] = field(default_factory=list)  # bytes that must be nowhere afterwards


@dataclass(frozen=True, slots=True)
class Erasing:
    """Erases in one store. The receipt is written first: where a step is cut short, the next open, erasure or repair goes on."""

    path: Path
    handle: Handle
    owners: Owners
    matrices: Matrices
    writer: Writer
    owed: set[str] = field(default_factory=set)  # receipts of erasures that failed on their way in this process

    def erase(self, scope: Scope, plan: Plan) -> Receipt:
        """Remove what `plan` names; `complete` is False while a reader of another process still pins old pages."""
        if self.owed:
            self.go_on()
        salt = secrets.token_hex(8)
        receipt = Receipt(
            id=secrets.token_hex(16),
            scope_hash=f"{salt}:{self.owners.labels.digest('receipt', salt, *scope.owner).hex()}",
            at=datetime.now(UTC),
            counts={},
            indexes={},
            complete=False,
        )
        taken, receipt = self.writer.run(lambda transaction: self._take(transaction, scope, plan, receipt))
        try:
            return self._end(receipt, taken.owner, taken.needles)
        except errors.StoreError:
            self.owed.add(receipt.id)
            raise

    def resume(self, connection: apsw.Connection) -> None:
        """Finish what an earlier process began to erase; `connection` is the writer's, before it is used."""
        self._end_all(self._begun(connection))

    def go_on(self) -> int:
        """Finish every erasure that was begun: one that failed here, or one that another process was killed in; how many."""
        begun = self.writer.run(lambda transaction: self._begun(transaction.connection))
        self._end_all(begun)
        self.owed.clear()
        return len(begun)

    def _begun(self, connection: apsw.Connection) -> list[tuple[Receipt, int | None, list[bytes]]]:
        """The receipts of what is not finished, each with the number of an owner whose rows are left and what must be nowhere."""
        begun = []
        for owner, *found in statements.rows(connection, "open_receipts"):
            receipt = _receipt(tuple(found))
            trace = traces.of(connection, self.owners.labels, receipt.id)
            begun.append((receipt, owner, [] if trace is None else list(trace.marks)))
        return begun

    def _end_all(self, begun: list[tuple[Receipt, int | None, list[bytes]]]) -> None:
        for receipt, owner, needles in begun:
            self._end(receipt, owner, needles)
        if begun and (layout := self._layout()):  # the keys that went are not known any more: nothing may stand beside those that are left
            found = self.writer.run(lambda transaction: statements.rows(transaction.connection, "pages_of_keys"))
            self._alone(partial(self._blanked, layout, [number - 1 for (number,) in found], None), begun[-1][0].id)

    def _end(self, receipt: Receipt, owner: int | None, needles: list[bytes]) -> Receipt:
        if owner is not None:
            needles = [*needles, *self._drop_rows(receipt.id, owner)]
        return self._finish(receipt, needles)

    def receipt(self, connection: apsw.Connection, receipt_id: str) -> Receipt | None:
        """The receipt as it stands; None for an unknown id."""
        found = statements.row(connection, "get_receipt", receipt_id)
        return None if found is None else _receipt(found)

    def _take(self, transaction: Transaction, scope: Scope, plan: Plan, receipt: Receipt) -> tuple[_Taken, Receipt]:
        connection = transaction.connection
        number = self.owners.number(connection, scope)
        taken = _Taken()
        if number is None and plan.records:
            raise errors.NotFoundError(f"none of {len(plan.records)} ids is known here")
        if number is not None and plan.everything:
            self._take_owner(connection, number, taken)
        elif (owner := self.owners.find(connection, scope)) is not None:
            self._take_some(connection, owner, plan, taken)
            transaction.changed[owner.id] = None
        if number is not None:
            self.matrices.drop(number)
        receipt = replace(receipt, counts=dict(taken.counts), indexes={"matrix": taken.matrix, "tasks": taken.tasks})
        counts = traces.counts(self.owners.labels, receipt.id, receipt.counts)
        values = (receipt.scope_hash, receipt.at.isoformat(), json.dumps(counts), json.dumps(receipt.indexes), "[]", 0)
        statements.run(connection, "add_receipt", receipt.id, taken.owner, *values)
        went = traces.Erased(receipt=receipt.id, owner=taken.owner, plan=plan, needles=taken.needles)
        traces.keep(connection, self.owners.labels, scope, went)
        return taken, receipt

    def _take_owner(self, connection: apsw.Connection, owner: int, taken: _Taken) -> None:
        """Destroy the key and the names: from here on nothing of the owner can be read, whatever becomes of its rows."""
        stats = figures.of_owner(connection, self.owners, owner)
        taken.owner, taken.matrix, taken.tasks = owner, stats.records, stats.pending
        taken.counts.update(stats.by_kind)
        taken.counts.update(message=stats.messages, session=stats.sessions)
        key = statements.row(connection, "get_key", owner)
        taken.needles += [] if key is None else [key[0]]
        for name in ("drop_key", "drop_counters", "drop_kinds", "drop_tasks", "drop_jobs", "drop_owner"):
            statements.run(connection, name, owner)
        self.owners.keyring.forget(owner)

    def _take_some(self, connection: apsw.Connection, owner: Owner, plan: Plan, taken: _Taken) -> None:
        names = figures.kind_names(connection, self.owners, owner.id)
        gone = []
        for record_id in dict.fromkeys(plan.records):
            key = rows.id_bytes(record_id)
            found = None if key is None else statements.row(connection, "erase_record", owner.id, key)
            if key is None or found is None:
                raise errors.NotFoundError(f"{record_id!r} names nothing here")
            kind, position, *traces = found
            taken.counts[names.get(kind, "unknown")] += 1
            taken.needles += [key, *(trace for trace in traces if trace is not None)]
            taken.tasks += len(statements.rows(connection, "erase_tasks", owner.id, key))
            gone.append(position)
        taken.matrix = len(gone)
        self._take_log(connection, owner, plan, taken)
        after = replace(owner, version=owner.version + 1, generation=owner.generation + 1)
        if gone:
            after, traces = folding.cleared(connection, after, np.array(sorted(gone), np.int64))
            taken.needles += traces
        self.owners.save(connection, after)

    def _take_log(self, connection: apsw.Connection, owner: Owner, plan: Plan, taken: _Taken) -> None:
        digest = owner.seal.digest
        messages = [("erase_messages", digest("session", session)) for session in dict.fromkeys(plan.sessions)]
        messages += [("erase_message", digest("message", *each)) for each in dict.fromkeys(plan.messages)]
        for name, each in messages:
            found = statements.rows(connection, name, owner.id, each)
            taken.counts["message"] += len(found)
            taken.needles += [trace for traces in found for trace in traces]
        for session in dict.fromkeys(plan.sessions):
            found = statements.rows(connection, "erase_session", owner.id, digest("session", session))
            taken.counts["session"] += len(found)
            taken.needles += [trace for traces in found for trace in traces]

    def _drop_rows(self, receipt_id: str, owner: int) -> list[bytes]:
        """Remove rows that nobody can read any more, a few in each transaction, so that other writers get through; what told them."""
        needles: list[bytes] = []
        for name in _PIECES:
            while found := self.writer.run(partial(_drop_some, name=name, owner=owner)):
                needles += [trace for traces in found for trace in traces]
        self.writer.run(lambda transaction: statements.run(transaction.connection, "finish_rows", receipt_id))
        return needles

    def _finish(self, receipt: Receipt, needles: list[bytes]) -> Receipt:
        """Empty the log, look for what must be gone, and write anew where a page still holds a stale copy of it."""
        complete = self.writer.checkpoint()
        left = self.left(needles) if complete else set()
        if left and self._blank(list(left), receipt.id):
            left = self.left(needles)
        for rewrite in ("rewrite_indexes", "rewrite_file"):
            if complete and left:
                complete = self.writer.rewrite(rewrite)
                left = self.left(needles)
        complete = complete and not left
        files = tuple(each.name for each in figures.files(self.path))
        values = (int(complete), json.dumps(files), receipt.id)
        self.writer.run(lambda transaction: statements.run(transaction.connection, "finish_receipt", *values))
        return replace(receipt, files=files, complete=complete)

    def _blank(self, needles: list[bytes], receipt: str) -> bool:
        """Blank the empty parts of pages in which stale copies stand; False when others write all the time or no such page is known."""
        layout = self._layout()
        with engine.translated_files():
            found = residue.spots(residue.pieces(self.handle.read), needles)
        if layout is None or not found:
            return False
        return self._alone(partial(self._blanked, layout, sorted({layout.page(begin) for begin, _ in found}), needles), receipt)

    def _alone(self, work: Callable[[], None], receipt: str) -> bool:
        log = figures.log(self.path)
        return any(self.writer.checkpoint() and self.writer.alone(log, work, "touch_receipt", receipt) for _ in range(_TRIES))

    def _layout(self) -> slack.Layout | None:
        with engine.translated_files():
            return slack.Layout.of(self.handle.read(0, slack.HEADER_BYTES))

    def _blanked(self, layout: slack.Layout, pages: list[int], needles: list[bytes] | None) -> None:
        """Blank the empty parts of `pages`, all of them or those that hold a needle."""
        with engine.translated_files():
            for number in pages:
                start = number * layout.page_bytes
                page = self.handle.read(start, layout.page_bytes)
                empty = slack.empty(page, number, layout.page_bytes)
                if needles is not None:
                    spots = [(start + begin, start + end) for begin, end in residue.spots([page], needles)]
                    empty = slack.holding(empty, spots)
                self.handle.blank(empty)
            self.handle.sync()

    def left(self, needles: list[bytes]) -> set[bytes]:
        """Which needles stand in the file or beside it."""
        with engine.translated_files():
            found = residue.found(residue.pieces(self.handle.read), needles)
            for beside in figures.files(self.path)[1:]:
                found |= residue.found(_beside(beside), needles)
            return found


def _beside(path: Path) -> Iterator[bytes]:
    """A file on which SQLite holds no locks, in pieces."""
    with path.open("rb") as file:
        while piece := file.read(residue.PIECE_BYTES):
            yield piece


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
