"""Hashed character n-grams: the stand-in where no encoder can be loaded. Reported as degraded: it knows letters, not meaning."""

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memstrata.models import calibration
from memstrata.text import clean

_SIZES = (1, 2, 3)
_MAX_CHARACTERS = 2000
_CALIBRATION = calibration.Curve((-1.0, 0.2, 0.5, 0.8, 1.0), (0.0, 0.0, 0.3, 0.7, 1.0))


class NgramEmbedder:
    """512 buckets of signed hashes over 1- to 3-character runs."""

    space = "ngrams/512/1"
    dimensions = 512
    degraded: str | None = "no sentence encoder is installed: recall by meaning is letters only"

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        """(len(texts), 512), float32, rows of norm 1."""
        out = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(out, texts, strict=True):
            folded = clean.embeddable(text, _MAX_CHARACTERS).casefold()
            for size in _SIZES:
                for start in range(len(folded) - size + 1):
                    digest = hashlib.blake2b(folded[start : start + size].encode(), digest_size=4).digest()
                    bucket = int.from_bytes(digest, "little")
                    row[bucket % self.dimensions] += size if bucket & 0x80000000 else -size
        return calibration.unit(out)

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        return _CALIBRATION(cosines)


def create() -> NgramEmbedder:
    """The driver's entry, called by name."""
    return NgramEmbedder()
