"""The same fact told by many writers of several processes at once: it is one fact, and every telling counts once."""

import multiprocessing
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import memstrata
from memstrata.core import errors
from tests.campaigns import place

FACTS = ("我住在杭州。", "My favourite tea is oolong.", "The deploy port is 8443.", "我对花生过敏。")
_WRITERS = 4  # threads of a process


@dataclass(slots=True)
class Tally:
    """What was seen."""

    writers: int = 0
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


def run(processes: int, rounds: int) -> Tally:
    """Each writer of each process tells each of the facts `rounds` times."""
    context, started = multiprocessing.get_context("forkserver"), time.monotonic()
    context.set_forkserver_preload(["tests.campaigns.storms", "tests.campaigns.warm"])
    tally = Tally(writers=processes * _WRITERS)
    told: dict[str, int] = dict.fromkeys(FACTS, 0)
    with place.folder() as folder:
        gate = context.Barrier(processes)
        pipes = [context.Pipe(duplex=False) for _ in range(processes)]
        running = [context.Process(target=_process, args=(theirs, folder, rounds, gate)) for _, theirs in pipes]
        for process in running:
            process.start()
        for mine, _ in pipes:
            counts, faults = mine.recv()
            tally.faults += faults
            for fact, count in counts.items():
                told[fact] += count
        for process in running:
            process.join()
        tally.acknowledged = sum(told.values())
        tally.faults += _wrong(folder, told)
    tally.seconds = time.monotonic() - started
    return tally


def _process(pipe: Connection, folder: Path, rounds: int, gate: "multiprocessing.synchronize.Barrier") -> None:
    gate.wait(timeout=60)
    with memstrata.open(str(folder), embedder="none", worker=False) as memory, ThreadPoolExecutor(_WRITERS) as pool:
        mine = memory.scope(user="anna")
        counts, faults = dict.fromkeys(FACTS, 0), list[str]()

        def tell(number: int) -> str:
            fact = FACTS[number % len(FACTS)]
            report = mine.remember(fact, slot=None)
            return fact if report.records else f"nothing was stored: {report}"

        for done in [pool.submit(tell, number) for number in range(rounds * _WRITERS * len(FACTS))]:
            try:
                counts[done.result()] += 1
            except (errors.MemstrataError, KeyError) as error:
                faults.append(repr(error))
    pipe.send((counts, faults))


def _wrong(folder: Path, told: dict[str, int]) -> list[str]:
    with memstrata.open(str(folder), embedder="none", worker=False) as memory:
        facts = list(memory.scope(user="anna").list(status=None, limit=1000))
        turns = memory.scope(user="anna").list(kinds=["turn"], limit=1).total
        found = [f"verify: {finding}" for finding in memory.verify()]
    if len(facts) != len(FACTS):
        found.append(f"{len(FACTS)} facts were told, {len(facts)} are there: {[(fact.content, fact.status, fact.seen) for fact in facts]}")
    if sorted(fact.seen for fact in facts) != sorted(told.values()):
        found.append(f"told {told}, seen {[(fact.content, fact.seen) for fact in facts]}")
    if turns != sum(told.values()):
        found.append(f"{sum(told.values())} messages were told, {turns} are there")
    return found
