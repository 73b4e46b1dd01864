"""English expressions that are relative to the message: days, weeks, spans of time, habits, now."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from memstrata.text.dates import clock, numerals, spans
from memstrata.text.dates.rule import Context, Rule, rule
from memstrata.text.dates.spans import Span

WEEKDAYS = {name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())}
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
SHORT_WEEKDAY = r"(?-i:Mon|Tues?|Wed|Thurs?|Thur|Fri|Sat|Sun)\b"
PART = r"(?:(?:early |late )?(?:morning|afternoon|evening|night))"
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
VAGUE = {"few": (2, 7), "several": (3, 7)}   # the reach of "a few days" in units; for longer units the upper bound is 5
_APPROXIMATE = re.compile(r"\b(?:about|around|roughly|almost|nearly|some|maybe|like|approximately)\s$", re.IGNORECASE)
_DAYS = {"yesterday": -1, "today": 0, "tonight": 0, "tonite": 0, "tomorrow": 1, "tmr": 1, "tmrw": 1, "2morrow": 1}
_NOT_DONE = {"wanted", "needed", "wondered", "hoped", "thought", "supposed", "liked", "loved", "used", "based", "looked", "seemed", "kidded"}


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


def _ago(match: re.Match[str], context: Context) -> Span | None:
    direction = -1 if match["dir"].lower() in ("ago", "back", "prior") else 1
    if match["dir"].lower() == "back" and context.tense(match) == "future":
        return None
    return _blurred(_moved(match["n"], match["unit"].lower(), direction, bool(match["half"]), context), match, context)


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
    ends = sorted((moved(unit, low, direction, context), moved(unit, high, direction, context)), key=lambda end: end.first if end else context.today)
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
    return relative_unit(unit, _STEPS[relation], context)


_STEPS = {
    "last": -1, "past": -1, "previous": -1, "this past": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "this coming": 1,
    "following": 1, "upcoming": 1,
}   # fmt: skip


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


def _english_weekend(match: re.Match[str], context: Context) -> Span | None:
    relation = match["rel"].lower()
    span = relative_unit("weekend", _STEPS[relation], context)
    if relation == "this" and context.today.weekday() < 5 and context.tense(match) == "past":
        last = relative_unit("weekend", -1, context)
        return replace(last, uncertain=True) if last else None
    if span is None or relation in ("last", "past", "this past", "previous", "this"):
        return span
    upcoming = relative_unit("weekend", 0, context)
    return replace(span, uncertain=True) if relation == "next" and context.today.weekday() < 5 else upcoming if relation != "next" else span


def _unit_beyond(match: re.Match[str], context: Context) -> Span | None:
    step = -2 if match["dir"].lower() == "before last" else 2
    if match["unit"].lower() == "night":
        return replace(spans.day(context.today + timedelta(days=step)), part="night")
    return relative_unit(match["unit"].lower(), step, context)


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
    step = _STEPS[(match["rel"] or match["rel2"]).lower()]
    value = monday + timedelta(days=7 * step + weekday(match["day"] or match["day2"]))
    return replace(spans.day(value), part=part_of_day(match["part"]))


_DUE = re.compile(r"\b(?:by|before|until|till|due(?: on)?|no later than|not later than|for)\s(?:the\s)?$", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:since|ever since)\s$", re.IGNORECASE)
_PREPOSED = re.compile(r"\b(?:on|by|before|until|till|since|due|this|from|after|to|and|or|for|of)\s$", re.IGNORECASE)


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


def _habit(match: re.Match[str], context: Context) -> Span | None:
    word = match[0].lower()
    if word in _ADVERBS and context.after(match, 1) not in ("", " ", ".", ",", "!", "?", ";", ")", "\n"):
        return None
    if match[0] == "Daily" and re.match(r" [A-Z]", context.after(match)):
        return None
    return Span("recurring")


_ADVERBS = ("daily", "weekly", "monthly", "yearly", "annually", "nightly", "hourly", "biweekly", "fortnightly", "quarterly")


def _just(match: re.Match[str], context: Context) -> Span | None:
    verb = match["verb"]
    if verb and (re.search(r"\b(?:always|often|usually|never)\s$", context.before(match)) or verb.lower() in _NOT_DONE or context.tense(match) == "future"):
        return None
    return spans.minute(context.at)


def _now(match: re.Match[str], context: Context) -> Span | None:
    if re.search(r"\b(?:for|from|by|until|till|to|every|as of|even|than|since|and|what|how about|years?|months?|weeks?|days?|hours?|while|long)\s$|[A-Za-z]-$", context.before(match), re.IGNORECASE):
        return None
    if re.match(r",|\s(?:that|and then|and again)\b|-|\.js", context.after(match)):
        return None
    return spans.minute(context.at)


_CLOCK_BEFORE = re.compile(r"(?:[ap]\.?m\.?|noon)\s?(?:to|and|until|till|[-–—~])\s?$|\b(?:until|till)\s$", re.IGNORECASE)
_CLOCK_AFTER = re.compile(r"\s?(?:to|and|until|till|[-–—~])\s?[0-9]{1,2}(?::[0-5][0-9])?\s?[ap]\.?m\b", re.IGNORECASE)
_BY = re.compile(r"\b(?:by|before|after|around|from)\s$", re.IGNORECASE)
_DAY_AFTER = re.compile(r"\s(?:tomorrow|today|tonight|yesterday|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", re.IGNORECASE)


def _clock(match: re.Match[str], context: Context) -> Span | None:
    led = bool(_CLOCK_BEFORE.search(context.before(match)) or _CLOCK_AFTER.match(context.after(match)))
    read = clock.english(match, led=led or (_BY.search(context.before(match)) is not None and _DAY_AFTER.match(context.after(match)) is not None))
    return Span("clock", clock=read, part=read.part) if read else None


_UNITS = r"(?:hour|day|night|week|fortnight|month|quarter|year|decade|morning|afternoon|evening|weekend|weekday|other day)s?"
_MONTH_NAMES = "january|february|march|april|may|june|july|august|september|october|november|december"
_PAST_VERB = (
    r"(?:[a-z]{2,20}ed|took|had|got|went|came|saw|met|ate|drank|bought|sold|made|did|found|left|began|heard|read|sent|wrote|lost|won|"
    r"woke|ran|broke|paid|told|said|gave|put|set|hit|cut|quit|flew|drove|swam|slept|spoke|taught|caught|fell|felt|built|became|gotten|"
    r"eaten|taken|seen|gone|been|done|given|written|fed|hid|led|sat|dug|understood|spent)"
)
RULES: tuple[Rule, ...] = (
    rule("day", rf"day (?:(?P<back>before yesterday)|after tomorrow)\b(?:(?:'s)? (?P<part>{PART})\b)?", _day_beyond),
    rule(" ".join(_DAYS), rf"(?P<word>yesterday|today|tonight|tonite|tomorrow|tmrw?)\b(?:(?:'s)? (?P<part>{PART})\b)?", _day_word),
    rule("this last", r"(?P<rel>this|last) (?P<part>(?:early )?(?:morning|afternoon|evening|night))\b", _this_part),
    rule(NUMBER_STARTS, rf"{AMOUNT} (?:good |whole |full )?{UNIT}\b(?P<half> and a half)?(?: or (?:two|so))? (?P<dir>ago|back|prior|from (?:now|today)|hence)\b", _ago),
    rule(
        "in within",
        rf"(?P<prep>in|within)(?P<next> the next| another)?(?: about| around)? {AMOUNT} {UNIT}\b(?P<half> and a half)?(?:'s?)?(?: time| from now)?\b(?! (?:ago|period|span|course))",
        _in,
    ),
    rule(
        "past last next coming previous following",
        r"(?P<dir>past|last|next|coming|previous|following) " + AMOUNT.replace("a couple(?: of)?|", "").replace("half an?|an?|", "")
        + " " + UNIT.replace("s?", "s") + r"\b",
        _stretch,
    ),
    rule(
        "last past previous this current next coming following upcoming",
        r"(?P<rel>this past|this coming|last|past|previous|this|current|next|coming|following|upcoming) (?P<unit>week|fortnight|month|quarter|year)\b(?! of\b)",
        _relative_unit,
    ),
    rule(
        "last past previous this next coming following upcoming",
        r"(?P<rel>this past|this coming|last|past|previous|this|next|coming|following|upcoming) weekend\b",
        _english_weekend,
    ),
    rule("week weekend month year night", r"(?P<unit>week|weekend|month|year|night) (?P<dir>before last|after next)\b", _unit_beyond),
    rule(
        "last past previous this next coming following upcoming",
        rf"(?P<rel>this past|this coming|last|past|previous|this|next|coming|following|upcoming) (?P<day>{WEEKDAY}\b|{SHORT_WEEKDAY})(?:(?:'s)? (?P<part>{PART})\b)?",
        _relative_weekday,
    ),
    rule(
        "monday tuesday wednesday thursday friday saturday sunday last this next",
        rf"(?:(?P<day>{WEEKDAY})(?: (?P<part>{PART}))?,?(?: of)? (?P<rel>last|this|next) week|(?P<rel2>last|this|next) week(?:'s)?,?(?: on)? (?P<day2>{WEEKDAY}))\b",
        _weekday_of_week,
    ),
    rule(
        "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays "
        "mon tue tues wed thu thur thurs fri sat sun",
        rf"(?P<day>{WEEKDAY}(?P<plural>s)?\b|(?P<short>{SHORT_WEEKDAY}))(?:(?:'s)? (?P<part>{PART})(?P<nights>s)?\b)?",
        _weekday,
    ),
    rule(
        "every each once twice three four five several weekends weekdays on daily weekly monthly yearly annually nightly hourly biweekly "
        "fortnightly quarterly",
        rf"(?:(?:every|each)(?: single| other| second| few| [0-9]{{1,3}}| {NUMBER_WORD})? (?:{_UNITS}|{WEEKDAY}s?|{_MONTH_NAMES}|spring|summer|autumn|winter|christmas|"
        rf"thanksgiving|new year)(?: (?:morning|afternoon|evening|night)s?)?(?:,? on the [0-3]?[0-9](?:st|nd|rd|th))?|(?:once|twice|(?:three|four|five|six|several|[0-9]{{1,2}}) times) (?:a|an|every|per) {_UNITS}"
        rf"|on (?:weekends|weekdays|(?:{WEEKDAY}s)(?:(?:,| and|, and| or) (?:{WEEKDAY}s)){{0,6}}|{WEEKDAY} (?:mornings|afternoons|evenings|nights))"
        rf"|{'|'.join(_ADVERBS)})\b",
        _habit,
    ),
    rule("just i we he she they you", rf"(?:(?:I|we|he|she|they|you)(?:'ve|'s| have| has)? )?just (?:now\b|(?P<verb>{_PAST_VERB})\b(?! to\b))", _just),
    rule("right now", r"(?:right )?now\b", _now),
    rule("a just", r"(?:just )?a (?:moment|sec|second|minute) ago\b(?P<verb>)?", _just),
    rule(NUMBER_STARTS + " at noon midday midnight half quarter", clock.ENGLISH.pattern, _clock),
)
