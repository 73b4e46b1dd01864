import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import tokens


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("你", 1), ("你好吗", 2), ("你好世界", 3), ("部署port", 3), ("𠮷野家", 2), ("👍", 1)],
)
def test_one_and_a_half_chinese_characters_or_four_others_are_a_token(text, count):
    assert tokens.estimate(text) == count


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_estimate_is_rounded_up_once_for_the_whole_text(han, others):
    assert tokens.estimate("字" * han + "x" * others) == math.ceil(round(han / 1.5 + others / 4, 6))


@given(st.text(), st.text())
def test_parts_of_a_text_cost_what_the_whole_costs(left, right):
    assert tokens.twelfths(left) + tokens.twelfths(right) == tokens.twelfths(left + right)
