"""Text as index terms and as query terms, Chinese and English alike.

Everything is folded first (`fold`) and then read as runs:

- **Chinese**: all overlapping pairs of characters, and the words of three characters and more. Pairs make every piece
  of a text findable whatever the segmenter thinks of it (坚果云 may be one word or two). A query is parted at its
  function words, and asks for the pairs and words in between.
- **Kana, Hangul, Thai and their like**: overlapping pairs and the whole run.
- **Letters and digits**: stems, ids, paths, versions, see `words`. A number with its measure or unit is one more term:
  `12条`, `16gb`.
- **Emoji**: one term each, without skin tone.

*Quiet* terms carry a mark and are there for queries that have nothing better to ask for: single characters for
one-character queries (杭 finds 杭州), stop words for a query of stop words alone. They are listed once a text, and do not
count into its length.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memstrata.text import fold, language, segment, stopwords, words

MAX_CHARACTERS = 200_000  # what lies beyond is not indexed
QUIET = "·"

_UNSPACED = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u1049\u1050-\u109f\u1780-\u17d3"  # Thai, Lao, Burmese, Khmer
_MARKS = "\u0591-\u05c7\u0900-\u0963\u0970-\u0df3\u0f71-\u0f84"  # signs inside words, most of them Indic vowels, that \w leaves out
_LETTER = f"[^\\W_{language.HAN}{language.KANA}{language.HANGUL}{_UNSPACED}]"
_WORD = f"{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*"
_JOINT = r"(?:_*(?:://|::|:\\{1,2}|\\\\|\.{1,2}/|/\.|[-.@:/\\&'])_*|_+)"
_EMOJI = "[\U0001f000-\U0001faff\u2600-\u27bf\u231a-\u23ff\u2b00-\u2bff]"

_TOKEN = re.compile(
    f"(?P<han>[{language.HAN}]+)"
    f"|(?P<run>[{language.KANA}]+|[{language.HANGUL}]+|[{_UNSPACED}]+)"
    r"|(?P<amount>(?<![A-Za-z0-9_.,])\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,9})?(?![A-Za-z0-9_,]))"
    rf"|(?P<word>(?:(?<![A-Za-z0-9_.])\.(?=[A-Za-z]))?{_WORD}(?:{_JOINT}{_WORD})*(?:(?:\+\+?|\#)(?![A-Za-z0-9_]))?)"
    "|(?P<emoji>[\U0001f1e6-\U0001f1ff]{2}"
    f"|{_EMOJI}[\U000e0020-\U000e007f]*(?:\u200d{_EMOJI})*)"
)
_UNIT = re.compile(
    r"\s?(?:(?:[kmgt]i?b|[kmg]hz|ms|kg|[ckm]m|min|hrs?|px|fps|k?wh?|am|pm)(?![A-Za-z0-9_])|%"
    "|小时|分钟|个月|公里|公斤|毫秒|星期|[条个只次天年月日号点分秒元块人位件项页行台章节步层楼岁周季度届期版万亿吨斤米克名本张份套辆趟])",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?\Z")
_KANA_PARTICLE = re.compile("[\u3041-\u3096]\\Z")
_TELLING_DIGITS = 3  # a year, a port, an amount tells something without its measure, "3" does not


@dataclass(frozen=True, slots=True)
class Analyzer:
    """One way of segmenting. `id` is stored with every index made by it: a query must be segmented by the same one."""

    id: str
    segment: Callable[[str], Sequence[str]] | None = None  # the words of a run of Han characters; None takes pairs alone

    def terms(self, text: str) -> list[str]:
        """The index terms, with repetitions, in the order of the text; the quiet ones come last, once each."""
        found: list[str] = []
        quiet: dict[str, None] = {}
        for kind, run, _ in _tokens(text):
            if kind == "word":
                word = _word(run)
                found += word.index
                quiet.update(dict.fromkeys(word.quiet))
            elif kind in {"han", "run"}:
                found += map("".join, pairwise(run))
                quiet.update(dict.fromkeys(run))
                if kind == "run":
                    found += _whole(run)
                elif self.segment:
                    found += [word for word in self.segment(run) if len(word) > 2]
            else:
                found.append(run)
        return found + [QUIET + term for term in quiet]

    def query_terms(self, text: str) -> list[str]:
        """The terms to look for, in order, with repetitions; only quiet ones for a query of stop words alone."""
        asked: list[str] = []
        quiet: list[str] = []
        for kind, run, measured in _tokens(text):
            if measured:
                continue
            if kind == "word":
                word = _word(run)
                asked += word.query
                quiet += [QUIET + term for term in word.quiet]
            elif kind == "han":
                asked += self._asked_han(run)
                quiet += _pairs(run)
            elif kind == "term":
                asked.append(run)
            elif _KANA_PARTICLE.match(run):
                quiet += _pairs(run)
            else:
                asked += [*_pairs(run), *_whole(run)]
        return asked or quiet

    def _asked_han(self, run: str) -> list[str]:
        """The terms between the function words of a run of Han characters; without words, all its pairs."""
        if self.segment is None:
            return _pairs(run)
        asked: list[str] = []
        piece = ""
        for word in [*self.segment(run), ""]:
            if word and word not in stopwords.CHINESE:
                piece += word
                if len(word) > 2:
                    asked.append(word)
            elif piece:
                asked += _pairs(piece)
                piece = ""
        return asked


WITH_WORDS = Analyzer("zh-en/1+jieba", segment.words)
WITH_BIGRAMS = Analyzer("zh-en/1+bigrams")
DEFAULT = WITH_WORDS if segment.AVAILABLE else WITH_BIGRAMS
ANALYZER = DEFAULT.id


def named(identifier: str) -> Analyzer | None:
    """The analyzer that an index was made with; None where this machine cannot segment so, and the index must be rebuilt."""
    return next((known for known in {DEFAULT, WITH_BIGRAMS} if known.id == identifier), None)


def terms(text: str) -> list[str]:
    """The index terms by the analyzer of this machine."""
    return DEFAULT.terms(text)


def query_terms(text: str) -> list[str]:
    """The query terms by the analyzer of this machine."""
    return DEFAULT.query_terms(text)


def length(index_terms: Sequence[str]) -> int:
    """How many of the terms count into the length of a text: all but the quiet ones."""
    return sum(not term.startswith(QUIET) for term in index_terms)


def _tokens(text: str) -> Iterator[tuple[str, str, bool]]:
    """The runs of the text as (kind, text, whether it is only the measure of the number before it).

    Kinds: han, run, word, and term, which is a term as it stands.
    """
    folded = fold.fold(text[:MAX_CHARACTERS])
    measured_until = -1
    for match in _TOKEN.finditer(folded):
        kind, run = match.lastgroup or "", match[0]
        if kind == "amount":
            kind, run = "word", run.replace(",", "")
        if kind == "emoji":
            yield "term", run, False
            continue
        unit = _UNIT.match(folded, match.end()) if kind == "word" and _NUMBER.match(run) else None
        yield kind, run, match.end() == measured_until or (unit is not None and len(run) < _TELLING_DIGITS)
        measured_until = -1
        if unit:
            yield "term", run + unit[0].strip().lower(), False
            measured_until = unit.end()


def _word(run: str) -> words.Word:
    return words.plain(run) if run.isalpha() else words.compound(run)


def _pairs(run: str) -> list[str]:
    """The overlapping pairs of characters; one character alone as a quiet term."""
    return [a + b for a, b in pairwise(run)] or [QUIET + run]


def _whole(run: str) -> list[str]:
    return [run[: words.MAX_TERM_CHARACTERS]] if len(run) > 2 else []
