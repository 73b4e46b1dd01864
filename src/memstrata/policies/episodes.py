"""What happened in a session, as one typed episode: its parts, their caps, and how a record holds them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from memstrata.core.records import Json, MemoryRecord
from memstrata.core.turns import Turn
from memstrata.policies import messages, steps
from memstrata.text import graphemes

Outcome: TypeAlias = Literal["success", "partial", "failure", "none"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
MARK = {"success": "✅", "partial": "⚠️", "failure": "❌", "none": "·"}
MIN_TURNS = 2  # a session of fewer messages makes no episode

LINE_CHARACTERS = 100
PIECE_CHARACTERS = 160  # of one request, fact, lesson or feedback
SUMMARY_CHARACTERS = 700
PIECES = {"key_facts": 6, "requests": 5, "lessons": 5, "feedback": 3, "tags": 6, "related": 5}  # at most so many of each
CONVERSATION_CHARACTERS = 200_000  # of a failed episode's conversation
_MASK = re.compile(r"\[masked:\w{0,30}$|\[m?a?s?k?e?d?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """What one session was about. Texts are masked and capped; tuples are in order, the most telling first."""

    title: str  # about ten characters, or a few words
    summary: str  # three to five sentences
    line: str  # the summary in one line, at most 100 characters
    started_at: datetime
    ended_at: datetime
    outcome: Outcome = "none"
    key_facts: tuple[str, ...] = ()
    requests: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    feedback: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    related: tuple[str, ...] = ()  # ids of episodes
    steps: tuple[str, ...] = ()  # tools called, or steps stated, in order, as short normalised names
    attempts: int = 1  # how often it was tried; 0 where nothing was to do
    turns: int = 0  # messages it was made from
    conversation: tuple[str, ...] = ()  # "role: text" of every message; of failures only

    @property
    def content(self) -> str:
        """The readable text by which it is found: title, summary, facts and lessons."""
        said = [f"{MARK[self.outcome]} {self.title}", self.summary, *self.key_facts, *self.lessons]
        return "\n".join(dict.fromkeys(part for part in said if part))

    def payload(self) -> dict[str, Json]:
        """What a record's payload holds of it: JSON values alone."""
        lists = ("key_facts", "requests", "lessons", "feedback", "tags", "related", "steps", "conversation")
        plain: dict[str, Json] = {name: getattr(self, name) for name in ("title", "summary", "line", "outcome", "attempts", "turns")}
        times: dict[str, Json] = {"started_at": self.started_at.isoformat(), "ended_at": self.ended_at.isoformat()}
        return {**plain, **times, **{name: list(getattr(self, name)) for name in lists}}


def of(record: MemoryRecord) -> Episode:
    """The episode that `record` holds; missing or broken parts of its payload are empty."""
    held = record.payload
    told = held.get("outcome")
    return Episode(
        title=text(held, "title") or record.content.partition("\n")[0],
        summary=text(held, "summary") or record.content,
        line=text(held, "line"),
        started_at=_instant(held, "started_at") or record.created_at,
        ended_at=_instant(held, "ended_at") or record.created_at,
        outcome=next((known for known in OUTCOMES if known == told), "none"),
        attempts=count(held, "attempts"),
        turns=count(held, "turns"),
        **{
            name: listed(held, name)
            for name in ("key_facts", "requests", "lessons", "feedback", "tags", "related", "steps", "conversation")
        },
    )


def shortened(text: str, characters: int) -> str:
    """`text` in one line of at most `characters`, cut visibly, between graphemes and never inside a mask."""
    plain = " ".join(text.split())
    if len(plain) <= characters:
        return plain
    return _MASK.sub("", plain[: graphemes.floor(plain, characters - 1)]).rstrip() + "…"


def conversation(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Every message as "role: text", in order, whole; what lies beyond 200,000 characters in all is left out."""
    held, left = list[str](), CONVERSATION_CHARACTERS
    for turn in turns:
        said = turn.text or " ".join(f"[{step}]" for step in steps.taken([turn]))
        line = f"{turn.name or messages.voice(turn)}: {said}"
        if said and len(line) <= left:
            held.append(line)
            left -= len(line)
    return tuple(held)


def capped(items: Iterable[str], name: str) -> tuple[str, ...]:
    """`items`, each once and shortened, at most as many as `PIECES` has for `name`."""
    return tuple(dict.fromkeys(short for item in items if (short := shortened(item, PIECE_CHARACTERS))))[: PIECES[name]]


def text(held: Mapping[str, Json], name: str) -> str:
    """A text of a payload; '' for what is none."""
    value = held.get(name)
    return value if isinstance(value, str) else ""


def count(held: Mapping[str, Json], name: str) -> int:
    """A count of a payload; 0 for what is none."""
    value = held.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def listed(held: Mapping[str, Json], name: str) -> tuple[str, ...]:
    """The texts of a list of a payload; () for what is none."""
    value = held.get(name)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _instant(held: Mapping[str, Json], name: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text(held, name))
    except ValueError:
        return None
    return found if found.utcoffset() is not None else None
