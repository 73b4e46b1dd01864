"""The page of the open form says what the code does."""

import re
from dataclasses import fields
from pathlib import Path

from memstrata.core.records import MemoryRecord
from memstrata.core.turns import SessionInfo, Turn

PAGE = Path(__file__).resolve().parents[2] / "docs" / "format.md"


def test_every_field_stands_on_the_page():
    named = set(re.findall(r"`([a-z_]+)`", PAGE.read_text("utf-8")))

    assert {item.name for kind in (MemoryRecord, SessionInfo, Turn) for item in fields(kind)} - named == set()


def test_the_example_on_the_page_can_be_imported_and_comes_out_the_same(memory, tmp_path):
    found = re.search(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    (tmp_path / "in.jsonl").write_text(found[1], "utf-8")

    report = memory.import_(tmp_path / "in.jsonl")
    memory.export(tmp_path / "out.jsonl")

    assert (report.stored, report.bad) == (2, 0)
    assert (tmp_path / "out.jsonl").read_text("utf-8").splitlines()[1:] == found[1].splitlines()[1:]
    assert memory.scope(user="anna").lookup("user.city").value == "Hangzhou"
