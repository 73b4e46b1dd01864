"""English parts of the year: its edges, quarters, seasons and holidays."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from memstrata.text.dates import english_calendar, holidays, spans
from memstrata.text.dates.rule import Context, Rule, rule
from memstrata.text.dates.spans import Span

_DUE = re.compile(r"\b(?:by|before|until|till)\s(?:the\s)?$", re.IGNORECASE)
_HOLIDAY_NAMES = "|".join(re.escape(name).replace("'", "['’]") for name in sorted(holidays.ENGLISH, key=len, reverse=True))
_HOLIDAY_STARTS = " ".join({re.split(r"[ .'-]", name)[0] for name in holidays.ENGLISH}) + " last this next"


def _edge(match: re.Match[str], context: Context) -> Span | None:
    """End, beginning or middle of a month, year, quarter or week."""
    edge, unit = (match["edge"] or match["edge2"] or "end").lower(), (match["unit"] or match["unit2"] or "day").lower()
    step = {"last": -1, "next": 1}.get((match["rel"] or "").lower(), 0)
    today = context.today
    if unit == "day":  # "at the end of the day" is a figure of speech, "by the end of the day" is not
        return spans.day(today) if edge == "end" and _DUE.search(context.before(match)) else None
    if unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7 * step)
        offset = {"ea": (0, 2), "en": (4, 6), "be": (0, 1), "st": (0, 1), "mi": (2, 3), "la": (3, 6)}[edge[:2]]
        return replace(spans.days(monday + timedelta(days=offset[0]), monday + timedelta(days=offset[1])), uncertain=True)
    if unit == "month":
        there = spans.add_months(today.replace(day=1), step)
        return english_calendar.part_of_month(there.year, there.month, edge)
    if unit == "quarter":
        there = spans.add_months(today.replace(day=1), step * 3)
        first = (there.month - 1) // 3 * 3 + 1
        return (
            spans.day(spans.month_end(there.year, first + 2))
            if edge[0] == "e"
            else spans.month(there.year, first if edge[0] in "bs" else first + 1)
        )
    if edge == "end" and _DUE.search(context.before(match)):
        return spans.day(date(today.year + step, 12, 31))
    return part_of_year(today.year + step, edge)


def _edge_short(match: re.Match[str], context: Context) -> Span:
    unit, today = match["unit"].lower(), context.today
    if unit == "d":
        return spans.day(today)
    return spans.day(spans.month_end(today.year, today.month if unit == "m" else 12))


def part_of_year(year: int, edge: str) -> Span:
    """Early is months 1–4, mid 5–8, late 9–12; the beginning is January, the end December, the middle June and July."""
    wide = {"early": 1, "mid": 5, "late": 9}
    if edge in wide:
        return spans.months(year, wide[edge], 4)
    if edge.startswith("m"):
        return spans.months(year, 6, 2)
    return spans.month(year, 12 if edge.startswith("e") else 1)


def _part_of_said_year(match: re.Match[str], context: Context) -> Span | None:
    edge = match["edge"].lower().replace("-", " ").split()[0]
    return part_of_year(english_calendar.said_year(match["year"], context) or context.today.year, edge)


def _quarter(match: re.Match[str], context: Context) -> Span | None:
    if match["half"] or match["h"]:
        number = int(match["h"]) if match["h"] else {"first": 1}.get(match["half"].lower(), 2)
        return spans.months(english_calendar.said_year(match["year"], context) or context.today.year, number * 6 - 5, 6)
    number = int(match["q"]) if match["q"] else {"first": 1, "second": 2, "third": 3}.get(match["word"].lower(), 4)
    year = english_calendar.said_year(match["year"] or match["y"], context)
    if year is None and not match["word"] and not english_calendar.LEADS.search(context.before(match)):
        return None
    return english_calendar.settle(lambda candidate: spans.quarter(candidate, number), year, match, context)


def _season(match: re.Match[str], context: Context) -> Span | None:
    name, today = match["season"].lower().replace("fall", "autumn"), context.today
    relation = (match["rel"] or "").lower()
    if match["year"]:
        return spans.season(english_calendar.said_year(match["year"], context) or today.year, name)
    options = [spans.season(today.year + step, name) for step in (-2, -1, 0, 1)]
    if relation in ("last", "this past"):
        span = [option for option in options if option.last < today][-1]
        return replace(span, uncertain=span.first.year == today.year and relation == "last")
    if relation in ("next", "this coming"):
        span = next(option for option in options if option.first > today)
        return replace(span, uncertain=span.first.year == today.year and relation == "next")
    if relation == "this":
        return next((option for option in options if option.first <= today <= option.last), options[2])
    return None


def _holiday(match: re.Match[str], context: Context) -> Span | None:
    day_of = holidays.ENGLISH[match["name"].lower().replace("’", "'").rstrip(".")]
    relation, today = (match["rel"] or "").lower(), context.today
    if match["name"].islower() and match["name"] in ("easter", "new year", "national day"):
        return None
    if not match["year"] and relation not in ("last", "this past", "next"):
        return english_calendar.settle(lambda year: spans.day(day_of(year)), today.year if relation == "this" else None, match, context)
    if match["year"]:
        return spans.day(day_of(english_calendar.said_year(match["year"], context) or today.year))
    days = [day_of(today.year + step) for step in (-1, 0, 1)]
    if relation == "next":
        return spans.day(next(day for day in days if day > today))
    return spans.day([day for day in days if day < today][-1])


RULES: tuple[Rule, ...] = (
    rule(
        "end beginning start middle early late mid month quarter year",
        r"(?P<edge>(?:end|beginning|start|middle)(?= of)|early|late|mid)(?: of|[ -]in)?[ -](?:the |(?P<rel>this|last"
        r"|next) )?(?P<unit>day|week|month|quarter|year)\b"
        r"|(?P<edge2>end) of today\b|(?P<unit2>month|quarter|year)[ -]end\b",
        _edge,
    ),
    rule("eod eom eoy", r"(?P<edge>e)o(?P<unit>[dmy])\b(?P<rel>)?", _edge_short),
    rule(
        "early late mid end beginning start middle",
        rf"(?P<edge>early|late|mid|(?:end|beginning|start"
        rf"|middle) of)[ -](?:in )?{english_calendar.SAID_YEAR}\b",
        _part_of_said_year,
    ),
    rule(
        "q first second third fourth last # h",
        rf"(?:q(?P<q>[1-4])\b|h(?P<h>[12])\b(?= ?(?:of )?(?:{english_calendar.YEAR}|last|this|next))|(?P<word>first|second|third"
        rf"|fourth|last) quarter\b(?= of)|(?P<half>first|second|latter|last) half\b(?= of))"
        rf"(?P<y>)?(?:,? ?(?:of )?(?:the year\b|{english_calendar.SAID_YEAR}))?",
        _quarter,
    ),
    rule(
        "#",
        rf"(?P<y>{english_calendar.YEAR[: -len('(?![0-9]|[.,][0-9])')]}) ?-?q(?P<q>[1-4])\b(?P<word>)?(?P<half>)?(?P<h>)"
        rf"?(?P<year>)?",
        _quarter,
    ),
    rule(
        "spring summer autumn fall winter last this next",
        rf"{english_calendar.RELATION}(?P<season>spring|summer|autumn|fall|winter)\b(?:,? (?:of |in )?{english_calendar.SAID_YEAR})?",
        _season,
    ),
    rule(
        _HOLIDAY_STARTS,
        rf"{english_calendar.RELATION}(?P<name>{_HOLIDAY_NAMES})(?![a-z])(?! (?:tree|card|gift|present|song|carol|music|movie|cookie"
        rf"|decoration|ornament|"
        rf"lights?|sweater|shopping|market|spirit|turkey|egg|bunny|costume|candy|resolution)s?\b)(?:,? (?:of "
        rf"|in )?{english_calendar.SAID_YEAR})?",
        _holiday,
    ),
)
