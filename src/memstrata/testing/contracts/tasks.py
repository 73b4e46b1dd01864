"""Work that is owed is done once, by one worker, and is never lost."""

from datetime import timedelta

from memstrata.core.batch import Batch, Task
from memstrata.core.ports import Store
from memstrata.core.scope import Scope
from memstrata.testing import samples
from memstrata.testing.contracts import writing
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA, BO, NOON

LEASE = timedelta(minutes=2)
MOMENT = timedelta(seconds=1)


def _queue(store: Store, owner: Scope, *contents: str, job: str = "embed") -> list[str]:
    """Write a fact with a task for each of `contents`; the ids of the facts."""
    records = [samples.record(content, owner=owner) for content in contents]
    samples.write(store, owner, Batch(records=tuple(records), tasks=tuple((job, each.id) for each in records)))
    return [each.id for each in records]


class TaskContract(StoreDriver):
    """Claiming, completing and postponing."""

    def test_gives_out_tasks_oldest_first_up_to_the_limit(self, store: Store) -> None:
        ids = [*_queue(store, ANNA, "one", "two"), *_queue(store, ANNA, "three")]

        claimed = store.claim("embed", 2, NOON)

        assert [(owner, task.job, task.record, task.attempts) for owner, task in claimed] == [(ANNA, "embed", each, 0) for each in ids[:2]]
        assert [task.record for _, task in store.claim("embed", 9, NOON)] == ids[2:]

    def test_gives_out_tasks_of_one_owner_at_a_time(self, store: Store) -> None:
        _queue(store, ANNA, "one")
        _queue(store, BO, "two")
        _queue(store, ANNA, "three")

        owners = [{owner.user for owner, _ in store.claim("embed", 9, NOON)} for _ in range(3)]

        assert owners == [{"anna"}, {"bo"}, set()]

    def test_gives_out_only_the_job_that_is_asked_for(self, store: Store) -> None:
        _queue(store, ANNA, "one", job="embed")
        [wanted] = _queue(store, ANNA, "two", job="extract")

        assert [task.record for _, task in store.claim("extract", 9, NOON)] == [wanted]
        assert store.claim("Embed", 9, NOON) == store.claim("%", 9, NOON) == []

    def test_hides_a_claimed_task_for_two_minutes(self, store: Store) -> None:
        _queue(store, ANNA, "one")
        [(_, task)] = store.claim("embed", 1, NOON)

        assert store.claim("embed", 1, NOON + LEASE - MOMENT) == []
        assert [again.id for _, again in store.claim("embed", 1, NOON + LEASE + MOMENT)] == [task.id]

    def test_a_completed_task_never_comes_back(self, store: Store) -> None:
        _queue(store, ANNA, "one", "two")
        [(_, task)] = store.claim("embed", 1, NOON)

        samples.write(store, ANNA, Batch(done=(task.id,)))

        store = self.reopen(store)
        later = store.claim("embed", 9, NOON + timedelta(days=1))
        assert len(later) == 1
        assert later[0][1].id != task.id
        assert store.stats(ANNA).pending == 1

    def test_completing_what_is_done_is_no_error(self, store: Store) -> None:
        _queue(store, ANNA, "one")
        [(_, task)] = store.claim("embed", 1, NOON)

        samples.write(store, ANNA, Batch(done=(task.id,)))
        samples.write(store, ANNA, Batch(done=(task.id, 999_999)))

        assert store.stats().pending == 0

    def test_a_postponed_task_waits_and_counts_the_attempt(self, store: Store) -> None:
        _queue(store, ANNA, "one")
        [(_, task)] = store.claim("embed", 1, NOON)

        store.postpone([task.id, 999_999], NOON + timedelta(hours=1))

        store = self.reopen(store)
        assert store.claim("embed", 1, NOON + timedelta(hours=1) - MOMENT) == []
        [(_, again)] = store.claim("embed", 1, NOON + timedelta(hours=1))
        assert (again.id, again.attempts) == (task.id, 1)

    def test_a_postponed_task_may_be_due_before_its_lease_ends(self, store: Store) -> None:
        _queue(store, ANNA, "one")
        [(_, task)] = store.claim("embed", 1, NOON)

        store.postpone([task.id], NOON + MOMENT)

        assert [again.id for _, again in store.claim("embed", 1, NOON + MOMENT)] == [task.id]

    def test_a_walk_meets_each_task_once_whether_it_is_due_or_not(self, store: Store) -> None:
        ids = [*_queue(store, ANNA, "one"), *_queue(store, BO, "two"), *_queue(store, ANNA, "three")]
        [(_, leased)] = store.claim("embed", 1, NOON)
        store.postpone([leased.id], NOON + timedelta(days=1))
        met: list[Task] = []

        while claimed := store.claim("embed", 1, NOON, met[-1].id if met else 0):
            met.append(claimed[0][1])

        assert [task.record for task in met] == ids
        assert store.claim("embed", 9, NOON) == []

    def test_tasks_outlive_a_restart(self, store: Store) -> None:
        ids = _queue(store, ANNA, "one", "two")

        store = self.reopen(store)

        assert [task.record for _, task in store.claim("embed", 9, NOON)] == ids

    def test_no_task_is_given_to_two_workers(self, store: Store) -> None:
        for number in range(12):
            _queue(store, ANNA if number % 2 else BO, f"fact {number}")
        claimed: list[int] = []

        def work() -> None:
            while got := store.claim("embed", 2, NOON):
                claimed.extend(task.id for _, task in got)

        writing.run_together(*[work] * 4)

        assert len(claimed) == len(set(claimed)) == 12

    def test_a_record_that_is_gone_needs_no_work(self, store: Store) -> None:
        samples.write(store, ANNA, Batch(records=(samples.record("one"),), tasks=(("embed", samples.new_id()),)))

        assert store.claim("embed", 9, NOON) == []
        assert store.stats(ANNA).pending == 0

    def test_an_empty_queue_gives_nothing(self, store: Store) -> None:
        assert store.claim("embed", 5, NOON) == []
        store.postpone([], NOON)
        store.postpone([7], NOON)
