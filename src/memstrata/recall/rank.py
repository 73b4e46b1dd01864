"""Fusing the lanes and the evidence around each record into one order, and absolute relevance beside it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import ROLES, TRUSTS
from memstrata.core.records import Kind, Trust
from memstrata.policies import fuse, score, spread, trust
from memstrata.recall.plan import Plan
from memstrata.recall.question import Question
from memstrata.recall.retrieve import Found

Scores = npt.NDArray[np.float32]

_LONG = (30.0, 400.0)  # words, from a paragraph to a page
_WISH_WORDS = 30  # a longer turn says other things as well


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
    another: float = 0.7  # factor on the relevance of a turn by somebody else than the one whom the question names
    alone: float = 0.5  # of what comes from around, taken from the longest: they speak for themselves
    asking_words: float = 8.0  # up to this length a question to an assistant is nothing but that
    question: float = 0.1  # taken from what is itself a question
    brevity: float = 0.2  # taken from the shortest: a greeting is hardly evidence
    substantial_words: float = 25.0  # from this length nothing is taken
    assistant: float = 0.9  # factor on what an assistant said: users' own words first
    told: float = 1.2  # … where the question is after what the assistant said
    verbose: float = 0.6  # taken from the longest of an assistant's answers: they hold a word of everything
    standing: float = 0.5  # for a wish that stands, as far as it is about the matter, where help is asked for
    reciprocal: bool = False  # fuse by rank instead of by normalised scores


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row a record: `order` sorts, `relevance` is absolute, `fused` is the evidence of this query in [0, 1]."""

    order: Scores
    relevance: Scores
    fused: Scores


@dataclass(frozen=True, slots=True)
class _Form:
    """What each record looks like, by its length and its end."""

    long: Scores  # 0 up to a paragraph, 1 from a page on
    brief: Scores  # 1 for nothing, 0 from where a turn is substantial
    asks: npt.NDArray[np.bool_]  # does nothing but ask: who asks an assistant tells something first, unless the turn is short


def _form(found: Found, ranking: Ranking) -> _Form:
    lengths = found.matrix.lengths
    logs = np.log1p(lengths)
    low, high = (np.log1p(np.float32(words)) for words in _LONG)
    longer = lengths > ranking.asking_words
    return _Form(
        long=np.clip((logs - low) / (high - low), 0, 1),
        brief=np.maximum(1 - logs / np.log1p(np.float32(ranking.substantial_words)), 0),
        asks=(found.matrix.columns["asks"] == 1) & ~(longer & spread.before(found.matrix, ROLES.index("assistant"))),
    )


def rank(question: Question, plan: Plan, found: Found, ranking: Ranking, weights: score.Weights) -> Ranked:
    """Every record's place. Rows that the question may not see, or without any evidence, stand at −inf in `order`."""
    fused = _evidence(plan, found, ranking)
    relevance = _relevance(plan, found, ranking)
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
    form = _form(found, ranking)
    base = np.asarray(base * _voice(plan, found, form, ranking), np.float32)
    around = spread.neighbours(base, found.matrix, found.allowed, ranking.neighbours)
    answering = plan.aims.told or plan.aims.overview  # an assistant's answers are part of what is asked for
    asking = base if answering else np.where(form.asks, base, 0)
    around += np.float32(ranking.answer) * spread.answers(asking, found.matrix, found.allowed)
    fused = base + (around if answering else around * (1 - np.float32(ranking.alone) * form.long))
    heard = fused > 0
    if plan.aims.request:
        fused += np.float32(ranking.standing) * _standing(found, base)
    fused += np.float32(ranking.session) * spread.sessions(base, found.matrix, found.allowed)
    fused += np.float32(ranking.speaker) * spread.speakers(found.matrix, plan.names)
    if plan.since is not None or plan.until is not None:
        since = plan.since.timestamp() if plan.since else -np.inf
        until = plan.until.timestamp() if plan.until else np.inf
        fused += np.float32(ranking.time) * spread.within(found.matrix, since, until)
    fused *= _prior(found, form, ranking) * _believed(found)
    return np.asarray(np.where(heard, fused, 0), np.float32)


def _voice(plan: Plan, found: Found, form: _Form, ranking: Ranking) -> Scores:
    """The factor of who speaks: an assistant's words count less than a user's, long answers least, unless it is they that are asked for."""
    spoken = found.matrix.columns["role"] == ROLES.index("assistant")
    if plan.aims.told:
        return np.where(spoken, np.float32(ranking.told), np.float32(1.0))
    share = 0.0 if plan.aims.overview else ranking.verbose
    factor = ranking.assistant * (1 - share * form.long)
    return np.where(spoken, factor, 1.0).astype(np.float32)


def _standing(found: Found, base: Scores) -> Scores:
    """How much each wish of the user's that stands is about the matter: facts of preference, and turns that hold words of such a wish."""
    columns, labels = found.matrix.columns, found.matrix.labels
    kinds = np.array([labels.label(Kind.PREFERENCE), labels.label(Kind.PRINCIPLE)], np.uint64)
    turns = (columns["role"] == ROLES.index("user")) & (found.matrix.lengths <= _WISH_WORDS)
    wishes = np.isin(columns["kind"], kinds) | (turns & found.wishes)
    return np.where(wishes & found.allowed, base, np.float32(0))


def _dense(found: Found) -> Scores:
    """The dense lane in [0, 1]. A record without a vector yet stands by its words: what was just written is not behind."""
    return np.where(found.embedded, fuse.scaled(found.cosines, found.embedded), found.lexical.evidence)


def _prior(found: Found, form: _Form, ranking: Ranking) -> Scores:
    """How likely a turn is evidence at all, by its form: short ones and questions less. Facts always are."""
    turn = found.matrix.columns["sequence"] >= 0
    likely = (1 - np.float32(ranking.brevity) * form.brief) * (1 - np.float32(ranking.question) * form.asks)
    return np.where(turn, likely, np.float32(1.0))


def _believed(found: Found) -> Scores:
    """How much a record weighs by the class of its source. An assistant's turns have their own factor already."""
    columns = found.matrix.columns
    weights = np.array([trust.WEIGHTS[Trust(name)] for name in TRUSTS], np.float32)[columns["trust"]]
    return np.asarray(np.where(columns["role"] == ROLES.index("assistant"), np.float32(1.0), weights), np.float32)


def _relevance(plan: Plan, found: Found, ranking: Ranking) -> Scores:
    """1 − (1 − meaning)·(1 − words): either lane alone can make a record relevant; few matching words count little.

    Who speaks counts as well: another's turn hardly answers for the one whom the question names.
    """
    covered = np.float32(0.95) * found.lexical.coverage**2
    relevance = 1 - (1 - found.meaning) * (1 - covered)
    named = spread.speakers(found.matrix, plan.names)
    if named.any():
        another = (found.matrix.columns["speaker"] != 0) & ~named
        relevance = np.where(another, relevance * np.float32(ranking.another), relevance)
    return np.asarray(np.clip(relevance, 0, 1), np.float32)
