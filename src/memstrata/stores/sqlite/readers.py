"""Connections for reading: as many as threads read at once, a few of them kept."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import apsw

from memstrata.core import errors
from memstrata.stores.sqlite import engine

_KEPT = 8


class Readers:
    """Lends connections that see committed writes only and never wait for a writer."""

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        self._connect = connect
        self._idle: list[apsw.Connection] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def snapshot(self) -> Iterator[apsw.Connection]:
        """A connection on which all reads see the same state."""
        with engine.translated():
            connection = self._take()
            try:
                connection.execute("BEGIN")
                yield connection
            finally:
                self._give_back(connection)

    def close(self) -> None:
        """Close what is idle; what is lent is closed when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close(True)

    def _take(self) -> apsw.Connection:
        with self._lock:
            if self._closed:
                raise errors.ClosedError("the store is closed: open it again")
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _give_back(self, connection: apsw.Connection) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        with self._lock:
            if not self._closed and len(self._idle) < _KEPT:
                self._idle.append(connection)
                return
        connection.close(True)
