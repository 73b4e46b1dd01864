"""`verify` names what is wrong with the file, `repair` makes anew what can be made anew."""

import apsw
import pytest

from memstrata.core import errors
from memstrata.core.batch import Batch
from memstrata.core.erasure import Plan
from memstrata.testing import comparison, samples
from memstrata.testing.samples import ANNA, BO

MENDABLE = {
    "a segment is gone": ("DELETE FROM segments WHERE version = 2", "matrix"),
    "a segment does not open": ("UPDATE segments SET sealed = zeroblob(200) WHERE version = 2", "matrix"),
    "a segment stands for another": ("UPDATE segments SET version = 9 WHERE version = 2", "matrix"),
    "a place is wrong": ("UPDATE records SET position = 7 WHERE row = 2", "matrix"),
    "an index is wrong": ("UPDATE records SET slot = zeroblob(16) WHERE row = 1", "rows"),
    "a status is wrong": ("UPDATE records SET status = 4 WHERE row = 1", "rows"),
    "a task has lost its record": (
        "INSERT INTO tasks (owner, job, record, due, attempts) VALUES (1, 'embed', zeroblob(16), 0, 0)",
        "tasks",
    ),
    "rows belong to nobody": ("INSERT INTO messages SELECT 99, 99, session, sequence, message, sealed FROM messages", "rows"),
}
LOST = {
    "a record does not open": ("UPDATE records SET sealed = zeroblob(200) WHERE row = 1", "rows"),
    "a record stands for another": ("UPDATE records SET sealed = (SELECT sealed FROM records WHERE row = 2) WHERE row = 1", "rows"),
    "a key is gone": ("DELETE FROM keys WHERE owner = 1", "keys"),
}


def spoiled(open_store, folder, sql: str):
    """A store of two owners after somebody ran `sql` on its file."""
    store = open_store()
    for number in range(3):
        record = samples.record(f"fact {number}", slot="user.drink")
        samples.write(store, ANNA, Batch(records=(record,), tasks=(("embed", record.id),)))
    samples.write(store, ANNA, Batch(turns=(samples.turn("s", 1),), embedded=samples.embedded("e/8", [record.id])))
    samples.add(store, samples.record("likes tea", BO), owner=BO)
    assert store.verify() == []
    store.close()
    connection = apsw.Connection(str(folder / "memstrata.db"))
    connection.execute(sql)
    connection.close()
    return open_store()


@pytest.mark.parametrize(("sql", "part"), MENDABLE.values(), ids=MENDABLE)
def test_what_is_derived_is_found_wrong_and_made_anew(open_store, folder, sql, part):
    store = spoiled(open_store, folder, sql)

    found = store.verify()
    mended = store.repair()

    assert {(finding.part, finding.mendable) for finding in found} == {(part, True)}
    assert mended == found
    assert store.verify() == []
    assert [len(store.scan(ANNA)), len(store.matrix(ANNA)), len(store.matrix(BO))] == [3, 3, 1]
    assert [record.content for record in store.by_slot(ANNA, "user.drink")] == ["fact 0", "fact 1", "fact 2"]


@pytest.mark.parametrize(("sql", "part"), LOST.values(), ids=LOST)
def test_what_is_lost_is_named_and_does_not_stop_other_owners(open_store, folder, sql, part):
    store = spoiled(open_store, folder, sql)

    found = store.verify()

    assert {(finding.part, finding.mendable) for finding in found} == {(part, False)}
    assert store.repair() == []
    assert len(store.matrix(BO)) == len(store.scan(BO)) == 1
    with pytest.raises(errors.CorruptStoreError):
        store.scan(ANNA)


def test_an_owner_whose_key_is_lost_can_still_be_erased(open_store, folder):
    store = spoiled(open_store, folder, "DELETE FROM keys WHERE owner = 1")

    receipt = store.erase(ANNA, Plan(everything=True))

    assert (receipt.counts["fact"], store.scopes(), store.verify()) == (3, [BO], [])


def test_a_repair_keeps_vectors_and_uses(open_store, folder):
    store = spoiled(open_store, folder, "UPDATE records SET position = 7 WHERE row = 2")
    connection = apsw.Connection(str(folder / "memstrata.db"))
    before = store.matrix(ANNA)

    store.repair()

    connection.close()
    assert comparison.differences(before, store.matrix(ANNA)) == []


def test_damaged_pages_are_named_and_raise_typed_errors(open_store, folder):
    store = open_store()
    samples.add(store, *(samples.record(f"fact {number} " + "x" * 500) for number in range(200)))
    store.close()
    path = folder / "memstrata.db"
    data = bytearray(path.read_bytes())
    for page in range(30, 60):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(data)

    store = open_store()

    with pytest.raises(errors.StoreError):
        store.scan(ANNA)
    assert any(finding.part == "pages" for finding in store.verify())


def test_a_store_of_another_analyzer_is_segmented_anew(open_store, folder):
    store = open_store()
    samples.add(store, samples.record("我住在杭州"), samples.record("lives in Rome"))
    before = store.matrix(ANNA)
    store.close()
    connection = apsw.Connection(str(folder / "memstrata.db"))
    connection.execute("UPDATE meta SET value = CAST('another/0' AS BLOB) WHERE name = 'analyzer'")
    connection.close()

    again = open_store()

    assert again.matrix(ANNA).version == before.version + 1
    assert comparison.differences(before, again.matrix(ANNA)) == []
    again.close()
    assert open_store().matrix(ANNA).version == before.version + 1
