"""The driver: windows, batches, pooling."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as state

from memstrata.core import errors
from memstrata.models import calibration
from memstrata.models.e5 import centre, graph, tokens, weights
from memstrata.text import clean

QUERY, PASSAGE = "query: ", "passage: "  # the model was trained with these in front (its model card)
OVERLAP_TOKENS = 64  # what two neighbouring windows share, so that no sentence is seen in halves only
MAX_WINDOWS = 4  # about 1900 tokens, a second of work; of a longer text, four windows spread evenly

_BATCH_TOKENS = weights.POSITIONS  # padding included; more is no faster and takes memory
_FAILURES = (
    state.Fail,
    state.RuntimeException,
    state.InvalidArgument,
    state.InvalidGraph,
    state.InvalidProtobuf,
    state.NotImplemented,
    state.EPFail,
)


@dataclass(frozen=True, slots=True)
class _Window:
    """A run of ids that fits the model, `text` the row it belongs to."""

    text: int
    ids: tuple[int, ...]


class E5Embedder:
    """multilingual-e5-small in 4 bits, centred: 384 dimensions, about a hundred languages. Safe to use from many threads.

    Loading takes half a second, once. The word table stays on the disk, mapped: its rows are read as texts need them.
    """

    space = "multilingual-e5-small-q4/384/mean-centred/1"
    degraded: str | None = None

    def __init__(self, path: Path | None = None) -> None:
        """`path` names the file of weights; without it, the one that is installed. Raises EmbedderError."""
        source = weights.read(path or weights.find())
        self._words = source.blocks("emb.word")  # (pieces, 12, 18), mapped
        self._positions = source.floats("emb.pos").reshape(weights.POSITIONS, -1) + source.floats("emb.type")[: weights.WIDTH]
        self._session = _session(graph.build(source))
        self._tokens = tokens.Tokenizer(source.vocabulary)
        self.dimensions = self.raw(["dimensions"]).shape[1]

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        """(len(texts), 384), float32, rows of norm 1; of a long text the mean of its windows. Raises EmbedderError."""
        return centre.centred(self.raw(texts, query))

    def raw(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        """The model's own vectors, rows of norm 1, not centred; for measuring."""
        sums = np.zeros((len(texts), weights.WIDTH), np.float32)
        for batch in _batches(self._windows(texts, QUERY if query else PASSAGE)):
            for window, vector in zip(batch, self._run(batch), strict=True):
                sums[window.text] += vector
        return calibration.unit(sums)

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        """`language` is the memory's: Chinese sentences lie closer together than others."""
        return (_CHINESE if language == "zh" else _OTHERS)(cosines)

    def _windows(self, texts: Sequence[str], prefix: str) -> Iterator[_Window]:
        head = (self._tokens.start, *self._tokens.ids(prefix))
        room = weights.POSITIONS - len(head) - 1
        for row, text in enumerate(texts):
            ids = self._tokens.ids(clean.embeddable(text))
            for start in starts(len(ids), room):
                yield _Window(row, (*head, *ids[start : start + room], self._tokens.stop))

    def _run(self, batch: Sequence[_Window]) -> npt.NDArray[np.float32]:
        """The unit vectors of some windows, one run of the model."""
        size = max(len(window.ids) for window in batch)
        ids = np.full((len(batch), size), self._tokens.pad, np.int64)
        mask = np.zeros((len(batch), size), np.int32)
        for row, window in enumerate(batch):
            ids[row, : len(window.ids)], mask[row, : len(window.ids)] = window.ids, 1
        shares = (mask / mask.sum(axis=1, keepdims=True)).astype(np.float32)
        embeddings = weights.values(self._words[ids]) + self._positions[:size]
        try:
            (pooled,) = self._session.run(None, {"embeddings": embeddings, "mask": mask, "shares": shares[:, None]})
        except (*_FAILURES, MemoryError) as error:
            raise errors.EmbedderError(f"the e5 encoder failed on {len(batch)} texts: {error}") from error
        return calibration.unit(np.asarray(pooled, np.float32)[:, 0])


def starts(length: int, room: int) -> list[int]:
    """Where the windows of `room` tokens over `length` tokens begin, first to last, evenly spread; [0] when one is enough."""
    if length <= room:
        return [0]
    count = min(MAX_WINDOWS, 1 + -(-(length - room) // (room - OVERLAP_TOKENS)))
    return [window * (length - room) // (count - 1) for window in range(count)]


def _batches(windows: Iterator[_Window]) -> Iterator[list[_Window]]:
    """The windows in groups of like length, longest last, within the limit of tokens."""
    batch: list[_Window] = []
    for window in sorted(windows, key=lambda window: len(window.ids)):
        if batch and (len(batch) + 1) * len(window.ids) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(window)
    if batch:
        yield batch


def _session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # The graph is already fused where that helps; the higher levels would join Add and LayerNormalization into a slower kernel.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except (*_FAILURES, MemoryError) as error:
        raise errors.EmbedderError(f"ONNX Runtime {onnxruntime.__version__} refused the e5 encoder: {error}; set embedder='use'") from error


# Cosine → relevance. Low end: half of unrelated query–passage pairs are at 0; .6, from which a memory enters a prompt, is what one in ten
# questions finds as its best match in a dozen memories that do not answer it, and three answers in four lie above (questions share few
# words with their answers). High end: half of the paraphrases and 5 % of the duplicates among passages. Pairs of our own, graded;
# `benchmarks.embedders fit` prints their cosines.
_CHINESE = calibration.Curve((-1.0, 0.14, 0.24, 0.35, 0.75, 0.88, 1.0), (0.0, 0.0, 0.25, 0.60, 0.80, 0.93, 1.0))
_OTHERS = calibration.Curve((-1.0, 0.09, 0.19, 0.295, 0.66, 0.85, 1.0), (0.0, 0.0, 0.25, 0.60, 0.80, 0.93, 1.0))
