"""What comes round again is done once, by one worker, and by another when that one is gone."""

from datetime import timedelta

from memstrata.core.erasure import Plan
from memstrata.core.leases import LEASE, Lease
from memstrata.core.ports import Store
from memstrata.testing import samples
from memstrata.testing.contracts import writing
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA, BO, NOON

MOMENT = timedelta(seconds=1)
DAY = timedelta(days=1)


def _known(store: Store) -> None:
    samples.add(store, samples.record("one"))
    samples.add(store, samples.record("two", owner=BO), owner=BO)


class ScheduleContract(StoreDriver):
    """Leases, their ends, and what is due."""

    def test_a_job_that_never_ran_is_due_for_every_owner(self, store: Store) -> None:
        assert store.due("audit", NOON, NOON) == []

        _known(store)

        assert store.due("audit", NOON, NOON) == [(ANNA, None), (BO, None)]
        assert store.due("audit", NOON, NOON, limit=1) == [(ANNA, None)]

    def test_a_job_is_leased_to_one_worker(self, store: Store) -> None:
        _known(store)

        taken = store.lease("audit", ANNA, NOON, NOON)

        assert taken is not None
        assert (taken.job, taken.scope, taken.until) == ("audit", ANNA, NOON + LEASE)
        assert store.lease("audit", ANNA, NOON, NOON) is None
        assert store.due("audit", NOON, NOON) == [(BO, None)]
        assert store.lease("consolidate", ANNA, NOON, NOON) is not None
        assert store.lease("audit", BO, NOON, NOON) is not None

    def test_no_two_workers_get_one_job(self, store: Store) -> None:
        _known(store)
        taken: list[Lease] = []

        def work() -> None:
            lease = store.lease("audit", ANNA, NOON, NOON)
            taken.extend([] if lease is None else [lease])

        writing.run_together(*[work] * 8)

        assert len(taken) == 1

    def test_a_job_that_ended_is_due_again_later(self, store: Store) -> None:
        _known(store)
        taken = store.lease("audit", ANNA, NOON, NOON)
        assert taken is not None

        assert store.release(taken, ended=NOON)

        store = self.reopen(store)
        assert store.due("audit", NOON + DAY, NOON) == [(BO, None)]
        assert store.lease("audit", ANNA, NOON + DAY, NOON) is None
        assert store.due("audit", NOON + DAY, NOON + MOMENT) == [(ANNA, NOON), (BO, None)]
        assert store.lease("audit", ANNA, NOON + DAY, NOON + MOMENT) is not None

    def test_a_job_that_was_given_back_undone_is_due_at_once(self, store: Store) -> None:
        _known(store)
        taken = store.lease("audit", ANNA, NOON, NOON)
        assert taken is not None

        assert store.release(taken)

        assert store.due("audit", NOON, NOON) == [(ANNA, None), (BO, None)]

    def test_the_job_of_a_killed_worker_is_taken_over_when_its_lease_has_ended(self, store: Store) -> None:
        _known(store)
        killed = store.lease("audit", ANNA, NOON, NOON)
        assert killed is not None

        store = self.reopen(store)
        assert store.lease("audit", ANNA, NOON + LEASE - MOMENT, NOON) is None
        successor = store.lease("audit", ANNA, NOON + LEASE, NOON)

        assert successor is not None
        assert successor.holder != killed.holder
        assert store.renew(killed, NOON + LEASE) is None
        assert not store.release(killed, ended=NOON + LEASE)
        assert store.release(successor, ended=NOON + LEASE)

    def test_a_renewed_lease_lasts_from_then(self, store: Store) -> None:
        _known(store)
        taken = store.lease("audit", ANNA, NOON, NOON)
        assert taken is not None

        longer = store.renew(taken, NOON + LEASE - MOMENT)

        assert longer is not None
        assert longer.until == NOON + LEASE + LEASE - MOMENT
        assert store.lease("audit", ANNA, NOON + LEASE, NOON) is None

    def test_a_job_of_the_whole_store_has_no_owner(self, store: Store) -> None:
        taken = store.lease("close", None, NOON, NOON)

        assert taken is not None
        assert store.lease("close", None, NOON, NOON) is None
        assert store.release(taken, ended=NOON)
        assert store.lease("close", None, NOON + DAY, NOON) is None
        assert store.lease("close", None, NOON + DAY, NOON + MOMENT) is not None
        assert store.verify() == []

    def test_a_clock_set_back_does_not_stop_a_job_for_long(self, store: Store) -> None:
        _known(store)
        ahead = store.lease("audit", ANNA, NOON + 400 * DAY, NOON)
        assert ahead is not None
        store.release(ahead, ended=NOON + 400 * DAY)

        assert store.lease("audit", ANNA, NOON, NOON - DAY) is not None

    def test_an_unknown_owner_has_no_jobs(self, store: Store) -> None:
        assert store.lease("audit", ANNA, NOON, NOON) is None
        assert store.scopes() == []

    def test_an_erased_owner_leaves_no_jobs(self, store: Store) -> None:
        _known(store)
        taken = store.lease("audit", ANNA, NOON, NOON)
        assert taken is not None
        store.release(taken, ended=NOON)

        store.erase(ANNA, Plan(everything=True))

        assert store.due("audit", NOON + DAY, NOON) == [(BO, None)]
        assert not store.release(taken, ended=NOON)
        samples.add(store, samples.record("again"))
        assert (ANNA, None) in store.due("audit", NOON + DAY, NOON)
        assert store.verify() == []
