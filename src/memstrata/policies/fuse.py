"""Combining the lanes into one order."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

RRF_K = 60  # Cormack et al. 2009
LEAST = 0.01  # of a lane's range: the farthest of two memories is still found
Scores = npt.NDArray[np.float32]
Rows = npt.NDArray[np.bool_]


def scaled(scores: Scores, rows: Rows) -> Scores:
    """Scores of `rows` stretched within this query, the highest to 1 and the lowest to nearly 0; all to 1 when equal; 0 elsewhere."""
    out = np.zeros_like(scores)
    if rows.any():
        inside = scores[rows]
        low, high = float(inside.min()), float(inside.max())
        out[rows] = 1 - (high - inside) * np.float32((1 - LEAST) / (high - low) if high > low else 0.0)
    return out


def weighted(lanes: Sequence[tuple[Scores, float]]) -> Scores:
    """The weighted mean of scaled lanes, in [0, 1]. Fox & Shaw 1994 (CombSUM), over normalised scores."""
    total = sum(weight for _, weight in lanes)
    out = np.zeros_like(lanes[0][0])
    for scores, weight in lanes:
        out += scores * np.float32(weight / total)
    return out


def reciprocal_rank(lanes: Sequence[tuple[Scores, float]], k: int = RRF_K) -> Scores:
    """Weighted reciprocal rank fusion, scaled so that first in every lane is 1. Records at 0 in a lane get nothing from it."""
    total = sum(weight for _, weight in lanes)
    out = np.zeros_like(lanes[0][0])
    for scores, weight in lanes:
        order = np.argsort(-scores, kind="stable")
        order = order[scores[order] > 0]
        out[order] += (np.float32(weight / total) * (k + 1) / (k + 1 + np.arange(len(order)))).astype(np.float32)
    return out
