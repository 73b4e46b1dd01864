"""What the parts of the store's contract share: how a store is opened again."""

from collections.abc import Iterator

from memstrata.core.ports import Store


class StoreDriver:
    """Override `reopen` for a store that keeps its records when the process ends."""

    def reopen(self, store: Store) -> Store:
        """The store after a restart: closed and opened at the same place. By default nothing persists: the same object."""
        return store

    def then_reopened(self, store: Store) -> Iterator[Store]:
        """The store as it is, and then as it is after a restart."""
        yield store
        yield self.reopen(store)
