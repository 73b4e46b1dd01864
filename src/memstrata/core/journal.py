"""What a run of upkeep changed in one record, so that it can be undone. It holds no content: that never changes under one id."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from memstrata.core.records import MemoryRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One record that a run changed or added."""

    run: str  # 32 hexadecimal digits
    at: datetime
    step: str  # "deduplicate", "compress" …
    record: str  # its id
    before: MemoryRecord | None  # the changed fields as they were, all others at their default; None = the run added the record
    changed: Mapping[str, str]  # field → digest of its value after the run: what was changed again since is left alone
