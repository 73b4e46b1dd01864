"""export, backup, restore, erase, verify, repair from the command line."""

import json
import os

import apsw
import pytest
from typer.testing import CliRunner

from memstrata.cli import app, exits


@pytest.fixture
def run(tmp_path):
    """A function that runs a verb on a folder of its own; gives typer's result."""
    settings = {"MEMSTRATA_PATH": str(tmp_path / "memory"), "MEMSTRATA_EMBEDDER": "none", "MEMSTRATA_USER": None}

    def invoke(*arguments: str, **environment: str):
        return CliRunner().invoke(app.APP, list(arguments), env={**settings, **environment})

    return invoke


@pytest.fixture
def filled(run):
    run("remember", "我对花生过敏", "--kind", "fact", "--user", "anna")
    run("remember", "I like go", "--kind", "preference", "--user", "bo")


def contents(run, user):
    listed = run("list", "--user", user, "--json")
    return [record["content"] for record in json.loads(listed.stdout)["records"]]


def test_an_export_comes_back_by_import_in_another_folder(run, filled, tmp_path):
    out, other = str(tmp_path / "out.jsonl"), str(tmp_path / "other")

    written = json.loads(run("export", out, "--json").stdout)
    run("import", out, MEMSTRATA_PATH=other)

    assert (written["scopes"], written["records"]) == (2, 4)
    assert json.loads(run("stats", "--json", MEMSTRATA_PATH=other).stdout)["records"] == 4


def test_an_export_of_one_user_holds_that_user_only(run, filled, tmp_path):
    one, all_ = str(tmp_path / "one.jsonl"), str(tmp_path / "all.jsonl")

    assert json.loads(run("export", one, "--user", "anna", "--json").stdout)["scopes"] == 1
    assert json.loads(run("export", all_, "--user", "anna", "--all", "--json").stdout)["scopes"] == 2
    assert "I like go" not in (tmp_path / "one.jsonl").read_text("utf-8")


def test_pages_are_written_by_the_name_of_the_file(run, filled, tmp_path):
    run("export", str(tmp_path / "all.md"))

    assert "我对花生过敏" in (tmp_path / "all.md").read_text("utf-8")


def test_a_backup_comes_back_without_the_erased_user(run, filled, tmp_path):
    copy = str(tmp_path / "copy")
    assert run("backup", copy).exit_code == exits.OK
    run("erase", "--everything", "--yes", "--user", "anna")
    run("remember", "I like jazz", "--kind", "preference", "--user", "bo")

    done = run("restore", copy, "--yes", "--json")

    assert json.loads(done.stdout)["scopes"] == 1
    assert contents(run, "bo") == ["I like go"]
    assert contents(run, "anna") == []


def test_restoring_over_memories_and_erasing_need_a_yes(run, filled, tmp_path):
    copy = str(tmp_path / "copy")
    run("backup", copy)

    assert run("restore", copy).exit_code == exits.USAGE
    assert run("erase", "--everything", "--user", "anna").exit_code == exits.USAGE
    assert contents(run, "anna") == ["我对花生过敏"]


def test_a_backup_is_restored_into_an_empty_folder_without_asking(run, filled, tmp_path):
    copy, other = str(tmp_path / "copy"), str(tmp_path / "other")
    run("backup", copy)

    done = run("restore", copy, MEMSTRATA_PATH=other)

    assert done.exit_code == exits.OK, done.stderr
    assert json.loads(run("stats", "--json", MEMSTRATA_PATH=other).stdout)["records"] == 4


def test_erasing_gives_a_receipt_that_verifies(run, filled, tmp_path):
    receipt = tmp_path / "receipt.json"
    record = json.loads(run("list", "--user", "anna", "--json").stdout)["records"][0]["id"]

    done = run("erase", record, "--yes", "--user", "anna", "--receipt", str(receipt))

    assert done.exit_code == exits.OK, done.stderr
    assert os.stat(receipt).st_mode & 0o777 == 0o600
    assert run("verify", "--receipt", str(receipt)).exit_code == exits.OK
    assert json.loads(receipt.read_text())["counts"] == {"fact": 1, "message": 0, "session": 0, "turn": 1}
    receipt.write_text(receipt.read_text().replace('"fact": 1', '"fact": 2'))
    assert run("verify", "--receipt", str(receipt)).exit_code == exits.STORE


def test_erasing_by_filter_shows_first_what_it_takes(run, filled):
    done = run("erase", "--filter", '{"$kind": "fact"}', "--yes", "--user", "anna", "--json")

    assert "我对花生过敏" in done.stderr
    assert json.loads(done.stdout)["counts"]["fact"] == 1
    assert contents(run, "anna") == []
    assert run("erase", "--filter", '{"$kind": "fact"}', "--yes", "--user", "anna").exit_code == exits.NOTHING


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"id": 1}', '{"id": "x", "scope_hash": "y", "at": "z", "counts": {}, "indexes": {}}'])
def test_what_is_no_receipt_is_wrong_usage(run, filled, tmp_path, content):
    (tmp_path / "receipt").write_text(content)

    assert run("verify", "--receipt", str(tmp_path / "receipt")).exit_code == exits.USAGE
    assert run("verify", "--receipt", str(tmp_path / "missing")).exit_code == exits.USAGE


def test_repair_mends_what_verify_finds(run, filled, tmp_path):
    connection = apsw.Connection(str(tmp_path / "memory" / "memstrata.db"))
    connection.execute("DELETE FROM segments")
    connection.close()

    assert run("verify").exit_code == exits.STORE
    assert run("repair").exit_code == exits.OK
    assert run("verify").exit_code == exits.OK


@pytest.mark.parametrize(
    "verb", [["export", "x.jsonl"], ["backup", "x"], ["repair"], ["verify"], ["erase", "--everything", "--yes", "-u", "a"]]
)
def test_where_no_memory_is_yet_nothing_is_made(run, tmp_path, verb):
    assert run(*verb).exit_code == exits.NOTHING
    assert list(tmp_path.iterdir()) == []
