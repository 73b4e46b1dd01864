"""Files that are there whole or not at all, for their owner's eyes only; what a killed process left half done goes with the next one."""

import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memstrata.core import errors

_PARTIAL = "partial"
_DAY_SECONDS = 86_400.0


def named(path: str | os.PathLike[str]) -> Path:
    """The path that a caller means, `~` resolved. Raises InputError for one that no file can have here."""
    if path in ("", b""):
        raise errors.InputError("the path is empty: name a file or a folder")
    try:
        found = Path(path).expanduser()
        os.stat(found)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return found  # whether it can be used is seen when it is
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        raise errors.InputError(f"{str(path)[:80]!r} can be no path here: {error}") from error
    return found


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """An empty file (mode 0600) that takes the place of `path` at the end of the block, durably; what is raised leaves `path` as it was.

    Raises OSError.
    """
    start = f".{path.name[:100]}."
    sweep(path.parent, start, f".{_PARTIAL}")
    partial = path.with_name(f"{start}{mark()}.{_PARTIAL}")
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        yield partial
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(partial, path)
        sync_folder(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable; Windows does it by itself."""
    if os.name == "nt":
        return
    try:
        opened = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # names may be made in it, but it may not be read
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def mark() -> str:
    """A part of a name by which `sweep` tells whether its process still runs."""
    return f"{os.getpid()}-{secrets.token_hex(4)}"


def sweep(folder: Path, start: str, end: str = "") -> None:
    """Remove files and folders named `start`, a mark, `end` whose process is gone; what cannot be removed stays."""
    for found in folder.iterdir() if folder.is_dir() else ():
        name = found.name
        if not (name.startswith(start) and name.endswith(end)):
            continue
        number, dash, _ = name[len(start) : len(name) - len(end)].partition("-")
        if not dash or not number.isdecimal() or _runs(int(number), found):
            continue
        if found.is_dir():
            shutil.rmtree(found, ignore_errors=True)
        else:
            try:
                found.unlink()
            except OSError:
                continue


def _runs(process: int, found: Path) -> bool:
    if os.name == "nt":  # asking there would end the process
        return time.time() - found.stat().st_mtime < _DAY_SECONDS
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
