"""Whether the words around a date speak of the past or of the future, and which year or week is meant then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Literal

from memstrata.text.dates import spans

Tense = Literal["past", "future", "both", ""]

WINDOW = 60  # characters looked at on each side: a clause or two
AHEAD_SURE_DAYS = 183  # without a cue, a date in the next half year is meant,
BEHIND_SURE_DAYS = 60  # or one of the last two months; anything else is a guess
NEAR_DAYS, FAR_DAYS, JUST_PAST_DAYS = 45, 300, 7  # a date next month is not taken for the one eleven months ago on a tense alone
PAST_WEIGHT = 2  # a day behind counts as far as two days ahead: undated plans are told more often than undated history

_PAST = re.compile(
    r"\b(?:was|were|did|didn't|had|went|got|saw|met|bought|took|made|came|left|felt|ate|ran|told|said|gave|found|began|"
    r"started|won|lost|sold|sent|wrote|read|flew|drove|spent|broke|heard|became|built|caught|chose|fell|forgot|held|kept|"
    r"knew|paid|rode|sang|slept|spoke|swam|taught|thought|woke|wore|fed|hid|led|sat|hit|lay|dug|ago|has been|have been"
    r"|[a-z]{2,20}(?<!e)ed)\b|[了过]|已经|曾经|以来",
    re.IGNORECASE | re.ASCII,
)
_FUTURE = re.compile(
    r"\b(?:will|won't|shall|going to|gonna|must|should|need(?:s)? to|ha(?:ve|s) to|plan(?:s|ning)?|wants? to|let's|let us|"
    r"remember to|don't forget|upcoming|can we|could we|hop(?:e|ing) to|would like|deadline|due)\b|"
    r"'ll\b|(?<![重主])要(?![求点素])|将(?!军)|会(?!议|场|员|计|上|后|了)|打算|计划|准备|别忘|该[去交]|即将|快到",
    re.IGNORECASE | re.ASCII,
)
_ARRANGED = re.compile(  # what is arranged lies ahead, though its verb stands in the past
    r"\b(?:remind(?:er)?|(?:re)?schedul(?:e|ed|ing)|appointment|reservation)\b"
    r"|\b(?:moved|pushed|postponed|brought forward) (?:back )?to *$|"
    r"改到|改期|[推延]迟?到|提前到|提醒|预[约定订]|记得",
    re.IGNORECASE | re.ASCII,
)
_SENTENCE_END = re.compile(r"[.!?。!?;;\n]")


def around(text: str, start: int, end: int) -> Tense:
    """The tense of the clause that holds text[start:end]; "" without a cue, "both" where cues disagree."""
    before = _SENTENCE_END.split(text[max(0, start - WINDOW) : start])[-1]
    after = _SENTENCE_END.split(text[end : end + WINDOW], maxsplit=1)[0]
    if _ARRANGED.search(before):
        return "future"
    past = bool(_PAST.search(before) or _PAST.search(after))
    future = bool(_FUTURE.search(before) or _FUTURE.search(after))
    if past and future:
        return "both"
    return "past" if past else "future" if future else ""


def choose(options: Sequence[spans.Span], today: date, tense: Tense) -> spans.Span:
    """The one of the dates that was meant; uncertain where neither tense nor nearness tells. At least one option."""
    behind = [option for option in options if option.first <= today]
    ahead = [option for option in options if option.last >= today]
    nearest = min(options, key=lambda option: _distance(option, today))
    told = max(behind, key=lambda option: option.first) if tense == "past" and behind else None
    if tense == "future" and ahead:
        told = min(ahead, key=lambda option: option.last)
    if told is not None:
        far = abs(_days_ahead(told, today)) > FAR_DAYS and -JUST_PAST_DAYS <= _days_ahead(nearest, today) <= NEAR_DAYS
        return replace(nearest, uncertain=True) if far else told
    sure = -BEHIND_SURE_DAYS <= _days_ahead(nearest, today) <= AHEAD_SURE_DAYS
    return nearest if sure else replace(nearest, uncertain=True)


def _days_ahead(option: spans.Span, today: date) -> int:
    if option.first <= today <= option.last:
        return 0
    return (option.first - today).days if option.first > today else (option.last - today).days


def _distance(option: spans.Span, today: date) -> int:
    ahead = _days_ahead(option, today)
    return ahead if ahead >= 0 else -ahead * PAST_WEIGHT
