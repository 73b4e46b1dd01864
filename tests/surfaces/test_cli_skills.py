"""The command line's `skills`."""

import json

import memstrata
from memstrata.cli import app, exits

TAUGHT = "When I say deploy: test, build, push"


def run(capsys, *words: str) -> tuple[int, str]:
    try:
        app.APP([*words, "--user", "anna"])
    except SystemExit as end:
        return int(end.code or 0), capsys.readouterr().out
    raise AssertionError("the command line always exits")


def test_lists_skills_for_people_for_programs_and_as_tools(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("MEMSTRATA_PATH", str(tmp_path / "store"))
    with memstrata.open(str(tmp_path / "store"), embedder="none", worker=False) as memory:
        memory.scope(user="anna").remember(TAUGHT)

    assert "test → build → push" in run(capsys, "skills")[1]
    assert json.loads(run(capsys, "skills", "please deploy", "--json")[1])["skills"][0]["steps"] == ["test", "build", "push"]
    assert json.loads(run(capsys, "skills", "--tool", "openai")[1])[0]["function"]["parameters"]["required"] == ["context"]


def test_says_so_where_nothing_was_learned(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("MEMSTRATA_PATH", str(tmp_path / "store"))

    assert run(capsys, "skills")[0] == exits.NOTHING


def test_refuses_another_form_of_tool(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("MEMSTRATA_PATH", str(tmp_path / "store"))
    with memstrata.open(str(tmp_path / "store"), embedder="none", worker=False) as memory:
        memory.scope(user="anna").remember(TAUGHT)

    assert run(capsys, "skills", "--tool", "grpc")[0] == exits.USAGE
