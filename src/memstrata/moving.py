"""What leaves an open memory as files, and what comes into it: exports, old chats, backups."""

import hashlib
import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from memstrata import assembly
from memstrata.core import errors
from memstrata.core import scope as scopes
from memstrata.core.batch import Batch, View
from memstrata.core.copies import BackupReport, RestoreReport
from memstrata.core.records import MemoryRecord, Trust
from memstrata.core.scope import Scope
from memstrata.importers import items, own, taking
from memstrata.observe import exporting
from memstrata.policies import arguments, messages
from memstrata.remember import ingest as ingesting
from memstrata.remember.ingest import Document, IngestReport
from memstrata.remember.request import Request
from memstrata.runtime import Runtime
from memstrata.text import clean

MAX_DOCUMENT_BYTES = 1_000_000
_TITLE_CHARACTERS = 80


def export(runtime: Runtime, path: Path, scope: Scope | None, format: str | None) -> exporting.ExportReport:
    """Write what is stored of one owner, or of all."""
    scopes = runtime.store.scopes() if scope is None else [scope]
    if exporting.chosen(path, format) == "jsonl":
        return exporting.lines(runtime.store, scopes, path, runtime.now())
    report = exporting.markdown(runtime.store, scopes, path, runtime.now())
    if scope is None and path.is_dir():
        exporting.drop_others(path, scopes)
    return report


def is_export(path: Path, format: str | None) -> bool:
    """Whether the file is to be read as an export of memstrata."""
    return format == own.FORMAT or (format in (None, "jsonl") and own.is_own(path))


def import_exported(runtime: Runtime, path: Path, scope: Scope | None, progress: taking.Progress | None) -> taking.ImportReport:
    """Bring an export back: of all owners, or of the owner of `scope`, or of its agent alone."""

    def wanted(owner: Scope, record: MemoryRecord | None) -> bool:
        if scope is None:
            return True
        return owner.owner == scope.owner and (scope.agent is None or (record is not None and record.agent == scope.agent))

    return _told(runtime, taking.exported(runtime.store, path, wanted, runtime.parts.embedder is not None, progress))


def import_chats(runtime: Runtime, scope: Scope, path: Path, format: str | None, progress: taking.Progress | None) -> taking.ImportReport:
    """Bring old chats into sessions of `scope`, which are closed at the end: old chats are over."""
    fallback = datetime.fromtimestamp(path.stat().st_mtime, UTC) if path.is_file() else runtime.now()

    def add(item: items.Item) -> tuple[bool, int]:
        before = runtime.parts.remember.new_id()  # what this write makes has a later one
        at = item.at or fallback
        turn = messages.read(item.role, item.content, session=item.session, id=item.id, at=at, name=item.name)
        asked = Request(scope=scope, turns=(turn,), now=runtime.now(), session=item.session, trust=Trust.IMPORT)
        report, _ = runtime.remember(asked)
        return report.turns[0].id > before, sum(record.id > before for record in report.records)

    report = taking.chats(path, format, add, progress)
    closer = replace(runtime.closer, writer=None)  # no model reads old chats by the thousand
    for session in sorted(report.sessions):
        closer.close(scope, session)
    return _told(runtime, report)


def document(given: object, title: str | None, at: datetime) -> Document:
    """A text, a text file or messages as a document. Raises InputError for what is none, TooLargeError."""
    if isinstance(given, os.PathLike):
        file = Path(given).expanduser()
        return _document(_text(file), title or file.name, at)
    if isinstance(given, str):
        heading = next((line.strip("# \t") for line in given.splitlines()[:3] if line.startswith("#")), "")
        return _document(given, title or heading[:_TITLE_CHARACTERS] or _hashed(given), at)
    turns = ingesting.turns(given, at)
    _check_size(sum(len(turn.text.encode()) for turn in turns))
    name = title or _hashed("\n".join(turn.text for turn in turns))
    return Document(title=_titled(name), at=at, turns=turns)


def ingest(runtime: Runtime, scope: Scope, document: Document) -> IngestReport:
    """Make the chunks of the document what it says now. Raises InputError for a blank one."""
    if not document.text.strip() and not any(turn.text.strip() for turn in document.turns):
        raise errors.InputError("the document is blank: pass a text, a path or messages that say something")
    report = IngestReport(title=document.title)
    new_ids = [runtime.parts.remember.new_id() for _ in range(ingesting.count(document))]
    now = runtime.now()

    def decide(view: View) -> Batch:
        nonlocal report
        batch, report = ingesting.take(document, scope, new_ids, now, runtime.parts.embedder is not None, view)
        return batch

    runtime.store.write(scope, decide)
    runtime.ring()
    runtime.parts.events.emit("ingest", chunks=len(report.chunks), added=report.added, retired=report.retired)
    return report


def _document(text: str, title: str, at: datetime) -> Document:
    _check_size(len(text.encode("utf-8", "replace")))
    return Document(title=_titled(title), at=at, text=clean.storable(text))


def _titled(title: str) -> str:
    name = ingesting.named(arguments.text("title", title))
    scopes.checked_id("title", ingesting.session(name))
    return name


def _text(file: Path) -> str:
    try:
        _check_size(file.stat().st_size)
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise errors.InputError(f"{file.name} is no UTF-8 text: turn it into text or Markdown first") from None
    except OSError as error:
        raise errors.InputError(f"{file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise errors.InputError(f"{file} cannot be read: {error}") from error


def _hashed(text: str) -> str:
    return f"text {hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}"


def _check_size(size: int) -> None:
    if size > MAX_DOCUMENT_BYTES:
        raise errors.TooLargeError(f"the document has {size:,} bytes, at most {MAX_DOCUMENT_BYTES:,} are taken: split it")


def backup(runtime: Runtime, target: Path) -> BackupReport:
    """Copy the store while it is used."""
    runtime.parts.uses.write(runtime.store)
    return assembly.backup(runtime.parts.settings, target)


def restore(runtime: Runtime, source: Path) -> RestoreReport:
    """Put a backup in the place of the store, and go on with it."""
    with runtime.without_store():
        report = assembly.restore(runtime.parts.settings, source)
    runtime.parts.events.emit("restore", records=report.records, erased_again=report.erased_again)
    return report


def _told(runtime: Runtime, report: taking.ImportReport) -> taking.ImportReport:
    runtime.ring()
    runtime.parts.events.emit("import", read=report.read, stored=report.stored, conflicts=report.conflicts, bad=report.bad)
    return report
