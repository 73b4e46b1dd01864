import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import clip, graphemes, tokens

PIECES = ["字", "记", "ab ", "e\u0301", "👨‍👩‍👧", "🇨🇳", "\r\n", "👍🏽", "，", "ก็"]
mixed = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(mixed, st.integers(0, 30), st.sampled_from(["…", "", "[cut]", "（已截断）"]))
def test_a_clipped_text_is_the_longest_whole_prefix_within_the_budget(text, budget, marker):
    clipped = clip.clip(text, budget, marker)

    assert tokens.estimate(clipped) <= budget
    if clipped == text or not clipped:
        return
    kept = len(clipped) - len(marker)
    assert clipped == text[:kept] + marker
    assert graphemes.floor(text, kept) == kept
    longer = next(end for end in range(kept + 1, len(text) + 1) if graphemes.floor(text, end) == end)
    assert tokens.estimate(text[:longer] + marker) > budget


@given(mixed)
def test_a_text_that_fits_comes_back_as_it_is(text):
    assert clip.clip(text, tokens.estimate(text)) == text


@pytest.mark.parametrize("text", ["我们把部署端口改成了九千" * 9, "the port has moved to nine thousand " * 9, "端口 port 改到 nine " * 9])
def test_every_budget_of_every_language_is_kept(text):
    for budget in range(tokens.estimate(text) + 1):
        assert budget - 1 <= tokens.estimate(clip.clip(text, budget)) <= budget


def test_a_cut_is_visible():
    assert clip.clip("我喜欢在清晨喝乌龙茶", 4) == "我喜欢在清…"


def test_where_nothing_but_the_marker_fits_the_marker_stands_alone():
    assert clip.clip("👨‍👩‍👧‍👦" * 3, 1) == "…"


def test_a_budget_of_nothing_gives_nothing():
    assert clip.clip("something long", 0) == ""
    assert clip.clip("something long", -3) == ""
