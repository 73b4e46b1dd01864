"""What is guessed, heard, joked about or only imagined: it waits outside recall and profile, or is not kept at all."""

import pytest

from memstrata.core.records import Status
from memstrata.memory import Memory
from memstrata.scoped import ScopedMemory
from memstrata.testing import FixedClock

GUESSED = [
    "I could be wrong, but the budget is 7k",
    "I live in Utrecht, I think",
    "My budget is probably 7k",
    "It seems our database is CouchDB",
    "I might be allergic to mango",
    "If I remember correctly, the deploy port is 7070",
    "There's a chance I'm lactose intolerant",
    "我不太确定，不过预算是7万",
    "我怀疑我对芒果过敏",
    "没记错的话，部署端口是7070",
    "印象里部署端口是7070",
    "我应该是B型血",
    "预算是7万，不太确定",
]
HEARD = [
    "My aunt says I'm allergic to mango",
    "Apparently my budget is 7k",
    "我同事说我对芒果过敏",
    "文档里说部署端口是7070",
    "据说预算是7万",
]
NOTHING = [
    "I just love being stuck in meetings",
    "I'm allergic to Mondays",
    "我对上班过敏",
    "My favourite season is mud season, clearly",
    "In a perfect world I live in Crete",
    "要是我叫阿波罗就好了",
    "Were I vegan, I would miss cheese",
    "Am I allergic to mango?",
    "部署端口是7070吗",
    "“我住在火星”这句话怎么翻译",
    'The poster says "I live in Utrecht"',
]


@pytest.mark.parametrize("text", [*GUESSED, *HEARD])
def test_what_is_guessed_or_heard_waits_outside_recall_and_profile(anna: ScopedMemory, text):
    anna.remember(text)

    (record,) = anna.list(status=None)
    assert (record.status, record.confidence < 0.5) == (Status.CANDIDATE, True)
    assert [hit.record.id for hit in anna.recall(text) if not hit.record.is_turn] == []
    assert not anna.profile().lines


@pytest.mark.parametrize("text", GUESSED)
def test_a_guess_that_is_made_again_becomes_a_fact(anna: ScopedMemory, text):
    anna.remember(text)

    anna.remember(text)

    assert [(record.status, record.seen) for record in anna.list(status=None)] == [(Status.ACTIVE, 2)]


@pytest.mark.parametrize("text", HEARD)
def test_a_rumour_is_not_truer_for_being_told_again(anna: ScopedMemory, text):
    for _ in range(3):
        anna.remember(text)

    assert [record.status for record in anna.list(status=None)] == [Status.CANDIDATE]


def test_what_was_heard_becomes_a_fact_when_the_user_says_it(anna: ScopedMemory):
    anna.remember("My aunt says I'm allergic to mango")

    anna.remember("I'm allergic to mango")

    assert [record.value for record in anna.list()] == ["mango"]


@pytest.mark.parametrize("text", ["I might be allergic to mango", "我怀疑我对芒果过敏"])
def test_a_guess_is_gone_after_thirty_days(memory: Memory, anna: ScopedMemory, clock: FixedClock, text):
    anna.remember(text)

    clock.advance(days=31)

    assert list(anna.list(status=None)) == []


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_asked_imagined_quoted_or_meant_ironically_is_not_kept(anna: ScopedMemory, text):
    anna.remember(text)

    assert list(anna.list(status=None)) == []
