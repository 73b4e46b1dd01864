"""A process that is killed in the middle of anything loses nothing that it was told is stored."""

import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import memstrata
from memstrata.core.records import Status
from memstrata.testing import HashEmbedder

WRITE = """
import sys
import memstrata
from memstrata.testing import HashEmbedder
folder, name = sys.argv[1], sys.argv[2]
sys.stdin.readline()
memory = memstrata.open(folder, embedder=HashEmbedder())
anna = memory.scope(user="anna")
number = 0
while True:
    session = anna.session(f"{name}-{number // 5}")
    turn = session.add("user", f"{name} line {number} 第{number}行", id=f"{name}-{number}")
    record = anna.remember(f"{name}{number} is the present port", slot="deploy.port").records[0]
    if number % 5 == 4:
        session.close()
    if number % 7 == 6:
        anna.forget(anna.remember(f"{name}{number} to be hidden", kind="event").records[0].id)
    print(turn.id, record.id, flush=True)
    number += 1
"""


class Writer:
    """A process that is loaded and waits for its start; from then on it writes until it is killed."""

    def __init__(self, folder: Path, name: str) -> None:
        command = [sys.executable, "-c", WRITE, str(folder), name]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def start(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"go\n")
        self._process.stdin.flush()

    def told_until_killed(self, seconds: float) -> list[tuple[str, str]]:
        """(message id, record id) of all that was acknowledged when it was killed, `seconds` after its first line."""
        out = self._process.stdout
        assert out is not None
        told = out.readline()
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            if select.select([out], [], [], left)[0]:
                told += os.read(out.fileno(), 65536)
        self._process.send_signal(signal.SIGKILL)
        rest, errors = self._process.communicate(timeout=30)
        assert self._process.returncode == -signal.SIGKILL, errors.decode()
        whole = [line.split() for line in (told + rest).decode().splitlines(keepends=True) if line.endswith("\n")]
        return [(message, record) for message, record in whole]

    def give_up(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=30)


def check_nothing_is_lost(folder: Path, told: list[tuple[str, str]]) -> None:
    with memstrata.open(str(folder), embedder=HashEmbedder(), worker=False) as memory:
        anna = memory.scope(user="anna")
        turns = {record.sources[0].message: record.content for record in anna.list(kinds=["turn"], limit=100_000)}
        trail = {record.id: record for record in anna.history("deploy.port")}

        assert [message for message, _ in told if message not in turns] == []
        assert [record for _, record in told if record not in trail] == []
        assert [record.status for record in trail.values()].count(Status.ACTIVE) == 1
        assert memory.verify() == []
        memory.flush()
        assert anna.remember("still writable").turns


def kill_often(folder: Path, pairs: int, seed: int) -> None:
    """Two processes write at once and are killed one after the other; the next two load while the store is looked at."""
    chance = random.Random(seed)
    told: list[tuple[str, str]] = []
    waiting = [Writer(folder, name) for name in ("a0", "b0")]
    try:
        for each in range(1, pairs + 1):
            running, waiting = waiting, [Writer(folder, f"{name}{each}") for name in "ab"]
            for writer in running:
                writer.start()
            for writer in running:
                told += writer.told_until_killed(chance.uniform(0.0, 0.12))
            check_nothing_is_lost(folder, told)
    finally:
        for writer in waiting:
            writer.give_up()
    assert len(told) >= 2 * pairs


def test_ten_kills_lose_nothing_that_was_acknowledged(tmp_path):
    kill_often(tmp_path / "store", 5, seed=3)


@pytest.mark.slow
def test_thirty_kills_lose_nothing_that_was_acknowledged(tmp_path):
    kill_often(tmp_path / "store", 15, seed=4)
