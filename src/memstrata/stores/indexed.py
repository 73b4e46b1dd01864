"""A store whose very large owners have an index over their vectors."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from memstrata.core.erasure import Plan
from memstrata.core.matrix import Matrix, Positions
from memstrata.core.ports import Store, VectorIndex
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope


class Indexed:
    """`records`, and beside them an index that is derived from their matrices and forgets what they erase. A `Store`.

    The index is loaded when an owner has at least `least` records.
    """

    def __init__(self, records: Store, least: int, load: Callable[[], VectorIndex]) -> None:
        self._records, self._least, self._load = records, least, load
        self._index: VectorIndex | None = None
        self._lock = threading.Lock()

    def __getattr__(self, name: str) -> Any:  # every other verb is the store's own
        return getattr(self._records, name)

    def near(self, scope: Scope, matrix: Matrix, query: npt.NDArray[np.float32]) -> Positions | None:
        """Where the vectors nearest to `query` stand; None where all are to be looked through."""
        if len(matrix) < self._least:
            return None
        with self._lock:
            self._index = self._index or self._load()
        return self._index.near(scope, matrix, query)

    def build(self) -> int:
        """Add a piece of what an index lacks; how many vectors, 0 when none lacks any."""
        return 0 if self._index is None else self._index.build(self._records.matrix)

    def erase(self, scope: Scope, plan: Plan) -> Receipt:
        try:
            return self._records.erase(scope, plan)
        finally:
            if self._index is not None:
                self._index.drop(scope)
