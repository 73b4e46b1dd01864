"""What was said goes where its fact goes: a superseded or forgotten fact is not answered by the turn that said it."""

import pytest

from memstrata.testing import FixedClock, HashEmbedder


@pytest.fixture
def anna(opened):
    return opened(":memory:", embedder=HashEmbedder(), clock=FixedClock()).scope(user="anna")


def said(hits):
    return [hit.record.content for hit in hits] + [turn.content for hit in hits for turn in hit.turns]


@pytest.mark.parametrize(
    ("before", "after", "question", "old"),
    [
        ("My favourite tea is oolong.", "My favourite tea is sencha.", "favourite tea", "oolong"),
        ("部署端口是 7001", "部署端口改成 7002 了", "部署端口", "7001"),
    ],
)
def test_the_turn_of_a_superseded_fact_answers_only_questions_about_the_past(anna, before, after, question, old):
    anna.remember(before)
    anna.remember(after)

    assert not any(old in text for text in said(anna.recall(question)))
    assert any(old in text for text in said(anna.recall(f"{question} before 之前")))
    assert any(old in text for text in said(anna.recall(question, kinds=["turn"])))


def test_a_turn_that_says_more_stays_when_one_of_its_facts_changes(anna):
    story = "the long story of the broken kettle made everybody laugh at the wedding"
    anna.session("s").add("user", f"My favourite tea is oolong, and {story}.")
    anna.remember("My favourite tea is sencha.")

    assert any("kettle" in text for text in said(anna.recall("broken kettle wedding")))


def test_a_forgotten_fact_takes_its_turn_along_and_back(anna):
    fact = anna.remember("My favourite tea is oolong.").records[0]

    anna.forget(fact.id)
    hidden = said(anna.recall("favourite tea oolong"))
    anna.unforget(fact.id)

    assert hidden == []
    assert any("oolong" in text for text in said(anna.recall("favourite tea oolong")))
