"""Affective memory: how the user took the agent's answers lately, and how the agent should answer then. Never what the user is like.

One record a signal: `feedback.length` = `long`. Said again it is confirmed, the contrary supersedes it, and without either it fades.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memstrata.core.drafts import Draft
from memstrata.core.records import Kind, MemoryRecord, Status
from memstrata.text.mood import Signal

FLOOR = 0.25  # strength below which a signal shapes no answer any more
MOST_NOTES = 3
_IMPORTANCE = 0.25  # passing: pruned with what nobody needs
_DAY_SECONDS = 86_400.0
SLOTS = tuple(dict.fromkeys(f"feedback.{signal.partition(':')[0]}" for signal in Signal))
_CONTENT = {
    Signal.TOO_LONG: ("The user found the answers too long.", "用户嫌回答太长。"),
    Signal.TOO_SHORT: ("The user found the answers too short.", "用户嫌回答太短。"),
    Signal.TOO_TECHNICAL: ("The user found the answers too technical.", "用户嫌回答太专业难懂。"),
    Signal.TOO_SHALLOW: ("The user found the answers too shallow.", "用户嫌回答太浅。"),
    Signal.OFF_POINT: ("The user found that the answers missed the question.", "用户觉得回答没有切中问题。"),
    Signal.REPEATS: ("The user found that the answers repeat themselves.", "用户觉得回答在重复。"),
    Signal.FRUSTRATED: ("The user was frustrated with the answers.", "用户对回答感到恼火。"),
    Signal.PLEASED: ("The user was pleased with the answers.", "用户对回答满意。"),
}
_ADVICE = {
    Signal.TOO_LONG: ("Keep answers short and get to the point.", "回答要简短，直奔重点。"),
    Signal.TOO_SHORT: ("Give more detail.", "回答要更详细。"),
    Signal.TOO_TECHNICAL: ("Use plain words, avoid jargon.", "用通俗的话，少用术语。"),
    Signal.TOO_SHALLOW: ("Go deeper, skip the basics.", "讲深入些，略过基础。"),
    Signal.OFF_POINT: ("Answer exactly what is asked, first.", "先准确回答所问的问题。"),
    Signal.REPEATS: ("Do not repeat what was said.", "不要重复说过的内容。"),
    Signal.FRUSTRATED: ("Be calm and concrete; own mistakes, check before answering.", "沉着、具体；承认错误，核实后再回答。"),
    Signal.PLEASED: ("Keep the present style.", "保持现在的风格。"),
}


@dataclass(frozen=True, slots=True)
class Feeling:
    """One signal as it stands: `strength` in [0, 1] halves with every half-life since it was last given."""

    signal: Signal
    strength: float


def of(record: MemoryRecord, now: datetime, half_life_days: float) -> Feeling | None:
    """The feeling that `record` holds at `now`: half of the full strength for one mention, more for each further; None for any other."""
    if record.slot is None or not is_feeling(record) or record.status is not Status.ACTIVE:
        return None
    signal = next((signal for signal in Signal if signal == f"{record.slot.removeprefix('feedback.')}:{record.value}"), None)
    if signal is None:
        return None
    days = max(0.0, (now - max(record.created_at, record.confirmed_at or record.created_at)).total_seconds() / _DAY_SECONDS)
    return Feeling(signal, (1 - 0.5 ** min(record.seen, 20)) * 0.5 ** (days / half_life_days))


def is_feeling(record: MemoryRecord) -> bool:
    """Whether it is a signal about the answers rather than a fact."""
    return record.kind == Kind.FEEDBACK and record.slot in SLOTS


def draft(signal: Signal, span: tuple[int, int], chinese: bool) -> Draft:
    """The record to write for a signal that was given in `span` of a user's turn."""
    aspect, _, value = signal.partition(":")
    return Draft(
        content=_CONTENT[signal][chinese],
        kind=Kind.FEEDBACK,
        slot=f"feedback.{aspect}",
        value=value,
        importance=_IMPORTANCE,
        span=span,
        language="zh" if chinese else "en",
        rule="mood",
    )


def advice(records: Sequence[MemoryRecord], now: datetime, half_life_days: float, chinese: bool) -> str:
    """How to answer now, the strongest signals first, at most three; '' when all have faded."""
    felt = [feeling for record in records if (feeling := of(record, now, half_life_days)) is not None and feeling.strength >= FLOOR]
    felt.sort(key=lambda feeling: (-feeling.strength, feeling.signal))
    shown = list(dict.fromkeys(feeling.signal for feeling in felt))[:MOST_NOTES]
    return ("" if chinese else " ").join(_ADVICE[signal][chinese] for signal in shown)
