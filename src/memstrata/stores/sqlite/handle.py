"""The one own handle on the store's file that a process keeps while SQLite has it open.

POSIX drops every lock that a process has on a file when the process closes any handle of it. A look into the file by open and close
would take SQLite's locks away while it makes or upgrades a store (sqlite.org/howtocorrupt, 2.2; from 3.51 on the log has its own guard).
"""

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

_File: TypeAlias = tuple[int, int]
_lock = threading.Lock()
_open: dict[_File, tuple[int, int]] = {}  # (device, inode) → (descriptor, how many hold it)


class Handle:
    """Reads the file at `path`, which is made, for the user alone, when it is missing. `close` only when no connection is left."""

    def __init__(self, path: Path) -> None:
        with _lock:
            self._file = _known(path)
            if self._file is None:
                descriptor = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
                status = os.fstat(descriptor)
                self._file = (status.st_dev, status.st_ino)
                _open[self._file] = (descriptor, 0)
            self._descriptor, held = _open[self._file]
            _open[self._file] = (self._descriptor, held + 1)

    def read(self, at: int, size: int) -> bytes:
        """Up to `size` bytes from the place `at` on; b"" behind the end."""
        with _lock:
            os.lseek(self._descriptor, at, os.SEEK_SET)
            return os.read(self._descriptor, size)

    def blank(self, ranges: Sequence[tuple[int, int]]) -> None:
        """Overwrite bytes of the file, each from a place up to another, with zeros."""
        with _lock:
            for begin, end in ranges:
                os.lseek(self._descriptor, begin, os.SEEK_SET)
                os.write(self._descriptor, bytes(end - begin))

    def sync(self) -> None:
        """Wait until what was written is on the disk."""
        with _lock:
            os.fsync(self._descriptor)

    def close(self) -> None:
        """Let go of the file; the last one who does closes it."""
        with _lock:
            if self._file is None:
                return
            descriptor, held = _open[self._file]
            if held > 1:
                _open[self._file] = (descriptor, held - 1)
            else:
                del _open[self._file]
                os.close(descriptor)
            self._file = None


def _known(path: Path) -> _File | None:
    """The file at `path`, when this process has it open."""
    if not path.exists():
        return None
    status = path.stat()
    file = (status.st_dev, status.st_ino)
    return file if file in _open else None
