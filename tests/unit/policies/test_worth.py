"""What passes and is not worth a memory, whoever proposes it."""

import time

import pytest

from memstrata.policies import worth


@pytest.mark.parametrize(
    "said",
    ["hahaha", "Sounds good!", "ok thanks, see you", "Good night :)", "哈哈哈", "好的谢谢", "辛苦了！", "晚安"],
)
def test_small_talk_passes(said):
    assert worth.passing(said) == "small talk"


@pytest.mark.parametrize(
    "said",
    [
        "Rename the helper please",
        "could you fix the import",
        "I want a poem on herons",
        "帮我写个脚本",
        "再长一点",
        "翻译成法语",
        "for this one, use port 3",
    ],
)
def test_requests_of_the_moment_pass(said):
    assert worth.passing(said) == "a request"


@pytest.mark.parametrize(
    "said",
    ["I'm hungry", "The user is on a call", "I just spilled my tea", "it still looks off", "我在开会", "刚把水洒了", "好困啊真的好困"],
)
def test_states_of_the_moment_pass(said):
    assert worth.passing(said)


@pytest.mark.parametrize(
    "said", ["HEARTBEAT ok", "[cron] nightly run", "12:01 ERROR db down", "Traceback (most recent call last):", "定时任务已执行"]
)
def test_lines_of_machines_pass(said):
    assert worth.machine(said, said) == "a line of a machine"


@pytest.mark.parametrize(
    "said",
    [
        "User is allergic to shrimp",
        "I work as a beekeeper",
        "The relay listens on port 7070",
        "Herons nest beside the old mill",
        "We decided to use Postgres",
        "My dog is called Hello",
        "用户对虾过敏",
        "我在杭州开茶馆",
        "部署端口是 8080",
        "妈妈叫好好",
        "A",
        "C 盘是备份盘",
    ],
)
def test_statements_may_be_worth_it(said):
    assert worth.passing(said) == ""
    assert worth.machine(said, said) == ""


def test_hearsay_wishes_and_irony_are_told_apart():
    assert worth.doubtful("Someone told me the office moves")
    assert worth.doubtful("听说公司要搬")
    assert worth.ironic("yeah right, I'm made of money")
    assert not worth.doubtful("The office moves in May")


def test_takes_linear_time():
    started = time.process_time()
    for piece in ("ok ", "hmm ", "哈", "again one good ", "(" * 5, "please "):
        worth.passing(piece * 20_000)
        worth.machine(piece * 20_000, piece * 20_000)

    assert time.process_time() - started < 2.0
