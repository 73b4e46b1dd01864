"""Finds the expressions of a text, one rule at a time, from left to right."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memstrata.text.dates import (
    chinese,
    chinese_calendar,
    english,
    english_calendar,
    english_days,
    english_moments,
    english_seasons,
    rule,
)
from memstrata.text.dates.rule import Context, Rule
from memstrata.text.dates.spans import Span

_PLAIN = str.maketrans(
    "週號後個禮點鐘鍾這時兩來過內從聖誕節國慶勞動農曆歷陰臘陽間剛纔現當萬親幾裡裏淩遲於將會雙數歲開學餘還經計劃準備約訂記陸畫無發單長達\u2019",
    "周号后个礼点钟钟这时两来过内从圣诞节国庆劳动农历历阴腊阳间刚才现当万亲几里里凌迟于将会双数岁开学余还经计划准备约订记陆画无发单长达'",
)
_FULL_WIDTH = {0xFF01 + offset: 0x21 + offset for offset in range(94)}
_FOLD: dict[int, int] = {**_FULL_WIDTH, **_PLAIN, 0x00A0: 0x20, 0x3000: 0x20}
_RULES: tuple[Rule, ...] = (
    *english.RULES,
    *english_days.RULES,
    *english_moments.RULES,
    *english_calendar.RULES,
    *english_seasons.RULES,
    *chinese.RULES,
    *chinese_calendar.RULES,
)
_BY_START: dict[str, tuple[Rule, ...]] = {
    start: tuple(candidate for candidate in _RULES if start in candidate.starts) for candidate in _RULES for start in candidate.starts
}
_HAN_STARTS = "".join(sorted(start for start in _BY_START if len(start) == 1 and not start.isascii()))
_START = re.compile(rf"[A-Za-z]+|[0-9]+|[{_HAN_STARTS}]")
_LONGEST_WORD = 12  # characters of the longest English start


@dataclass(frozen=True, slots=True)
class Found:
    """A span and the half-open offsets of its words."""

    start: int
    end: int
    span: Span


def folded(text: str) -> str:
    """The text, equally long, with full-width and traditional forms that matter for dates made plain."""
    return text.translate(_FOLD)


def found(context: Context) -> list[Found]:
    """The single expressions of a folded text with its traps blanked: in order, not overlapping, the longest at each place."""
    result: list[Found] = []
    position = 0
    while (start := _START.search(context.text, position)) is not None:
        rules = _rules_at(start[0])
        best = _longest(rules, start.start(), context) if rules else None
        if best is None:
            position = start.end()
        else:
            result.append(best)
            position = best.end
    return result


def _rules_at(word: str) -> tuple[Rule, ...]:
    if word[0].isdigit():
        return _BY_START[rule.NUMBER]
    return _BY_START.get(word.lower(), ()) if len(word) <= _LONGEST_WORD else ()


def _longest(rules: tuple[Rule, ...], position: int, context: Context) -> Found | None:
    matches = [
        (match, candidate)
        for candidate in rules
        if (match := rule.compiled(candidate.source, candidate.flags).match(context.text, position)) is not None
    ]
    for match, candidate in sorted(matches, key=lambda pair: -pair[0].end()):
        if match.end() == position:
            continue
        try:
            span = candidate.read(match, context)
        except (ValueError, OverflowError):
            continue  # a day that cannot be, such as 31 June, or one beyond the calendar
        if span is not None:
            return Found(position, match.end(), span)
    return None
