"""Whether a proposed fact rests on what was said."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.policies import evidence
from memstrata.policies.evidence import Ground


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("The user's brother Odd moved to Bergen in May", "My brother Odd moved to Bergen in May."),
        ("User drinks tea without sugar", "I drink my tea without sugar"),
        ("User swims at 6:15", "Fine. I usually swim at 6:15, in winter too. Good night."),
        ("User's dog is named Miso", "I have a dog. Her name is Miso."),
        ("用户对虾过敏", "我对虾过敏"),
        ("用户下周三去广州出差", "下周三我要去广州出差"),
    ],
)
def test_keeps_a_fact_whose_words_were_said(fact, said):
    found = evidence.ground(fact, "", [said])

    assert found is not None
    assert (found.content, found.how) == (fact, Ground.SUPPORTED)


def test_words_that_were_said_as_they_stand_are_exact():
    found = evidence.ground("the blade IS bent", "", ["hello", "I think the blade  is bent, sorry"])

    assert found is not None
    assert (found.how, found.passage, found.span) == (Ground.EXACT, 1, (8, 26))


@pytest.mark.parametrize(
    ("fact", "quote", "said", "kept"),
    [
        ("User likes coffee", "", "I no longer like coffee.", "I no longer like coffee"),
        ("User moved to Bergen", "", "I visited Bergen last year.", "I visited Bergen last year"),
        ("Stewart works at Fjord Ltd", "", "Odd works at Fjord Ltd", "Odd works at Fjord Ltd"),
        ("User runs a tea house and uses Rust", "", "我开茶馆，平时用 Rust。", "我开茶馆，平时用 Rust"),
        ("User is a lighthouse keeper", "我在岛上守灯塔", "你好！我在岛上守灯塔，挺好的。", "我在岛上守灯塔"),
        ("用户的同学司徒源在电信上班", "", "我同学司徒远在电信上班。", "我同学司徒远在电信上班"),
        ("The rent is 950", "", "The rent of my flat is 900 euros", "The rent of my flat is 900 euros"),
    ],
)
def test_the_evidences_own_words_stand_for_a_fact_that_differs(fact, quote, said, kept):
    found = evidence.ground(fact, quote, [said])

    assert found is not None
    assert (found.content, found.how) == (kept, Ground.CLAUSE)
    assert said[found.span[0] : found.span[1]] == kept


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("User lives in Lagos", "what is for lunch?"),
        ("User works at Northwind", "I drink tea"),
        ("用户住在拉各斯", "今天天气真好"),
        ("User lives in Lagos", "今天天气真好"),
        ("User keeps goats", ""),
        ("", "I keep goats"),
    ],
)
def test_refuses_what_nobody_said(fact, said):
    assert evidence.ground(fact, "", [said]) is None


def test_a_quote_that_nobody_said_proves_nothing():
    assert evidence.ground("User lives in Lagos", "I live in Lagos", ["I drink tea"]) is None


@given(st.text(max_size=60), st.text(max_size=20), st.lists(st.text(max_size=80), max_size=3))
def test_what_it_finds_lies_in_the_passage(fact, quote, said):
    found = evidence.ground(fact, quote, said)

    if found is not None:
        start, end = found.span
        assert 0 <= start < end <= len(said[found.passage])
        assert found.content.strip()


def test_a_long_passage_is_read_in_linear_time():
    said = "Nobody listened to the report on the weather in the hall. " * 4000
    started = time.process_time()
    evidence.ground("User keeps two goats in Vantaa", "two goats", [said])

    assert time.process_time() - started < 5.0
