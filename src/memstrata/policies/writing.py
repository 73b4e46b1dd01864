"""How much is kept of what the paths propose: the presets of the write policy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from memstrata.core.drafts import Draft

CANDIDATE_BELOW = 0.5  # the same border as in `reconcile`: below it a fact waits outside recall

Preset = Literal["strict", "balanced", "greedy"]


@dataclass(frozen=True, slots=True)
class WritePolicy:
    """Confidences in [0, 1]: what is below `kept_from` is not stored; what is at least `believed_from` is no guess."""

    kept_from: float
    believed_from: float


PRESETS: dict[Preset, WritePolicy] = {
    "strict": WritePolicy(kept_from=0.9, believed_from=0.9),  # plainly said facts alone
    "balanced": WritePolicy(kept_from=0.0, believed_from=CANDIDATE_BELOW),  # guesses wait until they are seen again
    "greedy": WritePolicy(kept_from=0.0, believed_from=0.3),  # guesses and hearsay are recalled at once
}


def admitted(drafts: Sequence[Draft], policy: WritePolicy) -> list[Draft]:
    """The drafts that are to be stored, in order; what was explicitly asked to be remembered always is."""
    return [_believed(draft, policy) for draft in drafts if draft.explicit or draft.confidence >= policy.kept_from]


def _believed(draft: Draft, policy: WritePolicy) -> Draft:
    guess = draft.confidence < CANDIDATE_BELOW
    return replace(draft, confidence=CANDIDATE_BELOW) if guess and draft.confidence >= policy.believed_from else draft
