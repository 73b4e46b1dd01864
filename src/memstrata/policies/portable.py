"""The open form of an export: one JSON object a line, each with one key that says what it is. `docs/format.md` describes it.

Fields at their default are left out. Reading is strict: an unknown field, a wrong type or an unusable id is an InputError.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from datetime import UTC, datetime
from typing import TypeAlias

from memstrata.core import errors
from memstrata.core import scope as scopes
from memstrata.core.records import EMPTY, Json, Kind, MemoryRecord, MemoryType, Source, Status, Trust
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.policies import arguments, indexing, messages
from memstrata.text import clean, private

VERSION = 1
HEADER = "memstrata"
MAX_CONTENT_BYTES = 2_000_000  # a message has at most half of it; masks may have made it longer

Line: TypeAlias = dict[str, Json]

_ID = re.compile(r"[0-9a-f]{32}")
_BREAKS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"}  # some readers end a line at these
_BREAK = re.compile("[\u2028\u2029\x85]")
_MAX_COUNT = 1 << 53  # what every reader of JSON holds exactly
_MAX_LABEL_CHARACTERS = 100_000  # of slots, values, names, reasons


def text(line: Line) -> str:
    """The line as it stands in the file, with its newline: UTF-8 can hold it, and nothing in it ends a line early."""
    written = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    return _BREAK.sub(lambda found: _BREAKS[found[0]], written) + "\n"


def header(at: datetime) -> Line:
    """The first line of a file."""
    return {HEADER: VERSION, "exported_at": at.isoformat()}


def scope_line(scope: Scope) -> Line:
    """Announces an owner."""
    return {"scope": {"tenant": scope.tenant, "user": scope.user}}


def record_line(record: MemoryRecord) -> Line:
    """The record, every field of it."""
    return {"record": _plain(record)}


def session_line(scope: Scope, info: SessionInfo) -> Line:
    """The session of an owner; private data in its state and summary is masked."""
    return {"session": {"tenant": scope.tenant, "user": scope.user, **_plain(_masked_session(info))}}


def turn_line(scope: Scope, turn: Turn) -> Line:
    """A message of an open session's log; private data in it, which the log alone may hold, is masked."""
    return {"turn": {"tenant": scope.tenant, "user": scope.user, **_plain(_masked_turn(turn))}}


def read_version(line: Mapping[str, object]) -> int:
    """The version that a header names. Raises InputError when it is none, or of a newer form."""
    version = line.get(HEADER)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise errors.InputError("the file does not begin with the header of a memstrata export")
    if version > VERSION:
        raise errors.InputError(f"the export has form {version}; this memstrata reads up to {VERSION}: upgrade memstrata")
    return version


def read_scope(value: object) -> Scope:
    """The owner in a line of any kind."""
    found = _object(value)
    return Scope(tenant=_optional_id(found.get("tenant")), user=scopes.checked_id("user", found.get("user")))


def read_record(value: object) -> MemoryRecord:
    """The record of a line; credentials and private data in it are masked, should somebody have written them there."""
    found = _fields(value, MemoryRecord, _RECORD)
    record = MemoryRecord(**found)  # type: ignore[arg-type]   # each field was read by its own reader
    Scope(tenant=record.tenant, user=record.user, agent=record.agent, scene=record.scene)
    if len(record.content.encode()) > MAX_CONTENT_BYTES:
        raise errors.TooLargeError(f"content has more than {MAX_CONTENT_BYTES:,} bytes")
    try:
        record.expired(record.created_at)
    except OverflowError:
        raise errors.InputError("ttl_seconds: it would expire after the year 9999") from None
    value_ = None if record.value is None else private.mask(record.value).text
    payload, metadata = _masked_mapping(record.payload), _masked_mapping(record.metadata)
    return replace(record, content=private.mask(record.content).text, value=value_, payload=payload, metadata=metadata)


def read_session(value: object) -> SessionInfo:
    """The session of a line; what is private in it is masked, as in a record."""
    found = _fields(_without_owner(value), SessionInfo, _SESSION)
    return _masked_session(SessionInfo(**found))  # type: ignore[arg-type]   # each field was read by its own reader


def read_turn(value: object) -> Turn:
    """The message of a line; what is private in it is masked, as in a record."""
    found = _fields(_without_owner(value), Turn, _TURN)
    for derived in ("text", "ignored_parts"):
        found.pop(derived, None)  # read from the content again
    sequence = _count(found.pop("sequence", 0))
    if sequence < 1:
        raise errors.InputError("a turn of a session has a sequence of at least 1")
    return _masked_turn(replace(messages.read(**{"content": None, **found}), sequence=sequence))


def same_content(left: MemoryRecord, right: MemoryRecord) -> bool:
    """Whether two states are of one memory: what never changes under an id is equal."""
    return (left.content, left.slot, left.value, left.kind) == (right.content, right.slot, right.value, right.kind)


def _plain(value: MemoryRecord | SessionInfo | Turn) -> dict[str, Json]:
    out: dict[str, Json] = {}
    for item in fields(value):
        held = getattr(value, item.name)
        default = item.default if item.default_factory is MISSING else item.default_factory()
        if (item.default is MISSING and item.default_factory is MISSING) or held != default:
            out[item.name] = _json(held)
    return out


def _json(value: object) -> Json:
    if isinstance(value, datetime):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return clean.storable(str(value))
    if isinstance(value, Mapping):
        return {clean.storable(str(key)): _json(item) for key, item in value.items()}
    assert isinstance(value, list | tuple)
    return [_json(item) for item in value]


def _masked_session(info: SessionInfo) -> SessionInfo:
    return replace(info, summary=private.mask(info.summary).text, state=_masked_mapping(info.state))


def _masked_turn(turn: Turn) -> Turn:
    return replace(
        turn,
        text=private.mask(turn.text).text,
        content=_masked(turn.content),
        tool_calls=tuple(map(_masked_mapping, turn.tool_calls)),
        metadata=_masked_mapping(turn.metadata),
    )


def _masked(value: Json) -> Json:
    if isinstance(value, str):
        return private.mask(value).text
    if isinstance(value, Mapping):
        return _masked_mapping(value)
    return [_masked(item) for item in value] if isinstance(value, list | tuple) else value


def _masked_mapping(value: Mapping[str, Json]) -> dict[str, Json]:
    return {key: _masked(item) for key, item in value.items()}


_Read: TypeAlias = Callable[[object], object]


def _fields(value: object, kind: type, readers: Mapping[str, _Read]) -> dict[str, object]:
    given = _object(value)
    for name in given:
        if name not in readers:
            raise errors.InputError(f"unknown field {clean.storable(name)[:80]!r} in a {kind.__name__}")
    required = {item.name for item in fields(kind) if item.default is MISSING and item.default_factory is MISSING} - {"text"}
    missing = sorted(required - given.keys())
    if missing:
        raise errors.InputError(f"a {kind.__name__} without {missing[0]!r}")
    return {name: _field(name, held, readers[name]) for name, held in given.items()}


def _field(name: str, value: object, read: _Read) -> object:
    try:
        return read(value)
    except errors.InputError as error:
        raise errors.InputError(f"{name}: {error}") from None
    except OverflowError:
        raise errors.InputError(f"{name}: out of range") from None


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise errors.InputError(f"an object is expected here, not {type(value).__name__}")
    return value


def _without_owner(value: object) -> dict[str, object]:
    return {name: held for name, held in _object(value).items() if name not in ("tenant", "user")}


def _text(value: object) -> str:
    if isinstance(value, str) and len(value) > _MAX_LABEL_CHARACTERS:
        raise errors.InputError(f"more than {_MAX_LABEL_CHARACTERS:,} characters")
    return arguments.text("it", value)


def _optional_text(value: object) -> str | None:
    return None if value is None else _text(value)


def _optional_id(value: object) -> str | None:
    return None if value is None else scopes.checked_id("it", value)


def _record_id(value: object) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise errors.InputError("an id of a record is 32 hexadecimal digits in lower case")
    return value


def _instant(value: object) -> datetime | None:
    if not isinstance(value, str | None):
        raise errors.InputError("a time is ISO text")
    return None if value is None else messages.instant(value).astimezone(UTC)


def _required_instant(value: object) -> datetime:
    found = _instant(value)
    if found is None:
        raise errors.InputError("a time is missing")
    return found


def _count(value: object) -> int:
    found = arguments.limit(value, "it")
    if found > _MAX_COUNT:
        raise errors.InputError(f"more than {_MAX_COUNT:,}")
    return found


def _event(value: object) -> str | None:
    found = _optional_text(value)
    indexing.event_seconds(found, False), indexing.event_seconds(found, True)
    return found


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise errors.InputError("true or false is expected")
    return value


def _share(value: object) -> float:
    found = arguments.share("it", value)
    if found is None:
        raise errors.InputError("a number in [0, 1] is expected")
    return found


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise errors.InputError(f"a list is expected, not {type(value).__name__}")
    return value


def _pair(value: object) -> tuple[object, object]:
    if not isinstance(value, list) or len(value) != 2:
        raise errors.InputError("a pair is expected")
    return value[0], value[1]


def _source(value: object) -> Source:
    session, message = _pair(value)
    return Source(None if session is None else scopes.checked_id("session", session), scopes.checked_id("id", message))


def _span(value: object) -> tuple[int, int]:
    start, end = _pair(value)
    return _count(start), _count(end)


def _kind(value: object) -> str:
    found = arguments.kinds([_text(value)])
    return found[0] if found else Kind.FACT


def _status(value: object) -> Status:
    if value not in list(Status):
        raise errors.InputError(f"no status {str(value)[:80]!r}")
    return Status(str(value))


def _session_status(value: object) -> SessionStatus:
    if value not in list(SessionStatus):
        raise errors.InputError(f"no status {str(value)[:80]!r} of a session")
    return SessionStatus(str(value))


def _type(value: object) -> MemoryType:
    if value not in list(MemoryType):
        raise errors.InputError(f"no type {str(value)[:80]!r}")
    return MemoryType(str(value))


def _trust(value: object) -> Trust:
    return arguments.trust(value)


def _metadata(value: object) -> Mapping[str, Json]:
    return arguments.metadata(value) or EMPTY


def _any(value: object) -> object:
    return value


_RECORD: Mapping[str, _Read] = {
    **dict.fromkeys(("slot", "value", "event_precision", "key", "role", "name"), _optional_text),
    **dict.fromkeys(("event_from", "event_to"), _event),
    **dict.fromkeys(("tenant", "agent", "scene", "session"), _optional_id),
    **dict.fromkeys(("reason", "language"), _text),
    "user": lambda value: scopes.checked_id("user", value),
    **dict.fromkeys(("valid_from", "valid_to", "last_used_at", "confirmed_at"), _instant),
    **dict.fromkeys(("importance", "confidence"), _share),
    **dict.fromkeys(("uses", "seen"), _count),
    "id": _record_id,
    "kind": _kind,
    "content": lambda value: arguments.text("it", value),
    "created_at": _required_instant,
    "type": _type,
    "trust": _trust,
    "sources": lambda value: tuple(map(_source, _list(value))),
    "evidence": lambda value: tuple(map(_span, _list(value))),
    "status": _status,
    "pinned": _flag,
    "ttl_seconds": lambda value: arguments.positive("it", value),
    **dict.fromkeys(("supersedes", "derived_from"), lambda value: tuple(map(_record_id, _list(value)))),
    "superseded_by": lambda value: None if value is None else _record_id(value),
    "aliases": lambda value: tuple(map(_text, _list(value))),
    "sequence": lambda value: None if value is None else _count(value),
    **dict.fromkeys(("metadata", "payload"), _metadata),
}
_SESSION: Mapping[str, _Read] = {
    "id": lambda value: scopes.checked_id("session", value),
    "status": _session_status,
    "agent": _optional_id,
    "scene": _optional_id,
    "opened_at": messages.instant,
    "last_at": messages.instant,
    "sequence": _count,
    "summary": _text,
    "summary_covers": _count,
    "state": _metadata,
}
_TURN: Mapping[str, _Read] = dict.fromkeys((item.name for item in fields(Turn)), _any)
