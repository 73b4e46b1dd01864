"""What upkeep changed is kept with its owner, and goes with the record it speaks of."""

from dataclasses import replace

from memstrata.core.batch import Batch
from memstrata.core.erasure import Plan
from memstrata.core.journal import Entry
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Source, Status
from memstrata.testing import samples
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA, BO, NOON

RUN, LATER = "0a" * 16, "0b" * 16


def _entry(record: MemoryRecord, run: str = RUN) -> Entry:
    bare = MemoryRecord(id=record.id, kind=record.kind, content="", created_at=record.created_at)
    before = replace(bare, status=Status.CANDIDATE, sources=(Source("s", "m"),), metadata={"地点": "杭州"})
    return Entry(run=run, at=NOON, step="deduplicate", record=record.id, before=before, changed={"status": "00ff"})


class JournalContract(StoreDriver):
    """Entries of runs."""

    def test_keeps_entries_in_their_order_as_they_came(self, store: Store) -> None:
        one, two = samples.record("one"), samples.record("two")
        first, second, third = _entry(one), replace(_entry(two), before=None), _entry(one, LATER)
        samples.write(store, ANNA, Batch(records=(one, two), journal=(first, second)))
        samples.write(store, ANNA, Batch(journal=(third,)))

        for each in self.then_reopened(store):
            assert each.journal(ANNA) == [first, second, third]
            assert each.journal(ANNA, RUN) == [first, second]
            assert each.journal(BO) == each.journal(ANNA, "yesterday") == []
            assert each.verify() == []

    def test_a_run_is_forgotten_whole(self, store: Store) -> None:
        one = samples.record("one")
        samples.write(store, ANNA, Batch(records=(one,), journal=(_entry(one), _entry(one, LATER))))

        samples.write(store, ANNA, Batch(unjournal=(RUN,)))

        assert [entry.run for entry in store.journal(ANNA)] == [LATER]

    def test_a_refused_write_keeps_no_entry(self, store: Store) -> None:
        one = samples.record("one")
        samples.add(store, one)

        with samples.refused(Exception):
            samples.write(store, ANNA, Batch(records=(replace(one, content="two"),), journal=(_entry(one),)))

        assert store.journal(ANNA) == []

    def test_the_entries_of_an_erased_record_go_with_it(self, store: Store) -> None:
        one, two = samples.record("one"), samples.record("two")
        samples.write(store, ANNA, Batch(records=(one, two), journal=(_entry(one), _entry(two))))

        receipt = store.erase(ANNA, Plan(records=(one.id,)))

        assert [entry.record for entry in store.journal(ANNA)] == [two.id]
        assert receipt.complete
        assert store.verify(receipt) == store.verify() == []

    def test_an_erased_owner_leaves_no_entry(self, store: Store) -> None:
        one = samples.record("one")
        samples.write(store, ANNA, Batch(records=(one,), journal=(_entry(one),)))

        receipt = store.erase(ANNA, Plan(everything=True))

        assert store.journal(ANNA) == []
        assert store.verify(receipt) == store.verify() == []
