"""What each step of consolidation makes of the records it sees: pure, so that a dry run shows exactly what a run would do.

Every decision is the same shape: the records it rests on as they were seen, and their new states with what is added. It is carried out
only while what it rests on has not changed. What goes keeps a pointer to what stands for it (`derived_from`), so that erasing the one
takes the other.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memstrata.core.matrix import TRUSTS
from memstrata.core.records import IMPORTANCE_OF_KIND, Json, Kind, MemoryRecord, MemoryType, Status, Trust
from memstrata.policies import episodes, keeping, merging, nearest, restating, slots
from memstrata.text import analyze, language

FAILURES = 20  # the newest ones teach principles …
FEWEST_FAILURES = 3  # … from so many on that no principle rests on yet
MOST_PRINCIPLES = 5
RELATED = 3
_SHARED_TAGS = 2
_LATEST = 50  # episodes of one tag that are compared
SHORT_HAN, SHORT_WORDS = 50, 30  # Han characters or words of a compressed episode
_TAUGHT_BY = (Trust.USER, Trust.AGENT)
_KEPT_TOGETHER = ("agent", "scene", "event_from", "event_to")

NewId = Callable[[], str]
Meaning = Callable[[MemoryRecord, MemoryRecord], float | None]  # calibrated relevance of two records; None when it is not known


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that a step wants."""

    seen: tuple[MemoryRecord, ...]  # what it was decided on
    records: tuple[MemoryRecord, ...]  # the new states; others are added
    why: str
    embed: bool = False  # whether what is added needs a vector


def comparable(record: MemoryRecord) -> bool:
    """Whether a record is a single fact that another one may restate."""
    live = record.status in (Status.ACTIVE, Status.CANDIDATE) and record.valid_to is None
    return live and record.kind not in nearest.APART and record.type is MemoryType.SEMANTIC


def group(record: MemoryRecord) -> tuple[object, ...] | None:
    """What records that may restate each other have in common; None for what is compared with nothing."""
    words = restating.bag(record.content) if comparable(record) else ()
    return (*(getattr(record, name) for name in _KEPT_TOGETHER), words) if words else None


def deduplicated(records: Sequence[MemoryRecord], meaning: Meaning, threshold: float, now: datetime) -> Iterator[Change]:
    """The changes that leave one record of each statement among `records`, which are of one group."""
    left = sorted(filter(comparable, records), key=_weight, reverse=True)
    while left:
        kept, *others = left
        same = [
            other
            for other in others
            if _slots_agree(kept, other) and restating.restates(other.content, kept.content, meaning(other, kept), threshold)
        ]
        left = [other for other in others if other not in same]
        if same:
            joined = kept
            for other in same:
                joined = _joined(joined, other)
            gone = [_stood_for(merging.retired(other, kept, now, "it says the same as another memory"), kept) for other in same]
            yield Change(seen=(kept, *same), records=(joined, *gone), why="the same in other words")


def _weight(record: MemoryRecord) -> tuple[object, ...]:
    """The record to keep is the greatest: pinned, confirmed, the more trusted, in a slot, important, older."""
    trusted = -TRUSTS.index(record.trust)
    sure = (record.status is Status.ACTIVE, trusted, record.pinned, keeping.confirmed(record), record.slot is not None)
    return (*sure, record.importance, -record.created_at.timestamp(), record.id)


def _slots_agree(one: MemoryRecord, other: MemoryRecord) -> bool:
    if one.slot is None or other.slot is None:
        return other.slot is None
    return one.slot == other.slot and slots.normal_value(one.slot, one.value or "") == slots.normal_value(one.slot, other.value or "")


def _joined(kept: MemoryRecord, other: MemoryRecord) -> MemoryRecord:
    """`kept` with what was gathered about `other`; of a less trusted source only its uses count."""
    if TRUSTS.index(other.trust) > TRUSTS.index(kept.trust):
        return replace(kept, uses=kept.uses + other.uses)
    joined = merging.absorbed(kept, other)
    used = [instant for instant in (kept.last_used_at, other.last_used_at) if instant is not None]
    sure = [instant for instant in (kept.confirmed_at, other.confirmed_at) if instant is not None]
    return replace(joined, last_used_at=max(used, default=None), confirmed_at=max(sure, default=None))


def _stood_for(gone: MemoryRecord, kept: MemoryRecord) -> MemoryRecord:
    return replace(gone, derived_from=tuple(dict.fromkeys([*gone.derived_from, kept.id])))


def compressed(record: MemoryRecord, new_id: NewId) -> Change:
    """An episode as one line that keeps its lesson; the long form waits out of sight until it may go for good."""
    told = episodes.of(record)
    short = shortened(told)
    lessons = tuple(lesson for lesson in told.lessons[:1] if lesson in short) or ((short,) if told.lessons else ())
    brief = replace(told, summary=short, line=short, key_facts=(), requests=(), feedback=(), conversation=(), lessons=lessons)
    newer = replace(
        record,
        id=new_id(),
        content=short,
        status=Status.COMPRESSED,
        payload=brief.payload(),
        supersedes=(record.id,),
        derived_from=tuple(dict.fromkeys([*record.derived_from, record.id])),
        key=None,
        reason="compressed",
    )
    older = replace(record, status=Status.SUPERSEDED, superseded_by=newer.id, reason="superseded: compressed")
    return Change(seen=(record,), records=(_stood_for(older, newer), newer), why="an old episode, seldom used", embed=True)


def shortened(told: episodes.Episode) -> str:
    """An episode in about 50 Chinese characters or 30 English words: how it ended, what it was about, what it taught."""
    said = next((part for part in (*told.lessons, told.line, told.summary) if part), "")
    chinese = language.has_han(told.title + said)
    whole = f"{episodes.MARK[told.outcome]} {told.title}{'：' if chinese else ': '}{said}" if said != told.title else said
    if chinese:
        return episodes.shortened(whole, SHORT_HAN)
    words = whole.split()
    return whole if len(words) <= SHORT_WORDS else " ".join(words[:SHORT_WORDS]).rstrip(",;:") + "…"


def linked(records: Iterable[MemoryRecord]) -> Iterator[Change]:
    """Episodes, which come oldest first, with up to three earlier ones of the same agent and scene that share their tags."""
    by_tag: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for record in records:
        told = episodes.of(record)
        places = [(record.agent, record.scene, tag) for tag in told.tags]
        shared = Counter(other for place in places for other in by_tag[place][-_LATEST:])
        near = [other for other, count in shared.most_common() if count >= _SHARED_TAGS][:RELATED]
        if near and not told.related and record.status in (Status.ACTIVE, Status.COMPRESSED):
            related: dict[str, Json] = {**record.payload, "related": list(near)}
            yield Change(seen=(record,), records=(replace(record, payload=related),), why="it shares its subject with earlier episodes")
        for place in places:
            by_tag[place].append(record.id)


def pruned(record: MemoryRecord, why: str) -> Change:
    """A record out of sight: forgotten, until it may go for good."""
    gone = replace(record, status=Status.FORGOTTEN, reason=f"forgotten: was {record.status}")
    return Change(seen=(record,), records=(gone,), why=why)


def failures(records: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    """The failures among episodes and retrospects that may teach, newest first, at most 20."""
    failed = [
        each
        for each in records
        if each.payload.get("outcome") == "failure" and each.trust in _TAUGHT_BY and each.status in (Status.ACTIVE, Status.COMPRESSED)
    ]
    return sorted(failed, key=lambda each: (each.created_at, each.id), reverse=True)[:FAILURES]


def untaught(failed: Sequence[MemoryRecord], principles: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    """Failures that no principle rests on yet; [] when they are too few to teach one."""
    taught = {origin for principle in principles for origin in principle.derived_from}
    left = [each for each in failed if not taught.intersection((each.id, *each.supersedes))]
    return left if len(left) >= FEWEST_FAILURES else []


@dataclass(frozen=True, slots=True)
class Principle:
    """What several failures have in common, and which."""

    text: str
    evidence: tuple[MemoryRecord, ...]


def common_lessons(failed: Sequence[MemoryRecord]) -> list[Principle]:
    """Principles by rules: failures whose lessons share words are one group, its most typical lesson the principle. At least two each."""
    told = {each.id: [lesson for lesson in episodes.of(each).lessons if lesson] for each in failed}
    words = {each.id: frozenset(term for lesson in told[each.id] for term in _terms(lesson)) for each in failed}
    left, found = [each for each in failed if words[each.id]], list[Principle]()
    while len(found) < MOST_PRINCIPLES:
        counted = Counter(term for each in left for term in words[each.id])
        best = max((term for term, count in counted.items() if count > 1), key=lambda term: (counted[term], len(term), term), default=None)
        if best is None:
            break
        members = tuple(each for each in left if best in words[each.id])
        typical = Counter(term for each in members for term in words[each.id])
        lessons = [lesson for each in members for lesson in told[each.id] if best in _terms(lesson)]
        lesson = max(lessons, key=lambda each: (sum(typical[term] for term in _terms(each)) / (len(_terms(each)) + 2), each))
        found.append(Principle(_stated(lesson, len(members)), members))
        left = [each for each in left if each not in members]
    return found


def abstracted(principles: Sequence[Principle], new_id: NewId, now: datetime) -> Iterator[Change]:
    """The records of principles: of high importance, no more trusted than the least of their evidence, seen where all of it is."""
    for principle in principles[:MOST_PRINCIPLES]:
        evidence = principle.evidence
        scenes, tongue = {each.scene for each in evidence}, "zh" if language.has_han(principle.text) else "en"
        record = MemoryRecord(
            id=new_id(),
            kind=Kind.PRINCIPLE,
            content=principle.text,
            created_at=now,
            tenant=evidence[0].tenant,
            user=evidence[0].user,
            agent=evidence[0].agent,
            scene=scenes.pop() if len(scenes) == 1 else None,
            importance=IMPORTANCE_OF_KIND[Kind.PRINCIPLE],
            confidence=0.8,
            trust=max((each.trust for each in evidence), key=TRUSTS.index),
            derived_from=tuple(each.id for each in evidence),
            language=tongue,
            reason=f"abstracted from {len(evidence)} failures",
        )
        yield Change(seen=evidence, records=(record,), why="failures with a common lesson", embed=True)


def repointed(record: MemoryRecord, stands: Mapping[str, str]) -> MemoryRecord:
    """`record` with every pointer at a memory that goes for good moved to the one that stands for it, or dropped."""
    origins = tuple(dict.fromkeys(stands.get(origin, origin) for origin in record.derived_from))
    related = record.payload.get("related")
    moved = record.payload
    if isinstance(related, list) and any(each in stands for each in related):
        moved = {**moved, "related": [stands.get(each, each) if isinstance(each, str) else each for each in related]}
    return replace(
        record,
        derived_from=tuple(origin for origin in origins if origin not in ("", record.id)),
        supersedes=tuple(each for each in record.supersedes if each not in stands),
        payload=moved,
    )


def _terms(lesson: str) -> frozenset[str]:
    return frozenset(term for term in analyze.query_terms(lesson) if not term.startswith(analyze.QUIET) and len(term) > 1)


def _stated(lesson: str, times: int) -> str:
    plain = lesson.rstrip("。.！!；; ")
    return f"{plain}（{times} 次失败的共同教训）" if language.has_han(lesson) else f"{plain} (learned from {times} failures)"
