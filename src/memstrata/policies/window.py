"""What of a session is shown: the newest whole exchanges that fit, after what stays pinned."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias, overload

from memstrata.core.records import Json
from memstrata.core.turns import Turn
from memstrata.policies import messages
from memstrata.text import clip
from memstrata.text import tokens as counter

PART_TOKENS = 765  # an image of 1024 × 1024 in high detail, OpenAI's vision guide; other parts are taken to cost the same
RESULT_FLOOR_TOKENS = 200  # a tool result is not shortened below this before an older exchange goes
SCENE_FLOOR_TOKENS = 200  # a scene up to this length is pinned whole, however small the window
ANSWER_TOKENS = 200  # of the answer to a pinned message: it keeps user and assistant alternating
SCENE_CHARACTERS = 2000  # where the scene is looked for

Count: TypeAlias = Callable[[str], int]

_SCENE = re.compile(
    r"\b(?:you are (?:an? |the |my |now )|you're (?:an? |the |my |now )|act as|pretend|imagine (?:you|we|that)|role-?play"
    r"|take the role|play the (?:role|part)|your (?:role|name|task|job) is|from now on|let's (?:play|write|build|pretend|imagine)"
    r"|in this (?:session|conversation|chat|game)|we(?: are|'re) (?:going to|working on|building|writing|playing))"
    r"|你(?:现在|将)?(?:是|就是)(?!谁|什么|不是|否|哪|怎么|如何|在|说|指|吗)|你来(?:当|做|演)|扮演|假设你|假装|想象(?:你|我们|一下)|充当|担任"
    r"|从现在(?:开始|起)|接下来(?:你|我们)|我们(?:现在)?来(?:玩|写|做|聊|模拟|设计|一起)|(?:场景|背景|角色|设定)(?:是|如下|[:：])|这次(?:对话|会话)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window(Sequence[Turn]):
    """`pinned` before `turns`, and both as one sequence; together they are in the order of the session and valid for every chat API."""

    pinned: tuple[Turn, ...] = ()  # the first system message, and what else is pinned and not among `turns`
    turns: tuple[Turn, ...] = ()
    tokens: int = 0
    dropped: int = 0  # turns that are not shown
    over_budget: bool = False  # what must stay takes more than the tokens
    shortened: tuple[str, ...] = ()  # ids of the turns whose text was cut

    @property
    def messages(self) -> list[dict[str, Json]]:
        """The plain messages of all shown turns, in order."""
        return [turn.message() for turn in self]

    def __len__(self) -> int:
        return len(self.pinned) + len(self.turns)

    @overload
    def __getitem__(self, index: int) -> Turn: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Turn]: ...

    def __getitem__(self, index: int | slice) -> Turn | Sequence[Turn]:
        return (*self.pinned, *self.turns)[index]


def exchanges(turns: Sequence[Turn]) -> list[list[Turn]]:
    """The turns cut before each user's turn; leading others form one; a tool call and its results are never parted."""
    return [list(turns[part.start : part.stop]) for part in _exchanges(turns)]


def units(turns: Sequence[Turn]) -> list[list[Turn]]:
    """What can stand or go alone: a plain turn, or a call with all its results right behind it.

    Results without their call and calls without all their results are left out, but for a call that is the very last turn.
    """
    return [list(turns[part.start : part.stop]) for part in _units(turns, range(len(turns)))]


def window(turns: Sequence[Turn], *, exchanges: int = 20, tokens: int = 8000, count: Count = counter.estimate) -> Window:
    """The window on a session's `turns`, which are in order. Never raises; the empty session has the empty window.

    The last user's message always stays, and so does what is pinned: the first system message, turns whose metadata says
    `pinned`, and a first user's message that sets the scene. Long tool results are shortened before an exchange goes.
    """
    return _Choice(turns, tokens, count).window(max(1, exchanges))


def message_tokens(message: Mapping[str, Json], count: Count = counter.estimate) -> int:
    """Tokens of one plain chat message with its frame; the one count for windows and prompts."""
    text, parts = messages.payload(message)
    name = message.get("name")
    return counter.TOKENS_PER_TURN + count(text) + parts * PART_TOKENS + (count(name) if isinstance(name, str) else 0)


def turn_tokens(turn: Turn, count: Count = counter.estimate) -> int:
    """Tokens of the turn as a message."""
    return message_tokens(turn.message(), count)


def shorten(turn: Turn, tokens: int, count: Count = counter.estimate) -> Turn:
    """The turn with its text, or each of its tool results, cut visibly to `tokens` in all; the mark names the message."""
    marker = f"… [cut; message {turn.id[:64]}]"
    parts = turn.content if isinstance(turn.content, list) else []
    blocks = sum(isinstance(part, dict) and part.get("type") == "tool_result" for part in parts)
    if not blocks:
        text = _clipped(turn.text, turn.ignored_parts, tokens, marker, count)
        return replace(turn, text=text, content=text)
    content: list[Json] = []
    for part in parts:
        if isinstance(part, dict) and part.get("type") == "tool_result":
            content.append({**part, "content": _clipped(*messages.result_payload(part), tokens // blocks, marker, count)})
        else:
            content.append(part)
    return replace(turn, content=content)


def sets_scene(text: str) -> bool:
    """Whether a first message gives the assistant a role, or the talk a setting, in Chinese or English."""
    return _SCENE.search(text[:SCENE_CHARACTERS]) is not None


def largest(fits: Callable[[int], bool], low: int, high: int) -> int:
    """By bisection a number in [low, high] that fits, the largest if `fits` is monotone; `low` is taken to fit."""
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low


class _Choice:
    """One choosing: the costs that were counted, and what it knows of the session. Indexes are places in `turns`."""

    def __init__(self, turns: Sequence[Turn], budget: int, count: Count) -> None:
        self.turns = turns
        self.budget = budget
        self.count = count
        self.floor = max(0, min(RESULT_FLOOR_TOKENS, budget // 4))
        self.parts = _exchanges(turns)
        self.system = next((index for index, turn in enumerate(turns) if turn.role in ("system", "developer")), None)
        self.pinned = self._pinned()
        self._pinned_costs = {index: turn_tokens(turn, count) for index, turn in self.pinned.items()}
        self._costs: dict[tuple[int, int | None], int] = {}

    def window(self, limit: int) -> Window:
        """The window of at most `limit` exchanges."""
        chosen = self._newest()
        whole = bool(self.parts) and self._members(self.parts[-1]) <= chosen
        for part in reversed(self.parts[-limit:-1] if whole else []):
            more = chosen | self._members(part)
            if self._total(more, self.floor) > self.budget:
                break
            chosen = more
        cap = largest(lambda tokens: self._total(chosen, tokens) <= self.budget, self.floor, max(self.floor, self.budget))
        shown = [self._at(index, cap) for index in sorted(chosen)]
        pinned = [turn for index, turn in sorted(self.pinned.items()) if index not in chosen]
        total = self._total(chosen, cap)
        cut = [turn.id for index, turn in zip(sorted(chosen), shown, strict=True) if turn is not self.turns[index]]
        cut += [turn.id for index, turn in self.pinned.items() if index not in chosen and turn is not self.turns[index]]
        return Window(
            pinned=tuple(pinned),
            turns=tuple(shown),
            tokens=total,
            dropped=len(self.turns) - len(pinned) - len(shown),
            over_budget=total > self.budget,
            shortened=tuple(cut),
        )

    def _newest(self) -> set[int]:
        """Of the last exchange all, or the user's message and the newest units that fit beside it."""
        if not self.parts:
            return set()
        part = self.parts[-1]
        if self._total(self._members(part), self.floor) <= self.budget:
            return self._members(part)
        user = next((index for index in reversed(part) if _asks(self.turns[index])), None)
        chosen = {index for index in part if index == user or (index in self.pinned and index != self.system)}
        for unit in reversed(_units(self.turns, part)):
            more = chosen | set(unit) - {self.system}
            if self._total(more, self.floor) > self.budget:
                break
            chosen = more
        return chosen

    def _members(self, part: range) -> set[int]:
        return {index for unit in _units(self.turns, part) for index in unit if index != self.system}

    def _total(self, chosen: set[int], cap: int) -> int:
        pinned = sum(cost for index, cost in self._pinned_costs.items() if index not in chosen)
        return pinned + sum(self._cost(index, cap) for index in chosen)

    def _cost(self, index: int, cap: int | None) -> int:
        """Tokens of the turn, of a tool result when cut to `cap`; at most what it takes uncut."""
        if (index, cap) not in self._costs:
            turn = self.turns[index] if cap is None else self._at(index, cap)
            self._costs[index, cap] = turn_tokens(turn, self.count)
        return self._costs[index, cap]

    def _at(self, index: int, cap: int) -> Turn:
        turn = self.turns[index]
        if not messages.results(turn) or self._cost(index, None) <= cap + counter.TOKENS_PER_TURN:
            return turn
        return shorten(turn, cap, self.count)

    def _pinned(self) -> dict[int, Turn]:
        """What stays wherever it stands, as it is shown outside of its exchange."""
        turns = self.turns
        first = next((index for index, turn in enumerate(turns) if _asks(turn)), None)
        scene = {first} if first is not None and sets_scene(turns[first].text) else set()
        marked = {index for index, turn in enumerate(turns) if turn.metadata.get("pinned") is True and _stands_alone(turn)}
        pinned = {index: turns[index] for index in marked | ({self.system} - {None}) if index is not None}
        for index in scene - pinned.keys():
            pinned[index] = self._fitted(index, max(SCENE_FLOOR_TOKENS, self.budget // 4))
        for part in self.parts[:-1]:
            if any(index in pinned and _asks(turns[index]) for index in part):
                answer = next((i for i in reversed(part) if turns[i].role == "assistant" and _stands_alone(turns[i])), None)
                if answer is not None and answer not in pinned:
                    pinned[answer] = self._fitted(answer, ANSWER_TOKENS)
        return pinned

    def _fitted(self, index: int, tokens: int) -> Turn:
        turn = self.turns[index]
        return turn if turn_tokens(turn, self.count) <= tokens + counter.TOKENS_PER_TURN else shorten(turn, tokens, self.count)


def _exchanges(turns: Sequence[Turn]) -> list[range]:
    reach = list(range(len(turns)))  # the last result of the calls made at each place
    nearest: dict[str, int] = {}
    for index in reversed(range(len(turns))):
        for call in messages.calls(turns[index]):
            if call:  # calls without ids are answered in place or not at all
                reach[index] = max(reach[index], nearest.pop(call, index))
        nearest.update(dict.fromkeys(messages.results(turns[index]), index))
    starts: list[int] = []
    pending = -1
    for index, turn in enumerate(turns):
        if index == 0 or (_asks(turn) and index > pending):
            starts.append(index)
        pending = max(pending, reach[index])
    return [range(start, stop) for start, stop in pairwise([*starts, len(turns)])]


def _units(turns: Sequence[Turn], part: range) -> list[range]:
    found = []
    index = part.start
    while index < part.stop:
        start = index
        index += 1
        if messages.results(turns[start]):
            continue
        pending = Counter(messages.calls(turns[start]))
        while pending and index < part.stop:
            answered = Counter(messages.results(turns[index]))
            if not answered or not answered <= pending or messages.calls(turns[index]):
                break
            pending -= answered
            index += 1
        if not pending or index == start + 1 == len(turns):
            found.append(range(start, index))
    return found


def _asks(turn: Turn) -> bool:
    return turn.role == "user" and not messages.results(turn)


def _stands_alone(turn: Turn) -> bool:
    return not messages.results(turn) and not messages.calls(turn)


def _clipped(text: str, lost: int, tokens: int, marker: str, count: Count) -> str:
    """At most `tokens` by `count`, whatever the estimate says, with a marker if text or parts are `lost`; '' where nothing fits."""
    whole = text + marker if lost else text
    for mark in (marker, "…"):
        limit = max(tokens, 0)
        cut = clip.clip(whole, limit, mark)
        while limit > 0 and (taken := count(cut)) > tokens:
            limit = limit * tokens // taken
            cut = clip.clip(whole, limit, mark)
        if cut:
            break
    return cut
