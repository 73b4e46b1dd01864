"""The wordings of the replay, read from the files beside this one."""

import functools
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Half = Literal["tuned", "held", "fresh"]  # "fresh": written last, with the rules finished; its first figure is in the reference
FOLDER = Path(__file__).parent
PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Topic:
    """What a fact is about. `single`: a new value takes the place of the old one; `slot` "" where no closed slot answers."""

    name: str
    single: bool
    kinds: tuple[str, ...]
    slot: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """One fact of a wording, before its placeholders are filled; `words` "-" for the end of it."""

    topic: str
    whom: str
    words: str


@dataclass(frozen=True, slots=True)
class Wording:
    """A message before its placeholders are filled, and what it states."""

    text: str
    facts: tuple[Pattern, ...]

    @property
    def placeholders(self) -> frozenset[str]:
        return frozenset(PLACEHOLDER.findall(self.text)) - {"old", "new"}

    @property
    def half(self) -> Half:
        return "tuned" if zlib.crc32(self.text.encode()) % 2 else "held"

    @property
    def about(self) -> frozenset[tuple[str, str]]:
        """The topics, each with whom it concerns."""
        return frozenset((fact.topic, fact.whom) for fact in self.facts)


@functools.cache
def topics() -> Mapping[str, Topic]:
    """By name."""
    rows = [[cell.strip() for cell in line.split("|")] for line in _lines("topics.txt")]
    return {name: Topic(name, number == "one", tuple(kinds.split()), slot) for name, number, kinds, slot in rows}


@functools.cache
def values(language: str) -> Mapping[str, tuple[str, ...]]:
    """By placeholder."""
    rows = [line.split(" = ") for line in _lines(f"values.{language}.txt")]
    return {name: tuple(value.strip() for value in listed.split(" | ")) for name, listed in rows}


@functools.cache
def stated(sort: Literal["planted", "changes", "ends"], language: str, half: Half) -> tuple[Wording, ...]:
    """The wordings of one half that state something."""
    if half == "fresh":
        return _fresh(language)[sort]
    return tuple(one for line in _lines(f"{sort}.{language}.txt") if (one := _wording(line)).half == half)


@functools.cache
def noise(language: str, half: Half) -> Mapping[str, tuple[Wording, ...]]:
    """By section, the messages that state nothing to keep."""
    if half == "fresh":
        return _fresh(language)
    sections = _sections(f"noise.{language}.txt")
    return {name: tuple(one for one in listed if one.half == half) for name, listed in sections.items()}


@functools.cache
def _fresh(language: str) -> Mapping[str, tuple[Wording, ...]]:
    return _sections(f"fresh.{language}.txt")


def _sections(name: str) -> dict[str, tuple[Wording, ...]]:
    """The wordings of a file by its headings."""
    found: dict[str, list[Wording]] = {}
    for line in (FOLDER / name).read_text("utf-8").splitlines():
        if line.startswith("# "):
            section = found.setdefault(line[2:], [])
        else:
            section.append(_wording(line.replace("\\n", "\n")))
    return {name: tuple(listed) for name, listed in found.items()}


def _wording(line: str) -> Wording:
    text, _, facts = line.rpartition(" => ") if " => " in line else (line, "", "")
    return Wording(text.strip(), tuple(_pattern(fact) for fact in facts.split("; ") if fact))


def _pattern(fact: str) -> Pattern:
    about, _, words = fact.rpartition("=")
    topic, _, whom = about.partition("@")
    return Pattern(topic or "guess", whom, words.strip())


def _lines(name: str) -> list[str]:
    return [line for line in (FOLDER / name).read_text("utf-8").splitlines() if line and not line.startswith("#")]
