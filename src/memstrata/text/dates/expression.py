"""What a time expression says, as ISO texts, and the instants it covers."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal

Precision = Literal["year", "month", "week", "day", "minute", "range", "recurring"]


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """Words of a text that tell a time, and the time they tell.

    `start`, `end` are half-open offsets in code points. `event_from`, `event_to` are ISO texts of their precision in the
    message's own offset ("2025", "2025-04", "2025-04-01", "2025-04-01T09:00+08:00"), both inclusive:

    - a point has only `event_from`;
    - a deadline ("by Friday", 周五之前) has only `event_to`;
    - a week, range, season or weekend has both;
    - a habit ("every Sunday", 每周五) has neither.

    `uncertain` marks words that people read in more than one way ("next Friday", 前几天).
    """

    start: int
    end: int
    _: KW_ONLY
    precision: Precision
    event_from: str | None
    event_to: str | None
    uncertain: bool


def to_day(expression: TimeExpression) -> TimeExpression:
    """The same expression with clock times cut off: "2025-09-16T09:00+08:00" becomes "2025-09-16"."""
    if not any(bound is not None and "T" in bound for bound in (expression.event_from, expression.event_to)):
        return expression
    first = expression.event_from[:10] if expression.event_from is not None else None
    last = expression.event_to[:10] if expression.event_to is not None else None
    precision: Precision = "range" if first is not None and last is not None and first != last else "day"
    if first is not None and first == last:
        last = None
    return TimeExpression(
        expression.start, expression.end, precision=precision, event_from=first, event_to=last, uncertain=expression.uncertain
    )


def as_range(expression: TimeExpression, tz: tzinfo) -> tuple[datetime, datetime]:
    """The half-open instants [since, until) that the expression covers, in UTC.

    Texts without a clock are days, months or years of `tz`; a deadline covers its last unit (by Friday: Friday).
    Raises ValueError for a habit, which covers no single time.
    """
    first = expression.event_from or expression.event_to
    last = expression.event_to or expression.event_from
    if first is None or last is None:
        raise ValueError(f"a {expression.precision} expression covers no single range; check its precision first")
    return covered(first, tz)[0], covered(last, tz)[1]


def covered(iso: str, tz: tzinfo) -> tuple[datetime, datetime]:
    """The half-open instants, in UTC, of one ISO text: a year, a month, a day or a minute."""
    if "T" in iso:
        instant = datetime.fromisoformat(iso).astimezone(UTC)
        return instant, instant + timedelta(minutes=1)
    parts = [int(part) for part in iso.split("-")]
    if len(parts) == 1:
        return _midnight(date(parts[0], 1, 1), tz), _midnight(date(parts[0] + 1, 1, 1), tz)
    if len(parts) == 2:
        year, month = parts
        return _midnight(date(year, month, 1), tz), _midnight(date(year + month // 12, month % 12 + 1, 1), tz)
    day = date(parts[0], parts[1], parts[2])
    return _midnight(day, tz), _midnight(day + timedelta(days=1), tz)


def _midnight(day: date, tz: tzinfo) -> datetime:
    return datetime.combine(day, time(), tz).astimezone(UTC)
