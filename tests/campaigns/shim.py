"""A layer between SQLite and the file system that tells of every call, before (when it may be made to fail) and after."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import apsw

_BASE = "unix"
_NAMED_ANEW = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL  # SQLite syncs the folder with their first sync


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `file` tells open files apart; `named` = the file's name must be made durable with its first sync."""

    kind: str  # open, read, write, sync, truncate, lock, delete
    path: str
    file: int = 0
    data: bytes = b""
    at: int = 0
    named: bool = False


Listener = Callable[[Call], None]


class _File(apsw.VFSFile):
    def __init__(self, shim: "_Shim", name: "str | apsw.URIFilename | None", flags: list[int]) -> None:
        self._shim, self._path = shim, _path(name)
        super().__init__(_BASE, name, flags)

    def _told(self, kind: str, data: bytes = b"", at: int = 0) -> Call:
        call = Call(kind, self._path, id(self), data, at)
        self._shim.before(call)
        return call

    def xRead(self, amount: int, offset: int) -> bytes:
        self._told("read", at=offset)
        return super().xRead(amount, offset)

    def xWrite(self, data: "bytes | memoryview[int]", offset: int) -> None:
        call = self._told("write", bytes(data), offset)
        super().xWrite(data, offset)
        self._shim.after(call)

    def xSync(self, flags: int) -> None:
        call = self._told("sync")
        super().xSync(flags)
        self._shim.after(call)

    def xTruncate(self, newsize: int) -> None:
        call = self._told("truncate", at=newsize)
        super().xTruncate(newsize)
        self._shim.after(call)

    def xLock(self, level: int) -> None:
        self._told("lock", at=level)
        super().xLock(level)

    def excepthook(self, *_: object) -> bool:
        return True  # SQLite went on in spite of it: it is not to be printed


class _Shim(apsw.VFS):
    def __init__(self, before: Listener, after: Listener) -> None:
        self.before, self.after = before, after
        super().__init__("memstrata-shim", _BASE, makedefault=True)

    def xOpen(self, name: "str | apsw.URIFilename | None", flags: list[int]) -> apsw.VFSFile:
        wanted = flags[0]
        self.before(Call("open", _path(name), at=wanted))
        opened = _File(self, name, flags)
        self.after(Call("open", _path(name), id(opened), at=wanted, named=bool(wanted & _NAMED_ANEW)))
        return opened

    def xDelete(self, filename: str, syncdir: bool) -> None:
        call = Call("delete", filename, named=syncdir)
        self.before(call)
        super().xDelete(filename, syncdir)
        self.after(call)

    def excepthook(self, *_: object) -> bool:
        return True


@contextmanager
def installed(before: Listener = lambda call: None, after: Listener = lambda call: None) -> Iterator[None]:
    """While it lasts, every database that is opened in this process goes through the layer; what `before` raises fails the call."""
    shim = _Shim(before, after)
    try:
        yield
    finally:
        shim.unregister()


def _path(name: "str | apsw.URIFilename | None") -> str:
    return "" if name is None else name if isinstance(name, str) else name.filename()
