"""What opening a folder does, and to what it refuses to do anything."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from memstrata.core import errors
from memstrata.core.erasure import Plan
from memstrata.stores import sqlite
from memstrata.stores.sqlite import engine
from memstrata.testing import samples
from memstrata.testing.samples import ANNA

FILE = "memstrata.db"


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file of the folder, with its bytes and the time of its last change."""
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def foreign_database(path: Path, *statements: str) -> None:
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(statement)
    connection.close()


def test_a_missing_folder_becomes_a_store(open_store, tmp_path):
    store = open_store(tmp_path / "deep" / "store")

    assert samples.add(store, samples.record("喜欢绿茶")).version == 1


def test_an_empty_file_becomes_a_store(open_store, tmp_path):
    (tmp_path / FILE).touch()

    assert open_store(tmp_path).stats().records == 0


def test_only_the_user_may_read_folder_and_files(open_store, folder):
    samples.add(open_store(), samples.record("likes tea"))

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.iterdir()]}

    assert modes == {"store": 0o700, **dict.fromkeys([FILE, f"{FILE}-wal", f"{FILE}-shm"], 0o600)}


def test_opening_a_store_writes_nothing(open_store, folder):
    store = open_store()
    samples.add(store, samples.record("likes tea"))
    store.close()
    before = state(folder)

    again = open_store()
    assert len(again.matrix(ANNA)) == 1
    again.close()

    assert state(folder) == before


@pytest.mark.parametrize("content", [b"x", b"not a database at all", b"SQLite format 3\0" + b"x" * 10, b"\0" * 4096])
def test_a_file_that_is_no_database_is_left_untouched(tmp_path, open_store, content):
    (tmp_path / FILE).write_bytes(content)
    before = state(tmp_path)

    with pytest.raises(errors.NotAStoreError, match=FILE):
        open_store(tmp_path)

    assert state(tmp_path) == before


@pytest.mark.parametrize("pragma", ["user_version = 1", "application_id = 77", "journal_mode = wal"])
def test_a_database_of_another_program_is_left_untouched(tmp_path, open_store, pragma):
    foreign_database(tmp_path / FILE, "CREATE TABLE notes (body TEXT)", "INSERT INTO notes VALUES ('mine')", f"PRAGMA {pragma}")
    before = state(tmp_path)

    with pytest.raises(errors.NotAStoreError, match="another program"):
        open_store(tmp_path)

    assert state(tmp_path) == before


def test_a_path_that_is_a_file_is_no_store(tmp_path, open_store):
    (tmp_path / "file").write_text("mine")

    with pytest.raises(errors.NotAStoreError):
        open_store(tmp_path / "file")

    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_an_error_of_the_backend(tmp_path, open_store):
    (tmp_path / "file").write_text("mine")

    with pytest.raises(errors.BackendError):
        open_store(tmp_path / "file" / "store")


def test_a_store_of_a_newer_version_is_left_untouched(folder, open_store):
    open_store().close()
    foreign_database(folder / FILE, "PRAGMA user_version = 99")
    before = state(folder)

    with pytest.raises(errors.NewerStoreError, match=r"version 99.* up to [0-9]"):
        open_store()

    assert state(folder) == before


def test_many_who_make_one_store_at_once_all_get_it(folder):
    def open_and_write(number: int) -> int:
        store = sqlite.open_store(folder, durability="full", cache_bytes=1 << 20)
        samples.add(store, samples.record(f"fact {number}"))
        store.close()
        return number

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(open_and_write, range(8))) == list(range(8))

    store = sqlite.open_store(folder, durability="full", cache_bytes=1 << 20)
    assert len(store.matrix(ANNA)) == 8
    store.close()


@pytest.mark.parametrize(("durability", "synchronous"), [("full", 2), ("relaxed", 1)])
def test_every_connection_has_the_settings_it_was_given(tmp_path, durability, synchronous):
    path = tmp_path / FILE
    path.touch()

    connection = engine.connect_reader(path, durability)
    held = [
        connection.pragma(name) for name in ("synchronous", "secure_delete", "foreign_keys", "temp_store", "query_only", "busy_timeout")
    ]
    connection.close()

    assert held == [synchronous, 1, 1, 2, 1, engine.BUSY_MILLISECONDS]


def test_the_log_is_written_ahead(open_store, folder):
    open_store()

    connection = apsw.Connection(str(folder / FILE))
    assert connection.pragma("journal_mode") == "wal"
    connection.close()


def test_a_store_with_a_master_key_opens_with_that_key_only(open_store):
    key = os.urandom(32)
    store = open_store(master_key=key)
    written = samples.record("likes tea")
    samples.add(store, written)
    store.close()

    for wrong in (None, os.urandom(32)):
        with pytest.raises(errors.ConfigError, match="master key"):
            open_store(master_key=wrong)

    assert open_store(master_key=key).get(ANNA, [written.id]) == [written]


def test_a_store_without_a_master_key_refuses_one(open_store):
    open_store().close()

    with pytest.raises(errors.ConfigError, match="without a master key"):
        open_store(master_key=os.urandom(32))


def test_a_master_key_of_another_length_is_refused(open_store, folder):
    with pytest.raises(errors.ConfigError, match="32 bytes"):
        open_store(master_key=b"short")

    assert not folder.exists()


def test_a_closed_store_says_that_it_is_closed(open_store):
    store = open_store()

    store.close()
    store.close()

    for use in (
        lambda: samples.add(store, samples.record("x")),
        lambda: store.matrix(ANNA),
        lambda: store.get(ANNA, []),
        lambda: store.erase(ANNA, Plan(everything=True)),
        lambda: store.claim("embed", 1, samples.NOON),
        store.scopes,
        store.stats,
        store.verify,
        store.repair,
    ):
        with pytest.raises(errors.ClosedError):
            use()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_forked_child_is_told_to_open_its_own(open_store):
    store = open_store()
    samples.add(store, samples.record("likes tea"))

    child = os.fork()
    if child == 0:
        try:
            store.matrix(ANNA)
        except errors.ClosedError:
            os._exit(7)
        os._exit(1)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert len(store.matrix(ANNA)) == 1


OPEN_NEW = """
import sys
from pathlib import Path
from memstrata.stores import sqlite
opened = []
sys.addaudithook(lambda event, values: opened.append(str(values[0])) if event == "open" else None)
sqlite.open_store(Path(sys.argv[1]) / "a" / "b", durability="full", cache_bytes=1 << 20).close()
print([str(Path(sys.argv[1])) in opened, str(Path(sys.argv[1]) / "a") in opened])
"""


@pytest.mark.skipif(os.name == "nt", reason="folders are not opened there")
def test_the_folders_above_a_new_store_are_opened_to_make_its_name_durable(tmp_path):
    done = subprocess.run([sys.executable, "-c", OPEN_NEW, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout == "[True, True]\n"
