"""A lost power supply takes nothing that was acknowledged and leaves a sound store. Small; see docs."""

from tests.campaigns import power


def test_lost_power_takes_nothing_that_was_acknowledged():
    tally = power.run(30, seed=7)

    assert (tally.faults, tally.losses) == ([], [])
    assert tally.torn > 0
    assert tally.dropped > 0


def test_the_simulation_of_lost_power_does_lose_what_was_not_synced():
    tally = power.run(20, seed=8, durability="relaxed")

    assert tally.faults == []
    assert tally.losing > 0
