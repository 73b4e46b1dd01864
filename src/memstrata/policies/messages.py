"""Reading one message in whatever shape it came: OpenAI, Anthropic, LangChain, Ollama, plain text."""

import dataclasses
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from memstrata.core import errors, scope
from memstrata.core.records import EMPTY, Json
from memstrata.core.turns import KNOWN_ROLES, MAX_MESSAGE_BYTES, Turn
from memstrata.text import clean

MAX_DEPTH = 64  # of nested JSON: deeper is a cycle or an attack, and would end in a RecursionError further on
MAX_NUMBER_BITS = 1024  # no float is larger; Python refuses to write numbers of more than 4,300 digits
MAX_ROLE_CHARACTERS = 64

_TEXT_TYPES = {None, "text", "input_text", "output_text"}
_ROLE_OF_TYPE = {"human": "user", "ai": "assistant", "HumanMessageChunk": "user", "AIMessageChunk": "assistant"}  # LangChain
_FIELDS = ("content", "name", "tool_calls", "tool_call_id", "id")
_TIMES = ("at", "timestamp", "created_at")
_MILLISECONDS_FROM = 1e11  # as seconds this is the year 5138, as milliseconds 1973

# What providers and frameworks put beside the content; kept in the metadata.
_EXTRAS = {
    "additional_kwargs", "annotations", "artifact", "audio", "cache_control", "citations", "container", "example", "function_call",
    "images", "invalid_tool_calls", "logprobs", "model", "parsed", "partial", "phase", "prefix", "reasoning", "reasoning_content",
    "reasoning_details", "refusal", "response_metadata", "status", "stop_reason", "stop_sequence", "thinking", "tool_call_chunks",
    "tool_name", "type", "usage", "usage_metadata", "weight",
}  # fmt: skip


def read(  # noqa: PLR0913  the fields of one message, under the names that APIs give them
    role: object,
    content: object,
    *,
    session: object,
    id: object,
    at: object,
    name: object = None,
    metadata: object = None,
    tool_calls: object = None,
    tool_call_id: object = None,
) -> Turn:
    """The message as a turn without a sequence. Everything is checked and copied; the caller's objects stay as they are.

    A number is kept as its text, a single part as a list of one. Text parts are joined with newlines; the text of tool results
    is read only where the speaker said nothing beside them. Raises InputError, ScopeError (ids), TimeError (`at` without an
    offset), TooLargeError (content, calls and metadata together above 1 MB of UTF-8).
    """
    body = _content(content)
    calls = _calls(tool_calls)
    notes = _metadata(metadata)
    _check_size(body, calls, notes)
    spoken, quoted, ignored = _split(body)
    return Turn(
        id=scope.checked_id("id", id),
        session=scope.checked_id("session", session),
        role=_role(role),
        text="\n".join(spoken or quoted),
        at=instant(at),
        content=body,
        name=_name(name),
        tool_calls=calls,
        tool_call_id=None if tool_call_id in (None, "") else scope.checked_id("tool_call_id", tool_call_id),
        ignored_parts=ignored,
        metadata=notes,
    )


def from_message(message: object) -> dict[str, object]:
    """The keyword arguments for `read` that a message dict or object holds: role and content always, `id` and `at` when there.

    Objects are opened by `model_dump()`, `dict()`, as a dataclass or by their public attributes. Raises InputError for no role
    and for a key of a mapping that no known provider writes.
    """
    fields = {str(key): value for key, value in opened(message).items()}
    role = fields.pop("role", None)
    if role is None:
        kind = fields.pop("type", None)
        role = _ROLE_OF_TYPE.get(str(kind), kind if kind in KNOWN_ROLES else None)
    if role is None:
        raise errors.InputError(f"a message needs a role and content; it has {', '.join(fields) or 'nothing'}")
    known = {key: fields.pop(key, None) for key in _FIELDS}
    found: dict[str, object] = {"role": role, "content": known["content"], **{key: item for key, item in known.items() if item is not None}}
    time = next((key for key in _TIMES if fields.get(key) is not None), None)
    if time is not None:
        found["at"] = _from_epoch(fields.pop(time))
    own = fields.pop("metadata", None)
    notes = _extras(fields, strict=isinstance(message, Mapping))
    if own is not None or notes:
        found["metadata"] = {**notes, **own} if isinstance(own, Mapping) else own if own is not None else notes
    return found


def opened(value: object) -> Mapping[str, object]:
    """A message, part or call as a mapping. Raises InputError for what has no fields."""
    if isinstance(value, Mapping):
        return value
    for way in ("model_dump", "dict"):
        dump: object = getattr(value, way, None)
        if callable(dump):
            found: object = dump()
            if isinstance(found, Mapping):
                return found
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if hasattr(value, "__dict__") and not isinstance(value, type):
        return {key: item for key, item in vars(value).items() if not key.startswith("_")}
    raise errors.InputError(f"a message or part is a mapping or an object with fields, not {type(value).__name__}")


def instant(value: object) -> datetime:
    """An aware time, in its own offset, from a datetime or ISO 8601 text. Raises TimeError."""
    if isinstance(value, str):
        text = value.strip()
        try:
            value = datetime.fromisoformat(text)
        except ValueError:
            raise errors.TimeError(f"{text[:80]!r} is not ISO 8601: pass a time like '2025-04-01T09:00:00+08:00'") from None
    if not isinstance(value, datetime):
        raise errors.TimeError(f"a time is an aware datetime or ISO 8601 text, not {type(value).__name__}")
    if value.utcoffset() is None:
        raise errors.TimeError(f"{value.isoformat()} has no offset: write '{value.isoformat()}+08:00' or pass datetime.now(UTC)")
    try:
        value.astimezone(UTC)
    except OverflowError:
        raise errors.TimeError(f"{value.isoformat()} lies outside the years 1 to 9999 in UTC") from None
    return value


def calls(turn: Turn) -> tuple[str, ...]:
    """The ids of the tool calls that the turn makes, each once; '' for each call without an id."""
    listed = [call.get("id") for call in turn.tool_calls]
    listed += [part.get("id") for part in _blocks(turn.content, "tool_use")]
    ids = [str(found or "") for found in listed]
    named = tuple(dict.fromkeys(found for found in ids if found))
    nameless = ids.count("") or int(not ids and bool(turn.metadata.get("function_call")))
    return named + ("",) * nameless


def results(turn: Turn) -> tuple[str, ...]:
    """The ids of the tool calls that the turn answers; '' for a result without an id."""
    blocks = [str(part.get("tool_use_id") or "") for part in _blocks(turn.content, "tool_result")]
    if blocks:
        return tuple(blocks)
    answers = turn.role in ("tool", "function") or turn.tool_call_id is not None
    return (turn.tool_call_id or "",) if answers else ()


def voice(turn: Turn) -> str:
    """Whose words `turn.text` holds: its role, but 'tool' where a user's message only carries tool results."""
    if turn.role not in ("tool", "function") and results(turn) and not _split(turn.content)[0]:
        return "tool"
    return turn.role


def spoken(content: object) -> tuple[str, int]:
    """The text that a message's content says, and the number of its parts that are not text."""
    texts, quoted, ignored = _split(_content(content))
    return "\n".join(texts or quoted), ignored


def payload(message: Mapping[str, Json]) -> tuple[str, int]:
    """All that a model reads of a plain message, as one text (tool calls as JSON), and the number of parts that are not text."""
    content = message.get("content")
    spoken, quoted, ignored = _split(content)
    pieces = [*spoken, *quoted, *(_compact(part.get("input")) for part in _blocks(content, "tool_use"))]
    if message.get("tool_calls"):
        pieces.append(_compact(message["tool_calls"]))
    return "\n".join(pieces), ignored


def result_payload(part: Mapping[str, Json]) -> tuple[str, int]:
    """The readable text of a `tool_result` block, and the number of its parts that are not text."""
    spoken, quoted, ignored = _split(part.get("content"))
    return "\n".join([*spoken, *quoted]), ignored


def _split(content: Json, depth: int = 0) -> tuple[list[str], list[str], int]:
    """(texts of the speaker, texts of tool results, parts that are neither), empty texts left out."""
    spoken: list[str] = []
    quoted: list[str] = []
    ignored = 0
    for part in _parts(content):
        text = _text(part)
        if text is not None:
            spoken += [text] if text else []
        elif isinstance(part, dict) and part.get("type") == "tool_result" and depth < MAX_DEPTH:
            inner, deeper, lost = _split(part.get("content"), depth + 1)
            quoted += [*inner, *deeper]
            ignored += lost
        elif not (isinstance(part, dict) and part.get("type") == "tool_use"):
            ignored += 1
    return spoken, quoted, ignored


def _parts(content: Json) -> Sequence[Json]:
    if content is None:
        return ()
    return content if isinstance(content, list) else (content,)


def _text(part: Json) -> str | None:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or part.get("type") not in _TEXT_TYPES:
        return None
    text = part.get("text")
    if isinstance(text, dict):  # OpenAI's assistants: {"text": {"value": …, "annotations": […]}}
        text = text.get("value")
    return text if isinstance(text, str) else None


def _blocks(content: Json, kind: str) -> Iterator[dict[str, Json]]:
    return (part for part in _parts(content) if isinstance(part, dict) and part.get("type") == kind)


def _content(value: object) -> Json:
    if value is None:
        return None
    if isinstance(value, str):
        _check_length(len(value))
        return clean.storable(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(_json("content", value))
    if isinstance(value, bool | bytes | bytearray):
        raise errors.InputError(f"content is text, None, a number or parts, not {type(value).__name__}")
    parts = value if isinstance(value, list | tuple) else [value]
    return [_json("content", part if isinstance(part, str) else dict(opened(part))) for part in parts]


def _calls(value: object) -> tuple[Mapping[str, Json], ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise errors.InputError(f"tool_calls is a list of calls, not {type(value).__name__}")
    return tuple(_call(_object("tool_calls", opened(call))) for call in value)


def _call(call: dict[str, Json]) -> Mapping[str, Json]:
    """LangChain's flat form as the API's: {"name", "args", "id"} is {"id", "type", "function": {"name", "arguments"}}."""
    if "function" in call or "args" not in call or "name" not in call:
        return call
    return {"id": call.get("id"), "type": "function", "function": {"name": call["name"], "arguments": _compact(call["args"])}}


def _metadata(value: object) -> Mapping[str, Json]:
    if value is None:
        return EMPTY
    if not isinstance(value, Mapping):
        raise errors.InputError(f"metadata is a mapping of names to JSON values, not {type(value).__name__}")
    return _object("metadata", value)


def _object(place: str, value: Mapping[str, object], depth: int = 0) -> dict[str, Json]:
    out: dict[str, Json] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise errors.InputError(f"{place} has the key {key!r}; keys are text")
        out[clean.storable(key)] = _json(f"{place}[{key!r}]", item, depth + 1)
    return out


def _json(place: str, value: object, depth: int = 0) -> Json:
    """A deep copy of a JSON value, with NUL and lone surrogates replaced. Raises InputError naming the place."""
    if depth > MAX_DEPTH:
        raise errors.InputError(f"{place[:200]} is nested more than {MAX_DEPTH} deep, or in a circle")
    if isinstance(value, str):
        return clean.storable(value)
    if value is None or (isinstance(value, int) and value.bit_length() <= MAX_NUMBER_BITS):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, Mapping):
        return _object(place, value, depth)
    if isinstance(value, list | tuple):
        return [_json(f"{place}[{index}]", item, depth + 1) for index, item in enumerate(value)]
    what = str(value) if isinstance(value, float) else type(value).__name__
    raise errors.InputError(f"{place[:200]} is not a JSON value: {what}")


def _role(value: object) -> str:
    if isinstance(value, str) and len(value) <= MAX_ROLE_CHARACTERS and value == value.lower() and value.replace("-", "_").isidentifier():
        return value
    raise errors.InputError(f"role {str(value)[:80]!r} is not a lower-case label; known roles: {', '.join(KNOWN_ROLES)}")


def _name(value: object) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise errors.InputError(f"name is text, not {type(value).__name__}")
    return clean.storable(value)


def _check_size(content: Json, tool_calls: Sequence[Mapping[str, Json]], metadata: Mapping[str, Json]) -> None:
    texts = [content if isinstance(content, str) else _compact(content)]
    texts += [_compact(dict(part)) for part in (*tool_calls, metadata) if part]
    _check_length(sum(len(text.encode()) for text in texts))


def _check_length(size: int) -> None:
    if size > MAX_MESSAGE_BYTES:
        raise errors.TooLargeError(f"the message has {size:,} bytes, at most {MAX_MESSAGE_BYTES:,} are taken: split it and add the parts")


def _compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _extras(fields: Mapping[str, object], *, strict: bool) -> dict[str, object]:
    """What goes to the metadata; empty values are left out. `strict`: a key that the caller spelt must be a known one."""
    unknown = [key for key in fields if strict and key not in _EXTRAS and key not in _TIMES]
    if unknown:
        raise errors.InputError(f"unknown key {unknown[0]!r} in a message; put your own keys into its 'metadata'")
    return {key: value for key, value in fields.items() if not _is_empty(value)}


def _is_empty(value: object) -> bool:
    return value is None or (isinstance(value, str | list | tuple | dict) and not value)


def _from_epoch(value: object) -> object:
    """Numbers as seconds (or milliseconds) since 1970 in UTC; all else as it came."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    try:
        return datetime.fromtimestamp(value / 1000 if abs(value) >= _MILLISECONDS_FROM else value, UTC)
    except (OverflowError, ValueError, OSError):
        raise errors.TimeError(f"{value!r} is not a time in seconds since 1970") from None
