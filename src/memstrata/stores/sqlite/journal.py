"""Entries of upkeep's journal, sealed with the owner. They go with the record that they speak of."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime

import apsw

from memstrata.core.journal import Entry
from memstrata.stores import codec
from memstrata.stores.sqlite import rows, statements
from memstrata.stores.sqlite.owners import Owner

_SQL = statements.blocks("upkeep.sql")
_PLACE = b"journal"


def add(connection: apsw.Connection, owner: Owner, entries: Iterable[Entry]) -> None:
    """Keep entries, in their order."""
    for entry in entries:
        record = digest(owner, entry.record)
        before = None if entry.before is None else codec.encode(entry.before).decode("utf-8", "surrogatepass")
        told = {"record": entry.record, "step": entry.step, "before": before, "changed": dict(entry.changed)}
        sealed = owner.seal.close(json.dumps(told, separators=(",", ":")).encode(), _PLACE + record)
        connection.execute(_SQL["add_entry"], (owner.id, bytes.fromhex(entry.run), record, entry.at.timestamp(), sealed))


def read(connection: apsw.Connection, owner: Owner, run: str | None) -> list[Entry]:
    """The entries of a run, or of all, in the order in which they were made."""
    named = None if run is None else rows.id_bytes(run)
    if run is not None and named is None:
        return []  # the id of nothing
    found: list[statements.Row] = connection.execute(_SQL["entries"], (owner.id, named)).fetchall()
    return [_entry(owner, *each) for each in found]


def drop(connection: apsw.Connection, owner: Owner, runs: Iterable[str]) -> None:
    """Keep nothing of these runs any longer."""
    for run in runs:
        connection.execute(_SQL["drop_run"], (owner.id, bytes.fromhex(run)))


def erase(connection: apsw.Connection, owner: Owner, record_id: str) -> list[bytes]:
    """Remove what speaks of a record that is erased; bytes that must be nowhere afterwards."""
    found: list[statements.Row] = connection.execute(_SQL["erase_entries"], (owner.id, digest(owner, record_id))).fetchall()
    return [mark for (mark,) in found]


def digest(owner: Owner, record_id: str) -> bytes:
    """What stands for the record in the journal."""
    return owner.seal.digest("journal", record_id)


def _entry(owner: Owner, run: bytes, record: bytes, at: float, sealed: bytes) -> Entry:
    told = json.loads(owner.seal.open(sealed, _PLACE + record))
    before = told["before"]
    return Entry(
        run=run.hex(),
        at=datetime.fromtimestamp(at, UTC),
        step=told["step"],
        record=told["record"],
        before=None if before is None else codec.record(before.encode("utf-8", "surrogatepass")),
        changed=told["changed"],
    )
