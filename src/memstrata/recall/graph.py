"""The graph of what a scope may read, made again when something was written; and its lane: memories near in the graph to what was found."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

from memstrata.core.ports import Store
from memstrata.core.records import Kind, MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.policies import graph, visibility
from memstrata.policies.graph import Graph
from memstrata.recall.question import Question
from memstrata.recall.rank import Ranked
from memstrata.recall.retrieve import Found

MOST = 5000  # records that a graph is made of: the newest
_KEPT = 8  # graphs of scopes that are held
_ANCHORS = 5  # best records whose entities are seeds as well
_HUB = 0.1  # an entity of more than this share of the memories says nothing
_NO_GRAPH = (Kind.EPISODE, Kind.RETROSPECT, Kind.SUMMARY, Kind.SKILL, Kind.FEEDBACK, Kind.CHUNK)


@dataclass(frozen=True, slots=True)
class _Held:
    graph: Graph
    version: int
    until: datetime | None  # when the first of its memories expires


@dataclass(frozen=True, slots=True)
class Graphs:
    """The last graphs that were made, by scope. Safe between threads."""

    _held: OrderedDict[Scope, _Held] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, store: Store, scope: Scope, now: datetime) -> Graph:
        """The graph of what `scope` may read at `now`; made again when the owner's memories changed."""
        matrix = store.matrix(scope)
        with self._lock:
            held = self._held.get(scope)
        if held is not None and held.version == matrix.version and (held.until is None or now < held.until):
            return held.graph
        records = readable(store, scope, now)
        ends = [record.expires_at for record in records if record.expires_at is not None]
        made = _Held(graph.build(records), matrix.version, min(ends, default=None))
        with self._lock:
            self._held[scope] = made
            self._held.move_to_end(scope)
            if len(self._held) > _KEPT:
                self._held.popitem(last=False)
        return made.graph

    def clear(self) -> None:
        """Drop all that is held."""
        with self._lock:
            self._held.clear()


def readable(store: Store, scope: Scope, now: datetime) -> list[MemoryRecord]:
    """The facts, present and superseded, and the turns that `scope` may read: the newest 5,000, oldest first."""
    matrix = store.matrix(scope)
    rows = visibility.visible_rows(matrix, scope, now) & visibility.status_rows(matrix, *visibility.LIVE, Status.SUPERSEDED)
    rows &= ~np.isin(matrix.columns["kind"], np.array([matrix.labels.label(kind) for kind in _NO_GRAPH], np.uint64))
    return store.get(scope, visibility.newest(matrix, rows, MOST)[::-1])


def follow(question: Question, found: Found, ranked: Ranked, made: Graph, weight: float) -> Ranked:
    """The ranking with what the graph leads to, from the question's entities and those of the best records."""
    ids = {bytes(each).hex(): place for place, each in enumerate(found.matrix.ids)}
    best = np.argsort(-ranked.order, kind="stable")[:_ANCHORS]
    anchors = {found.matrix.id(int(place)) for place in best if np.isfinite(ranked.order[place])}
    most = _HUB * max(len(ids), 20)
    seeds = [one.name for one in made.named(question.text) if len(one.memories) <= most]
    seeds += [one.name for one in made.entities if len(one.memories) <= most and anchors.intersection(one.memories)]
    reached = np.zeros(len(found.matrix), np.float32)
    for memory, strength in made.activate(list(dict.fromkeys(seeds))).items():
        if memory in ids:
            reached[ids[memory]] = strength
    if not reached.any():
        return ranked
    fused = ranked.fused + np.float32(weight * max(float(ranked.fused.max(initial=0.0)), 1e-9)) * reached
    gained = fused - ranked.fused
    order = np.where(np.isfinite(ranked.order), ranked.order + gained, np.where((reached > 0) & found.allowed, gained, -np.inf))
    return replace(ranked, order=order.astype(np.float32), fused=fused.astype(np.float32))
