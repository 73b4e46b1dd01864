"""How fast it is on this machine: durable appends, bulk writes, recall at several sizes, cold start, import time, resident memory.

    python -m benchmarks speed [--quick]        (--quick: up to 10,000 records)

Memories of the big stores have stand-in vectors (see `filling`), their questions real ones. Each size is filled and measured in
processes of its own. Percentiles are over single calls; "cpu" is the asking thread's processor time, which other load moves less.
"""

import multiprocessing
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

import numpy as np

import memstrata
from benchmarks import machine
from benchmarks.filling import StandIn, Texts, fill
from memstrata.models import e5
from memstrata.policies import lanes
from memstrata.scoped import ScopedMemory
from memstrata.text import analyze

SIZES = ((1, 1_000), (1, 10_000), (100, 1_000), (1, 50_000))  # (users, records each)
_QUICK = ((1, 1_000), (1, 10_000))
_BULK = 4_000
_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of single calls: wall and processor."""

    wall: Sequence[float]
    cpu: Sequence[float]

    def __str__(self) -> str:
        p50, p95, p99 = (float(np.percentile(self.wall, share)) for share in (50, 95, 99))
        cpu, cpu95 = statistics.median(self.cpu), float(np.percentile(self.cpu, 95))
        return f"p50 {p50:6.2f}  p95 {p95:6.2f}  p99 {p99:6.2f} ms   cpu p50 {cpu:5.2f} p95 {cpu95:5.2f}"


def timed(calls: int, call: Callable[[], object]) -> Times:
    wall, cpu = [], []
    for _ in range(calls):
        started, busy = time.perf_counter(), time.thread_time()
        call()
        wall.append((time.perf_counter() - started) * 1e3)
        cpu.append((time.thread_time() - busy) * 1e3)
    return Times(wall, cpu)


def alone(call: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
    """What `call` gives in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(call, *given, **named).result()


def import_milliseconds() -> float:
    """`import memstrata` beyond a bare interpreter, median of 9."""

    def run(code: str) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return (time.perf_counter() - started) * 1e3

    return statistics.median(run("import memstrata") - run("pass") for _ in range(9))


def appends(folder: Path, rounds: int, before: int) -> str:
    """Durable `session.add` in a scope that holds `before` records."""
    embedder, texts = StandIn(e5.create()), Texts(1)
    if before:
        fill(folder, 1, before, embedder)
    with memstrata.open(str(folder), embedder=embedder, worker=False) as memory:
        session = memory.scope(user="u0").session("now")
        return str(timed(rounds, lambda: session.add("user", texts.sentence())))


def bulk(folder: Path) -> str:
    """Turns a second through `remember(list)`, with the rules that look for facts; records a second through the import of an export."""
    texts = Texts(3)
    said = [{"role": "user", "content": texts.sentence()} for _ in range(_BULK)]
    with memstrata.open(str(folder / "a"), embedder="none", worker=False) as memory:
        me = memory.scope(user="u")
        me.remember("warm the rules up 热身")
        started, busy = time.perf_counter(), time.process_time()
        for start in range(0, _BULK, 1000):
            me.remember(said[start : start + 1000])
        taken, worked = time.perf_counter() - started, time.process_time() - busy
        memory.export(folder / "all.jsonl")
    with memstrata.open(str(folder / "b"), embedder="none", worker=False) as memory:
        started, busy = time.perf_counter(), time.process_time()
        memory.import_(folder / "all.jsonl")
        loading, loaded = time.perf_counter() - started, time.process_time() - busy
    remembered = f"remember(list of 1,000) {_BULK / taken:6,.0f}/s ({_BULK / worked:,.0f}/s of processor time)"
    return f"{remembered}, import of an export {_BULK / loading:6,.0f}/s ({_BULK / loaded:,.0f}/s)"


def recalls(folder: Path, users: int, queries: int) -> list[str]:
    """The lines of one store: opening, recall, recall beside two writers, and the bare parts of the same questions."""
    encoder, texts = StandIn(e5.create()), Texts(5)
    with memstrata.open(str(folder / "warm"), embedder=encoder, worker=False) as other:  # what loads once a process is not the store's
        other.scope(user="u").remember("the encoder and the dictionaries 热身")
        other.scope(user="u").recall("the dictionaries 热身")
    started = time.perf_counter()
    memory = memstrata.open(str(folder / "store"), embedder=encoder, worker=False)
    opened = time.perf_counter()
    scopes = [memory.scope(user=f"u{user}") for user in range(users)]
    scopes[0].recall(texts.query())
    first = time.perf_counter()
    for me in scopes:
        me.recall(texts.query())
    asked = [(scopes[place % users], texts.query()) for place in range(queries)]
    calm = _asked(asked)
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if sys.platform == "linux" else 0
    again = _asked(asked)  # the vectors of the last 256 questions are kept: all but the embedding
    bare = _bare(memory, asked, encoder)
    store = memory.stats().bytes / 1e6
    beside, written = _beside_writers(scopes, texts, queries)
    memory.close()
    parts = " + ".join(f"{name} {value:.2f}" for name, value in bare.items())
    sizes = f"{resident:.0f} MB resident, {store:.0f} MB on disk"
    whole, least = statistics.median(calm.cpu), sum(bare.values())
    return [
        f"recall                 {calm}",
        f"  all but embedding    {again}",
        f"  beside two writers   {beside}   ({written:,.0f} appends/s)",
        f"  bare parts, cpu p50  {parts} = {least:.2f} ms; recall takes {whole / least:.1f} times that",
        f"  open {(opened - started) * 1e3:.1f} ms, first recall {(first - opened) * 1e3:.0f} ms, {sizes}",
    ]


def _asked(asked: Sequence[tuple[ScopedMemory, str]]) -> Times:
    waiting = iter(asked)

    def ask() -> object:
        me, query = next(waiting)
        return me.recall(query, limit=10)

    return timed(len(asked), ask)


def _bare(memory: "memstrata.memory.Memory", asked: Sequence[tuple[ScopedMemory, str]], encoder: StandIn) -> dict[str, float]:
    """Median processor milliseconds of the parts that no recall can do without, one after the other."""
    store = memory._runtime.store
    held = [(store.matrix(me.owner), query) for me, query in asked]
    rows = [np.ones(len(matrix), np.bool_) for matrix, _ in held]
    words = [analyze.query_terms(query) for _, query in held]
    vectors = [encoder.embed([query], query=True)[0] for _, query in held]

    def each(call: Callable[[int], object]) -> float:
        numbers = iter(range(len(held)))
        return statistics.median(timed(len(held), lambda: call(next(numbers))).cpu)

    return {
        "embedding": each(lambda at: encoder.embed([held[at][1]], query=True)),
        "int8 scan": each(lambda at: lanes.dense(held[at][0], encoder.space, vectors[at])),
        "BM25": each(lambda at: lanes.lexical(held[at][0], words[at], rows[at])),
    }


def _beside_writers(scopes: Sequence[ScopedMemory], texts: Texts, queries: int) -> tuple[Times, float]:
    """Recall of new questions while two threads append without a pause; their appends a second."""
    said, asked = [texts.sentence() for _ in range(20_000)], [(scopes[at % len(scopes)], texts.query()) for at in range(queries)]
    stop, written = threading.Event(), [0, 0]

    def write(number: int) -> None:
        session = scopes[number % len(scopes)].session(f"w{number}")
        while not stop.is_set():
            session.add("user", said[written[number] % len(said)])
            written[number] += 1

    writers = [threading.Thread(target=write, args=(number,)) for number in (0, 1)]
    started = time.perf_counter()
    for writer in writers:
        writer.start()
    times = _asked(asked)
    stop.set()
    for writer in writers:
        writer.join()
    return times, sum(written) / (time.perf_counter() - started)


def _filled(folder: Path, users: int, records: int) -> float:
    return fill(folder / "store", users, records, StandIn(e5.create()))


def main(quick: bool = False) -> None:
    """Print the table."""
    print(machine.describe())
    print(f"load {' '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores when it began")
    print(f"import memstrata, beyond bare Python   {import_milliseconds():8.1f} ms")
    folder = Path(tempfile.mkdtemp())
    for before in (0, 10_000):
        print(
            f"durable append, {before:>6,} records before {alone(appends, folder / str(before), 200 if quick else 1000, before)}",
            flush=True,
        )
    print(f"bulk without embedding: {alone(bulk, folder)}", flush=True)
    for users, records in _QUICK if quick else SIZES:
        place = folder / f"{users}x{records}"
        rate = alone(_filled, place, users, records)
        print(f"\n{users} × {records:,} records (written at {rate:,.0f}/s)", flush=True)
        print("\n".join(alone(recalls, place, users, 100 if quick else 250)), flush=True)
        shutil.rmtree(place)
    shutil.rmtree(folder)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nmost memory of any of these processes: {peak:.0f} MB")
