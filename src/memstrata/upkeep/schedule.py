"""What comes round by itself: each job once for each owner, whichever process is there, and long ones one owner at a time.

When a job last ended stands in the store, so that processes that live for a second do what is due as well. The clock of an owner
starts when a worker first meets it: nothing is due on the day of the first memory.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from memstrata.core.ports import Store
from memstrata.core.scope import Scope

AUDIT, CLOSE, CONSOLIDATE = "audit", "close", "consolidate"
LOOK_SECONDS = 60.0  # a worker looks for what is due so often
_WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Due:
    """A job that is due where it last ended before an instant."""

    job: str
    now: datetime
    before: datetime


def weekly(now: datetime) -> Due:
    """The audit, a week after the last."""
    return Due(AUDIT, now, now - _WEEK)


def closing(now: datetime) -> Due:
    """The closing of idle sessions, of one process in each minute."""
    return Due(CLOSE, now, now - timedelta(seconds=LOOK_SECONDS))


def nightly(now: datetime, hour: int) -> Due:
    """The consolidation: since the machine's clock last showed `hour`."""
    local = now.astimezone()
    begun = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return Due(CONSOLIDATE, now, begun if begun <= local else begun - timedelta(days=1))


def next_owner(store: Store, due: Due) -> Scope | None:
    """An owner for whom the job is due; the clock of those whom nobody has met yet starts. None when there is none."""
    for scope, ended in store.due(due.job, due.now, due.before):
        if ended is not None:
            return scope
        note(store, due.job, scope, due.now)
    return None


def run_next(store: Store, due: Due, run: Callable[[Scope], object]) -> int:
    """Run the job for one owner for whom it is due; 1 when it ran, 0 when there is none. After a failure it is due when its lease ends."""
    for scope, ended in store.due(due.job, due.now, due.before):
        lease = store.lease(due.job, scope, due.now, due.before)
        if lease is None:
            continue  # another process was quicker
        if ended is not None:
            run(scope)
        store.release(lease, ended=due.now)
        if ended is not None:
            return 1
    return 0


def run_whole(store: Store, due: Due, run: Callable[[], int]) -> int:
    """Run a job of the whole store when it is due; what it took, 0 when it is not due or another process has it."""
    lease = store.lease(due.job, None, due.now, due.before)
    if lease is None:
        return 0
    done = run()
    store.release(lease, ended=due.now)
    return done


def note(store: Store, job: str, scope: Scope, now: datetime) -> None:
    """Say that the job was done now, because somebody asked for it; nothing while a worker is at it."""
    lease = store.lease(job, scope, now, now + _WEEK)
    if lease is not None:
        store.release(lease, ended=now)
