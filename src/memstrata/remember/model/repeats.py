"""What was said before in the very same words needs no model: the facts of then are simply said once more."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memstrata.core.drafts import Draft
from memstrata.core.matrix import STATUSES, Matrix
from memstrata.core.ports import Store
from memstrata.core.records import Kind, MemoryRecord, Source, Status, Trust
from memstrata.core.scope import Scope
from memstrata.policies import identity, lanes, nearest
from memstrata.remember.model import marks
from memstrata.text import analyze

_LOOKED_AT = 8
_MAX_WORDS = 32
_MAX_CHARACTERS = 4000  # a longer message is hardly ever said twice
RULE = "repeated"


def facts(store: Store, scope: Scope, text: str, now: datetime, source: Source) -> list[MemoryRecord] | None:
    """The writer's live facts of an earlier turn with the very text; None when no model has read such a turn, and nobody stated it.

    What rests on the turn of `source` alone is not looked at.
    """
    if len(text) > _MAX_CHARACTERS:
        return None
    matrix = store.matrix(scope)
    if not len(matrix):
        return None
    asked = analyze.query_terms(text)[:_MAX_WORDS]
    live = _found(store, scope, matrix, asked, nearest.rows(matrix, scope, now, Status.ACTIVE, Status.CANDIDATE))
    wanted = identity.normal(text)
    stated = [fact for fact in live if identity.normal(fact.content) == wanted and set(fact.sources) - {source}]
    turns = _found(store, scope, matrix, asked, _turns(matrix, scope))
    equal = [turn for turn in turns if identity.normal(turn.content) == wanted and source not in turn.sources]
    same = [turn for turn in equal if marks.is_read(turn) or stated]
    if not same:
        return stated or None
    sources = {source for turn in same for source in turn.sources}
    return list({fact.id: fact for fact in [*stated, *(fact for fact in live if sources & set(fact.sources))]}.values())


def drafts(held: Sequence[MemoryRecord], source: Source, trust: Trust, span: tuple[int, int]) -> list[Draft]:
    """The facts as said once more in the turn of `source`."""
    return [
        Draft(
            content=fact.content,
            kind=fact.kind,
            slot=fact.slot,
            value=fact.value,
            importance=fact.importance,
            confidence=fact.confidence,
            trust=trust,
            span=span,
            source=source,
            language=fact.language,
            event_from=fact.event_from,
            event_to=fact.event_to,
            event_precision=fact.event_precision,
            rule=RULE,
        )
        for fact in held
    ]


def _found(store: Store, scope: Scope, matrix: Matrix, asked: Sequence[str], allowed: npt.NDArray[np.bool_]) -> list[MemoryRecord]:
    if not allowed.any() or not asked:
        return []
    scores = lanes.lexical(matrix, asked, allowed).scores
    positive = np.flatnonzero(scores > 0)
    best = positive[np.argsort(-scores[positive], kind="stable")][:_LOOKED_AT]
    return store.get(scope, [matrix.id(int(row)) for row in best])


def _turns(matrix: Matrix, scope: Scope) -> npt.NDArray[np.bool_]:
    columns, labels = matrix.columns, matrix.labels
    own = (columns["agent"] == labels.label(scope.agent)) & (columns["scene"] == labels.label(scope.scene))
    return np.asarray(own & (columns["kind"] == labels.label(Kind.TURN)) & (columns["status"] == STATUSES.index(Status.ACTIVE)))
