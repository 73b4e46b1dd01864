"""What a model is to read once a user is back: many come once, and need no model at all."""

from collections.abc import Callable

import numpy as np

from memstrata.core.batch import Batch, View
from memstrata.core.matrix import ROLES
from memstrata.core.records import Status
from memstrata.core.scope import Scope
from memstrata.policies import visibility
from memstrata.remember.model import marks

_MOST_TURNS = 500  # of the newest, that are owed at once


def owed(scope: Scope, session: str) -> Callable[[View], Batch]:
    """Queue what the user said in other sessions than `session` and no model has read."""

    def decide(view: View) -> Batch:
        matrix = view.matrix()
        columns, labels = matrix.columns, matrix.labels
        rows = (columns["agent"] == labels.label(scope.agent)) & (columns["role"] == ROLES.index("user")) & (columns["sequence"] > 0)
        rows &= visibility.status_rows(matrix, Status.ACTIVE) & (columns["session"] != labels.label(session))
        newest = np.flatnonzero(rows)[-_MOST_TURNS:]
        found = view.get([matrix.id(int(row)) for row in newest])
        return Batch(tasks=tuple((marks.JOB, record.id) for record in found if not marks.is_read(record)))

    return decide
