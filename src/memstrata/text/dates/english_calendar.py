"""English places in the calendar: months, dates, the nth weekday of a month, ISO dates, years."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from memstrata.text.dates import english_days, numerals, spans, tense
from memstrata.text.dates.rule import Context, Rule, rule
from memstrata.text.dates.spans import Span

MONTHS = {name: number + 1 for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split())}
MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
_MONTH_STARTS = (
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec"
)
YEAR = r"(?:(?:19|20)[0-9]{2})(?![0-9]|[.,][0-9])"
SAID_YEAR = rf"(?P<year>{YEAR}|last year|this year|next year|the year before last)"
ORDINAL_WORD = (
    r"(?:twenty[ -]|thirty[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|"
    r"fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)"
)
_ORDINAL_STARTS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
    "seventeenth eighteenth nineteenth twentieth thirtieth twenty thirty"
)
_SURE_MONTHS = frozenset("january february july september october november december".split())
LEADS = re.compile(
    r"(?:\b(?:in|on|by|before|until|till|since|from|to|through|of|during|for|after|due|and|or|between|last|next|this|early|mid|late|"
    r"around|about|through|at)\s(?:the\s)?|[-–—/(]\s?)$",
    re.IGNORECASE,
)
_TEMPERATE = re.compile(r"\s(?:miles|km|kilometers|people|times|minutes|hours|points|percent|steps)\b|%", re.IGNORECASE)
RELATION = r"(?:(?P<rel>last|this past|this coming|this|next) )?"
_MOD = r"(?P<mod>early|mid|late|(?:the )?(?:beginning|start|middle|end) of)"


def said_year(text: str | None, context: Context) -> int | None:
    """The year of "2023" or "last year"; None for nothing."""
    if not text:
        return None
    steps = {"last year": -1, "this year": 0, "next year": 1, "the year before last": -2}
    return context.today.year + steps[text.lower()] if text.lower() in steps else int(text)


def settle(
    of_year: Callable[[int], Span], year: int | None, match: re.Match[str], context: Context, when: tense.Tense | None = None
) -> Span:
    """The span of the year that was said, or of the year that the tense and nearness tell."""
    if year is not None:
        return of_year(year)
    options = []
    for candidate in range(context.today.year - 1, context.today.year + 2):
        try:
            options.append(of_year(candidate))
        except ValueError:
            continue  # 29 February, or a lunar year off the table
    if not options:
        options = [of_year(context.today.year + step) for step in (-2, 2, -3, 3) if (context.today.year + step) % 4 == 0]
    return replace(tense.choose(options, context.today, tense_at(match, context) if when is None else when), loose="year")


def tense_at(match: re.Match[str], context: Context) -> tense.Tense:
    before = context.before(match)
    if re.search(r"\b(?:since|last)\s$", before, re.IGNORECASE):
        return "past"
    when = context.tense(match)
    if when != "past" and re.search(r"\b(?:by|until|till|due|due on|next|coming)\s$", before, re.IGNORECASE):
        return "future"
    return when


def _month_number(text: str) -> int:
    return MONTHS[text[:3].lower()]


def _month_day(match: re.Match[str], context: Context) -> Span | None:
    name = match["month"]
    if (
        name.lower() in ("may", "march")
        and name.islower()
        and not (LEADS.search(context.before(match)) or match["suffix"] or match["year"])
    ):
        return None
    if _TEMPERATE.match(context.text, match.end()):
        return None
    return _date_of_year(_month_number(name), numerals.ordinal(match["day"]), match, context)


def _day_month(match: re.Match[str], context: Context) -> Span | None:
    name = match["month"]
    if name.lower() in ("may", "march") and name.islower() and not (match["of"] or match["year"] or LEADS.search(context.before(match))):
        return None
    return _date_of_year(_month_number(name), numerals.ordinal(match["day"]), match, context)


def _date_of_year(month: int, day: int, match: re.Match[str], context: Context) -> Span | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return settle(lambda year: spans.day(date(year, month, day)), said_year(match["year"], context), match, context)


def _month(match: re.Match[str], context: Context) -> Span | None:
    name, mod = match["month"], (match["mod"] or "").lower()
    before = context.before(match)
    relation = (match["rel"] or "").lower()
    full = name.lower().rstrip(".")
    told = bool(mod or relation or match["year"] or LEADS.search(before))
    if not told and (full not in _SURE_MONTHS or name.islower()):
        return None
    if len(full) <= 4 and full not in ("may", "june", "july") and (name.islower() or not told):
        return None
    if (
        full == "march"
        and re.match(r" (?:on|forward|toward|into|up|down|out|through|for|against)\b", context.after(match))
        and name.islower()
    ):
        return None
    number = _month_number(name)
    year = said_year(match["year"], context)
    span = settle(lambda candidate: part_of_month(candidate, number, mod), year, match, context)
    if relation in ("last", "next", "this") and year is None:
        return _related_month(number, mod, relation, context)
    return span


def _related_month(number: int, mod: str, relation: str, context: Context) -> Span:
    today = context.today
    if relation == "last":
        return part_of_month(today.year - (1 if number >= today.month else 0), number, mod)
    if relation == "next":
        return part_of_month(today.year + (1 if number <= today.month else 0), number, mod)
    return part_of_month(today.year, number, mod)


def part_of_month(year: int, number: int, mod: str) -> Span:
    if not mod:
        return spans.month(year, number)
    if mod.startswith(("end", "the end")):
        return spans.day(spans.month_end(year, number))
    if mod.startswith(("early", "begin", "start", "the b", "the s")):
        return spans.third_of_month(year, number, 0)
    return spans.third_of_month(year, number, 2 if mod.startswith("late") else 1)


def _day_of_month(match: re.Match[str], context: Context) -> Span | None:
    if match["of"]:
        there = spans.add_months(context.today.replace(day=1), {"last": -1, "next": 1}.get((match["rel"] or "this").lower(), 0))
        return spans.day(there.replace(day=numerals.ordinal(match["day"])))
    if (
        not re.search(r"\b(?:on|by|before|until|till|since|due|[a-z]{3,6}day,?)\s(?:the\s)?$", context.before(match), re.IGNORECASE)
        or match["end"] is None
    ):
        return None
    number = numerals.ordinal(match["day"])
    firsts = [spans.add_months(context.today.replace(day=1), step) for step in (-1, 0, 1)]
    options = [spans.day(first.replace(day=number)) for first in firsts if number <= spans.month_end(first.year, first.month).day]
    when = tense_at(match, context)
    return replace(tense.choose(options, context.today, when), uncertain=when in ("", "both"))


def _nth_in_month(match: re.Match[str], context: Context) -> Span | None:
    """The first Monday of May, the last week of June, the second weekend in March."""
    nth = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1}[match["nth"].lower()]
    number = _month_number(match["month"])
    return settle(lambda year: nth_in_month(year, number, match["unit"].lower(), nth), said_year(match["year"], context), match, context)


def nth_in_month(year: int, number: int, unit: str, nth: int) -> Span:
    """A weekday, or the weekend whose Saturday is the nth of the month; weeks are days 1–7, 8–14 and so on."""
    if unit == "weekend":
        return spans.weekend(spans.nth_weekday(year, number, 5, nth))
    if unit == "week":
        first = spans.month_end(year, number) - timedelta(days=6) if nth < 0 else date(year, number, 1) + timedelta(days=7 * (nth - 1))
        return Span("week", first, first + timedelta(days=6))
    return spans.day(spans.nth_weekday(year, number, english_days.weekday(unit), nth))


def _year(match: re.Match[str], context: Context) -> Span | None:
    before = context.before(match)
    if match["decade"]:
        first = int(match["number"]) if len(match["number"]) == 4 else 1900 + int(match["number"])
        span = replace(spans.years(first, first + 9), uncertain=first % 100 == 0)  # "the 1900s" may be a century
        return span if first % 10 == 0 and re.search(r"\b(?:the|late|early|mid|in)[\s-]'?$", before, re.IGNORECASE) else None
    if len(match["number"]) != 4:
        return None
    if not re.search(
        r"\b(?:in|since|by|until|till|before|after|during|from|between|through|to|year|of|summer|and|for|back in|late"
        r"|early)\s$",
        before,
        re.IGNORECASE,
    ):
        return None
    if re.match(
        r"[%\-/:][0-9a-z]|\s?(?:%|\$"
        r"|[a-z]{1,3}\b(?<!in)(?<!to)(?<!we)(?<!he)(?<!at)(?<!and)(?<!i)(?<!or)(?<!she)(?<!for)(?<!as)(?<!on)(?<!was)(?<!my)(?<!by))"
        r"|\s(?:words|people|users|dollars|"
        r"yuan|steps|items|points|times|calories|meters|miles|files|lines|tokens|rows|euros|pounds|employees|students)\b",
        context.after(match),
        re.IGNORECASE,
    ):
        return None
    return spans.year(int(match["number"]))


def _iso(match: re.Match[str], context: Context) -> Span | None:
    year, month = int(match["y"]), int(match["m"])
    if not match["d"]:
        return spans.month(year, month) if match["sep"] == "-" and 1 <= month <= 12 else None
    if not match["hour"]:
        return spans.day(date(year, month, int(match["d"])))
    told = datetime(year, month, int(match["d"]), int(match["hour"]), int(match["minute"]), tzinfo=context.at.tzinfo)
    zone = match["zone"]
    if zone:
        told = datetime.fromisoformat(told.strftime("%Y-%m-%dT%H:%M") + zone.upper()) if zone not in "zZ" else told.replace(tzinfo=UTC)
    return spans.minute(told.astimezone(context.at.tzinfo))


def _slashed(match: re.Match[str], context: Context) -> Span | None:
    first, second = int(match["first"]), int(match["second"])
    if (first > 12) == (second > 12) and first != second:
        return None
    if not match["y"] and not re.search(
        r"(?:\b(?:on|by|before|until|since|due|from|to|after|of|for)\s|[(\u4e00-\u9fff]|^)$", context.before(match), re.IGNORECASE
    ):
        return None
    if re.match(r"\s?(?:inch|of|cup|mile|\"|lb|oz|tsp|tbsp)", context.after(match)):
        return None
    day, month = max(first, second), min(first, second)
    year = int(match["y"]) if match["y"] else None
    if year is not None and year < 100:
        year += 2000
    return settle(lambda candidate: spans.day(date(candidate, month, day)), year, match, context)


RULES: tuple[Rule, ...] = (
    rule(
        _MONTH_STARTS,
        rf"(?P<month>{MONTH}) (?:the )?(?P<day>[0-3]?[0-9](?P<suffix>st|nd|rd|th)?)(?![0-9:%]|\.[0-9]|[a-z]"
        rf"| ?[ap]\.?m\b)(?:,? (?:of )?{SAID_YEAR})?",
        _month_day,
    ),
    rule(
        "# " + _ORDINAL_STARTS,
        rf"(?<![0-9.:/-])(?P<day>[0-3]?[0-9](?:st|nd|rd|th)?|{ORDINAL_WORD})(?:(?P<of> of)?(?: the)? "
        rf"| ?[-/] ?)(?P<month>{MONTH})(?![a-z])(?:,? (?:of )?{SAID_YEAR}| ?[-/] ?(?P<y>{YEAR}))?".replace(rf"| ?[-/] ?(?P<y>{YEAR})", ""),
        _day_month,
    ),
    rule(
        _MONTH_STARTS + " early mid late the beginning start middle end last this next",
        rf"(?:{_MOD}[ -](?:of )?)?{RELATION}(?P<month>{MONTH})(?![a-z]|'s)(?:,? (?:of |in )?{SAID_YEAR})?",
        _month,
    ),
    rule(
        "# " + _ORDINAL_STARTS,
        rf"(?P<day>[0-3]?[0-9](?:st|nd|rd|th)|{ORDINAL_WORD})(?:(?P<of> of (?:the|(?P<rel>this|last|next)) month)\b"
        rf"|(?P<end>(?=\s*(?:[.,;!?)\x00]|$)|\s(?:at|and|to|for|with|in)\b))|(?![a-z]))",
        _day_of_month,
    ),
    rule(
        "first second third fourth last",
        rf"(?P<nth>first|second|third|fourth|last) (?P<unit>{english_days.WEEKDAY}|week|weekend) (?:of"
        rf"|in) (?P<month>{MONTH})(?![a-z])(?:,? (?:of )?{SAID_YEAR})?",
        _nth_in_month,
    ),
    rule("#", r"(?<![0-9A-Za-z.,/$€£¥#_-])(?P<number>(?:19|20)[0-9]{2}|[2-9]0)(?P<decade>'?s)?(?![0-9A-Za-z_]|[.,][0-9])", _year),
    rule(
        "#",
        r"(?<![0-9A-Za-z./_-])(?P<y>(?:19|20)[0-9]{2})(?P<sep>[-/.])(?P<m>[01]?[0-9])(?:(?P=sep)(?P<d>[0-3]?[0-9]))?(?![0-9])"
        r"(?:(?:T| )(?P<hour>[0-2][0-9]):(?P<minute>[0-5][0-9])(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?P<zone>Z"
        r"|[+-][0-9]{2}:[0-9]{2})?)?(?![0-9]|[-/][0-9])",
        _iso,
    ),
    rule(
        "#",
        r"(?<![0-9A-Za-z./_-])(?P<first>[0-3]?[0-9])/(?P<second>[0-3]?[0-9])(?:/(?P<y>(?:20|19)?[0-9]{2}))?(?![0-9A-Za-z/_]"
        r"|\.[0-9])",
        _slashed,
    ),
)
