"""Checking what callers pass to the verbs: each function gives the clean value or raises InputError that says what to pass."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from memstrata.core import errors
from memstrata.core.records import IMPORTANCE, TYPE_OF_KIND, Json, Kind, MemoryType, Trust
from memstrata.core.scope import Scope
from memstrata.core.settings import Mode
from memstrata.core.turns import MAX_MESSAGE_BYTES
from memstrata.policies import episodes, messages
from memstrata.text import clean, private

MODES: tuple[Mode, ...] = ("full", "session", "off")
MAX_SECONDS = 10**11  # 3,000 years: beyond it no calendar goes
MAX_QUERY_CHARACTERS = 20_000  # beyond this a query is cut: no lane gains from more
_KIND = re.compile(r"[a-z][a-z0-9_-]{0,63}")


def kind(value: object) -> str | None:
    """A kind's label; None stays None. Turns are written by conversations only."""
    if value is None:
        return None
    if not isinstance(value, str) or not _KIND.fullmatch(value):
        raise errors.InputError(
            f"kind {str(value)[:80]!r} is not a label like 'fact' or 'preference' (lower-case letters, digits, _ and -)"
        )
    if value == Kind.TURN:
        raise errors.InputError("kind 'turn' is for what was said: pass the text without a kind, or use session.add")
    return value


def kinds(values: object) -> tuple[str, ...] | None:
    """Labels of kinds to read; None = all. A single label is not a list of letters."""
    if values is None:
        return None
    found = tuple(label for label in _names("kinds", values))
    for label in found:
        if not _KIND.fullmatch(label):
            raise errors.InputError(f"kind {label[:80]!r} is not a label; known: {', '.join(sorted({*TYPE_OF_KIND, Kind.FACT}))} …")
    return found


def types(values: object) -> tuple[str, ...] | None:
    """Memory types to read; None = all."""
    if values is None:
        return None
    found = _names("types", values)
    for name in found:
        if name not in list(MemoryType):
            raise errors.InputError(f"no memory type {name[:80]!r}; known: {', '.join(MemoryType)}")
    return found


def importance(value: object) -> float | None:
    """A share in [0, 1] from a number or a name; None stays None."""
    if value is None:
        return None
    if isinstance(value, str) and value in IMPORTANCE:
        return IMPORTANCE[value]
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise errors.InputError(f"importance is a number in [0, 1] or one of {', '.join(IMPORTANCE)}, not {value!r}")


def trust(value: object) -> Trust:
    """The class of a source."""
    try:
        return Trust(str(value))
    except ValueError:
        raise errors.InputError(f"source {str(value)[:80]!r} is not one of {', '.join(Trust)}") from None


def text(name: str, value: object) -> str:
    """Text with NUL and lone surrogates replaced."""
    if not isinstance(value, str):
        raise errors.InputError(f"{name} is text, not {type(value).__name__}")
    return clean.storable(value)


def query(value: object) -> str:
    """A query, cleaned and cut to a length that every lane can use."""
    return text("query", value)[:MAX_QUERY_CHARACTERS]


def limit(value: object, name: str = "limit") -> int:
    """A whole number of at least 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise errors.InputError(f"{name} is a whole number of at least 0, not {value!r}")
    return value


def share(name: str, value: object) -> float | None:
    """A number in [0, 1]; None stays None."""
    if value is None:
        return None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        raise errors.InputError(f"{name} is a number in [0, 1], not {value!r}")
    return float(value)


def positive(name: str, value: object) -> float | None:
    """A number above 0; None stays None."""
    if value is None:
        return None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 < value <= MAX_SECONDS:
        raise errors.InputError(f"{name} is a number above 0 and at most {MAX_SECONDS:,}, not {str(value)[:40]}")
    return float(value)


def metadata(value: object) -> Mapping[str, Json] | None:
    """A deep copy of JSON metadata; None stays None."""
    return None if value is None else messages.read("user", "", session="-", id="-", at="2000-01-01T00:00:00Z", metadata=value).metadata


def key(value: object, scope: Scope) -> str:
    """An idempotency key as it is stored: credentials have no place in it, and each agent and scene has keys of its own."""
    found = private.mask_credentials(text("key", value)).text
    if scope.whole:
        return found
    return json.dumps([found, scope.agent, scope.scene], ensure_ascii=False)


def content(value: object) -> str:
    """The text of a fact: not blank, at most 1 MB. Raises InputError, TooLargeError."""
    found = text("content", value)
    if not found.strip():
        raise errors.InputError("a fact needs words: pass the text that is to be remembered")
    if len(found.encode()) > MAX_MESSAGE_BYTES:
        raise errors.TooLargeError(f"the text has more than {MAX_MESSAGE_BYTES:,} bytes: split it and store the parts")
    return found


def mode(value: object, otherwise: Mode) -> Mode:
    """How much is remembered; `otherwise` for None."""
    found = next((known for known in MODES if known == value), None)
    if value is not None and found is None:
        raise errors.InputError(f"no memory mode {str(value)[:80]!r}; known: {', '.join(MODES)}")
    return otherwise if found is None else found


def outcome(value: object) -> episodes.Outcome | None:
    """How a session went; None leaves it to the words."""
    found = next((known for known in episodes.OUTCOMES if known == value), None)
    if value is not None and found is None:
        raise errors.InputError(f"no outcome {str(value)[:80]!r}; known: {', '.join(episodes.OUTCOMES)}, or None to let the words decide")
    return found


def record_id(value: object) -> str:
    """One record id, or the record itself."""
    found = ids([value])
    return found[0]


def ids(values: object) -> list[str]:
    """Record ids from one id or several, each once, in order."""
    given: Iterable[object] = [values] if isinstance(values, str) or not isinstance(values, Iterable) else values
    found = []
    for item in given:
        value = getattr(item, "id", item)
        if not isinstance(value, str):
            raise errors.InputError(f"an id is text, not {type(value).__name__}: pass record.id")
        found.append(value)
    return list(dict.fromkeys(found))


def _names(name: str, values: object) -> tuple[str, ...]:
    if isinstance(values, str) or not isinstance(values, Sequence | set | frozenset):
        raise errors.InputError(f"{name} is a list such as ['fact'], not {type(values).__name__}")
    for value in values:
        if not isinstance(value, str):
            raise errors.InputError(f"{name} holds text, not {type(value).__name__}")
    return tuple(str(value) for value in values)
