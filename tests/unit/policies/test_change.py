"""Which end of a change a question wants, and which clauses tell of one."""

import pytest

from memstrata.policies import change


@pytest.mark.parametrize(
    "question",
    [
        "我的通勤方式是从什么改过来的？",
        "「骑车」是換掉哪個舊狀態之後的安排？",
        "換成藍色之前，我原本選的是什麼？",
        "what was the office before we moved?",
        "Which editor did I use before switching to Helix?",
        "The standup is at ten now; what was it changed from?",
    ],
)
def test_a_question_about_the_former_state_is_known(question):
    assert change.asked(question) is change.Asked.FORMER


@pytest.mark.parametrize(
    "question", ["which value replaced 8080?", "8080 后来改成了什么？", "What did the blue theme become after the change?"]
)
def test_a_question_about_what_came_after_is_known(question):
    assert change.asked(question) is change.Asked.LATTER


@pytest.mark.parametrize("question", ["我住在哪里？", "what is the deploy port?", "Who called yesterday?", "她在练什么乐器？", ""])
def test_a_plain_question_asks_for_no_change(question):
    assert change.asked(question) is change.Asked.NEITHER


@pytest.mark.parametrize("clause", ["我后来把闹钟调整为六点", "we switched to pnpm", "地点改到三楼", "the call got postponed to Friday"])
def test_a_clause_that_tells_of_a_change_is_known(clause):
    assert change.tells(clause)


@pytest.mark.parametrize("clause", ["地点在三楼", "the call is on Friday"])
def test_a_plain_clause_tells_of_no_change(clause):
    assert not change.tells(clause)
