"""What must go when memories are erased: the one planner for every kind of derived object."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from memstrata.core.erasure import Plan
from memstrata.core.records import Json, MemoryRecord, Source


class Loosening:
    """What becomes of a record when a plan is carried out."""

    def __init__(self, plan: Plan) -> None:
        self._gone, self._said, self._evidence = set(plan.records), set(plan.said), set(plan.evidence)

    def after(self, record: MemoryRecord) -> MemoryRecord | None:
        """The record without its pointers to what goes; None when it goes as well."""
        rests = not record.is_turn and record.sources and self._said.issuperset(record.sources)
        if rests or record.id in self._gone or not self._gone.isdisjoint(record.derived_from):
            return None
        kept = [place for place, source in enumerate(record.sources) if source not in self._evidence]
        conflict = record.metadata.get("conflict")
        return replace(
            record,
            sources=tuple(record.sources[place] for place in kept),
            evidence=tuple(record.evidence[place] for place in kept if place < len(record.evidence)),
            supersedes=tuple(former for former in record.supersedes if former not in self._gone),
            superseded_by=None if record.superseded_by in self._gone else record.superseded_by,
            metadata=record.metadata if conflict not in self._gone else _without(record.metadata, "conflict"),
        )


def consequences(seeds: Sequence[MemoryRecord], held: Iterable[MemoryRecord]) -> Plan:
    """All that must go with `seeds`, out of all records `held` of the owner, and which of those that stay are loosened.

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
    gone.update({record.id: record for record in makings(gone, records.values())})
    messages = {(source.session, source.message) for source in evidence if source.session is not None}
    plan = Plan(records=tuple(gone), messages=tuple(sorted(messages)), said=tuple(said), evidence=tuple(evidence))
    loosening = Loosening(plan)
    kept = (record for record in records.values() if record.id not in gone)
    return replace(plan, loosened=tuple(record.id for record in kept if loosening.after(record) != record))


def _take_derived(gone: dict[str, MemoryRecord], said: set[Source], records: dict[str, MemoryRecord]) -> None:
    """Add what rests on nothing but what is gone, until nothing more follows."""
    for record in records.values():
        if not record.is_turn and record.sources and said.issuperset(record.sources):
            gone.setdefault(record.id, record)


def makings(origins: Iterable[str], held: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    """What of `held` was made from any of the records `origins`, step by step until nothing more follows; none of `origins` itself."""
    made = defaultdict[str, list[MemoryRecord]](list)
    for record in held:
        for origin in record.derived_from:
            made[origin].append(record)
    met = set(origins)
    waiting, found = [*met], list[MemoryRecord]()
    while waiting:
        for record in made[waiting.pop()]:
            if record.id not in met:
                met.add(record.id)
                found.append(record)
                waiting.append(record.id)
    return found


def _without(metadata: Mapping[str, Json], name: str) -> dict[str, Json]:
    return {key: value for key, value in metadata.items() if key != name}
