"""Learning skills: what sessions that went well have in common becomes one, and a better version takes the place of the one before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

import numpy as np

from memstrata.core.batch import Batch, View
from memstrata.core.matrix import TRUSTS
from memstrata.core.ports import Store
from memstrata.core.records import IMPORTANCE, TYPE_OF_KIND, Kind, MemoryRecord, Status, Trust
from memstrata.core.scope import Scope
from memstrata.policies import episodes, merging, skills, visibility
from memstrata.policies.episodes import Episode
from memstrata.policies.skills import Pattern, Skill

_NEWEST = 200  # episodes of one agent and scene that are looked at
_CONFIDENCE = 0.8
_TRUSTED = (Trust.USER, Trust.AGENT)  # whose sessions teach; a page or a tool that speaks as the user teaches nothing


Word: TypeAlias = Callable[[Skill, Sequence[Episode]], Skill]  # a model's wording of a skill that was learned from these


@dataclass(frozen=True, slots=True)
class Maker:
    """What makes a record of a skill. Without `word` the rules alone name it."""

    new_id: Callable[[], str]
    embeds: bool = True
    word: Word | None = None


def learn(store: Store, owner: Scope, now: datetime, maker: Maker) -> int:
    """Make and renew the skills of all agents and scenes of an owner; how many records changed. Running it again changes none."""
    made, wordings = list[MemoryRecord](), _wordings(store, owner, now, maker)

    def decide(view: View) -> Batch:
        made.clear()
        for (agent, scene), told in _groups(view, now).items():
            held = _held(view, agent, scene)
            for skill in (wordings.get(pattern.steps) or skills.learned(pattern) for pattern in skills.patterns(told)):
                changed = _settled(skill, held, replace(owner, agent=agent, scene=scene), now, maker.new_id)
                made.extend(changed)
                held = [*(one for one in held if one.id not in {each.id for each in changed}), *changed]
        known = {record.id for record in view.get([record.id for record in made])}
        fresh = [record.id for record in made if record.id not in known]
        return Batch(records=tuple(made), tasks=tuple(("embed", each) for each in fresh) if maker.embeds else ())

    store.write(owner, decide)
    return len(made)


def _wordings(store: Store, owner: Scope, now: datetime, maker: Maker) -> dict[tuple[str, ...], Skill]:
    """By its steps, what a model calls each skill that is about to be new; outside of the write. {} without a model."""
    if maker.word is None:
        return {}
    fresh = list[Pattern]()

    def look(view: View) -> Batch:
        fresh.clear()
        for (agent, scene), told in _groups(view, now).items():
            held = [skills.of(record).steps for record in _held(view, agent, scene)]
            found = skills.patterns(told)
            fresh.extend(one for one in found if not any(skills.steps_alike(one.steps, steps) for steps in held))
        return Batch()

    store.write(owner, look)
    return {one.steps: maker.word(skills.learned(one), [episodes.of(record) for record in one.episodes]) for one in fresh}


def _groups(view: View, now: datetime) -> Mapping[tuple[str | None, str | None], list[MemoryRecord]]:
    """The episodes that went well and count, oldest first, by agent and scene."""
    matrix = view.matrix()
    columns = matrix.columns
    rows = (columns["kind"] == matrix.labels.label(Kind.EPISODE)) & (columns["expires"] > now.timestamp())
    rows &= visibility.status_rows(matrix, *visibility.LIVE)
    rows &= np.isin(columns["trust"], [TRUSTS.index(trust) for trust in _TRUSTED])
    found: dict[tuple[str | None, str | None], list[MemoryRecord]] = {}
    for record in view.get(visibility.newest(matrix, rows)[::-1]):
        if episodes.of(record).outcome == "success":
            found.setdefault((record.agent, record.scene), []).append(record)
    return {group: told[-_NEWEST:] for group, told in found.items()}


def _held(view: View, agent: str | None, scene: str | None) -> list[MemoryRecord]:
    """The skills of one agent and scene: present ones, and those that were forgotten and must not come back."""
    matrix = view.matrix()
    columns = matrix.columns
    rows = (columns["kind"] == matrix.labels.label(Kind.SKILL)) & (columns["agent"] == matrix.labels.label(agent))
    rows &= columns["scene"] == matrix.labels.label(scene)
    rows &= visibility.status_rows(matrix, Status.ACTIVE, Status.FORGOTTEN, Status.QUARANTINED)
    return view.get([matrix.id(int(place)) for place in np.flatnonzero(rows)])


def _settled(skill: Skill, held: Sequence[MemoryRecord], scope: Scope, now: datetime, new_id: Callable[[], str]) -> list[MemoryRecord]:
    """What changes: a new skill, the same with more evidence, or a new version and the former; [] where nothing is new."""
    for record in held:
        known = skills.of(record)
        if skills.steps_alike(known.steps, skill.steps) or (record.slot == skill.slot and not record.derived_from):
            grown = record.status is Status.ACTIVE and record.derived_from and not set(skill.source_episodes) <= set(record.derived_from)
            return [replace(record, derived_from=skill.source_episodes, confirmed_at=now)] if grown else []
    former = next((one for one in held if one.status is Status.ACTIVE and _same_work(one, skill)), None)
    if former is None:
        return [_record(skill, scope, now, new_id())]
    before = skills.of(former)
    newer = _record(replace(skill, uses=before.uses, successes=before.successes), scope, now, new_id())
    newer = replace(newer, supersedes=(former.id,))
    return [merging.retired(former, newer, now, "a better version was learned"), newer]


def _same_work(record: MemoryRecord, skill: Skill) -> bool:
    """Whether a learned skill is an earlier version: of the same name, or from mostly the same sessions."""
    if not record.derived_from:
        return False
    return record.slot == skill.slot or 2 * len(set(record.derived_from) & set(skill.source_episodes)) >= len(record.derived_from)


def _record(skill: Skill, scope: Scope, now: datetime, new_id: str) -> MemoryRecord:
    return MemoryRecord(
        id=new_id,
        kind=Kind.SKILL,
        type=TYPE_OF_KIND[Kind.SKILL],
        content=skill.content,
        slot=skill.slot,
        value=" → ".join(skill.steps),
        tenant=scope.tenant,
        user=scope.user,
        agent=scope.agent,
        scene=scope.scene,
        created_at=now,
        valid_from=now,
        importance=IMPORTANCE["high"],
        confidence=_CONFIDENCE,
        trust=Trust.AGENT,
        reason=f"learned from {len(skill.source_episodes)} sessions that went well",
        language=skill.language,
        derived_from=skill.source_episodes,
        payload=skill.payload(),
    )
