"""Several processes on one folder are the normal case: nobody is refused, nothing is lost, everybody sees what was acknowledged."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import memstrata
from memstrata.core.records import Status
from memstrata.testing import FixedClock, HashEmbedder

WORK = """
import json, sys
import memstrata
from memstrata.testing import HashEmbedder
folder, name, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
wrote = []
print("ready", flush=True)
sys.stdin.readline()
with memstrata.open(folder, embedder=HashEmbedder()) as memory:
    anna = memory.scope(user="anna")
    for number in range(rounds):
        turn = anna.session("shared").add("user", f"{name} says word{number}")
        wrote.append(turn.id)
        assert any(turn.text == hit.record.content for hit in anna.recall(turn.text, limit=10)), "own words are seen at once"
        anna.remember(f"{name}-{number}", slot="deploy.port")
        anna.session("shared").state.append("done", f"{name}-{number}")
        memory.flush()
print(json.dumps(wrote))
"""


def started(folder: Path, name: str, rounds: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WORK, str(folder), name, str(rounds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_together(folder: Path, names: list[str], rounds: int) -> dict[str, list[str]]:
    """The message ids that each process was told are stored. Fails with what any of them printed to stderr."""
    workers = [started(folder, name, rounds) for name in names]
    told = {}
    try:
        for worker in workers:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.write("go\n")
            worker.stdin.flush()
        for name, worker in zip(names, workers, strict=True):
            out, errors = worker.communicate(timeout=120)
            assert worker.returncode == 0, errors
            told[name] = json.loads(out)
    finally:
        for worker in workers:
            if worker.poll() is None:
                worker.kill()
                worker.communicate()
    return told


@pytest.mark.parametrize(
    ("names", "rounds"), [(["left", "right"], 12), pytest.param(["north", "south", "east", "west", "centre"], 25, marks=pytest.mark.slow)]
)
def test_processes_that_write_and_read_one_folder_at_once_meet_no_error_and_lose_nothing(tmp_path, names, rounds):
    folder = tmp_path / "store"

    told = run_together(folder, names, rounds)

    with memstrata.open(str(folder), embedder=HashEmbedder(), worker=False) as memory:
        anna = memory.scope(user="anna")
        turns = anna.session("shared").turns()
        assert {turn.id for turn in turns} == {each for ids in told.values() for each in ids}
        assert [turn.sequence for turn in turns] == list(range(1, len(names) * rounds + 1))
        for name in names:
            assert [turn.text for turn in turns if turn.text.startswith(f"{name} ")] == [f"{name} says word{n}" for n in range(rounds)]
        done = anna.session("shared").state["done"]
        assert isinstance(done, list)
        assert sorted(map(str, done)) == sorted(f"{n}-{i}" for n in names for i in range(rounds))
        assert len(anna.history("deploy.port")) == len(names) * rounds
        assert [record.status for record in anna.history("deploy.port")].count(Status.ACTIVE) == 1
        assert memory.flush() == 0
        assert memory.verify() == []


def test_a_handle_sees_what_another_process_wrote_after_it_was_opened(tmp_path):
    folder = tmp_path / "store"
    with memstrata.open(str(folder), clock=FixedClock(), embedder=HashEmbedder(), worker=False) as memory:
        anna = memory.scope(user="anna")
        anna.remember("the keel is larch", kind="fact")
        assert anna.recall("word3") == []

        run_together(folder, ["guest"], 4)

        assert [hit.record.content for hit in anna.recall("word3", limit=1)] == ["guest says word3"]
        assert [record.content for record in anna.history("deploy.port")] == [f"guest-{number}" for number in range(4)]


LOOK = """
import sys
import memstrata
for _ in range(10):
    with memstrata.open(sys.argv[1], embedder="none", worker=False) as memory:
        memory.scope(user="anna").recall("keel")
        memory.stats()
        memory.health()
"""


def test_opening_and_reading_never_waits_for_or_disturbs_a_writer(tmp_path):
    folder = tmp_path / "store"
    with memstrata.open(str(folder), clock=FixedClock(), embedder=HashEmbedder(), worker=False) as memory:
        anna = memory.scope(user="anna")
        anna.remember("the keel is larch", kind="fact")
        readers = [subprocess.Popen([sys.executable, "-c", LOOK, str(folder)], stderr=subprocess.PIPE, text=True) for _ in range(2)]
        written = 0
        while any(reader.poll() is None for reader in readers):
            anna.session("s").add("user", f"line {written}")
            written += 1

        for reader in readers:
            _, errors = reader.communicate(timeout=60)
            assert reader.returncode == 0, errors
        assert len(anna.session("s").turns()) == written > 0
