"""One owner's memories as a Markdown page: a section a kind, a line a memory, in an order that only changes with the memories."""

import re
from collections.abc import Iterator, Sequence

from memstrata.core.records import Kind, MemoryRecord
from memstrata.core.scope import Scope

MARK = "<!-- memstrata export 1 -->\n"
_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_STEERING = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # controls, overriding of direction
_MARKUP = re.compile(r"[\\`*_\[\]<&|~]")


def page(scope: Scope, records: Sequence[MemoryRecord]) -> Iterator[str]:
    """The page, line by line; turns come last."""
    tenant = "" if scope.tenant is None else f"{plain(scope.tenant)} / "
    yield f"\n# {tenant}{plain(scope.user)}\n"
    kinds = sorted({record.kind for record in records}, key=lambda kind: (kind == Kind.TURN, kind))
    for kind in kinds:
        yield f"\n## {plain(kind)}\n\n"
        yield from (line(record) for record in sorted(records, key=lambda each: each.id) if record.kind == kind)


def line(record: MemoryRecord) -> str:
    """`- 2026-03-02 active user.city: I live in Hangzhou. <!-- id -->`."""
    day = (record.valid_from or record.created_at).date().isoformat()
    place = " ".join(plain(part) for part in (record.agent, record.scene, record.name or record.role, record.slot) if part)
    return f"- {day} {record.status}{' ' + place if place else ''}: {plain(record.content)} <!-- {record.id} -->\n"


def plain(text: str) -> str:
    """The text on one line, shown as it is: no mark-up of its own, nothing that steers a screen."""
    escaped = _MARKUP.sub(lambda found: {"<": "&lt;", "&": "&amp;"}.get(found[0], "\\" + found[0]), _BREAK.sub(" ⏎ ", text))
    return _STEERING.sub(lambda found: f"&#x{ord(found[0]):X};", escaped)
