"""The job that folds what has left the window into the running summary of a session."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from memstrata.core.batch import Batch, View
from memstrata.core.events import Events
from memstrata.core.ports import Store
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionStatus, Turn
from memstrata.policies import summarising
from memstrata.policies.summarising import Bounds, Folded

_ENDING = (SessionStatus.CLOSING, SessionStatus.CLOSED)  # the episode takes the place of the summary

Fold = Callable[[str, Sequence[Turn]], Folded]  # (the summary so far, the turns behind it) → the summary of both


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation of an owner."""

    scope: Scope
    session: str


def fold_session(store: Store, talk: Talk, bounds: Bounds, fold: Fold, events: Events) -> bool:
    """Fold the older exchanges of one session when there are more than twice the window; whether it was done.

    The summary and how far it reaches are written together, and only on what it was made from: no turn is folded twice or lost.
    """
    info = store.session(talk.scope, talk.session)
    if info is None or info.status in _ENDING:
        return False
    turns = store.turns(talk.scope, talk.session, after=info.summary_covers)
    older = turns[: summarising.due(turns, bounds)]
    if not older:
        return False
    folded = fold(info.summary, older)

    def decide(view: View) -> Batch:
        present = view.session(talk.session)
        moved = present is None or present.status in _ENDING or present.summary_covers != info.summary_covers
        if moved or present is None:
            return Batch()
        return Batch(sessions=(replace(present, summary=folded.text, summary_covers=older[-1].sequence),))

    stored = bool(store.write(talk.scope, decide).batch.sessions)
    if stored:
        events.emit(
            "summary",
            messages=len(older),
            tokens_before=folded.tokens_before,
            tokens_after=folded.tokens_after,
            ratio=round(folded.ratio, 2),
            calls=folded.calls,
            by=folded.by,
        )
    return stored
