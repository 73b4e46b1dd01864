"""The score that orders hits (S4): relevance, importance, recency and frequency, weighted."""

from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import Columns

_DAY_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The shares of the four parts, and how fast they fade or fill."""

    relevance: float = 0.5
    importance: float = 0.2
    recency: float = 0.2
    frequency: float = 0.1
    decay_per_day: float = 0.01
    full_at: int = 10  # uses from which frequency is 1


def total(relevance: npt.NDArray[np.float32], columns: Columns, now: datetime, weights: Weights) -> npt.NDArray[np.float32]:
    """The score of each row. Recency = exp(−decay·days since last use or confirmation, else creation); frequency = min(uses/full, 1)."""
    days = np.maximum(now.timestamp() - columns["used"], 0.0) / _DAY_SECONDS
    recency = np.exp(-weights.decay_per_day * days)
    frequency = np.minimum(columns["uses"] / weights.full_at, 1.0)
    out = weights.relevance * relevance + weights.importance * columns["importance"]
    return np.asarray(out + weights.recency * recency + weights.frequency * frequency, np.float32)
