"""Looking back on a task: what was tried, why it failed, what worked, and the lesson that the next task of its kind can use.

Forced after a failure or several attempts; after a smooth success only where a sequence of steps can be used again. It speaks of the
work, never of the user.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from memstrata.core.records import Json, MemoryRecord
from memstrata.core.turns import Turn
from memstrata.policies import episodes, messages, steps
from memstrata.policies.episodes import MARK, OUTCOMES, Episode, Outcome
from memstrata.text import instructions, language, sentences
from memstrata.text import outcome as outcomes
from memstrata.text.outcome import Sign

Reason: TypeAlias = Literal["failure", "attempts", "success"]
REUSABLE_STEPS = 2  # from so many on the way of a smooth success is worth keeping
_MOST_APPROACHES = 6
_MOST_LESSONS = 3
_LISTS = ("approaches", "lessons", "steps", "tags")
_WORDS: Mapping[str, Mapping[str, str]] = {
    "zh": {
        "goal": "目标：",
        "tried": "尝试：",
        "cause": "失败原因：",
        "worked": "有效做法：",
        "lesson": "经验：",
        "order": "按此顺序做：",
        "gap": "；",
    },
    "en": {
        "goal": "Goal: ",
        "tried": "Tried: ",
        "cause": "Why it failed: ",
        "worked": "What worked: ",
        "lesson": "Lesson: ",
        "order": "Do it in this order: ",
        "gap": "; ",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrospect:
    """What is learned from one session's task. Texts are masked and capped; '' and () where there is nothing to say."""

    title: str
    goal: str
    outcome: Outcome
    reason: Reason  # why it was made
    attempts: int
    approaches: tuple[str, ...] = ()  # what was tried and came to nothing, in order
    cause: str = ""
    worked: str = ""
    lessons: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def content(self) -> str:
        """The readable text by which it is found."""
        words = _WORDS["zh" if language.has_han(self.goal) else "en"]
        said = [
            (words["goal"], self.goal),
            (words["tried"], words["gap"].join(self.approaches)),
            (words["cause"], self.cause),
            (words["worked"], self.worked),
            (words["lesson"], words["gap"].join(self.lessons)),
        ]
        return "\n".join([f"{MARK[self.outcome]} {self.title}", *(f"{name}{text}" for name, text in said if text)])

    def payload(self) -> dict[str, Json]:
        """What a record's payload holds of it."""
        plain: dict[str, Json] = {
            name: getattr(self, name) for name in ("title", "goal", "outcome", "reason", "attempts", "cause", "worked")
        }
        return {**plain, **{name: list(getattr(self, name)) for name in _LISTS}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """What a model says of the work; '' where it says nothing."""

    cause: str = ""
    worked: str = ""
    reusable: bool = False  # whether a smooth success is worth looking back on


def of(record: MemoryRecord) -> Retrospect:
    """The retrospect that `record` holds; missing or broken parts of its payload are empty."""
    held = record.payload
    reasons: tuple[Reason, ...] = ("failure", "attempts", "success")
    lists = {name: episodes.listed(held, name) for name in _LISTS}
    made = Retrospect(
        title=episodes.text(held, "title") or record.content.partition("\n")[0],
        goal=episodes.text(held, "goal") or record.content,
        outcome=next((known for known in OUTCOMES if known == held.get("outcome")), "none"),
        reason=next((known for known in reasons if known == held.get("reason")), "failure"),
        attempts=episodes.count(held, "attempts"),
        cause=episodes.text(held, "cause"),
        worked=episodes.text(held, "worked"),
    )
    return replace(made, **lists)  # type: ignore[arg-type]  # each of these fields is a tuple of texts


def due(episode: Episode, hints: Hints | None = None) -> Reason | None:
    """Why the episode is to be looked back on; None where it is not. A failure and several attempts always are."""
    if episode.outcome == "failure":
        return "failure"
    if episode.attempts > 1:
        return "attempts"
    reusable = len(episode.steps) >= REUSABLE_STEPS if hints is None else hints.reusable
    return "success" if episode.outcome == "success" and reusable else None


def make(episode: Episode, turns: Sequence[Turn], former: Retrospect | None = None, hints: Hints | None = None) -> Retrospect | None:
    """The retrospect of `episode` by rules, from its masked turns; None where none is due. `former`: of the same session before."""
    reason, given = due(episode, hints), hints or Hints()
    if reason is None:
        return None
    words = _WORDS["zh" if language.has_han(episode.title) else "en"]
    approaches, after = _tries(turns)
    if former is not None:
        approaches = [*former.approaches, *approaches]
    path = " → ".join(after or episode.steps)
    worked = episodes.shortened(given.worked or path, episodes.PIECE_CHARACTERS) if episode.outcome == "success" else ""
    lessons = list(episode.lessons[:_MOST_LESSONS])
    if not lessons and worked:
        lessons = [f"{words['order']}{worked}"]
    return Retrospect(
        title=episode.title,
        goal=episodes.shortened((*episode.requests, episode.title)[0], episodes.PIECE_CHARACTERS),
        outcome=episode.outcome,
        reason=reason,
        attempts=max(episode.attempts, 1),
        approaches=tuple(dict.fromkeys(episodes.shortened(each, episodes.PIECE_CHARACTERS) for each in approaches))[-_MOST_APPROACHES:],
        cause=episodes.shortened(given.cause, episodes.PIECE_CHARACTERS) or _cause(turns) or (former.cause if former is not None else ""),
        worked=worked,
        lessons=tuple(lessons),
        steps=tuple(after or episode.steps),
        tags=episode.tags,
    )


def _tries(turns: Sequence[Turn]) -> tuple[list[str], list[str]]:
    """(each way that failed, with what it failed with; the steps after the last failure)."""
    failed, since = list[str](), list[str]()
    answered = False
    for turn in turns:
        voice = messages.voice(turn)
        since += steps.taken([turn]) if voice == "assistant" else ()
        sign = outcomes.returned(turn.text) if voice in ("tool", "function") else outcomes.judged(turn.text) if voice == "user" else None
        if sign is Sign.BAD and answered and since:
            failed.append(f"{' → '.join(since)}: {_bad_line(turn)}")
            since = []
        answered = answered or voice == "assistant"
    return failed, since


def _cause(turns: Sequence[Turn]) -> str:
    """The last sentence that names a cause, else what failed last."""
    told = [
        span.of(turn.text[:4000])
        for turn in turns
        if messages.voice(turn) in ("user", "assistant")
        for span in sentences.sentences(turn.text[:4000])
    ]
    named = [" ".join(line.split()) for line in told if outcomes.explains(line)]
    bad = [line for turn in turns if messages.voice(turn) in ("tool", "function") and (line := _bad_line(turn))]
    return episodes.shortened((named or bad or [""])[-1], episodes.PIECE_CHARACTERS)


def _bad_line(turn: Turn) -> str:
    """The first sentence of the turn that says what went wrong; '' where none does, or where it gives orders."""
    said = [" ".join(span.of(turn.text[:4000]).split()) for span in sentences.sentences(turn.text[:4000])]
    line = next((each for each in said if outcomes.returned(each) is Sign.BAD or outcomes.judged(each) is Sign.BAD), "")
    return "" if instructions.read(line).suspicious else line
