"""What a consolidation gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from memstrata.core.scope import Scope

STEPS = ("deduplicate", "compress", "link", "prune", "abstract")


@dataclass(frozen=True, slots=True)
class Consolidated:
    """One change, made or (in a dry run) only shown: the step, the ids it rests on, the first of them to act on, and why. Never text."""

    step: str
    scope: Scope
    ids: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationReport:
    """What one run did. `run` undoes it; None when nothing was changed."""

    run: str | None = None
    dry_run: bool = False
    scopes: int = 0  # owners looked at
    changes: list[Consolidated] = field(default_factory=list)
    removed: int = 0  # records out of sight since `undo_days`, now gone for good
    capped: bool = False  # there was more to change than one run may: the next goes on
    over: Mapping[str, int] = field(default_factory=dict)  # type → memories beyond its capacity, all of them protected
    busy: tuple[Scope, ...] = ()  # owners at whom another process is

    @property
    def counts(self) -> Mapping[str, int]:
        """How many changes of each step; steps without any are 0."""
        return {step: sum(change.step == step for change in self.changes) for step in STEPS}
