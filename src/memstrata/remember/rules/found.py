"""What a rule found, and the words of a match as they were written."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule found: the slot ("" for a fact without one), its value, and where the value ends in the clause."""

    slot: str
    value: str
    end: int


# Which reader takes the value of an attribute of things, and of people.


def words(match: re.Match[str], original: str) -> str:
    """The words of the value as written; the whole match where the pattern names none."""
    for group in ("v", "w"):
        if group in match.re.groupindex and match[group]:
            return original[match.start(group) : match.end(group)]
    return original[match.start() : match.end()]


def end(match: re.Match[str], original: str, value: str) -> int:
    """Where the words of the fact end: with its value, or with the match where more follows the value."""
    last = "v" in match.re.groupindex and match["v"]
    at = original.find(value, max(0, (match.start("v") if last else match.start()) - 1))
    end = at + len(value) if at >= 0 else match.end()
    return end if last and match.end("v") == match.end() else max(end, match.end())  # "Karen owns it" is more than "Karen"
