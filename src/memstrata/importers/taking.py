"""Imports: what a file holds goes into a store; whatever is there already stays as it is, so an import that stopped is run again."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO, TypeAlias, TypeVar

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.importers import own, reading
from memstrata.importers.items import Bad, Item
from memstrata.importers.own import Conversation, Kept, Torn
from memstrata.importers.report import ImportReport
from memstrata.policies import portable

__all__ = ["Add", "ImportReport", "Progress", "chats", "exported"]

Progress: TypeAlias = Callable[[int], None]  # told how many entries were read so far
Add: TypeAlias = Callable[[Item], tuple[bool, int]]  # whether the message was new, and how many facts it brought
_T = TypeVar("_T")

_BATCH = 200  # records in one transaction
_TOLD_EVERY = 100
_LIVE = (Status.ACTIVE, Status.CANDIDATE)


def chats(path: Path, format: str | None, add: Add, progress: Progress | None = None) -> ImportReport:
    """Hand each message of old chats to `add`; what it refuses by InputError or ConflictError is counted and passed over."""
    report = ImportReport(format=format or reading.detect(path))
    for item in _told(reading.read(path, report.format), progress):
        if isinstance(item, Bad):
            report.bad += 1
            report.note(item)
            continue
        report.read += 1
        try:
            new, facts = add(item)
        except errors.ConflictError as error:
            report.conflicts += 1
            report.note(Bad(item.line, str(error)))
            continue
        except errors.InputError as error:
            report.read -= 1
            report.bad += 1
            report.note(Bad(item.line, str(error)))
            continue
        report.sessions.add(item.session)
        report.facts += facts
        report.stored, report.skipped = report.stored + new, report.skipped + (not new)
    return report


def exported(
    store: Store, path: Path, wanted: Callable[[Scope, MemoryRecord | None], bool], embeds: bool, progress: Progress | None = None
) -> ImportReport:
    """Bring back an export in the open form: ids, status, versions, times as they were, for the owners and records that are `wanted`.

    Nothing is reconciled, nothing overwritten. Lines that cannot be read go into `<file>.bad` beside it.
    """
    report = ImportReport(format=own.FORMAT)
    with ExitStack() as opened:
        quarantine = _Quarantine(path, opened)
        waiting: list[Kept] = []
        for entry in _told(own.entries(path), progress):
            if isinstance(entry, Torn):
                report.bad += 1
                report.note(entry.bad)
                report.quarantine = quarantine.put(entry)
                continue
            report.read += 1
            if not wanted(entry.scope, entry.record if isinstance(entry, Kept) else None):
                report.skipped += 1
                continue
            if waiting and (len(waiting) >= _BATCH or waiting[0].scope != entry.scope or isinstance(entry, Conversation)):
                _records(store, waiting, embeds, report)
                waiting = []
            if isinstance(entry, Conversation):
                _conversation(store, entry, report)
            else:
                waiting.append(entry)
        if waiting:
            _records(store, waiting, embeds, report)
    return report


def _told(entries: Iterator[_T], progress: Progress | None) -> Iterator[_T]:
    number = 0
    for number, entry in enumerate(entries, 1):
        yield entry
        if progress is not None and number % _TOLD_EVERY == 0:
            progress(number)
    if progress is not None:
        progress(number)


def _records(store: Store, kept: Sequence[Kept], embeds: bool, report: ImportReport) -> None:
    """Store the records of one owner in one transaction; when only one may have what two of them have, one by one."""
    try:
        known, conflicts = _write(store, kept, embeds)
    except errors.ConflictError as error:
        if len(kept) > 1:
            for each in kept:
                _records(store, [each], embeds, report)
            return
        known, conflicts = 0, [Bad(kept[0].line, str(error))]
    report.skipped += known
    report.conflicts += len(conflicts)
    report.stored += len(kept) - known - len(conflicts)
    for place in conflicts:
        report.note(place)


def _write(store: Store, kept: Sequence[Kept], embeds: bool) -> tuple[int, list[Bad]]:
    """How many were there already, and which are in conflict; the others are stored."""
    known, conflicts = 0, list[Bad]()

    def decide(view: View) -> Batch:
        nonlocal known
        known, new = 0, dict[str, MemoryRecord]()
        conflicts.clear()
        for each in kept:
            held = new.get(each.record.id) or _held(view, each.record)
            if held is None:
                new[each.record.id] = each.record
            elif portable.same_content(held, each.record):
                known += 1
            else:
                conflicts.append(Bad(each.line, f"{each.record.id} is there already as {held.id}, with other content"))
        tasks = tuple(("embed", record_id) for record_id in new) if embeds else ()
        return Batch(records=tuple(new.values()), tasks=tasks)

    store.write(kept[0].scope, decide)
    return known, conflicts


def _held(view: View, record: MemoryRecord) -> MemoryRecord | None:
    """What stands in the record's place: its id, its message, its key, or its words as a live fact of the same agent and scene."""
    found = view.get([record.id])
    if found:
        return found[0]
    if record.key is not None and (keyed := view.by_key(record.key)) is not None:
        return keyed
    if record.is_turn:
        source = record.sources[0] if record.sources else None
        return None if source is None or source.session is None else view.turn(source.session, source.message)
    if record.status not in _LIVE:
        return None
    same = (held for held in view.by_content(record.content) if (held.agent, held.scene) == (record.agent, record.scene))
    return next((held for held in same if portable.same_content(held, record)), None)


def _conversation(store: Store, entry: Conversation, report: ImportReport) -> None:
    """Store a session with its log, whole, unless one of its id is there."""
    known = conflict = False

    def decide(view: View) -> Batch:
        nonlocal known, conflict
        held = view.session(entry.info.id)
        known, conflict = held is not None, held is not None and held != entry.info
        return Batch() if known else Batch(sessions=(entry.info,), turns=entry.turns)

    try:
        store.write(entry.scope, decide)
    except errors.ConflictError:
        known = conflict = True
    if conflict:
        report.conflicts += 1
        report.note(Bad(entry.line, "a session of this id is there already, in another state"))
    elif known:
        report.skipped += 1
    else:
        report.stored += 1


class _Quarantine:
    """The file beside the input for lines that could not be read; none where it cannot be written."""

    def __init__(self, path: Path, opened: ExitStack) -> None:
        self._path = path.with_name(f"{path.name}.bad")
        self._opened = opened
        self._file: TextIO | None = None
        self._refused = False

    def put(self, torn: Torn) -> str | None:
        """Keep the line with its number and reason; the name of the file."""
        if self._file is None and not self._refused:
            try:
                number = os.open(self._path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
                self._file = self._opened.enter_context(os.fdopen(number, "w", encoding="utf-8"))
            except OSError:
                self._refused = True  # the report names the lines all the same
        if self._file is None:
            return None
        self._file.write(json.dumps({"line": torn.line, "reason": torn.reason, "text": torn.text}, ensure_ascii=True) + "\n")
        return str(self._path)
