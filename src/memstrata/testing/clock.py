"""A clock that stands still until it is told otherwise."""

from datetime import UTC, datetime, timedelta

from memstrata.core import errors


class FixedClock:
    """A `Clock` that shows `start` (aware, or ISO text with an offset) until it is moved. Raises TimeError for a naive time."""

    def __init__(self, start: datetime | str = "2026-01-01T00:00:00Z") -> None:
        self._now = _instant(start)

    def now(self) -> datetime:
        return self._now

    def advance(self, *, seconds: float = 0.0, days: float = 0.0) -> datetime:
        """Move on (or back, with negative numbers); the new present."""
        self._now += timedelta(days=days, seconds=seconds)
        return self._now

    def set(self, instant: datetime | str) -> datetime:
        """Show `instant` from here on."""
        self._now = _instant(instant)
        return self._now


def _instant(given: datetime | str) -> datetime:
    try:
        instant = datetime.fromisoformat(given) if isinstance(given, str) else given
    except ValueError as error:
        raise errors.TimeError(f"{given!r} is not an ISO 8601 time such as '2026-01-01T00:00:00Z'") from error
    if instant.tzinfo is None:
        raise errors.TimeError(f"{given!r} has no offset: write '2026-01-01T00:00:00Z' or an aware datetime")
    return instant.astimezone(UTC)
