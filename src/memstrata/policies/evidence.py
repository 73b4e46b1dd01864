"""Whether a proposed fact rests on what was said, and in which words it may be kept. Decided from the words alone.

A fact is *exact* when its very words were said, *supported* when one or two neighbouring sentences hold its words, figures, names and
negation; else the words of the evidence itself take its place (*clause*), as with a fact in another language or with another name.
What rests on nothing is refused.
"""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from memstrata.policies import statement, wording
from memstrata.text import fold, language, sentences, stopwords
from memstrata.text.sentences import Span

SUPPORTED_SHARE = 0.6  # of a fact's words that its evidence must hold
LOCATED_SHARE = 0.5  # from here on the sentence is what the fact speaks of, and may stand in its place
MIN_QUOTE_CHARACTERS = 4  # shorter quotes are found everywhere
MAX_CLAUSE_CHARACTERS = 400
_MAX_WANTED_CHARACTERS = 2000

_NAMES = re.compile(r"(?<![\w'])[A-Z\u00c0-\u00de][\w'&-]*")
_LATIN = re.compile(r"[a-z\u00df-\u024f][\w+#-]*", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_HAN_WORD = re.compile(f"[{language.HAN}]+")
_GRAMMAR = frozenset("的了在是有和跟与就都也很")
_CLOSING = " \t\r\n.,;:!?。，；：！？、…~～"
_USER = frozenset(
    "i i'm i've i'd i'll my we we're we've our user users user's speaker person they he she his her their the a an s"
    " 用户 使用者 本人 说话人 对方 他 她".split()
)


class Ground(StrEnum):
    """How a fact rests on its evidence."""

    EXACT = "exact"
    SUPPORTED = "supported"
    CLAUSE = "clause"  # the evidence's own words stand for it


@dataclass(frozen=True, slots=True)
class Grounded:
    """A fact with its evidence: `passage` is its place in the passages, `span` half-open code points of that text."""

    content: str
    passage: int
    span: tuple[int, int]
    how: Ground


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with its words."""

    passage: int
    span: Span
    words: frozenset[str]
    plain: str  # folded, lower case


def ground(content: str, quote: str, passages: Sequence[str]) -> Grounded | None:
    """The fact `content` with its evidence in `passages`; None when they do not speak of it. `quote` is what was said to prove it."""
    content = content.strip()[:_MAX_WANTED_CHARACTERS]
    for place, text in enumerate(passages):
        whole = locate(text, content.strip(_CLOSING))
        if whole is not None:
            return Grounded(content, place, whole, Ground.EXACT)
    quoted = _quoted(quote, passages)
    wanted = _words(content)
    read = [] if not wanted else [sentence for place, text in enumerate(passages) for sentence in _sentences(text, place)]
    found = _best(wanted, read, quoted)
    if found is None:
        return None if quoted is None else _clause(quoted[0], quoted[1], passages)
    passage, span, share = found
    said = passages[passage][span.start : span.end]
    if share >= SUPPORTED_SHARE and _agrees(content, said):
        return Grounded(content, passage, (span.start, span.end), Ground.SUPPORTED)
    if quoted is not None:
        return _clause(quoted[0], quoted[1], passages)
    foreign = language.has_han(content) != language.has_han(said)
    return _clause(passage, span, passages) if share >= LOCATED_SHARE or (foreign and share > 0) else None


def share(content: str, text: str) -> float:
    """Which share of the fact's words the text holds, in [0, 1]; 0 for a fact without words."""
    wanted = _words(content)
    return _share(wanted, [_Sentence(0, Span(0, len(text)), _words(text), _folded(text))]) if wanted else 0.0


def locate(text: str, wanted: str) -> tuple[int, int] | None:
    """Where `wanted` stands in `text`, case and blanks aside and between words; None where it does not, or is blank."""
    pieces = wanted.split()
    if not pieces:
        return None
    for match in re.finditer(r"\s+".join(map(re.escape, pieces)), text, re.IGNORECASE):
        before, after = text[max(match.start() - 1, 0) : match.start()], text[match.end() : match.end() + 1]
        if not (_joined(before, match[0][0]) or _joined(match[0][-1], after)):
            return match.span()
    return None


def _joined(left: str, right: str) -> bool:
    """Whether two characters belong to one Latin word or number."""
    return left.isascii() and right.isascii() and left.isalnum() and right.isalnum()


def _quoted(quote: str, passages: Sequence[str]) -> tuple[int, Span] | None:
    wanted = quote.strip().strip("\"'“”「」…").strip(_CLOSING)[:_MAX_WANTED_CHARACTERS]
    if len(wanted) < MIN_QUOTE_CHARACTERS:
        return None
    for place, text in enumerate(passages):
        span = locate(text, wanted)
        if span is not None:
            return place, _widened(text, Span(*span))
    return None


def _widened(text: str, span: Span) -> Span:
    """The span out to the borders of the clauses that it touches."""
    sentence = next((each for each in sentences.sentences(text) if each.start <= span.start < each.end), span)
    end = max(sentence.end, span.end)
    pieces = [(sentence.start + piece.start, sentence.start + piece.end) for piece in sentences.clauses(text[sentence.start : end])]
    touched = [piece for piece in pieces if piece[0] < span.end and piece[1] > span.start] or [(span.start, span.end)]
    return Span(min(touched[0][0], span.start), max(touched[-1][1], span.end))


def _clause(passage: int, span: Span, passages: Sequence[str]) -> Grounded | None:
    said = passages[passage][span.start : span.end].strip().strip(_CLOSING)
    if not said or len(said) > MAX_CLAUSE_CHARACTERS:
        return None
    start = passages[passage].index(said, span.start)
    return Grounded(said, passage, (start, start + len(said)), Ground.CLAUSE)


def _best(wanted: frozenset[str], read: Sequence[_Sentence], quoted: tuple[int, Span] | None) -> tuple[int, Span, float] | None:
    """(passage, span, share of the wanted words) of the sentence, or two in a row, that holds most; the quoted one wins a tie."""
    best: tuple[float, bool, int] | None = None
    for place, sentence in enumerate(read):
        share = _share(wanted, [sentence])
        near = quoted is not None and quoted[0] == sentence.passage and sentence.span.start <= quoted[1].start < sentence.span.end
        if share > 0 and (best is None or (share, near) > best[:2]):
            best = (share, near, place)
    if best is None:
        return None
    share, _, place = best
    chosen = [read[place]]
    for other in (place + 1, place - 1):
        if share < 1.0 and 0 <= other < len(read) and read[other].passage == read[place].passage:
            together = _share(wanted, [read[place], read[other]])
            if together > share:
                share, chosen = together, sorted([read[place], read[other]], key=lambda each: each.span.start)
                break
    return read[place].passage, Span(chosen[0].span.start, chosen[-1].span.end), share


def _share(wanted: frozenset[str], found: Sequence[_Sentence]) -> float:
    met = sum(any(_met(word, sentence) for sentence in found) for word in wanted)
    return met / len(wanted)


def _met(word: str, sentence: _Sentence) -> bool:
    return word in sentence.words or (language.has_han(word) and word in sentence.plain)


def _sentences(text: str, passage: int) -> list[_Sentence]:
    return [_Sentence(passage, span, _words(text[span.start : span.end]), _folded(text[span.start : span.end])) for span in _spans(text)]


@functools.lru_cache(maxsize=64)
def _spans(text: str) -> tuple[Span, ...]:
    return tuple(sentences.sentences(text))


@functools.lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """What a text says: the words of its clauses in their one form, its figures, and its Latin words."""
    clauses = statement.read(text).clauses
    said = {word for clause in clauses for word in [*clause.bag, *clause.figures]}
    latin = {wording.stem(word.lower()) for word in _LATIN.findall(text)} if language.has_han(text) else set()
    return frozenset(said | latin) - _USER


@functools.lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    return fold.fold(text).lower()


def _agrees(content: str, said: str) -> bool:
    """Whether language, figures, names and negation of the fact are those of its evidence."""
    if language.has_han(content) != language.has_han(said):
        return False
    plain = _folded(said)
    if any(number not in _DIGITS.findall(plain) and number not in _figures(said) for number in _DIGITS.findall(_folded(content))):
        return False
    if any(_folded(name) not in plain for name in _names(content)):
        return False
    return _reworded(content, said) and not _near_miss(content, plain) and _same_side(content, said)


def _reworded(content: str, said: str) -> bool:
    """Whether most Latin words were said as they stand, verbs too: "moved to Oslo" does not follow from "visited Oslo"."""
    words = _latin(content)
    return not words or len(words & _latin(said)) >= SUPPORTED_SHARE * len(words)


def _latin(text: str) -> set[str]:
    words = {(word, wording.stem(word)) for word in map(str.lower, _LATIN.findall(text))}
    quiet = stopwords.ENGLISH | _USER
    return {stem for word, stem in words if word not in quiet and stem not in quiet}


def _figures(text: str) -> set[str]:
    """The numbers of a text, those written as words too."""
    figures = [figure for clause in statement.read(text).clauses for figure in clause.figures]
    return {number for figure in figures for number in _DIGITS.findall(figure)}


def _names(content: str) -> list[str]:
    """Words with a capital that are not there because the sentence begins."""
    found = [match for match in _NAMES.finditer(content) if match[0].lower().removesuffix("'s") not in _USER]
    known = {name for clause in statement.read(content).clauses for name in clause.names}
    return [match[0].removesuffix("'s") for match in found if match.start() > 0 or wording.stem(match[0].lower()) in known]


def _near_miss(content: str, plain: str) -> bool:
    """Whether a Chinese word of the fact is not said but looks like one that is: 振华 where 震华 was said, 源 for 远."""
    words = {word for clause in statement.read(content).clauses for word in clause.bag if _HAN_WORD.fullmatch(word)}
    if any(len(word) > 1 and word not in plain and any(letter in plain for letter in word) for word in words - _USER):
        return True
    runs = _HAN_WORD.findall(_folded(content))
    return any(_swapped(run[place - 1 : place + 2], plain) for run in runs for place in range(1, len(run)))


def _swapped(letters: str, plain: str) -> bool:
    """Whether `plain` has another letter between the outer two of three, or behind the first of two that end a run."""
    if letters[:2] in plain:
        return False
    for match in re.finditer(letters[0], plain):
        there, behind = plain[match.end() : match.end() + 1], plain[match.end() + 1 : match.end() + 2]
        ends = behind == letters[2] if len(letters) > 2 else not language.has_han(behind)
        if language.has_han(there) and there not in _GRAMMAR and ends:
            return True
    return False


def _same_side(content: str, said: str) -> bool:
    """Whether some clause of the evidence that speaks of the same denies as the fact does."""
    mine = statement.read(content).clauses
    denied = any(clause.denied for clause in mine)
    words = {word for clause in mine for word in clause.bag}
    heard = statement.read(said).clauses
    others = [clause for clause in heard if words & clause.bag]
    return not others or any(clause.denied is denied for clause in others)
