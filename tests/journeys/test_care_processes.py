"""Imports, backups and restores that are killed, and other processes beside them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memstrata.core.batch import Batch
from memstrata.core.records import MemoryRecord
from memstrata.core.scope import Scope
from memstrata.memory import Memory
from memstrata.testing import samples

pytestmark = pytest.mark.slow

IMPORT = """
import sys, memstrata
memory = memstrata.open(sys.argv[1], embedder="none", worker=False)
target = memory.scope(user="anna") if sys.argv[3] == "chats" else memory
target.import_(sys.argv[2], progress=lambda read: print(read, flush=True))
"""
RESTORE = """
import sys, memstrata
memory = memstrata.open(sys.argv[1], embedder="none", worker=False)
print("begin", flush=True)
memory.restore(sys.argv[2])
print("end", flush=True)
"""
# Writes until it is killed; each line names a record that was acknowledged.
WRITE = """
import sys, memstrata
memory = memstrata.open(sys.argv[1], embedder="none", worker=False)
user = memory.scope(user=sys.argv[2])
number = 0
while True:
    number += 1
    print(user.remember(f"note {number}", kind="fact").records[0].id, flush=True)
"""


def started(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, text=True)


def killed_after(lines: int, process: subprocess.Popen[str]) -> list[str]:
    """What the process told before it was killed at the line of that number; all of it when it was faster."""
    assert process.stdout is not None
    told = [line.strip() for _, line in zip(range(lines), process.stdout, strict=False)]
    process.kill()
    told += [line.strip() for line in process.stdout if line.endswith("\n")]
    process.stdout.close()
    process.wait(30)
    return told


def stored(memory: Memory) -> dict[str, MemoryRecord]:
    store = memory._runtime.store
    return {record.id: record for scope in store.scopes() for record in store.scan(scope)}


@pytest.fixture
def export(opened: Callable[..., Memory], tmp_path: Path) -> Path:
    """An export of 3,000 facts of three users."""
    memory = opened()
    for user in ("anna", "bo", "安娜"):
        owner = Scope(user=user)
        records = (samples.record(f"{user} 第 {number}", owner) for number in range(1000))
        samples.write(memory._runtime.store, owner, Batch(records=tuple(records)))
    memory.export(tmp_path / "out.jsonl")
    return tmp_path / "out.jsonl"


def test_an_import_of_an_export_that_was_killed_is_run_again_and_complete(opened, export, folder):
    killed_after(8, started(IMPORT, folder, export, "own"))
    memory = opened(folder)
    half = len(stored(memory))

    report = memory.import_(export)

    assert 0 < half < 3000
    assert (report.stored, report.skipped, report.conflicts, report.bad) == (3000 - half, half, 0, 0)
    assert memory.stats().records == 3000
    assert memory.verify() == []


def test_an_import_of_chats_that_was_killed_is_run_again_and_complete(opened, folder, tmp_path):
    chat = tmp_path / "chat.json"
    messages = [{"role": "user", "content": f"My code number {number} is K-{number}."} for number in range(800)]
    chat.write_text(json.dumps(messages))
    killed_after(2, started(IMPORT, folder, chat, "chats"))
    memory = opened(folder)
    anna = memory.scope(user="anna")
    half = anna.list(kinds=["turn"], limit=0).total

    report = anna.import_(chat)

    assert 0 < half < 800
    assert (report.stored, report.skipped) == (800 - half, half)
    assert anna.list(kinds=["turn"], limit=0).total == 800
    assert len({record.content for record in anna.list(kinds=["turn"], limit=1000)}) == 800


def test_a_backup_beside_writing_processes_holds_what_they_were_promised(opened, folder, tmp_path):
    memory = opened(folder)
    memory.scope(user="anna").remember("I like tea.", kind="preference")
    writers = [started(WRITE, folder, name) for name in ("bo", "carla")]
    promised = []
    for writer in writers:
        assert writer.stdout is not None
        promised.append([writer.stdout.readline().strip() for _ in range(20)])

    memory.backup(tmp_path / "copy")
    told = [killed_after(1, writer) for writer in writers]

    other = opened(tmp_path / "elsewhere")
    other.restore(tmp_path / "copy")
    for user, early, late in zip(("bo", "carla"), promised, told, strict=True):
        held = sorted(record.id for record in stored(other).values() if record.user == user and not record.is_turn)
        known = [*early, *late][: len(held)]
        assert len(held) >= len(early)
        assert held[: len(known)] == known  # one moment, no gap
    assert other.verify() == []


@pytest.mark.parametrize("told", [1, 2])
def test_a_restore_that_was_killed_leaves_the_one_state_or_the_other(opened, export, folder, tmp_path, told):
    memory = opened(folder)
    memory.import_(export)
    memory.backup(tmp_path / "copy")
    before = stored(memory)
    later = memory.scope(user="dora").remember("I like jazz.", kind="preference").records[0]
    after = stored(memory)
    memory.close()

    killed_after(told, started(RESTORE, folder, tmp_path / "copy"))

    again = opened(folder)
    assert stored(again) in (before, after)
    assert not list(folder.glob(".restore-*"))
    again.restore(tmp_path / "copy")
    assert again.scope(user="dora").get(later.id) is None
    assert stored(again) == before
    assert again.verify() == []


def test_what_a_killed_backup_or_export_left_goes_with_the_next_one(opened, folder, tmp_path):
    memory = opened(folder)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait(30)
    for name in ("copy", "out.jsonl"):
        (tmp_path / f".{name}.{gone.pid}-0a1b2c3d.partial").write_text("half")
        (tmp_path / f".{name}.{os.getpid()}-0a1b2c3d.partial").write_text("at work")

    memory.backup(tmp_path / "copy")
    memory.export(tmp_path / "out.jsonl")

    left = sorted(file.name for file in tmp_path.glob(".*.partial"))
    assert left == [f".{name}.{os.getpid()}-0a1b2c3d.partial" for name in ("copy", "out.jsonl")]


def test_a_process_that_writes_goes_on_after_a_restore(opened, folder, tmp_path):
    memory = opened(folder)
    memory.scope(user="anna").remember("I like tea.", kind="preference")
    memory.backup(tmp_path / "copy")
    writer = started(WRITE, folder, "bo")
    assert writer.stdout is not None
    writer.stdout.readline()

    memory.restore(tmp_path / "copy")
    seen = memory.stats().records
    while memory.stats().records < seen + 40:
        assert writer.stdout.readline()
    killed_after(1, writer)

    assert memory.scope(user="anna").list().total == 1
    assert memory.verify() == []
