"""Meta memory: looking at what a question finds, to say whether it is known, stale, in conflict or never heard of."""

from dataclasses import replace

from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.results import Hits
from memstrata.policies import meta, visibility
from memstrata.policies.budget import Note
from memstrata.policies.meta import Asked, Knowledge
from memstrata.recall.journey import Recall
from memstrata.recall.question import Question


def knows(recall: Recall, question: Question, stale_days: float, floor: float) -> Knowledge:
    """What memory knows of the question; hits below the floor are no evidence."""
    found = recall.walk(replace(question, min_relevance=None))
    return judged(recall.store, question, found, Asked(text=question.text, now=question.now, floor=floor, stale_days=stale_days))


def notes(store: Store, question: Question, hits: Hits, stale_days: float) -> list[Note]:
    """What a prompt with `hits` should say of them: at most one line; [] where all is well."""
    asked = Asked(text=question.text, now=question.now, floor=question.min_relevance or 0.0, stale_days=stale_days)
    line = meta.note(asked, judged(store, question, hits, asked))
    return [Note("memory_state", line)] if line else []


def judged(store: Store, question: Question, hits: Hits, asked: Asked) -> Knowledge:
    """What `hits` know of the question, with the live records that they contradict and the guesses in the slots it asks for."""
    wanted = [other for hit in hits if (other := meta.rival(hit.record)) is not None]
    rivals = (
        {record.id: record for record in store.get(question.scope, wanted) if _live(record, question, *visibility.LIVE)} if wanted else {}
    )
    guesses = [
        record for slot in asked.slots for record in store.by_slot(question.scope, slot) if _live(record, question, Status.CANDIDATE)
    ]
    return meta.judge(asked, hits, rivals, guesses)


def _live(record: MemoryRecord, question: Question, *statuses: Status) -> bool:
    return record.status in statuses and visibility.visible(record, question.scope) and not record.expired(question.now)
