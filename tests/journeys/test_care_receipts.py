"""Receipts: whoever shows one can have it looked at again."""

from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from memstrata.core.results import Receipt
from memstrata.memory import Memory
from memstrata.stores.sqlite import opening


def talk(memory: Memory) -> None:
    anna = memory.scope(user="anna")
    anna.remember("I live in Hangzhou.")
    anna.remember("部署端口是 8080。")
    with anna.session("s") as session:
        session.add("user", "我对花生过敏。")
    memory.scope(user="bo").remember("I like go.", kind="preference")
    memory.flush()


def erased(memory: Memory, what: str) -> Receipt:
    anna = memory.scope(user="anna")
    if what == "id":
        city = anna.lookup("user.city")
        assert city is not None
        return anna.erase(ids=city.id)
    if what == "session":
        return anna.erase(session="s")
    return anna.erase(everything=True)


@pytest.mark.parametrize("what", ["id", "session", "everything"])
def test_a_receipt_verifies_at_once_and_after_more_was_written(memory, what):
    talk(memory)
    receipt = erased(memory, what)
    at_once = memory.verify(receipt)
    anna = memory.scope(user="anna")
    anna.remember("I live in Beijing.")
    with anna.session("s") as session:
        session.add("user", "我对虾过敏。")
    memory.flush()

    assert at_once == memory.verify(receipt) == []
    assert memory.verify() == []


def test_a_receipt_verifies_in_a_later_process(opened, folder):
    memory = opened(folder)
    talk(memory)
    receipts = [erased(memory, what) for what in ("id", "session", "everything")]
    memory.close()

    again = opened(folder)

    assert [again.verify(receipt) for receipt in receipts] == [[], [], []]


@pytest.mark.parametrize("what", ["id", "session", "everything"])
def test_a_receipt_verifies_after_an_older_backup_was_restored(opened, folder, tmp_path, what):
    memory = opened(folder)
    talk(memory)
    memory.backup(tmp_path / "copy")
    receipt = erased(memory, what)

    memory.restore(tmp_path / "copy")

    assert memory.verify(receipt) == []


def test_a_receipt_that_was_changed_or_is_of_another_store_does_not_verify(memory, opened, tmp_path):
    talk(memory)
    receipt = erased(memory, "id")
    other = opened(tmp_path / "other")

    assert [finding.part for finding in memory.verify(replace(receipt, counts={"fact": 100}))] == ["receipt"]
    assert [finding.part for finding in other.verify(receipt)] == ["receipt"]


def test_what_somebody_brings_back_by_an_import_shows_in_the_receipt(memory, tmp_path):
    talk(memory)
    memory.export(tmp_path / "out.jsonl")
    receipt = erased(memory, "id")

    memory.import_(tmp_path / "out.jsonl")

    assert "rows" in {finding.part for finding in memory.verify(receipt)}


def test_an_erased_value_that_turns_up_in_the_file_again_is_found(opened, folder):
    memory = opened(folder)
    talk(memory)
    city = memory.scope(user="anna").lookup("user.city")
    memory.close()
    sealed = one_row(folder, city.id)
    memory = opened(folder)
    receipt = memory.scope(user="anna").erase(ids=city.id)
    memory.close()
    connection = apsw.Connection(str(folder / opening.FILE_NAME))
    connection.execute("INSERT INTO meta (name, value) VALUES ('leftover', ?)", (sealed,))
    connection.close()

    assert [finding.part for finding in opened(folder).verify(receipt)] == ["files"]


def one_row(folder: Path, record: str) -> bytes:
    """The sealed bytes of a record as the file has them."""
    connection = apsw.Connection(str(folder / opening.FILE_NAME))
    rows = connection.execute("SELECT sealed FROM records WHERE id = ?", (bytes.fromhex(record),)).fetchall()
    connection.close()
    sealed = rows[0][0]
    assert isinstance(sealed, bytes)
    return sealed


def test_repair_makes_anew_what_is_derived(opened, folder):
    memory = opened(folder)
    talk(memory)
    memory.close()
    connection = apsw.Connection(str(folder / opening.FILE_NAME))
    connection.execute("DELETE FROM segments")
    connection.close()
    memory = opened(folder)
    wrong = memory.verify()

    mended = memory.repair()

    assert wrong
    assert mended
    assert memory.verify() == []
    assert memory.scope(user="anna").recall("Hangzhou")
