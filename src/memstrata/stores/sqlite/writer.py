"""The one writing connection of a process. Threads that write at the same time share one commit."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Generic, TypeVar

import apsw

from memstrata.core import errors
from memstrata.stores.sqlite import engine, statements
from memstrata.stores.sqlite.matrices import Held

_T = TypeVar("_T")
_MOST_IN_ONE_COMMIT = 64
_CHECKPOINT_WAIT_SECONDS = 1.0
_CHECKPOINT_TRY_MILLISECONDS = 5  # a try shuts writers out while it waits for readers …
_CHECKPOINT_PAUSE_SECONDS = 0.01  # … so they get their turn between two tries


@dataclass(slots=True)
class Transaction:
    """What a job works in, and the matrices of owners that were changed in it: seen by later jobs of it, by others once it is durable."""

    connection: apsw.Connection
    changed: dict[int, Held | None] = field(default_factory=dict)  # by owner; None where nobody asked for the matrix


Work = Callable[[Transaction], _T]


class _Job(Generic[_T]):
    """Work of one thread that another one may do. As a context manager it keeps what was raised, for the thread that asked."""

    __slots__ = ("error", "finished", "result", "work")

    def __init__(self, work: Work[_T]) -> None:
        self.work = work
        self.finished = False
        self.result: _T | None = None
        self.error: BaseException | None = None

    def __enter__(self) -> None:
        self.error = None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        self.error = error
        return isinstance(error, Exception)

    def fail(self, error: BaseException) -> None:
        self.error, self.finished = error, True


class Writer:
    """Queues jobs; whoever gets the connection first leads: it runs what waits, commits once, and wakes all.

    `committed` is told the changed matrices; `rolled_back` is called when a transaction or a part of one was undone.
    """

    def __init__(
        self, connection: apsw.Connection, *, committed: Callable[[dict[int, Held | None]], None], rolled_back: Callable[[], None]
    ) -> None:
        self._connection = connection
        self._committed = committed
        self._rolled_back = rolled_back
        self._waiting: deque[_Job[object]] = deque()
        self._leading = threading.Lock()
        self._leader = 0
        self._closed = False

    def run(self, work: Work[_T]) -> _T:
        """What `work` returns, once it is durable. What it raises is passed on, and nothing of it stored."""
        if self._leader == threading.get_ident():
            raise errors.BackendError("a decision may not write: it returns what is to be written")
        job: _Job[_T] = _Job(work)
        self._waiting.append(job)  # type: ignore[arg-type]   # the queue does not look at results
        while not job.finished:
            with self._leading:
                if not job.finished:
                    self._lead()
        if job.error is not None:
            raise job.error
        return job.result  # type: ignore[return-value]   # a finished job without an error has one

    def checkpoint(self) -> bool:
        """Move the log into the file and cut it to nothing; False when a reader still needs it."""
        ends = time.monotonic() + _CHECKPOINT_WAIT_SECONDS
        while time.monotonic() < ends:
            if self._try_checkpoint():
                return True
            time.sleep(_CHECKPOINT_PAUSE_SECONDS)
        return False

    def _try_checkpoint(self) -> bool:
        """Most of the log is moved while others write; only cutting it shuts them out, and waiting for readers with it."""
        with self._leading, engine.translated():
            self._check_open()
            self._connection.set_busy_timeout(_CHECKPOINT_TRY_MILLISECONDS)
            try:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except (apsw.BusyError, apsw.LockedError):
                return False
            finally:
                self._connection.set_busy_timeout(engine.BUSY_MILLISECONDS)
            return True

    def alone(self, log: Path, work: Callable[[], None], name: str, *values: object) -> bool:
        """Run `work`, which changes bytes of the file that hold nothing, while nobody writes; False when the log is not empty.

        Then the statement `name` is committed, so that every connection reads the pages anew that it has in its memory.
        """
        with self._leading, engine.translated():
            self._check_open()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if log.exists() and log.stat().st_size:
                    return False
                work()
                self._connection.pragma("shrink_memory")  # this connection's own pages
                statements.run(self._connection, name, *values)
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            return True

    def rewrite(self, name: str) -> bool:
        """Run the statement that writes all indexes or the whole file anew; False when a reader still needs the old pages."""
        with self._leading, engine.translated():
            self._check_open()
            statements.run(self._connection, name)
        return self.checkpoint()

    def close(self) -> None:
        """Close the connection after the write that is under way."""
        with self._leading:
            if not self._closed:
                self._closed = True
                self._connection.close(True)

    def _check_open(self) -> None:
        if self._closed:
            raise errors.ClosedError("the store is closed: open it again")

    def _lead(self) -> None:
        jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_IN_ONE_COMMIT))]
        self._leader = threading.get_ident()
        try:
            with engine.translated():
                self._check_open()
                self._commit(jobs)
        except errors.StoreError as error:
            for job in jobs:
                job.fail(error)
        finally:
            self._leader = 0
            for job in jobs:
                if not job.finished:
                    job.fail(errors.BackendError("the write that shared this commit was interrupted: try again"))

    def _commit(self, jobs: list[_Job[object]]) -> None:
        transaction = Transaction(self._connection)
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for job in jobs:
                self._attempt(job, transaction)
            self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
                self._rolled_back()
        self._committed(transaction.changed)
        for job in jobs:
            job.finished = True

    def _attempt(self, job: _Job[object], transaction: Transaction) -> None:
        """Run one job; what it raises undoes its own part only. When the engine itself fails, all is undone."""
        before = dict(transaction.changed)
        self._connection.execute("SAVEPOINT job")
        with job, engine.translated():
            job.result = job.work(transaction)
        if job.error is not None:
            if isinstance(job.error, errors.BackendError) or not self._connection.in_transaction:
                raise job.error
            self._connection.execute("ROLLBACK TO job")
            self._rolled_back()
            transaction.changed = before
        self._connection.execute("RELEASE job")
