"""Backups: hot, whole, and unable to bring back what was erased."""

import os
import threading
from pathlib import Path

import apsw
import pytest

from memstrata.core import errors
from memstrata.core.records import MemoryRecord
from memstrata.memory import Memory


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.backup"


@pytest.fixture
def memory(opened, folder) -> Memory:
    kept: Memory = opened(folder)
    return kept


def stored(memory: Memory) -> dict[str, MemoryRecord]:
    """Every record of every owner, by id."""
    store = memory._runtime.store
    return {record.id: record for scope in store.scopes() for record in store.scan(scope)}


def fill(memory: Memory) -> None:
    """Two users, a changed fact, a closed and an open session."""
    anna = memory.scope(user="anna")
    anna.remember("I live in Hangzhou.", at="2026-01-05T10:00:00+08:00")
    anna.remember("I live in Chengdu now.", at="2026-02-05T10:00:00+08:00")
    with anna.session("closed") as session:
        session.add("user", "我对花生过敏。")
    anna.session("open").add("user", "I work at Globex.", id="m1")
    memory.scope(user="bo", tenant="t").remember("部署端口是 8080。")
    memory.flush()


def test_a_restored_backup_is_equal_in_another_place(memory, opened, copy, tmp_path):
    fill(memory)
    memory.backup(copy)
    other = opened(tmp_path / "elsewhere")

    report = other.restore(copy)

    anna, same = (each.scope(user="anna") for each in (memory, other))
    assert stored(other) == stored(memory)
    assert (report.scopes, report.records, report.erased_again) == (2, len(stored(memory)), 0)
    assert same.history("user.city") == anna.history("user.city")
    assert same.session("open").turns() == anna.session("open").turns()
    assert [hit.id for hit in same.recall("花生")] == [hit.id for hit in anna.recall("花生")]
    assert other.verify() == []


def test_a_restored_memory_can_be_written_and_opened_again(memory, opened, copy, folder, tmp_path):
    fill(memory)
    memory.backup(copy)
    memory.scope(user="anna").remember("I play the violin.", kind="fact")
    carla = memory.scope(user="carla")
    carla.remember("I like cocoa.", kind="preference")

    memory.restore(copy)
    added = memory.scope(user="carla").remember("I like tea.", kind="preference").records[0]
    memory.flush()
    memory.close()

    again = opened(folder)
    assert again.scope(user="carla").get(added.id) == added
    assert [record.content for record in carla_facts(again)] == ["I like tea."]
    assert again.scope(user="anna").recall("violin") == [] or all("violin" not in record.content for record in stored(again).values())
    assert again.verify() == []


def carla_facts(memory: Memory) -> list[MemoryRecord]:
    return list(memory.scope(user="carla").list())


def test_a_second_handle_sees_the_restored_state_and_goes_on(memory, opened, copy, folder):
    fill(memory)
    other = opened(folder)
    memory.backup(copy)
    later = other.scope(user="anna").remember("I play the violin.", kind="fact").records[0]
    dora = other.scope(user="dora").remember("I like jazz.", kind="preference").records[0]
    assert other.scope(user="anna").recall("violin")

    memory.restore(copy)

    assert other.scope(user="anna").get(later.id) is None
    assert all(hit.id != later.id for hit in other.scope(user="anna").recall("violin"))
    assert other.scope(user="dora").get(dora.id) is None
    eve = other.scope(user="eve").remember("I like rock.", kind="preference").records[0]
    assert memory.scope(user="eve").get(eve.id) == eve
    assert other.scope(user="anna").lookup("user.city") == memory.scope(user="anna").lookup("user.city")
    assert memory.verify() == other.verify() == []


def test_an_older_backup_does_not_bring_an_erased_user_back(memory, copy):
    fill(memory)
    memory.backup(copy)
    receipt = memory.scope(user="anna").erase(everything=True)

    report = memory.restore(copy)

    assert [scope.user for scope in memory.scopes()] == ["bo"]
    assert {record.user for record in stored(memory).values()} == {"bo"}
    assert report.erased_again >= receipt.count
    assert memory.scope(user="anna").session("open").turns() == []
    assert memory._runtime.store.receipt(receipt.id) is not None


def test_an_erased_user_who_came_back_begins_anew_after_a_restore(memory, copy):
    fill(memory)
    memory.backup(copy)
    memory.scope(user="anna").erase(everything=True)
    memory.scope(user="anna").remember("I like chess.", kind="preference")

    memory.restore(copy)

    assert [record.content for record in stored(memory).values() if record.user == "anna"] == []


def test_an_older_backup_does_not_bring_an_erased_memory_back(memory, copy):
    fill(memory)
    anna = memory.scope(user="anna")
    city = anna.lookup("user.city")
    memory.backup(copy)
    memory.scope(user="bo", tenant="t").remember("I like go.", kind="preference")
    anna.erase(ids=city.id)
    anna.erase(session="open")
    before = {each: record for each, record in stored(memory).items() if record.user == "anna"}

    memory.restore(copy)

    after = {each: record for each, record in stored(memory).items() if record.user == "anna"}
    assert after == before
    assert anna.session("open").turns() == []
    assert anna.recall("Chengdu") == [] or all("Chengdu" not in hit.record.content for hit in anna.recall("Chengdu"))
    assert memory.verify() == []


def test_nothing_of_an_erased_user_is_in_any_file_after_a_restore(memory, copy, folder):
    fill(memory)
    memory.backup(copy)
    connection = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
    key = connection.execute("SELECT key FROM keys ORDER BY owner").fetchall()[0][0]
    connection.close()
    memory.scope(user="anna").erase(everything=True)

    memory.restore(copy)
    memory.close()

    assert key in copy.read_bytes()
    assert all(key not in file.read_bytes() for file in folder.rglob("*") if file.is_file())
    assert sorted(file.name for file in folder.iterdir()) == ["memstrata.db"]


def test_restoring_twice_and_then_a_newer_backup_keeps_what_that_one_holds(memory, copy, tmp_path):
    fill(memory)
    memory.backup(copy)
    late = memory.scope(user="bo", tenant="t").remember("I like go.", kind="preference").records[0]
    newer = tmp_path / "newer.backup"
    memory.backup(newer)

    memory.restore(copy)
    memory.restore(copy)
    memory.restore(newer)

    assert memory.scope(user="bo", tenant="t").get(late.id) == late
    assert memory.verify() == []


def test_a_backup_under_load_holds_everything_acknowledged_before_it(memory, opened, copy, tmp_path):
    fill(memory)
    acknowledged: list[list[str]] = [[], []]
    stop = threading.Event()
    begun = threading.Barrier(3)

    def write(number: int) -> None:
        user = memory.scope(user=f"writer-{number}")
        for place in range(2000):
            acknowledged[number].append(user.remember(f"note {place}", kind="fact").records[0].id)
            if place == 20:
                begun.wait()
            if stop.is_set():
                return

    writers = [threading.Thread(target=write, args=(number,)) for number in range(2)]
    for writer in writers:
        writer.start()
    begun.wait()
    before = [list(ids) for ids in acknowledged]
    memory.backup(copy)
    stop.set()
    for writer in writers:
        writer.join()

    other = opened(tmp_path / "elsewhere")
    other.restore(copy)
    for number, ids in enumerate(acknowledged):
        held = {record.id for record in stored(other).values() if record.user == f"writer-{number}" and not record.is_turn}
        assert held >= set(before[number])
        assert held == set(ids[: len(held)])  # a prefix: one moment, no gap
    assert other.verify() == []


def test_a_backup_is_readable_by_its_owner_only_and_leaves_nothing_beside_it(memory, copy):
    fill(memory)

    report = memory.backup(copy)

    assert os.stat(copy).st_mode & 0o777 == 0o600
    assert report.bytes == copy.stat().st_size
    assert sorted(file.name for file in copy.parent.iterdir()) == ["copy.backup", "store"]


def test_a_backup_into_a_folder_gets_a_name_of_its_own(memory, tmp_path):
    fill(memory)
    (tmp_path / "copies").mkdir()

    report = memory.backup(tmp_path / "copies")

    assert [str(file) for file in (tmp_path / "copies").iterdir()] == [report.path]


def test_a_backup_takes_the_place_of_a_backup_and_of_nothing_else(memory, copy, folder):
    fill(memory)
    memory.backup(copy)
    memory.backup(copy)
    foreign = copy.with_name("thesis.txt")
    foreign.write_text("my thesis")

    with pytest.raises(errors.InputError):
        memory.backup(foreign)
    with pytest.raises(errors.InputError):
        memory.backup(folder / "memstrata.db")
    with pytest.raises(errors.BackendError):
        memory.backup(folder / "missing" / "copy")
    assert foreign.read_text() == "my thesis"
    assert memory.verify() == []


def test_what_is_no_sound_backup_changes_nothing(memory, copy, folder):
    fill(memory)
    memory.backup(copy)
    before = stored(memory)
    whole = copy.read_bytes()
    for name, content in (
        ("empty", b""),
        ("text", b"hello"),
        ("cut", whole[: len(whole) // 2]),
        ("zeros", whole[:4096] + bytes(len(whole) - 4096)),
    ):
        broken = copy.with_name(name)
        broken.write_bytes(content)
        with pytest.raises((errors.InputError, errors.StoreError)):
            memory.restore(broken)
    with pytest.raises(errors.InputError):
        memory.restore(folder / "memstrata.db")
    with pytest.raises(errors.InputError):
        memory.restore(copy.with_name("missing"))

    assert stored(memory) == before
    assert memory.verify() == []
    assert [file.name for file in folder.iterdir() if file.is_dir()] == []


def test_the_memories_of_another_store_are_not_replaced(memory, opened, copy, tmp_path):
    fill(memory)
    memory.backup(copy)
    other = opened(tmp_path / "other")
    kept = other.scope(user="zoe").remember("I like tea.", kind="preference").records[0]

    with pytest.raises(errors.ConflictError):
        other.restore(copy)

    assert other.scope(user="zoe").get(kept.id) == kept


def test_a_memory_without_a_file_says_what_to_use_instead(opened, copy):
    memory = opened()
    memory.scope(user="anna").remember("I like tea.", kind="preference")
    before = stored(memory)

    with pytest.raises(errors.ConfigError, match="export"):
        memory.backup(copy)
    with pytest.raises(errors.ConfigError, match="export"):
        memory.restore(copy)
    assert stored(memory) == before
