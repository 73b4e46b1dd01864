"""What consolidation finds and what it costs: planted duplicates, recall while it runs, size on disk after ten rounds, memory.

The planted pairs were written before the rules were tuned, and then the rules were tuned on them: no held-out figure.
"""

import random
import resource
import tempfile
import threading
import time
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import numpy as np

import memstrata
from memstrata import assembly
from memstrata.core.batch import Batch, Embedded
from memstrata.core.records import MemoryRecord, Trust
from memstrata.core.settings import Settings
from memstrata.memory import Memory
from memstrata.policies import identity
from memstrata.scoped import ScopedMemory
from memstrata.testing import FixedClock

_HERE = Path(__file__).parent
_REST_SECONDS = 0.01  # as the worker rests
_QUESTIONS = 100
_ROUNDS = 10


def main(quick: bool = False) -> None:
    """Print every figure."""
    for language in ("en", "zh"):
        print(f"duplicates {language}: " + found(language))
    load(5_000 if quick else 50_000)


def found(language: str) -> str:
    """Precision and recall of planted pairs, by the bundled encoder."""
    pairs = [line.split("\t") for line in (_HERE / f"planted.{language}.tsv").read_text("utf-8").splitlines()]
    texts = list({identity.normal(text): text for _, *both in pairs for text in both}.values())  # of exact repetitions no store keeps two
    wanted = {frozenset(both) for kind, *both in pairs if kind == "same" and set(both) <= set(texts)}
    embedder = assembly.sentence_embedder(Settings())
    assert embedder is not None
    with memstrata.open(":memory:", worker=False) as memory:
        me = memory.scope(user="anna")
        records = [_record(me, text) for text in texts]
        vectors = Embedded(embedder.space, tuple(record.id for record in records), embedder.embed(texts))
        me._runtime.store.write(me.owner, lambda view: Batch(records=tuple(records), embedded=vectors))
        said = {record.id: record.content for record in records}
        groups = [[said[each] for each in change.ids] for change in memory.consolidate().changes if change.step == "deduplicate"]
    joined = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    right = len(joined & wanted)
    return f"precision {right / max(len(joined), 1):.3f}, recall {right / len(wanted):.3f} ({len(wanted)} pairs, {len(joined)} joined)"


def load(size: int) -> None:
    """A store of `size` memories: recall idle and during a consolidation, then ten rounds of new memories and old ones going."""
    clock = FixedClock("2026-03-02T09:00:00Z")
    with tempfile.TemporaryDirectory() as folder:
        settings = {"embedder": "none", "worker": False, "consolidation_cap": 0, "clock": clock, "undo_days": 7.0}
        with memstrata.open(folder, **settings) as memory:  # type: ignore[arg-type]   # names and types are those of the settings
            me = memory.scope(user="anna")
            fill(me, size, 0)
            recall(me)  # warm
            idle = recall(me)
            print(f"{size:,} memories, RSS {rss():.0f} MB, recall p50 {idle[0]:.1f} ms, p95 {idle[1]:.1f} ms idle")
            during, seconds, changes = together(memory, me)
            print(f"consolidation {seconds:.1f} s, {changes:,} changes, RSS at most {rss():.0f} MB")
            print(f"recall p50 {during[0]:.1f} ms, p95 {during[1]:.1f} ms meanwhile ({during[1] / idle[1]:.2f} times idle)")
            for number in range(1, _ROUNDS + 1):
                clock.advance(days=10)
                fill(me, size // 20, number)
                memory.consolidate()
            on_disk = sum(each.stat().st_size for each in Path(folder).rglob("*") if each.is_file())
            live = memory._runtime.store.stats(me.owner).bytes
            print(f"after {_ROUNDS} rounds {on_disk / 1e6:.1f} MB on disk, {on_disk / live:.2f} times live data")


def together(memory: Memory, me: ScopedMemory) -> tuple[tuple[float, float], float, int]:
    """p50 and p95 of recall while a thread consolidates as the worker does, how long that took, and how much it changed."""
    resting = replace(memory._runtime.parts.consolidator, rest=lambda: time.sleep(_REST_SECONDS))
    done: list[int] = []
    started = time.perf_counter()
    thread = threading.Thread(target=lambda: done.append(len(resting.run([me.owner], memory._runtime.now()).changes)))
    thread.start()
    taken = []
    while thread.is_alive() or not taken:
        taken.append(asked(me, len(taken)))
    return shares(taken), time.perf_counter() - started, done[0]


def fill(me: ScopedMemory, size: int, number: int) -> None:
    """Write memories: of four, three of the user and one of the web; one of a hundred says another one in other words."""
    drawn = random.Random(number)
    words = [
        f"{drawn.choice('bdfgklmnprst')}{drawn.choice('aeiou')}{drawn.choice('bdfgklmnprst')}{drawn.choice('aeiou')}{each}"
        for each in range(3000)
    ]
    for start in range(0, size, 1000):
        records = []
        for place in range(start, min(start + 1000, size)):
            said = f"The {drawn.choice(words)} of {drawn.choice(words)} keeps {drawn.choice(words)} for {place + number * size} days"
            records.append(_record(me, said, trust=Trust.WEB if place % 4 == 0 else Trust.USER))
            if place % 100 == 0:
                records.append(_record(me, said.replace("keeps ", "kept "), trust=Trust.WEB))
        me._runtime.store.write(me.owner, lambda view, records=tuple(records): Batch(records=records))  # type: ignore[misc]   # bound now


def recall(me: ScopedMemory) -> tuple[float, float]:
    """p50 and p95 of recall in milliseconds."""
    return shares([asked(me, place) for place in range(_QUESTIONS)])


def asked(me: ScopedMemory, place: int) -> float:
    """Milliseconds of one recall."""
    started = time.perf_counter()
    me.recall(f"what keeps for {place * 37} days", limit=5)
    return (time.perf_counter() - started) * 1e3


def shares(taken: list[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    return float(np.percentile(taken, 50)), float(np.percentile(taken, 95))


def rss() -> float:
    """The greatest resident size so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _record(me: ScopedMemory, text: str, trust: Trust = Trust.USER) -> MemoryRecord:
    runtime = me._runtime
    age = timedelta(days=80) if trust is Trust.WEB else timedelta(0)
    return MemoryRecord(
        id=runtime.parts.remember.new_id(), kind="fact", content=text, created_at=runtime.now() - age, user=me.owner.user, trust=trust
    )
