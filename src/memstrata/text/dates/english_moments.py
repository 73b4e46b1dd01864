"""English habits and moments: every Sunday, twice a week, I just took it, now, at half past nine."""

from __future__ import annotations

import re

from memstrata.text.dates import clock, english, english_days, spans
from memstrata.text.dates.rule import Context, Rule, rule
from memstrata.text.dates.spans import Span

_ADVERBS = ("daily", "weekly", "monthly", "yearly", "annually", "nightly", "hourly", "biweekly", "fortnightly", "quarterly")
_UNITS = r"(?:hour|day|night|week|fortnight|month|quarter|year|decade|morning|afternoon|evening|weekend|weekday|other day)s?"
_MONTH_NAMES = "january|february|march|april|may|june|july|august|september|october|november|december"
_PAST_VERB = (
    r"(?:[a-z]{2,20}ed|took|had|got|went|came|saw|met|ate|drank|bought|sold|made|did|found|left|began|heard|read|sent|wrote|lost|won|"
    r"woke|ran|broke|paid|told|said|gave|put|set|hit|cut|quit|flew|drove|swam|slept|spoke|taught|caught|fell|felt|built|became|gotten|"
    r"eaten|taken|seen|gone|been|done|given|written|fed|hid|led|sat|dug|understood|spent)"
)
_NOT_DONE = {
    "wanted",
    "needed",
    "wondered",
    "hoped",
    "thought",
    "supposed",
    "liked",
    "loved",
    "used",
    "based",
    "looked",
    "seemed",
    "kidded",
}
_CLOCK_BEFORE = re.compile(r"(?:[ap]\.?m\.?|noon)\s?(?:to|and|until|till|[-–—~])\s?$|\b(?:until|till)\s$", re.IGNORECASE)
_CLOCK_AFTER = re.compile(r"\s?(?:to|and|until|till|[-–—~])\s?[0-9]{1,2}(?::[0-5][0-9])?\s?[ap]\.?m\b", re.IGNORECASE)
_BY = re.compile(r"\b(?:by|before|after|around|from)\s$", re.IGNORECASE)
_DAY_AFTER = re.compile(r"\s(?:tomorrow|today|tonight|yesterday|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", re.IGNORECASE)


def _habit(match: re.Match[str], context: Context) -> Span | None:
    word = match[0].lower()
    if word in _ADVERBS and context.after(match, 1) not in ("", " ", ".", ",", "!", "?", ";", ")", "\n"):
        return None
    if match[0] == "Daily" and re.match(r" [A-Z]", context.after(match)):
        return None
    return Span("recurring")


def _just(match: re.Match[str], context: Context) -> Span | None:
    verb = match["verb"]
    if verb and (
        re.search(r"\b(?:always|often|usually|never)\s$", context.before(match))
        or verb.lower() in _NOT_DONE
        or context.tense(match) == "future"
    ):
        return None
    return spans.minute(context.at)


def _now(match: re.Match[str], context: Context) -> Span | None:
    if re.search(
        r"\b(?:for|from|by|until|till|to|every|as of|even|than|since|and|what|how about|years?|months?|weeks?|days?|hours?"
        r"|while|long)\s$|[A-Za-z]-$",
        context.before(match),
        re.IGNORECASE,
    ):
        return None
    if re.match(r",|\s(?:that|and then|and again)\b|-|\.js", context.after(match)):
        return None
    return spans.minute(context.at)


def _clock(match: re.Match[str], context: Context) -> Span | None:
    led = bool(_CLOCK_BEFORE.search(context.before(match)) or _CLOCK_AFTER.match(context.after(match)))
    read = clock.english(
        match, led=led or (_BY.search(context.before(match)) is not None and _DAY_AFTER.match(context.after(match)) is not None)
    )
    return Span("clock", clock=read, part=read.part) if read else None


RULES: tuple[Rule, ...] = (
    rule(
        "every each once twice three four five several weekends weekdays on daily weekly monthly yearly annually nightly hourly biweekly "
        "fortnightly quarterly",
        rf"(?:(?:every|each)(?: single| other| second| few| [0-9]{{1,3}}| {english.NUMBER_WORD})? (?:{_UNITS}"
        rf"|{english_days.WEEKDAY}s?|{_MONTH_NAMES}|spring|summer|autumn|winter|christmas|"
        rf"thanksgiving|new year)(?: (?:morning|afternoon|evening|night)s?)?(?:,? on the [0-3]?[0-9](?:st|nd|rd|th))?|(?:once|twice"
        rf"|(?:three|four|five|six|several|[0-9]{{1,2}}) times) (?:a|an|every|per) {_UNITS}"
        rf"|on (?:weekends|weekdays|(?:{english_days.WEEKDAY}s)(?:(?:,| and|, and| or) (?:{english_days.WEEKDAY}s)){{0,6}}"
        rf"|{english_days.WEEKDAY} (?:mornings|afternoons|evenings|nights))"
        rf"|{'|'.join(_ADVERBS)})\b",
        _habit,
    ),
    rule(
        "just i we he she they you",
        rf"(?:(?:I|we|he|she|they|you)(?:'ve|'s| have| has)? )?just (?:now\b"
        rf"|(?P<verb>{_PAST_VERB})\b(?! to\b))",
        _just,
    ),
    rule("right now", r"(?:right )?now\b", _now),
    rule("a just", r"(?:just )?a (?:moment|sec|second|minute) ago\b(?P<verb>)?", _just),
    rule(english.NUMBER_STARTS + " at noon midday midnight half quarter", clock.ENGLISH.pattern, _clock),
)
