"""Many writers who tell the same facts at the same time make one fact of each. Small; see docs."""

from tests.campaigns import storms


def test_a_fact_that_many_processes_tell_at_once_is_one_fact_and_counts_each_telling():
    tally = storms.run(processes=4, rounds=3)

    assert tally.faults == []
    assert (tally.writers, tally.acknowledged) == (16, 16 * 3 * len(storms.FACTS))
