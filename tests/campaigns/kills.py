"""Kill -9: two processes write to one folder and are killed at any moment; then everything is compared with what they were told."""

import multiprocessing
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection, wait
from pathlib import Path

import apsw

import memstrata
from memstrata.core.results import Receipt
from memstrata.memory import Memory
from memstrata.stores.sqlite import opening
from memstrata.testing import FixedClock, HashEmbedder
from tests.campaigns import life, looking, model, place
from tests.campaigns.life import Life
from tests.campaigns.model import Act, Result, State

_TWO = (("anna", "安"), ("bo", "博"))  # the users of the two processes
_EVERYBODY = tuple(user for users in _TWO for user in users)
_MOMENTS = ("opening", "migrating", "act", "act", "act", "act", "erasing", "erasing")
_ROUNDS_A_FOLDER = 25
_MOST_ACTS = 2_000
_LEASES_OVER = timedelta(minutes=5)


@dataclass(slots=True)
class Tally:
    """What was seen so far."""

    kills: int = 0
    acknowledged: int = 0
    unfinished: int = 0  # acts that were under way when the process was killed …
    unfinished_done: int = 0  # … and turned out to be stored whole
    receipts: int = 0
    keys_gone: int = 0  # destroyed keys that were looked for in the files, each time anew
    moments: dict[str, int] = field(default_factory=dict)
    verbs: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(slots=True)
class _Running:
    """One process, and what it has told."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    ends: float = float("inf")  # when it is killed
    told: list[tuple[str, Act, Result, Receipt | None]] = field(default_factory=list)


@dataclass(slots=True)
class _Store:
    """One folder, what it must hold, and the keys of all owners there ever were in it."""

    context: multiprocessing.context.ForkServerContext
    folder: Path
    embeds: bool
    state: State = field(default_factory=dict)
    keys: dict[int, bytes] = field(default_factory=dict)


def run(kills: int, seed: int, embeds: bool = False) -> Tally:
    """Kill `kills` processes, each time comparing all of the store. With `embeds` a worker writes vectors beside."""
    chance, tally, started = random.Random(seed), Tally(), time.monotonic()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.campaigns.kills", "tests.campaigns.warm"])
    while tally.kills < kills and not tally.faults:
        with place.folder() as folder:
            store = _Store(context, folder, embeds)
            for _ in range(_ROUNDS_A_FOLDER):
                if tally.kills < kills and not tally.faults:
                    _one_round(store, chance, tally)
    tally.seconds = time.monotonic() - started
    return tally


def _one_round(store: _Store, chance: random.Random, tally: Tally) -> None:
    moment = chance.choice(_MOMENTS)
    tally.moments[moment] = tally.moments.get(moment, 0) + 2
    if moment == "migrating" and (store.folder / opening.FILE_NAME).exists():
        _grow_old(store.folder)
    running = []
    for users in _TWO:
        mine, theirs = store.context.Pipe(duplex=False)
        own = {user: person for user, person in store.state.items() if user in users}
        process = store.context.Process(target=_live, args=(theirs, store.folder, users, chance.getrandbits(32), own, store.embeds))
        process.start()
        theirs.close()
        running.append(_Running(process, mine))
    for each in running:
        each.pipe.recv()  # it is loaded
    _watch_and_kill(running, moment, chance)
    for each in running:
        each.process.join()
        assert each.process.exitcode == -9, f"a process ended by itself with {each.process.exitcode}"
    tally.kills += len(running)
    _compare(store, running, tally)


def _watch_and_kill(running: Sequence[_Running], moment: str, chance: random.Random) -> None:
    begun = time.monotonic()
    lives = [chance.randrange(20, 200) if moment == "act" else chance.randrange(1, 4) for _ in running]
    for each in running:
        if moment in ("opening", "migrating"):
            each.ends = begun + chance.uniform(0.0, 0.04)
    open_pipes = {each.pipe: each for each in running}
    while open_pipes:
        left = max(0.0, min(each.ends for each in open_pipes.values()) - time.monotonic())
        for pipe in wait(list(open_pipes), min(left, 30.0)):
            each = open_pipes[pipe]  # type: ignore[index]  # only connections were given
            _hear(each)
            place = running.index(each)
            begins = [act for word, act, *_ in each.told if word == "begin" and (moment != "erasing" or act.verb in model.ERASING)]
            if len(begins) >= lives[place] and each.ends == float("inf"):
                each.ends = time.monotonic() + chance.choice([0.0, chance.uniform(0.0, 0.004), chance.uniform(0.0, 0.03)])
        for pipe, each in list(open_pipes.items()):
            if each.ends <= time.monotonic():
                each.process.kill()
                each.process.join()
                while _hear(each):
                    pass
                del open_pipes[pipe]
        assert time.monotonic() - begun < 120, f"nothing more was told: {[each.told[-1:] for each in running]}"


def _hear(each: _Running) -> bool:
    """Take one line; False when there is none any more."""
    try:
        if not each.pipe.poll(0):
            return False
        each.told.append(each.pipe.recv())
    except (EOFError, OSError):  # it was killed in the middle of a line: that line was not told
        return False
    return True


def _compare(store: _Store, running: list[_Running], tally: Tally) -> None:
    state = store.state
    pending, receipts = [], []
    for each in running:
        open_acts = []
        for word, act, result, receipt in each.told:
            if word == "begin":
                open_acts = [act]
                continue
            open_acts = []
            state = model.after(state, act, result)
            tally.acknowledged += 1
            tally.verbs[act.verb] = tally.verbs.get(act.verb, 0) + 1
            receipts += [] if receipt is None else [receipt]
        pending += open_acts
        each.pipe.close()
    found, findings, keys = looking.elsewhere(_looked_at, store.folder, receipts, store.embeds, store.keys)
    store.state, faults = model.explained(state, found, pending)
    store.keys |= keys
    tally.unfinished += len(pending)
    tally.unfinished_done += sum(state.get(act.user) != found.get(act.user) for act in pending)
    tally.receipts += len(receipts)
    tally.keys_gone += len(store.keys) - len(keys)
    tally.faults += findings + faults


def _opened(folder: Path, embeds: bool, worker: bool, clock: FixedClock | None = None) -> Memory:
    return memstrata.open(str(folder), embedder=HashEmbedder(16) if embeds else "none", worker=worker, clock=clock)


def _live(pipe: Connection, folder: Path, users: tuple[str, ...], seed: int, state: State, embeds: bool) -> None:
    pipe.send("loaded")
    with _opened(folder, embeds, worker=embeds) as memory:
        Life(memory, users, random.Random(seed), state).live(pipe.send, _MOST_ACTS)


def _looked_at(folder: Path, receipts: list[Receipt], embeds: bool, known: dict[int, bytes]) -> tuple[State, list[str], dict[int, bytes]]:
    """What the store holds, what is wrong with it, and the keys that are there; `known` are those of all owners there ever were."""
    later = FixedClock(datetime.now(UTC) + _LEASES_OVER)  # what a killed worker had taken is due again then
    with _opened(folder, embeds, worker=False, clock=later) as memory:
        findings = [f"verify: {finding}" for finding in memory.verify()]
        findings += [f"receipt {receipt.id}: {finding}" for receipt in receipts for finding in memory.verify(receipt)]
        found = life.found(memory, _EVERYBODY)
        if embeds:
            memory.flush()
            left = memory.stats().pending
            findings += [f"{left} tasks cannot be done"] if left else []
            findings += [f"verify after the work: {finding}" for finding in memory.verify()]
    keys = looking.keys(folder)
    gone = {key for owner, key in known.items() if owner not in keys}
    findings += [f"{len(left)} destroyed keys stand in {name}" for name, left in looking.held(folder, gone).items()]
    return found, findings, keys


def _grow_old(folder: Path) -> None:
    """Make the store one of the first version whose words were segmented by another analyzer: the next open brings it up to date."""
    connection = apsw.Connection(str(folder / opening.FILE_NAME))
    if connection.pragma("user_version") == len(opening.MIGRATIONS):
        connection.execute(
            "BEGIN IMMEDIATE; DROP TABLE traces; DROP TABLE jobs; DROP TABLE journal; DROP TABLE erasing;"
            " UPDATE meta SET value = x'00' WHERE name = 'analyzer'; PRAGMA user_version = 1; COMMIT"
        )
    connection.close()
