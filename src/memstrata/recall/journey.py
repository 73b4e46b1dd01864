"""The corridor: gate, plan, retrieve, rank, pick. Each room takes the value of the room before."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from memstrata.core import filters
from memstrata.core.events import Events
from memstrata.core.ports import Embedder, Near, Store
from memstrata.core.records import MemoryRecord, Source
from memstrata.core.results import Explanation, Hit, Hits
from memstrata.core.trace import Lost, Step, Trace
from memstrata.policies import identity, score, visibility
from memstrata.recall import graph as graph_lane
from memstrata.recall import plan as plans
from memstrata.recall import rank as ranks
from memstrata.recall import retrieve
from memstrata.recall import trail as trails
from memstrata.recall.question import Question

_QUERIES_KEPT = 256
_PAGE = 64  # rows fetched at a time when the first page did not fill the limit


class QueryVectors:
    """The vectors of the last queries, by their text: the same question is embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._lock = threading.Lock()
        self._held: OrderedDict[str, npt.NDArray[np.float32]] = OrderedDict()

    def __call__(self, text: str) -> npt.NDArray[np.float32]:
        """(dimensions,), norm 1. Raises EmbedderError."""
        with self._lock:
            if text in self._held:
                self._held.move_to_end(text)
                return self._held[text]
        vector: npt.NDArray[np.float32] = self._embedder.embed([text], query=True)[0]
        with self._lock:
            self._held[text] = vector
            if len(self._held) > _QUERIES_KEPT:
                self._held.popitem(last=False)
        return vector


@dataclass(frozen=True, slots=True)
class _Search:
    """What was searched for, found and ranked, before anything is picked; instants of the performance counter."""

    plan: plans.Plan
    found: retrieve.Found
    ranked: ranks.Ranked
    started: float
    retrieved: float


def _is_blank(question: Question) -> bool:
    return not question.text.strip() or question.limit <= 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """The parts of the journey; `walk` goes through it once."""

    store: Store
    embedder: Embedder | None
    events: Events
    ranking: ranks.Ranking = field(default_factory=ranks.Ranking)
    weights: score.Weights = field(default_factory=score.Weights)
    trail: trails.Trail = field(default_factory=trails.Trail)
    vectors: QueryVectors | None = None
    graphs: graph_lane.Graphs = field(default_factory=graph_lane.Graphs)
    graph_weight: float = 0.0  # of the graph lane; 0 = there is none
    index: Near | None = None  # of very large owners; without one all vectors are looked through

    def walk(self, question: Question) -> Hits:
        """The hits of `question`, best first, at most `question.limit`; [] for a blank question. The trace is on the list."""
        if _is_blank(question):
            return Hits([], Trace((Step("gate", "skipped: blank question"),)))
        return self._answer(question, self._search(question))

    def _search(self, question: Question) -> "_Search":
        started = time.perf_counter()
        plan = plans.plan(question)
        found = retrieve.retrieve(question, plan, self.store, self.vectors, self.embedder, self.index)
        retrieved = time.perf_counter()
        ranked = ranks.rank(question, plan, found, self.ranking, self.weights)
        ranked = trails.follow(question, plan, found, ranked, self.store, self.trail)
        if self.graph_weight:
            made = self.graphs.of(self.store, question.scope, question.now)
            ranked = graph_lane.follow(question, found, ranked, made, self.graph_weight)
        return _Search(plan, found, ranked, started, retrieved)

    def _answer(self, question: Question, search: "_Search") -> Hits:
        plan, found, started, retrieved = search.plan, search.found, search.started, search.retrieved
        hits, lost = self._pick(question, found, search.ranked)
        ended = time.perf_counter()
        if found.degraded:
            self.events.emit("degraded", part="dense")
        self.events.emit("recall", (ended - started) * 1e3, hits=len(hits), records=len(found.matrix))
        steps = (
            Step("plan", f"{len(plan.words)} words, {len(plan.slots)} slots", 0.0, {"slots": list(plan.slots), "past": plan.past}),
            Step("retrieve", f"{int(found.allowed.sum())} of {len(found.matrix)} visible", (retrieved - started) * 1e3),
            Step("rank", f"{len(hits)} hits", (ended - retrieved) * 1e3),
        )
        return Hits(hits, Trace(steps, tuple(lost), found.degraded))

    def explain(self, question: Question, record: MemoryRecord) -> Explanation:
        """Why `record` is among the hits of `question`, or which room lost it."""
        search = self._search(question)
        hits = Hits() if _is_blank(question) else self._answer(question, search)
        plan, found, ranked = search.plan, search.found, search.ranked
        places = np.flatnonzero(found.matrix.ids == np.frombuffer(bytes.fromhex(record.id), "V16")[0])
        if not len(places) or not found.allowed[places[0]]:
            return Explanation(record.id, False, "filter", _unseen(record, question, plan), None, 0.0, 0.0)
        place = int(places[0])
        relevance, order = float(ranked.relevance[place]), float(ranked.order[place])
        position = 1 + int((ranked.order > order).sum()) if np.isfinite(order) else None
        for hit in hits:
            if hit.record.id == record.id:
                return Explanation(record.id, True, None, hit.why, position, hit.relevance, hit.score)
            if record.id in {turn.id for turn in hit.turns}:
                return Explanation(record.id, False, "folded", f"it supports {hit.record.id}", position, relevance, order)
        lost = next((item for item in hits.trace.lost if item.id == record.id), None)
        room, why = (lost.room, lost.why) if lost else ("limit", f"place {position} of at most {question.limit}")
        if position is None:
            room, why = "rank", "no word, slot or meaning in common with the question"
        return Explanation(record.id, False, room, why, position, relevance, order if np.isfinite(order) else 0.0)

    def _pick(self, question: Question, found: retrieve.Found, ranked: ranks.Ranked) -> tuple[list[Hit], list[Lost]]:
        """The best rows as hits: their records fetched, filtered, turns folded into the facts that rest on them."""
        hits: list[Hit] = []
        lost: list[Lost] = []
        by_source: dict[Source, int] = {}
        refused: set[Source] = set()  # what facts rest on that the caller's filter leaves out: the turns that say them are left out too
        asked = identity.normal(question.text)
        for page in _pages(ranked.order, 2 * question.limit):
            records = {record.id: record for record in self.store.get(question.scope, [found.matrix.id(int(row)) for row in page])}
            for row in page:
                record = records.get(found.matrix.id(int(row)))
                if record is None or not visibility.visible(record, question.scope) or record.expired(question.now):
                    continue
                hit = _hit(record, int(row), asked, found, ranked)
                why = _refused(hit, question)
                if why is not None:
                    lost.append(Lost(record.id, *why))
                    refused.update(record.sources if why[0] == "filter" and not record.is_turn else ())
                    continue
                _place(hit, hits, by_source, lost)
            if sum(not _says(hit, refused) for hit in hits) > question.limit:
                break
        lost.extend(Lost(hit.record.id, "filter", "it says what the caller's filter leaves out") for hit in hits if _says(hit, refused))
        hits = [hit for hit in hits if not _says(hit, refused)]
        lost.extend(Lost(hit.record.id, "limit", f"place {place}") for place, hit in enumerate(hits[question.limit :], question.limit + 1))
        return hits[: question.limit], lost


def _pages(order: npt.NDArray[np.float32], first: int) -> Iterator[npt.NDArray[np.intp]]:
    """Rows by falling order, those at −inf left out: `first` of them, then pages of 64. Only what is asked for is sorted."""
    rows = np.flatnonzero(np.isfinite(order))
    if len(rows) > first:
        top = rows[np.argpartition(-order[rows], first)[:first]]
        yield top[np.argsort(-order[top], kind="stable")]
        rows = rows[~np.isin(rows, top)]
    rows = rows[np.argsort(-order[rows], kind="stable")]
    for start in range(0, len(rows), _PAGE):
        yield rows[start : start + _PAGE]


def _refused(hit: Hit, question: Question) -> tuple[str, str] | None:
    if question.filter is not None and not filters.matches(question.filter, hit.record):
        return "filter", "the caller's filter does not match"
    if question.min_relevance is not None and hit.relevance < question.min_relevance:
        return "threshold", f"relevance {hit.relevance:.2f} < {question.min_relevance:.2f}"
    return None


def _says(hit: Hit, refused: set[Source]) -> bool:
    """Whether it is a turn that a refused fact rests on."""
    return hit.record.is_turn and not refused.isdisjoint(hit.record.sources)


def _place(hit: Hit, hits: list[Hit], by_source: dict[Source, int], lost: list[Lost]) -> None:
    """Append `hit`, or fold: a turn into the fact that rests on it, an earlier turn under the fact that comes now."""
    record = hit.record
    if record.is_turn:
        for source in record.sources:
            if source in by_source and not hits[by_source[source]].record.is_turn:
                at = by_source[source]
                hits[at] = replace(hits[at], turns=(*hits[at].turns, record))
                lost.append(Lost(record.id, "folded", f"it supports {hits[at].record.id}"))
                return
    else:
        for source in record.sources:
            at = by_source.get(source, -1)
            if at >= 0 and hits[at].record.is_turn:
                turn = hits[at]
                lost.append(Lost(turn.record.id, "folded", f"it supports {record.id}"))
                hits[at] = replace(hit, score=max(hit.score, turn.score), turns=(turn.record,))
                by_source.update(dict.fromkeys(record.sources, at))
                return
    by_source.update({source: len(hits) for source in record.sources if source not in by_source})
    hits.append(hit)


def _hit(record: MemoryRecord, row: int, asked: str, found: retrieve.Found, ranked: ranks.Ranked) -> Hit:
    relevance = float(ranked.relevance[row])
    if asked == identity.normal(record.content) or (record.value is not None and asked == identity.normal(record.value)):
        relevance = 1.0
    reasons: list[str] = []
    lanes: list[str] = []
    if record.id in found.exact:
        reasons.append(f"slot {found.exact[record.id]}")
        lanes.append("exact")
    if found.lexical.matched[row]:
        reasons.append(f"words {int(found.lexical.matched[row])}/{found.lexical.words}")
        lanes.append("lexical")
    if found.embedded[row] and found.meaning[row] > 0:
        reasons.append(f"meaning {float(found.meaning[row]):.2f}")
        lanes.append("dense")
    if not reasons:
        reasons.append("next to what matches")
    return Hit(record, relevance, float(ranked.order[row]), why=", ".join(reasons), lanes=tuple(lanes))


def _unseen(record: MemoryRecord, question: Question, plan: plans.Plan) -> str:
    if record.expired(question.now):
        return "it has expired"
    if record.status not in plan.statuses:
        return f"its status is {record.status}"
    if not visibility.visible(record, question.scope):
        return "it belongs to another agent or scene"
    return "its kind, type or time is outside what was asked for"
