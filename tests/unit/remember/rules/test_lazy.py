"""Patterns that are compiled late find what their source says."""

import re

import pytest

from memstrata.remember.rules import lazy

SOURCES = (
    r"\bif (?:i|we)\b|\bwhat if\b|如果|\bsupposing\b|^\W*say i\b",
    r"\bin [ab|c]\b|\bor \|\b|(?:x|y)z|\bno[]|]w",
    r"\b(?:a|b)\b|/s\b|\bnot!\s*$",
    r"plain|patterns",
)
TEXTS = (
    "what if I were",
    "knif we",
    "say if we could",
    "如果 supposing",
    "in a|b",
    "or |x",
    "no]w now no|w",
    "xz in | a",
    "b/s not! ",
    "patterns",
    "",
)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("text", TEXTS)
def test_a_late_pattern_finds_what_its_source_finds(source: str, text: str):
    told = re.compile(source)

    assert [match.span() for match in lazy.Pattern(source).finditer(text)] == [match.span() for match in told.finditer(text)]
