"""What a record looks like in the arrays: its text for the lanes, its columns, its words."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import numpy.typing as npt

from memstrata.core import matrix
from memstrata.core.labels import Labels
from memstrata.core.records import MemoryRecord
from memstrata.text import analyze

_MAX_COUNT = 65_535
_ENDING = 40  # characters in which a question mark, smileys and closing marks behind it are looked for
_QUESTION = re.compile(r"[?？][^\w\s]*\s*$|(?:吗|嗎|呢|么|麼)[。.!！~～]*\s*$")


def text(record: MemoryRecord) -> str:
    """The text by which `record` is found: a turn with its speaker's name, a fact with its slot, value and aliases."""
    if record.is_turn:
        return f"{record.name}: {record.content}" if record.name else record.content
    extras = [*(part for part in record.aliases if part not in record.content)]
    if record.slot:
        extras.append(record.slot.replace(".", " "))
    return "\n".join([record.content, *extras])


def ids(records: Sequence[MemoryRecord]) -> npt.NDArray[np.void]:
    """(records,) V16: the bytes of the ids."""
    return np.frombuffer(b"".join(bytes.fromhex(record.id) for record in records), "V16")


def terms(records: Sequence[MemoryRecord], labels: Labels) -> matrix.Terms:
    """The words of `records`, hashed, each once a record with its count; quiet words count 0, so that they add no length."""
    offsets, words, counts = [0], list[int](), list[int]()
    for record in records:
        found = Counter(analyze.terms(text(record)))
        words += map(labels.term, found)
        counts += [0 if word[:1] == analyze.QUIET else min(count, _MAX_COUNT) for word, count in found.items()]
        offsets.append(len(words))
    return matrix.Terms(np.array(offsets, np.int64), np.array(words, np.uint32), np.array(counts, np.uint16))


def columns(records: Sequence[MemoryRecord], labels: Labels) -> matrix.Columns:
    """(records,) of `matrix.COLUMNS`."""
    out = np.zeros(len(records), matrix.COLUMNS)
    for row, record in zip(out, records, strict=True):
        row["kind"], row["agent"], row["scene"] = labels.label(record.kind), labels.label(record.agent), labels.label(record.scene)
        row["session"], row["slot"] = labels.label(record.session), labels.label(record.slot)
        row["speaker"] = labels.label(record.name.casefold() if record.name else None)
        row["sequence"] = -1 if record.sequence is None else record.sequence
        row["created"] = record.created_at.timestamp()
        row["valid_from"] = matrix.seconds(record.valid_from, record.created_at.timestamp())
        row["valid_to"] = matrix.seconds(record.valid_to, np.inf)
        row["event_from"], row["event_to"] = event_seconds(record.event_from, False), event_seconds(record.event_to, True)
        row["used"] = max(
            record.created_at.timestamp(), matrix.seconds(record.last_used_at, -np.inf), matrix.seconds(record.confirmed_at, -np.inf)
        )
        row["expires"] = matrix.seconds(record.expires_at, np.inf)
        row["uses"], row["importance"], row["confidence"] = record.uses, record.importance, record.confidence
        row["type"], row["status"] = matrix.TYPES.index(record.type), matrix.STATUSES.index(record.status)
        row["role"] = matrix.ROLES.index(record.role) if record.role in matrix.ROLES else 0
        row["asks"] = asks(record.content)
        row["trust"], row["pinned"] = matrix.TRUSTS.index(record.trust), record.pinned
    return out


def asks(content: str) -> bool:
    """Whether a text ends as a question, in Chinese or English: an answer follows it, it rarely is one."""
    return _QUESTION.search(content[-_ENDING:]) is not None


def event_seconds(event: str | None, end: bool) -> float:
    """The first instant of an event's ISO text, or with `end` the first one after it, as seconds since 1970; NaN for None."""
    if event is None:
        return float("nan")
    try:
        start, width = _span(event)
    except (ValueError, OverflowError):  # "9999-12-31" has no day after it
        return float("nan")
    return (start + width if end else start).timestamp()


def _span(event: str) -> tuple[datetime, timedelta]:
    """The start of `2025`, `2025-04`, `2025-04-01` or `2025-04-01T09:00+08:00`, and its width; UTC without an offset."""
    if len(event) == 4:
        start = datetime(int(event), 1, 1, tzinfo=UTC)
        return start, datetime(start.year + 1, 1, 1, tzinfo=UTC) - start
    if len(event) == 7:
        start = datetime.fromisoformat(f"{event}-01").replace(tzinfo=UTC)
        following = (start.replace(day=28) + timedelta(days=4)).replace(day=1)
        return start, following - start
    start = datetime.fromisoformat(event)
    width = timedelta(days=1) if len(event) == 10 else timedelta(minutes=1)
    return (start if start.tzinfo else start.replace(tzinfo=UTC)), width
