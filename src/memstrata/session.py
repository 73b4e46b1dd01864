"""The handle of one conversation: working memory that survives a restart."""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Self

from memstrata.core import scope as scopes
from memstrata.core.records import Json
from memstrata.core.results import Context, Report
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionStatus, Turn
from memstrata.policies import arguments, messages, window
from memstrata.policies.episodes import Outcome
from memstrata.remember import redact
from memstrata.remember.request import Request
from memstrata.runtime import Runtime


class State(MutableMapping[str, Json]):
    """The task's values, durable as soon as they are set; they end when the session closes."""

    def __init__(self, runtime: Runtime, scope: Scope, session: str) -> None:
        self._runtime, self._scope, self._session = runtime, scope, session

    def append(self, key: str, value: Json) -> None:
        """Add `value` to the list under `key`; a value that is no list becomes its first item."""
        self._runtime.sessions.change_state(self._scope, self._session, lambda state: {**state, key: [*_listed(state.get(key)), value]})

    def set(self, key: str, value: Json) -> None:
        """Set one value, in place of the one before; the same as `state[key] = value`."""
        self._runtime.sessions.change_state(self._scope, self._session, lambda state: {**state, key: value})

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
        self._runtime.sessions.change_state(
            self._scope, self._session, lambda state: {name: value for name, value in state.items() if name != key}
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def _values(self) -> Mapping[str, Json]:
        return self._runtime.sessions.state(self._scope, self._session)


class Session:
    """One conversation of one scope. Nothing is written before its first turn."""

    def __init__(self, runtime: Runtime, scope: Scope, id: str) -> None:
        self._runtime, self._scope = runtime, scope
        self.id = scopes.checked_id("session", id)
        self.state = State(runtime, scope, self.id)

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
        _, logged = self._runtime.remember(Request(scope=self._scope, turns=(turn,), now=now, session=self.id))
        return logged[0]

    def turns(self) -> list[Turn]:
        """Every turn of the session in order, as long as it is open."""
        return self._runtime.sessions.turns(self._scope, self.id)

    def window(self) -> window.Window:
        """The last whole exchanges within the settings' bounds, with the pinned turns first."""
        return self._runtime.window(self._scope, self.id)

    @property
    def summary(self) -> str:
        """The running summary of what left the window; '' when there is none."""
        info = self._runtime.sessions.info(self._scope, self.id)
        return info.summary if info else ""

    @property
    def status(self) -> SessionStatus:
        """Open, idle (long without a turn), closing or closed; a session without turns is open."""
        return self._runtime.sessions.status(self._scope, self.id)

    def context(self, query: str | None = None, budget: int = 4000, system: str | None = None) -> Context:
        """The messages for the next model call. Without `query` the newest user turn is the question."""
        spoken = None if system is None else arguments.text("system", system)
        return self._runtime.context(self._scope, None if query is None else arguments.query(query), budget, self.id, spoken)

    def close(self, outcome: Outcome | None = None) -> Report:
        """End it: it becomes an episode (`Report.episode`), working memory is cleared, task state ends. Closing again changes nothing.

        `outcome` (success, partial, failure, none) is your own judgement; without it the words of user and tools decide. Where a model
        words episodes the report is pending, and the worker or `flush` ends the closing. Raises InputError for another outcome.
        """
        return self._runtime.close_session(self._scope, self.id, arguments.outcome(outcome))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _listed(value: Json) -> list[Json]:
    return [] if value is None else value if isinstance(value, list) else [value]
