"""Connections to the file, and the one place where SQLite's errors become ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from memstrata.core import errors

BUSY_MILLISECONDS = 10_000
CHECKPOINT_PAGES = (1_000, 4_000)  # of log between checkpoints: as many as the file has, but at least 4 MB and at most 16 MB
_PAGE_BYTES = 4_096
_LOG_BYTES = 32 * 1024 * 1024  # the log is cut to this after a checkpoint
_SYNCHRONOUS = {"full": 2, "relaxed": 1}


@contextmanager
def translated() -> Iterator[None]:
    """Raise what SQLite raises as the error of ours that says what it means for the caller."""
    try:
        yield
    except apsw.ConstraintError as error:
        raise errors.ConflictError(f"another record or message has what only one may have: {error}") from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise errors.CorruptStoreError(f"the store's file is damaged: {error}") from error
    except (apsw.ConnectionClosedError, apsw.CursorClosedError) as error:
        raise errors.ClosedError("the store is closed: open it again") from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise errors.BackendError(f"another process held the store for more than {BUSY_MILLISECONDS // 1000} s: try again") from error
    except apsw.Error as error:
        raise errors.BackendError(f"the store's file could not be used: {error}") from error


@contextmanager
def translated_files() -> Iterator[None]:
    """Raise what the file system raises as BackendError."""
    try:
        yield
    except OSError as error:
        raise errors.BackendError(f"the store's folder could not be used: {error}") from error


def connect(path: Path, durability: str) -> apsw.Connection:
    """A connection that may write. Every setting is read back: one that did not take would cost durability silently."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    least, most = CHECKPOINT_PAGES
    connection.wal_autocheckpoint(min(max(path.stat().st_size // _PAGE_BYTES, least), most))
    _set(connection, "synchronous", _SYNCHRONOUS[durability])
    _set(connection, "secure_delete", 1)
    _set(connection, "foreign_keys", 1)
    _set(connection, "temp_store", 2)
    _set(connection, "journal_size_limit", _LOG_BYTES)
    _set(connection, "trusted_schema", 0)
    return connection


def connect_reader(path: Path, durability: str) -> apsw.Connection:
    """A connection that refuses to write."""
    connection = connect(path, durability)
    _set(connection, "query_only", 1)
    return connection


def _set(connection: apsw.Connection, name: str, value: int) -> None:
    connection.pragma(name, value)
    held = connection.pragma(name)
    if held != value:
        raise errors.BackendError(f"SQLite did not take PRAGMA {name} = {value}: it says {held!r}")
