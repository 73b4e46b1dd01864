"""Work that is owed: leased to one worker at a time, of whatever process."""

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tasks of a job: those due at `now` (seconds since 1970), or, with `after`, due or not, those of a greater id."""

    job: str
    limit: int
    now: float
    after: int | None = None


def claim(connection: apsw.Connection, owners: Owners, wanted: Wanted) -> list[tuple[Scope, Task]]:
    """Lease up to `limit` tasks of the owner of the oldest one, oldest first."""
    job, now, after = wanted.job, wanted.now, wanted.after
    oldest = statements.row(connection, *(("oldest_due", job, now) if after is None else ("oldest_after", job, after)))
    if oldest is None:
        return []
    scope = owners.scope(connection, oldest[0])
    name, border = ("due_of_owner", now) if after is None else ("after_of_owner", after)
    found = statements.rows(connection, name, oldest[0], job, border, wanted.limit)
    until = now + LEASE.total_seconds()
    statements.many(connection, "lease_task", [(until, number) for number, _, _ in found])
    return [(scope, Task(id=number, job=job, record=record.hex(), attempts=attempts)) for number, record, attempts in found]


def postpone(connection: apsw.Connection, numbers: Sequence[int], until: float) -> None:
    """Give tasks back, due at `until`, with one more attempt counted; those that are gone stay gone."""
    statements.many(connection, "postpone_task", [(until, number) for number in numbers])
