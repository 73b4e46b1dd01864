"""What is wrong with the file: pages, keys, rows, matrix, tasks."""

from collections.abc import Iterator

import apsw
import numpy as np

from memstrata.core import errors, matrix
from memstrata.core.batch import Finding
from memstrata.core.matrix import Matrix
from memstrata.core.records import MemoryRecord
from memstrata.policies import indexing
from memstrata.stores import codec
from memstrata.stores.sqlite import engine, rows, statements
from memstrata.stores.sqlite.matrices import Matrices
from memstrata.stores.sqlite.owners import Owner, Owners

_SHOWN = 20  # findings of one kind that are told apart


def findings(connection: apsw.Connection, owners: Owners, matrices: Matrices) -> list[Finding]:
    """Everything that does not fit; empty when all is well."""
    found: list[Finding] = []
    try:
        with engine.translated():
            found += [Finding("pages", str(each), mendable=False) for (each,) in statements.rows(connection, "quick_check") if each != "ok"]
            found += _of_all(connection, owners, matrices)
    except errors.CorruptStoreError as error:  # there is no reading beyond such a page
        found.append(Finding("pages", str(error), mendable=False))
    return found


def _of_all(connection: apsw.Connection, owners: Owners, matrices: Matrices) -> Iterator[Finding]:
    yield from _counted(connection, "orphans", "rows", "belong to no owner")
    yield from _counted(connection, "tasks_without_record", "tasks", "speak of a record that is not there")
    yield from _counted(connection, "unfinished", "rows", "erasures are not finished: the next open, erasure or repair goes on")
    for number in owners.all(connection):
        try:
            owner = owners.find(connection, owners.scope(connection, number))
        except errors.CorruptStoreError as error:
            yield Finding("keys", str(error), mendable=False)
            continue
        if owner is None:
            yield Finding("rows", f"owner {number} cannot be found by its name", mendable=False)
            continue
        if not statements.rows(connection, "is_erasing", number)[0][0]:
            yield from _of_owner(connection, owner, matrices)


def _counted(connection: apsw.Connection, name: str, part: str, problem: str) -> list[Finding]:
    number = statements.rows(connection, name)[0][0]
    return [Finding(part, f"{number} {problem}")] if number else []


def _of_owner(connection: apsw.Connection, owner: Owner, matrices: Matrices) -> list[Finding]:
    try:
        held = matrices.advanced(connection, owner, None).matrix
    except errors.CorruptStoreError as error:
        return [Finding("matrix", f"owner {owner.id}: {error}")]
    found, places = [], []
    for position, problem in _rows(connection, owner, held):
        places.append(position)
        if problem is not None:
            found.append(problem)
    alive = np.flatnonzero(held.columns["status"] != matrix.GONE)
    without_row = np.setdiff1d(alive, places)
    if len(without_row):
        found.append(Finding("matrix", f"owner {owner.id}: {len(without_row)} places of the matrix have no row"))
    if held.vectors is not None and np.any(held.vectors.scales[held.columns["status"] == matrix.GONE]):
        found.append(Finding("matrix", f"owner {owner.id}: vectors of erased records are left"))
    return found[:_SHOWN]


def _rows(connection: apsw.Connection, owner: Owner, held: Matrix) -> Iterator[tuple[int, Finding | None]]:
    """The position of every row, with what is wrong with it."""
    last = -1
    while found := statements.rows(connection, "records_after_row", owner.id, last):
        last = found[-1][0]
        for row, key, position, *columns, sealed in found:
            try:
                record = codec.record(rows.opened(owner, key, sealed))
            except errors.CorruptStoreError:
                yield position, Finding("rows", f"record {key.hex()} (row {row}) cannot be read", mendable=False)
                continue
            yield position, _of_record(owner, held, record, (key, position, *columns))


def _of_record(owner: Owner, held: Matrix, record: MemoryRecord, columns: tuple[object, ...]) -> Finding | None:
    key, position, kind, status, *digests = columns
    assert isinstance(position, int)
    labelled = (rows.signed(held.labels.label(record.kind)), matrix.STATUSES.index(record.status))
    if rows.id_bytes(record.id) != key or labelled != (kind, status) or rows.digests(owner, record) != tuple(digests):
        return Finding("rows", f"record {record.id}: its row is indexed as something else")
    if position >= len(held) or held.id(position) != record.id:
        return Finding("matrix", f"record {record.id} is not at its place")
    if indexing.columns([record], held.labels).tobytes() != held.columns[position].tobytes():
        return Finding("matrix", f"record {record.id} stands differently in the matrix")
    return None
