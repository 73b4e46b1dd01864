"""How to answer this user now, from how they took the answers lately."""

from datetime import datetime

import numpy as np

from memstrata.core.matrix import Matrix
from memstrata.core.ports import Store
from memstrata.core.records import Status
from memstrata.core.scope import Scope
from memstrata.policies import affect, visibility
from memstrata.policies.budget import Note
from memstrata.policies.visibility import Rows


def notes(store: Store, scope: Scope, now: datetime, half_life_days: float, chinese: bool) -> list[Note]:
    """At most one line for the prompt; [] when nothing was signalled, or all of it has faded."""
    matrix = store.matrix(scope)
    seen = feelings(matrix) & visibility.visible_rows(matrix, scope, now) & visibility.status_rows(matrix, Status.ACTIVE)
    held = store.get(scope, [matrix.id(int(row)) for row in np.flatnonzero(seen)])
    line = affect.advice(held, now, half_life_days, chinese)
    return [Note("style_note", line)] if line else []


def feelings(matrix: Matrix) -> Rows:
    """(rows,): the records of how the user took the answers."""
    slots = np.array([matrix.labels.label(slot) for slot in affect.SLOTS], np.uint64)
    return np.asarray(np.isin(matrix.columns["slot"], slots))
