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
        "Who was Marit's predecessor at the clinic?",
        "Which lens did I carry before the Voigtländer?",
        "佳能 R8 之前我拍照用的是哪台？",
        "秦教练的前任是谁？",
        "两周一次是从几天一次改过来的？",
    ],
)
def test_a_question_about_the_former_state_is_known(question):
    assert change.asked(question) is change.Asked.FORMER


@pytest.mark.parametrize(
    "question",
    ["which value replaced 8080?", "8080 后来改成了什么？", "What did the blue theme become after the change?", "谁来接替老洪的位置？"],
)
def test_a_question_about_what_came_after_is_known(question):
    assert change.asked(question) is change.Asked.LATTER


@pytest.mark.parametrize(
    "question",
    [
        "我住在哪里？",
        "what is the deploy port?",
        "Who called yesterday?",
        "她在练什么乐器？",
        "睡觉之前我一般吃什么药？",
        "What should I pack before the trip?",
        "",
    ],
)
def test_a_plain_question_asks_for_no_change(question):
    assert change.asked(question) is change.Asked.NEITHER


@pytest.mark.parametrize(
    "clause", ["我后来把闹钟调整为六点", "we switched to pnpm", "地点改到三楼", "the call got postponed to Friday", "午饭改吃荞麦面了"]
)
def test_a_clause_that_tells_of_a_change_is_known(clause):
    assert change.tells(clause)


@pytest.mark.parametrize("clause", ["地点在三楼", "the call is on Friday", "我们改天再聊", "这个改进很好"])
def test_a_plain_clause_tells_of_no_change(clause):
    assert not change.tells(clause)
