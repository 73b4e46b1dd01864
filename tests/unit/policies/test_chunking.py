"""Documents are cut where they end something; conversations into windows that overlap."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.policies import chunking, messages
from memstrata.text import graphemes

CODE = "```python\n" + "\n".join(f"value_{number} = compute({number})" for number in range(12)) + "\n```"
TABLE = "| port | service |\n|---|---|\n" + "\n".join(f"| {8000 + number} | service-{number} |" for number in range(10))
PROSE = " ".join(f"Sentence number {number} tells of a lighthouse." for number in range(30))
HAN = "".join(f"第{number}句讲的是海边的灯塔，守塔人姓陈。" for number in range(60))


def pieces(text, **options):
    return [text[chunk.start : chunk.end] for chunk in chunking.document(text, **options)]


@pytest.mark.parametrize("text", [PROSE, HAN, "\n\n".join([PROSE, CODE, TABLE, HAN])])
def test_no_chunk_is_longer_than_its_size_and_nothing_is_left_out(text):
    chunks = chunking.document(text)
    held = {place for chunk in chunks for place in range(chunk.start, chunk.end)}

    assert max(chunk.end - chunk.start for chunk in chunks) <= chunking.CHUNK_CHARACTERS
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert all(character.isspace() for place, character in enumerate(text) if place not in held)


@pytest.mark.parametrize(("text", "ends"), [(PROSE, "."), (HAN, "。")])
def test_prose_ends_with_a_sentence(text, ends):
    assert all(piece.endswith(ends) for piece in pieces(text))


@pytest.mark.parametrize("text", [PROSE, HAN])
def test_a_chunk_begins_with_the_end_of_the_one_before(text):
    chunks = chunking.document(text)

    overlaps = [before.end - after.start for before, after in itertools.pairwise(chunks)]
    assert all(0 < overlap <= chunking.OVERLAP_CHARACTERS for overlap in overlaps)


@pytest.mark.parametrize("block", [CODE, TABLE])
def test_a_table_or_a_code_block_stays_whole(block):
    text = f"{PROSE}\n\n{block}\n\n{PROSE}"

    assert any(block in piece for piece in pieces(text))


def test_a_table_longer_than_a_chunk_is_cut_between_rows():
    table = "\n".join(f"| {number} | {'x' * 40} |" for number in range(40))

    assert all(piece.strip().startswith("|") and piece.strip().endswith("|") for piece in pieces(table))


def test_a_heading_begins_a_chunk_and_keeps_what_follows_it():
    text = f"# Coast\n\n{PROSE[:400]}\n\n# Harbour\n\n{PROSE[:300]}"

    assert [piece.split("\n")[0] for piece in pieces(text)] == ["# Coast", "# Harbour"]


def test_a_sentence_longer_than_a_chunk_is_cut_behind_a_clause():
    long = "，".join("海边的灯塔" * 4 for _ in range(60)) + "。"

    assert all(piece[-1] in "，。" for piece in pieces(long))


def test_a_short_text_is_one_chunk_and_a_blank_one_none():
    assert pieces("One line.") == ["One line."]
    assert pieces(" \n\n ") == []


GRAPHEMES = ["a", "é", " ", "中", "。", "，", "\n", "|", "`", "# ", "👩‍👩‍👧", "e\u0301", "🇩🇪", "."]


@given(st.lists(st.sampled_from(GRAPHEMES), max_size=300).map("".join), st.integers(12, 80))
def test_never_cuts_inside_a_grapheme_where_it_can_be_helped(text, size):
    chunks = chunking.document(text, size, size // 8)

    for chunk in chunks:
        assert 0 < chunk.end - chunk.start <= size
        assert graphemes.floor(text, chunk.start) == chunk.start
        assert graphemes.floor(text, chunk.end) == chunk.end
    held = {place for chunk in chunks for place in range(chunk.start, chunk.end)}
    assert all(character.isspace() for place, character in enumerate(text) if place not in held)


def test_takes_a_megabyte_of_one_line_in_its_stride():
    assert len(chunking.document("x" * 1_000_000)) >= 1_000_000 // 512


def turns(count):
    at = datetime(2026, 3, 1, tzinfo=UTC)
    return [
        messages.read(
            "assistant" if number % 2 else "user", f"line {number}", session="s", id=str(number), at=at + timedelta(minutes=number)
        )
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("count", "spans"), [(0, []), (2, [(0, 2)]), (6, [(0, 6)]), (7, [(0, 6), (3, 7)]), (12, [(0, 6), (3, 9), (6, 12)])]
)
def test_a_conversation_is_cut_into_windows_of_six_messages_three_apart(count, spans):
    windows = chunking.conversation(turns(count))

    assert [(window.start, window.end) for window in windows] == spans


def test_a_window_tells_who_spoke_and_when():
    (window,) = chunking.conversation(turns(3))

    assert window.text == "user: line 0\nassistant: line 1\nuser: line 2"
    assert window.participants == ("user", "assistant")
    assert (window.ended_at - window.began_at) == timedelta(minutes=2)
