"""Use counts: gathered while recalls go on, written together."""

import threading
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from memstrata.core.batch import Batch, Use, View
from memstrata.core.ports import Store
from memstrata.core.scope import Scope


class UseCounts:
    """How often each memory entered a prompt since the last `write`. A killed process loses its counts: they are hints."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[tuple[str | None, str], dict[str, Use]] = defaultdict(dict)

    def add(self, scope: Scope, ids: Iterable[str], at: datetime) -> None:
        """Count one use of each of `ids`."""
        with self._lock:
            held = self._held[scope.owner]
            for record_id in ids:
                held[record_id] = Use(record_id, held[record_id].count + 1 if record_id in held else 1, at)

    def write(self, store: Store) -> int:
        """Write what was gathered; how many memories were counted."""
        with self._lock:
            gathered, self._held = self._held, defaultdict(dict)
        for (tenant, user), uses in gathered.items():
            counted = tuple(uses.values())

            def decide(view: View, counted: tuple[Use, ...] = counted) -> Batch:
                known = {record.id for record in view.get([use.id for use in counted])}
                return Batch(uses=tuple(use for use in counted if use.id in known))

            store.write(Scope(tenant=tenant, user=user), decide)
        return sum(len(uses) for uses in gathered.values())

    @property
    def waiting(self) -> bool:
        return bool(self._held)
