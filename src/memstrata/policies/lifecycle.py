"""The life of a session: open, idle, closing, closed, and open again with the next message."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memstrata.core import errors
from memstrata.core.turns import SessionInfo, SessionStatus, Turn


def opened(id: str, now: datetime, *, agent: str | None = None, scene: str | None = None) -> SessionInfo:
    """A session before its first message."""
    return SessionInfo(id=id, agent=agent, scene=scene, opened_at=now, last_at=now)


def status(info: SessionInfo, now: datetime, idle_seconds: float) -> SessionStatus:
    """The status as it is shown: an open session without a message for `idle_seconds` is idle. A clock set back makes none idle."""
    if info.status is SessionStatus.OPEN and (now - info.last_at).total_seconds() >= idle_seconds:
        return SessionStatus.IDLE
    return info.status


def should_close(info: SessionInfo, now: datetime, idle_seconds: float) -> bool:
    """Whether a worker is to close the session: it was abandoned, or its closing was begun and never finished."""
    return status(info, now, idle_seconds) in (SessionStatus.IDLE, SessionStatus.CLOSING)


def may_expire(info: SessionInfo) -> bool:
    """Whether its turns may leave working memory: only a closed session's, whose episode is written."""
    return info.status is SessionStatus.CLOSED


def appended(info: SessionInfo, turns: Sequence[Turn], now: datetime) -> tuple[SessionInfo, tuple[Turn, ...]]:
    """The session with `turns` behind its last, and the turns numbered on without gaps; it is open again, whatever it was.

    Order is the number, never a clock. Raises ConflictError for a turn of another session or one that has a number.
    """
    for turn in turns:
        if turn.session != info.id or turn.sequence:
            raise errors.ConflictError(f"message {turn.id!r} of session {turn.session!r} cannot be appended to session {info.id!r}")
    if not turns:
        return info, ()
    numbered = tuple(replace(turn, sequence=number) for number, turn in enumerate(turns, start=info.sequence + 1))
    return replace(info, status=SessionStatus.OPEN, last_at=now, sequence=numbered[-1].sequence), numbered


def closing(info: SessionInfo) -> SessionInfo:
    """The session when its closing begins, or begins again after a crash; a closed one stays closed."""
    return info if info.status is SessionStatus.CLOSED else replace(info, status=SessionStatus.CLOSING)


def closed(info: SessionInfo, sequence: int) -> SessionInfo:
    """The session when its closing ends, which took in the turns up to `sequence`.

    It stays as it is when a message came meanwhile: then it is open, and that message is not lost.
    """
    if info.status is not SessionStatus.CLOSING or info.sequence != sequence:
        return info
    return replace(info, status=SessionStatus.CLOSED)
