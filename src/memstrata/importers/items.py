"""What a file of old chats holds: messages, and places that could not be read."""

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime

from memstrata.core.records import Json

_MILLISECONDS_FROM = 1e11  # as seconds this is the year 5138, as milliseconds 1973
_FRACTION = re.compile(r"(?<=:\d\d)\.(\d{1,12})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One message of an old chat. `at` is aware, or None when the file does not say when."""

    session: str
    id: str  # the same on every read of the same words in the same conversation
    role: str
    content: Json  # text, or parts as an API has them
    at: datetime | None = None
    name: str | None = None
    line: int = 1  # where its document begins, from 1


@dataclass(frozen=True, slots=True)
class Bad:
    """A place that could not be read; all around it was."""

    line: int  # from 1
    reason: str  # never holds the words of the file


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message as a shape found it, before it has an id. `key` is the id that the file gives it, '' for none."""

    role: str
    content: Json
    at: datetime | None = None
    name: str | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Chat:
    """One conversation, or the next piece of it. `name` is '' when the file does not name it."""

    name: str
    messages: tuple[Message | str, ...]  # a text in place of a message is the reason why it could not be read
    loose: bool = False  # a single message: all nameless ones of the file are one conversation


def digest(*parts: object) -> str:
    """32 hexadecimal digits that stand for these JSON values, whatever the order of the keys."""
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def fingerprint(message: Message) -> str:
    """Equal for the same words by the same speaker at the same time under the same id of the file."""
    when = None if message.at is None else message.at.astimezone(UTC).isoformat()
    return digest(message.key, message.role, message.name, message.content, when)


def moment(value: object) -> datetime | None:
    """The time in seconds or milliseconds since 1970, or ISO text (UTC when it names no offset); None when it is none."""
    if isinstance(value, str):
        try:
            value = float(value) if value.strip().replace(".", "", 1).isdigit() and len(value.strip()) > 8 else _iso(value.strip())
        except ValueError:
            return None
    if isinstance(value, datetime):
        return value if value.utcoffset() is not None else value.replace(tzinfo=UTC)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return datetime.fromtimestamp(value / 1000 if abs(value) >= _MILLISECONDS_FROM else value, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _iso(text: str) -> datetime:
    """ISO text, also with slashes or a fraction of nanoseconds. Raises ValueError."""
    plain = text[:64].replace("/", "-").removesuffix(" UTC")
    return datetime.fromisoformat(_FRACTION.sub(lambda found: "." + found[1][:6], plain))
