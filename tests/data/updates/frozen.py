"""Reads the frozen changes of mind."""

import json
from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("zh", "en")
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One statement, one beside it that stays, and what took its place."""

    id: str
    lang: str
    old: str
    beside: str
    new: str
    former: str  # asks for `old` and names only the new value
    latter: str  # asks for `new` and names only the old value


def changes(language: str, name: str = "pairs") -> list[Change]:
    """The rows of `pairs` or `second`, in order."""
    return [Change(**json.loads(line)) for line in (_HERE / f"{name}.{language}.jsonl").read_text("utf-8").splitlines()]
