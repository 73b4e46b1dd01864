"""Facts that say the same in other words become one when their vectors are there: by meaning, where figures, names and sides agree."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memstrata.core.batch import Batch, Embedded, View
from memstrata.core.ports import Embedder, Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.policies import likeness, merging, nearest
from memstrata.policies.likeness import Relation
from memstrata.policies.nearest import Meaning

CLOSE = 1.0  # what is at least as near as the setting asks counts as near for the words


@dataclass(frozen=True, slots=True)
class Closeness:
    """How near two facts must be: calibrated relevance in [0, 1] by `embedder`."""

    embedder: Embedder
    similarity: float


def merge(store: Store, scope: Scope, fresh: Embedded, near: Closeness, now: datetime) -> int:
    """Join each fact of `fresh` with the live one that says the same; how many. Nothing is lost: what is merged stays in the archive."""
    if near.embedder.degraded is not None:
        return 0  # letters tell no meaning
    count = 0

    def decide(view: View) -> Batch:
        nonlocal count
        changed: dict[str, MemoryRecord] = {}
        vectors = dict(zip(fresh.ids, np.asarray(fresh.vectors, np.float32), strict=True))
        for record in view.get(list(fresh.ids)):
            one = changed.get(record.id, record)
            if not _may_merge(one, now):
                continue
            own = replace(scope, agent=one.agent, scene=one.scene)
            close = _close(one, Meaning(fresh.space, vectors[one.id]), nearest.rows(view.matrix(), own, now, Status.ACTIVE), near, view)
            other = _first_same(one, [changed.get(each.id, each) for each in close], now)
            if other is not None:
                changed |= {each.id: each for each in merging.joined(other, one, now)}
        count = sum(record.status is Status.SUPERSEDED for record in changed.values())
        return Batch(records=tuple(changed.values()))

    store.write(scope, decide)
    return count


def _may_merge(record: MemoryRecord, now: datetime) -> bool:
    kept_apart = record.pinned or merging.CONFLICT in record.metadata or record.key is not None
    return record.status is Status.ACTIVE and record.kind not in nearest.APART and not kept_apart and not record.expired(now)


def _close(record: MemoryRecord, meaning: Meaning, allowed: npt.NDArray[np.bool_], near: Closeness, view: View) -> list[MemoryRecord]:
    """The nearest of the allowed facts whose relevance to `record` is high enough, best first."""
    matrix = view.matrix()
    found = nearest.nearest(matrix, record.content, allowed, meaning)
    cosines = {matrix.id(row): cosine for row, cosine in found if not np.isnan(cosine) and matrix.id(row) != record.id}
    if not cosines:
        return []
    relevance = near.embedder.relevance(np.array(list(cosines.values()), np.float32), record.language)
    return view.get([each for each, value in zip(cosines, relevance, strict=True) if value >= near.similarity])


def _first_same(record: MemoryRecord, others: Sequence[MemoryRecord], now: datetime) -> MemoryRecord | None:
    for other in others:
        slots = {record.slot, other.slot} - {None}
        if len(slots) > 1 or not _may_merge(other, now) or other.trust is not record.trust:
            continue
        older, newer = sorted((record, other), key=lambda each: (each.created_at, each.id))
        if likeness.compare(older.content, newer.content, CLOSE) is Relation.SAME:
            return other
    return None
