"""A backup that returns meets what happened since: erasures are done again, receipts kept, numbers never given twice."""

from dataclasses import replace

import apsw

from memstrata.core import errors, scans
from memstrata.core.erasure import Plan
from memstrata.core.labels import Labels
from memstrata.core.scope import Scope
from memstrata.policies import erasing
from memstrata.stores.sqlite import statements, traces
from memstrata.stores.sqlite.keyring import Keyring
from memstrata.stores.sqlite.owners import Owners
from memstrata.stores.sqlite.store import SqliteStore

_SQL = statements.blocks("backup.sql")


def merge(live: apsw.Connection, staged_file: apsw.Connection, staged: SqliteStore, keyring: Keyring) -> int:
    """Bring the staged backup up to what the live file knows of erasures; how many records, messages and sessions went again.

    Raises ConflictError when the live file holds memories of another store.
    """
    if _meta(live, "store") != _meta(staged_file, "store"):
        if _rows(live, "numbers_of_owners"):
            raise errors.ConflictError("the folder holds the memories of another store: restore into an empty folder, or import an export")
        return 0
    owners = Owners(Labels(keyring.secret(staged_file)), keyring)
    known = traces.all_of(staged_file, owners.labels).keys()
    since = [trace for receipt, trace in traces.all_of(live, owners.labels).items() if receipt not in known]
    whole = {trace.owner for trace in since}
    ids = frozenset().union(*(trace.ids for trace in since))
    again = 0
    for scope in staged.scopes():
        number = owners.number(staged_file, scope)
        if number in whole:
            again += staged.erase(scope, Plan(everything=True)).count
        elif number is not None and ids:
            again += _erase_parts(staged_file, staged, owners, scope, ids)
    staged_file.execute("BEGIN IMMEDIATE")
    staged_file.executemany(_SQL["keep_receipt"], _rows(live, "all_receipts"))
    traces.carry(live, staged_file)
    _go_ahead(live, staged_file)
    staged_file.execute("COMMIT")
    return again


def _erase_parts(staged_file: apsw.Connection, staged: SqliteStore, owners: Owners, scope: Scope, ids: frozenset[bytes]) -> int:
    """Erase the records and sessions of one owner that `ids` stand for, and what follows from them."""
    number = owners.number(staged_file, scope)
    named = set() if number is None else {key.hex() for key in traces.rows_named(staged_file, owners.labels, number, ids)}
    sessions = tuple(info.id for info in staged.sessions(scope) if traces.session_digest(owners.labels, scope, info.id) in ids)
    if not named and not sessions:
        return 0
    held = [record for page in scans.pages(staged, scope) for record in page]
    found = erasing.consequences([record for record in held if record.id in named], held)
    return staged.erase(scope, replace(found, sessions=sessions)).count


def _go_ahead(live: apsw.Connection, staged_file: apsw.Connection) -> None:
    """Move versions and numbers beyond all that any process has seen, so that nothing kept in memory passes for current."""
    seen = {owner: (version, generation) for owner, version, generation in _rows(live, "all_counters")}
    for owner, version, generation in _rows(staged_file, "all_counters"):
        former = seen.get(owner, (0, 0))
        staged_file.execute(_SQL["set_ahead"], (max(version, former[0]) + 1, max(generation, former[1]) + 1, owner))
    given: dict[str, int] = dict(_rows(staged_file, "given_numbers"))
    for name, last in _rows(live, "given_numbers"):
        if last > given.get(name, 0):
            staged_file.execute(_SQL["forget_given"], (name,))
            staged_file.execute(_SQL["set_given"], (name, last))


def _meta(connection: apsw.Connection, name: str) -> bytes:
    found = statements.row(connection, "get_meta", name)
    if found is None:
        raise errors.CorruptStoreError(f"the store has lost its {name}")
    value: bytes = found[0]
    return value


def _rows(connection: apsw.Connection, name: str) -> list[statements.Row]:
    return connection.execute(_SQL[name]).fetchall()
