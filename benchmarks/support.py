"""Scripted support chats: does the clerk know what the customer said weeks ago, and what does knowing cost?

    python -m benchmarks support [--quick]

Each customer told the shop some things in earlier sessions, among much talk; today they come with a question that only one of those
things answers. The clerk is a script: it solves the question at the first attempt when the needed value stands in the prompt, else it
asks, and the customer has to say it again. Values are drawn by a seed, so that nothing can be guessed.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import memstrata
from memstrata.memory import Memory
from memstrata.testing import FixedClock
from memstrata.text import tokens

SEED = 7
LANGUAGES = ("zh", "en")
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
BUDGET = 2000
WINDOW = 20  # messages that the window-only clerk is shown

# (what is told, the question weeks later, values to draw from); {v} is the value
TOPICS: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {
    "en": (
        ("My router is a {v}.", "Which cable fits my router?", ("Kestrel AX3", "Nimbus 500", "Orbit Pro 7", "Tern Mini")),
        ("The firmware on it is version {v}.", "Is the firmware I have affected by the bug?", ("2.4.18", "3.0.7", "1.19.2", "5.1.0")),
        ("I'm on the {v} plan.", "Does my plan include calls abroad?", ("Harbour", "Meadow", "Summit", "Lagoon")),
        ("Please only call me {v}.", "When will you call me back?", ("after seven", "before nine", "on Saturdays", "at noon")),
        (
            "The box stands {v}.",
            "Could the place where the box stands be the problem?",
            ("behind the aquarium", "in the cellar", "under the stairs"),
        ),
        ("I already replaced the {v}.", "What did I already replace?", ("splitter", "power brick", "ethernet cord", "antenna")),
        ("My laptop runs {v}.", "Which driver do I need for my laptop?", ("Fedora", "Windows 11", "macOS Tahoe", "Mint")),
        ("The order I mean is {v}.", "Where is my order now?", ("KX-20931", "BR-77120", "TL-40518", "QN-11873")),
    ),
    "zh": (
        ("我的路由器是{v}。", "我的路由器配哪种网线？", ("云雀AX3", "海燕500", "星轨七号", "小鸥Mini")),
        ("固件版本是{v}。", "我的固件版本受这个漏洞影响吗？", ("2.4.18", "3.0.7", "1.19.2", "5.1.0")),
        ("我办的是{v}套餐。", "我的套餐包含国际通话吗？", ("海港", "草原", "峰顶", "湖畔")),
        ("请只在{v}给我打电话。", "你们什么时候给我回电话？", ("晚上七点后", "早上九点前", "星期六", "中午")),
        ("设备放在{v}。", "会不会是设备摆放的位置有问题？", ("鱼缸后面", "地下室", "楼梯下面")),
        ("我已经换过{v}了。", "我之前换过什么？", ("分线器", "电源适配器", "网线", "天线")),
        ("我的电脑装的是{v}系统。", "我的电脑该装哪个驱动？", ("统信", "麒麟", "Windows 11", "深度")),
        ("我说的订单是{v}。", "我的订单现在到哪里了？", ("KX-20931", "BR-77120", "TL-40518", "QN-11873")),
    ),
}
TALK = {
    "en": (
        "Hello, is anybody there?", "Thanks, one moment please.", "The lights blink green and then orange.", "I restarted it twice today.",
        "It drops every evening around eight.", "Now it works, strange.",
        "The page says error 651 again.", "Okay, I will try that tonight.",
    ),
    "zh": (
        "你好，有人在吗？", "谢谢，稍等一下。", "指示灯先绿后橙，一直闪。", "我今天重启了两次。",
        "每天晚上八点左右就断。", "现在又好了，奇怪。", "页面又提示错误651。", "好的，我今晚试试。",
    ),
}  # fmt: skip
ANSWERS = {"en": "I see. Let me look into that.", "zh": "明白了，我看一下。"}
Message = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Customer:
    """Earlier sessions, each (when, messages), and today's questions with the value that each needs."""

    name: str
    sessions: tuple[tuple[datetime, tuple[Message, ...]], ...]
    questions: tuple[tuple[str, str, str], ...]  # (question, value, what the customer says when asked)


@dataclass(slots=True)
class Tally:
    """What one way of remembering gave over all questions."""

    solved: int = 0
    asked: int = 0
    tokens: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)


def main(quick: bool = False) -> None:
    for language in LANGUAGES:
        people = customers(language, 6 if quick else 30)
        print(f"-- {language}: {len(people)} customers, {sum(len(one.questions) for one in people)} questions")
        with memstrata.open(":memory:", clock=FixedClock(START + timedelta(days=60)), worker=False) as memory:
            for one in people:
                _tell(memory, one)
            memory.flush()
            for name, ways in _ways(memory).items():
                _print(name, _run(people, ways))


def customers(language: str, count: int) -> list[Customer]:
    """Customers whose facts, talk and order are drawn by the seed."""
    chance = random.Random(f"{SEED}-{language}")
    return [_customer(chance, language, number) for number in range(count)]


def _customer(chance: random.Random, language: str, number: int) -> Customer:
    topics = chance.sample(TOPICS[language], 5)
    told = [(text.format(v=value), question, value) for text, question, values in topics for value in [chance.choice(values)]]
    sessions: list[tuple[datetime, tuple[Message, ...]]] = []
    for place, (fact, _, _) in enumerate(told):
        lines = [*chance.choices(TALK[language], k=7), fact]
        chance.shuffle(lines)
        sessions.append(
            (
                START + timedelta(days=10 * place),
                tuple(pair for line in lines for pair in (("user", line), ("assistant", ANSWERS[language]))),
            )
        )
    return Customer(f"{language}-{number}", tuple(sessions), tuple((question, value, fact) for fact, question, value in told))


def _tell(memory: Memory, one: Customer) -> None:
    scope = memory.scope(user=one.name)
    for place, (at, messages) in enumerate(one.sessions):
        with scope.session(f"{one.name}-{place}") as session:
            for offset, (role, text) in enumerate(messages):
                session.add(role, text, at=at + timedelta(minutes=offset))


Show = Callable[[Customer, str], list[str]]


def _ways(memory: Memory) -> dict[str, Show]:
    """Ways to fill the prompt: the texts that the clerk is shown for a question."""

    def remembered(one: Customer, question: str) -> list[str]:
        return [str(message["content"]) for message in memory.scope(user=one.name).context(question, budget=BUDGET).messages]

    def everything(one: Customer, question: str) -> list[str]:
        return [*(text for _, messages in one.sessions for _, text in messages), question]

    return {
        "nothing": lambda one, question: [question],
        f"last {WINDOW} messages": lambda one, question: everything(one, question)[-WINDOW - 1 :],
        "whole history": everything,
        "memstrata": remembered,
    }


def _run(people: list[Customer], show: Show) -> Tally:
    tally = Tally()
    for one in people:
        for question, value, _ in one.questions:
            started = time.perf_counter()
            shown = show(one, question)
            tally.milliseconds.append((time.perf_counter() - started) * 1e3)
            tally.tokens.append(sum(map(tokens.estimate, shown)))
            solved = any(value in text for text in shown)
            tally.solved += solved
            tally.asked += not solved  # the customer says it again, and the second attempt succeeds
    return tally


def _print(name: str, tally: Tally) -> None:
    total = tally.solved + tally.asked
    spent, middle = sum(tally.tokens) / total, sorted(tally.milliseconds)[total // 2]
    shares = f"solved at once {tally.solved / total:.3f}   said again {tally.asked / total:.3f}"
    print(f"{name:18} {shares}   tokens {spent:6.0f}   p50 {middle:5.1f} ms")


if __name__ == "__main__":
    main()
