"""The owners' matrices: built from segments, kept while there is room, brought up to date by what was written since."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

import apsw

from memstrata.core import matrix
from memstrata.core.labels import Labels
from memstrata.core.matrix import Delta, Matrix
from memstrata.stores import segments
from memstrata.stores.sqlite import folding
from memstrata.stores.sqlite.owners import Owner

_ENTRY_BYTES = 2048  # what a matrix takes besides its arrays
_FEW = 2  # deltas up to this many are applied as they are


@dataclass(frozen=True, slots=True)
class Held:
    """A matrix and the owner's generation it was built in; its version is in it."""

    generation: int
    matrix: Matrix

    def follows(self, owner: Owner) -> bool:
        """Whether what it lacks can be added to it: no row was erased, and no segment that it has seen was folded with one it has not."""
        return self.generation == owner.generation and self.matrix.version >= owner.base

    def current(self, owner: Owner) -> bool:
        """Whether it holds all that `owner` has written; it may hold more, when `owner` was read in an older snapshot."""
        return self.matrix.version >= owner.version


class _Entry:
    __slots__ = ("bytes", "held", "lock")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.held: Held | None = None
        self.bytes = 0  # as they count for the limit


class Matrices:
    """The least recently used go when all together exceed `limit` bytes; the newest one always stays."""

    def __init__(self, labels: Labels, limit: int) -> None:
        self._labels = labels
        self._limit = limit
        self._total = 0
        self._entries: OrderedDict[int, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def empty(self) -> Matrix:
        """The matrix of an owner without records."""
        return matrix.empty(self._labels)

    def held(self, owner: Owner) -> Held | None:
        """What is kept for the owner, up to date or not."""
        with self._lock:
            entry = self._entries.get(owner.id)
            if entry is None:
                return None
            self._entries.move_to_end(owner.id)
            return entry.held

    def current(self, connection: apsw.Connection, owner: Owner) -> Held:
        """The matrix of `owner` as `connection` sees it in one snapshot of committed writes; it is kept."""
        entry = self._entry(owner.id)
        with entry.lock:
            held = entry.held
            if held is None or not held.current(owner):
                held = self.advanced(connection, owner, held)
                self._keep(owner.id, entry, held)
        return held

    def advanced(self, connection: apsw.Connection, owner: Owner, held: Held | None) -> Held:
        """`held` with what it lacks, or all of it anew; nothing is kept."""
        start, seen = self.empty(), -1
        if held is not None and held.follows(owner):
            start, seen = held.matrix, held.matrix.version
        deltas = folding.read(connection, owner, seen)
        return Held(owner.generation, start.apply(deltas if len(deltas) <= _FEW else segments.folded(deltas), owner.version))

    def after(self, held: Held, deltas: list[Delta], owner: Owner) -> Held:
        """`held` after a write that `owner` counts already."""
        return Held(owner.generation, held.matrix.apply(deltas, owner.version))

    def publish(self, owner: int, held: Held) -> None:
        """Keep `held`, now that it is committed, unless something newer is kept."""
        entry = self._entry(owner)
        with entry.lock:
            before = entry.held
            if before is None or before.matrix.version < held.matrix.version:
                self._keep(owner, entry, held)

    def drop(self, owner: int) -> None:
        """Keep nothing of the owner."""
        with self._lock:
            dropped = self._entries.pop(owner, None)
            self._total -= dropped.bytes if dropped is not None else 0

    def _entry(self, owner: int) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(owner, _Entry())
            self._entries.move_to_end(owner)
            return entry

    def _keep(self, owner: int, entry: _Entry, held: Held) -> None:
        entry.held = held
        with self._lock:
            if self._entries.get(owner) is not entry:
                return  # it was dropped meanwhile: who asked still gets it, nobody else
            self._total -= entry.bytes
            entry.bytes = held.matrix.nbytes + _ENTRY_BYTES
            self._total += entry.bytes
            while self._total > self._limit and len(self._entries) > 1:
                oldest = next(number for number in self._entries if number != owner)
                self._total -= self._entries.pop(oldest).bytes
