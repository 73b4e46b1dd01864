"""Writes of many threads share commits; what goes wrong with one harms no other."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import apsw
import pytest

from memstrata.core import errors
from memstrata.core.batch import Batch, View, Written
from memstrata.testing import comparison, samples
from memstrata.testing.samples import ANNA, BO

FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from memstrata.core import errors
from memstrata.stores import sqlite
from memstrata.testing import samples
from memstrata.testing.samples import ANNA
store = sqlite.open_store(Path(sys.argv[1]), durability="full", cache_bytes=1 << 20)
first = samples.record("before the disk was full")
samples.add(store, first)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, resource.RLIM_INFINITY))
try:
    samples.add(store, samples.record("x" * 4_000_000))
except errors.BackendError:
    print("refused")
assert store.get(ANNA, [first.id]) == [first]
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
samples.add(store, samples.record("after it was full"))
assert len(store.matrix(ANNA)) == 2
assert store.verify() == []
store.close()
print("went on")
"""


def test_threads_that_write_at_once_lose_nothing(store):
    def add(number: int) -> Written:
        return samples.add(store, samples.record(f"fact number {number}"), owner=ANNA if number % 2 else BO)

    with ThreadPoolExecutor(8) as pool:
        versions = [written.version for written in pool.map(add, range(120))]

    assert sorted(versions) == sorted([*range(1, 61), *range(1, 61)])
    assert len(store.matrix(ANNA)) == len(store.matrix(BO)) == 60
    assert store.verify() == []


def test_every_decision_sees_what_was_decided_before_it_in_the_same_commit(store):
    def count_up(_: int) -> None:
        def decide(view: View) -> Batch:
            former = view.session("counter")
            count = 0 if former is None else former.sequence
            return Batch(sessions=(samples.session("counter", sequence=count + 1),))

        store.write(ANNA, decide)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count_up, range(100)))

    assert store.session(ANNA, "counter").sequence == 100


def test_every_decision_sees_the_arrays_of_what_was_written_before_it(store):
    def add_once(_: int) -> None:
        def decide(view: View) -> Batch:
            record = samples.record(f"fact {len(view.matrix())}")
            assert view.by_content(f"fact {len(view.matrix())}") == []
            return Batch(records=(record,))

        store.write(ANNA, decide)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add_once, range(60)))

    assert len({record.content for record in store.scan(ANNA)}) == len(store.matrix(ANNA)) == 60


def test_a_decision_that_fails_takes_no_other_write_with_it(store):
    started = threading.Barrier(4)

    def write(number: int) -> str:
        started.wait()
        try:
            store.write(ANNA, lambda view: fails() if number == 2 else Batch(records=(samples.record(f"fact {number}"),)))
        except ZeroDivisionError:
            return "failed"
        return "stored"

    def fails() -> Batch:
        return Batch(records=(samples.record(f"never {1 // 0}"),))

    with ThreadPoolExecutor(4) as pool:
        ends = list(pool.map(write, range(4)))

    assert ends == ["stored", "stored", "failed", "stored"]
    assert {record.content for record in store.scan(ANNA)} == {"fact 0", "fact 1", "fact 3"}


def test_a_batch_that_is_refused_halfway_leaves_nothing(store):
    kept, taken = samples.record("likes tea"), samples.turn("s", 1)
    samples.write(store, ANNA, Batch(records=(kept,), turns=(taken,)))
    other = samples.record("likes coffee")

    with pytest.raises(errors.ConflictError):
        samples.write(store, ANNA, Batch(records=(other,), turns=(samples.turn("s", 1, "another text"),)))

    assert (store.scan(ANNA), store.turns(ANNA, "s"), store.matrix(ANNA).version) == ([kept], [taken], 1)
    assert store.verify() == []


def test_the_first_write_of_an_owner_that_is_refused_makes_no_owner(store):
    twice = samples.turn("s", 1)

    with pytest.raises(errors.ConflictError):
        samples.write(store, BO, Batch(turns=(twice, twice)))

    assert store.scopes() == []
    assert samples.add(store, samples.record("likes tea", BO), owner=BO).version == 1


def test_a_decision_may_not_write_itself(store):
    with pytest.raises(errors.BackendError, match="decision"):
        store.write(ANNA, lambda view: samples.add(store, samples.record("x")).batch)

    assert store.scopes() == []


def test_a_write_waits_no_longer_than_it_says_for_another_program(open_store, folder):
    store = open_store()
    other = apsw.Connection(str(folder / "memstrata.db"))
    other.execute("BEGIN IMMEDIATE")
    released = threading.Timer(0.2, lambda: other.execute("ROLLBACK"))
    released.start()

    written = samples.add(store, samples.record("after the other"))

    released.join()
    other.close()
    assert written.version == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no file size limits there")
def test_a_full_disk_is_told_and_survived(tmp_path):
    done = subprocess.run([sys.executable, "-c", FULL_DISK, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False)

    assert (done.stdout.split("\n")[:2], done.stderr) == (["refused", "went on"], "")


def test_a_kind_of_the_callers_own_is_counted_by_its_name(store):
    samples.add(store, samples.record("runs daily", kind="workout"), samples.record("naps", kind="workout"), samples.record("tea"))

    assert store.stats(ANNA).by_kind == store.stats().by_kind == {"workout": 2, "fact": 1}


def test_a_record_without_a_proper_id_is_refused(store):
    for wrong in ("nope", "0" * 31, "A" * 32, "0198 " + "0" * 27):
        with pytest.raises(errors.InputError, match="32 hexadecimal"):
            samples.add(store, samples.record("x", id=wrong))

    assert store.get(ANNA, ["nope", "A" * 32]) == []


def test_a_reader_sees_the_arrays_it_was_given_although_others_write_on(store):
    samples.add(store, *(samples.record(f"fact {number}") for number in range(40)))
    before = store.matrix(ANNA)
    columns, words = before.columns.copy(), comparison.words(before)

    changed = [replace(record, importance=1.0) for record in store.scan(ANNA)]
    samples.add(store, *changed, *(samples.record(f"later {number}") for number in range(40)))

    assert len(store.matrix(ANNA)) == 80
    assert (before.columns.tobytes(), comparison.words(before)) == (columns.tobytes(), words)
