"""Working memory's own writes: task state, and the end of a session."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memstrata.core.batch import Batch, View
from memstrata.core.events import Events
from memstrata.core.ports import Clock, Store
from memstrata.core.records import EMPTY, Json
from memstrata.core.results import Report, ReportStatus
from memstrata.core.scope import Scope
from memstrata.core.trace import Step, Trace
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.policies import arguments, lifecycle, visibility
from memstrata.remember import redact

StateChange = Callable[[Mapping[str, Json]], Mapping[str, Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sessions:
    """The sessions of a store."""

    store: Store
    clock: Clock
    events: Events
    idle_seconds: float

    def info(self, scope: Scope, session: str) -> SessionInfo | None:
        """The session as it stands; None when it was never opened, or is another agent's."""
        found = self.store.session(scope, session)
        return found if found is not None and visibility.session_readable(found, scope) else None

    def turns(self, scope: Scope, session: str) -> list[Turn]:
        """Every turn that the log still holds, in order."""
        return self.store.turns(scope, session) if self.info(scope, session) is not None else []

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

    def close(self, scope: Scope, session: str) -> Report:
        """Close it in one write: turns leave the log, state ends. Closing a closed or unknown session changes nothing."""
        info = self.store.session(scope, session)
        if info is not None:
            visibility.require_own_session(info, scope)
        return self._close(scope, session)

    def _close(self, scope: Scope, session: str, quiet_since: datetime | None = None) -> Report:
        """Close it; with `quiet_since` only if nobody has added to it after that."""

        def decide(view: View) -> Batch:
            info = view.session(session)
            if info is None or info.status is SessionStatus.CLOSED:
                return Batch()
            if quiet_since is not None and info.last_at >= quiet_since:
                return Batch()
            closed = replace(info, status=SessionStatus.CLOSED, state=EMPTY, summary="", summary_covers=0)
            return Batch(sessions=(closed,), clear=(session,))

        written = self.store.write(scope, decide)
        ended = bool(written.batch.sessions)
        if ended:
            self.events.emit("session.closed")
        outcome = "closed" if ended else "nothing to close"
        return Report(ReportStatus.STORED if ended else ReportStatus.NOTHING, trace=Trace((Step("close", outcome),)))

    def close_idle(self) -> int:
        """Close every session that nobody has touched for the idle time; how many."""
        before = self.clock.now() - timedelta(seconds=self.idle_seconds)
        quiet = self.store.quiet(before)
        for scope, session in quiet:
            self._close(scope, session, quiet_since=before)
        return len(quiet)
