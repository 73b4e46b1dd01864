"""Embedders that need no model: one that always gives the same vectors, one that always fails."""

import hashlib
import unicodedata
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memstrata.core import errors

_GRAMS = (1, 2, 3)
_UNRELATED, _EQUAL = 0.25, 1.0  # cosines of relevance 0 and 1: short texts share some characters by chance


class HashEmbedder:
    """Hashed character n-grams: texts that share characters lie near each other, in any language, on any machine.

    Set `space` to another id to play a change of model: the vectors then differ too.
    """

    degraded: str | None = None

    def __init__(self, dimensions: int = 64, space: str = "test-hash-1") -> None:
        self.dimensions = dimensions
        self.space = space

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        return np.array([self._row(text) for text in texts], np.float32).reshape(len(texts), self.dimensions)

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        relevance: npt.NDArray[np.float32] = np.clip((cosines - _UNRELATED) / (_EQUAL - _UNRELATED), 0.0, 1.0).astype(np.float32)
        return relevance

    def _row(self, text: str) -> npt.NDArray[np.float64]:
        folded = unicodedata.normalize("NFKC", text).casefold()
        row = np.zeros(self.dimensions)
        for gram in ("", *(folded[at : at + size] for size in _GRAMS for at in range(len(folded) - size + 1))):
            hashed = int.from_bytes(hashlib.blake2b(f"{self.space}\n{gram}".encode("utf-8", "surrogatepass"), digest_size=8).digest())
            row[hashed % self.dimensions] += 1.0 if hashed >> 63 else -1.0
        norm = np.linalg.norm(row)
        return row / norm if norm else np.eye(1, self.dimensions)[0]


class BrokenEmbedder(HashEmbedder):
    """Raises EmbedderError each time it should embed."""

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        raise errors.EmbedderError("this embedder is broken on purpose")
