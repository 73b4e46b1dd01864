"""Erasing many memories by their ids: short steps, each of which may be the last before a kill."""

import itertools
import subprocess
import sys
import threading
import time
from dataclasses import replace

import apsw
import pytest

from memstrata.core.batch import Batch
from memstrata.core.erasure import Plan
from memstrata.core.records import Kind, Source
from memstrata.policies import erasing
from memstrata.stores.sqlite import parts
from memstrata.testing import InMemoryStore, comparison, samples
from memstrata.testing.samples import ANNA, BO

MANY = 1200
KILLED = """
import os, signal, sys, threading
from pathlib import Path
import apsw
from memstrata.policies import erasing
from memstrata.stores import sqlite
from memstrata.testing.samples import ANNA
store = sqlite.open_store(Path(sys.argv[1]), durability="full", cache_bytes=1 << 24)
held = store.scan(ANNA, limit=100_000)
plan = erasing.consequences([record for record in held if record.is_turn and record.sequence <= int(sys.argv[3])], held)
def watch(looking=apsw.Connection(sys.argv[1] + "/memstrata.db")):
    while looking.execute(sys.argv[2]).fetchone()[0]:
        pass
    os.kill(os.getpid(), signal.SIGKILL)
threading.Thread(target=watch, daemon=True).start()
print("begins", flush=True)
store.erase(ANNA, plan)
threading.Event().wait(5)
"""
MOMENTS = {
    "written down": "SELECT count(*) = 0 FROM erasing",
    "some pointers": f"SELECT count(*) = (SELECT max(row) FROM records) FROM records WHERE row > {MANY * 2}",
    "some records": f"SELECT count(*) > {MANY * 2 - 300} FROM records",
    "most records": f"SELECT count(*) > {MANY + 100} FROM records",
    "some of the log": f"SELECT count(*) = {MANY} FROM messages",
    "the arrays": f"SELECT count(*) > {MANY // 2} FROM messages",
}


def filled(store, count: int = MANY):
    """Turns, each with a fact that also rests on the turn before."""
    said = [replace(samples.turn_record(f"said {number}", "s", f"m-{number}"), sequence=number) for number in range(1, count + 1)]
    facts = [
        replace(samples.record(f"fact {number} 事实"), sources=tuple(Source("s", f"m-{each}") for each in {number, max(number - 1, 1)}))
        for number in range(1, count + 1)
    ]
    log = tuple(samples.turn("s", number) for number in range(1, count + 1))
    ids = [each.id for each in said]
    embedded = samples.embedded("e/8", ids)
    tasks = tuple(("embed", each.id) for each in facts)
    samples.write(store, ANNA, Batch(records=(*said, *facts), turns=log, sessions=(samples.session("s"),), tasks=tasks, embedded=embedded))
    return said, facts


def state(store) -> tuple[object, ...]:
    return (
        [(record.id, record.sources) for record in store.scan(ANNA, limit=100_000)],
        [turn.id for turn in store.turns(ANNA, "s")],
        store.stats(ANNA).pending,
    )


def test_many_memories_go_in_steps_to_what_one_step_would_leave(open_store):
    store = open_store()
    memory = InMemoryStore(labels=store.matrix(ANNA).labels)
    said, facts = filled(store)
    samples.write(
        memory,
        ANNA,
        Batch(
            records=(*said, *facts),
            turns=tuple(samples.turn("s", number) for number in range(1, MANY + 1)),
            sessions=(samples.session("s"),),
            tasks=tuple(("embed", each.id) for each in facts),
            embedded=samples.embedded("e/8", [each.id for each in said]),
        ),
    )
    plan = erasing.consequences(said[::2], [*said, *facts])

    receipts = [each.erase(ANNA, plan) for each in (store, memory)]

    assert len(plan.records) + len(plan.loosened) > 3 * parts.STEP
    assert receipts[0].complete
    assert (receipts[0].counts, receipts[0].indexes) == (receipts[1].counts, receipts[1].indexes)
    assert state(store) == state(memory)
    assert comparison.differences(memory.matrix(ANNA), store.matrix(ANNA)) == []
    assert (store.verify(), store.verify(receipts[0])) == ([], [])
    assert comparison.differences(memory.matrix(ANNA), open_store().matrix(ANNA)) == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_erasure_in_steps_that_is_killed_ends_with_the_next_open(open_store, folder, moment):
    store = open_store()
    said, facts = filled(store)
    before = state(store)
    plan = erasing.consequences(said[: MANY // 2], [*said, *facts])
    store.close()

    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder), f"SELECT ({MOMENTS[moment]})", str(MANY // 2)], stdout=subprocess.PIPE
    )
    child.communicate(timeout=60)

    again = open_store()
    loosening = erasing.Loosening(plan)
    kept = [(left.id, left.sources) for record in (*said, *facts) if (left := loosening.after(record)) is not None]
    ended = (sorted(kept), [f"m-{number}" for number in range(MANY // 2 + 1, MANY + 1)])
    assert child.returncode == -9
    assert state(again) == before or state(again)[:2] == ended
    assert again.verify() == []
    if state(again) != before:
        (receipt,) = (again.receipt(each) for each in receipts(folder))
        assert receipt.complete
        assert sum(receipt.counts.values()) == len(plan.records) + len(plan.messages)
        assert again.verify(receipt) == []


def receipts(folder) -> list[str]:
    connection = apsw.Connection(str(folder / "memstrata.db"))
    found = [receipt for (receipt,) in connection.execute("SELECT id FROM receipts")]
    connection.close()
    return found


def test_others_write_between_the_steps(open_store):
    store, other = open_store(), open_store()
    said, facts = filled(store)
    ends = threading.Event()
    waits: list[float] = []

    def write() -> None:
        for number in itertools.count():
            began = time.monotonic()
            samples.add(other, samples.record(f"of another {number}", BO), owner=BO)
            waits.append(time.monotonic() - began)
            if ends.is_set():
                return

    writing = threading.Thread(target=write)
    writing.start()
    try:
        receipt = store.erase(ANNA, Plan(records=tuple(record.id for record in (*said, *facts))))
    finally:
        ends.set()
        writing.join()

    assert receipt.complete
    assert len(waits) >= 2 * MANY // parts.STEP // 2  # with a single transaction it would be one or two
    assert other.stats(BO).records == len(waits)


def test_those_who_open_meanwhile_go_on_with_the_same_erasure_and_the_receipt_counts_once(open_store):
    store = open_store()
    said, facts = filled(store)
    plan = erasing.consequences(said[::2], [*said, *facts])
    receipts = []
    erases = threading.Thread(target=lambda: receipts.append(store.erase(ANNA, plan)))

    erases.start()
    opened = 0
    while erases.is_alive():
        open_store().close()
        opened += 1
    erases.join()

    (receipt,) = receipts
    assert opened > 1
    assert sum(receipt.counts.values()) == len(plan.records) + len(plan.messages)
    assert receipt.indexes["matrix"] == len(plan.records)
    assert (store.verify(), store.verify(receipt)) == ([], [])


def test_what_is_written_between_plan_and_erasure_and_rests_on_what_goes_goes_too(open_store):
    for store in (open_store(), InMemoryStore()):
        said, facts = filled(store, 4)
        plan = replace(erasing.consequences(said[:1], [*said, *facts]), version=store.matrix(ANNA).version)
        late = replace(samples.record("written late"), sources=(Source("s", "m-1"),))
        other = replace(samples.record("rests on two"), sources=(Source("s", "m-1"), Source("s", "m-3")))
        made = replace(samples.record("made late"), kind=Kind.EPISODE, derived_from=(said[0].id,))
        samples.add(store, late, other, made)

        receipt = store.erase(ANNA, plan)

        held = {record.id: record for record in store.scan(ANNA)}
        assert held.keys().isdisjoint({late.id, made.id, said[0].id})
        assert held[other.id].sources == (Source("s", "m-3"),)
        assert receipt.counts["fact"] == sum(record.kind == "fact" and record.id not in held for record in (*facts, late))
        assert (store.verify(), store.verify(receipt)) == ([], [])


def test_a_use_that_is_counted_between_plan_and_erasure_is_not_lost(open_store):
    store = open_store()
    said, facts = filled(store, 4)
    plan = erasing.consequences(said[:1], [*said, *facts])
    assert plan.loosened
    used = next(record for record in facts if record.id == plan.loosened[0])
    samples.add(store, replace(used, uses=7))

    store.erase(ANNA, plan)

    (left,) = store.get(ANNA, [used.id])
    assert (left.uses, Source("s", "m-1") in left.sources) == (7, False)
