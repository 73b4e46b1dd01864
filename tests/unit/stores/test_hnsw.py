"""The index of very large owners proposes what is near; what it lacks, or has too much, is never lost or shown."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import memstrata
from memstrata.core.batch import Batch, Embedded
from memstrata.core.erasure import Plan
from memstrata.core.records import MemoryRecord
from memstrata.policies import lanes
from memstrata.stores import hnsw, indexed
from memstrata.testing import FixedClock, HashEmbedder, InMemoryStore, samples
from memstrata.testing.samples import ANNA, BO

SPACE, WIDTH = "test/32", 32


def unit(rows: int, seed: int) -> npt.NDArray[np.float32]:
    """Vectors in 40 crowds, as texts of a few topics have them."""
    source = np.random.default_rng(seed)
    crowds = np.random.default_rng(1).standard_normal((40, WIDTH))
    vectors = crowds[source.integers(0, 40, rows)] + source.standard_normal((rows, WIDTH))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def filled(store, rows: int, seed: int = 0) -> list[MemoryRecord]:
    records = [samples.record(f"fact {number} of {seed}") for number in range(rows)]
    vectors = Embedded(SPACE, tuple(record.id for record in records), unit(rows, seed))
    samples.write(store, ANNA, Batch(records=tuple(records), embedded=vectors))
    return records


@pytest.fixture
def store():
    return indexed.Indexed(InMemoryStore(), 100, hnsw.Hnsw)


def built(store) -> None:
    """Ask once, so that an index is wanted, and make it whole."""
    store.near(ANNA, store.matrix(ANNA), unit(1, 9)[0])
    while store.build():
        pass


def test_the_index_proposes_what_the_exact_scan_finds(store):
    filled(store, 3000)
    built(store)

    matrix, shares = store.matrix(ANNA), []
    for query in unit(50, 7):
        nearest = np.argsort(-lanes.dense(matrix, SPACE, query)[0])[:10]
        shares.append(np.isin(nearest, store.near(ANNA, matrix, query)).mean())

    assert np.mean(shares) >= 0.95
    assert len(store.near(ANNA, matrix, unit(1, 7)[0])) <= hnsw.PROPOSED


def test_what_is_not_in_the_index_yet_is_always_proposed(store):
    filled(store, 300)
    built(store)
    late = filled(store, 5, seed=3)

    found = store.near(ANNA, store.matrix(ANNA), unit(1, 9)[0])

    assert {record.id for record in late} <= {store.matrix(ANNA).id(int(place)) for place in found}


def test_small_owners_and_other_owners_have_no_index(store):
    filled(store, 99)

    assert store.near(ANNA, store.matrix(ANNA), unit(1, 9)[0]) is None
    assert store.near(BO, store.matrix(BO), unit(1, 9)[0]) is None
    assert store.build() == 0


def test_an_erasure_reaches_the_index(store):
    records = filled(store, 300)
    built(store)
    store.erase(ANNA, Plan(records=tuple(record.id for record in records[:150])))

    late = store.near(ANNA, store.matrix(ANNA), unit(1, 9)[0])

    assert set(late.tolist()) == set(range(150, 300))  # a new index, which still lacks them all


def test_rows_that_another_process_moved_together_are_indexed_anew(store):
    filled(store, 300)
    built(store)
    moved = store.matrix(ANNA)
    moved = replace(moved, ids=moved.ids[::-1].copy())

    assert len(store.near(ANNA, moved, unit(1, 9)[0])) == 300


def test_recall_with_an_index_gives_the_hits_of_the_exact_scan(tmp_path):
    clock, words = FixedClock("2026-03-02T09:00:00Z"), "tea port ship night moon river glass stone paper cloud".split()
    with memstrata.open(str(tmp_path), clock=clock, embedder=HashEmbedder(), worker=False, index_from=50) as memory:
        me = memory.scope(user="anna")
        me.remember([f"{words[n % 10]} {words[n // 10 % 10]} {words[n // 100 % 10]} {n}" for n in range(1200)])
        memory.flush()
        asked = [f"{first} by the {second}" for first in words for second in words[:3]]
        for query in asked:
            me.recall(query)
        memory.flush()
        near = [[hit.id for hit in me.recall(query, limit=10)] for query in asked]
    with memstrata.open(str(tmp_path), clock=clock, embedder=HashEmbedder(), worker=False, index_from=0) as memory:
        exact = [[hit.id for hit in memory.scope(user="anna").recall(query, limit=10)] for query in asked]

    shared = [len(set(one) & set(other)) / len(other) for one, other in zip(near, exact, strict=True)]

    assert np.mean(shared) >= 0.95


def test_a_filter_that_leaves_little_is_answered_exactly(tmp_path):
    clock = FixedClock("2026-03-02T09:00:00Z")
    with memstrata.open(str(tmp_path), clock=clock, embedder=HashEmbedder(), worker=False, index_from=50) as memory:
        me = memory.scope(user="anna")
        me.remember([f"a note on tea number {number}" for number in range(1200)])
        rare = [me.remember(f"the tide of day {number}", kind="fact").records[0].id for number in range(3)]
        memory.flush()
        me.recall("tea")
        memory.flush()

        hits = me.recall("a note on tea number 7", kinds=["fact"], limit=10)

    assert {hit.id for hit in hits} == set(rare)
