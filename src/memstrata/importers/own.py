"""The open form read back: records, sessions with their log, and what could not be read, one line of the file at a time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from memstrata.core import errors
from memstrata.core.records import MemoryRecord
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, Turn
from memstrata.importers import documents
from memstrata.importers.items import Bad
from memstrata.policies import portable

FORMAT = "memstrata"
MAX_LINE_BYTES = 32 * 1024 * 1024  # a message of 1 MB, escaped throughout, with as much metadata, takes half of it
_LOOKED_AT_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Torn:
    """A line, or a part of one, that could not be used, with what stood there."""

    line: int
    reason: str
    text: str

    @property
    def bad(self) -> Bad:
        """Without the words."""
        return Bad(self.line, self.reason)


@dataclass(frozen=True, slots=True)
class Kept:
    """A record and the line where it stands."""

    line: int
    scope: Scope
    record: MemoryRecord


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session with the messages of its log, and the line where it stands."""

    line: int
    scope: Scope
    info: SessionInfo
    turns: tuple[Turn, ...] = ()


Entry: TypeAlias = Kept | Conversation | Torn


def is_own(path: Path) -> bool:
    """Whether the file begins as an export does. Raises InputError when it cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(_LOOKED_AT_BYTES)
    except OSError as error:
        raise errors.InputError(f"cannot read {path}: {error.strerror or error}") from error
    first = documents.text_of(head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0])
    return first.startswith("{") and f'"{portable.HEADER}"' in first


def entries(path: Path) -> Iterator[Entry]:
    """What the file holds, in its order; only one session's log is held in memory. Raises InputError for a file that is no export."""
    if not is_own(path):
        raise errors.InputError(f"{path} is no memstrata export: its first line must be the header")
    waiting: Conversation | None = None
    for number, raw in _lines(path):
        for found in _of_line(number, raw):
            if isinstance(found, Torn):
                yield found
            elif isinstance(found, _Message):
                if waiting is None or (found.scope, found.turn.session) != (waiting.scope, waiting.info.id):
                    yield Torn(number, "a turn that does not follow its session", raw)
                else:
                    waiting = replace(waiting, turns=(*waiting.turns, found.turn))
            else:
                if waiting is not None:
                    yield waiting
                waiting = None
                if isinstance(found, Conversation):
                    waiting = found
                elif found is not None:
                    yield found
    if waiting is not None:
        yield waiting


@dataclass(frozen=True, slots=True)
class _Message:
    scope: Scope
    turn: Turn


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers; the rest of one that is too long is passed over."""
    with path.open("rb") as file:
        number = 0
        while raw := file.readline(MAX_LINE_BYTES):
            number += 1
            while len(raw) == MAX_LINE_BYTES and not raw.endswith(b"\n") and (more := file.readline(MAX_LINE_BYTES)):
                if more.endswith(b"\n") or len(more) < MAX_LINE_BYTES:
                    break
            if raw.strip():
                yield number, documents.text_of(raw)


def _of_line(number: int, raw: str) -> Iterator[Kept | Conversation | _Message | Torn | None]:
    """What stands on the line: usually one thing, more where lines were glued; None for the header and announced owners."""
    for document in documents.documents(raw):
        if isinstance(document, Bad):
            yield Torn(number, document.reason, raw)
            continue
        try:
            yield _read(number, document.value)
        except (errors.InputError, errors.ConflictError) as error:
            if isinstance(document.value, dict) and portable.HEADER in document.value:
                raise
            yield Torn(number, str(error), raw)


def _read(number: int, value: object) -> Kept | Conversation | _Message | None:
    if not isinstance(value, dict):
        raise errors.InputError(f"an object is expected, not {type(value).__name__}")
    if portable.HEADER in value:
        portable.read_version(value)
        return None
    if len(value) != 1:
        raise errors.InputError(f"a line has one key, not {len(value)}")
    ((name, held),) = value.items()
    if name == "record":
        record = portable.read_record(held)
        return Kept(number, Scope(tenant=record.tenant, user=record.user), record)
    if name == "scope":
        portable.read_scope(held)
        return None
    if name == "session":
        return Conversation(number, portable.read_scope(held), portable.read_session(held))
    if name == "turn":
        return _Message(portable.read_scope(held), portable.read_turn(held))
    raise errors.InputError(f"a line is a scope, record, session or turn, not {name[:80]!r}")
