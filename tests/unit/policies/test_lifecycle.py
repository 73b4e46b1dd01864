from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import errors
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.policies import lifecycle

NOON = datetime(2025, 5, 1, 12, tzinfo=UTC)
HOUR = 3600.0


def turn(id: str = "m", session: str = "s") -> Turn:
    return Turn(id=id, session=session, role="user", text="hi", at=NOON)


def session(status: SessionStatus = SessionStatus.OPEN, sequence: int = 0) -> SessionInfo:
    return replace(lifecycle.opened("s", NOON), status=status, sequence=sequence)


@given(st.lists(st.integers(0, 5), max_size=20))
def test_numbers_go_on_without_gaps_under_a_clock_that_stands(sizes):
    info, numbers = session(), []
    for size in sizes:
        info, turns = lifecycle.appended(info, [turn()] * size, NOON)
        numbers += [one.sequence for one in turns]

    assert numbers == list(range(1, sum(sizes) + 1))
    assert info.sequence == sum(sizes)


@pytest.mark.parametrize(
    ("stored", "seconds", "shown"),
    [
        (SessionStatus.OPEN, 3599, SessionStatus.OPEN),
        (SessionStatus.OPEN, 3600, SessionStatus.IDLE),
        (SessionStatus.OPEN, -9999, SessionStatus.OPEN),
        (SessionStatus.CLOSING, 9999, SessionStatus.CLOSING),
        (SessionStatus.CLOSED, 9999, SessionStatus.CLOSED),
    ],
)
def test_only_a_quiet_open_session_is_idle(stored, seconds, shown):
    assert lifecycle.status(session(stored), NOON + timedelta(seconds=seconds), HOUR) is shown


def test_a_worker_closes_the_abandoned_and_the_half_closed():
    later = NOON + timedelta(hours=2)

    assert not lifecycle.should_close(session(), NOON, HOUR)
    assert lifecycle.should_close(session(), later, HOUR)
    assert lifecycle.should_close(session(SessionStatus.CLOSING), NOON, HOUR)
    assert not lifecycle.should_close(session(SessionStatus.CLOSED), later, HOUR)


@pytest.mark.parametrize("stored", list(SessionStatus))
def test_only_a_closed_session_may_expire(stored):
    assert lifecycle.may_expire(session(stored)) == (stored is SessionStatus.CLOSED)


@pytest.mark.parametrize("stored", list(SessionStatus))
def test_a_message_opens_any_session_again(stored):
    later = NOON + timedelta(days=1)

    info, (one,) = lifecycle.appended(session(stored, sequence=7), [turn()], later)

    assert (info.status, info.sequence, info.last_at, one.sequence) == (SessionStatus.OPEN, 8, later, 8)


def test_appending_nothing_changes_nothing():
    assert lifecycle.appended(session(SessionStatus.CLOSED), [], NOON + timedelta(days=1)) == (session(SessionStatus.CLOSED), ())


@pytest.mark.parametrize("stranger", [turn(session="other"), replace(turn(), sequence=3)])
def test_refuses_a_turn_that_belongs_elsewhere(stranger):
    with pytest.raises(errors.ConflictError):
        lifecycle.appended(session(), [stranger], NOON)


def test_closing_can_be_repeated():
    once = lifecycle.closing(session(sequence=4))

    assert once.status is SessionStatus.CLOSING
    assert lifecycle.closing(once) == once
    done = lifecycle.closed(once, 4)
    assert done.status is SessionStatus.CLOSED
    assert lifecycle.closing(done) == lifecycle.closed(done, 4) == done


def test_a_message_during_closing_keeps_the_session_open():
    begun = lifecycle.closing(session(sequence=4))
    met, _ = lifecycle.appended(begun, [turn()], NOON)

    assert lifecycle.closed(met, 4).status is SessionStatus.OPEN
    assert lifecycle.closed(lifecycle.closing(met), 4).status is SessionStatus.CLOSING
