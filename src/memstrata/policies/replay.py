"""The replay buffer: which episodes go when a user has more than are kept."""

from collections.abc import Sequence

from memstrata.core.records import MemoryRecord
from memstrata.policies import episodes


def overflow(held: Sequence[MemoryRecord], limit: int) -> list[MemoryRecord]:
    """Those of the live episodes `held` that go: never a failure; of the others those with the fewest lessons, then the oldest."""
    told = [(record, episodes.of(record)) for record in held]
    free = [(len(episode.lessons), record.created_at, record.id, record) for record, episode in told if episode.outcome != "failure"]
    return [record for *_, record in sorted(free, key=lambda each: each[:3])][: max(0, len(held) - limit)]
