"""Stores in folders of their own, closed when the test ends."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest

from memstrata.stores import sqlite
from memstrata.stores.sqlite import SqliteStore

Open = Callable[..., SqliteStore]


@pytest.fixture
def open_store(tmp_path: Path) -> Iterator[Open]:
    """Opens the test's folder as often as it is called."""
    opened: list[SqliteStore] = []

    def open_once(
        folder: Path = tmp_path / "store",
        durability: Literal["full", "relaxed"] = "full",
        cache_bytes: int = 64 << 20,
        master_key: bytes | None = None,
    ) -> SqliteStore:
        opened.append(sqlite.open_store(folder, durability=durability, cache_bytes=cache_bytes, master_key=master_key))
        return opened[-1]

    yield open_once
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Open) -> SqliteStore:
    return open_store()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that `store` lies in."""
    return tmp_path / "store"
