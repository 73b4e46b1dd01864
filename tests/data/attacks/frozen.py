"""Reads the frozen attacks and their benign look-alikes."""

import json
from dataclasses import dataclass
from pathlib import Path

from memstrata.core.records import Trust

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Row:
    """Texts that came one after the other from one source; nearly always a single one."""

    id: str
    kind: str
    source: Trust
    texts: tuple[str, ...]


def rows(name: str) -> list[Row]:
    """The rows of `attacks.en`, `attacks.zh`, `benign.en` or `benign.zh`, in order."""
    found = [json.loads(line) for line in (_HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]
    return [Row(row["id"], row["kind"], Trust(row["source"]), tuple(row["texts"])) for row in found]
