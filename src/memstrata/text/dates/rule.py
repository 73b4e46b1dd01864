"""What a rule of a language is: words it can begin with, a pattern, and a reading of the match."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from datetime import date, datetime

from memstrata.text.dates import tense
from memstrata.text.dates.spans import Span

NUMBER = "#"  # the `starts` of a rule that may begin with a digit


@dataclass(frozen=True, slots=True)
class Context:
    """The folded text of a message and when it was said; `default` is the tense of a text without any cue."""

    text: str
    at: datetime
    default: tense.Tense = ""

    @property
    def today(self) -> date:
        return self.at.date()

    def tense(self, match: re.Match[str]) -> tense.Tense:
        return tense.around(self.text, match.start(), match.end()) or self.default

    def before(self, match: re.Match[str], length: int = 24) -> str:
        return self.text[max(0, match.start() - length) : match.start()]

    def after(self, match: re.Match[str], length: int = 24) -> str:
        return self.text[match.end() : match.end() + length]


Reader = Callable[[re.Match[str], Context], Span | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """`starts` are lower-case first words (English) or first characters (Chinese); the reader may still refuse a match."""

    starts: frozenset[str]
    source: str
    _: KW_ONLY
    flags: re.RegexFlag
    read: Reader


@functools.cache
def compiled(source: str, flags: re.RegexFlag) -> re.Pattern[str]:
    """The pattern, compiled on first use: all of them at import would take longer than the rest of the package."""
    return re.compile(source, flags)


def rule(starts: str, pattern: str, read: Reader) -> Rule:
    """A rule from space-separated starts and a case-insensitive pattern over ASCII words."""
    return Rule(frozenset(starts.split()), pattern, flags=re.IGNORECASE | re.ASCII, read=read)
