"""`memstrata import`: what is stored, what is reported, and that running it again is always right."""

import json
import os

import pytest
from typer.testing import CliRunner

import memstrata
from memstrata.cli import app, exits

CHAT = [
    {"role": "user", "content": "My cello teacher is called Ines."},
    {"role": "assistant", "content": "Noted."},
    {"role": "user", "content": "我每周三晚上上大提琴课"},
]
FILES = {
    "openai": CHAT,
    "session": {"session": "s-1", "messages": [{**message, "timestamp": "2024-05-01T10:00:00+08:00"} for message in CHAT]},
    "jsonl": "\n".join(json.dumps(message) for message in CHAT),
    "sharegpt": [{"id": "g", "conversations": [{"from": message["role"], "value": message["content"]} for message in CHAT]}],
    "claude": [{"uuid": "u", "chat_messages": [{"sender": message["role"], "text": message["content"]} for message in CHAT]}],
    "chatgpt": [
        {
            "id": "c",
            "current_node": "2",
            "mapping": {
                str(number): {
                    "parent": str(number - 1) if number else None,
                    "message": {
                        "author": {"role": message["role"]}, "create_time": 1.7e9 + number, "content": {"parts": [message["content"]]},
                    },
                }
                for number, message in enumerate(CHAT)
            },
        }
    ],
}  # fmt: skip


@pytest.fixture
def run(tmp_path):
    """A function that runs a verb with --json on a folder of its own; gives typer's result."""
    settings = {"MEMSTRATA_PATH": str(tmp_path / "memory"), "MEMSTRATA_USER": "anna", "MEMSTRATA_EMBEDDER": "none"}
    return lambda *arguments: CliRunner().invoke(app.APP, [*map(str, arguments), "--json"], env=settings)


@pytest.fixture
def file(tmp_path):
    def write(content: object, name: str = "chats"):
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    return write


def contents(run) -> list[str]:
    return [record["content"] for record in json.loads(run("list", "--kind", "turn").stdout)["records"]]


@pytest.mark.parametrize("form", FILES)
def test_imports_every_format_once(run, file, form):
    path = file(FILES[form])

    first, second = run("import", path), run("import", path)

    assert (first.exit_code, second.exit_code) == (exits.OK, exits.OK)
    assert (json.loads(first.stdout)["format"], json.loads(first.stdout)["stored"]) == (form, 3)
    assert (json.loads(second.stdout)["skipped"], json.loads(second.stdout)["stored"]) == (3, 0)
    assert sorted(contents(run)) == sorted(message["content"] for message in CHAT)


def test_goes_on_where_a_file_was_cut(run, file):
    text = str(FILES["jsonl"])
    run("import", file(text[: len(text) - 30]))

    done = json.loads(run("import", file(text)).stdout)

    assert (done["read"], done["stored"]) == (3, 1)
    assert len(contents(run)) == 3


def test_reports_bad_lines_and_stores_the_rest(run, file):
    lines = str(FILES["jsonl"]).split("\n")

    done = run("import", file("\r\n".join([lines[0] + lines[1], "", "oops", lines[2], '{"role": "us'])))

    assert done.exit_code == exits.PARTIAL
    assert [bad["line"] for bad in json.loads(done.stdout)["places"]] == [3, 5]
    assert len(contents(run)) == 3


def test_a_message_that_the_memory_refuses_stops_nothing(run, file):
    done = run("import", file([CHAT[0], {"role": "user", "content": "x" * 1_000_001}, CHAT[2]]))

    assert done.exit_code == exits.PARTIAL
    assert json.loads(done.stdout)["bad"] == 1
    assert len(contents(run)) == 2


def test_dates_a_message_by_its_own_time_or_by_that_of_the_file(run, file):
    path = file([CHAT[0], {**CHAT[2], "timestamp": "2023-01-01T00:00:00Z"}])
    os.utime(path, (1643760000, 1643760000))

    run("import", path)

    records = json.loads(run("list", "--kind", "turn").stdout)["records"]

    assert [record["created_at"] for record in records] == ["2022-02-02T00:00:00Z", "2023-01-01T00:00:00Z"]


def test_a_dry_run_writes_nothing(run, file, tmp_path):
    done = run("import", file(FILES["claude"]), "--dry-run")

    assert json.loads(done.stdout)["read"] == 3
    assert not (tmp_path / "memory").exists()


def test_refuses_what_is_no_chat(run, file, tmp_path):
    for arguments in ([file("words", "a")], [tmp_path / "none"], [file(CHAT, "b"), "--format", "fax"]):
        assert run("import", *arguments).exit_code == exits.USAGE


def test_an_imported_chat_is_over(run, file):
    run("import", file(FILES["session"]))

    messages = json.loads(run("context", "cello", "--session", "s-1").stdout)["messages"]

    assert [message["role"] for message in messages][-1] == "user"
    assert not any(message["content"] == "Noted." for message in messages)


def test_says_whose_chats_they_are_to_be(run, file):
    done = run("import", file(CHAT), "--user", "")

    assert done.exit_code == exits.USAGE
    assert "--user" in done.stderr


def test_brings_an_export_back_whole(run, file, tmp_path):
    run("import", file(CHAT))
    with memstrata.open(tmp_path / "memory", embedder="none") as memory:
        memory.export(tmp_path / "kept.jsonl")

    done = run("import", tmp_path / "kept.jsonl", "--path", tmp_path / "other", "--user", "")

    assert done.exit_code == exits.OK
    assert json.loads(done.stdout)["format"] == "memstrata"
    assert json.loads(run("list", "--kind", "turn", "--path", tmp_path / "other").stdout)["total"] == 3
