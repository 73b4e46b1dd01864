"""The arrays of one owner: growing, changing, words and vectors."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import matrix
from memstrata.core.labels import Labels
from memstrata.core.matrix import Delta, Terms
from memstrata.policies import indexing
from memstrata.testing import comparison, samples

LABELS = Labels(b"secret")


@dataclass(frozen=True)
class Step:
    """New rows with the words each holds, rows that change, rows that get a vector."""

    words: tuple[tuple[int, ...], ...]
    changed: tuple[int, ...]
    embedded: tuple[int, ...]


STEPS = st.lists(
    st.builds(
        Step,
        words=st.lists(st.lists(st.integers(0, 9), max_size=5, unique=True).map(tuple), max_size=5).map(tuple),
        changed=st.lists(st.integers(0, 99), max_size=3).map(tuple),
        embedded=st.lists(st.integers(0, 99), max_size=3, unique=True).map(tuple),
    ),
    max_size=12,
)


def places(rows):
    return np.array(list(rows), np.int64)


def rows_of(words, first):
    """New rows at `first` and on; row i holds its words once, twice, three times …"""
    counts = [number + 1 for row in words for number in range(len(row))]
    return Delta(
        positions=places(range(first, first + len(words))),
        ids=np.frombuffer(b"".join((first + row + 1).to_bytes(16) for row in range(len(words))), "V16"),
        columns=np.zeros(len(words), matrix.COLUMNS),
        terms=Terms(
            np.cumsum([0, *map(len, words)]).astype(np.int64),
            np.array([word for row in words for word in row], np.uint32),
            np.array(counts, np.uint16),
        ),
    )


def changes_of(rows, uses):
    columns = np.zeros(len(rows), matrix.COLUMNS)
    columns["uses"] = uses
    return Delta(positions=places(rows), columns=columns)


def vectors_of(rows, space="space", dimensions=6, seed=0):
    vectors = matrix.quantise(space, samples.unit_rows(len(rows), dimensions, seed))
    return Delta(positions=places([]), vector_positions=places(rows), vectors=vectors)


def deltas_of(steps):
    """The deltas of the steps, one list a step; places that are not there yet are left out."""
    size, out = 0, []
    for number, step in enumerate(steps):
        deltas = [rows_of(step.words, size)] if step.words else []
        size += len(step.words)
        changed = sorted({row for row in step.changed if row < size})
        embedded = [row for row in step.embedded if row < size]
        deltas += [changes_of(changed, number)] if changed else []
        deltas += [vectors_of(embedded, seed=number)] if embedded else []
        out.append(deltas)
    return out


def found(postings, word):
    rows, counts = postings.find(word)
    return dict(zip(rows.tolist(), counts.tolist(), strict=True))


def test_an_empty_matrix_holds_nothing():
    empty = matrix.empty(LABELS)

    assert (len(empty), empty.version, empty.vectors, found(empty.postings, 1)) == (0, 0, None, {})
    assert len(empty.apply([], version=3)) == 0
    assert empty.apply([], version=3).version == 3


@given(STEPS)
def test_growing_step_by_step_equals_growing_at_once(steps):
    deltas = deltas_of(steps)
    grown = matrix.empty(LABELS)
    for number, step in enumerate(deltas):
        grown = grown.apply(step, version=number + 1)
    at_once = matrix.empty(LABELS).apply([delta for step in deltas for delta in step], version=len(deltas))

    assert comparison.differences(grown, at_once) == []
    assert [grown.id(row) for row in range(len(grown))] == [at_once.id(row) for row in range(len(grown))]
    assert grown.version == at_once.version


@given(STEPS)
def test_every_word_is_found_in_the_rows_that_hold_it(steps):
    grown = matrix.empty(LABELS)
    for step in deltas_of(steps):
        grown = grown.apply(step, version=1)
    rows = [words for step in steps for words in step.words]

    for word in range(10):
        assert found(grown.postings, word) == {row: words.index(word) + 1 for row, words in enumerate(rows) if word in words}
    assert grown.lengths.tolist() == [len(words) * (len(words) + 1) / 2 for words in rows]


@given(STEPS)
def test_a_matrix_stays_what_it_was_while_later_ones_grow(steps):
    grown = matrix.empty(LABELS)
    seen = []
    for step in deltas_of(steps):
        grown = grown.apply(step, version=grown.version + 1)
        scales = None if grown.vectors is None else grown.vectors.scales.tobytes()
        seen.append((grown, grown.ids.tobytes(), grown.columns.tobytes(), grown.lengths.tobytes(), comparison.words(grown), scales))

    for held, ids, columns, lengths, words, scales in seen:
        assert (held.ids.tobytes(), held.columns.tobytes(), held.lengths.tobytes()) == (ids, columns, lengths)
        assert comparison.words(held) == words
        assert (None if held.vectors is None else held.vectors.scales.tobytes()) == scales


def test_many_words_are_merged_into_sorted_runs_and_still_found():
    grown = matrix.empty(LABELS)
    rows = [tuple((row * 7 + step * 13) % 5000 for step in range(20)) for row in range(1000)]
    for start in range(0, 1000, 50):
        grown = grown.apply([rows_of(rows[start : start + 50], start)], version=1)

    assert len(grown.postings.rows) > 0
    assert len(grown.postings.tail_terms) <= max(4096, len(grown.postings.rows) // 8)
    assert (np.diff(grown.postings.terms.astype(np.int64)) > 0).all()
    for word in (0, 7, 13, 2500, 4999, 5000):
        assert found(grown.postings, word) == {row: words.index(word) + 1 for row, words in enumerate(rows) if word in words}


def test_a_changed_row_keeps_its_id_words_and_vector():
    before = matrix.empty(LABELS).apply([rows_of([(1, 2), (2,)], 0), vectors_of([0, 1])], version=1)

    after = before.apply([changes_of([1], uses=9)], version=2)

    assert (before.columns["uses"].tolist(), after.columns["uses"].tolist()) == ([0, 0], [0, 9])
    assert after.ids.tobytes() == before.ids.tobytes()
    assert (found(after.postings, 2), after.lengths.tolist()) == ({0: 2, 1: 1}, [3, 1])
    assert after.vectors is not None
    assert (after.vectors.scales > 0).all()


def test_rows_may_come_in_any_order_and_leave_gaps():
    late, early = rows_of([(1,), (2,)], 3), rows_of([(3,)], 0)

    grown = matrix.empty(LABELS).apply([late, early], version=1)

    assert len(grown) == 5
    assert [found(grown.postings, word) for word in (1, 2, 3)] == [{3: 1}, {4: 1}, {0: 1}]
    assert grown.ids[1].tobytes() == bytes(16)


def test_an_id_is_thirty_two_hexadecimal_digits():
    record = samples.record("x")
    grown = matrix.empty(LABELS).apply([replace(rows_of([()], 0), ids=indexing.ids([record]))], version=1)

    assert grown.id(0) == record.id


def test_a_row_without_a_vector_is_masked():
    grown = matrix.empty(LABELS).apply([rows_of([()] * 3, 0), vectors_of([1])], version=1).apply([rows_of([()], 3)], version=2)

    assert grown.vectors is not None
    assert grown.vectors.codes.shape == (4, 6)
    assert (grown.vectors.scales > 0).tolist() == [False, True, False, False]


def test_the_newest_space_takes_the_place_of_the_former():
    old = matrix.empty(LABELS).apply([rows_of([()] * 3, 0), vectors_of([0, 1, 2], "old")], version=1)

    new = old.apply([vectors_of([2], "new", dimensions=3)], version=2)

    assert new.vectors is not None
    assert old.vectors is not None
    assert (new.vectors.space, new.vectors.codes.shape, (new.vectors.scales > 0).tolist()) == ("new", (3, 3), [False, False, True])
    assert old.vectors.space == "old"
    assert (old.vectors.scales > 0).all()


def test_a_named_space_keeps_all_others_out():
    grown = matrix.empty(LABELS).apply(
        [rows_of([()] * 2, 0), vectors_of([0], "mine"), vectors_of([1], "other", dimensions=3)], version=1, space="mine"
    )

    assert grown.vectors is not None
    assert (grown.vectors.space, (grown.vectors.scales > 0).tolist()) == ("mine", [True, False])


@given(st.integers(1, 40), st.integers(2, 300), st.integers(0, 999))
def test_rounded_vectors_keep_their_cosines(rows, dimensions, seed):
    vectors, query = samples.unit_rows(rows, dimensions, seed), samples.unit_rows(1, dimensions, seed + 1)[0]

    held = matrix.quantise("space", vectors)

    assert np.abs((held.codes.astype(np.float32) @ query) * held.scales - vectors @ query).max() < 0.005
    assert (np.abs(held.codes).max(axis=1) == 127).all()


def test_no_vectors_and_zero_vectors_are_no_error():
    assert matrix.quantise("space", np.zeros((0, 8), np.float32)).codes.shape == (0, 8)
    zero = matrix.quantise("space", np.zeros((2, 8), np.float32))
    assert zero.scales.tolist() == [0.0, 0.0]
    assert not zero.codes.any()


def test_a_matrix_knows_about_how_many_bytes_it_holds():
    small = matrix.empty(LABELS).apply([rows_of([(1,)] * 10, 0)], version=1)
    large = small.apply([rows_of([(1,)] * 1000, 10), vectors_of(range(1000), dimensions=64)], version=2)

    assert 0 < small.nbytes < large.nbytes
    assert large.nbytes >= large.columns.nbytes + 64 * len(large)


def test_seconds_of_no_instant_are_what_the_caller_says():
    assert matrix.seconds(samples.NOON, 0.0) == samples.NOON.timestamp()
    assert matrix.seconds(None, float("inf")) == float("inf")


@pytest.mark.parametrize("column", ["kind", "agent", "scene", "session", "speaker", "slot"])
def test_labels_fill_their_columns_to_the_last_bit(column):
    columns = np.zeros(1, matrix.COLUMNS)

    columns[column] = 2**64 - 1

    assert int(columns[column][0]) == 2**64 - 1
