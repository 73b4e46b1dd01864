"""memstrata as a system for retrieval scorers that call `ingest`, `search` and `close`: the public API and nothing else."""

import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import memstrata
from memstrata.memory import Memory
from memstrata.scoped import ScopedMemory

_FORMS = ("%I:%M %p on %d %B, %Y", "%B-%d-%Y", "%Y-%m-%d")
_START = datetime(2020, 1, 1, tzinfo=UTC)


class Memstrata:
    """One conversation is one user's memory; each turn goes in under its own id and comes back in `hit.record.sources`."""

    name = "memstrata"

    def open(self, folder: str) -> Memory:
        """The memory that is scored; a subclass may set it up otherwise."""
        return memstrata.open(folder)

    def ingest(self, conversation: Mapping[str, Any]) -> None:
        self._folder = tempfile.mkdtemp()
        self._memory = self.open(self._folder)
        self._me = self._memory.scope(user=conversation["id"])
        write(self._me, conversation["turns"])
        self._memory.flush()

    def search(self, query: str, k: int) -> Sequence[str]:
        return [message for hit in self._me.recall(query, limit=k) for _, message in hit.record.sources]

    def close(self) -> None:
        self._memory.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def write(me: ScopedMemory, turns: Sequence[Mapping[str, Any]]) -> None:
    """Store the turns of a conversation in their sessions, each under its own id."""
    sessions: dict[str, Any] = {}
    for turn in turns:
        session = sessions.setdefault(turn["session"], me.session(turn["session"]))
        speaker = turn["speaker"]
        role = speaker if speaker in ("user", "assistant") else "user"
        name = speaker if speaker and speaker != role else None
        session.add(role, turn["text"], at=_time(turn["time"]), id=turn["id"], name=name)


def _time(text: str) -> datetime:
    """The turn's own time, taken as UTC; a fixed start where there is none."""
    for form in _FORMS:
        try:
            return datetime.strptime(re.sub(r"\s+", " ", text.strip()), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return _START
