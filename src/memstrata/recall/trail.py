"""Following a change: from the records that tell of it to the older, or newer, ones about the same thing.

"What was it before?" shares words with the new state only. The clause that tells of the change also names its subject, and by
this the former state is found; version links between facts lead there directly.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import ROLES
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord
from memstrata.policies import change, lanes
from memstrata.recall.plan import Plan
from memstrata.recall.question import Question
from memstrata.recall.rank import Ranked
from memstrata.recall.retrieve import Found
from memstrata.text import analyze, sentences

Scores = npt.NDArray[np.float32]
Rows = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """How far a trail leads; set by hand."""

    answered: float = 0.2  # share of the question in a record of a former state from which no trail is needed
    anchors: int = 6  # how many of the best records are looked at for a change
    named: float = 0.5  # for holding what the question names besides its words of change
    told: float = 0.5  # for words that tell of a change, by how much a record is named or reached
    former: float = 0.25  # for words that speak of a former state
    known: float = 0.5  # taken from the record of a new state that leads to a former one
    hop: float = 1.0  # for being about the same thing as an anchor
    linked: float = 1.5  # for being the version before, or after, an anchor
    backward: float = 0.3  # the part of meaning in being about the same thing, towards a former state
    meaning: float = 0.5  # the part of meaning in being about the same thing, towards a later state; the rest is common words


def follow(question: Question, plan: Plan, found: Found, ranked: Ranked, store: Store, trail: Trail) -> Ranked:
    """The ranking with what the trails lead to on top; as it was for a question that asks for no change."""
    wanted = change.asked(question.text)
    if wanted is change.Asked.NEITHER or not found.allowed.any():
        return ranked
    walk = _Walk(plan, found, trail, wanted)
    if found.lexical.coverage[found.allowed & walk.speaks(change.FORMER)].max(initial=0.0) >= trail.answered:
        return ranked
    base = ranked.fused / max(float(ranked.fused.max()), 1e-9)
    start = base + walk.start()
    places = np.argsort(-np.where(found.allowed & walk.spoken, start, -np.inf), kind="stable")[: trail.anchors]
    anchors = {record.id: record for record in store.get(question.scope, [found.matrix.id(int(place)) for place in places])}
    reached = np.zeros(len(found.matrix), np.float32)
    for place in places:
        record = anchors.get(found.matrix.id(int(place)))
        if record is not None:
            strength = np.float32(start[place] / max(float(start[places[0]]), 1e-9))
            led = walk.leads(record, int(place))
            reached = np.maximum(reached, strength * led)
            if wanted is change.Asked.FORMER and led.any():  # it tells of the new state, which is not asked for
                base[place] *= np.float32(1 - trail.known)
    fused = base + walk.told(reached) + np.float32(trail.former) * walk.speaks(change.FORMER) + np.float32(trail.hop) * reached
    order = np.where(np.isfinite(ranked.order) | ((reached > 0) & found.allowed), fused, -np.inf)
    return replace(ranked, order=order.astype(np.float32), fused=fused.astype(np.float32))


class _Walk:
    """One question's search for the other end of a change."""

    def __init__(self, plan: Plan, found: Found, trail: Trail, wanted: change.Asked) -> None:
        self._plan, self._found, self._trail = plan, found, trail
        self._earlier = wanted is change.Asked.FORMER
        self._changing = frozenset([*analyze.query_terms(change.PRESENT), *analyze.query_terms(change.FORMER)])
        self.spoken = found.matrix.columns["role"] != ROLES.index("assistant")

    def speaks(self, words: str) -> Rows:
        """The records, an assistant's words aside, that hold any of `words`."""
        matched = lanes.lexical(self._found.matrix, analyze.query_terms(words), self._found.allowed).matched
        return np.asarray((matched > 0) & self.spoken)

    def named(self) -> Scores:
        """How much of what the question names, its words of change aside, each record holds, [0, 1]."""
        words = [word for word in self._plan.words if word not in self._changing]
        return lanes.lexical(self._found.matrix, words, self._found.allowed).evidence

    def start(self) -> Scores:
        """What makes a record one to start from: words of change before a former state, else what the question names."""
        named = np.float32(self._trail.named) * self.named()
        return np.asarray(named + np.float32(self._trail.told) * self.speaks(change.PRESENT), np.float32) if self._earlier else named

    def told(self, reached: Scores) -> Scores:
        """What a later state gets for its words of change, as far as it is named or reached; nothing more for a former one."""
        if self._earlier:
            return np.zeros_like(reached)
        return np.float32(self._trail.told) * self.speaks(change.PRESENT) * np.maximum(np.minimum(reached, 1), self.named())

    def leads(self, record: MemoryRecord, place: int) -> Scores:
        """What one anchor leads to, in [0, 1] and for version links above."""
        columns, ids = self._found.matrix.columns, self._found.matrix.ids
        out = np.zeros(len(ids), np.float32)
        before, here = columns["created"], columns["created"][place]
        there = self._found.allowed & ((before < here) if self._earlier else (before > here)) & (columns["role"] == columns["role"][place])
        share = np.float32(self._trail.backward if self._earlier else self._trail.meaning)
        near = self._near(self._subject(record), there)
        if self._earlier and not near.any():  # the question names the subject itself
            near = self._near([word for word in analyze.query_terms(record.content) if word not in self._changing], there)
        out += (1 - share) * near / max(float(near.max()), 1e-9)
        if share:
            out += share * lanes.alike(self._found.matrix, place, there)
        if self._earlier:
            out /= max(float(out.max()), 1e-9)
        for linked in record.supersedes if self._earlier else (record.superseded_by or "",):
            if linked:
                out[ids == np.frombuffer(bytes.fromhex(linked), "V16")[0]] = self._trail.linked
        return out

    def _near(self, words: list[str], there: Rows) -> Scores:
        """How much the records of `there` speak of `words`; a former state the more, where it says that it is one."""
        lexical = lanes.lexical(self._found.matrix, words, self._found.allowed)
        near = np.where(there, lexical.scores * lexical.coverage, np.float32(0))
        return near * (1 + np.float32(0.5) * self.speaks(change.FORMER)) if self._earlier else near

    def _subject(self, record: MemoryRecord) -> list[str]:
        """The words of what changed: those of the clauses that tell it, without the question's own and the words of change."""
        parts = [span.of(record.content) for span in sentences.clauses(record.content)]
        known = {*self._plan.words, *self._changing}
        for telling in ([part for part in parts if change.tells(part)], parts):
            words = [word for word in analyze.query_terms(" ".join(telling)) if word not in known]
            if words:
                return words
        return []
