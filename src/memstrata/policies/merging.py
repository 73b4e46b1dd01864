"""What becomes of the records themselves: one said again, one more exact, one retired, two in dispute. Nothing they hold is lost."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from memstrata.core.drafts import Draft
from memstrata.core.records import Json, MemoryRecord, Source, Status

MAX_SOURCES = 50  # a fact that is said daily keeps its newest messages
CONFLICT = "conflict"  # metadata: the id of the fact that cannot hold beside this one
FORMER = "former"  # metadata: what a key held before another value was merged in
_RAISED_CONFIDENCE = 0.6  # of a guess that was seen again
_GAIN = 0.2  # share of the doubt that one more independent statement takes away


def confirmed(held: MemoryRecord, draft: Draft, at: datetime, metadata: Mapping[str, Json], raised: bool) -> MemoryRecord:
    """`held` seen once more: sources and metadata joined, the greater importance, more confidence; `raised` makes a guess a fact."""
    sources, evidence = _joined(held, draft.source, draft.span)
    sure = max(held.confidence, draft.confidence)
    gains = raised or (held.status is Status.ACTIVE and draft.confidence >= held.confidence / 2)
    return replace(
        held,
        seen=held.seen + 1,
        sources=sources,
        evidence=evidence,
        importance=max(held.importance, draft.importance),
        confidence=max(sure + _GAIN * (1.0 - sure) if gains else sure, _RAISED_CONFIDENCE if raised else 0.0),
        confirmed_at=max(at, held.confirmed_at or at),
        status=Status.ACTIVE if raised else held.status,
        ttl_seconds=draft.ttl_seconds if raised else held.ttl_seconds,
        reason="seen again" if raised else held.reason,
        metadata=merged(held.metadata, metadata),
    )


def absorbed(newer: MemoryRecord, older: MemoryRecord) -> MemoryRecord:
    """`newer`, which says all that `older` says, with what was gathered about it."""
    sources = tuple(dict.fromkeys([*older.sources, *newer.sources]))[-MAX_SOURCES:]
    spans = dict(zip(older.sources, older.evidence, strict=False)) | dict(zip(newer.sources, newer.evidence, strict=False))
    evidence = tuple(spans[source] for source in sources) if all(source in spans for source in sources) else ()
    return replace(
        newer,
        sources=sources,
        evidence=evidence,
        importance=max(older.importance, newer.importance),
        confidence=max(older.confidence, newer.confidence),
        seen=older.seen + newer.seen,
        uses=older.uses + newer.uses,
        last_used_at=older.last_used_at if newer.last_used_at is None else newer.last_used_at,
        pinned=older.pinned or newer.pinned,
        aliases=tuple(dict.fromkeys([*older.aliases, *newer.aliases])),
        metadata=merged(undisputed(older.metadata), newer.metadata),
    )


def retired(target: MemoryRecord, successor: MemoryRecord, at: datetime, reason: str) -> MemoryRecord:
    """`target` closed in favour of `successor`, at the instant from which that one is true."""
    return replace(
        target,
        status=Status.SUPERSEDED,
        valid_to=max(successor.valid_from or at, target.valid_from or at),
        superseded_by=successor.id,
        reason=f"superseded: {reason}",
        metadata=undisputed(target.metadata),
        ttl_seconds=None if target.status is Status.CANDIDATE else target.ttl_seconds,
    )


def disputed(record: MemoryRecord, other: str) -> MemoryRecord:
    """`record` marked as one that may not hold beside the record `other`."""
    return replace(record, metadata={**record.metadata, CONFLICT: other})


def undisputed(metadata: Mapping[str, Json]) -> Mapping[str, Json]:
    """Metadata without the mark of a dispute."""
    return {key: value for key, value in metadata.items() if key != CONFLICT} if CONFLICT in metadata else metadata


def merged(held: Mapping[str, Json], added: Mapping[str, Json]) -> Mapping[str, Json]:
    """Both; where they differ the added value, and what stood there before under `former`."""
    if not added:
        return held
    changed = {key: value for key, value in held.items() if key != FORMER and key in added and added[key] != value}
    if not changed:
        return {**held, **added}
    before = held.get(FORMER)
    return {**held, **added, FORMER: {**(before if isinstance(before, dict) else {}), **changed}}


def _joined(held: MemoryRecord, source: Source | None, span: tuple[int, int]) -> tuple[tuple[Source, ...], tuple[tuple[int, int], ...]]:
    """The sources with one more, the newest ones, and their spans as far as every source has one."""
    if source is None or source in held.sources:
        return held.sources, held.evidence
    aligned = len(held.evidence) == len(held.sources)
    evidence = (*held.evidence, span)[-MAX_SOURCES:] if aligned else held.evidence if len(held.sources) < MAX_SOURCES else ()
    return (*held.sources, source)[-MAX_SOURCES:], evidence


def joined(one: MemoryRecord, other: MemoryRecord, at: datetime) -> tuple[MemoryRecord, MemoryRecord]:
    """Two live facts that say the same: (the more important one, the older of equals, with all that was gathered; the other, retired)."""
    kept, gone = sorted((one, other), key=lambda record: (-record.importance, record.created_at, record.id))
    whole = replace(absorbed(kept, gone), supersedes=tuple(dict.fromkeys([*kept.supersedes, gone.id])))
    whole = replace(whole, confirmed_at=max(kept.confirmed_at or kept.created_at, gone.confirmed_at or gone.created_at))
    return whole, replace(retired(gone, whole, at, "merged: it says the same in other words"), valid_to=max(at, gone.valid_from or at))
