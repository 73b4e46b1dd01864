"""A message as the gate reads it: the user's own words apart from what was pasted or quoted."""

import re
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from memstrata.text import fold

MAX_CHARACTERS = 2000  # of the message's start; a request stands there or at the end
_END_CHARACTERS = 400
PASTED = "§"  # stands in `own` for what was pasted

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTE = re.compile(
    r"`[^`\n]{1,300}`|\"[^\"\n]{1,600}\"|“[^”]{1,600}”|「[^」]{1,600}」|『[^』]{1,600}』|《[^》]{1,80}》|‘[^’\n]{1,300}’"
    r"|(?<!\w)'[^'\n]{1,300}'(?!\w)"
)
_CODE_LINE = re.compile(
    r"\s*(?:def |class |import |from \w[\w.]* import |for |while |if |else|elif |return\b|print\(|const |let |var |function\b|public "
    r"|private "
    r"|#include|SELECT |INSERT |UPDATE |CREATE |WITH |FROM |WHERE |JOIN |GROUP BY |Traceback |File \"|at [\w.$]+\(|[$>] |[\w.]*(?:Error"
    r"|Exception)\b)"
    r"|.*[;{}]\s*$|\s+\S.*[=(:]"
)
_LABELLED = re.compile(r"^[^:：\n]{1,80}[:：](?:[ \t]*\n+|[ \t]*)(?=\S)")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_SPACES = re.compile(r"\s+")
_HAN_NAME = range(2, 9)  # characters of a Chinese name that may be known
_LATIN_NAME = 4  # words
_WORD = re.compile(r"[^\W\u3400-\u9fff]+(?:[-'.][^\W\u3400-\u9fff]+)*|[\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message in one spelling: simplified characters, half-width, single spaces."""

    cased: str  # the user's own words, what was pasted is one §
    own: str  # the same in lower case
    head: str  # `own` up to the first colon, line end or paste
    pasted: bool
    code: bool  # what was pasted is code or its output


def read(text: str) -> Message:
    """`text` parted; a blank one has no words of its own."""
    plain = fold.fold(text if len(text) <= MAX_CHARACTERS + _END_CHARACTERS else f"{text[:MAX_CHARACTERS]} {text[-_END_CHARACTERS:]}")
    rest, fences = _FENCE.subn(PASTED, plain) if "```" in plain else (plain, 0)
    rest, lines = _without_code_lines(rest) if "\n" in rest else (rest, 0)
    rest, quotes = _QUOTE.subn(PASTED, rest)
    cased = _SPACES.sub(" ", rest).strip()
    labelled = _LABELLED.match(rest)
    paragraph = _PARAGRAPH.search(rest)
    end = min(labelled.end() if labelled else len(rest), paragraph.start() if paragraph else len(rest))
    head = _SPACES.sub(" ", rest[:end]).strip().casefold()
    return Message(
        cased=cased,
        own=cased.casefold(),
        head=head,
        pasted=bool(fences or lines or quotes or end < len(rest.rstrip())),
        code=bool(fences or lines),
    )


def names(known: Collection[str]) -> frozenset[str]:
    """Names in the form that `gate` compares; build it once for many messages."""
    return frozenset(" ".join(fold.fold(name).casefold().split()) for name in known if name.strip())


def mentions(text: str, known: AbstractSet[str]) -> str | None:
    """The first of `known` (see `names`) that the text holds as whole words or as a piece of a Han run; None without one."""
    return next((name for name in _candidates(fold.fold(text[:MAX_CHARACTERS]).casefold()) if name in known), None) if known else None


def _candidates(plain: str) -> Iterator[str]:
    tokens = _WORD.findall(plain)
    for place, token in enumerate(tokens):
        if "\u3400" <= token[0] <= "\u9fff":
            yield from (token[start : start + size] for start in range(len(token)) for size in _HAN_NAME if start + size <= len(token))
        else:
            yield from (" ".join(tokens[place : place + size]) for size in range(1, _LATIN_NAME + 1) if place + size <= len(tokens))


def _without_code_lines(text: str) -> tuple[str, int]:
    """The text without the block of code lines after its first line, and how many they were; one line alone is no code."""
    first, *lines = text.split("\n")
    code = [bool(_CODE_LINE.match(line)) for line in lines]
    if sum(code) < 2:
        return text, 0
    kept = [line for line, is_code in zip(lines, code, strict=True) if not is_code]
    return "\n".join([first, PASTED, *kept]), sum(code)
