"""A store's matrix is what its records say, whatever happened in between: it is compared with the in-memory store's."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np

from memstrata.core import errors
from memstrata.core.batch import Batch, Embedded, Use
from memstrata.core.erasure import Plan
from memstrata.core.matrix import Matrix
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.testing import comparison, samples
from memstrata.testing.contracts import writing
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.memory import InMemoryStore
from memstrata.testing.samples import ANNA, NOON

_WORDS = ("tea", "port", "8080", "Hangzhou", "running", "喜欢", "绿茶", "杭州", "部署", "端口", "é", "🙂")


def random_steps(seed: int, length: int) -> list[Batch | Plan]:
    """`length` writes and erasures that may follow each other: new and changed records, uses, vectors, now and then of a new space."""
    draw = random.Random(seed)
    live: dict[str, MemoryRecord] = {}
    steps: list[Batch | Plan] = []
    space = 0
    for number in range(length):
        if live and draw.random() < 0.15:
            gone = draw.sample(sorted(live), draw.randint(1, min(4, len(live))))
            steps.append(Plan(records=tuple(gone)))
            live = {each: record for each, record in live.items() if each not in gone}
            continue
        new = [_random_record(draw, f"{number}.{place}") for place in range(draw.choice((0, 1, 1, 3, 40)))]
        changed = [
            replace(live[each], pinned=not live[each].pinned) for each in draw.sample(sorted(live), min(len(live), draw.randint(0, 3)))
        ]
        live.update({record.id: record for record in [*new, *changed]})
        near = draw.sample(sorted(live), draw.randint(0, len(live)))
        space += draw.random() < 0.2
        uses = tuple(Use(each, draw.randint(1, 3), NOON + timedelta(hours=number)) for each in near[:2])
        live.update({use.id: replace(live[use.id], uses=live[use.id].uses + use.count, last_used_at=use.at) for use in uses})
        embedded = samples.embedded(f"space {space}", near, 4 + space, seed=number) if near and draw.random() < 0.5 else None
        steps.append(Batch(records=(*new, *changed), uses=uses, embedded=embedded))
    return steps


def _random_record(draw: random.Random, mark: str) -> MemoryRecord:
    content = f"{' '.join(draw.choices(_WORDS, k=draw.randint(1, 9)))} {mark}"
    if draw.random() < 0.5:
        return samples.turn_record(content, draw.choice("st"), mark, name=draw.choice((None, "Bo")), sequence=draw.randint(1, 99))
    return samples.record(
        content, slot=draw.choice((None, "user.city")), scene=draw.choice((None, "工作")), status=draw.choice(list(Status))
    )


def run(store: Store, steps: Sequence[Batch | Plan]) -> None:
    """Take the steps, one after the other."""
    for step in steps:
        if isinstance(step, Plan):
            store.erase(ANNA, step)
        else:
            samples.write(store, ANNA, step)


def reference(store: Store, steps: Sequence[Batch | Plan]) -> Matrix:
    """The matrix that the in-memory store has after `steps`, with the labels of `store`."""
    fresh = InMemoryStore(labels=store.matrix(ANNA).labels)
    run(fresh, steps)
    return fresh.matrix(ANNA)


class ArrayContract(StoreDriver):
    """`Store.matrix`."""

    def test_an_unknown_owner_has_an_empty_matrix(self, store: Store) -> None:
        matrix = store.matrix(ANNA)

        assert (len(matrix), matrix.version, matrix.vectors) == (0, 0, None)

    def test_arrays_equal_the_reference_after_any_steps(self, store: Store) -> None:
        for seed in range(6):
            owner_steps = random_steps(seed, 12)
            if seed:
                store.erase(ANNA, Plan(everything=True))

            run(store, owner_steps)

            assert comparison.differences(store.matrix(ANNA), reference(store, owner_steps)) == []

    def test_arrays_equal_the_reference_after_restarts(self, store: Store) -> None:
        steps = random_steps(100, 40)

        for start in range(0, 40, 8):
            run(store, steps[start : start + 8])
            store = self.reopen(store)
            assert comparison.differences(store.matrix(ANNA), reference(store, steps[: start + 8])) == []

    def test_arrays_equal_the_reference_over_many_chunks(self, store: Store) -> None:
        records = tuple(samples.record(f"fact {number} 第{number}条") for number in range(1100))
        ids = [each.id for each in records]
        steps: list[Batch | Plan] = [
            *(Batch(records=records[start : start + 100]) for start in range(0, 1000, 100)),
            *(Batch(records=(each,)) for each in records[1000:]),
            Batch(embedded=samples.embedded("space", ids[::2], 16)),
            Plan(records=(*ids[250:260], ids[0], ids[-1])),
            Batch(records=tuple(replace(each, status=Status.SUPERSEDED) for each in records[300:900:30])),
        ]

        run(store, steps)

        expected = reference(store, steps)
        assert comparison.differences(store.matrix(ANNA), expected) == []
        assert comparison.differences(self.reopen(store).matrix(ANNA), expected) == []

    def test_words_are_found_right_after_the_write(self, store: Store) -> None:
        samples.add(store, samples.record("first words"), samples.record("部署端口是八千"))

        matrix = store.matrix(ANNA)

        assert {each for _, each in comparison.words(matrix)} == {matrix.id(0), matrix.id(1)}
        assert (matrix.lengths > 0).all()

    def test_a_row_without_a_vector_is_masked(self, store: Store) -> None:
        one, two = samples.record("one"), samples.record("two")
        samples.write(store, ANNA, Batch(records=(one, two), embedded=samples.embedded("space", [two.id])))

        vectors = store.matrix(ANNA).vectors

        assert vectors is not None
        assert vectors.space == "space"
        assert (vectors.scales > 0).tolist() == [False, True]

    def test_vectors_keep_their_direction(self, store: Store) -> None:
        records = [samples.record(f"fact {number}") for number in range(20)]
        rows = samples.embedded("space", [each.id for each in records], 64, seed=5)
        samples.write(store, ANNA, Batch(records=tuple(records), embedded=rows))

        matrix = self.reopen(store).matrix(ANNA)

        assert matrix.vectors is not None
        held = matrix.vectors.codes * matrix.vectors.scales[:, None]
        order = [[matrix.id(row) for row in range(20)].index(each.id) for each in records]
        assert np.allclose(np.sum(held[order] * samples.unit_rows(20, 64, seed=5), axis=1), 1.0, atol=0.01)

    def test_a_vector_may_be_replaced_in_its_space(self, store: Store) -> None:
        one = samples.record("one")
        samples.write(store, ANNA, Batch(records=(one,), embedded=samples.embedded("space", [one.id], seed=1)))

        samples.write(store, ANNA, Batch(embedded=samples.embedded("space", [one.id], seed=2)))

        vectors = self.reopen(store).matrix(ANNA).vectors
        assert vectors is not None
        assert np.allclose(vectors.codes * vectors.scales[:, None], samples.unit_rows(1, 8, seed=2), atol=0.01)

    def test_vectors_of_two_spaces_are_never_mixed(self, store: Store) -> None:
        one, two, three = (samples.record(content) for content in ("one", "two", "three"))
        samples.write(store, ANNA, Batch(records=(one, two, three), embedded=samples.embedded("old", [one.id, two.id], 8)))

        samples.write(store, ANNA, Batch(embedded=samples.embedded("new", [three.id], 4)))

        for opened in self.then_reopened(store):
            vectors = opened.matrix(ANNA).vectors
            assert vectors is not None
            assert (vectors.space, vectors.codes.shape[1]) == ("new", 4)
            assert (vectors.scales > 0).tolist() == [False, False, True]

    def test_a_restart_changes_no_array_when_models_alternate(self, store: Store) -> None:
        one, two, three = (samples.record(content) for content in ("one", "two", "three"))
        first = samples.embedded("first", [one.id, two.id])
        samples.write(store, ANNA, Batch(records=(one, two, three), embedded=first))
        for space, ids in (("second", [three.id]), ("first", [one.id]), ("second", [two.id])):
            store.matrix(ANNA)
            samples.write(store, ANNA, Batch(embedded=samples.embedded(space, ids)))
        before = store.matrix(ANNA)

        after = self.reopen(store).matrix(ANNA)

        assert comparison.differences(before, after) == []

    def test_refuses_vectors_of_another_width_in_one_space(self, store: Store) -> None:
        one, two = samples.record("one"), samples.record("two")
        samples.write(store, ANNA, Batch(records=(one, two), embedded=samples.embedded("space", [one.id], 8)))

        with samples.refused(errors.InputError):
            samples.write(store, ANNA, Batch(embedded=samples.embedded("space", [two.id], 4)))

        for opened in self.then_reopened(store):
            vectors = opened.matrix(ANNA).vectors
            assert vectors is not None
            assert vectors.codes.shape == (2, 8)
            assert (vectors.scales > 0).tolist() == [True, False]

    def test_refuses_another_number_of_vectors_than_ids(self, store: Store) -> None:
        one, two = samples.record("one"), samples.record("two")
        samples.add(store, one, two)

        with samples.refused(errors.InputError):
            samples.write(store, ANNA, Batch(embedded=Embedded("space", (one.id, two.id), samples.unit_rows(1, 8))))

        assert store.matrix(ANNA).vectors is None

    def test_a_matrix_that_was_read_never_changes(self, store: Store) -> None:
        records = [samples.record(f"fact {number}") for number in range(5)]
        samples.write(store, ANNA, Batch(records=tuple(records), embedded=samples.embedded("space", [each.id for each in records[:3]])))
        before = store.matrix(ANNA)
        arrays, words = [each.tobytes() for each in (before.ids, before.columns, before.lengths)], comparison.words(before)

        samples.add(store, replace(records[0], status=Status.FORGOTTEN), samples.record("more"))
        samples.write(store, ANNA, Batch(embedded=samples.embedded("space", [records[4].id])))
        store.erase(ANNA, Plan(records=(records[1].id,)))

        assert [each.tobytes() for each in (before.ids, before.columns, before.lengths)] == arrays
        assert comparison.words(before) == words
        assert before.vectors is not None
        assert (before.vectors.scales > 0).tolist() == [True, True, True, False, False]

    def test_a_record_keeps_its_place(self, store: Store) -> None:
        records = [samples.record(f"fact {number}") for number in range(6)]
        samples.add(store, *records)
        before = store.matrix(ANNA)
        places = {before.id(row): row for row in range(6)}

        store.erase(ANNA, Plan(records=(records[0].id, records[3].id)))
        samples.add(store, samples.record("later"), replace(records[5], status=Status.SUPERSEDED))

        after = self.reopen(store).matrix(ANNA)
        for each in (records[1], records[2], records[4], records[5]):
            assert after.id(places[each.id]) == each.id

    def test_threads_leave_the_arrays_of_their_records(self, store: Store) -> None:
        def write() -> None:
            for _ in range(10):
                one = samples.record(f"说 {samples.new_id()}")
                samples.add(store, one)
                samples.write(store, ANNA, Batch(embedded=samples.embedded("space", [one.id])))
                len(store.matrix(ANNA))

        writing.run_together(*[write] * 4)

        records = store.scan(ANNA)
        steps: list[Batch | Plan] = [Batch(records=tuple(records), embedded=samples.embedded("space", []))]
        steps += [Batch(embedded=samples.embedded("space", [each.id])) for each in records]
        assert comparison.differences(store.matrix(ANNA), reference(store, steps)) == []
