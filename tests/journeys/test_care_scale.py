"""A hundred thousand records: backed up under load, restored elsewhere, exported and imported."""

import threading
import time
from itertools import count
from pathlib import Path

import pytest

import memstrata
from memstrata.core.batch import Batch
from memstrata.core.scope import Scope
from memstrata.memory import Memory
from memstrata.stores import sqlite
from memstrata.testing import samples

USERS = 20


def filled(folder: Path, records: int) -> None:
    store = sqlite.open_store(folder, durability="relaxed", cache_bytes=1 << 20)
    for start in range(0, records, 1000):
        owner = Scope(user=f"user{start // 1000 % USERS}")
        texts = (f"parcel {number} lies on shelf {number % 97}, 包裹在架子上" for number in range(start, start + 1000))
        samples.write(store, owner, Batch(records=tuple(samples.record(text, owner) for text in texts)))
    store.close()


def opened(folder: Path) -> Memory:
    return memstrata.open(str(folder), embedder="none", worker=False)


def held(memory: Memory, user: str) -> list[tuple[str, str]]:
    return [(record.id, record.content) for record in memory._runtime.store.scan(Scope(user=user), limit=1_000_000)]


@pytest.mark.parametrize("records", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_backup_under_load_and_an_import_of_many_records_are_quick_and_whole(tmp_path, records):
    filled(tmp_path / "store", records)
    ends, written = threading.Event(), list[str]()
    with opened(tmp_path / "store") as memory:
        late = memory.scope(user="late")

        def write() -> None:
            for number in count():
                written.append(late.remember(f"note {number}", kind="fact").records[0].id)
                if ends.is_set():
                    return

        writing = threading.Thread(target=write)
        writing.start()
        try:
            before, began = len(written), time.monotonic()
            memory.backup(tmp_path / "copy")
            backup_seconds = time.monotonic() - began
        finally:
            ends.set()
            writing.join()
        memory.export(tmp_path / "all.jsonl")

        with opened(tmp_path / "elsewhere") as restored:
            restored.restore(tmp_path / "copy")
            for number in range(USERS):
                assert held(restored, f"user{number}") == held(memory, f"user{number}")
            kept = [record_id for record_id, content in held(restored, "late") if content.startswith("note")]
            assert {*written[:before]} <= {*kept}
            assert restored.verify() == []
        with opened(tmp_path / "imported") as imported:
            used = time.process_time()
            report = imported.import_(tmp_path / "all.jsonl")
            rate = report.read / (time.process_time() - used)
            assert held(imported, "user3") == held(memory, "user3")
            assert (report.bad, report.conflicts, report.stored) == (0, 0, report.read)

    assert backup_seconds < 60
    assert rate > 1_000, f"{rate:.0f} records in a second of work"
