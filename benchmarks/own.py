"""A scorer for our own small conversations, with the interface that `benchmarks.quality` asks of any scorer."""

import math
import random
import statistics
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from tests.data.recall import conversations

FILES = conversations.LANGUAGES
_DEPTH = 50


def load(language: str) -> list[dict[str, Any]]:
    """The conversation of the language as scorers know it."""
    turns = [
        {"id": said.id, "session": said.session, "time": said.day, "speaker": said.role, "text": said.text}
        for said in conversations.turns(language)
    ]
    questions = [{"text": text, "evidence": evidence} for text, evidence in conversations.questions(language)]
    return [{"id": language, "lang": language, "turns": turns, "questions": questions}]


def run(system: Any, loaded: Sequence[Mapping[str, Any]], progress: TextIO) -> tuple[list[dict[str, float]], None]:
    """One row a question: R@k = share of its evidence in the first k; N@10 = NDCG with binary gain."""
    rows = []
    for conversation in loaded:
        system.ingest({key: conversation[key] for key in ("id", "lang", "turns")})
        for question in conversation["questions"]:
            found = list(dict.fromkeys(system.search(question["text"], _DEPTH)))
            rows.append(measures(found, question["evidence"]))
        system.close()
        print(conversation["id"], file=progress)
    return rows, None


def measures(found: Sequence[str], evidence: frozenset[str]) -> dict[str, float]:
    """The measures of one answer, best first."""
    row = {f"R@{k}": len(evidence.intersection(found[:k])) / len(evidence) for k in (1, 5, 10)}
    gain = sum(1 / math.log2(place + 2) for place, turn in enumerate(found[:10]) if turn in evidence)
    return {**row, "N@10": gain / sum(1 / math.log2(place + 2) for place in range(min(len(evidence), 10)))}


def mean(rows: Sequence[Mapping[str, float]], key: str) -> float:
    return statistics.fmean(row[key] for row in rows)


def interval(values: Sequence[float], rounds: int = 1000) -> tuple[float, float]:
    """95 % of the mean by bootstrap over questions, seeded."""
    source = random.Random(0)
    means = sorted(statistics.fmean(source.choices(values, k=len(values))) for _ in range(rounds))
    return means[int(0.025 * rounds)], means[int(0.975 * rounds) - 1]
