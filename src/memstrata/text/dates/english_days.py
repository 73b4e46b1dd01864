"""English days relative to the message: yesterday, tonight, last Friday, on Tuesday, next weekend."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from memstrata.text.dates import english, numerals, spans
from memstrata.text.dates.rule import Context, Rule, rule
from memstrata.text.dates.spans import Span

WEEKDAYS = {name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())}
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
SHORT_WEEKDAY = r"(?-i:Mon|Tues?|Wed|Thurs?|Thur|Fri|Sat|Sun)\b"
PART = r"(?:(?:early |late )?(?:morning|afternoon|evening|night))"
_DAYS = {"yesterday": -1, "today": 0, "tonight": 0, "tonite": 0, "tomorrow": 1, "tmr": 1, "tmrw": 1, "2morrow": 1}
_DUE = re.compile(r"\b(?:by|before|until|till|due(?: on)?|no later than|not later than|for)\s(?:the\s)?$", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:since|ever since)\s$", re.IGNORECASE)
_PREPOSED = re.compile(r"\b(?:on|by|before|until|till|since|due|this|from|after|to|and|or|for|of)\s$", re.IGNORECASE)


def part_of_day(text: str | None) -> str:
    return (text or "").lower().rpartition(" ")[2]


def weekday(text: str) -> int:
    """Monday is 0."""
    return WEEKDAYS[text[:3].lower()]


def _day_word(match: re.Match[str], context: Context) -> Span | None:
    word = match["word"].lower()
    if word == "today" and match["part"]:
        return None
    value = context.today + timedelta(days=_DAYS[word])
    return replace(spans.day(value), part="night" if word.startswith("toni") else part_of_day(match["part"]))


def _day_beyond(match: re.Match[str], context: Context) -> Span:
    return replace(spans.day(context.today + timedelta(days=-2 if match["back"] else 2)), part=part_of_day(match["part"]))


def _this_part(match: re.Match[str], context: Context) -> Span:
    back = match["rel"].lower() == "last"
    return replace(spans.day(context.today - timedelta(days=1 if back else 0)), part=part_of_day(match["part"]))


def _english_weekend(match: re.Match[str], context: Context) -> Span | None:
    relation = match["rel"].lower()
    span = english.relative_unit("weekend", english.STEPS[relation], context)
    if relation == "this" and context.today.weekday() < 5 and context.tense(match) == "past":
        last = english.relative_unit("weekend", -1, context)
        return replace(last, uncertain=True) if last else None
    if span is None or relation in ("last", "past", "this past", "previous", "this"):
        return span
    upcoming = english.relative_unit("weekend", 0, context)
    return replace(span, uncertain=True) if relation == "next" and context.today.weekday() < 5 else upcoming if relation != "next" else span


def _the_weekend(match: re.Match[str], context: Context) -> Span | None:
    """Over the weekend: the last one or the coming one, as the tense tells."""
    before = context.before(match)
    if not re.search(r"\b(?:over|on|at|by|during|for|until|till|before|after|since) the $", before, re.IGNORECASE):
        return None
    when = "future" if _DUE.search(before) else context.tense(match)
    back = when == "past" and context.today.weekday() < 5  # on a Saturday it is the one that has begun
    span = english.relative_unit("weekend", -1 if back else 0, context)
    return replace(span, uncertain=when in ("", "both")) if span else None


def _relative_weekday(match: re.Match[str], context: Context) -> Span:
    relation, number, today = match["rel"].lower(), weekday(match["day"]), context.today
    monday = today - timedelta(days=today.weekday())
    part = part_of_day(match["part"])
    if relation in ("last", "past", "previous", "this past"):
        return replace(spans.day(spans.latest(today, number)), part=part)
    if relation == "next":
        return replace(spans.day(monday + timedelta(days=7 + number)), part=part, uncertain=True)
    if relation == "this" and context.tense(match) == "past" and number < today.weekday():
        return replace(spans.day(spans.latest(today, number)), part=part)
    return replace(spans.day(spans.upcoming(today, number)), part=part)


def _weekday_of_week(match: re.Match[str], context: Context) -> Span:
    monday = context.today - timedelta(days=context.today.weekday())
    step = english.STEPS[(match["rel"] or match["rel2"]).lower()]
    value = monday + timedelta(days=7 * step + weekday(match["day"] or match["day2"]))
    return replace(spans.day(value), part=part_of_day(match["part"]))


def _weekday(match: re.Match[str], context: Context) -> Span | None:
    before, number, today = context.before(match), weekday(match["day"]), context.today
    if match["short"] and not _PREPOSED.search(before):
        return None
    if match["plural"] or match["nights"]:
        return None if match["short"] else Span("recurring")
    when = "past" if _SINCE.search(before) else context.tense(match)
    if _DUE.search(before) and when != "past":
        when = "future"
    part = part_of_day(match["part"])
    if when == "past":
        return replace(spans.day(spans.latest(today, number)), part=part, loose="week")
    ahead = spans.upcoming(today + timedelta(days=1), number)
    return replace(spans.day(ahead), part=part, loose="week", uncertain=when != "future")


def _weekdays_ago(match: re.Match[str], context: Context) -> Span:
    """Three Fridays ago."""
    latest = spans.latest(context.today, weekday(match["day"]))
    return spans.day(latest - timedelta(days=7 * (numerals.english(match["count"]) - 1)))


def _other_day(match: re.Match[str], context: Context) -> Span | None:
    """The other day: some day of the last week."""
    if context.before(match, 4).lower() != "the ":
        return None
    return replace(spans.days(context.today - timedelta(days=7), context.today - timedelta(days=2)), uncertain=True)


RULES: tuple[Rule, ...] = (
    rule(
        "# a one two three four five six", rf"(?P<count>an?|{english.NUMBER_WORD}|[0-9]{{1,2}}) (?P<day>{WEEKDAY})s? ago\b", _weekdays_ago
    ),
    rule("weekend", r"weekend\b(?! (?:before|after)\b)", _the_weekend),
    rule("other", r"other (?:day|night)\b", _other_day),
    rule("day", rf"day (?:(?P<back>before yesterday)|after tomorrow)\b(?:(?:'s)? (?P<part>{PART})\b)?", _day_beyond),
    rule(" ".join(_DAYS), rf"(?P<word>yesterday|today|tonight|tonite|tomorrow|tmrw?)\b(?:(?:'s)? (?P<part>{PART})\b)?", _day_word),
    rule("this last", r"(?P<rel>this|last) (?P<part>(?:early )?(?:morning|afternoon|evening|night))\b", _this_part),
    rule(
        "last past previous this next coming following upcoming",
        r"(?P<rel>this past|this coming|last|past|previous|this|next|coming|following|upcoming) weekend\b",
        _english_weekend,
    ),
    rule(
        "last past previous this next coming following upcoming",
        rf"(?P<rel>this past|this coming|last|past|previous|this|next|coming|following|upcoming) (?P<day>{WEEKDAY}\b"
        rf"|{SHORT_WEEKDAY})(?:(?:'s)? (?P<part>{PART})\b)?",
        _relative_weekday,
    ),
    rule(
        "monday tuesday wednesday thursday friday saturday sunday last this next",
        rf"(?:(?P<day>{WEEKDAY})(?: (?P<part>{PART}))?,?(?: of)? (?P<rel>last|this|next) week|(?P<rel2>last|this"
        rf"|next) week(?:'s)?,?(?: on)? (?P<day2>{WEEKDAY}))\b",
        _weekday_of_week,
    ),
    rule(
        "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays "
        "mon tue tues wed thu thur thurs fri sat sun",
        rf"(?P<day>{WEEKDAY}(?P<plural>s)?\b|(?P<short>{SHORT_WEEKDAY}))(?:(?:'s)? (?P<part>{PART})(?P<nights>s)?\b)?",
        _weekday,
    ),
)
