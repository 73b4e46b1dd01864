"""The stretch of time that a question asks about, for filters."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, tzinfo

from memstrata.text.dates import reading, scan
from memstrata.text.dates.scan import Found
from memstrata.text.dates.spans import Span

_MEASURED = re.compile(
    r"\bhow (?:long|many (?:minutes|hours|days|nights|weeks|weekends|months|years)|old)\b|多久|多长时间|[几多]少?(?:天|个星期|周|个月"
    r"|年)(?!前[^?。]{0,8}(?:去|做|说|提))|几岁",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"\b(?:before|prior to|earlier than)\s(?:the\s)?$", re.IGNORECASE)
_UNTIL = re.compile(r"(?:\b(?:by|until|till|up to|through)\s(?:the\s)?|截至|截止到?|直到)$", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:after|later than)\s(?:the\s)?$", re.IGNORECASE)
_SINCE = re.compile(r"(?:\b(?:since|starting|beginning|from)\s(?:the\s)?|自从?|从)$", re.IGNORECASE)
_ZH_BEFORE = re.compile(r"(?:之前|以前|前(?![后面往台线天年一两几三]))")
_ZH_AFTER = re.compile(r"(?:之后|以后|过后|后(?![来面天年]))")
_ZH_SINCE = re.compile(r"(?:以来|至今|到现在|起|开始)")


CLOCK_REACH = timedelta(minutes=30)  # a clock time in a question is remembered by the half hour
JUST_NOW = timedelta(hours=1)


def question_range(text: str, at: datetime) -> tuple[datetime | None, datetime | None]:
    """The half-open instants (since, until), in UTC, that a question asked at `at` is about; None = open on that side.

    Questions speak of the past unless their words say otherwise ("in May" is the last May). (None, None) without a date,
    for a habit, and where the date is measured from ("how many days before Friday?"). Raises ValueError for a naive `at`.
    """
    plain = scan.folded(text)
    found = [piece for piece in reading.pieces(text, at, "past") if piece.span.shape != "recurring"]
    if not found or _MEASURED.search(plain):
        return None, None
    sure = [piece for piece in found if not piece.span.uncertain]
    piece = (sure or found)[0]
    if piece.span.since == at and piece.span.until is None:
        return _around_now(plain[piece.start : piece.end], at)
    zone = at.tzinfo or UTC
    since, until = _instants(piece.span, zone)
    return _opened(piece, plain, since, until)


def _around_now(words: str, at: datetime) -> tuple[datetime | None, datetime | None]:
    """刚才 and "just now" ask for the last hour; 现在 and "now" ask for what holds, which no filter can tell."""
    if re.search(r"just|ago|刚|[方适]才", words, re.IGNORECASE):
        return (at - JUST_NOW).astimezone(UTC), (at + timedelta(minutes=1)).astimezone(UTC)
    return None, None


def _opened(piece: Found, plain: str, since: datetime, until: datetime) -> tuple[datetime | None, datetime | None]:
    before, end = plain[max(0, piece.start - 24) : piece.start], piece.end
    if _BEFORE.search(before) or _ZH_BEFORE.match(plain, end):
        return None, since
    if _AFTER.search(before) or _ZH_AFTER.match(plain, end):
        return until, None
    if piece.span.shape != "range" and (_SINCE.search(before) or _ZH_SINCE.match(plain, end)):
        return since, None
    if _UNTIL.search(before):
        return None, until
    return since, until


def _instants(span: Span, zone: tzinfo) -> tuple[datetime, datetime]:
    if span.since is not None:
        since, until = span.since, span.until
        if until is None:
            since, until = since - CLOCK_REACH, since + CLOCK_REACH
        return since.astimezone(UTC), until.astimezone(UTC)
    reach = timedelta(days=span.blur_days)
    first = datetime.combine(span.first - reach, time(), zone)
    last = datetime.combine(span.last + reach + timedelta(days=1), time(), zone)
    return first.astimezone(UTC), last.astimezone(UTC)
