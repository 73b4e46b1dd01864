"""Reads the frozen recall probe."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("zh", "en")
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One question, and the memories that answer it."""

    id: str
    language: str  # of the question: zh or en
    about: str  # the language of its answer
    kind: str
    text: str
    answers: frozenset[str]


def memories(language: str) -> dict[str, str]:
    """Id → text, in order."""
    return {row["id"]: row["text"] for row in _rows(f"memories.{language}")}


def queries() -> list[Query]:
    """All questions, Chinese ones first."""
    return [_query(row) for language in LANGUAGES for row in _rows(f"queries.{language}")]


def _query(row: Mapping[str, str]) -> Query:
    answers = frozenset(row["answers"])
    about = min(answers)[:2]
    return Query(id=row["id"], language=row["lang"], about=about, kind=row["kind"], text=row["text"], answers=answers)


def _rows(name: str) -> list[Mapping[str, str]]:
    return [json.loads(line) for line in (_HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]
