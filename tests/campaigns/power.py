"""Simulated power loss: what SQLite wrote is recorded, and a disk is made that lost what was not yet synced, in part, torn, or whole."""

import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import memstrata
from memstrata.core import errors
from memstrata.core.results import Receipt
from memstrata.stores.sqlite import opening
from tests.campaigns import life, looking, model, place, shim
from tests.campaigns.life import Life
from tests.campaigns.model import Act, Result, State
from tests.campaigns.shim import Call

_USERS = ("anna", "博")
_ACTS = 20  # between two opens
_TRIALS_A_RECORDING = 10
_SECTORS = (512, 4096)

Line: TypeAlias = tuple[str, Act, Result, Receipt | None]
Event: TypeAlias = Call | Line


@dataclass(slots=True)
class Tally:
    """What was seen so far."""

    trials: int = 0
    acknowledged: int = 0  # that a trial looked for
    losing: int = 0  # trials in which something acknowledged was missing
    torn: int = 0  # writes that reached the disk in part
    dropped: int = 0  # writes, truncations, names that did not reach it
    faults: list[str] = field(default_factory=list)  # of a kind that must never be: a damaged or half store
    losses: list[str] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(slots=True)
class _Inode:
    """A file's bytes as they are safe on the disk, and what was done to it since its last sync."""

    safe: bytearray = field(default_factory=bytearray)
    since: list[Call] = field(default_factory=list)


@dataclass(slots=True)
class _Disk:
    """What of a recording has reached the disk for sure, and what may have."""

    names: dict[str, _Inode] = field(default_factory=dict)  # that are safe
    since: list[tuple[str, _Inode | None]] = field(default_factory=list)  # names given and taken since the folder's last sync
    now: dict[str, _Inode] = field(default_factory=dict)
    files: dict[int, _Inode] = field(default_factory=dict)
    anew: set[int] = field(default_factory=set)  # open files whose first sync is the folder's as well

    def do(self, call: Call) -> None:
        match call.kind:
            case "open":
                self._open(call)
            case "delete":
                self.now.pop(call.path, None)
                self.since.append((call.path, None))
                if call.named:
                    self._sync_folder()
            case "as synced":
                inode = self.now[call.path]
                inode.safe[:] = call.data
                inode.since.clear()
            case "sync":
                inode = self.files[call.file]
                for each in inode.since:
                    _write(inode.safe, each)
                inode.since.clear()
                if call.file in self.anew:
                    self.anew.remove(call.file)
                    self._sync_folder()
            case _:
                self.files[call.file].since.append(call)

    def _open(self, call: Call) -> None:
        if call.path not in self.now:
            self.now[call.path] = _Inode()
            self.since.append((call.path, self.now[call.path]))
        self.files[call.file] = self.now[call.path]
        if call.named:
            self.anew.add(call.file)

    def _sync_folder(self) -> None:
        self.names = dict(self.now)
        self.since.clear()


def run(trials: int, seed: int, durability: str = "full") -> Tally:
    """Cut the power `trials` times."""
    chance, tally, started = random.Random(seed), Tally(), time.monotonic()
    while tally.trials < trials:
        with place.folder() as folder:
            events = _recorded(folder / "live", chance, durability)
        for _ in range(min(_TRIALS_A_RECORDING, trials - tally.trials)):
            with place.folder() as folder:
                _one_trial(events, folder, chance, tally)
    tally.seconds = time.monotonic() - started
    return tally


def _recorded(folder: Path, chance: random.Random, durability: str) -> list[Event]:
    """All that was written and told while a memory was opened, used and closed twice."""
    events: list[Event] = []
    state: State = {}

    def tell(line: Line) -> None:
        if line[0] == "done" and line[3] is not None:  # stale copies were blanked and synced beside SQLite, which the layer does not see
            events.append(
                Call("as synced", str(folder / opening.FILE_NAME), data=looking.elsewhere(Path.read_bytes, folder / opening.FILE_NAME))
            )
        events.append(line)

    with shim.installed(after=events.append):
        for _ in range(2):
            with memstrata.open(str(folder), embedder="none", worker=False, durability=durability) as memory:
                one = Life(memory, _USERS, chance, state)
                one.live(tell, _ACTS)
                state = one.state
    return events


def _one_trial(events: Sequence[Event], folder: Path, chance: random.Random, tally: Tally) -> None:
    disk, state, pending, receipts, told = _Disk(), State(), list[Act](), list[Receipt](), 0
    for event in events[: chance.randrange(len(events)) + 1]:
        if isinstance(event, Call):
            disk.do(event)
            continue
        word, act, result, receipt = event
        pending = [act] if word == "begin" else []
        if word == "done":
            state, told = model.after(state, act, result), told + 1
            receipts += [] if receipt is None else [receipt]
    _pull_the_plug(disk, folder, chance, tally)
    tally.trials += 1
    tally.acknowledged += told
    try:
        with memstrata.open(str(folder), embedder="none", worker=False) as memory:
            found = life.found(memory, _USERS)
            tally.faults += [f"verify: {finding}" for finding in memory.verify()]
            lost = model.explained(state, found, pending)[1]
            if not lost:
                tally.faults += [f"receipt: {finding}" for receipt in receipts for finding in memory.verify(receipt)]
    except errors.StoreError as error:
        tally.faults.append(f"it does not open: {error!r}")
        lost = ["everything"] if told else []
    tally.losing += bool(lost)
    tally.losses += lost[:3]


def _pull_the_plug(disk: _Disk, folder: Path, chance: random.Random, tally: Tally) -> None:
    """Write into `folder` what one run of bad luck leaves."""
    kept = chance.choice([0.0, 0.5, 0.9, 1.0])  # how much of the unsynced gets through
    in_order = chance.random() < 0.5  # what is written first arrives first
    names = dict(disk.names)
    for path in {path for path, _ in disk.since}:  # what happens to one name happens in order
        changes = [inode for name, inode in disk.since if name == path]
        arrived = chance.randint(0, len(changes))
        tally.dropped += len(changes) - arrived
        for inode in changes[:arrived]:
            names.pop(path, None)
            names.update({} if inode is None else {path: inode})
    for path, inode in names.items():
        (folder / os.path.basename(path)).write_bytes(_left(inode, kept, in_order, chance, tally))


def _left(inode: _Inode, kept: float, in_order: bool, chance: random.Random, tally: Tally) -> bytearray:
    data = bytearray(inode.safe)
    since = inode.since
    if in_order:
        arrived = chance.randint(0, len(since))
        since, torn = since[:arrived], since[arrived : arrived + 1]
    else:
        since, torn = [each for each in since if chance.random() < kept], []
        torn = [since.pop(chance.randrange(len(since)))] if since and chance.random() < 0.5 else []
    tally.dropped += len(inode.since) - len(since) - len(torn)
    for each in since:
        _write(data, each)
    for each in torn:
        tally.torn += 1
        size = chance.choice(_SECTORS)
        first = -each.at % size  # a sector ends where the disk's does, not the write's
        for start in [0, *range(first, len(each.data), size)]:
            end = first if start == 0 and first else start + size
            if each.kind == "write" and chance.random() < 0.5:
                _write(data, Call("write", each.path, data=each.data[start:end], at=each.at + start))
    return data


def _write(data: bytearray, call: Call) -> None:
    if call.kind == "truncate":
        del data[call.at :]
        data.extend(bytes(call.at - len(data)))
        return
    data.extend(bytes(max(0, call.at - len(data))))
    data[call.at : call.at + len(call.data)] = call.data
