"""Skills for a task: those that its words call for, then those that are near it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memstrata.core.ports import Store
from memstrata.core.records import Kind, MemoryRecord, Status
from memstrata.core.results import Hit, Hits
from memstrata.core.scope import Scope
from memstrata.policies import skills, visibility
from memstrata.policies.skills import Skill
from memstrata.recall.journey import Recall
from memstrata.recall.question import Question

NEAR = 0.5  # relevance from which a skill is for the task
_MOST = 200  # skills that are looked at


def standing(store: Store, scope: Scope, now: datetime) -> list[MemoryRecord]:
    """The present skills that the scope may read, at most 200, the newest first."""
    matrix = store.matrix(scope)
    rows = visibility.visible_rows(matrix, scope, now) & visibility.status_rows(matrix, Status.ACTIVE)
    rows &= matrix.columns["kind"] == matrix.labels.label(Kind.SKILL)
    return store.get(scope, visibility.newest(matrix, rows, _MOST))


def best(store: Store, scope: Scope, now: datetime, limit: int) -> list[Skill]:
    """The present skills, the most used and then the most successful first."""
    held = [skills.of(record) for record in standing(store, scope, now)]
    return sorted(held, key=lambda skill: (-skill.uses, -skill.success_rate))[:limit]


def for_task(recall: Recall, question: Question) -> list[Skill]:
    """The skills for a task, at most `question.limit`: whose trigger it says, then those near it in words and meaning."""
    called = [skills.of(record) for record in called_for(recall.store, question.scope, question.text, question.now)]
    near = recall.walk(replace(question, kinds=(Kind.SKILL,), min_relevance=NEAR))
    found = {skill.id: skill for skill in [*called, *(skills.of(hit.record) for hit in near)]}
    return list(found.values())[: question.limit]


def called_for(store: Store, scope: Scope, text: str, now: datetime) -> list[MemoryRecord]:
    """The skills whose trigger the text says, the longest trigger first."""
    held = [(skills.of(record), record) for record in standing(store, scope, now)]
    called = [(skill, record) for skill, record in held if skills.called(skill, text)]
    return [record for skill, record in sorted(called, key=lambda each: -len(each[0].trigger))]


def joined(hits: Hits, called: Sequence[MemoryRecord]) -> Hits:
    """The hits with the skills that were called for in front."""
    if not called:
        return hits
    own = {record.id for record in called}
    front = [Hit(record, 1.0, 1.0, why=f"trigger {skills.of(record).trigger}", lanes=("exact",)) for record in called]
    return Hits([*front, *(hit for hit in hits if hit.id not in own)], hits.trace)
