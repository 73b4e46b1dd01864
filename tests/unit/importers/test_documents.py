"""Documents out of whole and broken files: nothing readable is lost, nothing unreadable is silent."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.importers import documents
from memstrata.importers.documents import Document
from memstrata.importers.items import Bad


def values(text: str) -> list[object]:
    return [item.value for item in documents.documents(text) if isinstance(item, Document)]


def bad_lines(text: str) -> list[int]:
    return [item.line for item in documents.documents(text) if isinstance(item, Bad)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ('{"a": 1}\r\n\r\n{"a": 2}\r\n', [{"a": 1}, {"a": 2}]),
        ('{"a": 1}{"a": 2} {"a": 3}', [{"a": 1}, {"a": 2}, {"a": 3}]),
        ('\x1e{"a": 1}\n\x1e{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ('{\n  "a": {\n    "b": 1\n  }\n}', [{"a": {"b": 1}}]),
        ('[{"a": 1}, {"a": 2}]', [[{"a": 1}, {"a": 2}]]),
        ("", []),
        (" \n\n ", []),
    ],
)
def test_reads_every_whole_document(text, expected):
    assert values(text) == expected
    assert bad_lines(text) == []


@pytest.mark.parametrize(
    ("text", "expected", "bad"),
    [
        ('{"a": 1}\n{"a": 2}\n{"a": "bro', [{"a": 1}, {"a": 2}], [3]),
        ('{"a": 1}\nnonsense\n{"a": 2}', [{"a": 1}, {"a": 2}], [2]),
        ('{"a": 1} trailing words\n{"a": 2}', [{"a": 1}, {"a": 2}], [1]),
        ('{"a": 1, "b": "to{"a": 2}\n{"a": 3}', [{"a": 2}, {"a": 3}], [1]),
        ('{"a": {"b": 1}, "c\n{"a": 2}', [{"a": 2}], [1]),
        ('{"a": 1}\n{"a": 1' + "0" * 5000 + '}\n{"a": 2}', [{"a": 1}, {"a": 2}], [2]),
        ("[" * 100_000 + '\n{"a": 1}', [], [1]),
    ],
)
def test_reports_a_bad_line_and_reads_the_others(text, expected, bad):
    assert values(text) == expected
    assert bad_lines(text)[:1] == bad


def test_gives_the_whole_elements_of_a_list_that_breaks_off():
    text = json.dumps([{"a": 1}, {"a": 2}, {"a": 3}])[:-6]

    assert values(text) == [{"a": 1}, {"a": 2}]
    assert bad_lines(text) == [1]


def test_goes_on_behind_a_damaged_element_of_a_list():
    text = '[\n  {"a": 1},\n  {"a": oops,\n   "b": {"c": 1}},\n  {"a": 3}\n]'

    assert values(text) == [{"a": 1}, {"a": 3}]
    assert bad_lines(text) == [3]


def test_says_so_when_a_document_is_not_utf8():
    text = documents.text_of(b'{"a": "ok"}\n' + b'{"a": "\xb1\xb1\xbe\xa9"}\n' + '{"a": "好"}'.encode())

    assert values(text) == [{"a": "ok"}, {"a": "好"}]
    assert bad_lines(text) == [2]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_reads_text_with_and_without_a_byte_order_mark(encoding):
    assert values(documents.text_of('{"a": "杭州 🎉"}'.encode(encoding))) == [{"a": "杭州 🎉"}]


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers(), max_size=3), max_size=6), st.data())
def test_never_loses_a_line_before_the_place_where_a_file_was_cut(written, data):
    lines = [json.dumps(item, ensure_ascii=False) + "\n" for item in written]
    kept = data.draw(st.integers(0, len(lines)))
    torn = lines[kept][: data.draw(st.integers(0, len(lines[kept])))] if kept < len(lines) else ""

    assert values("".join(lines[:kept]) + torn)[:kept] == written[:kept]


@given(st.text())
def test_survives_any_text_at_all(text):
    list(documents.documents(text))
