"""English stretches of time relative to the message: two days ago, in a week, last month, the past three years."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from memstrata.text.dates import numerals, spans
from memstrata.text.dates.rule import Context, Rule, rule
from memstrata.text.dates.spans import Span

NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|"
    r"nineteen|twenty(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|thirty|forty|fifty|sixty|ninety)"
)
AMOUNT = rf"(?P<n>a couple(?: of)?|couple(?: of)?|a few|few|several|half an?|an?|{NUMBER_WORD}|[0-9]{{1,4}})"
UNIT = r"(?P<unit>minute|min|hour|hr|day|night|week|fortnight|month|year|decade)s?"
NUMBER_STARTS = (
    "# a an couple few several half one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty ninety"
)
STEPS = {
    "last": -1, "past": -1, "previous": -1, "this past": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "this coming": 1,
    "following": 1, "upcoming": 1,
}  # fmt: skip
VAGUE = {"few": (2, 7), "several": (3, 7)}  # the reach of "a few days" in units; for longer units the upper bound is 5
_APPROXIMATE = re.compile(r"\b(?:about|around|roughly|almost|nearly|some|maybe|like|approximately)\s$", re.IGNORECASE)


def _ago(match: re.Match[str], context: Context) -> Span | None:
    direction = -1 if match["dir"].lower() in ("ago", "back", "prior") else 1
    if match["dir"].lower() == "back" and context.tense(match) == "future":
        return None
    return _blurred(
        _moved(match["n"], match["unit"].lower(), direction, bool(match["half"] or match["half_before"]), context), match, context
    )


def _in(match: re.Match[str], context: Context) -> Span | None:
    if context.tense(match) == "past" and not match["next"]:
        return None
    span = _blurred(_moved(match["n"], match["unit"].lower(), 1, bool(match["half"]), context), match, context)
    return replace(span, deadline=True) if span and match["prep"].lower() == "within" else span


def _blurred(span: Span | None, match: re.Match[str], context: Context) -> Span | None:
    return replace(span, uncertain=True) if span and _APPROXIMATE.search(context.before(match)) else span


def _moved(amount: str, unit: str, direction: int, and_a_half: bool, context: Context) -> Span | None:
    words = amount.lower().removeprefix("a ").removesuffix(" of")
    if words in VAGUE:
        low, high = VAGUE[words]
        return vague(unit, low, high if unit in ("day", "night") else 5, direction, context)
    if words.startswith("half"):
        return moved(unit, 0, direction, context, half=True)
    span = moved(unit, numerals.english(words), direction, context, half=and_a_half)
    return replace(span, uncertain=True) if span and words == "couple" else span


def moved(unit: str, count: int, direction: int, context: Context, *, half: bool = False) -> Span | None:
    """The minute, day, month or year that lies `count` (and a half) units before (-1) or after (1) the message."""
    if unit in ("minute", "min", "hour", "hr"):
        minutes = count if unit.startswith("min") else count * 60 + (30 if half else 0)
        return spans.minute(context.at + direction * timedelta(minutes=minutes))
    if unit in ("day", "night"):
        return spans.day(context.today + direction * timedelta(days=count))
    if unit in ("week", "fortnight"):
        span = spans.day(context.today + direction * timedelta(days=count * (14 if unit == "fortnight" else 7)))
        return replace(span, blur_days=3)
    if unit == "year" and not half:
        return spans.year(context.today.year + direction * count)
    if unit == "decade":
        return spans.year(context.today.year + direction * count * 10)
    months = count if unit == "month" else count * 12 + 6
    if unit == "month" and half:
        return replace(spans.day(context.today + direction * timedelta(days=30 * count + 15)), uncertain=True)
    there = spans.add_months(context.today, direction * months)
    return spans.month(there.year, there.month)


def vague(unit: str, low: int, high: int, direction: int, context: Context) -> Span | None:
    """The stretch between `low` and `high` units away, uncertain."""
    if unit in ("minute", "min", "hour", "hr"):
        span = moved(unit, 3, direction, context)
        return replace(span, uncertain=True) if span else None
    ends = sorted(
        (moved(unit, low, direction, context), moved(unit, high, direction, context)), key=lambda end: end.first if end else context.today
    )
    first, last = ends
    if first is None or last is None:
        return None
    return Span("range", first.first, last.last, unit=first.unit, uncertain=True)


def _stretch(match: re.Match[str], context: Context) -> Span | None:
    back = match["dir"].lower() in ("last", "past", "previous")
    words = match["n"].lower().removesuffix(" of").removeprefix("a ")
    count = {"few": 5, "several": 5, "couple": 2}.get(words) or numerals.english(words)
    return stretch(match["unit"].lower(), count, context, back=back, vague=words in ("few", "several", "couple"))


def stretch(unit: str, count: int, context: Context, *, back: bool, vague: bool) -> Span | None:
    """The last or next `count` units, the day of the message included."""
    if unit in ("minute", "min", "hour", "hr"):
        there = context.at + (-1 if back else 1) * timedelta(minutes=count * (1 if unit.startswith("min") else 60))
        first_instant, last_instant = sorted((there, context.at))
        return Span("range", first_instant.date(), last_instant.date(), unit="minute", since=first_instant, until=last_instant)
    end = moved(unit, count, -1 if back else 1, context)
    if end is None:
        return None
    there_day = end.first
    if end.unit != "day":
        months = count * {"month": 1, "year": 12, "decade": 120}[unit]
        there_day = spans.add_months(context.today, -months if back else months)
    first, last = sorted((there_day, context.today))
    return replace(spans.days(first, last), uncertain=vague)


def _relative_unit(match: re.Match[str], context: Context) -> Span | None:
    relation, unit = match["rel"].lower(), match["unit"].lower()
    rolling = relation == "this past" or (relation in ("past", "last", "next", "coming") and context.before(match, 4).lower() == "the ")
    if rolling and unit != "quarter":
        return stretch(unit, 1, context, back=relation not in ("next", "coming"), vague=False)
    return relative_unit(unit, STEPS[relation], context)


def relative_unit(unit: str, step: int, context: Context) -> Span | None:
    """The week, weekend, month, quarter or year `step` units from the message's own."""
    today = context.today
    if unit == "week":
        return spans.week(today + timedelta(days=7 * step))
    if unit == "weekend":
        return spans.weekend(today + timedelta(days=7 * step))
    if unit == "fortnight":
        return stretch("day", 14, context, back=step < 0, vague=False)
    if unit == "month":
        there = spans.add_months(today.replace(day=1), step)
        return spans.month(there.year, there.month)
    if unit == "quarter":
        there = spans.add_months(today.replace(day=1), step * 3)
        return spans.quarter(there.year, (there.month + 2) // 3)
    return spans.year(today.year + step)


def _unit_beyond(match: re.Match[str], context: Context) -> Span | None:
    step = -2 if match["dir"].lower() == "before last" else 2
    if match["unit"].lower() == "night":
        return replace(spans.day(context.today + timedelta(days=step)), part="night")
    return relative_unit(match["unit"].lower(), step, context)


RULES: tuple[Rule, ...] = (
    rule(
        NUMBER_STARTS,
        rf"{AMOUNT}(?P<half_before> and a half)? (?:good |whole |full )?{UNIT}\b(?P<half> and a half)?(?: or (?:two|so))? (?P<dir>ago"
        rf"|back|prior"
        rf"|from (?:now|today)|hence)\b",
        _ago,
    ),
    rule(
        "in within",
        rf"(?P<prep>in|within)(?P<next> the next| another)?(?: about"
        rf"| around)? {AMOUNT} {UNIT}\b(?P<half> and a half)?(?:'s?)?(?: time| from now)?\b(?! (?:ago|period|span|course))",
        _in,
    ),
    rule(
        "past last next coming previous following",
        r"(?P<dir>past|last|next|coming|previous|following) "
        + AMOUNT.replace("a couple(?: of)?|", "").replace("half an?|an?|", "")
        + " "
        + UNIT.replace("s?", "s")
        + r"\b",
        _stretch,
    ),
    rule(
        "last past previous this current next coming following upcoming",
        r"(?P<rel>this past|this coming|last|past|previous|this|current|next|coming|following|upcoming) (?P<unit>week|fortnight|month"
        r"|quarter|year)\b(?! of\b)",
        _relative_unit,
    ),
    rule("week weekend month year night", r"(?P<unit>week|weekend|month|year|night) (?P<dir>before last|after next)\b", _unit_beyond),
)
