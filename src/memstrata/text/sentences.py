"""Where sentences and clauses begin and end, in Chinese and English."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open piece of a text in code points: `text[start:end]`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The piece itself."""
        return text[self.start : self.end]


_CLOSERS = r"\"'”’»）)］\]】』」》〉*_`"

# A border lies behind a match. Chinese marks always end a sentence; Latin ones only where no word, path or number goes on.
_BORDER = re.compile(
    f"[。！？｡][。！？｡…!?]*[{_CLOSERS}]*"
    rf"|[!?]+[{_CLOSERS}]*(?=[\s。，！？]|[^\x00-\u02ff]|$)"
    rf"|\.[.!?]*[{_CLOSERS}]*(?=\s|[^\x00-\u02ff]|$)"
    r"|[\r\n\u2028\u2029\x0b\x0c\x85]+"
)
_CLAUSE_BORDER = re.compile(
    r"[，,；;](?!\d)"
    r"|(?<=\d)[，；;](?=\d)"
    r"|(?=(?<![不非])(?:但是|但|不[过過](?![敏关期是分滤濾来來去户审審问問度瘾])|可是|然而|而且|并且|並且)[^愿願求凡])"
    r"|(?<=\s)(?=(?:but|however|whereas)\s)"
    r"|(?<=\s)(?=and\s+(?:i|i'm|i've|we|my|our|he|she|it|they|you|please|also|then|that|this|there|don't|do)\b)",
    re.IGNORECASE,
)
# The word before a full stop that is not the end of a sentence.
_WORD_BEFORE = re.compile(r"[A-Za-z0-9.]{1,12}\Z")
_ALWAYS_ABBREVIATED = frozenset(
    ["mr", "mrs", "ms", "dr", "prof", "st", "vs", "fig", "eq", "e.g", "i.e", "cf", "ca", "approx", "gen", "col", "rev", "hon", "al"]
)
_MAYBE_ABBREVIATED = frozenset(["etc", "inc", "ltd", "co", "corp", "jr", "sr", "no", "vol", "dept", "est", "a.m", "p.m", "u.s", "u.k"])
_LOOK_BACK = 12


def sentences(text: str) -> list[Span]:
    """The sentences in order, without the blanks around them: together they hold every character that is not blank."""
    return _pieces(text, [match.end() for match in _BORDER.finditer(text) if _ends_sentence(text, match)])


def clauses(text: str) -> list[Span]:
    """The sentences, parted also at commas, semicolons and before conjunctions that open a clause (但是, 而且, "but", "and I").

    The conjunction belongs to the clause that it opens. "and" between two nouns and the comma in a number part nothing.
    """
    borders = [match.end() for match in _BORDER.finditer(text) if _ends_sentence(text, match)]
    borders += [match.end() for match in _CLAUSE_BORDER.finditer(text)]
    return _pieces(text, sorted(borders))


def _pieces(text: str, borders: list[int]) -> list[Span]:
    spans = []
    start = 0
    for end in [*borders, len(text)]:
        piece = text[start:end]
        trimmed = piece.strip()
        if trimmed:
            left = start + len(piece) - len(piece.lstrip())
            spans.append(Span(left, left + len(trimmed)))
        start = end
    return spans


def _ends_sentence(text: str, border: re.Match[str]) -> bool:
    if border[0][0] != "." or border[0].startswith(".."):
        return True
    word = _WORD_BEFORE.search(text[max(0, border.start() - _LOOK_BACK) : border.start()])
    if word is None:
        return True
    before, following = word[0].lower(), text[border.end() : border.end() + 2].lstrip()
    if before in _ALWAYS_ABBREVIATED:
        return False
    if before in _MAYBE_ABBREVIATED:
        return not following[:1].islower() and not following[:1].isdigit()
    if before.isdigit():
        return not _opens_line(text, border.start() - len(before))  # "1. first point"
    return not (len(before) == 1 and word[0].isupper() and before != "i" and following[:1].isupper())  # "J. Doe"


def _opens_line(text: str, index: int) -> bool:
    line_start = text.rfind("\n", 0, index) + 1
    return index - line_start <= _LOOK_BACK and not text[line_start:index].strip(" \t-*#>")
