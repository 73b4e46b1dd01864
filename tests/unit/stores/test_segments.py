"""What a write changed in the arrays, as bytes and folded, gives the same matrix as step by step."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import errors, matrix
from memstrata.core.labels import Labels
from memstrata.core.matrix import Delta, Matrix, Terms, Vectors
from memstrata.stores import segments
from memstrata.testing import comparison

LABELS = Labels(b"s" * 32)
SPACES = ("one/4", "two/4")


def born(first: int, count: int, seed: int) -> Delta:
    """New rows from `first` on, each with some words."""
    drawn = np.random.default_rng(seed)
    sizes = drawn.integers(0, 4, count)
    columns = np.zeros(count, matrix.COLUMNS)
    columns["kind"], columns["created"], columns["event_from"] = drawn.integers(1, 9, count), drawn.random(count), np.nan
    words = [np.sort(drawn.choice(50, size, replace=False)) for size in sizes]
    terms = np.concatenate([np.empty(0, np.uint32), *words]).astype(np.uint32)
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return Delta(
        positions=np.arange(first, first + count, dtype=np.int64),
        ids=np.frombuffer(b"".join((place + 1).to_bytes(16, "big") for place in range(first, first + count)), "V16"),
        columns=columns,
        terms=Terms(offsets, terms, np.ones(len(terms), np.uint16)),
    )


def changed(places: list[int], seed: int) -> Delta:
    columns = np.zeros(len(places), matrix.COLUMNS)
    columns["uses"] = np.random.default_rng(seed).integers(1, 99, len(places))
    return Delta(positions=np.array(places, np.int64), columns=columns)


def embedded(places: list[int], space: str, seed: int) -> Delta:
    drawn = np.random.default_rng(seed)
    codes, scales = drawn.integers(-127, 127, (len(places), 4)).astype(np.int8), drawn.random(len(places)).astype(np.float32) + 0.1
    nowhere = np.empty(0, np.int64)
    return Delta(positions=nowhere, vector_positions=np.array(places, np.int64), vectors=Vectors(space, codes, scales))


@st.composite
def histories(draw):
    """Deltas as a store would write them: rows are born once, in order; later ones change those that are there."""
    deltas, rows = [], 0
    for step in range(draw(st.integers(1, 8))):
        kind = draw(st.sampled_from("bbcv")) if rows else "b"
        some = st.lists(st.integers(0, max(rows - 1, 0)), min_size=1, max_size=4, unique=True)
        if kind == "b":
            deltas.append(born(rows, count := draw(st.integers(1, 5)), step))
            rows += count
        elif kind == "c":
            deltas.append(changed(draw(some), step))
        else:
            deltas.append(embedded(draw(some), draw(st.sampled_from(SPACES)), step))
    return deltas


def built(deltas) -> Matrix:
    return matrix.empty(LABELS).apply(deltas, 1)


@given(histories())
def test_deltas_come_back_from_bytes_as_they_were(deltas):
    back = segments.decode(segments.encode(deltas))

    assert len(back) == len(deltas)
    assert comparison.differences(built(deltas), built(back)) == []


@given(histories())
def test_folded_deltas_give_the_same_matrix(deltas):
    assert comparison.differences(built(deltas), built(segments.folded(deltas))) == []


@given(histories(), st.integers(0, 8))
def test_a_fold_of_the_older_ones_gives_the_same_matrix(deltas, until):
    assert comparison.differences(built(deltas), built([*segments.folded(deltas[:until]), *deltas[until:]])) == []


@given(histories(), st.integers(1, 4))
def test_a_fold_in_parts_gives_the_same_matrix(deltas, rows):
    parts = [part for delta in segments.folded(deltas) for part in segments.parted(delta, rows)]

    assert comparison.differences(built(deltas), built(parts)) == []
    assert max(segments.weight([part]) for part in parts) <= rows


@given(histories(), st.sets(st.integers(0, 20), min_size=1))
def test_nothing_is_left_of_rows_that_are_taken_out(deltas, gone):
    places = np.array(sorted(gone), np.int64)

    rest = segments.without(deltas, places) or deltas
    left = built(rest)

    assert comparison.own_faults("rest", left) == []
    assert set(np.flatnonzero(left.columns["status"] == matrix.GONE)) == {place for place in gone if place < len(left)}
    assert len(left) == len(built(deltas))


@given(histories(), st.sets(st.integers(0, 20)))
def test_live_rows_that_moved_together_are_what_they_were(deltas, gone):
    rest = segments.without(deltas, np.array(sorted(gone), np.int64)) or deltas

    alive, moved = segments.compacted(segments.folded(rest))

    assert comparison.differences(built(rest), built(moved)) == []
    assert len(built(moved)) == alive


def test_a_delta_that_does_not_speak_of_a_row_is_left_alone():
    assert segments.without([born(0, 3, 1)], np.array([7])) is None


@pytest.mark.parametrize("spoil", [lambda data: data[:-1], lambda data: data + b"x", lambda data: b"\x09" + data[1:], lambda data: b""])
def test_bytes_that_are_no_segment_are_named_as_damage(spoil):
    data = segments.encode([born(0, 3, 1)])

    with pytest.raises(errors.CorruptStoreError):
        segments.decode(spoil(data))
