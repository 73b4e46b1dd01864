"""The running summary of a session: when exchanges are folded into it, and how it is written without a model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memstrata.core.turns import Turn
from memstrata.policies import messages, window
from memstrata.text import clip, language, sentences, tokens

SUMMARY_TOKENS = 500
FOLDED_BEYOND = 2  # times the window
_LINE_CHARACTERS = 120
_TURN_CHARACTERS = 1500
_INPUT_CHARACTERS = 24_000  # of the turns that one call reads
_LOOKED_AT = 4000  # characters of a turn that the rules read

# In the order in which they are written; (English heading, Chinese heading).
HEADINGS = (("Need", "需求"), ("Preferences", "偏好"), ("Done", "已完成"), ("Open", "待办"), ("Decisions", "决定"), ("Advice", "建议"))
_NEED, _PREFERENCES, _DONE, _OPEN, _DECISIONS, _ADVICE = range(len(HEADINGS))
_SIGNS_OF_USER = (
    (
        _DECISIONS,
        re.compile(
            r"\b(?:decided|let's (?:go with|use|do)|we(?:'ll| will) (?:use|go)|go with|settled)\b"
            r"|决定|就用|选定|定了|敲定",
            re.IGNORECASE,
        ),
    ),
    (
        _PREFERENCES,
        re.compile(
            r"\b(?:prefer|like|love|hate|dislike|always|never|rather|favou?rite)\b"
            r"|喜欢|偏好|讨厌|习惯|不要|总是|宁愿|最好",
            re.IGNORECASE,
        ),
    ),
    (
        _OPEN,
        re.compile(
            r"\b(?:need to|have to|todo|remind|must|should|deadline|by (?:mon|tues|wednes|thurs|fri)day)\b"
            r"|还要|待办|记得|必须|提醒|截止|要做",
            re.IGNORECASE,
        ),
    ),
    (
        _DONE,
        re.compile(
            r"\b(?:done|finished|fixed|shipped|merged|deployed|completed|sent)\b"
            r"|完成|搞定|修好|已经|上线|做完|发出",
            re.IGNORECASE,
        ),
    ),
    (
        _NEED,
        re.compile(
            r"\b(?:want|need|help|how|can you|could you|trying to|looking for|build|write|fix)\b"
            r"|想|需要|帮|怎么|如何|请|能不能|做一个|写",
            re.IGNORECASE,
        ),
    ),
)
_SIGNS_OF_ASSISTANT = (
    (
        _ADVICE,
        re.compile(
            r"\b(?:recommend|suggest|should|advise|better to|consider|try)\b"
            r"|建议|推荐|应该|最好|可以试",
            re.IGNORECASE,
        ),
    ),
    (
        _DONE,
        re.compile(
            r"\b(?:i(?:'ve| have)|done|created|updated|added|fixed|booked|sent)\b"
            r"|已|完成|创建|更新|添加|修复",
            re.IGNORECASE,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The window's: exchanges and tokens that it shows."""

    exchanges: int = 20
    tokens: int = 8000


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A new summary. `tokens_before` are those of the former one and of the turns."""

    text: str
    tokens_before: int
    tokens_after: int
    calls: int = 0
    by: str = "rule"  # or "model"

    @property
    def ratio(self) -> float:
        """Compression: tokens before ÷ after."""
        return self.tokens_before / max(self.tokens_after, 1)


def due(turns: Sequence[Turn], bounds: Bounds) -> int:
    """How many of the leading turns are to be folded: 0 up to twice the window, else all but the newest exchanges that it shows."""
    parts = window.exchanges(turns)
    costs = [sum(window.turn_tokens(turn) for turn in part) for part in parts]
    if len(parts) <= FOLDED_BEYOND * bounds.exchanges and sum(costs) <= FOLDED_BEYOND * bounds.tokens:
        return 0
    kept, left = 0, bounds.tokens
    for cost in reversed(costs):
        left -= cost
        if kept and (kept >= bounds.exchanges or left < 0):
            break
        kept += 1
    return sum(len(part) for part in parts[: len(parts) - kept])


def transcript(turns: Sequence[Turn]) -> str:
    """The turns as lines "role: text", each cut visibly so that all of them together fit one call."""
    room = max(200, min(_TURN_CHARACTERS, _INPUT_CHARACTERS // max(len(turns), 1)))
    told = [(turn.name or messages.voice(turn), " ".join(said(turn).split())) for turn in turns]
    return "\n".join(f"{who}: {text if len(text) <= room else text[:room] + '…'}" for who, text in told if text)


def said(turn: Turn) -> str:
    """The readable text of a turn; of a tool call its name."""
    names = [call.get("function") for call in turn.tool_calls]
    called = [str(each.get("name")) for each in names if isinstance(each, dict)]
    return turn.text or (f"[{', '.join(called)}]" if called else "")


def by_rule(former: str, turns: Sequence[Turn], limit: int = SUMMARY_TOKENS) -> str:
    """The summary of `former` and `turns` by signs of words, at most `limit` tokens; the newest lines stay. '' for small talk alone."""
    spoken = "zh" if any(language.language(turn.text[:400]) == "zh" for turn in turns[-6:]) or language.has_han(former) else "en"
    lines: list[list[str]] = [[] for _ in HEADINGS]
    for place, line in _read(former):
        lines[place].append(line)
    for turn in turns:
        for place, line in _signed(turn):
            if line not in lines[place]:
                lines[place].append(line)
    while tokens.estimate(_written(lines, spoken)) > limit:
        longest = max(range(len(lines)), key=lambda place: sum(map(len, lines[place])))
        if len(lines[longest]) < 2:
            return clip.clip(_written(lines, spoken), limit)
        del lines[longest][: max(1, len(lines[longest]) // 8)]
    return _written(lines, spoken)


def _written(lines: Sequence[Sequence[str]], spoken: str) -> str:
    mark, gap = ("：", "；") if spoken == "zh" else (": ", "; ")
    names = [zh if spoken == "zh" else en for en, zh in HEADINGS]
    return "\n".join(f"{name}{mark}{gap.join(held)}" for name, held in zip(names, lines, strict=True) if held)


def _read(summary: str) -> list[tuple[int, str]]:
    """The lines of a summary with their heading; lines under another one count as needs."""
    found = []
    for line in filter(None, map(str.strip, summary.splitlines())):
        head, _, rest = line.replace("：", ":", 1).partition(":")
        name = head.strip("#*- ").casefold()
        place = next((at for at, names in enumerate(HEADINGS) if name in (names[0].casefold(), names[1])), None)
        held = line if place is None else rest
        found += [(_NEED if place is None else place, part.strip()) for part in re.split(r"[;；]", held) if part.strip(" *")]
    return found


def _signed(turn: Turn) -> list[tuple[int, str]]:
    """(heading, line) of each sentence of the turn that shows a sign; a tool call is something done."""
    voice = messages.voice(turn)
    if turn.tool_calls:
        return [(_DONE, said(turn)[:_LINE_CHARACTERS])]
    signs = _SIGNS_OF_USER if voice == "user" else _SIGNS_OF_ASSISTANT if voice == "assistant" else ()
    text = turn.text[:_LOOKED_AT]
    found = []
    for span in sentences.sentences(text) if signs else ():
        line = " ".join(span.of(text).split())[:_LINE_CHARACTERS].rstrip("。.;；")
        place = next((at for at, sign in signs if sign.search(line)), None)
        if place is not None:
            found.append((place, line.replace(";", ",").replace("；", "，")))
    return found[:4]
