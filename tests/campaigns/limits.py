"""What a machine refuses: room on the disk, descriptors, a folder that may not be written. Each in a process of its own."""

import contextlib
import multiprocessing
import os
import random
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import memstrata
from memstrata.core import errors
from memstrata.memory import Memory
from tests.campaigns import life, model, place
from tests.campaigns.life import Life

_USERS = ("anna", "博")
_NOBODY = 65534
_ROUNDS = 5
_TRIES = 30  # verbs in one round, if none is refused before
_ROOM = 20_000  # bytes that a file may still grow


@dataclass(slots=True)
class Tally:
    """What was seen."""

    opens_refused: int = 0
    refused: int = 0
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


@contextmanager
def _no_room(folder: Path) -> Iterator[None]:
    largest = max((each.stat().st_size for each in folder.glob("memstrata.db*")), default=0)
    with _lowered(resource.RLIMIT_FSIZE, largest + _ROOM):
        yield


@contextmanager
def _no_descriptors(folder: Path) -> Iterator[None]:
    highest = max(int(each) for each in os.listdir("/dev/fd"))
    with _lowered(resource.RLIMIT_NOFILE, highest + 1), contextlib.ExitStack() as taken:
        for _ in range(highest):  # what is free below is taken
            try:
                taken.callback(os.close, os.dup(0))
            except OSError:
                break
        yield


@contextmanager
def _read_only(folder: Path) -> Iterator[None]:
    held = [folder, *folder.glob("memstrata.db*")]
    modes = [each.stat().st_mode for each in held]
    for each, mode in zip(held, modes, strict=True):
        each.chmod(mode & 0o555)
    try:
        yield
    finally:
        for each, mode in zip(held, modes, strict=True):
            each.chmod(mode)


@contextmanager
def _lowered(limit: int, value: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(limit)
    resource.setrlimit(limit, (value, hard))
    try:
        yield
    finally:
        resource.setrlimit(limit, (soft, hard))


LIMITS: dict[str, Callable[[Path], contextlib.AbstractContextManager[None]]] = {
    "no room": _no_room,
    "no descriptors": _no_descriptors,
    "read only": _read_only,
}


def run(limit: str) -> Tally:
    """Meet the limit while opening and with every verb, then go on without it."""
    context, started = multiprocessing.get_context("forkserver"), time.monotonic()
    context.set_forkserver_preload(["tests.campaigns.limits", "tests.campaigns.warm"])
    with place.folder() as folder:
        folder.chmod(0o777)
        mine, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_meet, args=(theirs, folder / "store", limit))
        process.start()
        theirs.close()
        tally: Tally = mine.recv()
        process.join()
    tally.seconds = time.monotonic() - started
    return tally


def _meet(pipe: Connection, folder: Path, limit: str) -> None:
    if os.geteuid() == 0:
        os.setuid(_NOBODY)  # nothing is forbidden to the superuser
    tally = Tally()
    with _open(folder) as memory:
        one = Life(memory, _USERS, random.Random(1))
        one.live(lambda line: None, 40)
    for _ in range(_ROUNDS):
        with LIMITS[limit](folder):
            try:
                _open(folder).close()
            except errors.BackendError:
                tally.opens_refused += 1
        with _open(folder) as one.memory:
            with LIMITS[limit](folder):
                refused = _until_refused(one, tally)
            one.state, problems = model.explained(one.state, life.found(one.memory, _USERS), refused)
            one.live(lambda line: None, 10)
            one.memory.repair()
            tally.faults += problems + [f"verify: {finding}" for finding in one.memory.verify()]
    with _open(folder) as memory:
        tally.faults += model.explained(one.state, life.found(memory, _USERS), [])[1]
        tally.faults += [f"opened again: {finding}" for finding in memory.verify()]
    pipe.send(tally)


def _until_refused(one: Life, tally: Tally) -> list[model.Act]:
    """The act that was refused, if one was."""
    for _ in range(_TRIES):
        act = one.drawn()
        try:
            result, _ = life.perform(one.memory, act)
        except errors.BackendError:
            tally.refused += 1
            return [act]
        one.state = model.after(one.state, act, result)
        tally.acknowledged += 1
    return []


def _open(folder: Path) -> Memory:
    return memstrata.open(str(folder), embedder="none", worker=False)
