"""Answers as JSON: the same names as in the library, instants as ISO text with Z, UTF-8, one document."""

import json
import math
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum

from memstrata.core.records import Json, Source


def plain(value: object) -> Json:
    """Any value of the library as JSON."""
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return value if math.isfinite(value) else None
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, Source):
        value = value._asdict()
    elif is_dataclass(value):
        value = {item.name: getattr(value, item.name) for item in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple | Set) else str(value)


def instant(value: datetime) -> str:
    """`2025-04-01T01:00:00Z`."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def write(value: object) -> None:
    """Print the document."""
    print(json.dumps(plain(value), ensure_ascii=False, indent=2))


def write_line(value: object) -> None:
    """Print the document on one line, and let a waiting program have it."""
    print(json.dumps(plain(value), ensure_ascii=False), flush=True)
