"""What is asked, by whom, when, and within which limits."""

from dataclasses import dataclass
from datetime import datetime

from memstrata.core.filters import Filter
from memstrata.core.scope import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One recall. `since` ≤ created < `until`; `as_of` looks at what was valid at that instant."""

    text: str
    scope: Scope
    now: datetime
    limit: int = 5
    types: tuple[str, ...] | None = None
    kinds: tuple[str, ...] | None = None
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    min_relevance: float | None = None
    filter: Filter | None = None
