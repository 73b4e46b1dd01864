"""How far a model has read a turn: kept in the turn's own record, in the write that stores what it found, so that no turn is read twice."""

from dataclasses import replace

from memstrata.core.records import MemoryRecord

JOB = "extract"
_READ = "read by a model"
_UP_TO = f"{_READ} up to "


def read_to(record: MemoryRecord) -> int:
    """The offset from which the turn's text is still unread; its length when nothing is."""
    if record.reason == _READ:
        return len(record.content)
    end = record.reason.removeprefix(_UP_TO)
    return min(int(end), len(record.content)) if end != record.reason and end.isdecimal() else 0


def marked(record: MemoryRecord, end: int) -> MemoryRecord:
    """The turn when its text is read up to `end`."""
    whole = end >= len(record.content)
    return record if end <= 0 and not whole else replace(record, reason=_READ if whole else f"{_UP_TO}{end}")


def is_read(record: MemoryRecord) -> bool:
    """Whether a model has read all of the turn."""
    return record.reason == _READ
