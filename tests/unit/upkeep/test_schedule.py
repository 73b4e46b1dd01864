"""What is due is done once, whichever process comes first, and a day late rather than never."""

from datetime import timedelta

import pytest

from memstrata.core.leases import LEASE
from memstrata.core.scope import Scope
from memstrata.testing import InMemoryStore, samples
from memstrata.testing.samples import ANNA, BO, NOON
from memstrata.upkeep import schedule

DAY = timedelta(days=1)


@pytest.fixture
def store():
    held = InMemoryStore()
    samples.add(held, samples.record("one"))
    samples.add(held, samples.record("two", owner=BO), owner=BO)
    return held


def run(store, now):
    """Everything that is due at `now`; for whom it was done."""
    done: list[Scope] = []
    while schedule.run_next(store, schedule.weekly(now), done.append):
        pass
    return done


def test_nothing_is_due_for_an_owner_who_was_just_met(store):
    assert run(store, NOON) == run(store, NOON + 6 * DAY) == []


def test_every_owner_has_a_turn_each_week(store):
    run(store, NOON)

    assert run(store, NOON + 8 * DAY) == [ANNA, BO]
    assert run(store, NOON + 9 * DAY) == []
    assert run(store, NOON + 16 * DAY) == [ANNA, BO]


def test_what_fails_is_tried_again_when_its_lease_has_ended(store):
    run(store, NOON)
    later = NOON + 8 * DAY

    def fail(scope):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        schedule.run_next(store, schedule.weekly(later), fail)

    assert run(store, later) == [BO]
    assert run(store, later + LEASE) == [ANNA]


def test_a_run_that_was_asked_for_counts_as_the_turn(store):
    run(store, NOON)

    schedule.note(store, schedule.AUDIT, ANNA, NOON + 5 * DAY)

    assert run(store, NOON + 8 * DAY) == [BO]


def test_sessions_are_closed_by_one_process_a_minute(store):
    closed = [schedule.run_whole(store, schedule.closing(NOON + timedelta(seconds=at)), lambda: 1) for at in (0, 1, 59, 61, 62)]

    assert closed == [1, 0, 0, 1, 0]
