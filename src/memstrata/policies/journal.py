"""The journal of upkeep: what an entry keeps of a change, and how it is taken back."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import datetime

from memstrata.core.journal import Entry
from memstrata.core.records import MemoryRecord

_CONTENT = ("id", "content", "slot", "value", "created_at", "kind", "type", "tenant", "user")  # never change under one id
_MUTABLE = tuple(item.name for item in fields(MemoryRecord) if item.name not in _CONTENT)
_COUNTED = ("uses", "last_used_at")  # what reading changes: no reason to keep a record that a run added


def entry(run: str, at: datetime, step: str, before: MemoryRecord | None, after: MemoryRecord) -> Entry:
    """What is kept of `before` becoming `after`; `before` is None for a record that was added."""
    changed = [name for name in _MUTABLE if before is None or getattr(before, name) != getattr(after, name)]
    kept = None
    if before is not None:
        bare = MemoryRecord(id=after.id, kind=after.kind, content="", created_at=after.created_at)
        kept = replace(bare, **{name: getattr(before, name) for name in changed})
    return Entry(run=run, at=at, step=step, record=after.id, before=kept, changed={name: _digest(getattr(after, name)) for name in changed})


def restored(present: MemoryRecord, made: Entry) -> MemoryRecord:
    """`present` with every field as it was before, but those that were changed again since."""
    if made.before is None:
        return present
    same = [name for name, digest in made.changed.items() if _digest(getattr(present, name)) == digest]
    return replace(present, **{name: getattr(made.before, name) for name in same})


def untouched(present: MemoryRecord, changed: Mapping[str, str]) -> bool:
    """Whether the fields of `changed` (field → digest of its value after a run) are still as the run left them, uses aside."""
    return all(_digest(getattr(present, name)) == digest for name, digest in changed.items() if name not in _COUNTED)


def _digest(value: object) -> str:
    return hashlib.blake2b(repr(_plain(value)).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return sorted((key, _plain(item)) for key, item in value.items())
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
