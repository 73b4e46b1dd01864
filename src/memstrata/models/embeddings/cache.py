"""Vectors of texts that were met before, so that nobody is asked twice."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memstrata.core.ports import Embedder

ENTRIES = 1024  # 12 MB at 3072 dimensions


class CachedEmbedder:
    """An embedder that remembers its latest vectors, by the texts' hashes: no text is kept. Thread-safe."""

    def __init__(self, embedder: Embedder, entries: int = ENTRIES) -> None:
        self._embedder = embedder
        self._entries = entries
        self._rows: OrderedDict[bytes, npt.NDArray[np.float32]] = OrderedDict()  # least recently used first
        self._lock = threading.Lock()

    @property
    def space(self) -> str:
        return self._embedder.space

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    @property
    def degraded(self) -> str | None:
        return self._embedder.degraded

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        """What the embedder gives; it is asked for unknown texts only, once for each."""
        keys = [_key(text, query) for text in texts]
        known = self._known(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            fresh = dict(zip(missing, self._embedder.embed(list(missing.values()), query), strict=True))
            self._keep(fresh)
            known |= fresh
        rows = [known[key] for key in keys]
        return np.stack(rows) if rows else np.empty((0, self.dimensions), np.float32)

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        return self._embedder.relevance(cosines, language)

    def _known(self, keys: Sequence[bytes]) -> dict[bytes, npt.NDArray[np.float32]]:
        with self._lock:
            found = {key: self._rows[key] for key in keys if key in self._rows}
            for key in found:
                self._rows.move_to_end(key)
        return found

    def _keep(self, fresh: dict[bytes, npt.NDArray[np.float32]]) -> None:
        with self._lock:
            for key, row in fresh.items():
                self._rows[key] = row.copy()  # a view would keep its whole batch alive
                self._rows.move_to_end(key)
            while len(self._rows) > self._entries:
                self._rows.popitem(last=False)


def _key(text: str, query: bool) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=24, person=b"query" if query else b"passage").digest()
