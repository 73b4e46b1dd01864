"""Working memory's own reads and writes: the turns of a session, its task state, its status."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.ports import Clock, Store
from memstrata.core.records import EMPTY, Json
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.policies import arguments, lifecycle, visibility
from memstrata.remember import redact

StateChange = Callable[[Mapping[str, Json]], Mapping[str, Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sessions:
    """The sessions of a store."""

    store: Store
    clock: Clock
    idle_seconds: float

    def info(self, scope: Scope, session: str) -> SessionInfo | None:
        """The session as it stands; None when it was never opened, or is another agent's."""
        found = self.store.session(scope, session)
        return found if found is not None and visibility.session_readable(found, scope) else None

    def turns(self, scope: Scope, session: str) -> list[Turn]:
        """Every turn that the log still holds, in order."""
        return self.store.turns(scope, session) if self.info(scope, session) is not None else []

    def append(self, scope: Scope, turn: Turn) -> Turn:
        """The turn as the log holds it: working memory alone, no record and no fact. Raises ConflictError as `Session.add` does."""
        now, kept = self.clock.now(), redact.for_log(turn)
        known = next((held for held in self.turns(scope, turn.session) if held.id == turn.id), None)
        if known is not None:
            if (known.role, known.text) != (kept.role, kept.text):
                raise errors.ConflictError(
                    f"message {turn.id!r} of session {turn.session!r} is there already, with other words: use a new id"
                )
            return known
        logged = kept

        def decide(view: View) -> Batch:
            nonlocal logged
            info = view.session(turn.session) or lifecycle.opened(turn.session, now, agent=scope.agent, scene=scope.scene)
            visibility.require_own_session(info, scope)
            changed, (logged,) = lifecycle.appended(info, (kept,), now)
            return Batch(sessions=(changed,), turns=(logged,))

        self.store.write(scope, decide)
        return logged

    def state(self, scope: Scope, session: str) -> Mapping[str, Json]:
        """The task's values; {} for a session without any."""
        info = self.info(scope, session)
        return info.state if info else EMPTY

    def change_state(self, scope: Scope, session: str, change: StateChange) -> None:
        """Set the state to what `change` makes of the present one, alone among all writers. Raises InputError for what is no JSON."""
        now = self.clock.now()

        def decide(view: View) -> Batch:
            info = view.session(session) or lifecycle.opened(session, now, agent=scope.agent, scene=scope.scene)
            visibility.require_own_session(info, scope)
            state = redact.metadata(arguments.metadata(change(info.state)) or EMPTY)
            return Batch(sessions=(replace(info, state=state),))

        self.store.write(scope, decide)

    def status(self, scope: Scope, session: str) -> SessionStatus:
        """Where the session stands; open when it has no turns yet."""
        info = self.info(scope, session)
        return SessionStatus.OPEN if info is None else lifecycle.status(info, self.clock.now(), self.idle_seconds)
