"""Looks into a store's files from another process: POSIX drops a process's locks on a file when it closes any handle of it."""

import multiprocessing
from collections.abc import Callable, Collection, Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

import apsw
import numpy as np

_T = TypeVar("_T")
_PIECE = 16 * 1024 * 1024
_PREFIX = 6  # bytes by which needles are looked up; none is shorter
_MARK = 12  # first bytes of a sealed value: random, no other begins so
_SEALED = {"records": "id", "segments": "version", "messages": "message", "sessions": "session"}

Marks = dict[str, set[bytes]]  # what tells an owner's rows: sealed values by table, ids, the key


def elsewhere(work: Callable[..., _T], *arguments: object) -> _T:
    """What `work` gives, done in another process."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.campaigns.looking", "tests.campaigns.warm"])
    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, work, arguments))
    process.start()
    theirs.close()
    found: _T = mine.recv()
    process.join()
    return found


def _work(pipe: Connection, work: Callable[..., object], arguments: tuple[object, ...]) -> None:
    pipe.send(work(*arguments))


def held(folder: Path, needles: Collection[bytes]) -> dict[str, set[bytes]]:
    """Which of `needles`, of 6 bytes or more, stand in which file of the folder; {} when none does."""
    table: dict[int, list[bytes]] = {}
    for needle in needles:
        table.setdefault(int.from_bytes(needle[:_PREFIX], "little"), []).append(needle)
    prefixes = np.array(sorted(table), np.uint64)
    longest = max(map(len, needles), default=0)
    out: dict[str, set[bytes]] = {}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        with path.open("rb") as file:
            rest = b""
            while piece := file.read(_PIECE):
                data = rest + piece
                if found := _found(data, prefixes, table):
                    out.setdefault(path.name, set()).update(found)
                rest = data[-longest:]
    return out


def _found(data: bytes, prefixes: "np.ndarray[tuple[int], np.dtype[np.uint64]]", table: dict[int, list[bytes]]) -> set[bytes]:
    single = np.frombuffer(data, np.uint8)
    if not len(prefixes) or len(single) < _PREFIX:
        return set()
    windows = np.zeros(len(single) - _PREFIX + 1, np.uint64)
    for place in range(_PREFIX):
        windows |= single[place : len(single) - _PREFIX + 1 + place].astype(np.uint64) << np.uint64(8 * place)
    nearest = prefixes[np.searchsorted(prefixes, windows).clip(max=len(prefixes) - 1)]
    places = np.flatnonzero(nearest == windows).tolist()
    return {needle for at in places for needle in table[int(windows[at])] if data.startswith(needle, at)}


def counted(folder: Path, words: Iterable[bytes]) -> tuple[dict[bytes, int], float]:
    """How often each short word stands in the files, and how often random bytes of that size would have one of them."""
    data = b"".join(each.read_bytes() for each in folder.rglob("*") if each.is_file())
    chosen = list(words)
    return {word: found for word in chosen if (found := data.count(word))}, sum(len(data) / 256 ** len(word) for word in chosen)


def words_in(folder: Path, words: Iterable[bytes]) -> set[bytes]:
    """Which words stand in any file."""
    data = b"".join(each.read_bytes() for each in folder.rglob("*") if each.is_file())
    return {word for word in words if word in data}


def marks(folder: Path, owner: int) -> Marks:
    """What tells the owner's rows at this moment."""
    connection = apsw.Connection(str(folder / "memstrata.db"), flags=apsw.SQLITE_OPEN_READONLY)
    found = {
        table: {row[0] for row in connection.execute(f"SELECT substr(sealed, 1, {_MARK}) FROM {table} WHERE owner = ?", (owner,))}
        for table in _SEALED
    }
    found["ids"] = {row[0] for row in connection.execute("SELECT id FROM records WHERE owner = ?", (owner,))}
    found["key"] = {row[0] for row in connection.execute("SELECT key FROM keys WHERE owner = ?", (owner,))}
    connection.close()
    return found


def row_marks(folder: Path, owner: int) -> dict[str, bytes]:
    """The first bytes of each record's sealed value, by id."""
    connection = apsw.Connection(str(folder / "memstrata.db"), flags=apsw.SQLITE_OPEN_READONLY)
    found = connection.execute(f"SELECT hex(id), substr(sealed, 1, {_MARK}) FROM records WHERE owner = ?", (owner,)).fetchall()
    connection.close()
    return {str(key).lower(): mark for key, mark in found if isinstance(mark, bytes)}


def keys(folder: Path) -> dict[int, bytes]:
    """The owners' keys by number. The store must be closed in this process."""
    connection = apsw.Connection(str(folder / "memstrata.db"), flags=apsw.SQLITE_OPEN_READONLY)
    found = connection.execute("SELECT owner, key FROM keys").fetchall()
    connection.close()
    return {number: key for number, key in found if isinstance(number, int) and isinstance(key, bytes)}


def owners(folder: Path) -> list[int]:
    """The numbers of all owners, oldest first."""
    connection = apsw.Connection(str(folder / "memstrata.db"), flags=apsw.SQLITE_OPEN_READONLY)
    found = [number for (number,) in connection.execute("SELECT id FROM owners ORDER BY id")]
    connection.close()
    return found


def rows_of(folder: Path, owner: int) -> int:
    """How many rows of any table are the owner's."""
    connection = apsw.Connection(str(folder / "memstrata.db"), flags=apsw.SQLITE_OPEN_READONLY)
    tables = ("keys", "counters", "kinds", "records", "segments", "messages", "sessions", "tasks")
    found = sum(row[0] for table in tables for row in connection.execute(f"SELECT count(*) FROM {table} WHERE owner = ?", (owner,)))
    connection.close()
    return int(found)
