"""Going through all records of an owner."""

from collections.abc import Iterator

from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord
from memstrata.core.scope import Scope


def pages(store: Store, scope: Scope, size: int = 500) -> Iterator[list[MemoryRecord]]:
    """Every record of the owner in the order of ids, `size` at a time; no page is empty."""
    after: str | None = None
    while page := store.scan(scope, after, size):
        yield page
        if len(page) < size:
            return
        after = page[-1].id
