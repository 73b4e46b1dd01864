"""Reading without a question: by id, by slot, by page. The same predicate of visibility as recall."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from memstrata.core import errors, filters
from memstrata.core.filters import Filter
from memstrata.core.ports import Store
from memstrata.core.records import RETOLD, Kind, MemoryRecord, Status
from memstrata.core.results import Page
from memstrata.core.scope import Scope
from memstrata.policies import profile, slots, visibility

_NO_FACTS = (Kind.TURN, Kind.CHUNK, *RETOLD)  # a list shows them to who names them
_FETCHED = 512  # records opened at a time under a filter


def get(store: Store, scope: Scope, record_id: str, now: datetime) -> MemoryRecord | None:
    """The record, in any status, when the scope may read it and it has not expired."""
    if not is_record_id(record_id):
        return None
    found = store.get(scope, [record_id])
    return found[0] if found and visibility.visible(found[0], scope) and not found[0].expired(now) else None


def require(store: Store, scope: Scope, record_id: str, now: datetime) -> MemoryRecord:
    """The record, or NotFoundError."""
    found = get(store, scope, record_id, now)
    if found is None:
        raise errors.NotFoundError(f"no memory {str(record_id)[:64]!r} in this scope: take ids from recall, list or a report")
    return found


def is_record_id(value: object) -> bool:
    """Whether `value` has the shape of a record id: 32 lower-case hexadecimal digits."""
    return isinstance(value, str) and len(value) == 32 and all(digit in "0123456789abcdef" for digit in value)


def history(store: Store, scope: Scope, slot: str, now: datetime) -> list[MemoryRecord]:
    """Every version of a slot that was ever true, oldest first."""
    kept = (Status.ACTIVE, Status.SUPERSEDED, Status.COMPRESSED)
    found = [record for record in store.by_slot(scope, slots.normal(slot)) if record.status in kept]
    seen = [record for record in found if visibility.visible(record, scope) and not record.expired(now)]
    return sorted(seen, key=lambda record: (record.valid_from or record.created_at, record.id))


def lookup(store: Store, scope: Scope, slot: str, now: datetime) -> MemoryRecord | None:
    """The present value of a slot: the agent's own before the user's, the scene's before the unscoped, then the newest."""
    known = [record for record in history(store, scope, slot, now) if record.status in visibility.LIVE]
    live = [record for record in known if record.valid_from is None or record.valid_from <= now]
    own = [record for record in live if record.agent == scope.agent] or live
    near = [record for record in own if record.scene == scope.scene] or own
    return near[-1] if near else None


def standing(store: Store, scope: Scope, now: datetime, limit: int = 128) -> list[MemoryRecord]:
    """The active facts that may belong on the user's page, at most `limit`, the weightiest first: those with a slot, pinned or certain."""
    matrix = store.matrix(scope)
    columns = matrix.columns
    rows = visibility.visible_rows(matrix, scope, now) & visibility.status_rows(matrix, Status.ACTIVE)
    rows &= ~np.isin(columns["kind"], np.array([matrix.labels.label(kind) for kind in _NO_FACTS], np.uint64))
    rows &= (columns["slot"] != 0) | (columns["pinned"] == 1) | (columns["confidence"] >= profile.CERTAIN)
    places = np.flatnonzero(rows)
    weights = columns["importance"][places] + columns["pinned"][places] + 0.1 * (columns["slot"][places] != 0)
    chosen = places[np.argsort(-weights, kind="stable")][:limit]
    return store.get(scope, [matrix.id(int(place)) for place in chosen])


def page(  # the parts of one list call
    store: Store,
    scope: Scope,
    now: datetime,
    *,
    kinds: Sequence[str] | None,
    status: str | None,
    wanted: Filter | None,
    cursor: str | None,
    limit: int,
) -> Page:
    """Records in the order of their ids, after `cursor`. `total` counts all pages.

    Turns, chunks and episodes only when `kinds` or the filter names them.
    """
    matrix = store.matrix(scope)
    rows = visibility.visible_rows(matrix, scope, now)
    labels = matrix.labels
    if status is not None:
        rows &= visibility.status_rows(matrix, _status(status))
    if kinds is None and not filters.names_kinds(wanted):
        rows &= ~np.isin(matrix.columns["kind"], np.array([labels.label(kind) for kind in _NO_FACTS], np.uint64))
    elif kinds is not None:
        rows &= np.isin(matrix.columns["kind"], np.array([labels.label(kind) for kind in kinds], np.uint64))
    ids = sorted(matrix.id(int(row)) for row in np.flatnonzero(rows))
    if wanted is not None:
        ids = [record.id for record in _opened(store, scope, ids) if filters.matches(wanted, record)]
    start = 0 if cursor is None else _after(ids, cursor)
    shown = ids[start : start + limit]
    more = start + limit < len(ids) and shown
    return Page(store.get(scope, shown), shown[-1] if more else None, len(ids))


def quarantined(store: Store, scope: Scope, now: datetime) -> Page:
    """Everything that is kept apart, turns too, in the order of the ids."""
    matrix = store.matrix(scope)
    rows = visibility.visible_rows(matrix, scope, now) & visibility.status_rows(matrix, Status.QUARANTINED)
    ids = sorted(matrix.id(int(row)) for row in np.flatnonzero(rows))
    return Page(_opened(store, scope, ids), None, len(ids))


def _opened(store: Store, scope: Scope, ids: Sequence[str]) -> list[MemoryRecord]:
    return [record for start in range(0, len(ids), _FETCHED) for record in store.get(scope, ids[start : start + _FETCHED])]


def _after(ids: Sequence[str], cursor: str) -> int:
    if not is_record_id(cursor):
        raise errors.InputError(f"{str(cursor)[:64]!r} is no cursor: pass the `cursor` of the page before")
    return sum(1 for record_id in ids if record_id <= cursor)


def _status(value: str) -> Status:
    try:
        return Status(value)
    except ValueError:
        raise errors.InputError(f"no status {value!r}; known: {', '.join(Status)}, or None for all") from None
