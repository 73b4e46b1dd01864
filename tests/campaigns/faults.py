"""Each call to the file system made to fail once: a typed error, no acknowledgement, nothing half there, and it works again at once."""

import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import apsw

import memstrata
from memstrata.core import errors
from memstrata.memory import Memory
from tests.campaigns import life, model, place, shim
from tests.campaigns.life import Life
from tests.campaigns.model import Act, State
from tests.campaigns.shim import Call

_USERS = ("anna", "博")
_BEFORE = 60  # acts that made the store in which a call fails
_VERBS = ("add", "remember", "again", "update", "forget", "unforget", "pin", "state", "close", *model.ERASING)
KINDS: dict[str, tuple[tuple[type[apsw.Error], int], ...]] = {
    "open": ((apsw.CantOpenError, apsw.SQLITE_CANTOPEN),),
    "read": ((apsw.IOError, apsw.SQLITE_IOERR_READ),),
    "write": ((apsw.IOError, apsw.SQLITE_IOERR_WRITE), (apsw.FullError, apsw.SQLITE_FULL)),
    "sync": ((apsw.IOError, apsw.SQLITE_IOERR_FSYNC),),
    "truncate": ((apsw.IOError, apsw.SQLITE_IOERR_TRUNCATE),),
    "lock": ((apsw.IOError, apsw.SQLITE_IOERR_LOCK),),
    "delete": ((apsw.IOError, apsw.SQLITE_IOERR_DELETE),),
}


@dataclass(slots=True)
class Tally:
    """What was seen so far."""

    calls: Counter[str] = field(default_factory=Counter)  # that were made to fail, by kind
    refused: int = 0  # verbs that raised
    opens_refused: int = 0
    unnoticed: int = 0  # faults that SQLite got over by itself
    refused_but_stored: Counter[str] = field(default_factory=Counter)  # by verb: raised after the commit, stored whole
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(slots=True)
class _Trap:
    """Fails the `number`-th call of a kind, once, counting those made while it is armed. With number 0 it only counts."""

    kind: str
    number: int
    error: tuple[type[apsw.Error], int] = (apsw.IOError, apsw.SQLITE_IOERR)
    seen: Counter[str] = field(default_factory=Counter)
    sprung: bool = False
    armed: bool = False

    @contextmanager
    def set(self) -> Iterator[None]:
        self.armed = True
        try:
            yield
        finally:
            self.armed = False

    def __call__(self, call: Call) -> None:
        if not self.armed:
            return
        self.seen[call.kind] += 1
        if call.kind == self.kind and self.seen[call.kind] == self.number:
            self.sprung = True
            raised = self.error[0](f"on purpose: {call.kind} {self.number}")
            raised.extendedresult = self.error[1]  # type: ignore[attr-defined]  # the stub forgets it
            raise raised


@contextmanager
def failing(kind: str, after: int) -> Iterator[_Trap]:
    """While it lasts, the call after `after` calls of the kind fails, counted while the trap is set."""
    trap = _Trap(kind, after + 1)
    with shim.installed(before=trap):
        yield trap


def is_refused(verb: Callable[[], object]) -> bool:
    """Whether `verb` raises BackendError."""
    try:
        verb()
    except errors.BackendError:
        return True
    return False


def run(seed: int, every: int = 1) -> Tally:
    """Fail every `every`-th call of each kind, each in a run of its own."""
    tally, started = Tally(), time.monotonic()
    with place.folder() as folder:
        state = _made(folder / "made", seed)
        counting = _Trap("", 0)
        _one_run(folder, state, counting, Tally(), seed)
        for kind, ways in KINDS.items():
            for number in range(1, counting.seen[kind] + 1, every):
                trap = _Trap(kind, number, ways[number % len(ways)])
                _one_run(folder, state, trap, tally, seed)
                tally.calls[kind] += trap.sprung
    tally.seconds = time.monotonic() - started
    return tally


def _made(folder: Path, seed: int) -> State:
    with memstrata.open(str(folder), embedder="none", worker=False) as memory:
        one = Life(memory, _USERS, random.Random(seed))
        one.live(lambda line: None, _BEFORE)
        return one.state


def _one_run(folder: Path, state: State, trap: _Trap, tally: Tally, seed: int) -> None:
    """Every verb once on a copy of the store, with one call of the file system that fails."""
    copy = folder / "copy"
    shutil.copytree(folder / "made", copy)
    refused, place_of_fault = tally.refused + tally.opens_refused, f"{trap.kind} {trap.number}"
    with shim.installed(before=trap):
        try:
            with trap.set():
                memory = _open(copy)
        except errors.BackendError:
            tally.opens_refused += 1
            memory = _open(copy)
        with memory:
            state = _all_verbs(Life(memory, _USERS, random.Random(seed), state), trap, tally)
    with _open(copy) as memory:
        found = life.found(memory, _USERS)
        tally.faults += [f"{place_of_fault}: opened again: {each}" for each in model.explained(state, found, [])[1]]
        tally.faults += [f"{place_of_fault}: verify: {finding}" for finding in memory.verify()]
    tally.unnoticed += trap.sprung and refused == tally.refused + tally.opens_refused
    shutil.rmtree(copy)


def _all_verbs(one: Life, trap: _Trap, tally: Tally) -> State:
    memory, fault = one.memory, f"{trap.kind} {trap.number}"
    for verb in _VERBS:
        act = one.drawn(verb)
        try:
            with trap.set():
                result, receipt = life.perform(memory, act)
        except errors.BackendError:
            tally.refused += 1
            if not _is_done(one, act, tally, fault):
                result, receipt = life.perform(memory, act)  # once the fault is over, the same memory does it
                one.state = model.after(one.state, act, result)
            continue
        one.state = model.after(one.state, act, result)
        if receipt is not None:
            tally.faults += [f"{fault}: {act.verb}: receipt: {finding}" for finding in memory.verify(receipt)]
    found = life.found(memory, _USERS)
    tally.faults += [f"{fault}: at the end: {each}" for each in model.explained(one.state, found, [])[1]]
    memory.repair()  # finishes an erasure that failed on its way
    tally.faults += [f"{fault}: at the end: verify: {finding}" for finding in memory.verify()]
    return one.state


def _is_done(one: Life, act: Act, tally: Tally, fault: str) -> bool:
    """Whether a verb that raised stored all of it; then there is nothing to try again."""
    found = life.found(one.memory, _USERS)
    after, faults = model.explained(one.state, found, [act])
    tally.faults += [f"{fault}: {act.verb} raised: {each}" for each in faults]
    done = after != one.state
    tally.refused_but_stored[act.verb] += done
    one.state = after
    return done


def _open(folder: Path) -> Memory:
    return memstrata.open(str(folder), embedder="none", worker=False)
