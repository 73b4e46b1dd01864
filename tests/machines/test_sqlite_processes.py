"""Several processes on one folder, some of them killed: nothing that was acknowledged is lost, nothing is counted twice."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memstrata.core import errors
from memstrata.core.erasure import Plan
from memstrata.stores import sqlite
from memstrata.stores.sqlite import SqliteStore
from memstrata.testing import samples
from memstrata.testing.samples import ANNA

# Each writes records under its own name and counts all of them up in one shared session; what is printed was acknowledged.
WRITER = """
import json, sys
from datetime import UTC, datetime
from pathlib import Path
import uuid_utils
from memstrata.core.batch import Batch
from memstrata.core.records import MemoryRecord
from memstrata.core.turns import SessionInfo, Turn
from memstrata.stores import sqlite
from memstrata.testing.samples import ANNA
folder, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = sqlite.open_store(folder, durability="full", cache_bytes=1 << 24)
now = datetime.now(UTC)
for number in range(count):
    record = MemoryRecord(id=uuid_utils.uuid7().hex, kind="fact", content=f"{name} says 第 {number}", created_at=now)
    def decide(view):
        former = view.session("shared")
        sequence = 1 if former is None else former.sequence + 1
        assert len(view.matrix()) == sequence - 1
        turn = Turn(id=f"{name}-{number}", session="shared", role="user", text="x", at=now, sequence=sequence)
        info = SessionInfo(id="shared", opened_at=now, last_at=now, sequence=sequence)
        return Batch(records=(record,), turns=(turn,), sessions=(info,), tasks=(("embed", record.id),))
    written = store.write(ANNA, decide)
    print(json.dumps([record.id, written.version]), flush=True)
    assert store.get(ANNA, [record.id]) == [record]
    assert len(store.matrix(ANNA)) >= written.version
store.close()
"""
# Claims and completes tasks until none is due.
WORKER = """
import json, sys
from datetime import UTC, datetime
from pathlib import Path
from memstrata.core.batch import Batch
from memstrata.stores import sqlite
store = sqlite.open_store(Path(sys.argv[1]), durability="full", cache_bytes=1 << 24)
while claimed := store.claim("embed", 4, datetime.now(UTC)):
    for scope, task in claimed:
        print(json.dumps(task.id), flush=True)
        store.write(scope, lambda view: Batch(done=(task.id,)))
store.close()
"""


def started(code: str, folder: Path, *arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", code, str(folder), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: "subprocess.Popen[str]") -> list[Any]:
    """What the process acknowledged, one JSON value a line; its errors fail the test."""
    out, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def reopened(folder: Path) -> SqliteStore:
    return sqlite.open_store(folder, durability="full", cache_bytes=1 << 24)


def test_processes_that_write_at_once_count_exactly(tmp_path):
    writers = [started(WRITER, tmp_path, name, 60) for name in ("anna", "bo", "会")]

    acknowledged = [each for writer in writers for each in ended(writer)]

    store = reopened(tmp_path)
    assert sorted(version for _, version in acknowledged) == list(range(1, 181))
    assert {record.id for record in store.scan(ANNA)} == {record_id for record_id, _ in acknowledged}
    assert [turn.sequence for turn in store.turns(ANNA, "shared")] == list(range(1, 181))
    assert (len(store.matrix(ANNA)), store.stats().pending, store.verify()) == (180, 180, [])
    store.close()


def test_workers_of_several_processes_never_do_one_task_twice(tmp_path):
    ended(started(WRITER, tmp_path, "anna", 60))

    workers = [started(WORKER, tmp_path) for _ in range(3)]
    done = [task for worker in workers for task in ended(worker)]

    store = reopened(tmp_path)
    assert sorted(done) == list(range(1, 61))
    assert store.stats().pending == 0
    store.close()


def killed_while_writing(folder: Path, name: str, after: int) -> list[str]:
    """The ids that a writer had acknowledged when it was killed, right after its `after`-th line."""
    writer = started(WRITER, folder, name, 100_000)
    assert writer.stdout is not None
    lines = [writer.stdout.readline() for _ in range(after)]
    writer.kill()
    rest, _ = writer.communicate()
    whole = [*lines, *(line for line in rest.splitlines(keepends=True) if line.endswith("\n"))]
    return [json.loads(line)[0] for line in whole]


def check_after_kill(folder: Path, acknowledged: set[str]) -> None:
    store = reopened(folder)
    held = {record.id for record in store.scan(ANNA, limit=1_000_000)}
    turns = [turn.sequence for turn in store.turns(ANNA, "shared")]
    assert acknowledged <= held
    assert turns == list(range(1, len(held) + 1))
    assert (len(store.matrix(ANNA)), store.stats().pending, store.verify()) == (len(held), len(held), [])
    store.close()


def test_a_killed_writer_loses_nothing_it_acknowledged(tmp_path):
    drawn = random.Random(7)
    acknowledged: set[str] = set()
    for round_ in range(5):
        acknowledged.update(killed_while_writing(tmp_path, f"w{round_}", drawn.randrange(1, 40)))
        check_after_kill(tmp_path, acknowledged)


@pytest.mark.slow
def test_writers_killed_many_times_beside_others_lose_nothing(tmp_path):
    drawn = random.Random(11)
    acknowledged: set[str] = set()
    for round_ in range(40):
        other = started(WRITER, tmp_path, f"o{round_}", 20)
        acknowledged.update(killed_while_writing(tmp_path, f"w{round_}", drawn.randrange(1, 30)))
        acknowledged.update(record_id for record_id, _ in ended(other))
        check_after_kill(tmp_path, acknowledged)


def test_what_one_process_erases_is_gone_for_another_that_had_it_in_memory(tmp_path):
    ended(started(WRITER, tmp_path, "anna", 20))
    reading, erasing = reopened(tmp_path), reopened(tmp_path)
    ids = [record.id for record in reading.scan(ANNA)]
    assert len(reading.matrix(ANNA)) == 20

    erasing.erase(ANNA, Plan(records=tuple(ids[:5])))
    some = {reading.matrix(ANNA).id(row) for row in range(20)}
    erasing.erase(ANNA, Plan(everything=True))

    assert some & set(ids[:5]) == set()
    assert (len(reading.matrix(ANNA)), reading.get(ANNA, ids), reading.turns(ANNA, "shared")) == (0, [], [])
    reading.close()
    erasing.close()


def test_a_process_that_comes_and_goes_never_takes_the_log_from_one_that_stays(tmp_path):
    ended(started(WRITER, tmp_path, "anna", 5))
    staying, second = reopened(tmp_path), reopened(tmp_path)
    staying.erase(ANNA, Plan(records=(staying.scan(ANNA)[0].id,)))  # looks into the file
    second.close()
    with pytest.raises(errors.ConfigError):
        sqlite.open_store(tmp_path, durability="full", cache_bytes=1 << 20, master_key=bytes(32))
    log = (tmp_path / "memstrata.db-wal").stat().st_ino

    ended(started(WORKER, tmp_path))

    assert (tmp_path / "memstrata.db-wal").stat().st_ino == log
    samples.add(staying, samples.record("written by the one that stayed"))
    acknowledged = [record.id for record in staying.scan(ANNA)]
    ended(started(WORKER, tmp_path))
    late = reopened(tmp_path)
    assert [record.id for record in late.scan(ANNA)] == acknowledged
    late.close()
    staying.close()
