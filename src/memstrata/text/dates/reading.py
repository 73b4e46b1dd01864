"""Reads the time expressions of a message: `expressions` all of them, `resolve` the one that dates the sentence."""

from __future__ import annotations

from datetime import datetime

from memstrata.text.dates import expression, joining, scan, spans, traps
from memstrata.text.dates.expression import Precision, TimeExpression
from memstrata.text.dates.rule import Context
from memstrata.text.dates.scan import Found
from memstrata.text.dates.spans import Span
from memstrata.text.dates.tense import Tense


def expressions(text: str, at: datetime) -> list[TimeExpression]:
    """All time expressions of a text said at `at`, in order, not overlapping; empty without any.

    The local day is that of `at`'s own offset. Raises ValueError for a naive `at`.
    """
    return [told(piece) for piece in pieces(text, at)]


def resolve(text: str, at: datetime) -> TimeExpression | None:
    """The expression that dates the text: the first sure date, else "just" or "now", else the first date, else the first habit.

    None without any. Raises ValueError for a naive `at`.
    """
    found = pieces(text, at)
    return told(min(found, key=lambda piece: _rank(piece.span, at))) if found else None


def dated(text: str, at: datetime) -> TimeExpression | None:
    """How a fact is dated: to the day (month, year …); to the minute only where the text speaks of the moment it was said.

    A clock time stays in the fact's own words. None without any expression. Raises ValueError for a naive `at`.
    """
    found = resolve(text, at)
    if found is None or found.event_from == at.isoformat(timespec="minutes"):
        return found
    return expression.to_day(found)


def _rank(span: Span, at: datetime) -> int:
    if span.shape == "recurring":
        return 3
    if span.uncertain:
        return 2
    return 1 if span.since == at and span.until is None else 0  # "I just made it yesterday" was yesterday


def pieces(text: str, at: datetime, default: Tense = "") -> list[Found]:
    """The expressions as calendar spans; `default` is the tense of words without a cue."""
    if at.tzinfo is None or at.utcoffset() is None:
        raise ValueError(f"the message time must be aware, got {at.isoformat()}; give it an offset")
    if at.year not in spans.YEARS:
        return []
    context = Context(traps.blanked(scan.folded(text)), at, default)
    return joining.joined(scan.found(context), context)


def told(piece: Found) -> TimeExpression:
    """The piece as ISO texts."""
    span = piece.span
    first, last = _texts(span)
    precision: Precision = "minute" if span.shape == "clock" else span.shape
    if span.deadline:
        first, last = None, last or first
        precision = span.unit if precision == "range" else precision
    return TimeExpression(piece.start, piece.end, precision=precision, event_from=first, event_to=last, uncertain=span.uncertain)


def _texts(span: Span) -> tuple[str | None, str | None]:
    if span.shape == "recurring":
        return None, None
    if span.since is not None:
        until = span.until.isoformat(timespec="minutes") if span.until is not None else None
        return span.since.isoformat(timespec="minutes"), until
    length = {"year": 4, "month": 7}.get(span.unit, 10)
    first, last = span.first.isoformat()[:length], span.last.isoformat()[:length]
    return first, None if first == last else last
