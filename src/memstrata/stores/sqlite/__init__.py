"""The embedded store: one SQLite file in a folder, safe for many threads and processes."""

from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from memstrata.stores.sqlite import engine, opening
from memstrata.stores.sqlite.keyring import Keyring
from memstrata.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore", "open_store"]


def open_store(folder: Path, *, durability: Literal["full", "relaxed"], cache_bytes: int, master_key: bytes | None = None) -> SqliteStore:
    """The store in `folder`, made when there is none; an erasure that was cut short is finished first.

    `master_key`, 32 bytes from outside, wraps the owners' keys: encryption at rest. Raises NotAStoreError and NewerStoreError, which
    leave the file untouched, ConfigError for another master key, BackendError when the folder cannot be used.
    """
    keyring = Keyring(master_key)
    path, handle = opening.prepare(folder)
    with engine.translated(), ExitStack() as opened:
        opened.callback(handle.close)
        connection = engine.connect(path, durability)
        opened.callback(connection.close, True)
        opening.migrate(connection, path, keyring.new_meta(opening.new_meta()))
        store = SqliteStore(path, handle, connection, durability=durability, cache_bytes=cache_bytes, keyring=keyring)
        opened.pop_all()  # from here on the store closes it
        return store
