"""The command line's `graph`."""

import json

import pytest

import memstrata
from memstrata.cli import app, exits


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Runs the command line as anna, who told of her wife, and gives the exit code and what was printed."""
    monkeypatch.setenv("MEMSTRATA_PATH", str(tmp_path / "store"))
    with memstrata.open(str(tmp_path / "store"), embedder="none", worker=False) as memory:
        for text in ("My wife is Ilse.", "Ilse works at Veltra.", "Ilse is also called Bee.", "My favourite tea is oolong."):
            memory.scope(user="anna").remember(text)

    def invoke(*words: str, user: str = "anna") -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            app.APP([*words, "--user", user])
        return int(end.value.code or 0), capsys.readouterr().out

    return invoke


def test_prints_relations_and_entities_with_their_other_names(run):
    code, text = run("graph")

    assert code == exits.OK
    assert "partner" in text
    assert "Ilse (Bee)" in text


def test_prints_what_hangs_together_with_one_name(run):
    made = json.loads(run("graph", "bee", "--json")[1])

    assert [(one["subject"], one["predicate"], one["object"]) for one in made["relations"]] == [
        ("user", "partner", "Ilse"), ("Ilse", "employer", "Veltra"),
    ]  # fmt: skip
    assert "oolong" not in str(made)


def test_says_so_where_nothing_is_known(run):
    assert run("graph", "nobody")[0] == exits.NOTHING
    assert run("graph", user="bob")[0] == exits.NOTHING
