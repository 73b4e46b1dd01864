"""Spread evidence equals what plain loops give, in whatever order the turns of the sessions were written."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import matrix as matrices
from memstrata.core.labels import Labels
from memstrata.core.matrix import Matrix
from memstrata.policies import spread

WEIGHTS = (0.5, 0.25, 0.125)
Row = tuple[int, int, bool, float, bool]  # session (0 = none), sequence (-1 = no turn), asks, score, seen
_rows = st.lists(
    st.tuples(st.integers(0, 3), st.integers(-1, 6), st.booleans(), st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.booleans())
)


def built(rows: list[Row]) -> tuple[np.ndarray, Matrix, np.ndarray]:
    """Scores, matrix and mask of `rows`; a turn stands in a session and a second of its sequence is none."""
    columns = np.zeros(len(rows), matrices.COLUMNS)
    taken: set[tuple[int, int]] = set()
    for place, (session, sequence, asks, _, _) in enumerate(rows):
        turn = session > 0 and (session, sequence) not in taken
        taken.add((session, sequence))
        columns[place]["session"], columns[place]["sequence"], columns[place]["asks"] = session, sequence if turn else -1, asks
    ids = np.zeros(len(rows), "V16")
    matrix = Matrix(labels=Labels(b"k" * 32), ids=ids, columns=columns, lengths=np.zeros(len(rows), np.float32))
    return np.array([row[3] for row in rows], np.float32), matrix, np.array([row[4] for row in rows], np.bool_)


def heard(matrix: Matrix, seen: np.ndarray) -> list[list[int]]:
    """The seen turns of each session as they were said."""
    columns = matrix.columns
    each = [[place for place in np.flatnonzero(seen) if columns[place]["session"] == number] for number in (1, 2, 3)]
    turns = [[int(place) for place in places if columns[place]["sequence"] >= 0] for places in each]
    return [sorted(places, key=lambda place: int(columns[place]["sequence"])) for places in turns]


@given(_rows)
def test_a_turn_gets_its_neighbours_share(rows: list[Row]):
    scores, matrix, seen = built(rows)

    expected = np.zeros(len(rows), np.float32)
    sequence = matrix.columns["sequence"]
    for turns in heard(matrix, seen):
        for at, place in enumerate(turns):
            for distance, weight in enumerate(WEIGHTS, start=1):
                near = [turns[other] for other in (at - distance, at + distance) if 0 <= other < len(turns)]
                near = [other for other in near if abs(int(sequence[other]) - int(sequence[place])) <= 2 * distance]
                expected[place] += weight * max((float(scores[other]) for other in near), default=0.0)

    assert spread.neighbours(scores, matrix, seen, WEIGHTS) == pytest.approx(expected)


@given(_rows)
def test_an_answer_gets_the_score_of_the_question_before_it(rows: list[Row]):
    scores, matrix, seen = built(rows)

    expected = np.zeros(len(rows), np.float32)
    for turns in heard(matrix, seen):
        for before, place in pairwise(turns):
            expected[place] = scores[before] if matrix.columns[before]["asks"] else 0

    assert spread.answers(scores, matrix, seen) == pytest.approx(expected)


@given(_rows)
def test_a_session_stands_for_the_mean_of_its_three_best(rows: list[Row]):
    scores, matrix, seen = built(rows)

    session = matrix.columns["session"]
    means = {number: sum(sorted(scores[seen & (session == number)], reverse=True)[:3]) / 3 for number in (1, 2, 3)}
    high = max(means.values()) or 1.0
    expected = [means[int(number)] / high if shown and number else 0.0 for number, shown in zip(session, seen, strict=True)]

    assert spread.sessions(scores, matrix, seen) == pytest.approx(np.array(expected, np.float32))
