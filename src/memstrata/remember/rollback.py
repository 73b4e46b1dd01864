"""Taking back all that came from one source: it is kept apart, and what it had superseded is true again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from memstrata.core.batch import Batch, View
from memstrata.core.records import MemoryRecord, Source, Status, Trust
from memstrata.core.scope import Scope
from memstrata.policies import erasing, merging, visibility
from memstrata.policies import trust as trusts
from memstrata.remember import screen


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Whose records to take back: all that are named must match."""

    source: Trust | None = None
    session: str | None = None
    name: str | None = None  # of the tool or speaker, or the channel that the metadata names
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class RollbackReport:
    """What a rollback did. `quarantined`: turns and facts that came from the source; `restored`: what they had superseded."""

    quarantined: list[MemoryRecord]
    restored: list[MemoryRecord]


def rollback(wish: Wish, scope: Scope, now: datetime, done: Callable[[RollbackReport], None]) -> Callable[[View], Batch]:
    """The decision; `done` is told what the last run of it did. A fact that also rests on other messages stays."""

    def decide(view: View) -> Batch:
        held = {record.id: record for record in _own(view, scope, now)}
        turns = {record.id for record in held.values() if record.is_turn and _from(record, wish)}
        sources = {source for record_id in turns for source in held[record_id].sources}
        facts = {record.id for record in held.values() if not record.is_turn and _rests(record, wish, sources)}
        told = {(source, held[fact].trust) for fact in facts for source in held[fact].sources}
        turns |= {record.id for record in held.values() if record.is_turn and (record.sources[0], record.trust) in told}
        made = erasing.makings(turns | facts, [record for record in held.values() if record.status in visibility.LIVE])
        taken = turns | facts | {record.id for record in made}
        apart = {record_id: _apart(held[record_id]) for record_id in taken if held[record_id].status is not Status.FORGOTTEN}
        restored = _restored(held, facts)
        marked = {
            record.id: replace(record, metadata=merging.undisputed(record.metadata))
            for record in held.values()
            if record.id not in taken and record.metadata.get(merging.CONFLICT) in taken
        }
        done(RollbackReport(list(apart.values()), [record for record in restored.values() if record.status is Status.ACTIVE]))
        return Batch(records=tuple({**marked, **restored, **apart}.values()))

    return decide


def _own(view: View, scope: Scope, now: datetime) -> list[MemoryRecord]:
    """All that this agent may change."""
    matrix = view.matrix()
    rows = np.flatnonzero(visibility.visible_rows(matrix, scope, now))
    return [record for record in view.get([matrix.id(int(row)) for row in rows]) if record.agent == scope.agent]


def _from(record: MemoryRecord, wish: Wish) -> bool:
    channel = record.metadata.get(trusts.CHANNEL)
    return (
        (wish.source is None or record.trust is wish.source)
        and (wish.session is None or record.session == wish.session)
        and (wish.name is None or wish.name in (record.name, channel))
        and (wish.since is None or record.created_at >= wish.since)
    )


def _rests(fact: MemoryRecord, wish: Wish, sources: set[Source]) -> bool:
    """Whether the fact came from there: all its messages did, or its own label says so and the user has not said it as well."""
    if fact.sources and sources.issuperset(fact.sources):
        return True
    own = fact.trust is not Trust.USER or wish.source is Trust.USER
    return wish.session is None and own and _from(fact, wish)


def _apart(record: MemoryRecord) -> MemoryRecord:
    return record if record.status is Status.QUARANTINED else screen.quarantined(record, f"rolled back, was {record.status}")


def _restored(held: Mapping[str, MemoryRecord], facts: set[str]) -> dict[str, MemoryRecord]:
    """What the taken facts had superseded. Where another fact superseded those later on, it takes their place as the successor."""
    out: dict[str, MemoryRecord] = {}
    for record in held.values():
        if record.id in facts or record.status is not Status.SUPERSEDED or record.superseded_by not in facts:
            continue
        successor: str | None = record.superseded_by
        while successor in facts:
            successor = held[successor].superseded_by
        if successor is not None and successor in held:
            out[record.id] = replace(record, superseded_by=successor)
        else:
            out[record.id] = replace(record, status=Status.ACTIVE, superseded_by=None, valid_to=None, reason="restored by a rollback")
    return out
