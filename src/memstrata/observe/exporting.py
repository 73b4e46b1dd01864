"""Exports: all that is stored of some owners, as JSON lines in the open form or as pages in Markdown."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memstrata.core import errors, scans
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, SessionStatus
from memstrata.observe import pages, writing
from memstrata.policies import portable, visibility

FORMATS = ("jsonl", "markdown")
_MARKS = (pages.MARK.encode(), f'{{"{portable.HEADER}":'.encode())  # how an export begins
_STORE = "memstrata.db"  # never opened here: closing it would take SQLite's locks away


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """What an export wrote."""

    path: str
    format: str
    scopes: int
    records: int
    sessions: int = 0
    messages: int = 0  # of the logs of sessions that are not closed


def chosen(path: Path, format: str | None) -> str:
    """The form for `path`: the named one; else Markdown for a folder or `.md`, JSON lines for all others. Raises InputError."""
    if format is not None and format not in FORMATS:
        raise errors.InputError(f"no export format {format!r}; known: {', '.join(FORMATS)}")
    return format or ("markdown" if path.suffix.lower() == ".md" or path.is_dir() else "jsonl")


def lines(store: Store, scopes: Sequence[Scope], path: Path, now: datetime) -> ExportReport:
    """Write JSON lines. What has expired at `now` is left out. Writers are not stopped: each line is a state that was acknowledged."""
    records = sessions = messages = 0
    _check_target(path)
    with writing.whole(path) as file:
        file.write(portable.text(portable.header(now)))
        for scope in scopes:
            file.write(portable.text(portable.scope_line(scope)))
            for info in _sessions(store, scope):
                sessions += 1
                file.write(portable.text(portable.session_line(scope, info)))
                log = [] if info.status is SessionStatus.CLOSED else store.turns(scope, info.id)
                messages += len(log)
                file.writelines(portable.text(portable.turn_line(scope, turn)) for turn in log)
            for record in held(store, scope, now):
                records += 1
                file.write(portable.text(portable.record_line(record)))
    return ExportReport(path=str(path), format="jsonl", scopes=len(scopes), records=records, sessions=sessions, messages=messages)


def markdown(store: Store, scopes: Sequence[Scope], path: Path, now: datetime) -> ExportReport:
    """Write one file (`.md`), or a folder with a file for each owner. The same memories give the same bytes.

    In a folder, pages of owners that are no longer in the store go, when `scopes` are all of them.
    """
    records = 0
    if path.suffix.lower() == ".md" and not path.is_dir():
        _check_target(path)
        with writing.whole(path) as file:
            file.write(pages.MARK)
            for scope in scopes:
                found = list(held(store, scope, now))
                records += len(found)
                file.writelines(pages.page(scope, found))
        return ExportReport(path=str(path), format="markdown", scopes=len(scopes), records=records)
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise errors.BackendError(f"{path} could not be made: {error.strerror or error}") from error
    for scope in scopes:
        found = list(held(store, scope, now))
        records += len(found)
        with writing.whole(path / page_name(scope)) as file:
            file.write(pages.MARK)
            file.writelines(pages.page(scope, found))
    return ExportReport(path=str(path), format="markdown", scopes=len(scopes), records=records)


def _sessions(store: Store, scope: Scope) -> list[SessionInfo]:
    return [info for info in store.sessions(scope) if scope.whole or visibility.session_readable(info, scope)]


def _check_target(path: Path) -> None:
    """Raise InputError where something else than an earlier export would be replaced; an empty file may be."""
    if not path.exists() or path.is_dir():
        return
    if path.is_file() and not path.resolve().name.startswith(_STORE):
        try:
            with path.open("rb") as file:
                head = file.read(max(map(len, _MARKS)))
        except OSError as error:
            raise errors.BackendError(f"{path} could not be read: {error.strerror or error}") from error
        if not head or head.startswith(_MARKS):
            return
    raise errors.InputError(f"{path} is there and is no export: it is left as it is, name another file")


def drop_others(path: Path, scopes: Sequence[Scope]) -> None:
    """Remove pages of an earlier export whose owners are not among `scopes`; files that no export wrote stay."""
    kept = {page_name(scope) for scope in scopes}
    for found in path.glob("*-????????.md"):
        if found.name not in kept and found.is_file() and found.read_text("utf-8", "replace").startswith(pages.MARK):
            found.unlink()


def page_name(scope: Scope) -> str:
    """The file name of an owner's page: readable, and never that of another owner, not even where capitals do not count."""
    digest = hashlib.sha256(repr(scope.owner).encode()).hexdigest()[:8]
    plain = re.sub(r"[^\w.-]", "_", scope.user)[:60].strip(".") or "user"
    return f"{plain}-{digest}.md"


def held(store: Store, scope: Scope, now: datetime) -> Iterator[MemoryRecord]:
    """Every record of the owner that has not expired, in the order of ids; of an agent or a scene only what it may read."""
    for page in scans.pages(store, scope):
        yield from (record for record in page if not record.expired(now) and (scope.whole or visibility.visible(record, scope)))
