"""Changes to single records by their owner. Each is a decision for `Store.write`: it looks at the present state and gives the new one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.records import MADE, Json, MemoryRecord, Status, Trust
from memstrata.core.scope import Scope
from memstrata.policies import carriers, erasing, keeping, merging, messages, slots, visibility
from memstrata.remember import rules

Change = Callable[[MemoryRecord], MemoryRecord]
Decision = Callable[[Sequence[str], Scope, datetime], Callable[[View], Batch]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """What `update` changes; None leaves a part as it is. Metadata keys are set one by one, others stay."""

    new_id: str  # for the new version, when the content changes
    content: str | None = None
    importance: float | None = None
    metadata: Mapping[str, Json] | None = None


def forget(ids: Sequence[str], scope: Scope, now: datetime) -> Callable[[View], Batch]:
    """Hide records, the turns that hold their words, and what was made from either; all or none. Raises NotFoundError as `change` does."""

    def decide(view: View) -> Batch:
        held = owned(view, ids, scope, now)
        hidden = {record.id: forgotten(record) for record in held}
        for record in held:
            for turn in (view.turn(*source) for source in record.sources if not record.is_turn):
                if turn is not None and turn.id not in hidden and turn.status is not Status.FORGOTTEN:
                    hidden[turn.id] = replace(forgotten(turn), superseded_by=record.id)
        first = held[0].id if held else None
        hidden |= {made.id: replace(forgotten(made), superseded_by=first) for made in _made_from(hidden, scope, now, view)}
        return Batch(records=tuple(hidden.values()))

    return decide


def unforget(ids: Sequence[str], scope: Scope, now: datetime) -> Callable[[View], Batch]:
    """Bring records back, and the turns that were hidden with them."""

    def decide(view: View) -> Batch:
        back: dict[str, MemoryRecord] = {}
        for record in owned(view, ids, scope, now):
            back[record.id] = _beside(unforgotten(record), view, list(back.values()))
            for turn in (view.turn(*source) for source in record.sources if not record.is_turn):
                if turn is not None and turn.status is Status.FORGOTTEN and turn.superseded_by == record.id:
                    back[turn.id] = replace(unforgotten(turn), superseded_by=None)
        made = _made_from(back, scope, now, view, Status.FORGOTTEN)
        back |= {each.id: replace(unforgotten(each), superseded_by=None) for each in made if each.superseded_by in back}
        return Batch(records=tuple(back.values()))

    return decide


def change(ids: Sequence[str], scope: Scope, now: datetime, apply: Change) -> Callable[[View], Batch]:
    """Apply the same change to each of `ids`; all or none. Raises NotFoundError for an id that the scope cannot change."""

    def decide(view: View) -> Batch:
        held = owned(view, ids, scope, now)
        return Batch(records=tuple(changed for record in held if (changed := apply(record)) != record))

    return decide


def revise(record_id: str, scope: Scope, now: datetime, revision: Revision) -> Callable[[View], Batch]:
    """A new version of one record: new content supersedes it under a new id; importance and metadata change in place."""

    def decide(view: View) -> Batch:
        held = owned(view, [record_id], scope, now)[0]
        if held.superseded_by is not None:
            raise errors.ConflictError(f"memory {record_id} has a newer version: update {held.superseded_by}")
        if held.status is Status.FORGOTTEN and revision.content is not None:
            raise errors.ConflictError(f"memory {record_id} is forgotten: unforget it before it is updated")
        changed = replace(
            held,
            importance=held.importance if revision.importance is None else revision.importance,
            metadata=held.metadata if revision.metadata is None else {**held.metadata, **revision.metadata},
        )
        if revision.content is None or revision.content == held.content:
            return Batch(records=(changed,)) if changed != held else Batch()
        if held.is_turn:
            raise errors.InputError("a turn is what was said and cannot be rewritten: forget or erase it, or remember the correction")
        newer = replace(
            changed,
            id=revision.new_id,
            content=revision.content,
            value=_value(held, revision.content, now),
            created_at=now,
            valid_from=now,
            confirmed_at=now,
            supersedes=(held.id,),
            evidence=(),
            uses=0,
            last_used_at=None,
            key=None,
            reason="updated by its owner",
        )
        old = replace(held, status=Status.SUPERSEDED, valid_to=now, superseded_by=newer.id, reason="superseded: updated by its owner")
        spoken = [turn for source in held.sources if (turn := view.turn(*source)) is not None]
        return Batch(records=(old, newer, *carriers.archived(spoken, old)), tasks=(("embed", newer.id),))

    return decide


def pinned(record: MemoryRecord) -> MemoryRecord:
    """It no longer decays and is never pruned."""
    return replace(record, pinned=True)


def confirm(ids: Sequence[str], scope: Scope, now: datetime) -> Callable[[View], Batch]:
    """The user says that they are true: a candidate becomes a fact and takes the place of what stood in its slot."""

    def decide(view: View) -> Batch:
        changed: dict[str, MemoryRecord] = {}
        for record in owned(view, ids, scope, now):
            guess = record.status is Status.CANDIDATE
            sure = replace(record, confirmed_at=now, confidence=max(record.confidence, 0.98), trust=Trust.USER)
            if guess:
                rivals = _rivals(record, view)
                sure = replace(sure, status=Status.ACTIVE, ttl_seconds=None, supersedes=tuple(rival.id for rival in rivals))
                changed.update({rival.id: merging.retired(rival, sure, now, "another value was confirmed") for rival in rivals})
            changed[record.id] = sure
        return Batch(records=tuple(changed.values()))

    return decide


def owned(view: View, ids: Sequence[str], scope: Scope, now: datetime) -> list[MemoryRecord]:
    """The records of `ids`, each once. An agent changes its own only; the user's own memory changes without an agent."""
    held = {record.id: record for record in view.get(list(dict.fromkeys(ids)))}
    for record_id in ids:
        record = held.get(record_id)
        if record is None or record.expired(now) or not visibility.visible(record, scope) or record.agent != scope.agent:
            raise errors.NotFoundError(f"no memory {record_id[:64]!r} in this scope that can be changed")
    return list(held.values())


def forgotten(record: MemoryRecord) -> MemoryRecord:
    """Hidden from every read but `get`; remembers what it was, so that it can come back."""
    if record.status is Status.FORGOTTEN:
        return record
    return replace(record, status=Status.FORGOTTEN, reason=f"forgotten: was {record.status}")


def unforgotten(record: MemoryRecord) -> MemoryRecord:
    """Back in the status that it had."""
    if record.status is not Status.FORGOTTEN:
        return record
    former = record.reason.removeprefix("forgotten: was ")
    return replace(record, status=Status(former) if former in list(Status) else Status.ACTIVE, reason=keeping.BROUGHT_BACK)


def released(record: MemoryRecord) -> MemoryRecord:
    """Out of quarantine, after a person has looked at it."""
    if record.status is not Status.QUARANTINED:
        return record
    status = Status.ACTIVE if record.superseded_by is None else Status.SUPERSEDED  # a version that was taken back stays a version
    return replace(record, status=status, reason="released from quarantine")


def _made_from(origins: Iterable[str], scope: Scope, now: datetime, view: View, *statuses: Status) -> list[MemoryRecord]:
    """What of the scope's episodes, summaries, principles and skills was made from `origins`; of the live ones unless told otherwise."""
    matrix = view.matrix()
    rows = visibility.visible_rows(matrix, scope, now) & visibility.status_rows(matrix, *(statuses or visibility.LIVE))
    rows &= np.isin(matrix.columns["kind"], np.array([matrix.labels.label(kind) for kind in MADE], np.uint64))
    held = view.get([matrix.id(int(row)) for row in np.flatnonzero(rows)])
    return [made for made in erasing.makings(origins, held) if made.agent == scope.agent]


def _rivals(record: MemoryRecord, view: View) -> list[MemoryRecord]:
    """The active facts that hold the one place in `record`'s slot, in the same agent's and scene's memory."""
    if record.slot is None or slots.cardinality(record.slot) != "one":
        return []
    same = [other for other in view.by_slot(record.slot) if other.status is Status.ACTIVE and other.id != record.id]
    return [other for other in same if (other.agent, other.scene) == (record.agent, record.scene)]


def _beside(record: MemoryRecord, view: View, back: Sequence[MemoryRecord]) -> MemoryRecord:
    """`record` as it may come back: into the archive when its slot has another value, or its words stand there, meanwhile."""
    said_again = [other for other in view.by_content(record.content) if other.id != record.id and other.agent == record.agent]
    one = record.slot is not None and slots.cardinality(record.slot) == "one"
    together = [other for other in back if one and other.slot == record.slot and other.status is Status.ACTIVE]
    others = [*_rivals(record, view), *together, *(other for other in said_again if other.scene == record.scene)]
    if record.status not in (Status.ACTIVE, Status.CANDIDATE) or not others:
        return record
    return merging.retired(record, others[-1], others[-1].valid_from or others[-1].created_at, "it came back after a change")


def _value(held: MemoryRecord, content: str, now: datetime) -> str | None:
    """The value of the new words in the slot, as the rules read it; the words themselves where they read none."""
    if held.slot is None:
        return None
    turn = messages.read("user", content, session="-", id="-", at=now)
    return next((draft.value for draft in rules.extract(turn) if draft.slot == held.slot and draft.value), content)
