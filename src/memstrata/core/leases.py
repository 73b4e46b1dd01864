"""Who does a job that comes round again: one worker at a time, of whatever process."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from memstrata.core.scope import Scope

LEASE = timedelta(minutes=10)  # a worker that was killed loses its job after this; a living one renews between its steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to do `job`, for one owner or (None) for the whole store, until an instant."""

    job: str  # "consolidate", "audit", "close"
    scope: Scope | None
    holder: str  # tells this lease from every other one
    until: datetime
