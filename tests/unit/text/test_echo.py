import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import echo


def kept(text):
    return " ".join(echo.strip_blocks(text).split())


@pytest.mark.parametrize("name", echo.BLOCKS)
def test_every_block_of_ours_is_taken_out(name):
    assert kept(f'before <{name} kind="fact">用户住在海口</{name}> after') == "before after"


@pytest.mark.parametrize(
    "text",
    [
        "早 <memory>他养猫</memory> 晚",
        "早 <MEMORY\n id='3'>他养猫</ Memory > 晚",
        "早 <memory>a <experience>b</experience> c</memory> 晚",
        "早 <memory>a <memory>b</memory> c</memory> 晚",
        "早 <memory>never closed: <experience> b</memory> 晚",
        "早 &lt;memory&gt;他养猫&lt;/memory&gt; 晚",
        "早 &amp;lt;user_profile&amp;gt;x&amp;lt;/user_profile&amp;gt; 晚",
        "早 &#60;memory&#62;x&#x3C;/memory&#x3E; 晚",
        "早 ＜memory＞x＜/memory＞ 晚",
        "早 </memory> 晚",
        "早 <memory/> 晚",
        "早 <memory>quoted: &lt;/memory&gt; still inside</memory> 晚",
    ],
)
def test_nested_escaped_and_stray_tags_leave_nothing_behind(text):
    assert kept(text) == "早 晚"


@pytest.mark.parametrize(
    "text", ["好 <project_context>never ends", "好 <experience id=", "好 <memory> a </memory", "好 &lt;memory&gt; x </memory>"]
)
def test_a_block_that_never_ends_runs_to_the_end(text):
    assert kept(text) == "好"


@pytest.mark.parametrize(
    "text", ["my memory is full", "a <b>bold</b> word", "<memory_card>", "x < memory usage", "<memory-pool>", "内存 <mem>", ""]
)
def test_text_without_our_blocks_stays_as_it_is(text):
    assert echo.strip_blocks(text) == text


fragments = st.sampled_from(
    ["<memory>", "</memory>", "<experience a='1'>", "</experience>", "&lt;memory&gt;", "&amp;", "<", ">", "\n", "文", "x ", "＜"]
)


@given(st.lists(fragments, max_size=30).map("".join))
def test_offsets_line_ends_and_what_is_left_hold(text):
    stripped = echo.strip_blocks(text)

    assert len(stripped) == len(text)
    assert all(new == old or (new == " " and old != "\n") for old, new in zip(text, stripped, strict=True))
    assert echo.strip_blocks(stripped) == stripped


def test_hostile_repetition_takes_linear_time():
    for piece in ("<memory>", "<memory a ", "&lt;memory ", "&amp;", "<memory></experience>", "<" + " " * 50):
        assert len(echo.strip_blocks(piece * 10_000)) == 10_000 * len(piece)
