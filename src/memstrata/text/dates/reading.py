"""Reads the time expressions of a message: `expressions` all of them, `resolve` the one that dates the sentence."""

from __future__ import annotations

from datetime import datetime

from memstrata.text.dates import joining, scan, traps
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
    """The expression that dates the text: the first sure date, else the first date, else the first habit; None without any.

    Among sure dates one with a narrower precision wins over a year, month or range before it in the text only when that
    one holds it ("in May, on the 3rd"). Raises ValueError for a naive `at`.
    """
    told_ones = expressions(text, at)
    dated = [expression for expression in told_ones if expression.precision != "recurring"]
    sure = [expression for expression in dated if not expression.uncertain]
    return next(iter(sure or dated or told_ones), None)


def pieces(text: str, at: datetime, default: Tense = "") -> list[Found]:
    """The expressions as calendar spans; `default` is the tense of words without a cue."""
    if at.tzinfo is None or at.utcoffset() is None:
        raise ValueError(f"the message time must be aware, got {at.isoformat()}; give it an offset")
    context = Context(traps.blanked(scan.folded(text)), at, default)
    return joining.joined(scan.found(context), context)


def told(piece: Found) -> TimeExpression:
    """The piece as ISO texts."""
    span = piece.span
    first, last = _texts(span)
    precision: Precision = "minute" if span.shape == "clock" else span.shape
    if span.deadline:
        first, last = None, last or first
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
