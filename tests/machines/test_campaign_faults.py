"""A call to the file system that fails is told, leaves nothing half there, and once it is over the same memory goes on. Small; see docs."""

import memstrata
from tests.campaigns import faults


def test_a_failing_call_of_any_kind_is_told_and_leaves_nothing_half_there():
    tally = faults.run(seed=1, every=29)

    assert tally.faults == []
    assert set(tally.calls) >= {"open", "read", "write", "sync", "truncate", "lock"}
    assert tally.refused > 10


def test_an_erasure_that_failed_on_its_way_is_finished_by_the_next_one_or_by_repair(tmp_path):
    for number, finish in enumerate((lambda anna, memory: anna.erase(everything=True), lambda anna, memory: memory.repair())):
        with (
            faults.failing("write", after=30) as trap,
            memstrata.open(str(tmp_path / str(number)), embedder="none", worker=False) as memory,
        ):
            anna = memory.scope(user="anna")
            for line in range(50):
                anna.session("s").add("user", f"zorgle {line}")
            with trap.set():
                refused = faults.is_refused(lambda: anna.erase(everything=True))
            unfinished = memory.verify()

            finish(anna, memory)

            assert refused
            assert [finding.problem for finding in unfinished] == ["1 erasures are not finished: the next open, erasure or repair goes on"]
            assert memory.verify() == []
            assert memory.stats().records == memory.stats().messages == 0
