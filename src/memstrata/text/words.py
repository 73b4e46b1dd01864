"""Terms of words written in letters and digits: names, ids, versions, paths, numbers with their unit.

Every word gives terms to the index and terms to a query. The index holds a compound such as `HT2024-088` whole and in
parts; a query for it asks for the whole only, so that it never finds `HT2024-089`. Compounds of letters alone, such as
`load-qbx` or `HttpClient`, are asked for whole and in parts.
"""

import functools
import re
from dataclasses import dataclass

import Stemmer

from memstrata.text import stopwords

MAX_TERM_CHARACTERS = 256
_MAX_SPLIT_CHARACTERS = 64  # a longer run is a hash or encoded data: no humps are looked for in it
_MIN_NUMBER_PART = 3  # "088" of an id is worth a term, the "1" of "v1-2" is not
_CACHED_WORDS = 16_384

_SCHEME = re.compile(r"\A[a-z][a-z0-9]{0,15}://")
_CONTRACTION = re.compile(r"'(?:s|t|m|d|re|ve|ll)\Z")
_SLASHES = re.compile(r"[\\/]+")
_SEGMENT_BORDER = re.compile(r"[/:@&]+")
_PART_BORDER = re.compile(r"[-_.']+")
_SQUEEZED = re.compile(r"(?<=[^\d\W])[-_]+|[-_]+(?=[^\d\W])")  # hyphens with a letter beside them
_LETTERS_OR_DIGITS = re.compile(r"\d+|[^\W\d]+")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+")
_LONG_NUMBER = re.compile(r"(?=(?:-?\d){7})[\d-]+\Z")
_VERSION = re.compile(r"\Av(?=\d+\.\d)")
_NUMBER = re.compile(r"\d+(?:\.\d+)*\Z")
_MIXED_CASE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")


@dataclass(frozen=True, slots=True)
class Word:
    """What one word gives: `index` and `query` terms; `quiet` are stop words, for queries that hold nothing else."""

    index: tuple[str, ...]
    query: tuple[str, ...]
    quiet: tuple[str, ...] = ()


@functools.lru_cache(maxsize=_CACHED_WORDS)
def plain(token: str) -> Word:
    """The terms of a word of letters alone."""
    lower = token.casefold()
    if lower in stopwords.ENGLISH:
        return Word((), (), (lower,))
    whole = _stem(lower[:MAX_TERM_CHARACTERS])
    if len(token) > _MAX_SPLIT_CHARACTERS or not _MIXED_CASE.search(token):
        return Word((whole,), (whole,))
    terms = _distinct([whole, *_part_terms(_HUMP.findall(token))])
    return Word(terms, terms)


def compound(token: str) -> Word:
    """The terms of a word with digits or with signs inside or around it, as `C++`, `.env`, `3.11.2`, `C:\\repo\\main.py`, `it's`."""
    apostrophe = _CONTRACTION.search(token.casefold())
    if apostrophe:
        return _contraction(token, apostrophe)
    path = _SLASHES.sub("/", _SCHEME.sub("", token, count=1))
    whole = _VERSION.sub("", path.casefold())[:MAX_TERM_CHARACTERS]
    if _NUMBER.match(whole):
        return Word((whole,), (whole,))
    segments = [segment for segment in _SEGMENT_BORDER.split(path.rstrip("+#")) if segment]
    wholes = _wholes(whole, segments)
    parts = [hump for segment in segments for part in _PART_BORDER.split(segment) for hump in _humps(part)]
    index = _distinct([*wholes, *_inner(segments), *_part_terms(parts)])
    asks_for_whole_only = any(map(str.isdigit, whole)) or whole.startswith(".") or whole[-1] in "+#"
    return Word(index, wholes if asks_for_whole_only else index)


def _contraction(token: str, apostrophe: re.Match[str]) -> Word:
    lower = token.casefold()
    if lower.endswith("n't"):
        return Word((), (), (lower,))
    owner = token[: apostrophe.start()]
    return plain(owner) if owner.isalpha() else compound(owner)


def _wholes(whole: str, segments: list[str]) -> tuple[str, ...]:
    """The compound as written and without its hyphens, so that `gpt-4` and `GPT4`, `load_qbx` and `loadqbx` meet.

    Between two digits a hyphen stays, for 1-12 is not 11-2; but long numbers go by their digits alone (phones, dates).
    """
    if len(segments) != 1:
        return (whole,)
    squeezed = whole.replace("-", "") if _LONG_NUMBER.match(whole) else _SQUEEZED.sub("", whole)
    return (whole,) if squeezed == whole else (whole, _spelled(squeezed))


def _inner(segments: list[str]) -> list[str]:
    """The compounds inside a compound: the steps of a path, and the names before a file's extension."""
    stems = [stem for segment in segments if "." in segment for stem in segment.split(".") if "-" in stem or "_" in stem]
    return [_spelled(inner.casefold()) for inner in [*segments, *stems] if len(inner) > 1]


def _humps(part: str) -> list[str]:
    """The part with the pieces it is made of: `HT2024` with HT and 2024, `iPhone15` with iPhone, Phone and 15."""
    if len(part) > _MAX_SPLIT_CHARACTERS:
        return [part]
    runs = _LETTERS_OR_DIGITS.findall(part)
    pieces = runs if len(runs) > 1 else []
    return [part, *pieces, *(hump for run in runs if _MIXED_CASE.search(run) for hump in _HUMP.findall(run))]


def _part_terms(parts: list[str]) -> list[str]:
    terms = []
    for part in parts:
        lower = part.casefold()[:MAX_TERM_CHARACTERS]
        long_enough = len(lower) >= _MIN_NUMBER_PART if lower.isdigit() else len(lower) > 1
        if long_enough and lower not in stopwords.ENGLISH:
            terms.append(_spelled(lower))
    return terms


def _spelled(lower: str) -> str:
    return _stem(lower) if lower.isalpha() else lower[:MAX_TERM_CHARACTERS]


def _stem(lower: str) -> str:
    # A stemmer must not be shared between threads; making one costs less than a lock would.
    return Stemmer.Stemmer("english", 0).stemWord(lower) if lower.isascii() else lower


def _distinct(terms: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(terms))
