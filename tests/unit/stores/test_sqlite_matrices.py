"""The matrix on disk is folded, parted and cached; what comes out is the same as from one process that never restarted."""

from dataclasses import replace
from datetime import timedelta

from memstrata.core.batch import Batch, Use
from memstrata.testing import InMemoryStore, comparison, samples
from memstrata.testing.samples import ANNA, BO, NOON


def test_hundreds_of_small_writes_fold_into_the_same_matrix(open_store):
    store = open_store(durability="relaxed")
    memory = InMemoryStore(labels=store.matrix(ANNA).labels)
    ids = []
    for number in range(700):
        record = samples.record(f"事实 number {number} {samples.TEXTS[number % len(samples.TEXTS)]}")
        ids.append(record.id)
        batch = Batch(
            records=(record,),
            embedded=samples.embedded("e/8", ids[-3:], seed=number) if number % 5 == 0 else None,
            uses=(Use(ids[number // 2], 1, NOON + timedelta(minutes=number)),) if number % 3 == 0 else (),
        )
        for each in (store, memory):
            samples.write(each, ANNA, batch)

    again = open_store(durability="relaxed").matrix(ANNA)

    assert comparison.differences(memory.matrix(ANNA), store.matrix(ANNA)) == []
    assert comparison.differences(memory.matrix(ANNA), again) == []
    assert store.verify() == []


def test_a_second_store_on_the_folder_follows_through_folds(open_store):
    writing, reading = open_store(durability="relaxed"), open_store(durability="relaxed")
    for number in range(650):
        samples.add(writing, samples.record(f"fact {number}"))
        if number % 90 == 0:
            assert len(reading.matrix(ANNA)) == number + 1

    assert comparison.differences(writing.matrix(ANNA), reading.matrix(ANNA)) == []
    assert reading.matrix(ANNA).version == writing.matrix(ANNA).version == 650


def test_uses_counted_a_thousand_times_leave_few_rows_behind(open_store):
    store = open_store(durability="relaxed")
    record = samples.record("likes tea")
    samples.add(store, record)
    for _ in range(1000):
        samples.write(store, ANNA, Batch(uses=(Use(record.id, 1, NOON),)))

    assert store.get(ANNA, [record.id])[0].uses == 1000
    assert open_store(durability="relaxed").matrix(ANNA).columns["uses"].tolist() == [1000.0]
    assert store.stats(ANNA).bytes < 300_000


def test_a_cache_without_room_gives_the_same_answers(open_store):
    store = open_store(durability="relaxed", cache_bytes=1)
    for owner in (ANNA, BO, ANNA):
        samples.add(store, samples.record("likes tea" if owner is BO else f"fact {len(store.matrix(ANNA))}", owner), owner=owner)

    assert (len(store.matrix(ANNA)), len(store.matrix(BO)), len(store.matrix(ANNA))) == (2, 1, 2)


def test_appends_never_build_a_large_matrix_anew(open_store):
    writing, reading = open_store(durability="relaxed"), open_store(durability="relaxed")
    many = tuple(samples.record(f"fact {number}") for number in range(5000))
    samples.write(writing, ANNA, Batch(records=many, embedded=samples.embedded("e/8", [record.id for record in many])))
    parts = [set[int](), set[int]()]
    for number in range(400):
        late = samples.record(f"late {number}")
        samples.write(writing, ANNA, Batch(records=(late,), embedded=samples.embedded("e/8", [late.id])))
        for store, seen in zip((writing, reading), parts, strict=True):
            matrix = store.matrix(ANNA)
            seen |= {array.ctypes.data for array in (matrix.ids, matrix.columns, matrix.vectors.codes)}

    assert len(writing.matrix(ANNA)) == len(reading.matrix(ANNA)) == 5400
    assert max(map(len, parts)) <= 6  # three arrays, each moved at most once to grow: else there would be 1,200


def test_two_stores_that_write_in_turns_agree(open_store):
    stores = [open_store(durability="relaxed"), open_store(durability="relaxed")]
    first = samples.record("said first")
    samples.add(stores[0], first)
    for number in range(60):
        samples.add(stores[number % 2], samples.record(f"fact {number}"), replace(first, importance=number / 60))

    assert comparison.differences(stores[0].matrix(ANNA), stores[1].matrix(ANNA)) == []
    assert len(stores[0].matrix(ANNA)) == 61
    assert stores[1].verify() == []


def test_reads_create_no_owner(open_store):
    store = open_store(durability="relaxed")

    assert (len(store.matrix(ANNA)), store.get(ANNA, ["0" * 32]), store.sessions(ANNA), store.turns(ANNA, "s")) == (0, [], [], [])
    assert store.scopes() == []
