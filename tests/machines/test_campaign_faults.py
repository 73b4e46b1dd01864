"""A call to the file system that fails is told, leaves nothing half there, and once it is over the same memory goes on. Small; see docs."""

import pytest

import memstrata
from memstrata.core import errors
from tests.campaigns import faults, limits


def test_a_failing_call_of_any_kind_is_told_and_leaves_nothing_half_there():
    tally = faults.run(seed=1, every=29)

    assert tally.faults == []
    assert set(tally.calls) >= {"open", "read", "write", "sync", "truncate", "lock"}
    assert tally.refused > 10


@pytest.mark.parametrize("finish", ["erase", "repair"])
def test_an_erasure_that_failed_on_its_way_is_finished_by_the_next_one_or_by_repair(tmp_path, finish):
    with faults.failing("write", after=30) as trap, memstrata.open(str(tmp_path), embedder="none", worker=False) as memory:
        anna = memory.scope(user="anna")
        for line in range(50):
            anna.session("s").add("user", f"zorgle {line}")
        with pytest.raises(errors.BackendError), trap.set():
            anna.erase(everything=True)
        unfinished = [finding.problem for finding in memory.verify()]

        anna.erase(everything=True) if finish == "erase" else memory.repair()

        assert unfinished == ["1 erasures are not finished: the next open, erasure or repair goes on"]
        assert memory.verify() == []
        assert memory.stats().records == memory.stats().messages == 0


@pytest.mark.parametrize("limit", sorted(limits.LIMITS))
def test_a_limit_of_the_machine_is_told_and_once_it_is_gone_the_same_memory_goes_on(limit):
    tally = limits.run(limit)

    assert tally.faults == []
    assert tally.refused + tally.opens_refused > 0
