"""How much there is: counts by status and kind, of one owner or of all."""

from collections import Counter
from pathlib import Path

import apsw

from memstrata.core import matrix
from memstrata.core.batch import StoreStats
from memstrata.stores.sqlite import rows, statements
from memstrata.stores.sqlite.owners import Owners


def kind_names(connection: apsw.Connection, owners: Owners, owner: int) -> dict[int, str]:
    """The kinds of one owner by their labels as SQLite has them; without its key only those that memstrata itself has."""
    known = _known_kinds(owners)
    found = statements.rows(connection, "kinds_of_owner", owner)
    if not found or statements.row(connection, "get_key", owner) is None:
        return known
    seal = owners.keyring.seal(connection, owner)
    return {**known, **{label: seal.open(name, rows.KIND_PLACE).decode() for label, name in found}}


def of_owner(connection: apsw.Connection, owners: Owners, owner: int) -> StoreStats:
    """Counts of one owner; `bytes` are those of its sealed values."""
    counts = statements.rows(connection, "count_records_of_owner", owner)
    return StoreStats(
        by_status=_by_status(counts),
        by_kind=_by_kind(connection, owners, counts),
        messages=_number(connection, "count_messages_of_owner", owner),
        sessions=_number(connection, "count_sessions_of_owner", owner),
        pending=_number(connection, "count_tasks_of_owner", owner),
        bytes=_number(connection, "owner_bytes", owner),
        scopes=1,
    )


def of_all(connection: apsw.Connection, owners: Owners, path: Path) -> StoreStats:
    """Counts of all owners; `bytes` are those of the files."""
    counts = statements.rows(connection, "count_records")
    return StoreStats(
        by_status=_by_status(counts),
        by_kind=_by_kind(connection, owners, counts),
        messages=_number(connection, "count_messages"),
        sessions=_number(connection, "count_sessions"),
        pending=_number(connection, "count_tasks"),
        bytes=sum(each.stat().st_size for each in files(path)),
        scopes=_number(connection, "count_owners"),
    )


def files(path: Path) -> list[Path]:
    """The files that the store has on disk now."""
    return [each for each in (path, log(path), path.with_name(f"{path.name}-journal")) if each.exists()]


def log(path: Path) -> Path:
    """The write-ahead log of the store's file."""
    return path.with_name(f"{path.name}-wal")


def _by_status(counts: list[statements.Row]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for _, _, status, number in counts:
        found[matrix.STATUSES[status]] += number
    return dict(found)


def _by_kind(connection: apsw.Connection, owners: Owners, counts: list[statements.Row]) -> dict[str, int]:
    known = _known_kinds(owners)
    own = {owner: kind_names(connection, owners, owner) for owner in {owner for owner, kind, _, _ in counts if kind not in known}}
    found: Counter[str] = Counter()
    for owner, kind, _, number in counts:
        found[known.get(kind) or own[owner].get(kind, "unknown")] += number
    return dict(found)


def _known_kinds(owners: Owners) -> dict[int, str]:
    return {rows.signed(owners.labels.label(kind)): kind for kind in rows.KINDS}


def _number(connection: apsw.Connection, name: str, *values: object) -> int:
    found = statements.row(connection, name, *values)
    return 0 if found is None else int(found[0])
