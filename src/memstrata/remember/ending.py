"""What the last write of a session holds: the episode with the facts that last, the session as closed, its log cleared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np

from memstrata.core.batch import Batch, View
from memstrata.core.matrix import TRUSTS, TYPES
from memstrata.core.records import EMPTY, IMPORTANCE, IMPORTANCE_OF_KIND, TYPE_OF_KIND, Kind, MemoryRecord, MemoryType, Status, Trust
from memstrata.core.scope import Scope
from memstrata.core.settings import Retention
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.policies import episodes, lifecycle, messages, replay, retrospects, telling, visibility
from memstrata.policies.episodes import Episode, Outcome
from memstrata.policies.retrospects import Hints
from memstrata.remember import redact
from memstrata.text import language

DROP = "drop"  # the job that takes turns out of the archive
OUTCOME = "outcome"  # in the task's state: the caller's own judgement of how it went
_NEWEST_FACTS = 200  # that are looked at for those that rest on the session
_NEWEST_EPISODES = 50  # … for those that are related
_SHARED_TAGS = 2
_UNTOLD = (Status.QUARANTINED, Status.FORGOTTEN)
_IMPORTANCE: Mapping[Outcome, float] = {"failure": IMPORTANCE["high"], "partial": 0.6, "success": IMPORTANCE["medium"], "none": 0.4}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What is known before the last write. `turns` are those of the log up to `info.sequence`."""

    scope: Scope
    info: SessionInfo
    turns: tuple[Turn, ...]
    new_ids: tuple[str, str]  # of the episode and of its retrospect
    now: datetime
    judged: Outcome | None = None
    worded: Episode | None = None  # by a model, of the messages named beside it
    hints: Hints | None = None  # of the same model
    worded_of: tuple[str, ...] = ()
    quiet_since: datetime | None = None  # a message after it keeps the session open
    embeds: bool = True
    retention: Retention = "all"
    episode_limit: int = 1000  # of all the user's


@dataclass(frozen=True, slots=True)
class Ended:
    """What the last write did."""

    why: str = "nothing to close"
    episode: MemoryRecord | None = None
    facts: tuple[MemoryRecord, ...] = ()  # that last


@dataclass(frozen=True, slots=True)
class Told:
    """A turn that may be told of: masked, with its record."""

    turn: Turn
    record: MemoryRecord


def last_write(ending: Ending, view: View) -> tuple[Batch, Ended]:
    """The batch that closes the session as `view` shows it; an empty one when it is closed, or a message came meanwhile."""
    present = view.session(ending.info.id)
    if present is None or present.status is SessionStatus.CLOSED:
        return Batch(), Ended()
    closed = lifecycle.closed(lifecycle.closing(present), ending.info.sequence)
    if not lifecycle.may_expire(closed) or (ending.quiet_since is not None and present.last_at >= ending.quiet_since):
        return Batch(), Ended("a message came meanwhile: it stays open")
    found = told(ending, view)
    former = _former(ending, view)
    facts = _facts(ending, view)
    records, made = list[MemoryRecord](), None
    dropped = list[MemoryRecord]()
    if len(found) >= (1 if former else episodes.MIN_TURNS):
        made = _episode(ending, view, found, facts, former)
        dropped += _overflow(ending, view, made)
        records = [made, *([_superseded(former, made)] if former else []), *_retrospect(ending, view, found, made)]
    dropped += [] if _kept(ending.retention, made) else _turn_records(ending, view)
    batch = Batch(
        records=tuple(records),
        sessions=(replace(closed, state=EMPTY, summary="", summary_covers=0),),
        clear=(ending.info.id,),
        tasks=(
            *(("embed", record.id) for record in records if record.superseded_by is None and ending.embeds),
            *((DROP, each) for record in dropped for each in (record.id, *record.supersedes)),
        ),
    )
    return batch, Ended("closed", made, tuple(fact for fact in facts if fact.ttl_seconds is None))


def told(ending: Ending, view: View) -> list[Told]:
    """The turns that are neither gone, forgotten nor kept apart, as their records have them: masked."""
    records = {record.sources[0].message: record for record in _turn_records(ending, view) if record.status not in _UNTOLD}
    return [Told(_masked(turn, records[turn.id]), records[turn.id]) for turn in ending.turns if turn.id in records]


def judged(ending: Ending) -> Outcome | None:
    """The caller's own judgement: of the call that closes, else of the task's state."""
    stated = ending.info.state.get(OUTCOME)
    return ending.judged or next((known for known in episodes.OUTCOMES if known == stated), None)


def by_rules(ending: Ending, found: Sequence[Told], facts: Sequence[MemoryRecord] = ()) -> Episode:
    """The episode as the rules word it."""
    outsiders = frozenset(one.turn.id for one in found if one.record.trust in (Trust.WEB, Trust.TOOL))
    contents = [fact.content for fact in facts if fact.status is Status.ACTIVE]
    return telling.make([one.turn for one in found], facts=contents, judged=judged(ending), tools=outsiders)


def _masked(turn: Turn, record: MemoryRecord) -> Turn:
    calls = tuple(redact.metadata(call) for call in turn.tool_calls)
    return replace(turn, text=record.content, tool_calls=calls)


def _turn_records(ending: Ending, view: View) -> list[MemoryRecord]:
    return [record for turn in ending.turns if (record := view.turn(ending.info.id, turn.id)) is not None]


def _facts(ending: Ending, view: View) -> list[MemoryRecord]:
    """The facts that rest on messages of the session, the weightiest first."""
    if not ending.turns:
        return []
    matrix, info = view.matrix(), ending.info
    columns, labels = matrix.columns, matrix.labels
    rows = (columns["agent"] == labels.label(info.agent)) & (columns["scene"] == labels.label(info.scene))
    rows &= (columns["type"] == TYPES.index(MemoryType.SEMANTIC)) & visibility.status_rows(matrix, Status.ACTIVE)
    rows &= columns["used"] >= min(turn.at for turn in ending.turns).timestamp()
    places = np.flatnonzero(rows)
    newest = places[np.argsort(-columns["used"][places], kind="stable")][:_NEWEST_FACTS]
    found = view.get([matrix.id(int(place)) for place in newest])
    own = [fact for fact in found if any(source.session == info.id for source in fact.sources)]
    return sorted(own, key=lambda fact: (-fact.importance, fact.id))


def _former(ending: Ending, view: View) -> MemoryRecord | None:
    """The session's episode from before it was taken up again."""
    return next(iter(_newest(ending, view, 1, session=ending.info.id)), None)


def _newest(ending: Ending, view: View, limit: int, *, kind: str = Kind.EPISODE, session: str | None = None) -> list[MemoryRecord]:
    """The live episodes of the session's agent and scene, or of one session; newest first."""
    matrix = view.matrix()
    columns, labels = matrix.columns, matrix.labels
    rows = (columns["kind"] == labels.label(kind)) & (columns["agent"] == labels.label(ending.info.agent))
    rows &= columns["scene"] == labels.label(ending.info.scene)
    rows &= visibility.status_rows(matrix, *visibility.LIVE)
    if session is not None:
        rows &= columns["session"] == labels.label(session)
    return view.get(visibility.newest(matrix, rows, limit))


def _episode(ending: Ending, view: View, found: Sequence[Told], facts: Sequence[MemoryRecord], former: MemoryRecord | None) -> MemoryRecord:
    made = by_rules(ending, found, facts)
    if ending.worded is not None and ending.worded_of == tuple(one.turn.id for one in found):
        made = replace(ending.worded, key_facts=made.key_facts or ending.worded.key_facts)
    if former is not None:
        made = telling.extended(episodes.of(former), made)
    others = [record for record in _newest(ending, view, _NEWEST_EPISODES) if former is None or record.id != former.id]
    made = replace(made, related=_related(made, others))
    kept = [one.record.id for one in found] if _retains(ending.retention, made.outcome) else []
    origins = [*(former.derived_from if former else ()), *kept, *(fact.id for fact in facts)]
    return replace(
        _record(ending, view, Kind.EPISODE, made.content, made.ended_at),
        id=ending.new_ids[0],
        valid_from=made.started_at.astimezone(UTC),
        importance=_IMPORTANCE[made.outcome],
        trust=_trust(found),
        reason="a closed session" if former is None else "a session that was taken up again",
        supersedes=() if former is None else (former.id,),
        derived_from=tuple(dict.fromkeys(origins)),
        payload=made.payload(),
    )


def _retrospect(ending: Ending, view: View, found: Sequence[Told], episode: MemoryRecord) -> list[MemoryRecord]:
    """The retrospect on the episode, and the one before it of the same session as superseded; [] where none is due."""
    former = next(iter(_newest(ending, view, 1, kind=Kind.RETROSPECT, session=ending.info.id)), None)
    turns = [one.turn for one in found]
    hints = ending.hints if ending.worded_of == tuple(turn.id for turn in turns) else None
    made = retrospects.make(episodes.of(episode), turns, None if former is None else retrospects.of(former), hints)
    if made is None:
        return []
    record = replace(
        _record(ending, view, Kind.RETROSPECT, made.content, episode.created_at),
        id=ending.new_ids[1],
        importance=IMPORTANCE_OF_KIND[Kind.RETROSPECT],
        trust=episode.trust,
        reason=f"looked back after {made.reason}",
        supersedes=() if former is None else (former.id,),
        derived_from=(episode.id, *episode.derived_from),
        payload=made.payload(),
    )
    return [record, *([_superseded(former, record)] if former else [])]


def _record(ending: Ending, view: View, kind: str, content: str, at: datetime) -> MemoryRecord:
    """A record of the session's owner, agent and scene, with a content that no other has."""
    info = ending.info
    if any((other.agent, other.scene) == (info.agent, info.scene) for other in view.by_content(content)):
        content = f"{content}\n({info.id})"  # the same was said in another session: each has its own episode
    return MemoryRecord(
        id="",
        kind=kind,
        type=TYPE_OF_KIND[kind],
        content=content,
        tenant=ending.scope.tenant,
        user=ending.scope.user,
        agent=info.agent,
        scene=info.scene,
        created_at=at.astimezone(UTC),
        valid_from=at.astimezone(UTC),
        language=language.language(content),
        session=info.id,
    )


def _overflow(ending: Ending, view: View, made: MemoryRecord) -> list[MemoryRecord]:
    """The user's episodes, of every agent and scene, that are too many now."""
    matrix = view.matrix()
    rows = (matrix.columns["kind"] == matrix.labels.label(Kind.EPISODE)) & visibility.status_rows(matrix, *visibility.LIVE)
    places = np.flatnonzero(rows)
    if len(places) + 1 - len(made.supersedes) <= ending.episode_limit:
        return []
    held = [record for record in view.get([matrix.id(int(place)) for place in places]) if record.id not in made.supersedes]
    return replay.overflow([*held, made], ending.episode_limit)


def _superseded(former: MemoryRecord, made: MemoryRecord) -> MemoryRecord:
    why = "superseded: the session was taken up again"
    return replace(former, status=Status.SUPERSEDED, valid_to=made.created_at, superseded_by=made.id, reason=why)


def _related(made: Episode, others: Sequence[MemoryRecord]) -> tuple[str, ...]:
    """The ids of the newest episodes that share at least two tags."""
    near = [record.id for record in others if len(set(made.tags).intersection(episodes.of(record).tags)) >= _SHARED_TAGS]
    return tuple(near[: episodes.PIECES["related"]])


def _trust(found: Sequence[Told]) -> Trust:
    """The class of the least trusted who spoke as the user."""
    said = [one.record.trust for one in found if messages.voice(one.turn) == "user"]
    return max(said, key=TRUSTS.index, default=Trust.AGENT)


def _kept(retention: Retention, made: MemoryRecord | None) -> bool:
    return _retains(retention, "none" if made is None else episodes.of(made).outcome)


def _retains(retention: Retention, outcome: Outcome) -> bool:
    return retention == "all" or (retention == "failures" and outcome == "failure")
