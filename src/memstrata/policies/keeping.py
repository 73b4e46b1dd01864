"""How a memory fades, what never goes by itself, and how much fits."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
import numpy.typing as npt

from memstrata.core.matrix import STATUSES, TRUSTS, TYPES, Columns
from memstrata.core.records import IMPORTANCE, Kind, MemoryRecord, MemoryType, Status, Trust

FADE_PER_WEEK = 0.95
GAIN_PER_USE = 0.1
BROUGHT_BACK = "unforgotten"  # the reason of a record that its user wanted back
_WEEK_SECONDS = 7 * 86_400.0
_MADE = frozenset([Kind.EPISODE, Kind.RETROSPECT, Kind.SUMMARY, Kind.SKILL, Kind.FEEDBACK, Kind.PRINCIPLE])  # written by us, said by nobody
_HELD = (Status.ACTIVE, Status.CANDIDATE, Status.COMPRESSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When a memory is pruned, and how many a user may have. 0 = unlimited."""

    after: timedelta = timedelta(days=90)  # since creation
    below: float = 0.3  # effective importance
    from_share: float = 0.8  # of a capacity: pruning begins here
    episodic: int = 5_000
    semantic: int = 50_000

    def capacity(self, family: MemoryType) -> int:
        """How many records of a type fit; 0 = any number."""
        return {MemoryType.EPISODIC: self.episodic, MemoryType.SEMANTIC: self.semantic}.get(family, 0)


def effective(record: MemoryRecord, now: datetime) -> float:
    """Stored importance × 0.95 a week unused × (1 + 0.1 × uses), in [0, 1]. What is pinned or confirmed does not fade."""
    touched = max(instant for instant in (record.created_at, record.last_used_at, record.confirmed_at) if instant is not None)
    weeks = 0.0 if record.pinned or confirmed(record) else max((now - touched).total_seconds(), 0.0) / _WEEK_SECONDS
    return min(record.importance * float(FADE_PER_WEEK**weeks) * (1 + GAIN_PER_USE * record.uses), 1.0)


def effective_rows(columns: Columns, now: datetime) -> npt.NDArray[np.float64]:
    """(rows,): `effective` of each row, where it is neither pinned nor confirmed."""
    weeks = np.maximum(now.timestamp() - columns["used"], 0.0) / _WEEK_SECONDS
    return np.minimum(columns["importance"] * FADE_PER_WEEK**weeks * (1 + GAIN_PER_USE * columns["uses"]), 1.0)


def confirmed(record: MemoryRecord) -> bool:
    """Whether its user confirmed it, or said it again."""
    return record.confirmed_at is not None and record.trust is Trust.USER


def stated(record: MemoryRecord) -> bool:
    """Whether the user said it or handed it in, rather than we wrote it about the user."""
    return record.trust is Trust.USER and record.kind not in _MADE


def protected(record: MemoryRecord) -> bool:
    """Whether it never goes for its age or for want of room: pinned, confirmed, important, said or brought back by the user, a failure."""
    return (
        record.pinned
        or confirmed(record)
        or record.importance >= IMPORTANCE["high"]
        or stated(record)
        or record.is_turn
        or record.reason == BROUGHT_BACK
        or record.payload.get("outcome") == "failure"
    )


def held_rows(columns: Columns, family: MemoryType) -> npt.NDArray[np.bool_]:
    """(rows,): memories that count towards the capacity of a type: readable ones and guesses, without the turns of the archive."""
    held = np.isin(columns["status"], [STATUSES.index(status) for status in _HELD])
    return np.asarray(held & (columns["type"] == TYPES.index(family)) & (columns["sequence"] < 0))


def may_go_rows(columns: Columns, now: datetime) -> npt.NDArray[np.bool_]:
    """(rows,): rows that may be unprotected; the record itself decides."""
    held = np.isin(columns["status"], [STATUSES.index(status) for status in _HELD])
    plain = (columns["pinned"] == 0) & (columns["importance"] < IMPORTANCE["high"]) & (columns["sequence"] < 0)
    told = (columns["trust"] == TRUSTS.index(Trust.USER)) & (columns["type"] == TYPES.index(MemoryType.SEMANTIC))
    return np.asarray(held & plain & ~told & (columns["expires"] > now.timestamp()))
