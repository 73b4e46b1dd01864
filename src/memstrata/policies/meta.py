"""What is known, stale, in conflict or never heard of, judged from the hits of one question (meta memory)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from memstrata.core.records import Kind, MemoryRecord, Status
from memstrata.core.results import Hit
from memstrata.policies import identity, merging, slots
from memstrata.text import language


class State(StrEnum):
    """How a question stands in memory."""

    KNOWN = "known"
    STALE = "stale"  # said so long ago that it may no longer hold
    CONFLICTING = "conflicting"  # memories that cannot both hold
    UNKNOWN = "unknown"  # never heard of


class NextStep(StrEnum):
    """What to do next."""

    ANSWER = "answer"
    CONFIRM = "confirm"  # with the user, before it is relied on
    ASK = "ask"  # the user: nobody else knows
    LOOK_UP = "look_up"  # in the world: no memory of a person would hold it


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What memory knows of a question. `evidence`: the memories that say so, the most telling first; () when it is unknown."""

    state: State
    reason: str  # in the language of the question
    next_step: NextStep
    evidence: tuple[MemoryRecord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and what the judgement needs to know of it."""

    text: str
    now: datetime
    floor: float = 0.6  # relevance from which a hit is evidence
    stale_days: float = 365.0

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots it asks for."""
        return tuple(slots.asked(self.text))

    @property
    def personal(self) -> bool:
        """Whether only this user can know the answer: it asks about them or theirs, and not for advice or how to do a thing."""
        text = self.text[:_LOOKED_AT]
        return bool(self.slots) or (_ABOUT_ME.search(text) is not None and _ADVICE.search(text) is None)


_LOOKED_AT = 500
_ABOUT_ME = re.compile(
    r"\b(?:what|which|who|whose|when|where|how (?:old|many|much|long|often)|do you (?:know|remember|recall)|did i|have i|was i)\b"
    r"[^?]{0,80}\b(?:my|mine|i|our|ours|we)\b"
    r"|(?:我|咱)[^？?，。]{0,30}(?:什么|谁|哪|几|多少|何时|吗|多大|多久)|(?:记得|知道)我",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:should|could|can|would|might|must|how (?:do|to)|(?:do|did) (?:i|we) (?:need|have) to)\b"
    r"|怎么|如何|应该|该|能不能|可不可以|可以|要不要|推荐|建议",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?<=\s)[A-Z][\w'-]+|(?<=[\u4e00-\u9fff])[A-Za-z][\w.-]*|[A-Za-z]*\d[\w.-]*")
_ASKS = ("?", "？", "吗", "呢")
_SURE = 0.7  # relevance of what is said somewhere, where the question asks for a slot that nothing fills
_QUICKLY = frozenset({Kind.TASK, Kind.STATUS, Kind.CONTEXT, Kind.EVENT})  # what passes four times as fast
_NEVER = frozenset({"name", "birthday", "hometown", "gender", "blood_type"})  # attributes that do not change
_REASONS = {
    "zh": {
        "known": "记忆里有",
        "stale": "最后一次提到是 {day}，可能已经变了",
        "conflicting": "记忆之间互相矛盾",
        "unknown": "记忆里从未提到",
        "guess": "只有一个尚未确认的猜测",
    },
    "en": {
        "known": "memory holds it",
        "stale": "last said on {day}; it may no longer hold",
        "conflicting": "memories contradict each other",
        "unknown": "memory never heard of it",
        "guess": "there is only a guess that nobody confirmed",
    },
}
_NOTES = {
    "zh": {
        "stale": "相关记忆最后一次提到是 {day}，可能已过时：先向用户确认再使用。",
        "conflicting": "相关记忆互相矛盾：先请用户确认哪一个对，不要自行选择。",
        "unknown": "记忆里没有这件事：请询问用户，不要猜测。",
    },
    "en": {
        "stale": "What is remembered here was last said on {day} and may no longer hold: confirm it with the user first.",
        "conflicting": "Memories here contradict each other: ask the user which one is right, do not choose.",
        "unknown": "Memory holds nothing about this: ask the user, do not guess.",
    },
}


def judge(asked: Asked, hits: Sequence[Hit], rivals: Mapping[str, MemoryRecord], guesses: Sequence[MemoryRecord] = ()) -> Knowledge:
    """What `hits` (best first) know of the question.

    `rivals`: by id, live records that hits are marked to be in conflict with; `guesses`: candidates in the slots that it asks for.
    """
    names = _REASONS[_spoken(asked.text)]
    found = [hit.record for hit in hits if _tells(hit, asked)]
    if not found:
        if guesses:
            return Knowledge(State.UNKNOWN, names["guess"], NextStep.CONFIRM, tuple(guesses))
        return Knowledge(State.UNKNOWN, names["unknown"], NextStep.ASK if asked.personal else NextStep.LOOK_UP)
    against = _conflict(found, rivals)
    if against:
        return Knowledge(State.CONFLICTING, names["conflicting"], NextStep.CONFIRM, against)
    facts = [record for record in found if not record.is_turn] or found
    if stale(facts[0], asked.now, asked.stale_days):
        return Knowledge(State.STALE, names["stale"].format(day=f"{_said(facts[0]):%Y-%m-%d}"), NextStep.CONFIRM, tuple(found))
    return Knowledge(State.KNOWN, names["known"], NextStep.ANSWER, tuple(found))


def note(asked: Asked, known: Knowledge) -> str:
    """The line for a prompt: '' where it is known, or unknown and none of the user's own matters."""
    if known.state is State.KNOWN or (known.state is State.UNKNOWN and not asked.personal):
        return ""
    day = f"{_said(known.evidence[0]):%Y-%m-%d}" if known.evidence else ""
    return _NOTES[_spoken(asked.text)][known.state].format(day=day)


def rival(record: MemoryRecord) -> str | None:
    """The id of the record that it is marked to be in conflict with."""
    held = record.metadata.get(merging.CONFLICT)
    return held if isinstance(held, str) else None


def stale(record: MemoryRecord, now: datetime, stale_days: float) -> bool:
    """Whether it was last said too long ago: tasks, states and events a quarter of `stale_days`, pinned and lasting facts never."""
    if record.pinned or record.kind == Kind.PRINCIPLE or record.status is Status.SUPERSEDED:
        return False
    if record.slot is not None and record.slot.rpartition(".")[2] in _NEVER:
        return False
    return now - _said(record) > timedelta(days=stale_days / 4 if record.kind in _QUICKLY else stale_days)


def _said(record: MemoryRecord) -> datetime:
    return max(record.created_at, record.confirmed_at or record.created_at)


def _tells(hit: Hit, asked: Asked) -> bool:
    """Whether the hit answers: by its slot, or near enough in words and meaning, with every name that the question has in it."""
    record = hit.record
    if "exact" in hit.lanes:
        return True
    asks = record.content.rstrip().endswith(_ASKS) or identity.normal(record.content) == identity.normal(asked.text)
    if record.kind == Kind.FEEDBACK or (record.is_turn and asks):
        return False
    told = " ".join([record.content, record.value or "", *record.aliases, *(turn.content for turn in hit.turns)]).casefold()
    if any(name.casefold().removesuffix("'s") not in told for name in _NAMED.findall(asked.text[:_LOOKED_AT])):
        return False
    return hit.relevance >= (max(_SURE, asked.floor) if asked.slots else asked.floor)


def _conflict(found: Sequence[MemoryRecord], rivals: Mapping[str, MemoryRecord]) -> tuple[MemoryRecord, ...]:
    """The first pair of evidence that cannot both hold; () without one."""
    by_slot: dict[str, MemoryRecord] = {}
    for record in found:
        if record.status is Status.SUPERSEDED or record.is_turn:
            continue
        other = rivals.get(rival(record) or "")
        if other is None and record.slot is not None and record.value is not None and slots.cardinality(record.slot) == "one":
            held = by_slot.setdefault(record.slot, record)
            same = slots.normal_value(record.slot, held.value or "") == slots.normal_value(record.slot, record.value)
            other = None if held is record or same else held
        if other is not None:
            return (record, other)
    return ()


def _spoken(text: str) -> str:
    return "zh" if language.language(text) == "zh" else "en"
