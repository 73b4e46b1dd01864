"""What was done before: the newest episodes without a search, and the experiences of tasks like this one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memstrata.core.ports import Store
from memstrata.core.records import RETOLD, Kind, MemoryRecord
from memstrata.core.results import Hit
from memstrata.core.scope import Scope
from memstrata.policies import episodes, retrospects, visibility
from memstrata.recall.journey import Recall
from memstrata.recall.question import Question
from memstrata.text import analyze

RECENT = 3  # episodes in every context
CANDIDATES = 10  # experiences that are found by meaning
SHOWN = 3  # … of which so many are shown
UNASKED = 0.7  # relevance from which one enters a prompt that did not ask for it
_SHARED_WORDS = 0.4  # of the question's, from which a task is of the kind where its meaning is not near enough


@dataclass(frozen=True, slots=True)
class Experience:
    """An episode or retrospect with what it teaches."""

    record: MemoryRecord
    title: str
    outcome: episodes.Outcome
    summary: str
    lessons: tuple[str, ...]

    @property
    def failed(self) -> bool:
        return self.outcome == "failure"

    @property
    def mark(self) -> str:
        """❌ for a failure, ✅ for what succeeded, ⚠️ for what did in part."""
        return episodes.MARK[self.outcome]


def recent(store: Store, scope: Scope, now: datetime, limit: int = RECENT) -> list[MemoryRecord]:
    """The newest episodes that the scope may read, newest first; those of a scene are its own and those without one."""
    matrix = store.matrix(scope)
    rows = visibility.visible_rows(matrix, scope, now) & visibility.status_rows(matrix, *visibility.LIVE)
    rows &= matrix.columns["kind"] == matrix.labels.label(Kind.EPISODE)
    return store.get(scope, visibility.newest(matrix, rows, limit))


def experiences(recall: Recall, question: Question, limit: int = SHOWN) -> list[Experience]:
    """What past tasks like `question` teach: of ten candidates those with lessons, failures first and newest first among them.

    Where an episode and the retrospect on it are both found, the retrospect speaks for it. Below the question's `min_relevance`
    only tasks that share its words are taken.
    """
    words, floor = set(analyze.query_terms(question.text)), question.min_relevance or 0.0
    most = max(CANDIDATES, limit)
    found = _apart(recall.walk(replace(question, kinds=RETOLD, limit=2 * most, min_relevance=None)))[:most]
    hits = [hit for hit in found if hit.relevance >= floor or _shared(words, hit.record.content) >= _SHARED_WORDS]
    told = [experience for hit in hits if (experience := read(hit.record)).lessons]
    newest = sorted(told, key=lambda each: (each.record.created_at, each.record.id), reverse=True)
    return sorted(newest, key=lambda each: not each.failed)[:limit]


def _apart(hits: Sequence[Hit]) -> list[Hit]:
    """The hits without the episodes of which a retrospect is among them."""
    looked_back = {origin for hit in hits if hit.record.kind == Kind.RETROSPECT for origin in hit.record.derived_from}
    return [hit for hit in hits if hit.record.id not in looked_back]


def _shared(words: set[str], content: str) -> float:
    return len(words.intersection(analyze.terms(content))) / len(words) if words else 0.0


def read(record: MemoryRecord) -> Experience:
    """What an episode or a retrospect teaches."""
    if record.kind == Kind.RETROSPECT:
        back = retrospects.of(record)
        return Experience(record, back.title, back.outcome, _summary(back), back.lessons)
    told = episodes.of(record)
    return Experience(record, told.title, told.outcome, told.line or told.summary, told.lessons)


def _summary(back: retrospects.Retrospect) -> str:
    return "; ".join(part for part in (back.goal, back.cause, back.worked) if part)


def told(experience: Experience, spoken: str) -> str:
    """An experience as a prompt shows it: mark, title, date, summary, lessons."""
    lessons = "; ".join(experience.lessons)
    name = "经验：" if spoken == "zh" else "Lessons: "
    return f"{experience.mark} {experience.title} ({experience.record.created_at:%Y-%m-%d}): {experience.summary} {name}{lessons}"


def line(record: MemoryRecord) -> str:
    """An episode as a prompt shows it: title, summary, key facts."""
    episode = episodes.of(record)
    facts = "; ".join(episode.key_facts)
    return " ".join(part for part in (f"{episodes.MARK[episode.outcome]} {episode.title}:", episode.summary, facts) if part)
