"""Every store keeps the store's contract."""

import pytest

from memstrata.testing import InMemoryStore, StoreContract


class TestInMemoryStore(StoreContract):
    """The reference itself."""

    @pytest.fixture
    def store(self):
        return InMemoryStore()
