"""A backup that returns meets what happened since: erasures are done again, receipts kept, numbers never given twice."""

from dataclasses import replace

import apsw

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.erasure import Plan
from memstrata.core.labels import Labels
from memstrata.core.records import MemoryRecord
from memstrata.core.scope import Scope
from memstrata.policies import erasing
from memstrata.stores.sqlite import statements
from memstrata.stores.sqlite.keyring import Keyring
from memstrata.stores.sqlite.owners import Owners
from memstrata.stores.sqlite.store import SqliteStore

_SQL = statements.blocks("backup.sql")
_SCANNED = 1000


def merge(live: apsw.Connection, staged_file: apsw.Connection, staged: SqliteStore, keyring: Keyring) -> int:
    """Bring the staged backup up to what the live file knows of erasures; how many records, messages and sessions went again.

    Raises ConflictError when the live file holds memories of another store.
    """
    if _meta(live, "store") != _meta(staged_file, "store"):
        if _rows(live, "numbers_of_owners"):
            raise errors.ConflictError("the folder holds the memories of another store: restore into an empty folder, or import an export")
        return 0
    known = {row[0] for row in _rows(staged_file, "all_receipts")}
    receipts = [row for row in _rows(live, "all_receipts") if row[0] not in known]
    owners = Owners(Labels(keyring.secret(staged_file)), keyring)
    again = 0
    for scope in staged.scopes():
        if any(is_of(owners.labels, scope, scope_hash) for _, scope_hash, *_ in receipts):
            again += _erase_again(live, staged_file, staged, owners, scope)
    staged_file.execute("BEGIN IMMEDIATE")
    staged_file.executemany(_SQL["keep_receipt"], receipts)
    _go_ahead(live, staged_file)
    staged_file.execute("COMMIT")
    return again


def _erase_again(live: apsw.Connection, staged_file: apsw.Connection, staged: SqliteStore, owners: Owners, scope: Scope) -> int:
    """Erase from the backup what the live file, which has a receipt of this owner, no longer holds of it.

    Nothing but an erasure removes a record or a session. Without a receipt it may be the live file that has lost rows.
    """
    number = owners.number(staged_file, scope)
    if number is None:
        return 0
    if not any(number == each for (each,) in _rows(live, "numbers_of_owners")):
        return staged.erase(scope, Plan(everything=True)).count  # gone whole; who came back since is another owner
    kept = {key.hex() for (key,) in live.execute(_SQL["ids_of_records"], (number,))}
    held = _all(staged, scope)
    found = erasing.consequences([record for record in held if record.id not in kept], held)
    talks = {digest for (digest,) in live.execute(_SQL["digests_of_sessions"], (number,))}
    seal = owners.keyring.seal(staged_file, number)
    ended = tuple(info.id for info in staged.sessions(scope) if seal.digest("session", info.id) not in talks)
    plan = replace(found.plan, sessions=ended)
    if plan == Plan():
        return 0
    staged.write(scope, lambda view: _loosened(view, found.loosened))
    return staged.erase(scope, plan).count


def is_of(labels: Labels, scope: Scope, scope_hash: str) -> bool:
    """Whether a receipt's salted hash is this owner's."""
    salt, _, digest = scope_hash.partition(":")
    return labels.digest("receipt", salt, *scope.owner).hex() == digest


def _loosened(view: View, loosened: tuple[MemoryRecord, ...]) -> Batch:
    present = {record.id for record in view.get([record.id for record in loosened])}
    return Batch(records=tuple(record for record in loosened if record.id in present))


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


def _all(staged: SqliteStore, scope: Scope) -> list[MemoryRecord]:
    held: list[MemoryRecord] = []
    after: str | None = None
    while found := staged.scan(scope, after, _SCANNED):
        held += found
        after = found[-1].id
    return held


def _meta(connection: apsw.Connection, name: str) -> bytes:
    found = statements.row(connection, "get_meta", name)
    if found is None:
        raise errors.CorruptStoreError(f"the store has lost its {name}")
    value: bytes = found[0]
    return value


def _rows(connection: apsw.Connection, name: str) -> list[statements.Row]:
    return connection.execute(_SQL[name]).fetchall()
