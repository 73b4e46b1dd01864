"""Joins neighbouring expressions: a day with its clock, two ends of a range, a habit with its hour, a deadline's "by"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memstrata.text.dates import clock, english, numerals, spans
from memstrata.text.dates.rule import Context
from memstrata.text.dates.scan import Found
from memstrata.text.dates.spans import Span

_Join = Callable[[Found, Found, str, Context], Found | None]

LONGEST_GAP = 12  # characters between two expressions that may belong together

_CLOCK_GAP = re.compile(r"(?:\s*[,,的]?\s*(?:at|from|around|about|@|by|between|on|in the)?\s*|\s*[((]?\s*)", re.IGNORECASE)
_DAY_GAP = re.compile(r"\s*,?\s*(?:on|of|the)?\s*", re.IGNORECASE)
_SAME_GAP = re.compile(r"\s*[,、(的]?\s*(?:the\s|on\s|is\s|,\s)?", re.IGNORECASE)
_RANGE_GAP = re.compile(r"\s*(?:to|through|thru|until|till|[-–—~]|到|至|直到)\s*", re.IGNORECASE)
_AND_GAP = re.compile(r"\s*(?:and|和|与|跟)\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:\bbetween\s|在|从|介于)(?:the\s)?$", re.IGNORECASE)
_HABIT_GAP = re.compile(r"\s*,?\s*的?(?:at|on|in|from|the|after|around|before|of)?\s*(?:the\s)?", re.IGNORECASE)
_DUE_BEFORE = re.compile(
    r"(?:\b(?:by|before|until|till|due(?: on| by| at| in)?|no later than|not later than|deadline(?: is| of|:)?|expires?(?: on)?"
    r"|up to)\s(?:the\s)?"
    r"|(?:截止到?|截至|最迟|最晚|不晚于|不迟于|赶在|期限是?|限期|至迟|到期日[是为]?|截止日期?[是为::]?))\s?$",
    re.IGNORECASE,
)
_DUE_AFTER = re.compile(r"\s?(?:之前|以前|前(?![后面往台线进方端天年一两几三])|截止|到期|为止)")
_DAY_TAIL = re.compile(
    r"\s?(?:-|–|—|to|through|~|到|至)\s?(?P<day>[0-3]?[0-9])(?:st|nd|rd|th|[日号])?(?![0-9:月点年/%.]"
    r"|\s?[ap]\.?m\b|[a-zA-Z])"
)
_CHINESE_DAY_TAIL = re.compile(r"(?:到|至|-|~)(?P<day>[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号]")


def joined(pieces: Sequence[Found], context: Context) -> list[Found]:
    """The expressions after joining, in order; clock times that stand alone belong to the day of the message."""
    result = _with_day_tails(pieces, context)
    result = _pairwise(result, context, _clock_range)
    result = _pairwise(result, context, _same_day)
    result = _apart([_shifted(piece, context) for piece in result])
    result = _pairwise(result, context, _day_and_clock)
    result = [replace(piece, span=_on_today(piece.span, context)) for piece in result]
    result = _pairwise(result, context, _range)
    result = _pairwise(result, context, _habit)
    return [_with_deadline(piece, context) for piece in result]


def _apart(pieces: Sequence[Found]) -> list[Found]:
    """The pieces without those that a piece before them has taken in."""
    result: list[Found] = []
    for piece in pieces:
        if not result or piece.start >= result[-1].end:
            result.append(piece)
    return result


def _pairwise(pieces: Sequence[Found], context: Context, join: _Join) -> list[Found]:
    result: list[Found] = []
    for piece in pieces:
        whole = piece
        while result and whole.start - result[-1].end <= LONGEST_GAP:
            merged = join(result[-1], whole, context.text[result[-1].end : whole.start], context)
            if merged is None:
                break
            result.pop()
            whole = merged
        result.append(whole)
    return result


def _with_day_tails(pieces: Sequence[Found], context: Context) -> list[Found]:
    """May 7-10, 3月5号到8号: the second day takes the first one's month."""
    result: list[Found] = []
    for piece in pieces:
        if result and piece.start < result[-1].end:
            continue
        tail = _DAY_TAIL.match(context.text, piece.end) or _CHINESE_DAY_TAIL.match(context.text, piece.end)
        if tail is None or piece.span.shape != "day" or not context.text[piece.start : piece.end].rstrip("日号thsndr")[-1:].isalnum():
            result.append(piece)
            continue
        result.append(_tailed(piece, tail))
    return result


def _tailed(piece: Found, tail: re.Match[str]) -> Found:
    from_day = piece.span.first
    number = numerals.chinese(tail["day"])
    if not from_day.day < number <= spans.month_end(from_day.year, from_day.month).day or piece.span.loose == "week":
        return piece
    span = replace(piece.span, shape="range", last=from_day.replace(day=number))
    return Found(piece.start, tail.end(), span)


def _clock_range(left: Found, right: Found, gap: str, context: Context) -> Found | None:
    """9am to 5pm; from 9 to 5; 上午九点到十一点."""
    if left.span.shape != "clock" or right.span.shape != "clock" or left.span.clock_to is not None:
        return None
    between = _AND_GAP.fullmatch(gap) and _BETWEEN.search(context.text[max(0, left.start - 10) : left.start])
    if not (_RANGE_GAP.fullmatch(gap) or between) or left.span.clock is None or right.span.clock is None:
        return None
    begin, end = left.span.clock, right.span.clock
    if end.part and not begin.part and not begin.sure:
        begin = clock.in_part(begin, end.part)
        if begin.minute_of_day >= end.minute_of_day:
            begin = replace(begin, minute_of_day=begin.minute_of_day - 720)
    elif not end.sure:
        end = clock.in_part(end, begin.part) if begin.part else end
        if end.minute_of_day <= begin.minute_of_day and end.minute_of_day + 720 > begin.minute_of_day:
            end = replace(end, minute_of_day=end.minute_of_day + 720)
    if begin.minute_of_day < 0 or end.minute_of_day <= begin.minute_of_day:
        return None
    return Found(left.start, right.end, replace(left.span, clock=begin, clock_to=end))


def _same_day(left: Found, right: Found, gap: str, context: Context) -> Found | None:
    """Friday, May 7; 5月7日(周三); tomorrow, Friday: the weekday adds nothing to the other one."""
    if left.span.shape != "day" or right.span.shape != "day" or not _SAME_GAP.fullmatch(gap):
        return None
    if (left.span.loose == "week") == (right.span.loose == "week"):
        return None
    if left.span.blur_days and right.span.loose == "week":  # three weeks ago on Friday
        monday = left.span.first - timedelta(days=left.span.first.weekday())
        return Found(left.start, right.end, replace(spans.day(monday + timedelta(days=right.span.first.weekday())), part=right.span.part))
    kept = right.span if left.span.loose == "week" else left.span
    other = left.span if kept is right.span else right.span
    if kept.first.weekday() != other.first.weekday() and kept.loose != "year":
        return None
    end = right.end + 1 if gap.strip() in ("(", "(") and context.text[right.end : right.end + 1] in ("(", ")", ")") else right.end
    return Found(left.start, end, replace(kept, part=left.span.part or right.span.part, uncertain=kept.uncertain and kept.loose != "week"))


def _day_and_clock(left: Found, right: Found, gap: str, context: Context) -> Found | None:
    """明天上午九点, tomorrow at 9, 9:30am on Friday."""
    if left.span.shape == "day" and right.span.shape == "clock" and _CLOCK_GAP.fullmatch(gap):
        return Found(left.start, right.end, _clocked(left.span, right.span, context))
    if left.span.shape == "clock" and right.span.shape == "day" and _DAY_GAP.fullmatch(gap):
        return Found(left.start, right.end, _clocked(right.span, left.span, context))
    return None


_SHIFT_BEFORE = re.compile(
    rf"\b(?:{english.AMOUNT}|the) (?P<unit>day|week|month)s? (?P<dir>before|after|from|prior to) (?:the )?$", re.IGNORECASE | re.ASCII
)
_SHIFT_AFTER = re.compile(r"的?(?P<dir>[前后])(?P<n>[一二两三四五六七八九十]|[0-9]{1,2})(?P<unit>天|周|个星期|个月)(?!内)")
_SHIFT_UNITS = {"day": "day", "week": "week", "month": "month", "天": "day", "周": "week", "个星期": "week", "个月": "month"}


def _shifted(piece: Found, context: Context) -> Found:
    """Two days before Christmas, a week from Friday, 国庆前一天."""
    if piece.span.shape != "day":
        return piece
    start = max(0, piece.start - 40)
    if after := _SHIFT_AFTER.match(context.text, piece.end):
        shift, begin, end, count = after, piece.start, after.end(), numerals.chinese(after["n"])
    elif before := _SHIFT_BEFORE.search(context.text[start : piece.start]):
        words = (before["n"] or "a").lower().removeprefix("a ").removesuffix(" of")
        if words not in numerals.ENGLISH and not words.isdigit():
            return piece
        shift, begin, end, count = before, start + before.start(), piece.end, numerals.english(words)
    else:
        return piece
    back = shift["dir"] in ("前", "before", "prior to")
    try:
        moved = english.moved(
            _SHIFT_UNITS[shift["unit"].lower()],
            -count if back else count,
            1,
            replace(context, at=datetime.combine(piece.span.first, context.at.timetz())),
        )
    except (ValueError, OverflowError):
        return piece
    if moved is None or moved.shape != "day":
        return piece
    return Found(begin, end, replace(moved, uncertain=piece.span.uncertain, part=piece.span.part, blur_days=0))


def _clocked(day: Span, told: Span, context: Context) -> Span:
    if told.clock is None:
        return day
    value = day.first
    begin = clock.in_part(told.clock, day.part)
    since = spans.at_clock(value, begin, context.at)
    if told.clock_to is None:
        return Span("minute", value, value, unit="minute", uncertain=day.uncertain, loose=day.loose, since=since)
    until = spans.at_clock(value, clock.in_part(told.clock_to, day.part), context.at)
    return Span("range", value, value, unit="minute", uncertain=day.uncertain, loose=day.loose, since=since, until=until)


def _on_today(span: Span, context: Context) -> Span:
    if span.shape != "clock" or span.clock is None:
        return span
    today = spans.day(context.today)
    return _clocked(replace(today, uncertain=not span.clock.sure), span, context)


def _range(left: Found, right: Found, gap: str, context: Context) -> Found | None:
    """From A to B, between A and B, 从A到B; what one end leaves open follows the other."""
    between = _AND_GAP.fullmatch(gap) and _BETWEEN.search(context.text[max(0, left.start - 10) : left.start])
    if not (_RANGE_GAP.fullmatch(gap) or between):
        return None
    shapes = {left.span.shape, right.span.shape}
    if "recurring" in shapes or shapes == {"minute", "day"}:
        return None
    begin, end = _agreed(left.span, right.span)
    if begin.since is not None and end.since is not None:
        if begin.since >= end.since:
            return None
        return Found(left.start, right.end, replace(begin, shape="range", since=begin.since, until=end.until or end.since))
    if begin.since is not None or end.since is not None or begin.first > end.last:
        return None
    unit = begin.unit if begin.unit == end.unit else "day"
    uncertain = begin.uncertain or end.uncertain
    return Found(left.start, right.end, Span("range", begin.first, end.last, unit=unit, uncertain=uncertain))


def _agreed(begin: Span, end: Span) -> tuple[Span, Span]:
    if begin.loose == "year" and not end.loose and end.unit != "minute":
        begin = spans.in_year(begin, end.first.year)
        return (spans.in_year(begin, end.first.year - 1) if begin.first > end.last else begin), end
    if end.loose == "year" and begin.unit != "minute":
        end = spans.in_year(end, begin.first.year)
        return begin, (spans.in_year(end, end.first.year + 1) if end.last < begin.first else end)
    if end.loose == "week" and begin.first > end.first:
        ahead = spans.upcoming(begin.first, end.first.weekday())
        return begin, replace(end, first=ahead, last=ahead)
    return begin, end


def _habit(left: Found, right: Found, gap: str, context: Context) -> Found | None:
    """A habit takes in the hour or day beside it: every Sunday at nine, 每年5月7号."""
    if not _HABIT_GAP.fullmatch(gap):
        return None
    if left.span.shape == "recurring" and (right.span.shape == "recurring" or right.span.unit == "minute" or right.span.loose == "year"):
        return Found(left.start, right.end, left.span)
    if right.span.shape == "recurring" and left.span.unit == "minute" and context.text[left.start : left.end].lower() != "now":
        return Found(left.start, right.end, right.span)
    return None


def _with_deadline(piece: Found, context: Context) -> Found:
    if piece.span.shape == "recurring" or piece.span.until is not None or piece.span.deadline:
        return piece
    if _DUE_BEFORE.search(context.text[max(0, piece.start - 24) : piece.start]) or _DUE_AFTER.match(context.text, piece.end):
        return replace(piece, span=replace(piece.span, deadline=True))
    return piece
