"""Embedded means alone: nothing here opens a connection, starts a program or fetches a file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import tree

WATCH = """
import json, sys
seen = []
NETWORK = ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "http.client.connect", "urllib.Request")
sys.addaudithook(lambda event, args: seen.append(event) if event in (*NETWORK, "subprocess.Popen", "os.system") else None)
"""
REMEMBER_AND_RECALL = """
import memstrata
with memstrata.open(sys.argv[1]) as memory:
    anna = memory.scope(user="anna")
    anna.remember("My favourite tea is oolong. 我住在杭州。")
    memory.flush()
    assert anna.recall("which tea?"), "nothing was recalled"
    assert anna.context("住在哪里?").tokens > 0
"""
SHOW_HELP = """
import contextlib, io
from memstrata import cli
sys.argv = ["memstrata", "--help"]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    cli.main()
"""
REPORT = "print(json.dumps(seen))"


def network_use(code: str, folder: Path) -> list[str]:
    """The audit events of network and programs while a fresh interpreter runs the code."""
    done = subprocess.run(
        [sys.executable, "-c", WATCH + code + REPORT, str(folder)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    events: list[str] = json.loads(done.stdout)
    return events


def need(module: str) -> None:
    """Skip while the file of this module is not written."""
    if not ((tree.SRC / module / "__init__.py").is_file() or (tree.SRC / f"{module}.py").is_file()):
        pytest.skip(f"memstrata.{module} is not written yet")


def test_the_watch_sees_a_connection(tmp_path):
    assert "socket.connect" in network_use(
        "import socket\ntry: socket.create_connection(('127.0.0.1', 9))\nexcept OSError: pass\n", tmp_path
    )


def test_remembering_and_recalling_never_touches_the_network(tmp_path):
    need("memory")

    assert network_use(REMEMBER_AND_RECALL, tmp_path) == []


def test_the_command_line_help_never_touches_the_network(tmp_path):
    need("cli")

    assert network_use(SHOW_HELP, tmp_path) == []
