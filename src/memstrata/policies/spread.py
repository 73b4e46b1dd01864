"""Evidence that comes from around a record: its neighbours in the conversation, its session, its speaker, its day."""

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import Matrix

Scores = npt.NDArray[np.float32]
Rows = npt.NDArray[np.bool_]


def neighbours(scores: Scores, matrix: Matrix, rows: Rows, weights: tuple[float, ...]) -> Scores:
    """What each turn gets from those 1, 2 … places before and after it in its session (the greater of the two a distance)."""
    out = np.zeros_like(scores)
    turns = _in_order(matrix, rows)
    if len(turns) < 2:
        return out
    sessions, sequences = matrix.columns["session"][turns], matrix.columns["sequence"][turns]
    values = scores[turns]
    got = np.zeros(len(turns), np.float32)
    for distance, weight in enumerate(weights, start=1):
        if len(turns) <= distance:
            break
        near = (sessions[distance:] == sessions[:-distance]) & (sequences[distance:] - sequences[:-distance] <= 2 * distance)
        before, after = np.zeros(len(turns), np.float32), np.zeros(len(turns), np.float32)
        before[distance:] = np.where(near, values[:-distance], 0)
        after[:-distance] = np.where(near, values[distance:], 0)
        got += np.float32(weight) * np.maximum(before, after)
    out[turns] = got
    return out


def answers(scores: Scores, matrix: Matrix, rows: Rows) -> Scores:
    """What each turn gets from a question right before it: the question's own score, 0 where none stands there."""
    out = np.zeros_like(scores)
    turns = _in_order(matrix, rows)
    if len(turns) < 2:
        return out
    columns = matrix.columns[turns]
    follows = (columns["session"][1:] == columns["session"][:-1]) & (columns["asks"][:-1] == 1)
    out[turns[1:]] = np.where(follows, scores[turns[:-1]], 0)
    return out


def _in_order(matrix: Matrix, rows: Rows) -> npt.NDArray[np.intp]:
    """The turns of `rows`, session by session, as they were said."""
    turns = np.flatnonzero(rows & (matrix.columns["sequence"] >= 0))
    return turns[np.lexsort((matrix.columns["sequence"][turns], matrix.columns["session"][turns]))]


def sessions(scores: Scores, matrix: Matrix, rows: Rows, best: int = 3) -> Scores:
    """Each turn's session as a whole: the mean of its `best` highest turns, scaled to [0, 1] over the sessions; 0 without a session."""
    out = np.zeros_like(scores)
    turns = np.flatnonzero(rows & (matrix.columns["session"] != 0))
    if not len(turns):
        return out
    _, inverse = np.unique(matrix.columns["session"][turns], return_inverse=True)
    order = np.lexsort((-scores[turns], inverse))
    groups = inverse[order]
    starts = np.flatnonzero(np.concatenate([[True], groups[1:] != groups[:-1]]))
    place = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
    top = np.bincount(groups, weights=np.where(place < best, scores[turns][order], 0.0)) / best
    high = float(top.max())
    out[turns] = (top[inverse] / high if high > 0 else top[inverse]).astype(np.float32)
    return out


def speakers(matrix: Matrix, names: tuple[str, ...]) -> Rows:
    """Turns of a speaker whose name is among `names` (case-folded)."""
    labels = np.array([matrix.labels.label(name) for name in names], np.uint64)
    return np.asarray(np.isin(matrix.columns["speaker"], labels)) if len(labels) else np.zeros(len(matrix), np.bool_)


def within(matrix: Matrix, since: float, until: float) -> Rows:
    """Records that were said, or speak of something that happened, in [since, until), seconds since 1970."""
    columns = matrix.columns
    said = (columns["created"] >= since) & (columns["created"] < until)
    start = columns["event_from"]
    end = np.where(np.isnan(columns["event_to"]), start, columns["event_to"])
    with np.errstate(invalid="ignore"):
        happened = (start < until) & (end >= since)
    return np.asarray(said | happened)
