"""The lexical and the dense lane as array operations over one owner's matrix."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import simsimd

from memstrata.core import matrix as matrices
from memstrata.core.matrix import Matrix, Positions

K1 = 0.9  # Anserini's defaults for passages (Yang et al. 2018)
B = 0.4
LEAST_WEIGHT = 0.7  # of a word in the coverage: one that most of a small scope's records hold still says what is meant
COVERAGE_SHARE = 1.0  # how much of BM25 depends on the share of the query that is covered
TRUSTED_COVERAGE = 0.5  # a best record that holds less of the query than this is likely there by chance, and the lane counts less

Rows = npt.NDArray[np.bool_]  # (records,)
Scores = npt.NDArray[np.float32]  # (records,)


@dataclass(frozen=True, slots=True)
class Lexical:
    """BM25 of every record, and the share of the query's weight (by inverse document frequency) that its words cover, [0, 1]."""

    scores: Scores
    coverage: Scores
    matched: npt.NDArray[np.int16]  # how many different query words the record holds
    words: int  # different words in the query

    @property
    def evidence(self) -> Scores:
        """BM25 drawn towards records that hold most of the query, in [0, 1]; 0 without a common word.

        The best one stands at 1 when it holds half of the query, else at the square of what it holds of that half: one stray word
        in common must not stand against meaning.
        """
        drawn = self.scores * (1 - COVERAGE_SHARE + COVERAGE_SHARE * self.coverage)
        if not drawn.any():
            return np.zeros_like(self.scores)
        best = int(drawn.argmax())
        alone = self.words > 1 and self.matched[best] <= 1
        trust = min(float(self.coverage[best]) / (1.0 if alone else TRUSTED_COVERAGE), 1.0) ** 2
        return np.asarray(drawn / drawn[best] * trust, np.float32)


def lexical(matrix: Matrix, words: Sequence[str], allowed: Rows) -> Lexical:
    """Okapi BM25 (Robertson et al. 1994) over the records of `allowed`; all zero without a common word. Statistics are this owner's."""
    size, total = len(matrix), int(np.count_nonzero(allowed))
    scores, covered, matched = np.zeros(size, np.float32), np.zeros(size, np.float32), np.zeros(size, np.int16)
    weights = Counter(matrix.labels.term(word) for word in words)
    if not total or not weights:
        return Lexical(scores, covered, matched, len(weights))
    average = max(float(matrix.lengths[allowed].mean()), 1.0)
    mass = 0.0
    for term, repeats in weights.items():
        rows, counts = matrix.postings.find(term)
        inside = allowed[rows]
        rows, frequency = rows[inside], np.maximum(counts[inside], 1).astype(np.float32)  # quiet words are stored with 0
        idf = math.log(1 + (total - len(rows) + 0.5) / (len(rows) + 0.5))
        weight = max(idf, LEAST_WEIGHT)
        mass += weight
        if len(rows):
            norm = K1 * (1 - B + B * matrix.lengths[rows] / average)
            scores[rows] += repeats * idf * frequency * (K1 + 1) / (frequency + norm)
            covered[rows] += weight
            matched[rows] += 1
    return Lexical(scores, covered / max(mass, 1e-9), matched, len(weights))


def dense(matrix: Matrix, space: str, query: npt.NDArray[np.float32]) -> tuple[Scores, Rows]:
    """Cosines with the unit vector `query`, and which records have a vector of `space` at all (the others stand at 0)."""
    vectors = matrix.vectors
    if vectors is None or vectors.space != space or not len(matrix):
        return np.zeros(len(matrix), np.float32), np.zeros(len(matrix), np.bool_)
    code = matrices.quantise(space, query[None, :])
    products = np.asarray(simsimd.cdist(vectors.codes, code.codes, metric="dot"), np.float32).reshape(-1)
    return products * vectors.scales * code.scales[0], vectors.scales > 0


def dense_at(matrix: Matrix, space: str, query: npt.NDArray[np.float32], places: Positions) -> tuple[Scores, Rows]:
    """As `dense`, but only for the records at `places`: all others are as if they had no vector."""
    cosines, known = np.zeros(len(matrix), np.float32), np.zeros(len(matrix), np.bool_)
    vectors = matrix.vectors
    if vectors is not None and vectors.space == space and len(places):
        code = matrices.quantise(space, query[None, :])
        codes = np.ascontiguousarray(vectors.codes[places])
        products = np.asarray(simsimd.cdist(codes, code.codes, metric="dot"), np.float32).reshape(-1)
        cosines[places] = products * vectors.scales[places] * code.scales[0]
        known[places] = vectors.scales[places] > 0
    return cosines, known


def alike(matrix: Matrix, place: int, rows: Rows) -> Scores:
    """How near in meaning the records of `rows` are to the one at `place`: the nearest at 1, half as near as it at 0; 0 elsewhere."""
    out = np.zeros(len(matrix), np.float32)
    vectors = matrix.vectors
    if vectors is None or vectors.scales[place] <= 0:
        return out
    seen = rows & (vectors.scales > 0)
    products = np.asarray(simsimd.cdist(vectors.codes, vectors.codes[place : place + 1], metric="dot"), np.float32).reshape(-1)
    cosines = np.where(seen, products * vectors.scales * vectors.scales[place], 0)
    high = float(cosines.max(initial=0.0))
    return np.asarray(np.clip(2 * cosines / high - 1, 0, 1), np.float32) if high > 0 else out
