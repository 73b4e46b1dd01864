"""The lanes: exact, lexical and dense, each over the whole matrix with the scope's filter inside."""

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memstrata.core import errors, filters
from memstrata.core.matrix import TYPES, Matrix, Positions
from memstrata.core.ports import Embedder, Near, Store
from memstrata.core.records import RETOLD, MemoryRecord, Status
from memstrata.policies import aims, lanes, visibility
from memstrata.recall import style
from memstrata.recall.plan import Plan
from memstrata.recall.question import Question
from memstrata.text import analyze

_ASKING = "tell show know remember recall mention explain describe 告诉 知道 记得 讲讲 说说 聊聊 介绍 提到 想想 回忆"
_PROPOSED_SHARE = 0.5  # of an index's proposals that a filter must leave
_WORDED = 4096  # records that hold the question's words, the best by them, that are also compared by meaning beside an index
_SAMPLE = 256  # records by which cosines are scaled as those of all would be
Rows = npt.NDArray[np.bool_]
Scores = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the lanes found: one row a record of the matrix."""

    matrix: Matrix
    allowed: Rows  # what the question may see at all
    lexical: lanes.Lexical
    cosines: Scores
    embedded: Rows  # which rows have a vector
    meaning: Scores  # the cosines as calibrated relevance
    wishes: Rows  # which hold words of a wish that stands; none where no help is asked for
    exact: dict[str, str]  # record id → slot it answers
    degraded: tuple[str, ...] = ()


def allowed(matrix: Matrix, question: Question, plan: Plan) -> Rows:
    """(records,): scope, status, expiry, kind, type and time, as one mask."""
    columns = matrix.columns
    rows = visibility.visible_rows(matrix, question.scope, question.now) & visibility.status_rows(matrix, *plan.statuses)
    if question.kinds is not None:
        rows &= np.isin(columns["kind"], np.array([matrix.labels.label(kind) for kind in question.kinds], np.uint64))
    elif question.types is None and not filters.names_kinds(question.filter):
        rows &= ~np.isin(columns["kind"], np.array([matrix.labels.label(kind) for kind in RETOLD], np.uint64))
    if question.types is not None:
        rows &= np.isin(columns["type"], [TYPES.index(kind) for kind in question.types])
    if question.kinds is None and question.types is None:
        rows &= ~style.feelings(matrix)  # they shape the answer and answer nothing
    if question.since is not None:
        rows &= columns["created"] >= question.since.timestamp()
    if question.until is not None:
        rows &= columns["created"] < question.until.timestamp()
    if question.as_of is not None:
        instant = question.as_of.timestamp()
        rows &= (columns["valid_from"] <= instant) & (instant < columns["valid_to"])
    return rows


def retrieve(
    question: Question,
    plan: Plan,
    store: Store,
    embed: Callable[[str], Scores] | None,
    embedder: Embedder | None,
    index: Near | None = None,
) -> Found:
    """All lanes. An embedder that fails is left out and named in `degraded`; the other lanes still answer."""
    matrix = store.matrix(question.scope)
    rows = allowed(matrix, question, plan)
    lexical, blank = lanes.lexical(matrix, _words(plan, matrix), rows), np.zeros(len(matrix), np.float32)
    cosines, embedded, meaning, degraded = blank, np.zeros(len(matrix), np.bool_), blank, list[str]()
    if embed is not None and embedder is not None and matrix.vectors is not None and question.text.strip():
        try:
            vector = embed(question.text)
            places = None if index is None else _near(index, question, matrix, vector, rows, lexical)
            if places is None:
                cosines, embedded = lanes.dense(matrix, embedder.space, vector)
            else:
                cosines, embedded = lanes.dense_at(matrix, embedder.space, vector, places)
            meaning = np.where(embedded, embedder.relevance(cosines, plan.language), 0).astype(np.float32)
            if matrix.vectors.space != embedder.space:  # another model's: they cannot answer until they are made anew
                degraded.append("dense")
        except errors.EmbedderError:
            degraded.append("dense")
    return Found(
        matrix=matrix,
        allowed=rows,
        lexical=lexical,
        cosines=cosines,
        embedded=embedded & rows,
        meaning=meaning,
        wishes=_wishes(plan, matrix, rows),
        exact=_exact(question, plan, store),
        degraded=tuple(degraded),
    )


def _near(index: Near, question: Question, matrix: Matrix, vector: Scores, rows: Rows, lexical: lanes.Lexical) -> Positions | None:
    """Where cosines are worth having: at what the index proposes, what holds the question's words, and a sample that tells how far is far.

    None, for the exact scan, without an index and under a filter that leaves little of what is proposed.
    """
    proposed = index.near(question.scope, matrix, vector)
    if proposed is None or np.count_nonzero(rows[proposed]) < max(_PROPOSED_SHARE * len(proposed), 4 * question.limit):
        return None
    worded = np.flatnonzero(lexical.matched)
    if len(worded) > _WORDED:
        worded = worded[np.argpartition(-lexical.scores[worded], _WORDED)[:_WORDED]]
    sample = np.arange(0, len(matrix), max(len(matrix) // _SAMPLE, 1))
    return np.unique(np.concatenate([proposed, worded, sample]))


def _wishes(plan: Plan, matrix: Matrix, rows: Rows) -> Rows:
    if not plan.aims.request:
        return np.zeros(len(matrix), np.bool_)
    return np.asarray(lanes.lexical(matrix, analyze.query_terms(aims.STANDING), rows).matched > 0)


def _words(plan: Plan, matrix: Matrix) -> list[str]:
    """The words of the lexical lane: a speaker's name says who speaks and not what is meant, so it is left to the speaker's evidence."""
    speakers = matrix.conversations.speakers
    names = {word for name in plan.names if matrix.labels.label(name) in speakers for word in analyze.query_terms(name)}
    return [word for word in plan.words if word not in names and word not in _asking()] or list(plan.words)


@functools.cache
def _asking() -> frozenset[str]:
    """Words by which one asks, whatever is asked for."""
    return frozenset(analyze.query_terms(_ASKING))


def _exact(question: Question, plan: Plan, store: Store) -> dict[str, str]:
    found: dict[str, str] = {}
    for slot in plan.slots:
        for record in store.by_slot(question.scope, slot):
            if _answers(record, question, plan.statuses):
                found[record.id] = slot
    return found


def _answers(record: MemoryRecord, question: Question, statuses: tuple[Status, ...]) -> bool:
    return record.status in statuses and visibility.visible(record, question.scope) and not record.expired(question.now)
