"""What a decision reads inside the write."""

from collections.abc import Sequence

from memstrata.core.matrix import Matrix
from memstrata.core.records import MemoryRecord
from memstrata.core.turns import SessionInfo
from memstrata.stores import codec
from memstrata.stores.sqlite import rows
from memstrata.stores.sqlite.matrices import Held, Matrices
from memstrata.stores.sqlite.owners import Owner
from memstrata.stores.sqlite.writer import Transaction


class SqliteView:
    """The `View` of one owner in a transaction that shuts out all other writers; `owner` is None before its first write."""

    def __init__(self, transaction: Transaction, owner: Owner | None, matrices: Matrices) -> None:
        self._transaction, self._owner, self._matrices = transaction, owner, matrices

    def matrix(self) -> Matrix:
        return self._matrices.empty() if self._owner is None else self.held(self._owner).matrix

    def held(self, owner: Owner) -> Held:
        """The matrix as this transaction sees it: with what earlier jobs of it wrote and nobody else may see yet."""
        if owner.id not in self._transaction.changed:
            return self._matrices.current(self._transaction.connection, owner)
        held = self._transaction.changed[owner.id] or self._matrices.held(owner)
        if held is None or not held.current(owner):
            held = self._matrices.advanced(self._transaction.connection, owner, held)
        self._transaction.changed[owner.id] = held
        return held

    def get(self, ids: Sequence[str]) -> list[MemoryRecord]:
        return [] if self._owner is None else rows.get(self._transaction.connection, self._owner, ids)

    def by_slot(self, slot: str) -> list[MemoryRecord]:
        return [] if self._owner is None else rows.by_slot(self._transaction.connection, self._owner, slot)

    def by_content(self, content: str) -> list[MemoryRecord]:
        return [] if self._owner is None else rows.by_content(self._transaction.connection, self._owner, content)

    def by_key(self, key: str) -> MemoryRecord | None:
        return None if self._owner is None else rows.by_key(self._transaction.connection, self._owner, key)

    def turn(self, session: str | None, message: str) -> MemoryRecord | None:
        return None if self._owner is None else rows.by_turn(self._transaction.connection, self._owner, session, message)

    def session(self, session: str) -> SessionInfo | None:
        data = None if self._owner is None else rows.session_bytes(self._transaction.connection, self._owner, session)
        return None if data is None else codec.session(data)
