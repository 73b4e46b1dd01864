"""The five steps of consolidation, all of one shape: look for candidates in the arrays, read those alone, let a policy decide.

Each is a generator of changes; who asks for them commits them in short transactions, or only shows them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from memstrata.core import errors
from memstrata.core.matrix import Matrix
from memstrata.core.ports import Embedder, Store
from memstrata.core.records import Kind, MemoryRecord, MemoryType, Status
from memstrata.core.scope import Scope
from memstrata.policies import consolidation, keeping, visibility
from memstrata.policies.consolidation import Change, NewId
from memstrata.policies.keeping import Limits
from memstrata.text import language

_PAGE = 16  # records that are read before others get the processor: about a millisecond
_OLD_EPISODE = timedelta(days=30)
_FEW_USES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What a step works on: one owner at one instant."""

    store: Store
    scope: Scope
    now: datetime
    new_id: NewId
    limits: Limits
    threshold: float  # calibrated relevance from which two texts may say the same
    embedder: Embedder | None
    rest: Callable[[], None]  # called between two pieces, so that readers get their turn

    def matrix(self) -> Matrix:
        return self.store.matrix(self.scope)

    def read(self, matrix: Matrix, rows: npt.NDArray[np.int64]) -> Iterator[MemoryRecord]:
        """The records at `rows`, in that order, a page at a time."""
        return (record for _, record in self.located(matrix, rows))

    def located(self, matrix: Matrix, rows: npt.NDArray[np.int64]) -> Iterator[tuple[int, MemoryRecord]]:
        """(row, record) at `rows`, in that order, a page at a time; those that are gone meanwhile are left out."""
        for start in range(0, len(rows), _PAGE):
            self.rest()
            places = {matrix.id(int(row)): int(row) for row in rows[start : start + _PAGE]}
            yield from ((places[record.id], record) for record in self.store.get(self.scope, list(places)))

    def of_kinds(self, matrix: Matrix, *kinds: str) -> npt.NDArray[np.bool_]:
        """(rows,): records of these kinds that can be read and have not expired."""
        found = np.isin(matrix.columns["kind"], [matrix.labels.label(kind) for kind in kinds])
        live = visibility.status_rows(matrix, *visibility.LIVE) & (matrix.columns["expires"] > self.now.timestamp())
        return np.asarray(found & live)


Step = Callable[[Ground], Iterator[Change]]


def deduplicate(ground: Ground) -> Iterator[Change]:
    """Facts that say the same: only a digest of each one's words is kept while they are read."""
    matrix = ground.matrix()
    live = visibility.status_rows(matrix, Status.ACTIVE, Status.CANDIDATE) & (matrix.columns["sequence"] < 0)
    rows = np.flatnonzero(live & (matrix.columns["expires"] > ground.now.timestamp()))
    alike: dict[bytes, list[int]] = defaultdict(list)
    for row, record in ground.located(matrix, rows):
        held = consolidation.group(record)
        if held is not None:
            alike[blake2b(repr(held).encode("utf-8", "surrogatepass"), digest_size=12).digest()].append(row)
    for places in alike.values():
        if len(places) > 1:
            records = ground.store.get(ground.scope, [matrix.id(row) for row in places])
            meaning = _meanings(ground, matrix, {matrix.id(row): row for row in places})
            ground.rest()
            yield from consolidation.deduplicated(records, meaning, ground.threshold, ground.now)


def compress(ground: Ground) -> Iterator[Change]:
    """Episodes of more than 30 days that entered fewer than three prompts; the newest failures stay whole, they still have to teach."""
    matrix = ground.matrix()
    columns = matrix.columns
    old = ground.of_kinds(matrix, Kind.EPISODE) & visibility.status_rows(matrix, Status.ACTIVE)
    old &= (columns["created"] <= (ground.now - _OLD_EPISODE).timestamp()) & (columns["uses"] < _FEW_USES) & (columns["pinned"] == 0)
    if not old.any():
        return
    teaching = {record.id for record in consolidation.failures(_newest_told(ground, matrix))}
    for record in ground.read(matrix, np.flatnonzero(old)):
        if record.id not in teaching and not keeping.confirmed(record):
            yield consolidation.compressed(record, ground.new_id)


def link(ground: Ground) -> Iterator[Change]:
    """Episodes with the earlier ones of their subject."""
    matrix = ground.matrix()
    rows = np.flatnonzero(ground.of_kinds(matrix, Kind.EPISODE))
    yield from consolidation.linked(ground.read(matrix, rows[np.argsort(matrix.columns["created"][rows], kind="stable")]))


def prune(ground: Ground) -> Iterator[Change]:
    """What has expired, what has faded, and at 80 % of a capacity what weighs least; nothing that is protected or that others rest on."""
    matrix, now, limits = ground.matrix(), ground.now, ground.limits
    columns = matrix.columns
    readable = visibility.status_rows(matrix, Status.ACTIVE, Status.CANDIDATE, Status.COMPRESSED) & (columns["sequence"] < 0)
    ended = np.flatnonzero(readable & (columns["expires"] <= now.timestamp()) & (columns["pinned"] == 0))
    yield from (consolidation.pruned(record, "expired") for record in ground.read(matrix, ended))
    loose, weights = keeping.may_go_rows(columns, now), keeping.effective_rows(columns, now)
    gone: dict[str, MemoryType] = {}
    rested = _rested_on(ground, matrix)
    faded = loose & (columns["created"] <= (now - limits.after).timestamp()) & (weights < limits.below)
    for record in ground.read(matrix, np.flatnonzero(faded)):
        if not keeping.protected(record) and record.id not in rested and keeping.effective(record, now) < limits.below:
            gone[record.id] = record.type
            yield consolidation.pruned(record, "faded: old, of little weight and unused")
    for family in (MemoryType.EPISODIC, MemoryType.SEMANTIC):
        held = keeping.held_rows(columns, family) & (columns["expires"] > now.timestamp())
        surplus = (
            int(held.sum()) - list(gone.values()).count(family) - int(limits.capacity(family) * limits.from_share)
            if limits.capacity(family)
            else 0
        )
        order = np.flatnonzero(held & loose)
        order = order[np.argsort(weights[order], kind="stable")] if surplus > 0 else order[:0]
        for record in ground.read(matrix, order):
            if surplus <= 0:
                break
            if not keeping.protected(record) and record.id not in rested and record.id not in gone:
                surplus -= 1
                yield consolidation.pruned(record, f"{family} memories near their capacity: it weighs least")


def abstract(ground: Ground) -> Iterator[Change]:
    """Principles from the newest failures, for each agent apart."""
    matrix = ground.matrix()
    failed = consolidation.failures(_newest_told(ground, matrix))
    if len(failed) < consolidation.FEWEST_FAILURES:
        return
    known = np.flatnonzero(matrix.columns["kind"] == matrix.labels.label(Kind.PRINCIPLE))
    principles = list(ground.read(matrix, known))
    for agent in dict.fromkeys(each.agent for each in failed):
        left = consolidation.untaught([each for each in failed if each.agent == agent], principles)
        yield from consolidation.abstracted(consolidation.common_lessons(left), ground.new_id, ground.now)


STEPS: Mapping[str, Step] = {"deduplicate": deduplicate, "compress": compress, "link": link, "prune": prune, "abstract": abstract}


def over_capacity(ground: Ground) -> dict[str, int]:
    """How many memories of each type are beyond its capacity."""
    columns, found = ground.matrix().columns, {}
    for family in (MemoryType.EPISODIC, MemoryType.SEMANTIC):
        held = keeping.held_rows(columns, family) & (columns["expires"] > ground.now.timestamp())
        capacity = ground.limits.capacity(family)
        if capacity and held.sum() > capacity:
            found[str(family)] = int(held.sum()) - capacity
    return found


def _newest_told(ground: Ground, matrix: Matrix) -> Iterator[MemoryRecord]:
    """Episodes and retrospects, newest first."""
    rows = np.flatnonzero(ground.of_kinds(matrix, Kind.EPISODE, Kind.RETROSPECT))
    return ground.read(matrix, rows[np.argsort(-matrix.columns["created"][rows], kind="stable")])


def _rested_on(ground: Ground, matrix: Matrix) -> set[str]:
    """Ids that a readable principle, skill, summary or retrospect was made from."""
    made = ground.of_kinds(matrix, Kind.PRINCIPLE, Kind.SKILL, Kind.SUMMARY, Kind.RETROSPECT)
    return {origin for record in ground.read(matrix, np.flatnonzero(made)) for origin in record.derived_from}


def _meanings(ground: Ground, matrix: Matrix, places: Mapping[str, int]) -> consolidation.Meaning:
    """Relevance of two of the records at `places` by their vectors; None where one has none, or no embedder tells what cosines mean."""

    def meaning(one: MemoryRecord, other: MemoryRecord) -> float | None:
        held, rows = matrix.vectors, [places[one.id], places[other.id]]
        if held is None or ground.embedder is None or not held.scales[rows].all():
            return None
        try:
            if ground.embedder.space != held.space:
                return None
            both = held.codes[rows].astype(np.float32)
            cosine = np.array([both[0] @ both[1] / np.sqrt((both[0] @ both[0]) * (both[1] @ both[1]))], np.float32)
            return float(ground.embedder.relevance(cosine, language.language(one.content))[0])
        except errors.EmbedderError:
            return None

    return meaning
