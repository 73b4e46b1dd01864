"""The user's page: the few facts that every new session should know without asking."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memstrata.core.records import Kind, MemoryRecord, Trust
from memstrata.policies import sharing, slots

_KINDS = (Kind.CORRECTION, Kind.PREFERENCE, Kind.BACKGROUND, Kind.HABIT, Kind.PRINCIPLE, Kind.FACT)  # in the order of the page
CERTAIN = 0.6  # below: not for a page that is read as true
_STANDING = ("user", "reply", "project", "deploy")  # subjects whose slots belong on the page
_OUTSIDERS = (Trust.TOOL, Trust.WEB)  # what they say stands in no system prompt unasked


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the page, and the memory that it rests on."""

    text: str
    record: MemoryRecord


@dataclass(frozen=True, slots=True)
class Profile:
    """The page: lines in a stable order, at most the cap in tokens."""

    lines: tuple[Line, ...] = ()
    tokens: int = 0

    @property
    def text(self) -> str:
        """The lines, one below the other; '' when nothing is known."""
        return "\n".join(line.text for line in self.lines)

    @property
    def records(self) -> list[MemoryRecord]:
        return [line.record for line in self.lines]


def page(records: Sequence[MemoryRecord], cap_tokens: int, count: Callable[[str], int]) -> Profile:
    """The page of the active facts `records`. Slots come first, then what was confirmed; whole lines only, the weightiest kept."""
    fit = [record for record in records if _belongs(record)]
    ranked = sorted(fit, key=lambda record: (-_weight(record), record.id))
    chosen: list[MemoryRecord] = []
    used = 0
    for record in ranked:
        cost = count(record.content) + 1
        if used + cost <= cap_tokens:
            chosen.append(record)
            used += cost
    chosen.sort(key=lambda record: (_KINDS.index(record.kind) if record.kind in _KINDS else len(_KINDS), record.slot or "~", record.id))
    return Profile(tuple(Line(" ".join(record.content.split()), record) for record in chosen), used)


def _belongs(record: MemoryRecord) -> bool:
    """Slots about the user, the project and how to answer; else only what was said twice, confirmed, pinned or asked for."""
    if record.is_turn or record.confidence < CERTAIN or record.kind not in _KINDS:
        return False
    if sharing.unsettled(record) or (record.trust in _OUTSIDERS and not record.pinned):
        return False
    if record.pinned or record.seen > 1 or record.confirmed_at is not None or record.confidence >= 0.98:
        return True
    subject = record.slot.split(".")[0] if record.slot is not None else ""
    return subject == "reply" or (subject in _STANDING and record.kind != Kind.PREFERENCE)  # how to answer is known from the first word on


def _weight(record: MemoryRecord) -> float:
    known = record.slot is not None and slots.find(record.slot) is not None
    return record.importance + 0.3 * record.pinned + 0.2 * known + 0.05 * min(record.seen, 4)
