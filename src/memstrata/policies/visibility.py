"""Which records of one owner a scope may read, as one predicate in two forms: for a record and for the arrays."""

from datetime import datetime
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from memstrata.core import errors
from memstrata.core.matrix import STATUSES, Matrix
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo

Rows: TypeAlias = npt.NDArray[np.bool_]
EMBEDDED = (Status.ACTIVE, Status.COMPRESSED, Status.CANDIDATE, Status.SUPERSEDED, Status.FORGOTTEN)  # what may be recalled one day
LIVE = (Status.ACTIVE, Status.COMPRESSED)  # what recall shows


def visible(record: MemoryRecord, scope: Scope) -> bool:
    """Whether `scope` may read `record`: the agent's own and the user's own; the scene's and what has no scene."""
    if (record.tenant, record.user) != scope.owner:
        return False
    return record.agent in (None, scope.agent) and (scope.scene is None or record.scene in (None, scope.scene))


def session_readable(info: SessionInfo, scope: Scope) -> bool:
    """Whether `scope` may read the session: the agent's own and the user's own; the scene's and what has no scene."""
    return info.agent in (None, scope.agent) and (scope.scene is None or info.scene in (None, scope.scene))


def require_own_session(info: SessionInfo, scope: Scope) -> None:
    """Raise ConflictError unless the session is this agent's own: each writes into its own conversations only."""
    if info.agent != scope.agent or not session_readable(info, scope):
        raise errors.ConflictError(f"session {info.id!r} belongs to another agent or scene of this user: choose another session id")


def visible_rows(matrix: Matrix, scope: Scope, now: datetime) -> npt.NDArray[np.bool_]:
    """(rows,): what `scope` may read and what has not expired at `now`, whatever its status; never erased rows."""
    columns, labels = matrix.columns, matrix.labels
    seen = (columns["agent"] == 0) if scope.agent is None else np.isin(columns["agent"], (0, labels.label(scope.agent)))
    if scope.scene is not None:
        seen &= np.isin(columns["scene"], (0, labels.label(scope.scene)))
    seen &= (columns["status"] >= 0) & (columns["expires"] > now.timestamp())
    return np.asarray(seen)


def visible_ids(matrix: Matrix, scope: Scope, now: datetime) -> set[str]:
    """The ids of `visible_rows`."""
    return {matrix.id(int(row)) for row in np.flatnonzero(visible_rows(matrix, scope, now))}


def newest(matrix: Matrix, rows: npt.NDArray[np.bool_], most: int | None = None) -> list[str]:
    """The ids of `rows`, newest first, those of one instant as they were written; at most `most`."""
    places = np.flatnonzero(rows)
    order = places[np.lexsort((places, matrix.columns["created"][places]))][::-1][:most]
    return [matrix.id(int(place)) for place in order]


def status_rows(matrix: Matrix, *statuses: Status) -> npt.NDArray[np.bool_]:
    """(rows,): rows in one of `statuses`."""
    return np.asarray(np.isin(matrix.columns["status"], [STATUSES.index(status) for status in statuses]))
