"""The job that takes turns out of the archive where the settings keep none, once their session is closed and they are read."""

from collections.abc import Callable
from datetime import datetime, timedelta

from memstrata.core.erasure import Plan
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord

JOB = "drop"
BATCH = 256
_WAIT = timedelta(minutes=10)  # for what a model is still to read
_MOST_WAITS = 12  # then it goes unread


def drop_some(store: Store, now: datetime, owed: Callable[[MemoryRecord], bool]) -> int:
    """Remove some of the turns whose time is over; how many were looked at, 0 = none is due. Those that are `owed` to a model wait."""
    taken = store.claim(JOB, BATCH, now)
    if not taken:
        return 0
    scope, tries = taken[0][0], {task.record: task for _, task in taken}
    held = store.get(scope, list(tries))
    waiting = {record.id for record in held if owed(record) and tries[record.id].attempts < _MOST_WAITS}
    store.postpone([tries[record_id].id for record_id in waiting], now + _WAIT)
    gone = tuple(record.id for record in held if record.id not in waiting)
    if gone:
        store.erase(scope, Plan(records=gone))
    return len(taken)
