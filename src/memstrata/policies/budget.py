"""Fitting a prompt into its budget: what goes first, what is shortened, what stays to the end."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from memstrata.core import errors
from memstrata.core.records import EMPTY, Json
from memstrata.core.turns import Exchange, Turn
from memstrata.policies import messages
from memstrata.policies import window as windows
from memstrata.text import clip
from memstrata.text import tokens as counter

# "results" and "lines" shorten single long tool results and memories; the others are the order in which parts go.
ORDER = ("results", "exchanges", "lines", "episodes", "memories", "notes", "state", "summary", "profile")
LAST = ("task state", "pinned", "system", "latest")  # only when system prompt and latest turns alone overflow
BACKGROUND = frozenset({"lines", "episodes", "memories", "notes", "summary", "profile"})
LINE_FLOOR_TOKENS = 64  # a memory up to this length is dropped rather than shortened
LINES_PER_BACKGROUND = 4  # a memory that takes more than a quarter of the background is oversize
RESULT_HALVINGS = 4  # a tool result is shortened to a sixteenth of the budget before anything is dropped
STATE_VALUE_TOKENS = 40
STATE_KEYS = ("goal", "task", "status", "step", "next", "plan", "result", "目标", "任务", "状态", "步骤", "下一步", "计划", "结果")


@dataclass(frozen=True, slots=True)
class Line:
    """One memory or episode as it is to be shown."""

    id: str
    text: str
    score: float = 0.0


class Note(NamedTuple):
    """One line of our own to the model: how to answer, or what memory does not know."""

    name: str  # the block that it stands in
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptParts:
    """What a prompt is made of, before it is rendered."""

    system: str = ""
    profile: tuple[str, ...] = ()  # most important first
    memories: tuple[Line, ...] = ()  # in the order in which they are shown; the lowest score goes first
    experiences: tuple[Line, ...] = ()  # most important first
    episodes: tuple[Line, ...] = ()  # the same; they go before any experience does
    notes: tuple[Note, ...] = ()  # most important first
    state: Mapping[str, Json] = field(default_factory=lambda: EMPTY)
    summary: str = ""
    pinned: tuple[Turn, ...] = ()
    turns: tuple[Exchange, ...] = ()  # in order; the last holds the message to answer


class Cut(NamedTuple):
    """Something that was cut, for the trace: never text."""

    what: str  # a name of ORDER or LAST
    why: str
    ids: tuple[str, ...] = ()  # of the memories, episodes or messages that went or were shortened


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetPlan:
    """The choices of a budget. Names that `order` leaves out follow it in their usual order."""

    background_share: float = 0.4  # of the budget, for profile, memories, episodes and summary together
    kept_exchanges: int = 2
    order: tuple[str, ...] = ORDER
    state_keys: tuple[str, ...] = STATE_KEYS

    def __post_init__(self) -> None:
        unknown = [name for name in self.order if name not in ORDER]
        if unknown:
            raise errors.ConfigError(f"unknown part {unknown[0]!r} in the order of cuts; known: {', '.join(ORDER)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """What stays. `tokens` is the cost of `parts`, never above the budget."""

    parts: PromptParts
    tokens: int
    cuts: tuple[Cut, ...] = ()

    @property
    def over_budget(self) -> bool:
        return bool(self.cuts)


Cost: TypeAlias = Callable[[PromptParts], int]


@dataclass(frozen=True, slots=True)
class _Stage:
    """A way to cut in `steps` steps: `at(0)` cuts nothing, `at(steps)` all that this way can."""

    steps: int
    at: Callable[[int], PromptParts]


def fit(parts: PromptParts, budget: int, cost: Cost, *, plan: BudgetPlan | None = None) -> Fitted:
    """The parts, cut in the plan's order until they cost at most `budget`.

    `cost` counts the tokens of the prompt as it would be rendered from parts, so the promise holds for every renderer and every
    counter. Where it does not grow with the parts, more may be cut than needed. Raises BudgetError when the last user's message
    alone costs more than the budget.
    """
    plan = plan or BudgetPlan()
    order = [*plan.order, *(name for name in ORDER if name not in plan.order)]
    cuts: list[Cut] = []
    share = _Cutting(plan, budget, lambda tried: cost(_background(tried)) <= share.allowance, "background above its share")
    parts = share.cut(parts, [name for name in order if name in BACKGROUND], cuts)
    whole = _Cutting(plan, budget, lambda tried: cost(tried) <= budget, "prompt above the budget")
    parts = whole.cut(parts, [*order, *LAST], cuts)
    tokens = cost(parts)
    if tokens > budget:
        raise errors.BudgetError(
            f"the last user message alone takes {tokens:,} tokens, the budget is {budget:,}: raise it or split the message"
        )
    return Fitted(parts=parts, tokens=tokens, cuts=tuple(cuts))


@dataclass(frozen=True, slots=True)
class _Cutting:
    plan: BudgetPlan
    budget: int
    fits: Callable[[PromptParts], bool]
    why: str

    @property
    def allowance(self) -> int:
        """Tokens of the background."""
        return int(self.budget * self.plan.background_share)

    @property
    def line_tokens(self) -> int:
        """What a single memory may take once something must be cut."""
        return max(LINE_FLOOR_TOKENS, self.allowance // LINES_PER_BACKGROUND)

    def cut(self, parts: PromptParts, order: Sequence[str], cuts: list[Cut]) -> PromptParts:
        """The parts after as few cuts in that order as make them fit; each is noted in `cuts`."""
        for name in order:
            if self.fits(parts):
                break
            stage = _STAGES[name](parts, self)
            if not stage.steps:
                continue
            shorter = stage.at(stage.steps)
            if self.fits(shorter):
                shorter = self._least(stage)
            if shorter != parts:
                cuts.append(Cut(name, self.why, _lost(parts, shorter)))
            parts = shorter
        return parts

    def _least(self, stage: _Stage) -> PromptParts:
        kept = windows.largest(lambda steps: self.fits(stage.at(stage.steps - steps)), 0, stage.steps)
        return stage.at(stage.steps - kept)


def _background(parts: PromptParts) -> PromptParts:
    return PromptParts(
        profile=parts.profile,
        memories=parts.memories,
        experiences=parts.experiences,
        episodes=parts.episodes,
        notes=parts.notes,
        summary=parts.summary,
    )


def _lost(before: PromptParts, after: PromptParts) -> tuple[str, ...]:
    kept = {id(item) for item in _items(after)}
    return tuple(item.id for item in _items(before) if id(item) not in kept)


def _items(parts: PromptParts) -> list[Line | Turn]:
    return [*parts.memories, *parts.experiences, *parts.episodes, *parts.pinned, *(turn for part in parts.turns for turn in part)]


def _results(parts: PromptParts, cutting: _Cutting) -> _Stage:
    def shortened(turn: Turn, tokens: int) -> Turn:
        oversize = messages.results(turn) and windows.turn_tokens(turn) > tokens + counter.TOKENS_PER_TURN
        return windows.shorten(turn, tokens) if oversize else turn

    def at(steps: int) -> PromptParts:
        if not steps:
            return parts
        tokens = max(0, cutting.budget >> steps)
        return replace(parts, turns=tuple(tuple(shortened(turn, tokens) for turn in part) for part in parts.turns))

    return _Stage(RESULT_HALVINGS, at)


def _exchanges(parts: PromptParts, cutting: _Cutting) -> _Stage:
    return _Stage(max(0, len(parts.turns) - max(1, cutting.plan.kept_exchanges)), lambda steps: replace(parts, turns=parts.turns[steps:]))


def _lines(parts: PromptParts, cutting: _Cutting) -> _Stage:
    def shortened(line: Line) -> Line:
        text = clip.clip(line.text, cutting.line_tokens, f"… [cut; memory {line.id[:64]}]")
        return line if text == line.text else replace(line, text=text)

    def at(steps: int) -> PromptParts:
        if not steps:
            return parts
        memories, experiences, episodes = (tuple(map(shortened, lines)) for lines in (parts.memories, parts.experiences, parts.episodes))
        return replace(parts, memories=memories, experiences=experiences, episodes=episodes)

    return _Stage(1, at)


def _memories(parts: PromptParts, _: _Cutting) -> _Stage:
    weakest = sorted(range(len(parts.memories)), key=lambda place: (parts.memories[place].score, -place))

    def at(steps: int) -> PromptParts:
        gone = set(weakest[:steps])
        return replace(parts, memories=tuple(line for place, line in enumerate(parts.memories) if place not in gone))

    return _Stage(len(weakest), at)


def _episodes(parts: PromptParts, _: _Cutting) -> _Stage:
    recent, count = len(parts.episodes), len(parts.episodes) + len(parts.experiences)

    def at(steps: int) -> PromptParts:
        taught = parts.experiences[: count - max(steps, recent)]
        return replace(parts, episodes=parts.episodes[: max(0, recent - steps)], experiences=taught)

    return _Stage(count, at)


def _notes(parts: PromptParts, _: _Cutting) -> _Stage:
    count = len(parts.notes)
    return _Stage(count, lambda steps: replace(parts, notes=parts.notes[: count - steps]))


def _profile(parts: PromptParts, _: _Cutting) -> _Stage:
    count = len(parts.profile)
    return _Stage(count, lambda steps: replace(parts, profile=parts.profile[: count - steps]))


def _summary(parts: PromptParts, _: _Cutting) -> _Stage:
    count = counter.estimate(parts.summary)
    return _Stage(count, lambda steps: replace(parts, summary=clip.clip(parts.summary, count - steps)))


def _system(parts: PromptParts, _: _Cutting) -> _Stage:
    count = counter.estimate(parts.system)
    return _Stage(count, lambda steps: replace(parts, system=clip.clip(parts.system, count - steps, "… [cut]")))


def _state(parts: PromptParts, cutting: _Cutting) -> _Stage:
    wanted = [key for key in parts.state if key.casefold() in cutting.plan.state_keys] or list(parts.state)[:3]
    brief = {key: _brief(parts.state[key]) for key in wanted}
    return _Stage(int(brief != parts.state), lambda steps: replace(parts, state=brief) if steps else parts)


def _brief(value: Json) -> Json:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return value if counter.estimate(text) <= STATE_VALUE_TOKENS else clip.clip(text, STATE_VALUE_TOKENS)


def _no_state(parts: PromptParts, _: _Cutting) -> _Stage:
    return _Stage(int(bool(parts.state)), lambda steps: replace(parts, state=EMPTY) if steps else parts)


def _pinned(parts: PromptParts, _: _Cutting) -> _Stage:
    count = len(parts.pinned)
    return _Stage(count, lambda steps: replace(parts, pinned=parts.pinned[: count - steps]))


def _latest(parts: PromptParts, _: _Cutting) -> _Stage:
    """The exchanges before the last, then within it all but the user's message, calls together with their results."""
    if not parts.turns:
        return _Stage(0, lambda steps: parts)
    *older, last = parts.turns
    user = next((turn for turn in reversed(last) if turn.role == "user" and not messages.results(turn)), None)
    units = windows.units(last)
    others = [place for place, unit in enumerate(units) if user is None or unit[0] is not user]

    def at(steps: int) -> PromptParts:
        if steps <= len(older):
            return replace(parts, turns=parts.turns[steps:])
        gone = set(others[: steps - len(older) - 1])  # the first of these steps only leaves out what no API takes
        kept = tuple(turn for place, unit in enumerate(units) if place not in gone for turn in unit)
        return replace(parts, turns=(kept,) if kept else ())

    return _Stage(len(older) + 1 + len(others), at)


_STAGES: Mapping[str, Callable[[PromptParts, _Cutting], _Stage]] = {
    "results": _results,
    "exchanges": _exchanges,
    "lines": _lines,
    "episodes": _episodes,
    "memories": _memories,
    "notes": _notes,
    "state": _state,
    "summary": _summary,
    "profile": _profile,
    "task state": _no_state,
    "pinned": _pinned,
    "system": _system,
    "latest": _latest,
}
