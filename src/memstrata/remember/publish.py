"""Publishing: an agent's conclusion enters what all of the user's agents read. One decision inside one write."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from memstrata.core.batch import Batch, View
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.policies import merging, sharing, slots
from memstrata.policies.sharing import Wish
from memstrata.remember import edit

Settled = Callable[[MemoryRecord], None]


def publish(record_id: str, scope: Scope, now: datetime, wish: Wish, settled: Settled) -> Callable[[View], Batch]:
    """Share one memory of the scope's agent; `settled` is told the shared record. Raises NotFoundError, InputError, ConflictError.

    A decision in a slot takes the place of what agents had published there; beside what the user stated it stands without the slot,
    marked as a conflict. The same words are shared once: who publishes them again endorses them.
    """

    def decide(view: View) -> Batch:
        held = edit.owned(view, [record_id], scope, now)[0]
        sharing.require_publishable(held)
        expected = next(iter(view.get([wish.expected])), None) if wish.expected is not None else None
        fresh = sharing.shared(held, wish, now)
        rivals = _rivals(fresh, view)
        sharing.require_expected(wish, expected, rivals)
        same = next((one for one in view.by_content(held.content) if one.agent is None and one.scene == held.scene), None)
        if same is not None and same.status is Status.ACTIVE and not _replaces(wish, same, scope):
            kept = sharing.endorsed(same, scope.agent or "", now)
            settled(kept)
            return Batch(records=(kept,) if kept != same else ())
        stated = [rival for rival in rivals if sharing.status(rival) is None]
        if stated:
            fresh = merging.disputed(replace(fresh, slot=None, value=None), stated[-1].id)
        candidates = [expected, same, *(rival for rival in rivals if not stated and sharing.status(rival) is not None)]
        former = {one.id: one for one in candidates if one is not None and one.id not in {mine.id for mine in stated}}
        fresh = replace(fresh, supersedes=tuple(former))
        closed = [merging.retired(one, fresh, now, f"{wish.status} by {scope.agent}") for one in former.values()]
        disputed = [merging.disputed(mine, fresh.id) for mine in stated[-1:]]
        settled(fresh)
        return Batch(records=(*closed, *disputed, fresh), tasks=(("embed", fresh.id),))

    return decide


def _replaces(wish: Wish, same: MemoryRecord, scope: Scope) -> bool:
    """Whether publishing the same words again is a new version: by their author, or by whoever settles what was open."""
    if not sharing.settles(wish, same):
        return False
    own = same.metadata.get("author") == scope.agent
    return own or (sharing.unsettled(same) and wish.status in sharing.SETTLED)


def _rivals(fresh: MemoryRecord, view: View) -> list[MemoryRecord]:
    """What stands in the shared layer's slot of `fresh`, where a slot holds one value."""
    if fresh.slot is None or slots.cardinality(fresh.slot) != "one":
        return []
    active = [other for other in view.by_slot(fresh.slot) if other.status is Status.ACTIVE]
    return [other for other in active if other.agent is None and other.scene == fresh.scene and other.value != fresh.value]
