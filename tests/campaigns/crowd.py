"""Erasing one user out of a million records: how long it takes, and how long anybody else has to wait meanwhile."""

import multiprocessing
import random
import select
import tempfile
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import apsw

import memstrata
from memstrata.core.batch import Batch
from memstrata.core.erasure import Plan
from memstrata.core.ports import Store
from memstrata.core.scope import Scope
from memstrata.stores import sqlite
from memstrata.testing import samples
from tests.campaigns import erasures, looking

_A_USER = 1_000
_LARGE = 10_000
_SPIN_SECONDS = 0.0005
_ON_DISK = Path("/var/tmp")  # the other campaigns may run in memory, this one measures


@dataclass(slots=True)
class Tally:
    """What was seen; times in seconds."""

    records: int = 0
    bytes: int = 0
    fill: float = 0.0
    taken: dict[str, float] = field(default_factory=dict)  # by what was erased: how long it took …
    waited: dict[str, float] = field(default_factory=dict)  # … and the longest that another process waited for the write lock
    reads: int = 0  # that another process made meanwhile
    read: float = 0.0  # the slowest of them
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


def run(records: int, seed: int) -> Tally:
    """Fill a store on the disk, in users of 1,000 and two of 10,000, and erase out of it."""
    chance, tally, started = random.Random(seed), Tally(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="memstrata-crowd-", dir=_ON_DISK if _ON_DISK.is_dir() else None) as name:
        folder = Path(name)
        users = _fill(folder, records, chance)
        tally.fill = time.monotonic() - started
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.campaigns.crowd", "tests.campaigns.warm"])
        stop, pipes = context.Event(), [context.Pipe() for _ in range(2)]
        beside = [
            context.Process(target=work, args=(theirs, folder, stop)) for work, (_, theirs) in zip((_wait, _read), pipes, strict=True)
        ]
        for process, (mine, _) in zip(beside, pipes, strict=True):
            process.start()
            mine.recv()  # it has begun
        _erase(folder, users, tally, pipes[0][0])
        stop.set()
        tally.reads, tally.read = pipes[1][0].recv()
        for process in beside:
            process.join()
    tally.seconds = time.monotonic() - started
    return tally


def _fill(folder: Path, records: int, chance: random.Random) -> dict[str, int]:
    """Users with how many records each has."""
    users = {"large": _LARGE, "larger": _LARGE, **{f"user{number}": _A_USER for number in range(max(2, records // _A_USER - 20))}}
    corpus = [*erasures.english(_A_USER, chance).texts, *erasures.chinese(_A_USER, chance).texts]
    store = sqlite.open_store(folder, durability="relaxed", cache_bytes=1 << 20)
    for name, count in users.items():
        for start in range(0, count, _A_USER):
            texts = chance.sample(corpus, _A_USER)
            owner = Scope(user=name)
            batch = Batch(
                records=tuple(samples.record(f"{text} {name} {start}", owner, id=f"{chance.getrandbits(128):032x}") for text in texts)
            )
            samples.write(store, owner, batch)
    store.close()
    return users


def _erase(folder: Path, users: dict[str, int], tally: Tally, waiter: Connection) -> None:
    store = sqlite.open_store(folder, durability="full", cache_bytes=256 << 20)
    stats = store.stats()
    tally.records, tally.bytes = stats.records, stats.bytes
    owners = looking.elsewhere(looking.owners, folder)
    victim = f"user{(len(users) - 2) // 2}"
    marks = looking.elsewhere(looking.marks, folder, owners[list(users).index(victim)])
    some = [record.id for record in store.scan(Scope(user="user0"), limit=20)]
    large = tuple(record.id for record in store.scan(Scope(user="larger"), limit=_LARGE))
    work = {
        "a user of 1,000": [(victim, Plan(everything=True))],
        "a user of 10,000": [("large", Plan(everything=True))],
        "one record, the slowest of 20": [("user0", Plan(records=(each,))) for each in some],
        "10,000 records by their ids": [("larger", Plan(records=large))],
    }
    for name, plans in work.items():
        waiter.send(name)
        waiter.recv()
        tally.taken[name] = max(_timed(store, user, plan, tally) for user, plan in plans)
        waiter.send(name)
        tally.waited[name] = waiter.recv()
    for name, left in looking.elsewhere(looking.held, folder, set().union(*marks.values())).items():
        tally.faults.append(f"{len(left)} values of the erased user are left in {name}")
    store.close()


def _timed(store: Store, user: str, plan: Plan, tally: Tally) -> float:
    began = time.monotonic()
    receipt = store.erase(Scope(user=user), plan)
    taken = time.monotonic() - began
    if not receipt.complete:
        tally.faults.append(f"{user}: the erasure is not complete: {receipt}")
    return taken


def _wait(pipe: Connection, folder: Path, stop: "multiprocessing.synchronize.Event") -> None:
    """Take the write lock again and again; when asked, tell the longest wait for it since the last time."""
    connection = apsw.Connection(str(folder / "memstrata.db"), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_handler(lambda tries: not select.select([], [], [], _SPIN_SECONDS)[0])
    pipe.send("begun")
    longest = 0.0
    while not stop.wait(0.005):
        if pipe.poll():
            pipe.recv()
            pipe.send(longest)
            longest = 0.0
        began = time.monotonic()
        connection.execute("BEGIN IMMEDIATE")
        longest = max(longest, time.monotonic() - began)
        connection.execute("ROLLBACK")
    connection.close()


def _read(pipe: Connection, folder: Path, stop: "multiprocessing.synchronize.Event") -> None:
    """Recall again and again as another user; how often, and the slowest."""
    times = []
    with memstrata.open(str(folder), embedder="none", worker=False) as memory:
        mine = memory.scope(user="user1")
        mine.recall("warm up")
        pipe.send("begun")
        while not stop.wait(0.01):
            began = time.monotonic()
            mine.recall("kilo 山水")
            times.append(time.monotonic() - began)
    pipe.send((len(times), max(times)))
