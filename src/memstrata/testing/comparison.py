"""How two matrices differ, record by record: two stores that were told the same must have equal arrays."""

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import COLUMNS, GONE, Matrix, Postings

_TOLERANCE = 0.01  # int8 codes of one unit vector, rounded twice


def differences(left: Matrix, right: Matrix) -> list[str]:
    """What is unequal, in words; empty when ids, columns, words and vectors agree. Places and versions may differ.

    Both must have the same labels, otherwise nothing can be equal.
    """
    found = [*own_faults("left", left), *own_faults("right", right)]
    places, others = _places(left), _places(right)
    if places.keys() != others.keys():
        return [*found, f"ids: {len(places.keys() - others.keys())} only left, {len(others.keys() - places.keys())} only right"]
    ids = sorted(places)
    rows, other_rows = np.array([places[each] for each in ids], int), np.array([others[each] for each in ids], int)
    for name in COLUMNS.names or ():
        if not np.array_equal(left.columns[name][rows], right.columns[name][other_rows], equal_nan=COLUMNS[name].kind == "f"):
            found.append(f"column {name}: {left.columns[name][rows]} is not {right.columns[name][other_rows]}")
    if not np.array_equal(left.lengths[rows], right.lengths[other_rows]):
        found.append(f"lengths: {left.lengths[rows]} is not {right.lengths[other_rows]}")
    if words(left) != words(right):
        found.append(f"words: {len(words(left).items() ^ words(right).items())} (word, record) pairs are on one side only")
    vectors, other_vectors = _vectors(left, rows), _vectors(right, other_rows)
    if vectors[0] != other_vectors[0]:
        found.append(f"space: {vectors[0]} is not {other_vectors[0]}")
    elif vectors[1].shape != other_vectors[1].shape or not np.allclose(vectors[1], other_vectors[1], atol=_TOLERANCE):
        found.append("vectors: more than rounding lies between them")
    return found


def words(matrix: Matrix) -> dict[tuple[int, str], int]:
    """(word, record id) → how often; a row that is gone has the id "gone"."""
    postings = matrix.postings
    terms = np.concatenate([np.repeat(postings.terms, np.diff(postings.starts)), postings.tail_terms]).tolist()
    rows = np.concatenate([postings.rows, postings.tail_rows]).tolist()
    counts = np.concatenate([postings.counts, postings.tail_counts]).tolist()
    gone = matrix.columns["status"] == GONE
    return {(term, "gone" if gone[row] else matrix.id(row)): count for term, row, count in zip(terms, rows, counts, strict=True)}


def _places(matrix: Matrix) -> dict[str, int]:
    return {matrix.id(int(row)): int(row) for row in np.flatnonzero(matrix.columns["status"] != GONE)}


def own_faults(side: str, matrix: Matrix) -> list[str]:
    """What is wrong with one matrix whatever the other holds."""
    found = []
    live = np.flatnonzero(matrix.columns["status"] != GONE)
    if len({matrix.id(int(row)) for row in live}) != len(live):
        found.append(f"{side}: one id stands in two rows")
    gone = matrix.columns[matrix.columns["status"] == GONE]
    if any(np.any(gone[name]) for name in COLUMNS.names or () if name != "status"):
        found.append(f"{side}: an erased row still has columns")
    if any(each == "gone" for _, each in words(matrix)):
        found.append(f"{side}: an erased row still has words")
    if matrix.vectors is not None and np.any(matrix.vectors.scales[matrix.columns["status"] == GONE]):
        found.append(f"{side}: an erased row still has a vector")
    sizes = {len(matrix.ids), len(matrix.columns), len(matrix.lengths)} | ({len(matrix.vectors.scales)} if matrix.vectors else set())
    if len(sizes) > 1:
        found.append(f"{side}: the arrays have different lengths: {sorted(sizes)}")
    return [*found, *_broken_runs(side, matrix.postings)]


def _broken_runs(side: str, postings: Postings) -> list[str]:
    if np.any(np.diff(postings.terms.astype(np.int64)) <= 0) or len(postings.starts) != len(postings.terms) + 1:
        return [f"{side}: the runs of words are not sorted"]
    return []


def _vectors(matrix: Matrix, rows: npt.NDArray[np.int64]) -> tuple[str | None, npt.NDArray[np.float32]]:
    """The space and the vectors of `rows`, zero where none is there yet; a space without any vector counts as none."""
    if matrix.vectors is None or not np.any(matrix.vectors.scales[rows]):
        return None, np.zeros((len(rows), 0), np.float32)
    held = matrix.vectors
    return held.space, held.codes[rows] * held.scales[rows, None]
