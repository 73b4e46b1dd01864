"""Which words say that a thing went well, partly or badly, in both languages."""

import pytest

from memstrata.text import outcome
from memstrata.text.outcome import Sign

GOOD = [
    "It works now.", "That did it, thanks!", "No errors any more.", "All green, we are live.",
    "it failed at first but now it runs and passes",
    "这次成功了", "可以了，谢谢", "没有报错了", "问题解决了", "服务正常了",
]  # fmt: skip
BAD = [
    "It still doesn't work.", "That failed again.", "Nope, same problem as before, it crashes.", "the login is not working", "We gave up.",
    "还是不行", "又报错了", "没有解决", "服务起不来，启动失败了", "算是白费了，放弃吧",
]  # fmt: skip
PART = [
    "It works except for the search.", "Only some of them passed.", "It works, but the export is broken.",
    "基本可以，还差一个页面", "登录成功了，但是支付还是失败",
]  # fmt: skip
NEITHER = [
    "How do I log errors?",
    "If it fails, tell me.",
    "Move the button to the left.",
    "怎么处理异常？",
    "如果失败就告诉我",
    "把标题改成蓝色",
]


@pytest.mark.parametrize(("sign", "text"), [(s, t) for s, each in ((Sign.GOOD, GOOD), (Sign.BAD, BAD), (Sign.PART, PART)) for t in each])
def test_reads_a_users_judgement_of_the_work(sign, text):
    assert outcome.judged(text) is sign


@pytest.mark.parametrize("text", NEITHER)
def test_takes_no_question_condition_or_request_for_a_judgement(text):
    assert outcome.judged(text) is None


@pytest.mark.parametrize(
    ("result", "sign"),
    [
        ("12 passed, 0 failed", Sign.GOOD),
        ("exit code 0", Sign.GOOD),
        ("部署完成", Sign.GOOD),
        ("Error: port 5432 is taken", Sign.BAD),
        ("process exited with code 137", Sign.BAD),
        ('{"ok": false}', Sign.BAD),
        ("连接超时", Sign.BAD),
        ("3 passed, 1 failed", Sign.BAD),
        ("the weather in Oslo: 4 degrees", None),
    ],
)
def test_reads_what_a_tool_returned(result, sign):
    assert outcome.returned(result) is sign


@pytest.mark.parametrize(
    "text", ["Next time run the migration first.", "The cause was a stale lock file.", "原来是端口被占用", "下次要先备份"]
)
def test_knows_a_lesson_by_its_words(text):
    assert outcome.teaches(text)


@pytest.mark.parametrize("text", ["Please move the button.", "The sky is blue.", "今天天气不错", "把按钮往左移"])
def test_takes_no_plain_sentence_for_a_lesson(text):
    assert not outcome.teaches(text)


def test_takes_no_longer_for_a_long_message_than_for_its_end():
    assert outcome.judged("does not work " * 200_000 + ". It works now.") is Sign.GOOD
