"""Making derived data anew from the rows: exact indexes, the matrix, the queue."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import apsw
import numpy as np

from memstrata.core import errors
from memstrata.core.batch import Finding
from memstrata.core.labels import Labels
from memstrata.core.matrix import Delta, Matrix, Vectors
from memstrata.core.records import MemoryRecord
from memstrata.policies import indexing
from memstrata.stores import codec
from memstrata.stores.sqlite import checking, folding, rows, statements
from memstrata.stores.sqlite.matrices import Matrices
from memstrata.stores.sqlite.owners import Owner, Owners
from memstrata.stores.sqlite.writer import Transaction, Writer
from memstrata.text import analyze

_ORPHANS = tuple(f"drop_orphan_{part}" for part in ("records", "messages", "segments", "sessions", "tasks", "jobs", "journal"))


def mend(writer: Writer, owners: Owners, matrices: Matrices) -> list[Finding]:
    """Mend what can be mended; what was wrong with it."""

    def queue_and_orphans(transaction: Transaction) -> list[int]:
        for name in (*_ORPHANS, "drop_tasks_without_record"):
            statements.run(transaction.connection, name)
        return owners.all(transaction.connection)

    found = writer.run(lambda transaction: checking.findings(transaction.connection, owners, matrices))
    if any(finding.mendable for finding in found):
        for number in writer.run(queue_and_orphans):
            writer.run(partial(_owner_anew, owners=owners, matrices=matrices, number=number))
    return [finding for finding in found if finding.mendable]


def up_to_date(connection: apsw.Connection) -> bool:
    """Whether the words in the file were segmented as this version segments."""
    held = statements.row(connection, "get_meta", "analyzer")
    return held is not None and held[0] == analyze.ANALYZER.encode()


def index_anew(writer: Writer, owners: Owners, matrices: Matrices) -> None:
    """Segment every text again: words of two analyzers never meet."""
    for number in writer.run(lambda transaction: owners.all(transaction.connection)):
        writer.run(partial(_owner_anew, owners=owners, matrices=matrices, number=number))
    writer.run(lambda transaction: statements.run(transaction.connection, "set_meta", "analyzer", analyze.ANALYZER.encode()))


def _owner_anew(transaction: Transaction, owners: Owners, matrices: Matrices, number: int) -> None:
    """Make all that is derived of one owner's rows anew; an owner whose key is lost stays as it is."""
    connection = transaction.connection
    try:
        owner = owners.find(connection, owners.scope(connection, number))
    except errors.CorruptStoreError:
        return
    if owner is None:
        return
    try:
        before = matrices.advanced(connection, owner, None).matrix
    except errors.CorruptStoreError:
        before = matrices.empty()  # its vectors are lost; they will be asked for again
    records = list(_read(connection, owner))
    for position, (record, data) in enumerate(records):
        statements.run(connection, "drop_record", owner.id, rows.id_bytes(record.id))
        statements.run(connection, "add_record", *rows.record_row(owner, owners.labels, record, position, data))
    after = replace(owner, version=owner.version + 1, generation=owner.generation + 1, positions=len(records))
    deltas = _deltas([record for record, _ in records], before, owners.labels)
    owners.save(connection, folding.rewritten(connection, after, deltas))
    transaction.changed[owner.id] = None


def _read(connection: apsw.Connection, owner: Owner) -> Iterator[tuple[MemoryRecord, bytes]]:
    """Every record that can be read, with its JSON, in the order of the rows."""
    last = -1
    while found := statements.rows(connection, "records_after_row", owner.id, last):
        last = found[-1][0]
        for _, key, *_, sealed in found:
            try:
                data = rows.opened(owner, key, sealed)
                yield codec.record(data), data
            except errors.CorruptStoreError:
                continue  # `verify` names it; it stays where it is


def _deltas(records: Sequence[MemoryRecord], before: Matrix, labels: Labels) -> list[Delta]:
    if not records:
        return []
    ids = indexing.ids(records)
    positions = np.arange(len(records), dtype=np.int64)
    deltas = [
        Delta(positions=positions, ids=ids, columns=indexing.columns(records, labels), terms=indexing.terms(records, labels)),
    ]
    if before.vectors is not None:
        places = {key.tobytes(): place for place, key in enumerate(before.ids) if before.vectors.scales[place] > 0}
        kept = [(place, places[key]) for place, key in enumerate(each.tobytes() for each in ids) if key in places]
        if kept:
            new, old = np.array(kept, np.int64).T
            vectors = Vectors(before.vectors.space, before.vectors.codes[old], before.vectors.scales[old])
            deltas.append(Delta(positions=positions[:0], vector_positions=new, vectors=vectors))
    return deltas
