"""Erasing parts of what an owner has: hidden at once, then taken in short transactions, so that others write in between.

What is to be done is written down first, and a step may be done twice: whoever goes on after a kill does all of them again.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import apsw
import numpy as np

from memstrata.core import errors, matrix
from memstrata.core.batch import Batch
from memstrata.core.erasure import Plan
from memstrata.core.records import Source
from memstrata.core.scope import Scope
from memstrata.policies import erasing
from memstrata.stores import segments
from memstrata.stores.sqlite import applying, figures, folding, journal, rows, statements, traces
from memstrata.stores.sqlite.matrices import Matrices
from memstrata.stores.sqlite.owners import Owner, Owners
from memstrata.stores.sqlite.readers import Readers
from memstrata.stores.sqlite.traces import Trace
from memstrata.stores.sqlite.view import SqliteView
from memstrata.stores.sqlite.writer import Transaction, Writer

STEP = 250  # records, messages or tasks that one transaction takes
_PAUSE_SECONDS = 0.02  # at most, after a step: who waits for the lock looks for it only now and then
_T = TypeVar("_T")


@dataclass(slots=True)
class Taken:
    """What one step removed."""

    counts: Counter[str] = field(default_factory=lambda: Counter(message=0, session=0))
    matrix: int = 0
    tasks: int = 0
    needles: list[bytes] = field(default_factory=list)  # bytes that must be nowhere afterwards
    late: frozenset[bytes] = frozenset()  # digests of records that the plan does not name
    more: bool = False  # whether the same step has more to take


@dataclass(frozen=True, slots=True)
class Begun:
    """An erasure of parts that is written down: of whom, what, and the queued tasks of what goes."""

    receipt: str
    owner: int
    scope: Scope
    plan: Plan
    tasks: tuple[int, ...]


_Step = Callable[[Transaction, Owner], Taken]


@dataclass(frozen=True, slots=True)
class Parts:
    """Erases what a plan names of one owner."""

    owners: Owners
    matrices: Matrices
    writer: Writer
    readers: Readers

    def begin(self, transaction: Transaction, owner: Owner, begun: Begun) -> tuple[Begun, list[bytes]]:
        """Hide what goes and write down that it goes; a small plan is carried out at once. With bytes that must be nowhere afterwards.

        Raises NotFoundError for an id that names nothing.
        """
        connection = transaction.connection
        keys = [rows.id_bytes(each) for each in begun.plan.records]
        found = [None if key is None else statements.row(connection, "get_position", owner.id, key) for key in keys]
        if None in found:
            raise errors.NotFoundError(f"{begun.plan.records[found.index(None)]!r} names nothing here")
        self._hide(transaction, owner, [place for (place,) in filter(None, found)])
        named = frozenset(keys)
        begun = replace(begun, tasks=tuple(task for task, key in statements.rows(connection, "tasks_of_owner", owner.id) if key in named))
        sealed = owner.seal.close(_encoded(begun), _place(begun.receipt))
        statements.run(connection, "add_erasing", begun.receipt, owner.id, sealed)
        plan = begun.plan
        if len(begun.tasks) + len(plan.records) + len(plan.messages) + len(plan.loosened) > STEP:
            return begun, []
        return begun, [needle for step in self._steps(begun) for needle in self._repeated(transaction, begun, step)]

    def read(self, connection: apsw.Connection, receipt: str, owner: int, sealed: bytes) -> Begun:
        """What was written down."""
        data = self.owners.keyring.seal(connection, owner).open(sealed, _place(receipt))
        return _decoded(json.loads(data), receipt, owner, self.owners.scope(connection, owner))

    def take(self, begun: Begun) -> list[bytes]:
        """Carry out what was written down, to its end; bytes that must be nowhere afterwards."""
        needles: list[bytes] = []
        for step in self._steps(begun):
            more = True
            while more:
                taken = paused(self.writer, partial(self._once, begun=begun, step=step))
                needles += taken.needles
                more = taken.more
        return needles + self._scrubbed(begun)

    def _steps(self, begun: Begun) -> Iterator[_Step]:
        plan, loosening = begun.plan, erasing.Loosening(begun.plan)
        yield from (partial(_drop_tasks, tasks=tasks) for tasks in _batched(begun.tasks))
        yield from (partial(self._loosen, ids=ids, loosening=loosening) for ids in _batched(plan.loosened))
        yield from (partial(self._take_records, ids=ids) for ids in _batched(plan.records))
        yield from (partial(_take_messages, messages=messages) for messages in _batched(plan.messages))
        yield from (partial(_take_session, session=session) for session in plan.sessions)
        if plan.version is not None:
            yield partial(self._take_late, plan=plan, loosening=loosening)

    def _repeated(self, transaction: Transaction, begun: Begun, step: _Step) -> Iterator[bytes]:
        more = True
        while more:
            taken = self._once(transaction, begun, step)
            yield from taken.needles
            more = taken.more

    def _once(self, transaction: Transaction, begun: Begun, step: _Step) -> Taken:
        """Do a step and count what it took in the receipt; nothing when somebody else has brought the erasure to its end."""
        connection = transaction.connection
        owner = self._owner(connection, begun)
        if owner is None:
            return Taken()
        taken = step(transaction, owner)
        found = statements.row(connection, "get_receipt", begun.receipt)
        assert found is not None
        counts, indexes = (Counter[str](json.loads(found[place])) for place in (3, 4))
        counts.update(traces.counts(self.owners.labels, begun.receipt, taken.counts))
        indexes.update(matrix=taken.matrix, tasks=taken.tasks)
        statements.run(connection, "count_more", json.dumps(counts), json.dumps(indexes), begun.receipt)
        traces.keep(connection, self.owners.labels, begun.receipt, Trace(None, taken.late, tuple(taken.needles)))
        return taken

    def _owner(self, connection: apsw.Connection, begun: Begun) -> Owner | None:
        """The owner as it stands; None when the erasure came to its end, or the owner was erased whole."""
        if statements.row(connection, "get_erasing", begun.receipt) is None:
            return None
        owner = self.owners.find(connection, begun.scope)
        return owner if owner is not None and owner.id == begun.owner else None

    def _hide(self, transaction: Transaction, owner: Owner, places: Sequence[int]) -> Owner:
        after = replace(owner, version=owner.version + 1)
        if places:
            hidden = segments.hidden(np.array(sorted(places), np.int64))
            folding.write_segment(transaction.connection, after, after.version, [hidden])
            after = replace(after, small=after.small + 1)
        return self._save(transaction, after)

    def _save(self, transaction: Transaction, owner: Owner) -> Owner:
        self.owners.save(transaction.connection, owner)
        transaction.changed[owner.id] = None
        return owner

    def _loosen(self, transaction: Transaction, owner: Owner, ids: Sequence[str], loosening: erasing.Loosening) -> Taken:
        before = rows.get(transaction.connection, owner, ids)
        after = [loosening.after(record) for record in before]
        changed = tuple(now for former, now in zip(before, after, strict=True) if now is not None and now != former)
        if changed:
            applied, _ = applying.Applying(transaction.connection, owner, self.owners.labels).apply(Batch(records=changed))
            self._save(transaction, applied)
        return Taken()

    def _take_records(self, transaction: Transaction, owner: Owner, ids: Sequence[str]) -> Taken:
        connection, taken = transaction.connection, Taken()
        names = figures.kind_names(connection, self.owners, owner.id)
        for key in map(rows.id_bytes, ids):
            found = statements.row(connection, "erase_record", owner.id, key)
            if key is not None and found is not None:
                kind, _, *marks = found
                taken.counts[names.get(kind, "unknown")] += 1
                taken.needles += [key, *(mark for mark in marks if mark is not None), *journal.erase(connection, owner, key.hex())]
                taken.matrix += 1
        return taken

    def _take_late(self, transaction: Transaction, owner: Owner, plan: Plan, loosening: erasing.Loosening) -> Taken:
        """What was written since the plan was made and rests on what goes."""
        deltas = folding.read(transaction.connection, owner, plan.version or 0)
        held = SqliteView(transaction, owner, self.matrices).held(owner).matrix
        places = np.unique(np.concatenate([np.empty(0, np.int64), *(delta.positions for delta in deltas)]))
        alive = places[held.columns["status"][places] != matrix.GONE]
        ids = {held.id(int(place)): int(place) for place in alive}
        late = rows.get(transaction.connection, owner, [each for each in ids if each not in set(plan.loosened)])
        gone = [record.id for record in late if loosening.after(record) is None]
        after = self._hide(transaction, owner, [ids[each] for each in gone]) if gone else owner
        taken = self._take_records(transaction, after, gone)
        taken.late = frozenset(traces.record_digest(self.owners.labels, bytes.fromhex(each)) for each in gone)
        self._loosen(transaction, after, [record.id for record in late if record.id not in set(gone)], loosening)
        return taken

    def _scrubbed(self, begun: Begun) -> list[bytes]:
        """Write anew whatever segment still holds something of rows that are gone, then let all others read them again."""
        needles: list[bytes] = []
        seen: set[statements.Row] = set()
        while True:
            with self.readers.snapshot() as connection:
                owner = self._owner(connection, begun)
                if owner is None:
                    return needles
                columns = self.matrices.current(connection, owner).matrix.columns
                gone = np.flatnonzero(columns["status"] == matrix.GONE)
                sparse = folding.sparse(connection, owner)
                pieces = [] if sparse else folding.holding(connection, owner, gone, seen)
            if not pieces:
                ended = paused(self.writer, partial(self._ended, begun=begun, sparse=sparse))
                if ended is not None:
                    return needles + ended
            for piece in pieces:
                clear = partial(self._clear, begun=begun, piece=piece, generation=owner.generation, gone=gone)
                needles += paused(self.writer, clear)

    def _clear(
        self, transaction: Transaction, begun: Begun, piece: list[statements.Row], generation: int, gone: matrix.Positions
    ) -> list[bytes]:
        owner = self._owner(transaction.connection, begun)
        if owner is None or owner.generation != generation:  # the places were given anew
            return []
        went = [mark for place in piece for mark in folding.clear(transaction.connection, owner, place, gone)]
        traces.keep(transaction.connection, self.owners.labels, begun.receipt, Trace(None, frozenset(), tuple(went)))
        return went

    def _ended(self, transaction: Transaction, begun: Begun, sparse: bool) -> list[bytes] | None:
        """Bring it to its end; None when living rows were to move together and are too many by now."""
        owner = self._owner(transaction.connection, begun)
        if owner is None:
            return []
        after, went = replace(owner, version=owner.version + 1, generation=owner.generation + 1), list[bytes]()
        if folding.sparse(transaction.connection, owner):
            after, went = folding.compacted(transaction.connection, after)
        elif sparse:
            return None
        self._save(transaction, after)
        statements.run(transaction.connection, "drop_erasing", begun.receipt)
        traces.keep(transaction.connection, self.owners.labels, begun.receipt, Trace(None, frozenset(), tuple(went)))
        self.matrices.drop(owner.id)
        return went


def paused(writer: Writer, work: Callable[[Transaction], _T]) -> _T:
    """Do `work` in a transaction of its own, then give others half as much time."""
    began = time.monotonic()
    done = writer.run(work)
    time.sleep(min((time.monotonic() - began) / 2, _PAUSE_SECONDS))
    return done


def _drop_tasks(transaction: Transaction, owner: Owner, tasks: Sequence[int]) -> Taken:
    before = transaction.connection.total_changes()
    statements.many(transaction.connection, "drop_task", [(task, owner.id) for task in tasks])
    return Taken(tasks=transaction.connection.total_changes() - before)


def _take_messages(transaction: Transaction, owner: Owner, messages: Sequence[tuple[str, str]]) -> Taken:
    digests = [owner.seal.digest("message", *each) for each in messages]
    found = [row for digest in digests for row in statements.rows(transaction.connection, "erase_message", owner.id, digest)]
    return Taken(counts=Counter(message=len(found)), needles=[mark for marks in found for mark in marks])


def _take_session(transaction: Transaction, owner: Owner, session: str) -> Taken:
    digest = owner.seal.digest("session", session)
    found = statements.rows(transaction.connection, "erase_some_messages", owner.id, digest, STEP)
    ended = [] if len(found) == STEP else statements.rows(transaction.connection, "erase_session", owner.id, digest)
    needles = [mark for marks in [*found, *ended] for mark in marks]
    return Taken(counts=Counter(message=len(found), session=len(ended)), needles=needles, more=len(found) == STEP)


def _batched(values: Sequence[_T]) -> Iterator[Sequence[_T]]:
    return (values[start : start + STEP] for start in range(0, len(values), STEP))


def _place(receipt: str) -> bytes:
    return b"erasing" + receipt.encode()


def _encoded(begun: Begun) -> bytes:
    return json.dumps({**asdict(begun.plan), "tasks": begun.tasks}).encode()


def _decoded(held: dict[str, Any], receipt: str, owner: int, scope: Scope) -> Begun:
    plan = Plan(
        records=tuple(held["records"]),
        sessions=tuple(held["sessions"]),
        messages=tuple((session, message) for session, message in held["messages"]),
        loosened=tuple(held["loosened"]),
        said=tuple(Source(session, message) for session, message in held["said"]),
        evidence=tuple(Source(session, message) for session, message in held["evidence"]),
        version=held["version"],
    )
    return Begun(receipt, owner, scope, plan, tuple(held["tasks"]))
