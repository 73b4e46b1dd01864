"""The end of a session: its episode, the facts that last and the clearing of its working memory, in one write that can be repeated.

Without a model one write does it all. With one the session is `closing` while the model words the episode; what dies in between
leaves it so, and the next worker goes on. A message that arrives meanwhile opens it again, and nothing of it is lost.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from memstrata.core.batch import Batch, View
from memstrata.core.events import Events
from memstrata.core.ports import Clock, Store
from memstrata.core.records import MemoryRecord
from memstrata.core.results import Report, ReportStatus
from memstrata.core.scope import Scope
from memstrata.core.settings import Retention
from memstrata.core.trace import Step, Trace
from memstrata.core.turns import SessionStatus
from memstrata.policies import episodes, lifecycle, visibility
from memstrata.policies.episodes import Outcome
from memstrata.remember import ending as endings
from memstrata.remember.ending import Ended, Ending
from memstrata.remember.model import EpisodeWriter


@dataclass(frozen=True, slots=True, kw_only=True)
class Closer:
    """The parts of a closing. Without `writer` the rules alone word the episode."""

    store: Store
    clock: Clock
    events: Events
    new_id: Callable[[], str]
    idle_seconds: float
    embeds: bool = True
    retention: Retention = "all"
    episode_limit: int = 1000
    writer: EpisodeWriter | None = None
    after: Callable[[Scope, MemoryRecord], None] | None = None  # is told the episode of each session that was closed

    def close(self, scope: Scope, session: str, judged: Outcome | None = None) -> Report:
        """Close it, or begin to where a model words the episode. Closing a closed or unknown session changes nothing.

        Raises ConflictError for a session of another agent or scene.
        """
        info = self.store.session(scope, session)
        if info is not None:
            visibility.require_own_session(info, scope)
        if self.writer is None:
            return self.finish(scope, session, judged=judged)
        begun = self._begin(scope, session, judged)
        status = ReportStatus.PENDING if begun else ReportStatus.NOTHING
        return Report(status, trace=Trace((Step("close", "a model words the episode" if begun else Ended().why),)))

    def finish(self, scope: Scope, session: str, *, judged: Outcome | None = None, quiet_since: datetime | None = None) -> Report:
        """Close it now. What came in meanwhile keeps it open; with `quiet_since` so does a message after that."""
        info = self.store.session(scope, session)
        ended = Ended()
        if info is None or info.status is SessionStatus.CLOSED:
            return _report(ended)
        turns = tuple(turn for turn in self.store.turns(scope, session) if turn.sequence <= info.sequence)
        ending = self._worded(
            Ending(
                scope=scope,
                info=info,
                turns=turns,
                new_ids=(self.new_id(), self.new_id()),
                now=self.clock.now(),
                judged=judged,
                quiet_since=quiet_since,
                embeds=self.embeds,
                retention=self.retention,
                episode_limit=self.episode_limit,
            )
        )

        def decide(view: View) -> Batch:
            nonlocal ended
            batch, ended = endings.last_write(ending, view)
            return batch

        self.store.write(scope, decide)
        if ended.why == "closed":
            self.events.emit("session.closed", turns=len(turns), episode=ended.episode is not None)
            if ended.episode is not None and self.after is not None:
                self.after(scope, ended.episode)
        return _report(ended)

    def resume(self, scope: Scope, session: str) -> Report:
        """End a closing that was begun. A session that a message opened again stays open."""
        info = self.store.session(scope, session)
        begun = info is not None and info.status is SessionStatus.CLOSING
        return self.finish(scope, session) if begun else _report(Ended("a message came meanwhile: it stays open"))

    def close_idle(self) -> int:
        """Close every session that nobody has touched for the idle time, or began to close; how many were looked at."""
        now = self.clock.now()
        before = now - timedelta(seconds=self.idle_seconds)
        quiet = self.store.quiet(before)
        for scope, session in quiet:
            info = self.store.session(scope, session)
            if info is not None and lifecycle.should_close(info, now, self.idle_seconds):
                self.finish(scope, session, quiet_since=before)
        return len(quiet)

    def half_closed(self) -> list[tuple[Scope, str]]:
        """The sessions whose closing was begun and never finished, of any owner."""
        held = [(scope, self.store.session(scope, session)) for scope, session in self.store.quiet(datetime.max.replace(tzinfo=UTC))]
        return [(scope, info.id) for scope, info in held if info is not None and info.status is SessionStatus.CLOSING]

    def _begin(self, scope: Scope, session: str, judged: Outcome | None) -> bool:
        def decide(view: View) -> Batch:
            info = view.session(session)
            if info is None or info.status is SessionStatus.CLOSED:
                return Batch()
            state = info.state if judged is None else {**info.state, endings.OUTCOME: judged}
            return Batch(sessions=(replace(lifecycle.closing(info), state=state),))

        return bool(self.store.write(scope, decide).batch.sessions)

    def _worded(self, ending: Ending) -> Ending:
        """`ending` with the episode as a model words it, outside of any write."""
        if self.writer is None:
            return ending
        found = list[endings.Told]()

        def look(view: View) -> Batch:
            found[:] = endings.told(ending, view)
            return Batch()

        self.store.write(ending.scope, look)
        if len(found) < episodes.MIN_TURNS:
            return ending
        settled = endings.judged(ending) is not None
        made, hints = self.writer.write([one.turn for one in found], endings.by_rules(ending, found), settled=settled)
        return replace(ending, worded=made, hints=hints, worded_of=tuple(one.turn.id for one in found))


def _report(ended: Ended) -> Report:
    status = ReportStatus.STORED if ended.why == "closed" else ReportStatus.NOTHING
    return Report(status, records=list(ended.facts), episode=ended.episode, trace=Trace((Step("close", ended.why),)))
