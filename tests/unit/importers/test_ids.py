"""The ids of imported messages: the same on every read, so that an import may be run again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata import importers
from memstrata.importers import Item

LINES = [{"role": "user", "content": words} for words in ("I moved to Lyon", "ok", "ok", "搬到里昂了")]


def write(path, lines, name="chat.jsonl"):
    file = path / name
    file.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return file


def ids(file) -> list[tuple[str, str]]:
    return [(item.session, item.id) for item in importers.read(file) if isinstance(item, Item)]


def test_reading_twice_gives_the_same_ids(tmp_path):
    file = write(tmp_path, LINES)

    assert ids(file) == ids(file)
    assert len(set(ids(file))) == len(LINES)


def test_a_file_that_grew_keeps_the_ids_of_its_beginning(tmp_path):
    before = ids(write(tmp_path, LINES[:2]))

    assert ids(write(tmp_path, LINES))[:2] == before


def test_blank_and_bad_lines_do_not_shift_the_ids_behind_them(tmp_path):
    clean = ids(write(tmp_path, LINES))

    assert ids(write(tmp_path, [LINES[0], "\n", "broken\n", *LINES[1:]])) == clean


def test_a_list_that_broke_off_gives_the_ids_of_the_whole_one(tmp_path):
    whole = tmp_path / "chat.json"
    whole.write_text(json.dumps(LINES), encoding="utf-8")
    expected = ids(whole)

    whole.write_text(json.dumps(LINES)[:-20], encoding="utf-8")

    assert ids(whole) == expected[:-1]


def test_the_same_words_again_are_another_message(tmp_path):
    assert len(set(ids(write(tmp_path, [LINES[1]] * 3)))) == 3


def test_the_same_id_of_the_file_with_the_same_words_is_one_message(tmp_path):
    assert len(set(ids(write(tmp_path, [{**LINES[0], "id": "m-1"}] * 3)))) == 1


def test_the_same_words_in_another_conversation_are_another_message(tmp_path):
    first, second = ids(write(tmp_path, [{**LINES[0], "session": "a"}, {**LINES[0], "session": "b"}]))

    assert first[1] != second[1]


@pytest.mark.parametrize("change", [{"content": "I moved to Nice"}, {"role": "assistant"}, {"timestamp": 1714500000}])
def test_a_message_that_was_changed_has_another_id(tmp_path, change):
    before = {**LINES[0], "session": "s"}

    assert ids(write(tmp_path, [before])) != ids(write(tmp_path, [{**before, **change}]))


@given(st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=8))
def test_every_message_of_a_file_has_its_own_id(tmp_path_factory, texts):
    file = write(tmp_path_factory.mktemp("ids"), [{"role": "user", "content": text} for text in texts])

    assert len(set(ids(file))) == len(texts)
