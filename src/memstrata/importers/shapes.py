"""The shapes of chats: which format a document has, and the conversations in it. Pure functions over JSON values."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from memstrata.core.records import Json
from memstrata.importers import items
from memstrata.importers.items import Chat, Message

_TIMES = ("at", "timestamp", "created_at", "create_time", "time", "date")
_SESSIONS = ("session", "session_id", "conversation_id", "conversation", "thread_id")
_ROLES = {"human": "user", "user": "user", "gpt": "assistant", "chatgpt": "assistant", "bot": "assistant", "ai": "assistant",
          "assistant": "assistant", "model": "assistant", "bing": "assistant", "claude": "assistant"}  # fmt: skip
_MESSAGES = ("openai", "jsonl")  # plain messages in a list, or one by one
_CUSTOM = ("user_editable_context", "model_editable_context")  # instructions and the product's own memory
_SHOWN = ("user", "assistant")  # of exports: their system and tool messages are the product's inner workings


def format_of(value: object) -> str | None:
    """The name of the shape of a document; None for one that is no chat."""
    if isinstance(value, list):
        first = next((item for item in value if item), None)
        if isinstance(first, list):
            return "openai" if format_of(first) == "openai" else None
        inner = format_of(first)
        return "openai" if inner == "jsonl" else inner
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get("mapping"), Mapping):
        return "chatgpt"
    for key, name in (("chat_messages", "claude"), ("conversations", "sharegpt"), ("messages", "session")):
        if isinstance(value.get(key), list):
            return name
    return "jsonl" if "role" in value and ("content" in value or "tool_calls" in value) else None


def chats(value: object, form: str) -> Iterator[Chat | str]:
    """The conversations of a document in the format `form`; a text is the reason why something in it is none."""
    if form in _MESSAGES and isinstance(value, list):
        yield from _listing(value)
    elif isinstance(value, list):
        for item in value:
            yield from chats(item, form)
    elif not isinstance(value, Mapping):
        yield f"{_kind(value)} is no chat"
    elif form in _MESSAGES:
        yield Chat(_first(value, _SESSIONS), _kept([_spoken(value)]), loose=True)
    elif format_of(value) != form:
        yield f"no chat in the format {form!r}"
    else:
        yield _SHAPES[form](value)


def _listing(value: list[object]) -> Iterator[Chat]:
    """A list of messages is one conversation unless they name their own; a list of such lists is several."""
    if any(isinstance(item, list) for item in value):
        for item in value:
            yield from _listing(item if isinstance(item, list) else [item])
    elif any(isinstance(item, Mapping) and _first(item, _SESSIONS) for item in value):
        for item in value:
            yield Chat(_first(_mapping(item), _SESSIONS), _kept([_spoken(item)]), loose=True)
    else:
        yield Chat("", _kept(_spoken(item) for item in value))


def _session(value: Mapping[str, object]) -> Chat:
    return Chat(_first(value, (*_SESSIONS, "id", "uuid")), _kept(_spoken(item) for item in _listed(value["messages"])))


def _sharegpt(value: Mapping[str, object]) -> Chat:
    name = _first(value, ("id", "conversation_id"))
    return Chat(name and f"sharegpt:{name}", _kept(_spoken(item, "from", "value") for item in _listed(value["conversations"])))


def _claude(value: Mapping[str, object]) -> Chat:
    name = _first(value, ("uuid", "id"))
    return Chat(name and f"claude:{name}", _kept(_said_to_claude(item) for item in _listed(value["chat_messages"])))


def _said_to_claude(item: object) -> Message | str | None:
    if not isinstance(item, Mapping):
        return f"{_kind(item)} is no message"
    parts = [part for part in _listed(item.get("content")) if isinstance(part, Mapping) and part.get("type") == "text"]
    texts = [str(part.get("text") or "") for part in parts] or [str(item.get("text") or "")]
    texts += [str(file.get("extracted_content") or "") for file in _listed(item.get("attachments")) if isinstance(file, Mapping)]
    return _message({**item, "role": item.get("sender"), "content": "\n".join(text for text in texts if text), "id": item.get("uuid")})


def _chatgpt(value: Mapping[str, object]) -> Chat:
    """The branch that the user saw last: from the current node up to the root. Edited and regenerated messages are other branches."""
    name = _first(value, ("conversation_id", "id"))
    nodes = cast(Mapping[str, object], value["mapping"])
    key = value.get("current_node")
    if not isinstance(key, str) or key not in nodes:
        key = next(reversed(list(nodes)), None)
    path: list[object] = []
    seen: set[object] = set()  # a damaged tree may run in a circle
    while isinstance(key, str) and key in nodes and key not in seen:
        seen.add(key)
        node = nodes[key]
        path.append(node.get("message") if isinstance(node, Mapping) else "damaged")
        key = node.get("parent") if isinstance(node, Mapping) else None
    return Chat(name and f"chatgpt:{name}", _kept(_said_to_chatgpt(item) for item in reversed(path) if item is not None))


def _said_to_chatgpt(item: object) -> Message | str | None:
    """The message; None for one that the user never saw."""
    if not isinstance(item, Mapping):
        return "a node of the conversation is damaged"
    author, content, notes = (_mapping(item.get(key)) for key in ("author", "content", "metadata"))
    role = str(author.get("role") or "")
    hidden = notes.get("is_visually_hidden_from_conversation") or content.get("content_type") in _CUSTOM
    if role not in _SHOWN or hidden or item.get("recipient") not in (None, "all"):
        return None
    pieces = _listed(content.get("parts")) or [content.get("text") or ""]
    texts = [piece if isinstance(piece, str) else str(_mapping(piece).get("text") or "") for piece in pieces]
    text = "\n".join(text for text in texts if text)
    return _message({"role": role, "content": text, "create_time": item.get("create_time"), "id": item.get("id")})


_KINDS: dict[type, str] = {str: "a text", int: "a number", float: "a number", bool: "a yes or no", list: "a list", dict: "an object"}
_SHAPES: dict[str, Callable[[Mapping[str, object]], Chat]] = {
    "session": _session, "sharegpt": _sharegpt, "claude": _claude, "chatgpt": _chatgpt,
}  # fmt: skip


def _spoken(item: object, role: str = "role", content: str = "content") -> Message | str | None:
    if not isinstance(item, Mapping):
        return f"{_kind(item)} is no message"
    return _message({**item, "role": item.get(role), "content": item.get(content)})


def _message(item: Mapping[str, object]) -> Message | str | None:
    """The message; None for one without content: a bare tool call, a picture that the export left out."""
    role, content = item.get("role"), item.get("content")
    if not isinstance(role, str) or not role.strip():
        return "a message has no role"
    if content is None or content in ("", []):
        return None
    if not isinstance(content, str | list | Mapping):
        return f"content is {_kind(content)}"
    given = next((item[key] for key in _TIMES if item.get(key) is not None), None)
    at = items.moment(given)
    if given is not None and at is None:
        return "a message has an unreadable time"
    key, name = item.get("id"), item.get("name")
    return Message(
        role=_ROLES.get(role.strip().lower(), role.strip()),
        content=cast(Json, content),
        at=at,
        name=name if isinstance(name, str) and name.strip() else None,
        key=str(key) if isinstance(key, str | int) else "",
    )


def _kept(messages: Iterable[Message | str | None]) -> tuple[Message | str, ...]:
    return tuple(message for message in messages if message is not None)


def _first(value: Mapping[str, object], keys: tuple[str, ...]) -> str:
    """The first of these that names something; '' for none."""
    found = (value.get(key) for key in keys)
    return next((str(name) for name in found if isinstance(name, str | int) and str(name).strip()), "")


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _kind(value: object) -> str:
    return "null" if value is None else _KINDS.get(type(value), "a value")
