"""Fusing the lanes and the evidence around each record into one order, and absolute relevance beside it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import ROLES, TRUSTS
from memstrata.core.records import Trust
from memstrata.policies import fuse, score, spread, trust
from memstrata.recall.plan import Plan
from memstrata.recall.question import Question
from memstrata.recall.retrieve import Found

Scores = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How the lanes and the surroundings of a record weigh. Set by hand; public conversations only checked them."""

    lexical: float = 0.5
    dense: float = 0.5
    neighbours: tuple[float, ...] = (0.45, 0.2, 0.1)  # what a turn gets from those 1, 2 and 3 places away
    answer: float = 0.2  # … and from a question right before it
    session: float = 0.4
    speaker: float = 0.1
    time: float = 0.4
    question: float = 0.1  # taken from what is itself a question
    brevity: float = 0.25  # taken from the shortest: a greeting is hardly evidence
    substantial_words: float = 25.0  # from this length nothing is taken
    assistant: float = 0.9  # factor on what an assistant said: users' own words first
    reciprocal: bool = False  # fuse by rank instead of by normalised scores


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row a record: `order` sorts, `relevance` is absolute, `fused` is the evidence of this query in [0, 1]."""

    order: Scores
    relevance: Scores
    fused: Scores


def rank(question: Question, plan: Plan, found: Found, ranking: Ranking, weights: score.Weights) -> Ranked:
    """Every record's place. Rows that the question may not see, or without any evidence, stand at −inf in `order`."""
    fused = _evidence(plan, found, ranking)
    relevance = _relevance(found)
    if found.exact:
        answers = np.zeros(len(found.matrix), np.bool_)
        for record_id in found.exact:
            answers |= found.matrix.ids == np.frombuffer(bytes.fromhex(record_id), "V16")[0]
        fused = np.where(answers & found.allowed, np.maximum(fused, 1.0) + 1.0, fused)
        relevance = np.where(answers, np.maximum(relevance, np.float32(0.97)), relevance)
    top = float(fused.max(initial=0.0))
    order = score.total(fused / top if top > 0 else fused, found.matrix.columns, question.now, weights)
    seen = found.allowed & (fused > 0)
    return Ranked(np.where(seen, order, -np.inf).astype(np.float32), relevance, fused)


def _evidence(plan: Plan, found: Found, ranking: Ranking) -> Scores:
    """The fused lanes, and what a record gets from around it."""
    lanes = [(found.lexical.evidence, ranking.lexical)]
    if found.embedded.any():
        lanes.append((_dense(found), ranking.dense))
    base = fuse.reciprocal_rank(lanes) if ranking.reciprocal else fuse.weighted(lanes)
    columns = found.matrix.columns
    base = np.asarray(np.where(columns["role"] == ROLES.index("assistant"), base * np.float32(ranking.assistant), base), np.float32)
    fused = base + spread.neighbours(base, found.matrix, found.allowed, ranking.neighbours)
    fused += np.float32(ranking.answer) * spread.answers(base, found.matrix, found.allowed)
    heard = fused > 0
    fused += np.float32(ranking.session) * spread.sessions(base, found.matrix, found.allowed)
    fused += np.float32(ranking.speaker) * spread.speakers(found.matrix, plan.names)
    if plan.since is not None or plan.until is not None:
        since = plan.since.timestamp() if plan.since else -np.inf
        until = plan.until.timestamp() if plan.until else np.inf
        fused += np.float32(ranking.time) * spread.within(found.matrix, since, until)
    fused *= _prior(found, ranking) * _believed(found)
    return np.asarray(np.where(heard, fused, 0), np.float32)


def _dense(found: Found) -> Scores:
    """The dense lane in [0, 1]. A record without a vector yet stands by its words: what was just written is not behind."""
    return np.where(found.embedded, fuse.scaled(found.cosines, found.embedded), found.lexical.evidence)


def _prior(found: Found, ranking: Ranking) -> Scores:
    """How likely a turn is evidence at all, by its form: short ones and questions less. Facts always are."""
    columns = found.matrix.columns
    turn = columns["sequence"] >= 0
    length = np.minimum(np.log1p(found.matrix.lengths) / np.log1p(ranking.substantial_words), 1.0)
    form = (1 - ranking.brevity + ranking.brevity * length) * (1 - ranking.question * columns["asks"])
    return np.asarray(np.where(turn, form, 1.0), np.float32)


def _believed(found: Found) -> Scores:
    """How much a record weighs by the class of its source. An assistant's turns have their own factor already."""
    columns = found.matrix.columns
    weights = np.array([trust.WEIGHTS[Trust(name)] for name in TRUSTS], np.float32)[columns["trust"]]
    return np.asarray(np.where(columns["role"] == ROLES.index("assistant"), np.float32(1.0), weights), np.float32)


def _relevance(found: Found) -> Scores:
    """1 − (1 − meaning)·(1 − words): either lane alone can make a record relevant; few matching words count little."""
    covered = np.float32(0.95) * found.lexical.coverage**2
    return np.asarray(np.clip(1 - (1 - found.meaning) * (1 - covered), 0, 1), np.float32)
