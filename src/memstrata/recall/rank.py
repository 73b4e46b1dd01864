"""Fusing the lanes and the evidence around each record into one order, and absolute relevance beside it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import ROLES
from memstrata.policies import fuse, score, spread
from memstrata.recall.plan import Plan
from memstrata.recall.question import Question
from memstrata.recall.retrieve import Found

Scores = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How the lanes and the surroundings of a record weigh; set by hand."""

    lexical: float = 0.55
    dense: float = 0.45
    neighbours: tuple[float, ...] = (0.3, 0.1)  # what a turn gets from those 1 and 2 places away
    session: float = 0.15
    speaker: float = 0.08
    time: float = 0.15
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
    words = found.lexical.scores / max(float(found.lexical.scores.max(initial=0.0)), 1e-9)
    lanes = [(words, ranking.lexical)]
    if found.embedded.any():
        lanes.append((fuse.scaled(found.cosines, found.embedded), ranking.dense))
    base = fuse.reciprocal_rank(lanes) if ranking.reciprocal else fuse.weighted(lanes)
    if ranking.assistant != 1.0:
        base = np.where(found.matrix.columns["role"] == ROLES.index("assistant"), base * np.float32(ranking.assistant), base)
    near = spread.neighbours(base, found.matrix, found.allowed, ranking.neighbours)
    fused = base + near + np.float32(ranking.session) * spread.sessions(base, found.matrix, found.allowed)
    fused = fused + np.float32(ranking.speaker) * spread.speakers(found.matrix, plan.names)
    if plan.since is not None or plan.until is not None:
        since = plan.since.timestamp() if plan.since else -np.inf
        until = plan.until.timestamp() if plan.until else np.inf
        fused = fused + np.float32(ranking.time) * spread.within(found.matrix, since, until)
    out: Scores = np.where(base > 0, fused, near).astype(np.float32)
    return out


def _relevance(found: Found) -> Scores:
    """1 − (1 − meaning)·(1 − words): either lane alone can make a record relevant; few matching words count little."""
    covered = np.float32(0.95) * found.lexical.coverage**2
    return np.clip(1 - (1 - found.meaning) * (1 - covered), 0, 1).astype(np.float32)
