"""Copies of the whole store while it is used, and their return, which brings nothing back that was erased meanwhile.

A copy is one SQLite file with the owners' sealed values and their keys: who has it can read it (with a master key: who has that as
well). What was erased after it was made is still in it; `restore` removes it again, the copy itself is for its keeper to remove.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import apsw

from memstrata.core import errors, files
from memstrata.core.copies import BackupReport, RestoreReport
from memstrata.stores.sqlite import engine, opening, rejoining, statements
from memstrata.stores.sqlite.keyring import Keyring
from memstrata.stores.sqlite.store import SqliteStore

_STEP_PAGES = 2_048  # 8 MB, then others get their turn
_TRIES = 3  # of a copy that ends with the newest write in it; then one moment is held fast
_HEADER_BYTES = 100
_STAGING = ".restore-"
_SQL = statements.blocks("backup.sql")

Open = Callable[[Path], SqliteStore]  # opens the store in a folder, as this one is opened


def write(folder: Path, target: Path) -> BackupReport:
    """Copy the store in `folder` to the file `target` (mode 0600), whole or not at all; into a folder under a name with the time.

    Writers go on. Everything acknowledged before the call is in the copy; what is acknowledged meanwhile is in it up to one moment.
    Raises BackendError, and InputError when `target` is no backup and would be overwritten.
    """
    source = folder / opening.FILE_NAME
    if target.is_dir():
        target = target / f"memstrata-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup"
    _check_target(source, target)
    with (
        engine.translated_files(),
        files.whole(target) as partial,
        engine.translated(),
        closing(engine.connect_reader(source, "full")) as reading,
    ):
        _copy(reading, partial)
    return BackupReport(path=str(target), bytes=target.stat().st_size)


def tidy(folder: Path) -> None:
    """Remove what a killed `restore` left beside the store: it may hold what was erased. Raises BackendError."""
    with engine.translated_files():
        files.sweep(folder, _STAGING)


def restore(folder: Path, source: Path, open_store: Open, master_key: bytes | None = None) -> RestoreReport:
    """Make the store in `folder` what the backup `source` holds, in one transaction: other processes see it before or after.

    What was erased since the backup is erased from it again, and the receipts stay. Raises InputError for a file that is no backup,
    CorruptStoreError for a damaged one, ConflictError when the folder holds memories of another store; the store is unchanged then.
    """
    _check_source(folder / opening.FILE_NAME, source)
    with engine.translated_files():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _staging(folder) as staging:
        with engine.translated_files():
            shutil.copyfile(source, staging / opening.FILE_NAME)
            os.chmod(staging / opening.FILE_NAME, 0o600)
        open_store(folder).close()  # made when it is missing, and at the present version
        with closing(open_store(staging)) as staged:
            _check_sound(staged)
            return _replace(folder / opening.FILE_NAME, staging / opening.FILE_NAME, staged, Keyring(master_key))


def _copy(reading: apsw.Connection, target: Path) -> None:
    for _ in range(_TRIES):
        if _tried(reading, target):
            return
    reading.execute("BEGIN")
    reading.execute(_SQL["look"]).fetchall()  # from here on this connection sees one state
    if not _tried(reading, target):
        raise errors.BackendError("the store changed in the middle of one moment: make the backup again")


def _tried(reading: apsw.Connection, target: Path) -> bool:
    """Whether a copy into `target`, emptied first, came to its end before somebody wrote."""
    os.truncate(target, 0)  # one that was given up has no journal to go back by: its file is not even a database
    with closing(apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)) as copy:
        copy.pragma("journal_mode", "off")  # a copy that is cut short is thrown away
        copy.pragma("synchronous", 0)
        whole = _copied(copy, reading)
        if whole:
            copy.pragma("journal_mode", "delete")  # without a log: whoever looks into the copy leaves no file beside it
        return whole


def _copied(copy: apsw.Connection, reading: apsw.Connection) -> bool:
    """Whether a copy came to its end before somebody wrote: SQLite begins anew then."""
    with copy.backup("main", reading, "main") as backup:
        left = None
        while not backup.done:
            backup.step(_STEP_PAGES)
            if left is not None and backup.remaining >= left:
                return False
            left = backup.remaining
    return True


def _replace(live: Path, staged_file: Path, staged: SqliteStore, keyring: Keyring) -> RestoreReport:
    with (
        engine.translated(),
        closing(engine.connect(live, "full")) as writing,
        closing(engine.connect_reader(live, "full")) as reading,
        closing(engine.connect(staged_file, "relaxed")) as source,
    ):
        with writing.backup("main", source, "main") as backup:
            backup.step(1)  # takes the lock: from here on nobody writes or erases in the live file until it is replaced
            again = rejoining.merge(reading, source, staged, keyring)
            stats = staged.stats()
            while not backup.done:
                backup.step(-1)
        writing.set_busy_timeout(0)
        try:
            writing.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            pass  # another process still reads the former state: its next checkpoint empties the log
    return RestoreReport(scopes=stats.scopes, records=stats.records, erased_again=again)


def _check_sound(staged: SqliteStore) -> None:
    broken = [finding for finding in staged.verify() if not finding.mendable]
    if broken:
        raise errors.CorruptStoreError(f"the backup is damaged ({broken[0].part}: {broken[0].problem}); nothing was changed")


def _check_target(source: Path, target: Path) -> None:
    if not target.exists():
        return
    if target.samefile(source):  # asked before it is opened: closing it would take SQLite's locks away
        raise errors.InputError(f"{target} is the store itself: name another file")
    if not target.is_file() or _in_use(target) or not _is_backup(target):
        raise errors.InputError(f"{target} is there and is no backup: it is left as it is, name another file")


def _check_source(live: Path, source: Path) -> None:
    if not source.is_file():
        raise errors.InputError(f"{source} is no file: name one that `backup` wrote")
    if live.exists() and source.samefile(live):
        raise errors.InputError(f"{source} is the store itself: name a backup")
    if _in_use(source):
        raise errors.InputError(f"{source} is a store that is in use, its file alone is not whole: make a backup of it")
    if not _is_backup(source):
        raise errors.InputError(f"{source} is no backup of memstrata")


def _is_backup(path: Path) -> bool:
    with engine.translated_files(), path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    return len(header) == _HEADER_BYTES and header[68:72] == opening.APPLICATION_ID.to_bytes(4, "big")


def _in_use(path: Path) -> bool:
    return path.with_name(f"{path.name}-wal").exists()


@contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    """A folder beside the store's file that is gone afterwards."""
    path = folder / f"{_STAGING}{files.mark()}"
    with engine.translated_files():
        path.mkdir(mode=0o700)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
