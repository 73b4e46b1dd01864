"""An index over the vectors of very large owners (HNSW): it proposes, the matrix answers.

Nothing of it is on disk. It only names positions; cosines are always those of the matrix, so that an index that is behind can miss a
near memory but never show one that is gone, hidden or of another user.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import simsimd  # noqa: F401  before usearch, whose own copy of it must not take its place
from usearch.index import Index

from memstrata.core import matrix as matrices
from memstrata.core.matrix import Matrix, Positions
from memstrata.core.scope import Scope

CONNECTIVITY, CONSTRUCTION, SEARCH = 16, 200, 100  # M, ef construction, ef search: Malkov & Yashunin 2018
PROPOSED = 200  # positions that one search gives
_PIECE = 100  # vectors that are added while no search may run, some 50 ms: meanwhile all are looked through
_WAITING = 8192  # vectors that are not in the index yet and are looked through one by one; with more of them all are
_OWNERS = 4  # indexes that are kept
_PROBES = 64  # positions by which is seen that rows were moved together

_Owner = tuple[str | None, str]


@dataclass(slots=True)
class _Graph:
    """The index of one owner's vectors in one space."""

    scope: Scope
    space: str
    index: Index
    held: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))  # by position
    probes: dict[int, bytes] = field(default_factory=dict)  # position → id, of some that are held
    lock: threading.Lock = field(default_factory=threading.Lock)


class Hnsw:
    """The indexes of the last four owners that were asked for. Safe for threads."""

    def __init__(self) -> None:
        self._graphs: OrderedDict[_Owner, _Graph] = OrderedDict()
        self._lock = threading.Lock()

    def near(self, scope: Scope, matrix: Matrix, query: npt.NDArray[np.float32]) -> Positions | None:
        """Where the vectors nearest to `query` stand, and all that are not in the index yet; None where the exact scan is to answer.

        What the index lacks it is given by `build`.
        """
        vectors = matrix.vectors
        if vectors is None:
            return None
        graph = self._graph(scope, matrix)
        if not graph.lock.acquire(blocking=False):
            return None
        try:
            late = _lacking(graph, matrix)
            if len(late) > _WAITING:
                return None
            code = matrices.quantise(vectors.space, query[None, :]).codes[0]
            keys = np.asarray(graph.index.search(code, PROPOSED, threads=1).keys, np.int64)
        finally:
            graph.lock.release()
        return np.union1d(keys[keys < len(matrix)], late)

    def build(self, matrix_of: Callable[[Scope], Matrix]) -> int:
        """Add a piece of what an index lacks; how many vectors, 0 when none lacks any."""
        with self._lock:
            graphs = list(self._graphs.values())
        return next((added for graph in graphs if (added := _add(graph, matrix_of(graph.scope)))), 0)

    def drop(self, scope: Scope) -> None:
        """Forget all of the owner."""
        with self._lock:
            self._graphs.pop(scope.owner, None)

    def _graph(self, scope: Scope, matrix: Matrix) -> _Graph:
        assert matrix.vectors is not None
        with self._lock:
            graph = self._graphs.get(scope.owner)
            if graph is None or not _fits(graph, matrix):
                owner = scope.widened()
                graph = self._graphs[scope.owner] = _Graph(owner, matrix.vectors.space, _empty(matrix.vectors.codes.shape[1]))
            self._graphs.move_to_end(scope.owner)
            while len(self._graphs) > _OWNERS:
                self._graphs.popitem(last=False)
            return graph


def _empty(dimensions: int) -> Index:
    return Index(ndim=dimensions, metric="cos", dtype="i8", connectivity=CONNECTIVITY, expansion_add=CONSTRUCTION, expansion_search=SEARCH)


def _fits(graph: _Graph, matrix: Matrix) -> bool:
    """Whether the space is the same and rows stand where they were added: an erasure, here or in another process, may move them."""
    if matrix.vectors is None or matrix.vectors.space != graph.space:
        return False
    return all(place < len(matrix) and matrix.ids[place].tobytes() == known for place, known in graph.probes.items())


def _lacking(graph: _Graph, matrix: Matrix) -> Positions:
    """Where vectors stand that are not in the index."""
    if matrix.vectors is None:
        return np.empty(0, np.int64)
    lacking = matrix.vectors.scales > 0
    known = graph.held[: len(lacking)]
    lacking[: len(known)] &= ~known
    return np.flatnonzero(lacking)


def _add(graph: _Graph, matrix: Matrix) -> int:
    with graph.lock:
        if matrix.vectors is None or not _fits(graph, matrix):
            return 0  # the next question makes another one
        lacking = _lacking(graph, matrix)[:_PIECE]
        if len(lacking):
            graph.index.add(lacking, matrix.vectors.codes[lacking], threads=1)
            graph.held = np.concatenate([graph.held, np.zeros(max(len(matrix) - len(graph.held), 0), np.bool_)])
            graph.held[lacking] = True
            graph.probes = {int(place): matrix.ids[place].tobytes() for place in _some(np.flatnonzero(graph.held))}
        return len(lacking)


def _some(places: Positions) -> Positions:
    return places[:: max(len(places) // _PROBES, 1)]
