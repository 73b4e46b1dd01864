"""What was erased is in no file, and an erasure that was cut short is finished by the next open."""

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from memstrata.core.batch import Batch
from memstrata.core.erasure import Plan
from memstrata.stores.sqlite import residue, statements
from memstrata.testing import InMemoryStore, comparison, samples
from memstrata.testing.samples import ANNA, BO

WORDS = ("oolong", "乌龙茶", "user.drink", "quokka", "workout", "anna", "会话")
ERASE = """
import sys
from dataclasses import replace
from pathlib import Path
from pathlib import Path
from memstrata.core.erasure import Plan
from memstrata.stores import sqlite
from memstrata.testing.samples import ANNA
store = sqlite.open_store(Path(sys.argv[1]), durability="full", cache_bytes=1 << 20)
print("begins", flush=True)
store.erase(ANNA, Plan(everything=True))
print("ended", flush=True)
sys.stdin.read()
"""


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def column(folder: Path, name: str, table: str) -> list[bytes]:
    """The first bytes of each value, told apart by twelve: no two sealed values begin alike."""
    connection = apsw.Connection(str(folder / "memstrata.db"))
    found = connection.execute(f"SELECT substr({name}, 1, 12) FROM {table}").fetchall()
    connection.close()
    return [value for (value,) in found if isinstance(value, bytes)]


def key_of(folder: Path) -> bytes:
    """The beginning of the only key."""
    (key,) = column(folder, "key", "keys")
    return key


def filled(store, owner=ANNA, count: int = 30):
    """Facts, turns, messages, sessions, tasks and vectors with telling words; the records."""
    records = [
        samples.record(f"drinks oolong 乌龙茶 {number}", owner, slot="user.drink", kind="workout", metadata={"animal": "quokka"})
        for number in range(count)
    ]
    turns = [samples.turn_record(f"今天喝了乌龙茶 {number}", "会话", f"m-{number}") for number in range(count)]
    log = [samples.turn("会话", number + 1, f"oolong {number}") for number in range(count)]
    for fact, said, message in zip(records, turns, log, strict=True):
        batch = Batch(records=(fact, said), turns=(message,), sessions=(samples.session("会话"),), tasks=(("embed", fact.id),))
        samples.write(store, owner, batch)
    samples.write(store, owner, Batch(embedded=samples.embedded("e/8", [record.id for record in records])))
    return records + turns


def test_no_word_of_a_memory_is_readable_in_any_file(store, folder):
    filled(store)

    held = everything(folder)

    assert [word for word in WORDS if word.encode() in held] == []


def test_no_trace_of_an_erased_record_is_in_any_file(store, folder):
    records = filled(store)
    before = {*column(folder, "sealed", "records"), *column(folder, "sealed", "segments")}
    gone = records[::3]

    receipt = store.erase(ANNA, Plan(records=tuple(record.id for record in gone)))

    after = {*column(folder, "sealed", "records"), *column(folder, "sealed", "segments")}
    traces = [*(before - after), *(bytes.fromhex(record.id) for record in gone)]
    assert len(traces) > 2 * len(gone)
    assert residue.found([everything(folder)], traces) == set()
    assert receipt.complete
    assert receipt.files == ("memstrata.db", "memstrata.db-wal")
    assert store.verify() == []


def test_no_trace_of_an_erased_session_is_in_any_file(store, folder):
    filled(store)
    before = [*column(folder, "sealed", "messages"), *column(folder, "sealed", "sessions")]

    receipt = store.erase(ANNA, Plan(sessions=("会话",)))

    assert (receipt.counts["message"], receipt.counts["session"], receipt.complete) == (30, 1, True)
    assert residue.found([everything(folder)], before) == set()


def test_the_key_of_an_erased_owner_is_in_no_file(store, folder):
    filled(store)
    key = key_of(folder)
    samples.add(store, samples.record("likes tea", BO), owner=BO)
    assert key in everything(folder)

    receipt = store.erase(ANNA, Plan(everything=True))

    assert key not in everything(folder)
    assert (receipt.complete, receipt.counts) == (True, {"workout": 30, "turn": 30, "message": 30, "session": 1})
    assert [store.scopes(), len(store.matrix(BO)), store.verify()] == [[BO], 1, []]


def test_an_owner_who_comes_back_gets_another_key(store, folder):
    filled(store)
    key = key_of(folder)
    store.erase(ANNA, Plan(everything=True))

    samples.add(store, samples.record("is back"))

    assert key_of(folder) != key
    assert [record.content for record in store.scan(ANNA)] == ["is back"]


def test_an_erasure_killed_on_its_way_is_finished_by_the_next_open(open_store, folder):
    store = open_store()
    for _ in range(6):
        samples.add(store, *(samples.record(f"fact {number} {samples.new_id()}") for number in range(1000)))
    store.close()

    child = subprocess.Popen([sys.executable, "-c", ERASE, str(folder)], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    child.kill()
    child.communicate()

    again = open_store()
    assert again.verify() == []
    assert again.stats().records in (0, 6000)
    assert len(again.matrix(ANNA)) == again.stats().records


def test_rows_left_by_an_interrupted_erasure_go_with_the_next_open(open_store, folder):
    store = open_store()
    filled(store)
    store.close()
    connection = apsw.Connection(str(folder / "memstrata.db"))
    for name in ("drop_key", "drop_counters", "drop_kinds", "drop_tasks", "drop_owner"):
        statements.run(connection, name, 1)
    statements.run(connection, "add_receipt", "r", 1, "salt:hash", samples.NOON.isoformat(), '{"fact": 30}', "{}", "[]", 0)
    connection.close()

    again = open_store()

    assert (again.stats().records, again.stats().messages, again.verify()) == (0, 0, [])
    receipt = again.receipt("r")
    assert (receipt.complete, receipt.counts, receipt.at) == (True, {"fact": 30}, samples.NOON)


def test_what_asks_for_all_users_passes_over_one_whose_rows_are_on_their_way_out(open_store, folder):
    store = open_store()
    filled(store)
    samples.write(store, BO, Batch(sessions=(samples.session("theirs"),)))
    connection = apsw.Connection(str(folder / "memstrata.db"))
    for name in ("drop_key", "drop_counters", "drop_kinds", "drop_tasks", "drop_owner"):
        statements.run(connection, name, 1)
    connection.close()
    other = open_store()

    assert other.quiet(samples.NOON.replace(year=2099)) == [(BO, "theirs")]
    assert other.scopes() == [BO]
    assert other.claim("embed", 9, samples.NOON) == []
    assert other.due("audit", samples.NOON, samples.NOON) == [(BO, None)]
    assert other.stale("e/9") == []


def test_a_reader_that_pins_old_pages_makes_a_receipt_incomplete_until_the_next_open(open_store, folder):
    store = open_store()
    records = filled(store)
    reader = apsw.Connection(str(folder / "memstrata.db"))
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM records").fetchall()
    samples.add(store, samples.record("written while another reads"))

    receipt = store.erase(ANNA, Plan(records=(records[0].id,)))
    reader.close()
    store.close()

    assert not receipt.complete
    assert open_store().receipt(receipt.id).complete


def test_a_receipt_can_be_read_again(store):
    records = filled(store)

    receipt = store.erase(ANNA, Plan(records=(records[0].id,)))

    assert store.receipt(receipt.id) == replace(receipt, counts=store.receipt(receipt.id).counts)
    assert list(store.receipt(receipt.id).counts.values()) == list(receipt.counts.values())
    assert store.receipt("another") is None


def test_the_name_of_a_users_own_kind_is_in_no_file_after_the_user_was_erased(store, folder):
    filled(store)

    receipt = store.erase(ANNA, Plan(everything=True))

    assert receipt.counts["workout"] == 30
    assert b"workout" not in everything(folder)
    assert store.verify(receipt) == []


@pytest.mark.parametrize("whole", [False, True])
def test_stale_copies_in_pages_are_blanked_and_stay_so_when_another_process_had_the_pages_in_memory(open_store, folder, whole):
    store, other = open_store(), open_store()
    drawn = random.Random(4)
    records = [samples.record(f"zorgle {number}", id=f"{drawn.getrandbits(128):032x}") for number in range(300)]
    for each in records:
        samples.add(store, each)
        samples.add(store, replace(each, importance=0.7))
    mine = [samples.record(f"quux {number}", BO, id=f"{drawn.getrandbits(128):032x}") for number in range(60)]
    for each in mine:
        samples.add(other, each, owner=BO)
    gone = records if whole else records[::7]
    needles = [*(bytes.fromhex(record.id) for record in gone), *(column(folder, "sealed", "records")[:: 1 if whole else 300])]
    needles = needles[: len(gone)]

    receipt = store.erase(ANNA, Plan(everything=True) if whole else Plan(records=tuple(record.id for record in gone)))
    for each in mine:
        samples.add(other, replace(each, importance=0.9), owner=BO)

    assert receipt.complete
    assert residue.found([everything(folder)], needles) == set()
    assert [record.content for record in other.scan(BO)] == [each.content for each in sorted(mine, key=lambda record: record.id)]
    assert store.verify() == other.verify() == []


def test_live_rows_move_together_when_most_are_dead(open_store):
    store = open_store()
    memory = InMemoryStore(labels=store.matrix(ANNA).labels)
    records = [samples.record(f"fact {number} 事实") for number in range(1600)]
    ids = [record.id for record in records]
    for each in (store, memory):
        samples.write(each, ANNA, Batch(records=tuple(records), embedded=samples.embedded("e/8", ids)))
        each.erase(ANNA, Plan(records=tuple(ids[:1300])))
        samples.add(each, samples.record("written after", id="f" * 32))
        samples.add(each, replace(records[1500], importance=1.0))

    assert len(store.matrix(ANNA)) == 301
    assert comparison.differences(memory.matrix(ANNA), store.matrix(ANNA)) == []
    assert comparison.differences(memory.matrix(ANNA), open_store().matrix(ANNA)) == []
    assert store.verify() == []


@pytest.mark.parametrize("place", [0, 1, 4_194_300, 4_194_304, 8_388_600])
def test_bytes_are_found_wherever_they_stand(place):
    needle = bytes(range(100, 116))
    data = b"\0" * place + needle + b"\0" * 40
    pieces = list(residue.pieces(lambda at, size: data[at : at + size]))

    assert residue.found(pieces, [needle, b"another needle", b"\0\0\0\0another"]) == {needle}
    assert residue.found(pieces, []) == set()
