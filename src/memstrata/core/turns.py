"""Working memory's nouns: the turn (one message), the exchange, and the state of a session."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from memstrata.core.records import EMPTY, Json

KNOWN_ROLES = ("system", "developer", "user", "assistant", "tool", "function")
MAX_MESSAGE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message as an API has it. `text` is the readable part; `content` is what came (None, text or parts), kept verbatim."""

    id: str
    session: str
    role: str
    text: str
    at: datetime  # aware, in the message's own offset
    content: Json = None
    sequence: int = 0  # place in the session, from 1, without gaps; 0 = not stored yet
    name: str | None = None
    tool_calls: tuple[Mapping[str, Json], ...] = ()
    tool_call_id: str | None = None
    ignored_parts: int = 0  # images, audio, files: kept in `content`, not read
    metadata: Mapping[str, Json] = field(default_factory=lambda: EMPTY)

    def __getitem__(self, field: str) -> Json:
        """The field of the plain message: a turn reads like the dict that APIs use. Raises KeyError."""
        return self.message()[field]

    def message(self) -> dict[str, Json]:
        """The turn as a plain chat message: role, content, and tool fields where there are any."""
        out: dict[str, Json] = {"role": self.role, "content": self.content}
        if self.name is not None:
            out["name"] = self.name
        if self.tool_calls:
            out["tool_calls"] = [dict(call) for call in self.tool_calls]
        if self.tool_call_id is not None:
            out["tool_call_id"] = self.tool_call_id
        return out


Exchange: TypeAlias = Sequence[Turn]  # a user's turn and all that answers it; leading turns before any user turn form one too


class SessionStatus(StrEnum):
    """The life of a session: open → (idle) → closing → closed; adding to a closed session opens it again."""

    OPEN = "open"
    IDLE = "idle"
    CLOSING = "closing"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo:
    """What is known of one session besides its turns. Idle is derived from `last_at` when read, never stored."""

    id: str
    status: SessionStatus = SessionStatus.OPEN
    agent: str | None = None
    scene: str | None = None
    opened_at: datetime
    last_at: datetime  # of the newest append
    sequence: int = 0  # the highest given out, kept over clearing
    summary: str = ""
    summary_covers: int = 0  # sequence of the last turn that the summary covers
    state: Mapping[str, Json] = field(default_factory=lambda: EMPTY)
