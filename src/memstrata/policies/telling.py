"""An episode told by rules from the turns of its session, in Chinese and English.

The turns come masked; masks are never cut through. Nothing is invented: every piece is somebody's own words, a tool's name, or a
count. The same turns give the same episode.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from memstrata.core.turns import Turn
from memstrata.policies import episodes, messages, steps, worth
from memstrata.policies.episodes import OUTCOMES, Episode, Outcome
from memstrata.text import echo, instructions, language, segment, sentences, stopwords
from memstrata.text import outcome as outcomes
from memstrata.text.outcome import Sign

TITLE_CHARACTERS = {"zh": 12, "en": 48}  # about ten characters, or half a dozen words
_TITLE_WORDS = 7

_OUTCOME_OF_SIGN: Mapping[Sign, Outcome] = {Sign.GOOD: "success", Sign.PART: "partial", Sign.BAD: "failure"}
_ASKS = re.compile(
    r"\b(?:please|can you|could you|would you|help me|i(?:'d| would) like|i (?:want|need|have to|must|am trying|tried)|we (?:want"
    r"|need|have to"
    r"|must)|let['’]s|how (?:do|can|should|to)|what(?:'s| is| are)|why|which|where|when|is there|should (?:i|we))\b"
    r"|请|帮|麻烦|能不能|可不可以|可以.{0,20}吗|怎么|如何|为什么|什么|我想|我要|我们要|需要|得把|去把|给我",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^(?:(?:hi|hey|hello|ok(?:ay)?|now|so|then|and|also|please|can you|could you|would you|will you|help me(?: to| with)?|i(?:'d"
    r"| would) like"
    r"(?: you)? to|i (?:want|need)(?: you)? to|we (?:want|need|have)(?: you)? to|i (?:want|need)|we (?:want|need)|let['’]s"
    r"|how (?:do|can|should)"
    r" (?:i|we|you)|how to|just|again|today)\b[\s,:]*|(?:你好|您好|好的?|那|现在|今天|请问?|麻烦(?:你|您)?|帮(?:我|忙|我们)?"
    r"|能不能|可不可以|可以|我们?"
    r"(?:想|要|需要|得)?|需要|给我|再|来|把|一下)[，,\s]*)",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Za-z][\w.+#-]{2,30}")
_MASKS = re.compile(r"\[masked:\w{1,30}\]")
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_LOOKED_AT = 8000  # characters of a message
_QUOTE_CHARACTERS = 110
_EMPTY = frozenset(
    "一下 需要 帮忙 麻烦 问题 怎么 今天 明天 昨天 want need help know tell make thing today tomorrow".split()
)  # no subject of anything
_WORDS: Mapping[str, Mapping[str, str]] = {
    "zh": {
        "success": "成功",
        "partial": "部分完成",
        "failure": "失败",
        "none": "未见结果",
        "asked": "用户提出：",
        "said": "用户说：",
        "steps": "步骤：",
        "answer": "助手答复：",
        "attempts": "（共 {} 次尝试）",
        "learned": "经验：",
        "fact": "要点：",
        "ended": "结果：",
        "last": "，用户最后说“{}”",
        "messages": "共 {} 条消息",
        "colon": "：",
        "comma": "，",
        "stop": "。",
        "gap": "",
    },
    "en": {
        "success": "success",
        "partial": "partly done",
        "failure": "failure",
        "none": "no outcome told",
        "asked": "The user asked: ",
        "said": "The user said: ",
        "steps": "Steps: ",
        "answer": "The assistant answered: ",
        "attempts": " ({} attempts)",
        "learned": "Learned: ",
        "fact": "Noted: ",
        "ended": "Outcome: ",
        "last": '; the user\'s last words: "{}"',
        "messages": "It took {} messages",
        "colon": ": ",
        "comma": "; ",
        "stop": ".",
        "gap": " ",
    },
}
_END = "。.！!？?；;，,、：: \t\n"


def make(
    turns: Sequence[Turn], *, facts: Sequence[str] = (), judged: Outcome | None = None, tools: frozenset[str] = frozenset()
) -> Episode:
    """The episode of `turns`, at least one, in order and masked.

    `facts` are the contents of the facts found in them; `judged` is the caller's own judgement; `tools` names messages of sources
    that nobody vouches for, which teach nothing.
    """
    spoken = _spoken(turns)
    signs = _signs(turns)
    ended = judged or _ended(signs, turns)
    user = [line for turn in turns if messages.voice(turn) == "user" for line in _lines(turn)]
    requests = _requests(user)
    taken = steps.taken(turns)
    made = Episode(
        title=title((requests or user or [""])[0], spoken),
        summary="",
        line="",
        started_at=min(turn.at for turn in turns),
        ended_at=max(turn.at for turn in turns),
        outcome=ended,
        key_facts=episodes.capped(facts, "key_facts"),
        requests=episodes.capped(requests, "requests"),
        lessons=episodes.capped(_lessons([turn for turn in turns if turn.id not in tools], requests, ended, signs, spoken), "lessons"),
        feedback=episodes.capped((line for line in user[1:] if outcomes.graded(line)), "feedback"),
        steps=taken,
        attempts=_attempts(signs, ended, bool(taken or requests)),
        turns=len(turns),
    )
    made = replace(made, tags=_tags([made.title, *made.requests, *made.key_facts], spoken))
    made = _told(made, spoken, _last(turns, "user"), _last(turns, "assistant"))
    return replace(made, conversation=episodes.conversation(turns)) if ended == "failure" else made


def extended(former: Episode, later: Episode) -> Episode:
    """One episode of a session that was taken up again: what came first, then what came later; the later end counts."""
    ended = later.outcome if later.outcome != "none" else former.outcome
    joined = replace(
        former,
        ended_at=max(former.ended_at, later.ended_at),
        outcome=ended,
        steps=(*former.steps, *later.steps)[: steps.MOST],
        attempts=former.attempts + later.attempts if former.outcome in ("failure", "partial") else max(former.attempts, later.attempts),
        turns=former.turns + later.turns,
        conversation=(*former.conversation, *later.conversation) if ended == "failure" else (),
    )
    pieces = {name: episodes.capped((*getattr(former, name), *getattr(later, name)), name) for name in episodes.PIECES}
    joined = replace(joined, **pieces)  # type: ignore[arg-type]  # each of these fields is a tuple of texts
    return _told(joined, "zh" if language.has_han(former.summary) else "en", (*later.requests, "")[0], (*later.lessons, "")[0])


def worded(made: Episode, *, title: str, summary: str, line: str, lists: Mapping[str, Sequence[str]]) -> Episode:
    """`made` in somebody else's words, within the same caps."""
    spoken = "zh" if language.has_han(title) else "en"
    short = episodes.shortened(title.strip(_END), TITLE_CHARACTERS[spoken])
    whole = episodes.shortened(summary, episodes.SUMMARY_CHARACTERS)
    capped = {name: episodes.capped(items, name) for name, items in lists.items()}
    made = replace(made, title=short or made.title, summary=whole, line=episodes.shortened(line or whole, episodes.LINE_CHARACTERS))
    return replace(made, **capped)  # type: ignore[arg-type]  # each of these fields is a tuple of texts


def title(request: str, spoken: str) -> str:
    """A request as a title: its courtesies left out, cut at a clause or a word."""
    words = request
    for _ in range(4):  # "hi, could you please …"
        words = _POLITE.sub("", words, count=1)
    words = re.split(r"(?<!masked)[，,；;。.!！?？:：\n](?!\d)", words.strip(_END) or request, maxsplit=1)[0]
    if spoken != "zh":
        words = " ".join(words.split()[:_TITLE_WORDS])
    short = episodes.shortened(words.strip(_END), TITLE_CHARACTERS["zh" if spoken == "zh" else "en"])
    return short[:1].upper() + short[1:] or ("对话" if spoken == "zh" else "Conversation")


def _signs(turns: Sequence[Turn]) -> list[tuple[str, Sign]]:
    """(who, what it says of the work) in order. A user judges what was answered, so the first words judge nothing."""
    found, answered = list[tuple[str, Sign]](), False
    for turn in turns:
        voice, sign = messages.voice(turn), None
        if voice in ("tool", "function"):
            voice, sign = "tool", Sign.BAD if _is_error(turn) else outcomes.returned(turn.text)
        elif voice == "assistant":
            sign = outcomes.claimed(turn.text)
        elif voice == "user" and answered:
            sign = outcomes.judged(turn.text)
            if sign is None and outcomes.praised(turn.text):
                voice, sign = "praise", Sign.GOOD
        answered = answered or voice in ("assistant", "tool")
        if sign is not None:
            found.append((voice, sign))
    return found


def _is_error(turn: Turn) -> bool:
    parts = turn.content if isinstance(turn.content, list) else []
    return turn.metadata.get("status") == "error" or any(isinstance(part, dict) and part.get("is_error") is True for part in parts)


def _ended(signs: Sequence[tuple[str, Sign]], turns: Sequence[Turn]) -> Outcome:
    """The last judgement of a user or a tool; what only the assistant says afterwards makes it a part of a success at most."""
    said = [known for turn in turns for known in OUTCOMES if known == turn.metadata.get("outcome")]
    if said:
        return said[-1]
    hard = [place for place, (voice, _) in enumerate(signs) if voice in ("user", "tool")]
    if not hard:
        soft = [sign for voice, sign in signs if voice == "praise"] or [sign for _, sign in signs]
        return _OUTCOME_OF_SIGN[soft[-1]] if soft else "none"
    (voice, last), after = signs[hard[-1]], signs[hard[-1] + 1 :]
    if last is Sign.GOOD or all(sign is not Sign.GOOD for _, sign in after):
        return _OUTCOME_OF_SIGN[last]
    return "success" if voice == "user" and ("praise", Sign.GOOD) in after else "partial"


def _attempts(signs: Sequence[tuple[str, Sign]], ended: Outcome, tried: bool) -> int:
    """Failures that were met, a user's word about a failure that a tool had reported not counted anew, and the try that ended it."""
    failures, told = 0, False
    for voice, sign in signs:
        if voice == "tool":
            failures, told = failures + (sign is Sign.BAD), sign is Sign.BAD
        elif voice == "user":
            failures, told = failures + (sign is not Sign.GOOD and not told), False
    if not failures:
        return int(tried or ended != "none")
    return failures + (ended == "success")


def _lessons(turns: Sequence[Turn], requests: Sequence[str], ended: Outcome, signs: Sequence[tuple[str, Sign]], spoken: str) -> list[str]:
    """What was learned, in the words of user and assistant; of a failure that taught nothing, what it failed with."""
    troubled = ended == "failure" or any(sign is Sign.BAD for _, sign in signs)
    spoken_lines = [
        (line, messages.voice(turn)) for turn in turns for line in _lines(turn) if messages.voice(turn) in ("user", "assistant")
    ]
    told = [(line, voice == "user" and troubled) for line, voice in spoken_lines if line not in requests and line[-1] not in "?？"]
    found = [line for line, _ in told if outcomes.teaches(line)] + [line for line, ruled in told if ruled and outcomes.rules(line)]
    if found or ended not in ("failure", "partial"):
        return found
    bad = [turn for turn in turns if outcomes.judged(turn.text) is Sign.BAD or _is_error(turn) or outcomes.returned(turn.text) is Sign.BAD]
    lines = [
        line for turn in reversed(bad) for line in _lines(turn) if outcomes.returned(line) is Sign.BAD or outcomes.judged(line) is Sign.BAD
    ]
    shown = next((line for line in lines if not instructions.read(line).suspicious), "")
    return [f"{'没有成功：' if spoken == 'zh' else 'It failed with: '}{shown}"] if shown else []


def _requests(user: Sequence[str]) -> list[str]:
    asked = [line for line in user if _ASKS.search(line) or worth.passing(line) == "a request"]
    return asked or [line for line in user if worth.passing(line) != "small talk"][:1]


def _lines(turn: Turn) -> list[str]:
    """The sentences of a turn, each in one line, without our own blocks and without code."""
    text = _CODE.sub(" ", echo.strip_blocks(turn.text[:_LOOKED_AT]))
    return [line for span in sentences.sentences(text) if (line := " ".join(span.of(text).split()))]


def _last(turns: Sequence[Turn], voice: str) -> str:
    return next((lines[-1] for turn in reversed(turns) if messages.voice(turn) == voice and (lines := _lines(turn))), "")


def _spoken(turns: Sequence[Turn]) -> str:
    said = " ".join(turn.text[:400] for turn in turns if messages.voice(turn) == "user") or " ".join(turn.text[:400] for turn in turns)
    return "zh" if language.language(said) == "zh" else "en"


def _told(episode: Episode, spoken: str, user: str, assistant: str) -> Episode:
    """`episode` with its summary and its line, from its parts and the last words of both sides."""
    names = _WORDS[spoken]
    ended = names[episode.outcome]
    path = " → ".join(episode.steps[:6])
    tried = names["attempts"].format(episode.attempts) if episode.attempts > 1 else ""
    said = [
        (names["asked" if episode.requests else "said"], "; ".join(map(_short, episode.requests[:2])) or episode.title),
        (names["steps"], path + tried) if path else (names["answer"], _short(assistant) + tried),
        (names["learned"], _short((*episode.lessons, "")[0])),
        (names["fact"], _short((*episode.key_facts, "")[0])),
    ]
    told = [f"{name}{text}" for name, text in said if text]
    last = _short(user) if user not in episode.requests[:2] else ""
    told.append(f"{names['ended']}{ended}" + (names["last"].format(last) if last else ""))
    if len(told) < 3:
        told.insert(1, names["messages"].format(episode.turns))
    tail = _short((*episode.lessons, *episode.key_facts, last)[0])
    line = f"{episode.title}{names['colon']}{ended}" + (f"{names['comma']}{tail}" if tail else "")
    summary = episodes.shortened(names["gap"].join(f"{part}{names['stop']}" for part in told), episodes.SUMMARY_CHARACTERS)
    return replace(episode, summary=summary, line=episodes.shortened(line, episodes.LINE_CHARACTERS))


def _short(text: str) -> str:
    return episodes.shortened(text, _QUOTE_CHARACTERS).rstrip(_END)


def _tags(texts: Sequence[str], spoken: str) -> tuple[str, ...]:
    """The words that the texts share, most frequent first, then in their order."""
    said = "\n".join(texts)
    found = [word.casefold() for word in _LATIN.findall(_MASKS.sub(" ", said))]
    if spoken == "zh" and segment.AVAILABLE:
        found += [word for run in language.HAN_RUN.findall(said) for word in segment.words(run) if len(word) > 1]
    known = stopwords.ENGLISH | stopwords.CHINESE | _EMPTY
    counted = Counter(word.rstrip("._-") for word in found if word not in known)
    return tuple(word for word, _ in counted.most_common(episodes.PIECES["tags"]))
