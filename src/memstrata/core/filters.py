"""One filter type for every store, with its reference meaning: each backend is proved equal to `matches`.

A filter is plain data, as JSON has it:

    {"food": "sushi"}                                    metadata `food` equals "sushi"
    {"age": {"gt": 25, "lt": 60}}                        all operators of one field must hold
    {"OR": [{"food": "sushi"}, {"cuisine": {"in": ["jp", "kr"]}}]}      also AND (a list) and NOT (one filter)
    {"user.level": "x"}                                  a path into nested metadata; `user\\.level` is a key with a dot
    {"$kind": "fact", "$created_at": {"gte": "2026-01-01T00:00:00Z"}}   fields of the record itself

A key that begins with a dollar is written `\\$key`.

Operators: eq ne gt gte lt lte in nin contains exists. Numbers compare with numbers and text with text only: a missing value,
null or another type is no match and never an error. `ne`, `nin` and NOT do match what is missing.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeAlias

from memstrata.core import errors
from memstrata.core.records import Json, MemoryRecord

FIELDS = (
    "id", "type", "kind", "content", "slot", "value", "agent", "scene", "status", "importance", "confidence", "trust", "session", "role",
    "name", "uses", "pinned", "language", "created_at", "valid_from", "valid_to", "event_from", "event_to",
)  # fmt: skip
INSTANTS = ("created_at", "valid_from", "valid_to")
Operand: TypeAlias = "Json | datetime | list[Operand]"
_MISSING = object()
_MAX_DEPTH = 32


@dataclass(frozen=True, slots=True)
class Condition:
    """One operator on one place: a path into the metadata, or with `field` the one name of a field of the record.

    Fields that hold instants have instants as operands.
    """

    path: tuple[str, ...]
    operator: str
    operand: Operand
    field: bool = False


@dataclass(frozen=True, slots=True)
class Every:
    """All parts hold; true without parts."""

    parts: tuple["Filter", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part holds; false without parts."""

    parts: tuple["Filter", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: "Filter"


Filter = Condition | Every | AnyOf | Not


def parse(data: Mapping[str, Json], depth: int = 0) -> Filter:
    """The filter that `data` spells. Raises FilterError for an unknown operator, field or shape, naming the known ones."""
    if not isinstance(data, Mapping):
        raise errors.FilterError(f"a filter is a mapping such as {{'food': 'sushi'}}, not {type(data).__name__}")
    if depth > _MAX_DEPTH:
        raise errors.FilterError(f"a filter may be nested {_MAX_DEPTH} deep at most")
    parts = [part for key, value in data.items() for part in _parse_entry(key, value, depth)]
    return parts[0] if len(parts) == 1 else Every(tuple(parts))


def matches(wanted: Filter, record: MemoryRecord) -> bool:
    """Whether `record` passes: the meaning that every backend must share."""
    match wanted:
        case Condition():
            return _OPERATORS[wanted.operator](_value(wanted, record), wanted.operand)
        case Every():
            return all(matches(part, record) for part in wanted.parts)
        case AnyOf():
            return any(matches(part, record) for part in wanted.parts)
        case Not():
            return not matches(wanted.part, record)


def names_kinds(wanted: Filter | None) -> bool:
    """Whether a condition anywhere in the filter is on the record's kind or type; False for None."""
    match wanted:
        case Condition():
            return wanted.field and wanted.path in (("kind",), ("type",))
        case Every() | AnyOf():
            return any(map(names_kinds, wanted.parts))
        case Not():
            return names_kinds(wanted.part)
        case None:
            return False


def _parse_entry(key: str, value: Json, depth: int) -> list[Filter]:
    if not isinstance(key, str):
        raise errors.FilterError(f"a filter's keys are text, not {type(key).__name__}")
    if key in ("AND", "OR"):
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise errors.FilterError(f"{key} takes a list of filters, not {type(value).__name__}")
        parts = tuple(parse(_mapping(part), depth + 1) for part in value)
        return [Every(parts) if key == "AND" else AnyOf(parts)]
    if key == "NOT":
        return [Not(parse(_mapping(value), depth + 1))]
    place = _field(key) or _Place(_path(key), False)
    if isinstance(value, Mapping):
        if not value:
            raise errors.FilterError(f"{key!r} has no operator; known operators: {', '.join(_OPERATORS)}")
        return [_condition(place, operator, operand) for operator, operand in value.items()]
    if isinstance(value, Sequence) and not isinstance(value, str) and any(isinstance(part, Mapping) for part in value):
        raise errors.FilterError(f"{key!r} combines no filters and equals no list of mappings; AND, OR and NOT combine filters")
    return [_condition(place, "eq", value)]


def _mapping(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise errors.FilterError(f"AND, OR and NOT combine filters (mappings), not {type(value).__name__}")
    return value


class _Place(NamedTuple):
    path: tuple[str, ...]
    field: bool


def _field(key: str) -> _Place | None:
    if not key.startswith("$"):
        return None
    if key[1:] not in FIELDS:
        raise errors.FilterError(f"unknown record field {key!r}; known: {', '.join('$' + name for name in FIELDS)}")
    return _Place((key[1:],), True)


def _condition(place: _Place, operator: str, operand: Json) -> Condition:
    if operator not in _OPERATORS:
        raise errors.FilterError(f"unknown operator {operator!r}; known: {', '.join(_OPERATORS)}. A nested key is written as a path: 'a.b'")
    if operator in ("in", "nin") and (not isinstance(operand, Sequence) or isinstance(operand, str)):
        raise errors.FilterError(f"{operator!r} takes a list, not {type(operand).__name__}")
    if operator == "exists" and not isinstance(operand, bool):
        raise errors.FilterError("'exists' takes true or false")
    if place.field and place.path[0] in INSTANTS and operator != "exists":
        return Condition(place.path, operator, _instants(place.path[0], operand), True)
    return Condition(place.path, operator, operand, place.field)


def _instants(name: str, operand: Json) -> Operand:
    if operand is None:
        return None
    if isinstance(operand, list):
        return [_instants(name, item) for item in operand]
    try:
        instant = datetime.fromisoformat(operand) if isinstance(operand, str) else None
    except ValueError:
        instant = None
    if instant is None or instant.tzinfo is None:
        raise errors.FilterError(f"'${name}' compares with ISO 8601 times that have an offset ('2026-01-01T00:00:00Z'), not {operand!r}")
    return instant


def _path(key: str) -> tuple[str, ...]:
    parts, part, escaped = [], "", False
    for character in key:
        if escaped:
            part, escaped = part + character, False
        elif character == "\\":
            escaped = True
        elif character == ".":
            parts.append(part)
            part = ""
        else:
            part += character
    return (*parts, part + ("\\" if escaped else ""))


def _value(wanted: Condition, record: MemoryRecord) -> object:
    if wanted.field:
        value: object = getattr(record, wanted.path[0])
        return value
    found: object = record.metadata
    for key in wanted.path:
        if not isinstance(found, Mapping) or key not in found:
            return _MISSING
        found = found[key]
    return found


def _equal(value: object, operand: object) -> bool:
    if value is _MISSING or isinstance(value, bool) != isinstance(operand, bool):
        return False
    return value == operand


def _is_nan(value: object) -> bool:
    """A whole number is none, however large: it need not fit a float."""
    return isinstance(value, float) and math.isnan(value)


def _ordered(accepts: Callable[[int], bool]) -> Callable[[object, Operand], bool]:
    def holds(value: object, operand: Operand) -> bool:
        if isinstance(value, str) and isinstance(operand, str):
            return accepts((value > operand) - (value < operand))
        if isinstance(value, datetime) and isinstance(operand, datetime):
            return accepts((value > operand) - (value < operand))
        if (
            isinstance(value, (int, float))
            and isinstance(operand, (int, float))
            and not isinstance(value, bool)
            and not isinstance(operand, bool)
        ):
            return not (_is_nan(value) or _is_nan(operand)) and accepts((value > operand) - (value < operand))  # NaN has no order
        return False

    return holds


def _contains(value: object, operand: Operand) -> bool:
    if isinstance(value, str):
        return isinstance(operand, str) and operand in value
    return isinstance(value, Sequence) and any(_equal(item, operand) for item in value)


def _one_of(value: object, operand: Operand) -> bool:
    return isinstance(operand, Sequence) and any(_equal(value, item) for item in operand)


_OPERATORS: dict[str, Callable[[object, Operand], bool]] = {
    "eq": _equal,
    "ne": lambda value, operand: not _equal(value, operand),
    "gt": _ordered(lambda sign: sign > 0),
    "gte": _ordered(lambda sign: sign >= 0),
    "lt": _ordered(lambda sign: sign < 0),
    "lte": _ordered(lambda sign: sign <= 0),
    "in": _one_of,
    "nin": lambda value, operand: not _one_of(value, operand),
    "contains": _contains,
    "exists": lambda value, operand: (value is not _MISSING) == operand,
}
