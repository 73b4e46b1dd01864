"""Which of one writer's facts lie nearest to a text: few enough to compare one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import STATUSES, TYPES, Matrix
from memstrata.core.records import TYPE_OF_KIND, Kind, MemoryType, Status
from memstrata.core.scope import Scope
from memstrata.policies import lanes, statement, wording
from memstrata.text import analyze

# What is no single fact: it is never compared by its words.
APART = frozenset([Kind.TURN, Kind.EPISODE, Kind.RETROSPECT, Kind.SUMMARY, Kind.CHUNK, Kind.SKILL, Kind.FEEDBACK])
_SEMANTIC_APART = sorted(kind for kind in APART if kind not in TYPE_OF_KIND)
NEAREST = 5  # facts that are compared with a draft
_MAX_WORDS = 24
_SELF_EN, _SELF_ZH = analyze.QUIET + "i", analyze.QUIET + "我"
_COMMON_ROWS = 1000  # a word in more records than this costs more than it tells


@dataclass(frozen=True, slots=True)
class Meaning:
    """The vector of a draft in its space; without one only words find what is near."""

    space: str
    vector: npt.NDArray[np.float32]  # (dimensions,), norm 1


def rows(matrix: Matrix, scope: Scope, now: datetime, *statuses: Status) -> npt.NDArray[np.bool_]:
    """(rows,): single facts that the scope's agent itself wrote in its scene, in one of `statuses` and not expired."""
    columns, labels = matrix.columns, matrix.labels
    own = (columns["agent"] == labels.label(scope.agent)) & (columns["scene"] == labels.label(scope.scene))
    own &= (columns["expires"] > now.timestamp()) & (columns["type"] == TYPES.index(MemoryType.SEMANTIC))
    for kind in _SEMANTIC_APART:
        own &= columns["kind"] != labels.label(kind)
    stands = np.zeros(len(matrix), np.bool_)
    for status in statuses:
        stands |= columns["status"] == STATUSES.index(status)
    return np.asarray(own & stands)


def nearest(matrix: Matrix, content: str, allowed: npt.NDArray[np.bool_], meaning: Meaning | None = None) -> list[tuple[int, float]]:
    """(position, cosine) of at most twice `NEAREST` rows of `allowed`, by words, then by meaning; best first, NaN where no vector is."""
    if not allowed.any():
        return []
    scores = lanes.lexical(matrix, _telling(matrix, words(content)), allowed).scores
    found = _top(scores, NEAREST)
    cosines = np.full(len(matrix), np.nan, np.float32)
    if meaning is not None:
        near, known = lanes.dense(matrix, meaning.space, meaning.vector)
        cosines = np.where(known, near, np.nan).astype(np.float32)
        found += [row for row in _top(np.where(known & allowed, near, 0.0), NEAREST) if row not in found]
    return [(row, float(cosines[row])) for row in found]


def words(content: str) -> Sequence[str]:
    """The words to look with: those of the text, and those by which others would say the same, its opposite, or that kind of thing."""
    clauses = statement.read(content).clauses
    families = {clause.family for clause in clauses}
    others = [wording.kin_words()[word] for clause in clauses for word in sorted(clause.bag & wording.kin_words().keys())]
    others += [wording.NEAR_WORDS[family] for family in sorted(families & wording.NEAR_WORDS.keys())]
    signs = [analyze.QUIET + sign for family in sorted(families & wording.NEAR_SIGNS.keys()) for sign in wording.NEAR_SIGNS[family]]
    plain = content[: statement.MAX_CHARACTERS]
    own = [term for term in dict.fromkeys(analyze.terms(plain)) if not term.startswith(analyze.QUIET)][:_MAX_WORDS]
    further = analyze.query_terms(" ".join(others))[:_MAX_WORDS] if others else []
    shown = signs if not content.isascii() else []
    if any(clause.who == "self" and clause.family in wording.SINGLE for clause in clauses):
        shown = [*shown, _SELF_EN if content.isascii() else _SELF_ZH]
    return list(dict.fromkeys([*own, *further, *shown])) or analyze.query_terms(plain)


def _telling(matrix: Matrix, asked: Sequence[str]) -> Sequence[str]:
    """The words without those that so many records hold that they tell none apart; all of them when nothing else is left."""
    bound = max(_COMMON_ROWS, len(matrix) // 10)
    if len(matrix) <= bound:
        return asked
    kept = (_SELF_EN, _SELF_ZH)
    return [word for word in asked if word in kept or len(matrix.postings.find(matrix.labels.term(word))[0]) <= bound] or asked


def _top(scores: npt.NDArray[np.float32], count: int) -> list[int]:
    positive = np.flatnonzero(scores > 0)
    if len(positive) > count:
        positive = positive[np.argpartition(-scores[positive], count)[:count]]
    return [int(row) for row in positive[np.argsort(-scores[positive], kind="stable")]]
