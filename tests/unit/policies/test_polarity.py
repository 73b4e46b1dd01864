"""Whether a statement denies what it speaks of: words that look like a negation deny nothing."""

import pytest

from memstrata.policies import polarity


@pytest.mark.parametrize(
    "text", ["I can't eat nuts", "I cannot swim", "I'm not allergic to dust", "我对花生不过敏", "我不吃香菜", "别用表格", "切莫提这件事"]
)
def test_a_negation_denies(text):
    assert polarity.negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "I can't wait to see it",
        "Don't forget the milk",
        "不过我喜欢茶",
        "我喜欢莫言的小说",
        "我住在无锡",
        "莫斯科很冷",
        "不仅如此，我还养猫",
    ],
)
def test_what_only_looks_like_a_negation_denies_nothing(text):
    assert not polarity.negated(text)
