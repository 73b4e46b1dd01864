"""Evidence that comes from around a record: its neighbours in the conversation, its session, its speaker, its day."""

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import Matrix

Scores = npt.NDArray[np.float32]
Rows = npt.NDArray[np.bool_]


def neighbours(scores: Scores, matrix: Matrix, rows: Rows, weights: tuple[float, ...]) -> Scores:
    """What each turn gets from those 1, 2 … places before and after it in its session (the greater of the two a distance)."""
    out = np.zeros_like(scores)
    turns, sessions, sequences = _in_order(matrix, rows)
    if len(turns) < 2:
        return out
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
    turns, sessions, _ = _in_order(matrix, rows)
    if len(turns) < 2:
        return out
    asked = np.where(matrix.columns["asks"] == 1, scores, 0)[turns[:-1]]
    out[turns[1:]] = np.where(sessions[1:] == sessions[:-1], asked, 0)
    return out


def before(matrix: Matrix, role: int) -> Rows:
    """Turns that one of `role` follows in their session."""
    out, heard = np.zeros(len(matrix), np.bool_), matrix.conversations
    follows = (heard.turn_sessions[1:] == heard.turn_sessions[:-1]) & (matrix.columns["role"][heard.turns[1:]] == role)
    out[heard.turns[:-1]] = follows
    return out


def _in_order(matrix: Matrix, rows: Rows) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """The turns of `rows`, session by session, as they were said; the number of each one's session; its sequence."""
    heard = matrix.conversations
    seen = rows[heard.turns]
    if seen.all():
        return heard.turns, heard.turn_sessions, heard.turn_sequences
    return heard.turns[seen], heard.turn_sessions[seen], heard.turn_sequences[seen]


def sessions(scores: Scores, matrix: Matrix, rows: Rows, best: int = 3) -> Scores:
    """Each turn's session as a whole: the mean of its `best` highest turns, scaled to [0, 1] over the sessions; 0 without a session."""
    out = np.zeros_like(scores)
    seen = rows[matrix.conversations.members]
    members, session = matrix.conversations.members[seen], matrix.conversations.member_sessions[seen]
    if not len(members):
        return out
    starts = np.flatnonzero(np.concatenate([[True], session[1:] != session[:-1]]))
    sizes = np.diff(np.append(starts, len(members)))
    top = _highest(scores[members], starts, sizes, best).sum(axis=0, dtype=np.float64) / best
    high = float(top.max())
    out[members] = np.repeat(top / high if high > 0 else top, sizes).astype(np.float32)
    return out


def _highest(scores: Scores, starts: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64], best: int) -> Scores:
    """(best, groups): the highest scores of each run, falling; 0 where a run has fewer. A sort of all would take ten times as long."""
    left, groups = scores.copy(), np.repeat(np.arange(len(starts)), sizes)
    out = np.zeros((best, len(starts)), np.float32)
    for number in range(best):
        highest = np.maximum.reduceat(left, starts)
        out[number] = np.where(np.isfinite(highest), highest, 0)
        places = np.flatnonzero(left == highest[groups])
        left[places[np.flatnonzero(np.diff(groups[places], prepend=-1))]] = -np.inf  # one a run, however many are equal
    return out


def speakers(matrix: Matrix, names: tuple[str, ...]) -> Rows:
    """Turns of a speaker whose name is among `names` (case-folded)."""
    spoken = matrix.conversations.speakers
    labels = np.array([label for label in map(matrix.labels.label, names) if label in spoken], np.uint64)
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
