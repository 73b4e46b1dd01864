"""The handle of one conversation: working memory that survives a restart."""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Self

from memstrata import prompting
from memstrata.core import scope as scopes
from memstrata.core.records import Json
from memstrata.core.results import Context, Report
from memstrata.core.scope import Scope
from memstrata.core.settings import Mode
from memstrata.core.turns import SessionStatus, Turn
from memstrata.policies import arguments, messages, window
from memstrata.policies.episodes import Outcome
from memstrata.remember import redact
from memstrata.remember.request import Request
from memstrata.remember.sessions import Sessions
from memstrata.runtime import Runtime


class State(MutableMapping[str, Json]):
    """The task's values, durable as soon as they are set; they end when the session closes."""

    def __init__(self, runtime: Runtime, scope: Scope, session: str, mode: Mode) -> None:
        self._runtime, self._scope, self._session, self._mode = runtime, scope, session, mode

    def append(self, key: str, value: Json) -> None:
        """Add `value` to the list under `key`; a value that is no list becomes its first item."""
        self._sessions.change_state(self._scope, self._session, lambda state: {**state, key: [*_listed(state.get(key)), value]})

    def set(self, key: str, value: Json) -> None:
        """Set one value, in place of the one before; the same as `state[key] = value`."""
        self._sessions.change_state(self._scope, self._session, lambda state: {**state, key: value})

    def all(self) -> dict[str, Json]:
        """All values at this moment."""
        return dict(self._values)

    def __getitem__(self, key: str) -> Json:
        return self._values[key]

    def __setitem__(self, key: str, value: Json) -> None:
        self.set(key, value)

    def __delitem__(self, key: str) -> None:
        if key not in self._values:
            raise KeyError(key)
        self._sessions.change_state(self._scope, self._session, lambda state: {name: value for name, value in state.items() if name != key})

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def _sessions(self) -> Sessions:
        return self._runtime.working(self._mode)

    @property
    def _values(self) -> Mapping[str, Json]:
        return self._sessions.state(self._scope, self._session)


class Session:
    """One conversation of one scope. Nothing is written before its first turn."""

    def __init__(self, runtime: Runtime, scope: Scope, id: str, mode: Mode = "full") -> None:
        self._runtime, self._scope, self._mode = runtime, scope, mode
        self.id = scopes.checked_id("session", id)
        self.state = State(runtime, scope, self.id, mode)

    def add(
        self,
        role: str,
        content: object,
        at: datetime | str | None = None,
        id: str | None = None,
        name: str | None = None,
        metadata: Mapping[str, Json] | None = None,
        tool_calls: Sequence[object] | None = None,
        tool_call_id: str | None = None,
    ) -> Turn:
        """Append one turn; it is durable, in order and searchable by words when this returns.

        The same `id` with the same words is one turn (safe to retry); with other words it raises ConflictError.
        Adding to a closed session opens it again.
        """
        now = self._runtime.now()
        read = messages.read(
            role,
            content,
            session=self.id,
            id=self._runtime.parts.remember.new_id() if id is None else id,
            at=now if at is None else at,
            name=name,
            metadata=metadata,
            tool_calls=tool_calls,
            tool_call_id=tool_call_id,
        )
        turn = redact.labels(read)
        if self._mode != "full":
            return self._sessions.append(self._scope, turn)
        _, logged = self._runtime.remember(Request(scope=self._scope, turns=(turn,), now=now, session=self.id))
        return logged[0]

    def turns(self) -> list[Turn]:
        """Every turn of the session in order, as long as it is open."""
        return self._sessions.turns(self._scope, self.id)

    def window(self) -> window.Window:
        """The last whole exchanges within the settings' bounds, with the pinned turns first."""
        return prompting.window(self._runtime, self._scope, self.id, self._mode)

    @property
    def summary(self) -> str:
        """The running summary of what left the window; '' when there is none."""
        info = self._sessions.info(self._scope, self.id)
        return info.summary if info else ""

    @property
    def status(self) -> SessionStatus:
        """Open, idle (long without a turn), closing or closed; a session without turns is open."""
        return self._sessions.status(self._scope, self.id)

    def context(self, query: str | None = None, budget: int = 4000, system: str | None = None) -> Context:
        """The messages for the next model call. Without `query` the newest user turn is the question."""
        spoken = None if system is None else arguments.text("system", system)
        asked = None if query is None else arguments.query(query)
        wanted = prompting.Wanted(scope=self._scope, mode=self._mode, query=asked, budget=budget, session=self.id, system=spoken)
        return prompting.context(self._runtime, wanted)

    def close(self, outcome: Outcome | None = None) -> Report:
        """End it: it becomes an episode (`Report.episode`), working memory is cleared, task state ends. Closing again changes nothing.

        `outcome` (success, partial, failure, none) is your own judgement; without it the words of user and tools decide. Where a model
        words episodes the report is pending, and the worker or `flush` ends the closing. Raises InputError for another outcome.
        """
        return self._runtime.close_session(self._scope, self.id, self._mode, arguments.outcome(outcome))

    @property
    def _sessions(self) -> Sessions:
        return self._runtime.working(self._mode)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _listed(value: Json) -> list[Json]:
    return [] if value is None else value if isinstance(value, list) else [value]
