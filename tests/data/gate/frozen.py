"""Reads the frozen messages of the recall gate."""

import json
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One message, what stood before it, and whether it needs memory."""

    id: str
    language: str  # zh or en
    kind: str
    needed: bool
    new_session: bool
    text: str
    window: tuple[str, ...]  # texts before the message, oldest first
    known: tuple[str, ...]  # names that the memory has


def rows(name: str) -> list[Row]:
    """The rows of `turns` or `heldout`, in order."""
    lines = (_HERE / f"{name}.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [Row(**{**row, "window": tuple(row["window"]), "known": tuple(row["known"])}) for row in found]
