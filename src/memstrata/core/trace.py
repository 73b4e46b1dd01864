"""What each room decided: the one thing that `explain`, the page, metrics and tests read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from memstrata.core.records import EMPTY, Json


@dataclass(frozen=True, slots=True)
class Step:
    """One room's decision: counts and labels, never memory text."""

    room: str  # "gate", "plan", "retrieve", "rank", "pack" …
    outcome: str  # a short label: "skipped: greeting", "12 candidates"
    milliseconds: float = 0.0
    details: Mapping[str, Json] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True)
class Lost:
    """A record that a room dropped, and why: the answer to "why was this not recalled?"."""

    id: str
    room: str  # gate, filter, threshold, limit, folded, variety, budget
    why: str


@dataclass(frozen=True, slots=True)
class Trace:
    """The rooms in the order they were walked, what they lost, and what was degraded (names of lanes or parts)."""

    steps: tuple[Step, ...] = ()
    lost: tuple[Lost, ...] = ()
    degraded: tuple[str, ...] = ()

    def step(self, room: str) -> Step | None:
        """The decision of `room`; None when it was not walked."""
        return next((step for step in self.steps if step.room == room), None)
