"""Work that is owed: leased to one worker at a time, of whatever process."""

from collections.abc import Sequence
from datetime import timedelta

import apsw

from memstrata.core.batch import Task
from memstrata.core.scope import Scope
from memstrata.stores.sqlite import statements
from memstrata.stores.sqlite.owners import Owners

LEASE = timedelta(minutes=2)


def waiting(connection: apsw.Connection, job: str, now: float) -> bool:
    """Whether any task of the job is due: asked first, so that an idle worker never writes."""
    found = statements.row(connection, "next_due", job)
    return found is not None and found[0] <= now


def claim(connection: apsw.Connection, owners: Owners, job: str, limit: int, now: float) -> list[tuple[Scope, Task]]:
    """Lease up to `limit` due tasks of the owner of the oldest one, oldest first."""
    oldest = statements.row(connection, "oldest_due", job, now)
    if oldest is None:
        return []
    scope = owners.scope(connection, oldest[0])
    found = statements.rows(connection, "due_of_owner", oldest[0], job, now, limit)
    until = now + LEASE.total_seconds()
    statements.many(connection, "lease_task", [(until, number) for number, _, _ in found])
    return [(scope, Task(id=number, job=job, record=record.hex(), attempts=attempts)) for number, record, attempts in found]


def postpone(connection: apsw.Connection, numbers: Sequence[int], until: float) -> None:
    """Give tasks back, due at `until`, with one more attempt counted; those that are gone stay gone."""
    statements.many(connection, "postpone_task", [(until, number) for number in numbers])
