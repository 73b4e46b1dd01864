"""`memstrata chat` with its input piped: what a model would get, and the commands."""

import json

import pytest
from typer.testing import CliRunner

from memstrata.cli import app, exits


@pytest.fixture
def settings(tmp_path):
    return {"MEMSTRATA_PATH": str(tmp_path / "memory"), "MEMSTRATA_USER": "anna", "MEMSTRATA_EMBEDDER": "none"}


@pytest.fixture
def talk(settings):
    """A function that writes lines to the chat and gives typer's result."""

    def write(*lines: str, options: tuple[str, ...] = ()):
        return CliRunner().invoke(app.APP, ["chat", *options], input="\n".join(lines) + "\n", env=settings)

    return write


def test_shows_the_prompt_of_each_line_until_the_input_ends(talk):
    done = talk("The cello lesson is on Wednesday.", "", "大提琴课是星期几？")

    assert done.exit_code == exits.OK
    assert done.stdout.count(" tokens") == 2
    assert "\x1b" not in done.stdout


def test_a_new_session_remembers_the_one_before(talk):
    talk("My cello teacher is Ines.")

    assert "Ines" in talk("who is my cello teacher?", "/context").stdout


def test_answers_with_one_object_a_line(talk):
    lines = talk("hello there", "/profile", "/memories", "/new", "/context", options=("--json",)).stdout.splitlines()

    assert [sorted(json.loads(line)) for line in lines] == [
        ["context", "profile", "said", "session"], ["profile"], ["memories"], ["session"], ["context", "session"],
    ]  # fmt: skip


def test_forgets_by_the_number_that_was_shown(talk, settings):
    for fact in ("the locker is number 12", "大提琴在柜子里"):
        CliRunner().invoke(app.APP, ["remember", fact, "--kind", "fact"], env=settings)

    lines = talk("/memories", "/forget 2", "/memories", options=("--json",)).stdout.splitlines()

    assert json.loads(lines[1])["forgotten"]["content"] == "大提琴在柜子里"
    assert [record["content"] for record in json.loads(lines[2])["memories"]] == ["the locker is number 12"]


def test_a_wrong_command_is_told_and_not_remembered(talk):
    done = talk("/forget 9", "/nonsense", "/quit", "never read")

    assert done.exit_code == exits.OK
    assert "/forget takes a number" in done.stderr
    assert "no command /nonsense" in done.stderr
    assert "tokens" not in done.stdout


def test_a_line_that_does_not_fit_ends_nothing(talk):
    done = talk("far too long for it " * 50, "short", options=("--budget", "60"))

    assert done.exit_code == exits.OK
    assert "budget" in done.stderr.lower()
    assert done.stdout.count(" tokens") == 1


def test_a_named_session_goes_on(talk):
    talk("First part of the riddle: what has keys?", options=("--session", "riddle"))

    assert "what has keys" in talk("/context go on", options=("--session", "riddle")).stdout
