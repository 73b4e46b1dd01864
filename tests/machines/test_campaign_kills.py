"""Processes that are killed while they do whatever a user may ask lose nothing, double nothing, bring nothing back. Small; see docs."""

from tests.campaigns import kills


def test_two_processes_killed_at_any_moment_leave_just_what_was_acknowledged():
    tally = kills.run(12, seed=5)

    assert tally.faults == []
    assert tally.kills >= 12
    assert tally.acknowledged > 100


def test_processes_killed_beside_a_worker_leave_no_task_undone_and_no_vector_astray():
    tally = kills.run(6, seed=6, embeds=True)

    assert tally.faults == []
    assert tally.kills >= 6
