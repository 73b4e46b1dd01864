"""An erasure looked at again: is what went still nowhere?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import apsw
import numpy as np

from memstrata.core import errors, matrix
from memstrata.core.batch import Finding
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope
from memstrata.stores.sqlite import traces
from memstrata.stores.sqlite.matrices import Matrices
from memstrata.stores.sqlite.owners import Owners
from memstrata.stores.sqlite.traces import Trace

Look = Callable[[list[bytes]], set[bytes]]  # which of some bytes stand in the store's files


@dataclass(frozen=True, slots=True)
class Claim:
    """A receipt as somebody shows it, as the store has it (None for an unknown one), and a way to look into the files."""

    receipt: Receipt
    known: Receipt | None
    look: Look


def findings(connection: apsw.Connection, owners: Owners, matrices: Matrices, claim: Claim) -> list[Finding]:
    """What of the erased is left in rows, tasks, matrix and files, or wrong with the receipt; empty when all is well."""
    receipt, known = claim.receipt, claim.known
    if known is None:
        return [Finding("receipt", f"this store knows no erasure {receipt.id[:64]!r}", mendable=False)]
    told = (known.scope_hash, known.at, dict(known.counts), dict(known.indexes))
    counts = traces.counts(owners.labels, receipt.id, receipt.counts)
    if told != (receipt.scope_hash, receipt.at, counts, dict(receipt.indexes)):
        return [Finding("receipt", "the receipt is not the one that this store gave", mendable=False)]
    found = [] if known.complete else [Finding("files", "the erasure is not finished: the next open, erasure or repair goes on with it")]
    trace = traces.of(connection, owners.labels, receipt.id)
    if trace is None:
        return [*found, Finding("receipt", "nothing is kept by which this erasure could be checked", mendable=False)]
    found += _whole(connection, trace) if trace.owner is not None else _parts(connection, owners, matrices, receipt, trace)
    left = claim.look(list(trace.marks))
    if left:
        found.append(Finding("files", f"{len(left)} erased values still stand in the files", mendable=False))
    return found


def is_of(owners: Owners, scope: Scope, scope_hash: str) -> bool:
    """Whether a receipt's salted hash is this owner's."""
    salt, _, digest = scope_hash.partition(":")
    return owners.labels.digest("receipt", salt, *scope.owner).hex() == digest


def _whole(connection: apsw.Connection, trace: Trace) -> list[Finding]:
    left = 0 if trace.owner is None else traces.rows_left(connection, trace.owner)
    return [Finding("rows", f"{left} rows of the erased owner are there")] if left else []


def _parts(connection: apsw.Connection, owners: Owners, matrices: Matrices, receipt: Receipt, trace: Trace) -> Iterator[Finding]:
    scope = _owner_of(connection, owners, receipt)
    owner = None if scope is None else owners.find(connection, scope)
    if scope is None or owner is None:
        return
    named = traces.rows_named(connection, owners.labels, owner.id, trace.ids)
    if named:
        yield Finding("rows", f"{len(named)} erased records are there", mendable=False)
    held = matrices.advanced(connection, owner, None).matrix
    alive = np.flatnonzero(held.columns["status"] != matrix.GONE)
    placed = sum(traces.record_digest(owners.labels, bytes.fromhex(held.id(int(row)))) in trace.ids for row in alive)
    if placed:
        yield Finding("matrix", f"{placed} erased records have a place in the matrix")


def _owner_of(connection: apsw.Connection, owners: Owners, receipt: Receipt) -> Scope | None:
    for number in owners.all(connection):
        try:
            scope = owners.scope(connection, number)
        except errors.CorruptStoreError:
            continue  # `verify` without a receipt names it
        if is_of(owners, scope, receipt.scope_hash):
            return scope
    return None
