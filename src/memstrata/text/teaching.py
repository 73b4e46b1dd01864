"""A way of doing something, taught in a sentence: "when I say deploy: test, build, push", 我说上线的时候：先测试，再构建，最后推送."""

import re
from dataclasses import dataclass

MAX_CHARACTERS = 2000
_MOST_STEPS = 20
_STEP_CHARACTERS = 80

_QUOTE = "[\"'“”‘’「」『』]?"
_ENGLISH = re.compile(
    rf"\b(?:(?:when(?:ever)?|if|once|each time|every time) i (?:say|type|write|tell you to|ask (?:you )?(?:to|for))"
    rf"|(?:here(?:['’]s| is)|remember|this is) how (?:you |to |we |i )|the (?:steps|procedure|recipe) (?:to|for) )"
    rf"\s*{_QUOTE}(?P<trigger>[^\"'“”‘’:,\n]{{1,48}}?){_QUOTE}\s*(?:(?:are|is)\s*:?|[:,\u2013\u2014-]+)\s+(?P<steps>\S.+)",
    re.IGNORECASE | re.DOTALL,
)
_CHINESE = re.compile(
    rf"(?:(?:当|每当|以后|只要|如果|每次)?我(?:一)?(?:说|喊|让你|叫你|要你|要求){_QUOTE}(?P<said>[^“”\"「」：:，,。\n]{{1,20}}?){_QUOTE}(?:的时候|时|的话|，|,|：|:|就)"
    rf"|(?:记住)?(?:怎么|如何){_QUOTE}(?P<how>[^“”\"「」：:，,。\n？?]{{1,20}}?){_QUOTE}[：:]"
    rf"|{_QUOTE}(?P<of>[^“”\"「」：:，,。\n]{{1,20}}?){_QUOTE}的(?:步骤|流程|做法)(?:是|如下|为)?[：:，,])"
    r"[：:，,\s]*(?P<steps>\S.+)",
    re.DOTALL,
)
_END = re.compile(r"[。！!？?]|(?<=[a-zA-Z\"'”)])\.(?=\s|$)|\n\s*\n")
_PARTS = re.compile(
    r"\s*(?:[,，、;；。]|->|→|=>|\n|\bthen\b|\band then\b|\bafter that\b|\band finally\b|\bfinally\b|然后|接着|之后再|再来|最后)\s*",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:\d{1,2}[.)、．]\s*|[-*•]\s*|(?:(?:you (?:should|must|have to)|please|first(?:ly)?|next|then|and|finally|lastly|always|just|do)\b"
    r"|就|要|请|你|先|再|然后|接着|最后|首先|并|去)\s*)+",
    re.IGNORECASE,
)
_NO_STEP = re.compile(r"(?:i|it|that|this|you|he|she|they|we)\b|我|他|她|它|那|这", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Taught:
    """What to do, step by step, when the trigger is said; `start` and `end` span it in the text."""

    trigger: str
    steps: tuple[str, ...]  # at least two, as they were worded
    start: int
    end: int


def taught(text: str) -> Taught | None:
    """The way that the text teaches; None where it names no trigger, or fewer than two steps."""
    held = text[:MAX_CHARACTERS]
    match = _ENGLISH.search(held) or _CHINESE.search(held)
    if match is None:
        return None
    named = match.groupdict()
    trigger = next(value for name, value in named.items() if name != "steps" and value).strip(" 的")
    told = match["steps"]
    if "\n" not in told.strip():
        told = told[: end.start()] if (end := _END.search(told)) else told
    steps = [step for part in _PARTS.split(told) if (step := _LEAD.sub("", part.strip()).strip(" .,，。;；:：")) and len(step) > 1]
    steps = [step for piece in steps for step in _pair(piece)]
    if not trigger or not 2 <= len(steps) <= _MOST_STEPS or any(len(step) > _STEP_CHARACTERS or _NO_STEP.match(step) for step in steps):
        return None
    return Taught(trigger, tuple(steps), match.start(), match.start("steps") + len(told))


def _pair(step: str) -> list[str]:
    """A step, or the two that "and" joins where both begin with a word of their own: "build the image and push it"."""
    first, _, second = step.partition(" and ")
    return [first, second] if second and first and len(second.split()) <= 4 and len(first) > 2 else [step]
