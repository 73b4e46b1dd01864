import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import graphemes

WHOLE = [
    "\r\n",
    "e\u0301\u0323",
    "👍🏽",
    "❤\ufe0f",
    "👩‍❤️‍💋‍👨",
    "🇨🇳",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "1\ufe0f\u20e3",
    "\u1112\u1161\u11ab",
    "가\u11a8",
    "क्ष",
    "नि",
    "กำ",
    "葛\U000e0100",
]


@pytest.mark.parametrize("grapheme", WHOLE)
def test_no_cut_falls_inside_what_a_reader_sees_as_one_character(grapheme):
    text = f"中{grapheme}x"

    borders = {graphemes.floor(text, index) for index in range(len(text) + 1)}

    assert borders == {0, 1, 1 + len(grapheme), len(text)}


def test_flags_in_a_row_are_cut_between_flags_only():
    text = "🇨🇳🇯🇵🇰🇷"

    assert [graphemes.floor(text, index) for index in range(7)] == [0, 0, 2, 2, 4, 4, 6]


def test_plain_chinese_and_english_may_be_cut_anywhere():
    text = "部署 port 8080。"

    assert [graphemes.floor(text, index) for index in range(len(text) + 1)] == list(range(len(text) + 1))


@given(st.text(max_size=40), st.integers(0, 50))
def test_a_border_lies_at_or_before_the_index_and_is_its_own_border(text, index):
    border = graphemes.floor(text, index)

    assert 0 <= border <= min(index, len(text))
    assert graphemes.floor(text, border) == border
