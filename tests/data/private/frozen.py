"""The frozen set as values, and what counts as found; the tests and the benchmark both measure with it."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from memstrata.text import private
from memstrata.text.private import Finding, PrivateKind

OVERRUN = 4  # characters a finding may be longer than its span: quotes, a bracket, a final mark


@dataclass(frozen=True, slots=True)
class Row:
    """One text of the set; `spans` is empty for a negative."""

    id: str
    text: str
    spans: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """How many spans of each kind there are, how many were found, and the others with their rows."""

    total: Counter[PrivateKind]
    found: Counter[PrivateKind]
    missed: list[tuple[Row, Finding]]

    def share(self, kinds: frozenset[PrivateKind]) -> float:
        """The share of the spans of these kinds that were found, in [0, 1]."""
        return sum(self.found[kind] for kind in kinds) / sum(self.total[kind] for kind in kinds)


def rows(name: str) -> list[Row]:
    """The rows of `positives` or `negatives`, in their order."""
    lines = (Path(__file__).parent / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    return [
        Row(row["id"], "".join(row["parts"]), tuple(Finding(start, end, PrivateKind(kind)) for start, end, kind in row["spans"]))
        for row in read
    ]


def recall(positives: list[Row]) -> Recall:
    """The recall of `private.find` on these rows."""
    counted = Recall(Counter(), Counter(), [])
    for row in positives:
        findings = private.find(row.text)
        for span in row.spans:
            counted.total[span.kind] += 1
            if is_found(row.text, span, findings):
                counted.found[span.kind] += 1
            else:
                counted.missed.append((row, span))
    return counted


def is_found(text: str, span: Finding, findings: list[Finding]) -> bool:
    """Whether findings cover every letter and digit of the span and reach at most `OVERRUN` characters beyond it."""
    touching = [one for one in findings if one.start < span.end and one.end > span.start]
    covered = {place for one in touching for place in range(one.start, one.end)}
    needed = {place for place in range(span.start, span.end) if text[place].isalnum()}
    return needed <= covered and len(covered) <= span.end - span.start + OVERRUN
