"""Whatever a file claims, an import ends, counts everything and leaves a sound store."""

import json
from dataclasses import fields

from hypothesis import given, settings
from hypothesis import strategies as st

import memstrata
from memstrata.core.records import MemoryRecord
from memstrata.core.turns import SessionInfo, Turn
from memstrata.importers import own
from memstrata.policies import portable
from memstrata.testing import samples

ODD: st.SearchStrategy[object] = st.sampled_from(
    [
        None, True, 0, -1, 2**63, 10**400, 1e308, 0.5, "", "x", "a\x00b", "\ud800", "2026-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00", "9999-12-31", [], ["x"], [["s", "m"]], [[None, "m"]], [[0, 2**70]], {}, {"\x00": "\ud800"}, "turn",
        samples.new_id(), [samples.new_id()], {"a": {"b": [None]}}, [[[[]]]],
    ]
)  # fmt: skip
RECORD = st.dictionaries(st.sampled_from([item.name for item in fields(MemoryRecord)]), ODD, max_size=2)
SESSION = st.dictionaries(st.sampled_from([item.name for item in fields(SessionInfo)]), ODD, max_size=2)
TURN = st.dictionaries(st.sampled_from([item.name for item in fields(Turn)]), ODD, max_size=2)
PLACES = st.lists(st.tuples(st.integers(0, 5), RECORD | SESSION | TURN), max_size=12)
NOISE = st.lists(st.sampled_from(["", "null", "[1]", '{"record":', "{}{}", "\ufeff", '{"x":1}', "\x00", '{"record":{}}']), max_size=4)


def lines(places, noise):
    """An export's lines in which some fields were changed, and lines that mean nothing."""
    yield '{"memstrata":1}'
    for number, odd in places:
        plain = json.loads(portable.text(portable.record_line(samples.record(f"content {number}"))))["record"]
        session = {"user": "anna", "id": f"s{number}", "opened_at": "2026-01-01T00:00:00Z", "last_at": "2026-01-01T00:00:00Z"}
        turn = {"user": "anna", "session": f"s{number}", "id": "m", "role": "user", "at": "2026-01-01T00:00:00Z", "sequence": 1}
        yield json.dumps({"record": {**plain, **odd}})
        yield json.dumps({"session": {**session, **odd}})
        yield json.dumps({"turn": {**turn, "content": "hi", **odd}})
    yield from noise


@settings(max_examples=60)
@given(PLACES, NOISE)
def test_no_file_breaks_an_import_or_the_store(tmp_path_factory, places, noise):
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "in.jsonl").write_bytes("\n".join(lines(places, noise)).encode())
    with memstrata.open(":memory:", embedder="none", worker=False) as memory, memstrata.open(":memory:", embedder="none") as other:
        first, again = memory.import_(folder / "in.jsonl"), memory.import_(folder / "in.jsonl")
        memory.export(folder / "out.jsonl")
        back = other.import_(folder / "out.jsonl")

        assert first.read == first.stored + first.skipped + first.conflicts
        assert (again.stored, again.bad) == (0, first.bad)
        assert (back.bad, back.conflicts) == (0, 0)


def test_a_line_without_end_is_passed_over(tmp_path, opened):
    good = portable.text(portable.record_line(samples.record("fine")))
    with (tmp_path / "in.jsonl").open("w") as file:
        file.write('{"memstrata":1}\n{"record":"')
        for _ in range(own.MAX_LINE_BYTES // 1_000_000 * 2 + 3):
            file.write("x" * 1_000_000)
        file.write(f'"}}\n{good}')

    report = opened().import_(tmp_path / "in.jsonl")

    assert (report.stored, report.bad) == (1, 1)
    assert report.places[0].line == 2
