"""Export and import: what goes out comes back as it was, whatever happened to the file on its way."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memstrata.core import errors
from memstrata.core.batch import Batch
from memstrata.core.records import MemoryRecord, Source, Status, Trust
from memstrata.core.scope import Scope
from memstrata.memory import Memory
from memstrata.policies import portable
from memstrata.testing import samples


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


@pytest.fixture
def empty(opened: Callable[..., Memory], place: str, tmp_path: Path) -> Memory:
    """A memory with nothing in it, in the other kind of store: where exports come back to."""
    return opened(tmp_path / "other") if place == ":memory:" else opened()


def stored(memory: Memory) -> dict[str, MemoryRecord]:
    """Every record of every owner, by id."""
    store = memory._runtime.store
    return {record.id: record for scope in store.scopes() for record in store.scan(scope)}


def talk(memory: Memory) -> None:
    """Two users of two tenants with facts that changed, an agent, a scene, a closed and an open session."""
    anna = memory.scope(user="anna")
    anna.remember("I live in Hangzhou.", at="2026-01-05T10:00:00+08:00")
    anna.remember("I live in Chengdu now.", at="2026-02-05T10:00:00+08:00")
    anna.remember("部署端口是 8080。")
    anna.forget(anna.remember("I drink oolong.", kind="preference", metadata={"茶": ["乌龙", 1, None]}).records[0].id)
    memory.scope(user="anna", agent="coder", scene="web").remember("The build uses ninja.", kind="fact", slot="build.tool")
    with anna.session("closed") as session:
        session.add("user", "我对花生过敏。")
    other = memory.scope(user="安娜", tenant="t-1").session("open")
    other.add("user", "I work at Globex.", id="m1", at="2026-03-01T23:30:00-05:00", name="Ann")
    other.add("assistant", [{"type": "text", "text": "Noted."}], metadata={"model": "m"})
    other.state["step"] = {"done": [1, 2]}


def test_everything_comes_back_equal_from_an_export(memory, empty, file):
    talk(memory)

    written = memory.export(file)
    report = empty.import_(file)

    assert stored(empty) == stored(memory)
    assert written.records == len(stored(memory))
    assert (report.stored, report.skipped, report.conflicts, report.bad) == (report.read, 0, 0, 0)
    assert {scope.owner for scope in empty.scopes()} == {(None, "anna"), ("t-1", "安娜")}


def test_lookup_history_and_recall_answer_the_same_after_an_import(memory, empty, file):
    talk(memory)
    memory.export(file)
    empty.import_(file)
    before, after = memory.scope(user="anna"), empty.scope(user="anna")
    memory.flush(), empty.flush()

    assert after.lookup("deploy.port") == before.lookup("deploy.port")
    assert after.history("user.city") == before.history("user.city")
    assert [hit.id for hit in after.recall("花生")] == [hit.id for hit in before.recall("花生")]
    assert empty.scope(user="anna", agent="coder", scene="web").lookup("build.tool") is not None
    assert empty.scope(user="bo").recall("花生") == []


def test_open_sessions_go_on_after_an_import(memory, empty, file):
    talk(memory)
    memory.export(file)

    empty.import_(file)

    before, after = (each.scope(user="安娜", tenant="t-1").session("open") for each in (memory, empty))
    assert after.turns() == before.turns()
    assert after.state.all() == {"step": {"done": [1, 2]}}
    assert after.add("user", "And now?").sequence == 3


def test_importing_twice_adds_nothing(memory, empty, file):
    talk(memory)
    memory.export(file)
    empty.import_(file)
    before = stored(empty)

    again = empty.import_(file)

    assert (again.stored, again.skipped) == (0, again.read)
    assert stored(empty) == before


def test_an_import_never_overwrites_what_stands_there(memory, file):
    anna = memory.scope(user="anna")
    kept = anna.remember("I like green tea.", kind="preference").records[0]
    memory.export(file)
    file.write_text(file.read_text().replace("green tea", "black tea"))

    report = memory.import_(file)

    assert report.conflicts == 2  # the fact and the turn
    assert anna.get(kept.id) == kept
    assert not report.complete


def test_a_fact_that_was_told_again_meanwhile_is_there_once(memory, opened, file):
    memory.scope(user="anna").remember("I like green tea.", kind="preference")
    memory.export(file)
    other = opened()
    anna = other.scope(user="anna")
    anna.remember("I like green tea.", kind="preference")

    other.import_(file)

    assert [record.content for record in anna.list()] == ["I like green tea."]


def test_every_field_of_a_record_survives_the_open_form():
    at = datetime(2026, 3, 1, 4, 5, 6, 789, UTC)
    record = MemoryRecord(
        id=samples.new_id(), kind="my-kind", content="x", created_at=at, slot="a.b", value="v", tenant="t", user="u", agent="a",
        scene="s", importance=0.25, confidence=0.5, trust=Trust.WEB, sources=(Source("s", "m"), Source(None, "n")), evidence=((0, 1),),
        valid_from=at, valid_to=at, event_from="2025-04", event_to="2025-04-01T09:00+08:00", event_precision="minute",
        status=Status.QUARANTINED, reason="why", language="zh", uses=3, last_used_at=at, confirmed_at=at, seen=2, pinned=True,
        ttl_seconds=5.5, supersedes=(samples.new_id(),), superseded_by=samples.new_id(), aliases=("y",), key="k", session="s",
        sequence=4, role="user", name="Ann", derived_from=(samples.new_id(),), payload={"steps": ["a"]},
        metadata={"a": [1, {"b": None}]},
    )  # fmt: skip

    line = json.loads(portable.text(portable.record_line(record)))

    assert portable.read_record(line["record"]) == record
    assert len(line["record"]) == len(MemoryRecord.__dataclass_fields__) - 1  # semantic is the default type


@pytest.mark.parametrize("text", [*samples.TEXTS, "a\u2028b\u2029c\x85d", "\u202eabc\u202c", "𝕏" * 3, "汉字" * 160_000])
def test_hostile_text_comes_back_as_it_was_stored(memory, empty, file, text):
    memory.scope(user="anna").session("s\u2028x").add("user", text, metadata={"k\u2029": text[:50]})

    memory.export(file)
    empty.import_(file)

    assert stored(empty) == stored(memory)
    assert len(file.read_text("utf-8").splitlines()) == len(file.read_bytes().split(b"\n")) - 1


def test_an_export_is_readable_by_its_owner_only_and_leaves_nothing_beside_it(memory, file):
    talk(memory)

    memory.export(file)

    assert os.stat(file).st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir() if each.suffix != ".db" and each.is_file()] == [file.name]


def test_an_export_that_cannot_be_written_leaves_the_former_one(memory, tmp_path):
    with pytest.raises(errors.BackendError):
        memory.export(tmp_path / "missing" / "out.jsonl")


def test_private_data_of_an_open_session_is_masked_in_an_export(memory, file):
    session = memory.scope(user="anna").session("s")
    session.add("user", [{"type": "text", "text": "Write to li.na@example.cn, please."}])
    session.state["to"] = "li.na@example.cn"

    memory.export(file)

    assert "li.na@example.cn" not in file.read_text()
    assert "[masked:email]" in file.read_text()


def test_credentials_in_a_file_from_elsewhere_are_masked_on_import(memory, empty, file):
    memory.scope(user="anna").remember("I like tea.", kind="preference")
    memory.export(file)
    file.write_text(file.read_text().replace("I like tea.", "Write to li.na@example.cn"))

    empty.import_(file)

    assert all("li.na" not in record.content for record in stored(empty).values())


def test_an_export_of_one_owner_holds_no_other(memory, empty, file):
    talk(memory)

    memory.export(file, scope=Scope(user="anna"))
    empty.import_(file)

    assert [scope.owner for scope in empty.scopes()] == [(None, "anna")]


def test_a_scoped_import_takes_its_own_part_of_an_export(memory, empty, file):
    talk(memory)
    memory.export(file)

    empty.scope(user="anna", agent="coder").import_(file)

    assert {(record.user, record.agent) for record in stored(empty).values()} == {("anna", "coder")}


def test_what_has_expired_is_in_no_export(memory, clock, file):
    memory.scope(user="anna").remember("The code of today is tulip.", kind="fact", ttl_seconds=60)
    turns = memory.stats().records - 1
    clock.advance(seconds=61)

    assert memory.export(file).records == turns


def test_damaged_lines_go_into_quarantine_and_all_others_load(memory, empty, file):
    talk(memory)
    memory.export(file)
    lines = file.read_text("utf-8").splitlines()
    glued = next(place for place, line in enumerate(lines) if '"record"' in line)
    broken = [lines[0], "", *lines[1:glued], lines[glued] + lines[glued + 1], *lines[glued + 2 : -1], '{"record":{"id":1}}', lines[-1][:40]]
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(broken).encode())

    report = empty.import_(file)

    lost = json.loads(lines[-1])["record"]["id"]
    assert stored(empty) == {each: record for each, record in stored(memory).items() if each != lost}
    assert [place.line for place in report.places] == [len(broken) - 1, len(broken)]
    assert report.bad == 2
    assert report.quarantine is not None
    assert [json.loads(line)["line"] for line in Path(report.quarantine).read_text().splitlines()] == [len(broken) - 1, len(broken)]


@pytest.mark.parametrize(
    "line",
    [
        '{"record":{"id":"0198abcdef0000000000000000000001","kind":"fact","content":"x","user":"u"}}',
        '{"record":{"id":"0198abcdef0000000000000000000001","kind":"fact","content":"x","user":"u","created_at":"2026-01-01"}}',
        '{"record":{"id":"../../etc","kind":"fact","content":"x","user":"u","created_at":"2026-01-01T00:00:00Z"}}',
        '{"record":{"id":"0198abcdef0000000000000000000001","kind":"fact","content":"x","created_at":"2026-01-01T00:00:00Z"}}',
        '{"record":{"id":"0198abcdef0000000000000000000001","kind":"fact","content":["x"],"user":"u","created_at":"2026-01-01T00:00:00Z"}}',
        '{"record":{"id":"0198abcdef0000000000000000000001","kind":"fact","content":"x","user":"u","sudo":1,'
        '"created_at":"2026-01-01T00:00:00Z"}}',
        '{"turn":{"user":"u","session":"s","id":"m","role":"user","at":"2026-01-01T00:00:00Z","sequence":1,"content":"alone"}}',
        '{"session":{"user":"u","id":"","opened_at":"2026-01-01T00:00:00Z","last_at":"2026-01-01T00:00:00Z"}}',
        '{"scope":{"user":"a\\u0000b"}}',
        '{"record":' + "[" * 5000 + "]" * 5000 + "}",
        '{"record":{}, "scope":{}}',
        "[1, 2]",
        "null",
        "\udc80",
    ],
)
def test_a_line_that_means_nothing_is_counted_and_harms_nothing(empty, file, line):
    good = json.dumps(portable.record_line(samples.record("fine")))
    file.write_bytes(f'{{"memstrata":1}}\n{line}\n{good}\n'.encode("utf-8", "surrogateescape"))

    report = empty.import_(file)

    assert (report.bad, report.stored) == (1, 1)
    assert report.places[0].line == 2


@pytest.mark.parametrize("head", ["", "hello", '{"memstrata":2}', '{"memstrata":"1"}', '{"memstrata":true}', '{"records":[]}'])
def test_a_file_that_is_no_export_is_refused_whole(empty, file, head):
    file.write_text(head + "\n" + json.dumps(portable.record_line(samples.record("x"))))

    with pytest.raises(errors.InputError):
        empty.import_(file)
    assert empty.scopes() == []


def test_an_import_of_a_missing_file_says_so(empty, file):
    with pytest.raises(errors.InputError, match="cannot read"):
        empty.import_(file)


def test_progress_is_told_while_an_import_runs(memory, empty, file):
    owner = Scope(user="anna")
    records = tuple(samples.record(f"fact {number}", owner) for number in range(250))
    memory._runtime.store.write(owner, lambda view: Batch(records=records))
    memory.export(file)
    told: list[int] = []

    empty.import_(file, progress=told.append)

    assert told == [100, 200, 250]


def test_markdown_pages_show_a_memory_a_line_and_stay_equal(memory, tmp_path):
    talk(memory)
    anna = memory.scope(user="anna")
    tricky = anna.remember("# no <b>title</b>\n- `x` *y* [z](http://a)", kind="fact").records[0]

    folder = tmp_path / "pages"
    folder.mkdir()
    memory.export(folder)
    pages = {page.name: page.read_text("utf-8") for page in folder.iterdir()}
    memory.export(folder)

    page = next(text for name, text in pages.items() if name.startswith("anna-"))
    line = next(line for line in page.splitlines() if tricky.id in line)
    assert pages == {page.name: page.read_text("utf-8") for page in folder.iterdir()}
    assert line == f"- 2026-03-02 active: # no &lt;b>title&lt;/b> ⏎ - \\`x\\` \\*y\\* \\[z\\](http://a) <!-- {tricky.id} -->"
    assert {each for each in stored(memory) if f"<!-- {each} -->" in page} == {
        each for each, record in stored(memory).items() if record.user == "anna"
    }
    assert len(pages) == 2


def test_the_page_of_an_erased_user_goes_with_the_next_export(memory, tmp_path):
    talk(memory)
    folder = tmp_path / "pages"
    memory.export(folder, format="markdown")
    (folder / "notes-12345678.md").write_text("mine")

    memory.scope(user="anna").erase(everything=True)
    memory.export(folder, format="markdown")

    assert sorted(page.name.partition("-")[0] for page in folder.iterdir()) == ["notes", "安娜"]


def test_old_chats_come_into_closed_sessions_as_imported(memory, tmp_path):
    chat = tmp_path / "chat.jsonl"
    chat.write_text(
        "\n".join(
            json.dumps({"role": role, "content": content, "timestamp": "2025-04-01T09:00:00Z", "session": "c1"}, ensure_ascii=False)
            for role, content in (("user", "I live in Hangzhou."), ("assistant", "Nice."), ("user", "谢谢"))
        )
        + '\n{"role": '
    )
    anna = memory.scope(user="anna")

    first, again = anna.import_(chat), anna.import_(chat)

    city = anna.lookup("user.city")
    assert city is not None
    assert (city.value, city.trust, city.created_at.year) == ("Hangzhou", Trust.IMPORT, 2025)
    assert (first.read, first.stored, first.facts, first.bad) == (3, 3, 1, 1)
    assert first.share == pytest.approx(1 / 3)
    assert (again.stored, again.skipped, again.facts) == (0, 3, 0)
    assert anna.session("c1").status == "closed"


def test_chats_without_an_owner_are_refused(memory, tmp_path):
    chat = tmp_path / "chat.json"
    chat.write_text('[{"role": "user", "content": "hi"}]')

    with pytest.raises(errors.InputError, match="scope"):
        memory.import_(chat)
