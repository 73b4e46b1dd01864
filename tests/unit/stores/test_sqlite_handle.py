"""Looking into the file never takes SQLite's locks away: POSIX drops them when a process closes any handle on a file."""

from pathlib import Path

import pytest

from memstrata.core import errors
from memstrata.core.erasure import Plan
from memstrata.stores.sqlite.handle import Handle
from memstrata.testing import samples
from memstrata.testing.samples import ANNA

LOCKS = Path("/proc/locks")


def locks(path: Path) -> int:
    """How many locks the system knows of on the file."""
    return sum(f":{path.stat().st_ino} " in line for line in LOCKS.read_text().splitlines())


@pytest.mark.skipif(not LOCKS.exists(), reason="only Linux lists its locks")
def test_looking_into_the_file_keeps_the_locks_on_it(open_store, folder):
    store = open_store()
    record = samples.record("likes tea")
    samples.add(store, record)
    held = locks(folder / "memstrata.db")
    assert held > 0

    open_store().close()
    with pytest.raises(errors.ConfigError):
        open_store(master_key=bytes(32))
    store.erase(ANNA, Plan(records=(record.id,)))

    assert locks(folder / "memstrata.db") == held


def test_a_handle_reads_wherever_it_is_asked_to(tmp_path):
    (tmp_path / "file").write_bytes(b"0123456789")
    first, second = Handle(tmp_path / "file"), Handle(tmp_path / "file")

    first.close()
    first.close()

    assert [second.read(2, 3), second.read(8, 5), second.read(20, 5)] == [b"234", b"89", b""]
    second.close()
