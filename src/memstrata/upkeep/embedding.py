"""The job that gives records their vectors."""

from datetime import datetime, timedelta

import numpy as np
import numpy.typing as npt

from memstrata.core import errors
from memstrata.core.batch import Batch, Embedded, Task, View
from memstrata.core.events import Events
from memstrata.core.ports import Embedder, Store
from memstrata.core.scope import Scope
from memstrata.policies import indexing, visibility
from memstrata.upkeep import paraphrases
from memstrata.upkeep.paraphrases import Closeness

BATCH = 64
_RETRY_SECONDS = (1.0, 10.0, 60.0, 600.0)  # waits after the 1st, 2nd … failure
JOB = "embed"


def queue_stale(store: Store, embedder: Embedder, events: Events) -> int:
    """Queue every live record of owners whose vectors were made by another model; how many. Recall goes by words meanwhile.

    A stand-in never takes the place of a real model: with a degraded embedder nothing is queued.
    """
    if not store.stale(""):  # no vectors at all: the model need not be loaded
        return 0
    try:
        stale = [] if embedder.degraded is not None else store.stale(embedder.space)
    except errors.EmbedderError:
        events.emit("degraded", part="embedding")
        return 0
    queued = 0
    for scope in stale:

        def decide(view: View) -> Batch:
            arrays = view.matrix()
            live = np.flatnonzero(visibility.status_rows(arrays, *visibility.EMBEDDED))
            return Batch(tasks=tuple((JOB, arrays.id(int(row))) for row in live))

        queued += len(store.write(scope, decide).batch.tasks)
    return queued


def embed_some(store: Store, near: Closeness, events: Events, now: datetime) -> int:
    """Embed one batch of queued records, and merge those that say the same; how many tasks were taken, 0 = none is due.

    A failing embedder postpones them.
    """
    embedder = near.embedder
    taken = store.claim(JOB, BATCH, now)
    if not taken:
        return 0
    scope, tasks = taken[0][0], [task for _, task in taken]
    try:
        _refuse_stand_in(store, embedder, scope)
        embedded = _embed(store, embedder, scope, tasks)
        merged = paraphrases.merge(store, scope, embedded, near, now) if embedded is not None else 0
        if merged:
            events.emit("merged", facts=merged)
    except errors.EmbedderError:
        wait = _RETRY_SECONDS[min(max(task.attempts for task in tasks), len(_RETRY_SECONDS) - 1)]
        store.postpone([task.id for task in tasks], now + timedelta(seconds=wait))
        events.emit("degraded", part="embedding", tasks=len(tasks))
    return len(tasks)


def _refuse_stand_in(store: Store, embedder: Embedder, scope: Scope) -> None:
    vectors = store.matrix(scope).vectors
    if embedder.degraded is not None and vectors is not None and vectors.space != embedder.space:
        raise errors.EmbedderError(f"vectors of {vectors.space} are there, and {embedder.space} is only a stand-in: they are kept")


def _checked(embedder: Embedder, vectors: npt.NDArray[np.float32], rows: int) -> npt.NDArray[np.float32]:
    """The vectors, when they are what the port promises. Raises EmbedderError for another shape or what is not finite."""
    if np.shape(vectors) != (rows, embedder.dimensions) or not np.isfinite(vectors).all():
        raise errors.EmbedderError(
            f"{embedder.space} gave vectors of shape {np.shape(vectors)} instead of {(rows, embedder.dimensions)}, or with NaN in them"
        )
    return vectors


def _embed(store: Store, embedder: Embedder, scope: Scope, tasks: list[Task]) -> Embedded | None:
    records = store.get(scope, [task.record for task in tasks])
    embedded = None
    if records:
        vectors = _checked(embedder, embedder.embed([indexing.text(record) for record in records]), len(records))
        embedded = Embedded(embedder.space, tuple(record.id for record in records), vectors)
    batch = Batch(embedded=embedded, done=tuple(task.id for task in tasks))
    store.write(scope, lambda view: batch)
    return embedded
