"""What the in-memory store keeps for one owner, and what one batch makes of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from memstrata.core import errors, matrix
from memstrata.core.batch import Batch, Embedded, Task, Use
from memstrata.core.erasure import Plan
from memstrata.core.journal import Entry
from memstrata.core.labels import Labels
from memstrata.core.matrix import Delta, Matrix, Positions
from memstrata.core.records import Json, MemoryRecord, Status
from memstrata.core.turns import SessionInfo, Turn
from memstrata.policies import erasing, identity, indexing

_LIVE = (Status.ACTIVE, Status.CANDIDATE)
_FIXED = ("content", "slot", "value")  # never change under one id

_Claim: TypeAlias = tuple[str | None, ...]  # what only one record of an owner may have; begins with what it is


class Owned:
    """One owner's records, log and tasks; also the `View` of a decision. A draft (`copy`) takes a batch whole or is thrown away."""

    def __init__(self, labels: Labels) -> None:
        self.version = 0
        self.records: dict[str, MemoryRecord] = {}
        self.log: dict[str, tuple[Turn, ...]] = {}
        self.sessions: dict[str, SessionInfo] = {}
        self.tasks: dict[int, Task] = {}
        self.journal: tuple[Entry, ...] = ()
        self._claims: dict[_Claim, str] = {}  # → the id of the record that has it
        self._positions: dict[str, int] = {}
        self._erased: tuple[int, ...] = ()  # positions that no record will have again
        self._space: str | None = None  # the newest one met, with its vectors by record id
        self._vectors: dict[str, npt.NDArray[np.float32]] = {}
        self._matrix = matrix.empty(labels)

    def copy(self) -> "Owned":
        """A draft: equal, and changed without changing this one."""
        draft = Owned(self._matrix.labels)
        draft.version, draft._erased, draft._space, draft._matrix = self.version, self._erased, self._space, self._matrix
        draft.records, draft.log, draft.sessions, draft.tasks = dict(self.records), dict(self.log), dict(self.sessions), dict(self.tasks)
        draft._claims, draft._positions, draft._vectors = dict(self._claims), dict(self._positions), dict(self._vectors)
        draft.journal = self.journal
        return draft

    def matrix(self) -> Matrix:
        return self._matrix

    def get(self, ids: Sequence[str]) -> list[MemoryRecord]:
        return [self.records[each] for each in ids if each in self.records]

    def by_slot(self, slot: str) -> list[MemoryRecord]:
        return self._oldest_first(record for record in self.records.values() if record.slot == slot)

    def by_content(self, content: str) -> list[MemoryRecord]:
        wanted = identity.normal(content)
        ids = (each for claim, each in self._claims.items() if claim[0] == "content" and claim[-1] == wanted)
        return self._oldest_first(self.records[each] for each in ids)

    def by_key(self, key: str) -> MemoryRecord | None:
        return self._claimed(("key", key))

    def turn(self, session: str | None, message: str) -> MemoryRecord | None:
        return self._claimed(("message", session, message))

    def session(self, session: str) -> SessionInfo | None:
        return self.sessions.get(session)

    def apply(self, batch: Batch, first_task: int) -> bool:
        """Take `batch`; False when it holds nothing. Raises ConflictError, after which the draft is worthless."""
        if batch == Batch():
            return False
        self.version += 1
        self._put(batch.records)
        self._append(batch.turns)
        self.sessions.update({info.id: replace(info, state=_own_mapping(info.state)) for info in batch.sessions})
        for session in batch.clear:
            self.log.pop(session, None)
        for each, (job, record_id) in enumerate(batch.tasks, first_task):
            if record_id in self.records:  # what is gone needs no work
                self.tasks[each] = Task(id=each, job=job, record=record_id)
        for done in batch.done:
            self.tasks.pop(done, None)
        self.journal = (*(entry for entry in self.journal if entry.run not in batch.unjournal), *batch.journal)
        used = [use for use in batch.uses if use.id in self.records]
        for use in used:
            self.records[use.id] = _used(self.records[use.id], use)
        touched = [*(record.id for record in batch.records), *(use.id for use in used)]
        self._index(list(dict.fromkeys(touched)), batch.embedded)
        return True

    def erase(self, plan: Plan) -> dict[str, int]:
        """Drop what `plan` names and what was written from it meanwhile; how many records, messages and sessions went, by kind."""
        loosening = erasing.Loosening(plan)
        touched = self.records if plan.version is not None else {*plan.records, *plan.loosened} & self.records.keys()
        after = {each: loosening.after(self.records[each]) for each in touched}
        records = set(self.records) if plan.everything else {each for each, record in after.items() if record is None}
        self.records.update({each: record for each, record in after.items() if record is not None})
        sessions = set([*self.log, *self.sessions] if plan.everything else plan.sessions)
        counts = Counter(self.records[each].kind for each in records)
        tasks = [task.id for task in self.tasks.values() if plan.everything or task.record in records]
        kept = {
            session: tuple(turn for turn in turns if session not in sessions and (session, turn.id) not in plan.messages)
            for session, turns in self.log.items()
        }
        counts["message"] = sum(map(len, self.log.values())) - sum(map(len, kept.values()))
        counts["session"] = len(sessions & self.sessions.keys())
        self.log = {session: turns for session, turns in kept.items() if turns}
        self.sessions = {each: info for each, info in self.sessions.items() if each not in sessions}
        self.tasks = {each: task for each, task in self.tasks.items() if each not in tasks}
        self.journal = tuple(entry for entry in self.journal if entry.record not in records)
        for each in records:
            del self.records[each]
            self._vectors.pop(each, None)
        self._erased += tuple(self._positions.pop(each) for each in records)
        self._claims = {claim: each for claim, each in self._claims.items() if each not in records}
        self.version += 1
        self._rebuild()
        return dict(counts)

    def count_attempts(self, tasks: Sequence[int]) -> list[int]:
        """Those of `tasks` that are this owner's, each with one more attempt."""
        mine = [each for each in tasks if each in self.tasks]
        for each in mine:
            self.tasks[each] = replace(self.tasks[each], attempts=self.tasks[each].attempts + 1)
        return mine

    def _put(self, records: Sequence[MemoryRecord]) -> None:
        for record in records:
            former = self.records.get(record.id, record)
            for name in _FIXED:
                if getattr(former, name) != getattr(record, name):
                    raise errors.ConflictError(f"record {record.id} is stored with another {name}: a change is a new record")
            self.records[record.id] = replace(record, metadata=_own_mapping(record.metadata))
        written = dict.fromkeys(record.id for record in records)
        self._claims = {claim: each for claim, each in self._claims.items() if each not in written}
        for each in written:
            for claim in _claims(self.records[each]):
                if claim in self._claims:
                    raise errors.ConflictError(f"record {self._claims[claim]} already has the {claim[0]} that {each} would have")
                self._claims[claim] = each

    def _append(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            before = self.log.get(turn.session, ())
            if any(turn.id == other.id or turn.sequence == other.sequence for other in before):
                raise errors.ConflictError(f"message {turn.id!r} or place {turn.sequence} is taken in session {turn.session!r}")
            own = replace(
                turn, content=_own(turn.content), tool_calls=tuple(map(_own_mapping, turn.tool_calls)), metadata=_own_mapping(turn.metadata)
            )
            self.log[turn.session] = tuple(sorted([*before, own], key=lambda each: each.sequence))

    def _index(self, touched: Sequence[str], embedded: Embedded | None) -> None:
        """Bring the matrix up to date: rows of new records, columns of changed ones, vectors that arrived."""
        added = [each for each in touched if each not in self._positions]
        changed = [each for each in touched if each in self._positions]
        first = len(self._positions) + len(self._erased)
        self._positions.update({each: first + place for place, each in enumerate(added)})
        deltas = [self._rows(added)] if added else []
        if changed:
            columns = indexing.columns(self.get(changed), self._matrix.labels)
            deltas.append(Delta(positions=self._places(changed), columns=columns))
        if embedded is not None:
            deltas.extend(self._vector_rows(self._take(embedded)))
        self._matrix = self._matrix.apply(deltas, self.version)

    def _take(self, embedded: Embedded) -> list[str]:
        """Keep the vectors of records that are there; their ids. Raises InputError when they do not fit the ids or their space."""
        vectors = np.asarray(embedded.vectors, np.float32)
        if len(vectors) != len(embedded.ids):
            raise errors.InputError(f"{len(embedded.ids)} ids came with {len(vectors)} vectors")
        arrived = {each: row for each, row in zip(embedded.ids, vectors, strict=True) if each in self.records}
        if arrived and embedded.space != self._space:
            self._space, self._vectors = embedded.space, {}
        held = next(iter(self._vectors.values()), None)
        if arrived and held is not None and held.shape != vectors.shape[1:]:
            raise errors.InputError(f"space {embedded.space!r} has vectors of {len(held)} numbers, not {vectors.shape[1]}")
        self._vectors.update(arrived)
        return list(arrived)

    def _rebuild(self) -> None:
        """Build the matrix anew: every row at its place, those of erased records GONE."""
        gone = np.zeros(len(self._erased), matrix.COLUMNS)
        gone["status"] = matrix.GONE
        deltas = [Delta(positions=np.array(self._erased, np.int64), columns=gone)]
        if self.records:
            deltas.append(self._rows(list(self.records)))
        deltas.extend(self._vector_rows(list(self._vectors)))
        self._matrix = matrix.empty(self._matrix.labels).apply(deltas, self.version)

    def _rows(self, ids: Sequence[str]) -> Delta:
        records, labels = self.get(ids), self._matrix.labels
        return Delta(
            positions=self._places(ids),
            ids=indexing.ids(records),
            columns=indexing.columns(records, labels),
            terms=indexing.terms(records, labels),
        )

    def _vector_rows(self, ids: Sequence[str]) -> Iterator[Delta]:
        if ids and self._space is not None:
            vectors = matrix.quantise(self._space, np.stack([self._vectors[each] for each in ids]))
            yield Delta(positions=self._places([]), vector_positions=self._places(ids), vectors=vectors)

    def _places(self, ids: Sequence[str]) -> Positions:
        return np.array([self._positions[each] for each in ids], np.int64)

    def _claimed(self, claim: _Claim) -> MemoryRecord | None:
        each = self._claims.get(claim)
        return None if each is None else self.records[each]

    def _oldest_first(self, records: Iterator[MemoryRecord]) -> list[MemoryRecord]:
        return sorted(records, key=lambda record: (record.created_at, self._positions[record.id]))


def _claims(record: MemoryRecord) -> Iterator[_Claim]:
    """What no other record of the owner may have: a key, a turn's message, a live fact's content within its agent and scene."""
    if record.key is not None:
        yield "key", record.key
    if record.is_turn:
        yield from (("message", *source) for source in record.sources[:1])
    elif record.status in _LIVE:
        yield "content", record.agent, record.scene, identity.normal(record.content)


def _used(record: MemoryRecord, use: Use) -> MemoryRecord:
    last = use.at if record.last_used_at is None else max(record.last_used_at, use.at)
    return replace(record, uses=record.uses + use.count, last_used_at=last)


def _own(value: Json) -> Json:
    """A copy that shares nothing with the caller's value."""
    if isinstance(value, Mapping):
        return _own_mapping(value)
    return [_own(item) for item in value] if isinstance(value, list | tuple) else value


def _own_mapping(value: Mapping[str, Json]) -> dict[str, Json]:
    return {key: _own(item) for key, item in value.items()}
