"""Stretches of the calendar, and the arithmetic that finds them. Weeks begin on Monday; seasons are northern."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Literal

Unit = Literal["year", "month", "day", "minute"]
Shape = Literal["year", "month", "week", "day", "minute", "range", "recurring", "clock"]

YEARS = range(1000, 9999)  # what ISO texts of four digits and a following day can say
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}  # first month; meteorological seasons


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: `minute_of_day` in [0, 1440]; `sure` unless it may be half a day later."""

    minute_of_day: int
    sure: bool
    part: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of days, both ends inclusive, printed in units of `unit`; or a clock time, or a habit.

    `loose` tells what the words left open and the neighbours may settle: the year of "May 7", the week of "Friday".
    `part` is the part of the day ("morning", "night" …) that a clock beside it belongs to. `blur_days` is how far
    a question about it should look beyond both ends.
    """

    shape: Shape
    first: date = date.min
    last: date = date.min
    unit: Unit = "day"
    uncertain: bool = False
    loose: Literal["", "year", "week"] = ""
    part: str = ""
    blur_days: int = 0
    clock: Clock | None = None
    clock_to: Clock | None = None
    since: datetime | None = None
    until: datetime | None = None
    deadline: bool = False


def day(value: date) -> Span:
    return Span("day", _valid(value), value)


def days(first: date, last: date) -> Span:
    return Span("range", _valid(first), _valid(last))


def week(inside: date) -> Span:
    """The Monday to Sunday that holds the day."""
    monday = inside - timedelta(days=inside.weekday())
    return Span("week", _valid(monday), _valid(monday + timedelta(days=6)))


def weekend(inside: date) -> Span:
    """The Saturday and Sunday of the day's week."""
    monday = inside - timedelta(days=inside.weekday())
    return days(monday + timedelta(days=5), monday + timedelta(days=6))


def month(year: int, number: int) -> Span:
    return Span("month", _valid(date(year, number, 1)), month_end(year, number), unit="month")


def months(first_year: int, first_month: int, count: int) -> Span:
    """`count` whole months, printed as months."""
    first = date(first_year, first_month, 1)
    last = add_months(first, count - 1)
    return Span("range", _valid(first), month_end(last.year, last.month), unit="month")


def year(number: int) -> Span:
    return Span("year", _valid(date(number, 1, 1)), date(number, 12, 31), unit="year")


def years(first: int, last: int) -> Span:
    return Span("range", _valid(date(first, 1, 1)), _valid(date(last, 12, 31)), unit="year")


def quarter(number_of_year: int, number: int) -> Span:
    return months(number_of_year, number * 3 - 2, 3)


def season(number_of_year: int, name: str) -> Span:
    """The season's three months; a winter belongs to the year it begins in."""
    return months(number_of_year, SEASONS[name], 3)


def third_of_month(number_of_year: int, number: int, which: int) -> Span:
    """Days 1–10, 11–20 or 21–end: `which` is 0, 1 or 2 (上旬, 中旬, 下旬)."""
    first = date(number_of_year, number, 1 + 10 * which)
    return days(first, month_end(number_of_year, number) if which == 2 else first + timedelta(days=9))


def minute(instant: datetime) -> Span:
    return Span("minute", _valid(instant.date()), instant.date(), unit="minute", since=instant)


def month_end(year_number: int, number: int) -> date:
    following = date(year_number + number // 12, number % 12 + 1, 1)
    return following - timedelta(days=1)


def add_months(value: date, count: int) -> date:
    """The same day `count` months on, or the last day of a shorter month."""
    index = value.year * 12 + value.month - 1 + count
    end = month_end(index // 12, index % 12 + 1)
    return end.replace(day=min(value.day, end.day))


def nth_weekday(year_number: int, month_number: int, weekday: int, nth: int) -> date:
    """The nth (1 = first, -1 = last) such weekday of a month; Monday is 0."""
    if nth < 0:
        end = month_end(year_number, month_number)
        return end - timedelta(days=(end.weekday() - weekday) % 7)
    first = date(year_number, month_number, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def upcoming(today: date, weekday: int) -> date:
    """The first such weekday from today on, today included."""
    return today + timedelta(days=(weekday - today.weekday()) % 7)


def latest(today: date, weekday: int) -> date:
    """The last such weekday before today."""
    return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)


def in_year(span: Span, number: int) -> Span:
    """The span moved so that it begins in that year; 29 February becomes the 28th where there is none."""
    shift = (number - span.first.year) * 12
    first, last = add_months(span.first, shift), add_months(span.last, shift)
    if span.unit == "month":
        last = month_end(last.year, last.month)
    return replace(span, first=first, last=last, loose="")


def at_clock(day_of_clock: date, clock: Clock, at: datetime) -> datetime:
    """The instant of a clock time on a day, in the offset of `at`; minute 1440 is the next day's midnight."""
    return datetime.combine(day_of_clock, time(), at.tzinfo) + timedelta(minutes=clock.minute_of_day)


def _valid(value: date) -> date:
    if value.year not in YEARS:
        raise ValueError(f"year {value.year} is outside {YEARS.start}-{YEARS.stop - 1}")
    return value
