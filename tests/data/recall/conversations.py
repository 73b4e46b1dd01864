"""Two small conversations of our own, one a language: what was said over some weeks, and questions with the turns that answer them.

`turns.*.tsv`: id, session, day, role, text. `questions.*.tsv`: question, ids of the turns that answer it, by commas.
"""

from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("en", "zh")
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One turn."""

    id: str
    session: str
    day: str  # YYYY-MM-DD
    role: str
    text: str


def turns(language: str) -> list[Said]:
    """What was said, in order."""
    rows = (line.split("\t") for line in (_HERE / f"turns.{language}.tsv").read_text("utf-8").splitlines())
    return [Said(id=row[0], session=row[1], day=row[2], role=row[3], text=row[4]) for row in rows]


def questions(language: str) -> list[tuple[str, frozenset[str]]]:
    """Each question with the ids of its evidence."""
    rows = (line.split("\t") for line in (_HERE / f"questions.{language}.tsv").read_text("utf-8").splitlines())
    return [(text, frozenset(ids.split(","))) for text, ids in rows]
