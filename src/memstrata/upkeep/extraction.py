"""The job that lets a model read the turns that are owed to it."""

from collections.abc import Callable
from datetime import datetime, timedelta

from memstrata.core import errors
from memstrata.core.batch import Task
from memstrata.core.events import Events
from memstrata.core.ports import Store
from memstrata.core.scope import Scope

JOB = "extract"
MAX_ATTEMPTS = 8  # after so many the worker leaves it alone; `flush` still tries it
_WAIT_SECONDS = (5.0, 30.0, 120.0, 600.0, 3600.0)  # after the 1st, 2nd … failure
_PARKED = timedelta(days=365)
_JITTER_STEPS = 16  # tasks of one storm come back spread over a quarter of the wait

Read = Callable[[Scope, Task, datetime], int]  # reads the turn and ends the task in one write; raises LLMError


def extract_one(store: Store, read: Read, events: Events, now: datetime, after: int | None = None) -> Task | None:
    """Read one turn; its task, None when none is due. What fails is postponed, at last for good.

    `after`: the next task with a greater id is taken, whether it is due or not.
    """
    claimed = store.claim(JOB, 1, now, after)
    if not claimed:
        return None
    scope, task = claimed[0]
    try:
        read(scope, task, now)
    except errors.LLMError as error:
        parked = task.attempts + 1 >= MAX_ATTEMPTS
        store.postpone([task.id], now + (_PARKED if parked else _wait(task, error)))
        events.emit("extract.parked" if parked else "extract.postponed", attempts=task.attempts + 1)
    return task


def _wait(task: Task, error: errors.LLMError) -> timedelta:
    wait = _WAIT_SECONDS[min(task.attempts, len(_WAIT_SECONDS) - 1)]
    spread = 1.0 + (task.id % _JITTER_STEPS) / (4 * _JITTER_STEPS)
    return timedelta(seconds=max(wait * spread, error.retry_after_seconds or 0.0))
