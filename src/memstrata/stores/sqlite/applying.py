"""One batch into rows, digests, tasks and one segment."""

from collections.abc import Sequence
from dataclasses import replace

import apsw
import numpy as np

from memstrata.core import errors, matrix
from memstrata.core.batch import Batch, Embedded, Use
from memstrata.core.labels import Labels
from memstrata.core.matrix import Delta, Positions
from memstrata.core.records import MemoryRecord
from memstrata.policies import indexing
from memstrata.stores import codec
from memstrata.stores.sqlite import folding, journal, rows, statements
from memstrata.stores.sqlite.owners import Owner

_FIXED = ("content", "slot", "value")  # never change under one id


class Applying:
    """Applies one batch for `owner` on `connection`; `apply` gives the owner after it and what changed in its matrix."""

    def __init__(self, connection: apsw.Connection, owner: Owner, labels: Labels) -> None:
        self._connection, self._owner, self._labels = connection, owner, labels
        self._former: dict[str, tuple[bytes, int]] = {}  # JSON and position of what is stored under an id of the batch

    def apply(self, batch: Batch) -> tuple[Owner, list[Delta]]:
        """Store all of `batch`. Raises ConflictError for another content under a known id, and where only one may be."""
        changed = self._next_states(batch)
        places = self._put(changed)
        self._log(batch)
        deltas = self._deltas(changed, places, batch.embedded)
        self._queue(batch)
        journal.drop(self._connection, self._owner, batch.unjournal)
        journal.add(self._connection, self._owner, batch.journal)
        added = len(changed) - len(self._former.keys() & changed.keys())
        owner = replace(self._owner, version=self._owner.version + 1, positions=self._owner.positions + added)
        if deltas:
            owner = self._add_segment(owner, deltas)
        return owner, deltas

    def _next_states(self, batch: Batch) -> dict[str, MemoryRecord]:
        """Each record that changes as it will be, by id; new ones in the order of the batch."""
        changed: dict[str, MemoryRecord] = {}
        for record in batch.records:
            before = changed.get(record.id) or self._stored(record.id)
            for name in _FIXED if before is not None else ():
                if getattr(before, name) != getattr(record, name):
                    raise errors.ConflictError(f"record {record.id} is stored with another {name}: a change is a new record")
            changed[record.id] = record
        for use in batch.uses:
            record_used = changed.get(use.id) or self._stored(use.id)
            if record_used is not None:
                changed[use.id] = _used(record_used, use)
        return changed

    def _stored(self, record_id: str) -> MemoryRecord | None:
        key = rows.id_bytes(record_id)
        found = None if key is None else statements.row(self._connection, "get_record", self._owner.id, key)
        if key is None or found is None:
            return None
        data = rows.opened(self._owner, key, found[0])
        self._former[record_id] = (data, found[1])
        return codec.record(data)

    def _put(self, changed: dict[str, MemoryRecord]) -> dict[str, int]:
        """Replace or add the rows; the position of each."""
        for record_id in self._former.keys() & changed.keys():
            statements.run(self._connection, "drop_record", self._owner.id, rows.id_bytes(record_id))
        places: dict[str, int] = {}
        following = self._owner.positions
        for record_id, record in changed.items():
            former, position = self._former.get(record_id, (None, following))
            following += former is None
            places[record_id] = position
            statements.run(self._connection, "add_record", *rows.record_row(self._owner, self._labels, record, position, former))
            if record.kind not in rows.KINDS:
                label = rows.signed(self._labels.label(record.kind))
                name = self._owner.seal.close(record.kind.encode(), rows.KIND_PLACE)
                statements.run(self._connection, "add_kind", self._owner.id, label, name)
        return places

    def _log(self, batch: Batch) -> None:
        for turn in batch.turns:
            statements.run(self._connection, "add_message", *rows.message_row(self._owner, turn))
        for info in batch.sessions:
            former = rows.session_bytes(self._connection, self._owner, info.id)
            values = rows.session_row(self._owner, info, former)
            if former is not None:
                statements.run(self._connection, "drop_session", self._owner.id, values[1])
            statements.run(self._connection, "add_session", *values)
        for session in batch.clear:
            statements.run(self._connection, "drop_messages", self._owner.id, self._owner.seal.digest("session", session))

    def _queue(self, batch: Batch) -> None:
        for job, record_id in batch.tasks:
            key = rows.id_bytes(record_id)
            if key is not None and self._position(key) is not None:  # what is gone needs no work
                statements.run(self._connection, "add_task", self._owner.id, job, key)
        for done in batch.done:
            statements.run(self._connection, "drop_task", done, self._owner.id)

    def _position(self, key: bytes | None) -> int | None:
        found = None if key is None else statements.row(self._connection, "get_position", self._owner.id, key)
        return None if found is None else int(found[0])

    def _deltas(self, changed: dict[str, MemoryRecord], places: dict[str, int], embedded: Embedded | None) -> list[Delta]:
        born = [record for record in changed.values() if record.id not in self._former]
        older = [record for record in changed.values() if record.id in self._former]
        deltas = []
        if born:
            deltas.append(
                Delta(
                    positions=_positions(born, places),
                    ids=indexing.ids(born),
                    columns=indexing.columns(born, self._labels),
                    terms=indexing.terms(born, self._labels),
                )
            )
        if older:
            deltas.append(Delta(positions=_positions(older, places), columns=indexing.columns(older, self._labels)))
        if embedded is not None:
            deltas += self._vectors(embedded)
        return deltas

    def _vectors(self, embedded: Embedded) -> list[Delta]:
        vectors = np.asarray(embedded.vectors, np.float32)
        if len(vectors) != len(embedded.ids):
            raise errors.InputError(f"{len(embedded.ids)} ids came with {len(vectors)} vectors")
        places = [self._position(rows.id_bytes(record_id)) for record_id in embedded.ids]
        alive = [row for row, place in enumerate(places) if place is not None]
        if not alive:
            return []
        self._check_width(embedded.space, vectors.shape[1])
        positions = np.array([places[row] for row in alive], np.int64)
        quantised = matrix.quantise(embedded.space, vectors[alive])
        return [Delta(positions=positions[:0], vector_positions=positions, vectors=quantised)]

    def _check_width(self, space: str, dimensions: int) -> None:
        label = rows.signed(self._labels.label(space))
        if label == self._owner.space and dimensions != self._owner.dimensions:
            raise errors.InputError(f"space {space!r} has vectors of {self._owner.dimensions} numbers, not {dimensions}")
        self._owner = replace(self._owner, space=label, dimensions=dimensions)

    def _add_segment(self, owner: Owner, deltas: list[Delta]) -> Owner:
        folding.write_segment(self._connection, owner, owner.version, deltas)
        return folding.folded(self._connection, replace(owner, small=owner.small + 1))


def _positions(records: Sequence[MemoryRecord], places: dict[str, int]) -> Positions:
    return np.array([places[record.id] for record in records], np.int64)


def _used(record: MemoryRecord, use: Use) -> MemoryRecord:
    last = use.at if record.last_used_at is None else max(record.last_used_at, use.at)
    return replace(record, uses=record.uses + use.count, last_used_at=last)
