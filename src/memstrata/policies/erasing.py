"""What must go when memories are erased: the one planner for every kind of derived object."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memstrata.core.erasure import Plan
from memstrata.core.records import Json, MemoryRecord, Source


@dataclass(frozen=True, slots=True)
class Consequences:
    """What to remove for good, and the records that stay but must no longer point at it."""

    plan: Plan
    loosened: tuple[MemoryRecord, ...]


def consequences(seeds: Sequence[MemoryRecord], held: Iterable[MemoryRecord]) -> Consequences:
    """All that must go with `seeds`, out of all records `held` of the owner.

    A fact takes the turns that it rests on with it, since they hold its words; a turn takes every fact that rests on it alone.
    What also rests on others stays and loses the pointer. Other facts of a turn that went only as evidence stay as well. What was
    made from memories (`derived_from`: an episode, a summary, a principle, a skill) goes with the first of them: its words are theirs.
    """
    records = {record.id: record for record in held}
    gone = {seed.id: seed for seed in seeds}
    said = {source for seed in seeds if seed.is_turn for source in seed.sources}
    _take_derived(gone, said, records)
    evidence = {source for record in gone.values() for source in record.sources}
    gone.update({record.id: record for record in records.values() if record.is_turn and evidence.intersection(record.sources)})
    _take_made(gone, records)
    kept = (record for record in records.values() if record.id not in gone)
    loosened = [changed for record in kept if (changed := _loosened(record, gone.keys(), evidence)) != record]
    messages = {(source.session, source.message) for source in evidence if source.session is not None}
    return Consequences(Plan(records=tuple(gone), messages=tuple(sorted(messages))), tuple(loosened))


def _take_derived(gone: dict[str, MemoryRecord], said: set[Source], records: dict[str, MemoryRecord]) -> None:
    """Add what rests on nothing but what is gone, until nothing more follows."""
    for record in records.values():
        if not record.is_turn and record.sources and said.issuperset(record.sources):
            gone.setdefault(record.id, record)


def _take_made(gone: dict[str, MemoryRecord], records: dict[str, MemoryRecord]) -> None:
    """Add what was made from any memory that is gone, step by step until nothing more follows."""
    makings = defaultdict[str, list[MemoryRecord]](list)
    for record in records.values():
        for origin in record.derived_from:
            makings[origin].append(record)
    waiting = [*gone]
    while waiting:
        for record in makings[waiting.pop()]:
            if record.id not in gone:
                gone[record.id] = record
                waiting.append(record.id)


def _loosened(record: MemoryRecord, gone: Iterable[str], evidence: set[Source]) -> MemoryRecord:
    kept = [place for place, source in enumerate(record.sources) if source not in evidence]
    metadata: dict[str, Json] = {key: value for key, value in record.metadata.items() if key != "conflict" or value not in set(gone)}
    return replace(
        record,
        sources=tuple(record.sources[place] for place in kept),
        evidence=tuple(record.evidence[place] for place in kept if place < len(record.evidence)),
        supersedes=tuple(former for former in record.supersedes if former not in set(gone)),
        superseded_by=None if record.superseded_by in set(gone) else record.superseded_by,
        metadata=metadata if metadata != dict(record.metadata) else record.metadata,
    )
