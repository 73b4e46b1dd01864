"""Several programs on one folder: kinds of faults that others have met, with our own words."""

import asyncio
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import apsw
import pytest

import memstrata
from memstrata.testing import FixedClock, HashEmbedder

FILE = "memstrata.db"
COUNT = """
import sys
import memstrata
with memstrata.open(sys.argv[1], embedder="none", worker=False) as memory:
    state = memory.scope(user="anna").session("till").state
    for _ in range(int(sys.argv[2])):
        state.append("sold", 1)
"""
LOOK = """
import sys
import memstrata
for number in range(int(sys.argv[2])):
    with memstrata.open(sys.argv[1], embedder="none", worker=False) as memory:
        anna = memory.scope(user="anna")
        assert anna.recall("heron")
        assert anna.lookup("user.city") is None
        assert memory.stats().records
"""


def started(code: str, *arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(processes: "Sequence[subprocess.Popen[str]]", seconds: float = 300) -> list[str]:
    told = []
    for process in processes:
        out, wrong = process.communicate(timeout=seconds)
        assert process.returncode == 0, wrong
        told.append(out)
    return told


def cli(folder: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "memstrata", *arguments, "--path", str(folder), "--user", "anna", "--json"]


@pytest.mark.parametrize(("processes", "changes"), [(3, 30), pytest.param(6, 200, marks=pytest.mark.slow)])
def test_processes_that_read_change_and_write_one_value_lose_no_change(tmp_path, processes, changes):
    folder = tmp_path / "store"
    with memstrata.open(str(folder), embedder="none", worker=False) as memory:
        memory.scope(user="anna").session("till").add("user", "open")

    ended([started(COUNT, folder, changes) for _ in range(processes)])

    with memstrata.open(str(folder), embedder="none", worker=False) as memory:
        assert memory.scope(user="anna").session("till").state["sold"] == [1] * (processes * changes)
        assert memory.verify() == []


def test_opening_reading_and_closing_meet_no_lock_while_another_writes_for_long_and_write_nothing(tmp_path):
    folder = tmp_path / "store"
    with memstrata.open(str(folder), embedder="none", worker=False) as memory:
        memory.scope(user="anna").remember("I saw a heron.", kind="fact")
    writer = apsw.Connection(str(folder / FILE))
    writer.execute("BEGIN IMMEDIATE; INSERT INTO meta (name, value) VALUES ('long', x'00')")
    before = {each.name: hashlib.sha256(each.read_bytes()).digest() for each in folder.iterdir() if not each.name.endswith("-shm")}
    began = time.monotonic()
    try:
        ended([started(LOOK, folder, 25) for _ in range(2)])
        status = subprocess.run(cli(folder, "list"), capture_output=True, text=True, check=False)
        after = {each.name: hashlib.sha256(each.read_bytes()).digest() for each in folder.iterdir() if not each.name.endswith("-shm")}
    finally:
        writer.execute("ROLLBACK")
        writer.close()

    assert status.returncode == 0, status.stderr
    assert after == before
    assert time.monotonic() - began < 60


def test_use_counts_that_cannot_be_written_do_not_keep_a_memory_open(tmp_path):
    memory = memstrata.open(str(tmp_path / "store"), embedder="none", worker=False)
    anna = memory.scope(user="anna")
    held = anna.remember("I saw a heron.", kind="fact").records[0]
    told = []
    memory.events.listen(lambda event: told.append(event.details.get("part")) if event.name == "degraded" else None)
    anna.used([held.id])
    writer = apsw.Connection(str(tmp_path / "store" / FILE))
    writer.execute("BEGIN IMMEDIATE")
    try:
        memory.close()
    finally:
        writer.execute("ROLLBACK")
        writer.close()

    assert told == ["uses"]
    with memstrata.open(str(tmp_path / "store"), embedder="none", worker=False) as again:
        assert again.scope(user="anna").list().total == 1


def test_a_loop_and_four_command_lines_write_one_folder_at_once(tmp_path):
    folder = tmp_path / "store"
    memstrata.open(str(folder), embedder="none", worker=False).close()
    beside = [
        subprocess.Popen(cli(folder, "remember", f"crate {number} came by cart", "--kind", "fact"), stdout=subprocess.PIPE, text=True)
        for number in range(4)
    ]

    async def gathered() -> None:
        anna = memstrata.AsyncMemory(memory).scope(user="anna")
        await asyncio.gather(*(anna.remember(f"box {number} came by ship", kind="fact") for number in range(100)))

    with memstrata.open(str(folder), embedder="none", worker=False) as memory:
        asyncio.run(gathered())
    for process in beside:
        process.communicate(timeout=300)
        assert process.returncode == 0

    with memstrata.open(str(folder), embedder="none", worker=False) as memory:
        told = {record.content for record in memory.scope(user="anna").list(limit=500)}
        assert told == {f"box {number} came by ship" for number in range(100)} | {f"crate {number} came by cart" for number in range(4)}
        assert memory.verify() == []


WRITE = """
import sys
import memstrata
memory = memstrata.open(sys.argv[1], embedder="none")
anna = memory.scope(user="anna")
print("open", flush=True)
for number in range(100_000):
    print(anna.remember(f"parcel {number} of {sys.argv[2]}", kind="fact").records[0].id, flush=True)
"""


def test_a_library_a_command_line_and_a_killed_one_share_a_folder_without_a_lock_to_remove(tmp_path):
    folder = tmp_path / "store"
    with memstrata.open(str(folder), embedder=HashEmbedder(), clock=FixedClock()) as memory:
        anna = memory.scope(user="anna")
        anna.remember("I saw a heron.", kind="fact")
        acknowledged = []
        for round_ in range(3):
            killed = started(WRITE, folder, round_)
            assert killed.stdout is not None
            lines = [killed.stdout.readline().strip() for _ in range(4 + 7 * round_)]
            killed.kill()
            rest, _ = killed.communicate()
            acknowledged += [line for line in [*lines, *rest.split()] if len(line) == 32]
            listed = subprocess.run(cli(folder, "list", "--limit", "1000"), capture_output=True, text=True, check=False)
            assert listed.returncode == 0, listed.stderr
            assert {record["id"] for record in json.loads(listed.stdout)["records"]} >= set(acknowledged)
            anna.remember(f"I saw heron number {round_}.", kind="fact")

        assert {record.id for record in anna.list(limit=5000)} >= set(acknowledged)
        assert memory.verify() == []
    assert sorted(each.name for each in folder.iterdir()) == [FILE]


@pytest.mark.parametrize("place", [":memory:", "store"])
def test_the_order_of_a_session_is_the_order_of_writing_when_time_stands_still(tmp_path, place):
    path = place if place == ":memory:" else str(tmp_path / place)
    count = 1000
    with memstrata.open(path, embedder="none", clock=FixedClock(), worker=False) as memory:
        session = memory.scope(user="anna").session("s")
        for number in range(count):
            session.add("user" if number % 2 == 0 else "assistant", f"line {number}")
        assert [turn.text for turn in session.turns()] == [f"line {number}" for number in range(count)]
        shown = [turn.text for turn in session.window().turns]
        assert shown == [f"line {number}" for number in range(count - len(shown), count)]
    if place != ":memory:":
        with memstrata.open(path, embedder="none", clock=FixedClock(), worker=False) as memory:
            turns = memory.scope(user="anna").session("s").turns()
            assert [(turn.text, turn.sequence) for turn in turns] == [(f"line {number}", number + 1) for number in range(count)]


def disk(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


@pytest.mark.parametrize("rounds", [8, pytest.param(20, marks=pytest.mark.slow)])
def test_files_do_not_grow_beyond_three_times_what_they_hold(tmp_path, rounds):
    folder = tmp_path / "store"
    with memstrata.open(str(folder), embedder=HashEmbedder(), clock=FixedClock(), worker=False) as memory:
        anna = memory.scope(user="anna")
        ids = [anna.remember(f"bale {number} of wool lies in row {number % 9}", kind="fact").records[0].id for number in range(100)]
        for round_ in range(rounds):
            for number in range(100):
                match number % 4:
                    case 0:
                        ids[number] = anna.update(ids[number], content=f"bale {number} moved to row {round_}").id
                    case 1:
                        anna.erase(ids[number])
                        ids[number] = anna.remember(f"bale {number} is new, the {round_}th", kind="fact").records[0].id
                    case _:
                        anna.update(ids[number], importance=(round_ % 10) / 10)
            memory.flush()
        memory.export(tmp_path / "all.jsonl")
    with memstrata.open(str(tmp_path / "fresh"), embedder=HashEmbedder(), clock=FixedClock(), worker=False) as fresh:
        fresh.import_(tmp_path / "all.jsonl")
        fresh.flush()
    assert disk(folder) <= 3 * disk(tmp_path / "fresh"), f"{disk(folder)} bytes, a fresh build has {disk(tmp_path / 'fresh')}"
