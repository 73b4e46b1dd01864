"""An embedder on a server, whichever protocol it speaks."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memstrata.core import errors
from memstrata.core.records import Json
from memstrata.models import calibration
from memstrata.models.embeddings import calling, faults, scale
from memstrata.models.llm.guard import Pace
from memstrata.text import clean

BATCH = 32  # texts a request; what common servers take at most by default
CAPS = (4096, 2048, 1024, 512, 256, 128, 64)  # characters that are tried, in this order, when a text is too long for the model
_LARGEST = 1e30  # greater numbers overflow on the way to norm 1

Send = Callable[[Sequence[str], float], Json]  # (texts, seconds) → the vectors as the server sent them; raises ServerError


@dataclass(frozen=True, slots=True)
class Waits:
    """How long is waited."""

    queries: calling.Patience = calling.QUERIES
    passages: calling.Patience = calling.PASSAGES
    measuring: calling.Patience = calling.MEASURING  # the first use


class RemoteEmbedder:
    """Vectors of one model on one server. Thread-safe.

    The first use asks for the sentences of `scale`: their vectors tell the dimensions and how cosines turn into relevance.
    """

    degraded: str | None = None

    def __init__(self, driver: str, model: str, send: Send, *, waits: Waits | None = None, pace: Pace | None = None) -> None:
        self._driver, self._model, self._send = driver, model, send
        self._waits = waits or Waits()
        self._caller = calling.Caller(pace)
        self._lock = threading.Lock()
        self._width = 0  # 0 = not measured yet
        self._scale: scale.Scale | None = None

    @property
    def space(self) -> str:
        """Driver, model and dimensions. Raises EmbedderError while the server has not answered once."""
        return f"{self._driver}/{self._model}/{self.dimensions}"

    @property
    def dimensions(self) -> int:
        """Raises EmbedderError while the server has not answered once."""
        self._measured()
        return self._width

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        """(len(texts), dimensions), float32, rows of norm 1; blank texts are not sent, all have one vector. Raises EmbedderError."""
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        prepared = [clean.embeddable(text).strip() for text in texts]
        spoken = [row for row, text in enumerate(prepared) if text]
        for start in range(0, len(spoken), BATCH):
            part = spoken[start : start + BATCH]
            rows[part] = self._vectors([prepared[row] for row in part], self._waits.queries if query else self._waits.passages)
        return calibration.unit(rows)

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        """Raises EmbedderError while the server has not answered once."""
        return self._measured()(cosines, language)

    def _measured(self) -> scale.Scale:
        with self._lock:
            if self._scale is None:
                self._scale = scale.fit(self._vectors(scale.SENTENCES, self._waits.measuring))
            return self._scale

    def _vectors(self, texts: Sequence[str], patience: calling.Patience) -> npt.NDArray[np.float32]:
        """One row of norm 1 a text. What is too much for the server is sent in halves, then shorter."""

        def ask() -> npt.NDArray[np.float32]:
            return _rows(self._driver, self._send(texts, patience.timeout_seconds), len(texts))

        try:
            rows = self._caller.insist(ask, patience.retrying)
        except faults.TooMuchError:
            parts = _halves(texts)
            if not parts:
                raise
            rows = np.concatenate([self._vectors(part, patience) for part in parts])
        self._width = self._width or rows.shape[1]
        if rows.shape[1] != self._width:
            raise errors.EmbedderError(
                f"{self._driver}/{self._model} gave vectors of {rows.shape[1]} dimensions, and of {self._width} before: "
                "the server has another model under that name"
            )
        return rows


def _halves(texts: Sequence[str]) -> list[Sequence[str]]:
    """What to send instead of `texts`; [] when they can be neither fewer nor shorter."""
    if len(texts) > 1:
        half = len(texts) // 2
        return [texts[:half], texts[half:]]
    shorter = next((cap for cap in CAPS if cap < len(texts[0])), None)
    return [] if shorter is None else [[clean.embeddable(texts[0], shorter)]]


def _rows(service: str, vectors: Json, count: int) -> npt.NDArray[np.float32]:
    """(count, dimensions), rows of norm 1. Raises ServerError for anything that is not so many vectors with a direction."""
    if not isinstance(vectors, list) or len(vectors) != count:
        raise faults.unusable(service, f"{len(vectors) if isinstance(vectors, list) else 'none'} for {count} texts")
    if not all(isinstance(row, list) and all(isinstance(number, (int, float)) for number in row) for row in vectors):
        raise faults.unusable(service, "something in them is no number")
    widths = sorted({len(row) for row in vectors if isinstance(row, list)})
    if len(widths) != 1 or not widths[0]:
        raise faults.unusable(service, f"they have {' and '.join(map(str, widths))} dimensions")
    try:
        found = np.asarray(vectors, np.float64)
    except OverflowError as error:
        raise faults.unusable(service, "a number in them is too large") from error
    if not (np.abs(found) < _LARGEST).all():  # false for NaN as well
        raise faults.unusable(service, "a number in them is not finite")
    norms = np.linalg.norm(found, axis=1, keepdims=True)
    if not (norms > 1 / _LARGEST).all():
        raise faults.unusable(service, "one has no direction")
    rows: npt.NDArray[np.float32] = (found / norms).astype(np.float32)
    return rows
