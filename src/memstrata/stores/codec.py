"""Records, turns and sessions as JSON bytes and back, every field exactly. Defaults are left out.

A field that this version does not know (a newer one wrote it) is not shown, but survives: `former` carries it into the next state.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any, TypeVar

from memstrata.core import errors
from memstrata.core.records import MemoryRecord, MemoryType, Source, Status, Trust
from memstrata.core.turns import SessionInfo, SessionStatus, Turn

_T = TypeVar("_T", MemoryRecord, Turn, SessionInfo)


def _pairs(value: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((start, end) for start, end in value)


def _sources(value: list[list[str | None]]) -> tuple[Source, ...]:
    return tuple(Source(session, message or "") for session, message in value)


_instant: tuple[Callable[[Any], Any], Callable[[Any], Any]] = (datetime.isoformat, datetime.fromisoformat)
_SHAPES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {   # field → (to JSON, from JSON)
    **dict.fromkeys(("created_at", "valid_from", "valid_to", "last_used_at", "confirmed_at", "at", "opened_at", "last_at"), _instant),
    **dict.fromkeys(("supersedes", "aliases", "derived_from"), (list, tuple)),
    "tool_calls": (lambda calls: [dict(call) for call in calls], tuple),
    "sources": (list, _sources),
    "evidence": (list, _pairs),
    "type": (str, MemoryType),
    "trust": (str, Trust),
    "metadata": (dict, dict),
    "payload": (dict, dict),
    "state": (dict, dict),
}  # fmt: skip
_STATUSES: dict[type, Callable[[str], Any]] = {MemoryRecord: Status, SessionInfo: SessionStatus}
_KNOWN = {kind: frozenset(item.name for item in fields(kind)) for kind in (MemoryRecord, Turn, SessionInfo)}

_FIELDS = {   # name, default, whether a factory makes it (an empty one is left out), shape
    kind: [(item.name, item.default, item.default_factory is not MISSING, _SHAPES.get(item.name)) for item in fields(kind)]
    for kind in _KNOWN
}  # fmt: skip
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(value: MemoryRecord | Turn | SessionInfo, former: bytes | None = None) -> bytes:
    """`value` as JSON; with what `former`, the JSON of its state before, holds beyond the fields known here."""
    kept: dict[str, Any] = {}
    if former is not None:
        kept = {name: held for name, held in _loads(former).items() if name not in _KNOWN[type(value)]}
    for name, default, made, shape in _FIELDS[type(value)]:
        held = getattr(value, name)
        if held is default or (made and not held) or (held == default and type(held) is type(default)):
            continue
        kept[name] = held if held is None or shape is None else shape[0](held)
    return _JSON.encode(kept).encode("utf-8", "surrogatepass")


def record(data: bytes) -> MemoryRecord:
    """The record in `data`. Raises CorruptStoreError when it is none."""
    return _decode(MemoryRecord, data)


def turn(data: bytes) -> Turn:
    """The turn in `data`. Raises CorruptStoreError when it is none."""
    return _decode(Turn, data)


def session(data: bytes) -> SessionInfo:
    """The session in `data`. Raises CorruptStoreError when it is none."""
    return _decode(SessionInfo, data)


def _decode(kind: type[_T], data: bytes) -> _T:
    try:
        return kind(**{name: _shaped(kind, name, held) for name, held in _loads(data).items() if name in _KNOWN[kind]})
    except (TypeError, ValueError) as error:
        raise errors.CorruptStoreError(f"stored JSON is no {kind.__name__}: {type(error).__name__}") from error


def _shaped(kind: type, name: str, held: Any) -> Any:
    if name == "status":
        return _STATUSES[kind](held)
    shape = _SHAPES.get(name)
    return held if held is None or shape is None else shape[1](held)


def _loads(data: bytes) -> dict[str, Any]:
    found = json.loads(data.decode("utf-8", "surrogatepass"))
    if not isinstance(found, dict):
        raise errors.CorruptStoreError("stored JSON is no object")
    return found
