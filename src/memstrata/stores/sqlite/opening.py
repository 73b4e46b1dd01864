"""Opening a folder: make a store, bring an older one up to date, refuse what is none or is newer."""

import secrets
import struct
import time
from pathlib import Path

import apsw

from memstrata.core import errors, files
from memstrata.stores.sqlite import engine, statements
from memstrata.stores.sqlite.handle import Handle
from memstrata.text import analyze

FILE_NAME = "memstrata.db"
APPLICATION_ID = 0x6D656D73  # "mems"
MIGRATIONS = ("0001_initial.sql", "0002_traces.sql", "0003_upkeep.sql", "0004_erasing.sql")  # the store's version is how many it has
_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100


def prepare(folder: Path) -> tuple[Path, Handle]:
    """The path of the store's file in `folder` and the handle on it; folder and an empty file are made when they are missing.

    Raises NotAStoreError or NewerStoreError before anything is opened, so that a foreign file is left as it is.
    """
    folder = folder.expanduser()
    if folder.exists() and not folder.is_dir():
        raise errors.NotAStoreError(f"{folder} is a file; give the folder of a store")
    path = folder / FILE_NAME
    with engine.translated_files():
        missing = [each for each in (folder, *folder.parents) if not each.exists()]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for each in missing:
            files.sync_folder(each.parent)  # SQLite makes its files' names durable, not those of the folders above
        handle = Handle(path)
        try:
            _check_header(path, handle.read(0, _HEADER_BYTES))
        except errors.StoreError:
            handle.close()
            raise
    return path, handle


def migrate(connection: apsw.Connection, path: Path, new_meta: list[tuple[str, bytes]]) -> None:
    """Bring the file to the present version, each step in one transaction; a new one gets `new_meta`. Others may do the same at once."""
    connection.execute("BEGIN")  # what is read of the version must be of one moment
    try:
        version = _version(connection, path)
    finally:
        connection.execute("ROLLBACK")
    if version < len(MIGRATIONS):
        _step_up(connection, path, new_meta)
    _use_log(connection)


def _step_up(connection: apsw.Connection, path: Path, new_meta: list[tuple[str, bytes]]) -> None:
    for number, file in enumerate(MIGRATIONS, 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _version(connection, path) < number:
                for sql in statements.blocks(file).values():
                    connection.execute(sql)
                if number == 1:
                    connection.pragma("application_id", APPLICATION_ID)
                    statements.many(connection, "put_meta", list(new_meta))
                connection.pragma("user_version", number)
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def new_meta() -> list[tuple[str, bytes]]:
    """What a fresh store is told of itself: its id, the secret of its keyed hashes, and how its texts are segmented."""
    return [("store", secrets.token_bytes(16)), ("secret", secrets.token_bytes(32)), ("analyzer", analyze.ANALYZER.encode())]


def _version(connection: apsw.Connection, path: Path) -> int:
    """The store's version, 0 for an empty file. Raises NotAStoreError for another program's, NewerStoreError for a newer one."""
    application, version = connection.pragma("application_id"), connection.pragma("user_version")
    tables = statements.row(connection, "count_tables")
    if application != APPLICATION_ID and (application or version or tables != (0,)):
        raise errors.NotAStoreError(f"{path} belongs to another program; give memstrata a folder of its own")
    assert isinstance(version, int)
    _check_version(path, version)
    return version


def _check_header(path: Path, header: bytes) -> None:
    """Look at the first bytes only: opening a foreign database could already change it."""
    if not header or path.with_name(f"{FILE_NAME}-journal").exists():
        return  # about to be made, here or by another process
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise errors.NotAStoreError(f"{path} is no SQLite file; give memstrata a folder of its own")
    version, application = struct.unpack_from(">I4xI", header, 60)
    if application != APPLICATION_ID:
        raise errors.NotAStoreError(f"{path} belongs to another program; give memstrata a folder of its own")
    _check_version(path, version)


def _check_version(path: Path, version: int) -> None:
    if version > len(MIGRATIONS):
        raise errors.NewerStoreError(f"{path} has version {version}; this memstrata reads up to {len(MIGRATIONS)}: upgrade memstrata")


def _use_log(connection: apsw.Connection) -> None:
    """Switch to the write-ahead log. SQLite does not wait when two do so at once, so this does."""
    deadline = time.monotonic() + engine.BUSY_MILLISECONDS / 1000
    while connection.pragma("journal_mode") != "wal":
        try:
            if connection.pragma("journal_mode", "wal") == "wal":
                return
        except apsw.BusyError:
            pass  # another process is switching or reading: look again
        if time.monotonic() > deadline:
            raise errors.BackendError("the store's file system or another program does not let SQLite use a write-ahead log")
        time.sleep(0.01)
