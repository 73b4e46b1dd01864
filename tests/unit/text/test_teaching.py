"""Ways of doing something that are taught in a sentence, and what teaches nothing."""

import pytest

from memstrata.text.teaching import taught

TAUGHT = [
    ("When I say deploy: test, build, push", "deploy", ("test", "build", "push")),
    ("whenever I say \"ship it\", run the tests, then build the image and push it.", "ship it",
     ("run the tests", "build the image", "push it")),
    ("Here's how to release: 1. bump the version, 2. tag, 3. upload the wheel", "release", ("bump the version", "tag", "upload the wheel")),
    ("When I say standup:\n- list the open tasks\n- ask for blockers", "standup", ("list the open tasks", "ask for blockers")),
    ("我说上线的时候：先测试，再构建，最后推送。", "上线", ("测试", "构建", "推送")),
    ("以后我说“周报”，就汇总提交、统计工时、发邮件给王姐", "周报", ("汇总提交", "统计工时", "发邮件给王姐")),
    ("记住怎么发版：改版本号，打标签，上传安装包", "发版", ("改版本号", "打标签", "上传安装包")),
    ("回滚的步骤是：停流量，切回旧镜像，恢复流量", "回滚", ("停流量", "切回旧镜像", "恢复流量")),
]  # fmt: skip
PLAIN = [
    "When I say bank, I mean the river bank, not the money one.", "When I say jump: jump", "Deploy the service, then tell me",
    "我说的时候你没听",
    "我说明天去上海，后天去北京", "How do I deploy: with docker or without?",
    "When I was young, we had a dog, a cat and a horse",
    "我说今天天气很好，适合散步，我们走吧",
]  # fmt: skip


@pytest.mark.parametrize(("text", "trigger", "steps"), TAUGHT)
def test_reads_the_trigger_and_the_steps_in_order(text, trigger, steps):
    found = taught(text)

    assert found is not None
    assert (found.trigger, found.steps) == (trigger, steps)


@pytest.mark.parametrize("text", PLAIN)
def test_reads_nothing_in_what_teaches_no_steps(text):
    assert taught(text) is None


def test_a_long_text_is_read_in_time():
    assert taught("when i say " * 100_000) is None
