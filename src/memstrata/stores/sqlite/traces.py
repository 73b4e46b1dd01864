"""What an erasure leaves to be checked by: keyed digests of ids, and the random first bytes of the sealed values that went.

Neither tells anything about what was said. The bytes are masked, so that a search of the files for them does not find them here.
"""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import apsw

from memstrata.core.erasure import Plan
from memstrata.core.labels import Labels
from memstrata.core.scope import Scope
from memstrata.stores.sqlite import rows, statements

_SQL = statements.blocks("traces.sql")
_ID_BYTES = 16
_MARK_BYTES = 12


@dataclass(frozen=True, slots=True)
class Trace:
    """What is kept of one erasure. `owner` is the number of an owner who was erased whole."""

    owner: int | None
    ids: frozenset[bytes]
    marks: tuple[bytes, ...]


def keep(connection: apsw.Connection, labels: Labels, receipt: str, trace: Trace) -> None:
    """Store the trace, in the transaction of the erasure; what is kept of the same erasure already stays as well."""
    held = of(connection, labels, receipt)
    ids, marks = b"".join(trace.ids), b"".join(mark for mark in trace.marks if len(mark) == _MARK_BYTES)
    if held is None:
        connection.execute(_SQL["add_trace"], (receipt, trace.owner, ids, _masked(labels, receipt, marks)))
    elif ids or marks:
        ids, marks = b"".join(held.ids | trace.ids), b"".join(held.marks) + marks
        connection.execute(_SQL["extend_trace"], (ids, _masked(labels, receipt, marks), receipt))


def digests(labels: Labels, scope: Scope, plan: Plan) -> frozenset[bytes]:
    """What stands for the records and sessions of a plan."""
    records = [record_digest(labels, key) for record in plan.records if (key := rows.id_bytes(record)) is not None]
    return frozenset([*records, *(session_digest(labels, scope, session) for session in plan.sessions)])


def of(connection: apsw.Connection, labels: Labels, receipt: str) -> Trace | None:
    """The trace of a receipt; None for an unknown one."""
    found = connection.execute(_SQL["get_trace"], (receipt,)).fetchone()
    return None if found is None else _trace(labels, receipt, *found)


def all_of(connection: apsw.Connection, labels: Labels) -> dict[str, Trace]:
    """Every trace by the id of its receipt."""
    return {receipt: _trace(labels, receipt, *found) for receipt, *found in connection.execute(_SQL["all_traces"])}


def carry(source: apsw.Connection, target: apsw.Connection) -> None:
    """Copy the traces of one file of a store into another one of the same store."""
    target.executemany(_SQL["add_trace"], source.execute(_SQL["all_traces"]).fetchall())


def counts(labels: Labels, receipt: str, told: Mapping[str, int]) -> dict[str, int]:
    """The counts of a receipt as they are kept: the name of a kind that memstrata does not have is a word of the user's."""
    known = {*rows.KINDS, "message", "session", "unknown"}
    return {name if name in known else labels.digest("receipt kind", receipt, name).hex(): number for name, number in told.items()}


def named(labels: Labels, receipt: str, told: Mapping[str, int], names: Collection[str]) -> dict[str, int]:
    """The counts as the caller may have them: with the names of the user's own kinds, of which `names` are known."""
    known = {digest: name for name in names for digest in counts(labels, receipt, {name: 1})}
    return {known.get(name, name): number for name, number in told.items()}


def rows_left(connection: apsw.Connection, owner: int) -> int:
    """How many rows of any table speak of the owner's number."""
    found: list[statements.Row] = connection.execute(_SQL["rows_of_number"], (owner,)).fetchall()
    return int(found[0][0])


def rows_named(connection: apsw.Connection, labels: Labels, owner: int, ids: Collection[bytes]) -> list[bytes]:
    """The record ids of the owner's rows and tasks whose digests are among `ids`."""
    if not ids:
        return []
    found = [key for name in ("ids_of_records", "ids_of_tasks") for (key,) in connection.execute(_SQL[name], (owner,))]
    return [key for key in dict.fromkeys(found) if record_digest(labels, key) in ids]


def record_digest(labels: Labels, record: bytes) -> bytes:
    """What stands for a record's id."""
    return labels.digest("erased record", record.hex())


def session_digest(labels: Labels, scope: Scope, session: str) -> bytes:
    """What stands for an owner's session."""
    return labels.digest("erased session", *scope.owner, session)


def _trace(labels: Labels, receipt: str, owner: int | None, ids: bytes, marks: bytes) -> Trace:
    return Trace(owner, frozenset(_parts(ids, _ID_BYTES)), tuple(_parts(_masked(labels, receipt, marks), _MARK_BYTES)))


def _parts(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def _masked(labels: Labels, receipt: str, data: bytes) -> bytes:
    """`data` under a key stream of the receipt; twice gives it back."""
    stream = hashlib.shake_256(labels.digest("mask", receipt)).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))
