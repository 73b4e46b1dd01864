"""Every store keeps the store's contract."""

from collections.abc import Iterator
from typing import cast

import pytest

from memstrata.core.ports import Store
from memstrata.stores import sqlite
from memstrata.stores.hnsw import Hnsw
from memstrata.stores.indexed import Indexed
from memstrata.testing import InMemoryStore, StoreContract


class TestInMemoryStore(StoreContract):
    """The reference itself."""

    @pytest.fixture
    def store(self) -> Store:
        return InMemoryStore()


class TestIndexedStore(StoreContract):
    """A store with an index beside it is a store."""

    @pytest.fixture
    def store(self) -> Store:
        return cast(Store, Indexed(InMemoryStore(), 1, Hnsw))


class TestSqliteStore(StoreContract):
    """One file in a folder."""

    @pytest.fixture
    def store(self, tmp_path) -> Iterator[Store]:
        self.open = lambda: sqlite.open_store(tmp_path, durability="full", cache_bytes=64 << 20)
        self.opened = [self.open()]
        yield self.opened[0]
        for each in self.opened:
            each.close()

    def reopen(self, store: Store) -> Store:
        store.close()
        self.opened.append(self.open())
        return self.opened[-1]


class TestRelaxedSqliteStore(TestSqliteStore):
    """The same promises where a power loss may take the last writes."""

    @pytest.fixture
    def store(self, tmp_path) -> Iterator[Store]:
        self.open = lambda: sqlite.open_store(tmp_path, durability="relaxed", cache_bytes=1)
        self.opened = [self.open()]
        yield self.opened[0]
        for each in self.opened:
            each.close()
