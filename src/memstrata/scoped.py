"""One user's memory: the verbs. Each checks its arguments, asks one journey and gives its answer."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from memstrata import moving, prompting
from memstrata.core import errors, files, filters
from memstrata.core import scope as scopes
from memstrata.core.consolidation import ConsolidationReport
from memstrata.core.records import Json, MemoryRecord
from memstrata.core.results import Context, Explanation, Hits, Page, Preview, Receipt, Report, ReportStatus
from memstrata.core.scope import Scope
from memstrata.core.settings import Mode
from memstrata.core.trace import Step, Trace
from memstrata.importers import ImportReport
from memstrata.policies import arguments, messages, meta, profile, sharing, skills
from memstrata.policies.graph import Graph
from memstrata.policies.skills import Skill
from memstrata.recall import browse, knowing
from memstrata.recall import skills as skill_recall
from memstrata.recall.experience import Experience
from memstrata.recall.question import Question
from memstrata.remember import edit, erase, redact, request, rollback
from memstrata.remember.ingest import IngestReport
from memstrata.remember.rollback import RollbackReport
from memstrata.runtime import Runtime
from memstrata.session import Session
from memstrata.upkeep import audit as audits
from memstrata.upkeep import consolidate as consolidating
from memstrata.upkeep.audit import AuditReport

SkillList: TypeAlias = list[Skill]
Records: TypeAlias = list[MemoryRecord]  # `list` is a verb inside the class
Experiences: TypeAlias = list[Experience]


class ScopedMemory:
    """The memory of one scope. Cheap to make, safe to share between threads."""

    def __init__(self, runtime: Runtime, scope: Scope, mode: Mode = "full") -> None:
        self._runtime = runtime
        self._scope = scope
        self._mode = mode

    @property
    def owner(self) -> Scope:
        """Whose memory this is."""
        return self._scope

    def remember(
        self,
        text_or_messages: str | Mapping[str, object] | Sequence[object],
        at: datetime | str | None = None,
        source: str = "user",
        kind: str | None = None,
        slot: str | None = None,
        importance: float | str | None = None,
        metadata: Mapping[str, Json] | None = None,
        *,
        ttl_seconds: float | None = None,
        key: str | None = None,
    ) -> Report:
        """Store what was said, and the facts in it. Durable and searchable by words when this returns.

        `text_or_messages`: text, one message, or a list of messages (`{"role", "content", …}`). With `kind` or `slot` the text is
        stored as that fact as it stands. `at`: when it was said (default now). `key`: an idempotency key; a second write with it
        changes nothing. Raises InputError and its kinds.
        """
        now = self._runtime.now()
        stated = request.Stated(
            kind=arguments.kind(kind),
            slot=None if slot is None else redact.for_memory(arguments.text("slot", slot)),
            importance=arguments.importance(importance),
            ttl_seconds=arguments.positive("ttl_seconds", ttl_seconds),
            key=None if key is None else arguments.key(key, self._scope),
            metadata=redact.metadata(arguments.metadata(metadata) or {}),
        )
        said_at = now if at is None else messages.instant(at)
        read = request.read_turns(text_or_messages, said_at, self._runtime.parts.remember.new_id)
        turns = tuple(redact.labels(turn) for turn in read)
        if stated.explicit:
            arguments.content(" ".join(turn.text for turn in turns))
        if self._mode != "full":
            return Report(ReportStatus.NOTHING, trace=Trace((Step("gate", f"memory is {self._mode}"),)))
        claimed = self._runtime.proven(arguments.trust(source), turns, stated.metadata)
        asked = request.Request(scope=self._scope, turns=turns, now=now, trust=claimed, stated=stated)
        report, _ = self._runtime.remember(asked)
        return report

    def recall(
        self,
        query: str,
        limit: int = 5,
        types: Sequence[str] | None = None,
        kinds: Sequence[str] | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        as_of: datetime | str | None = None,
        min_relevance: float | None = None,
        *,
        filter: Mapping[str, Json] | None = None,
    ) -> Hits:
        """Facts and turns that answer `query`, best evidence first, at most `limit`; [] for a blank query.

        `since` ≤ said < `until`; `as_of`: what was true at that instant; `min_relevance` in [0, 1] drops what is less relevant.
        """
        question = self._question(query, limit, types, kinds)
        return self._runtime.recall(
            replace(
                question,
                since=None if since is None else messages.instant(since),
                until=None if until is None else messages.instant(until),
                as_of=None if as_of is None else messages.instant(as_of),
                min_relevance=arguments.share("min_relevance", min_relevance),
                filter=None if filter is None else filters.parse(filter),
            )
        )

    def knows(self, question: str) -> meta.Knowledge:
        """What memory knows of `question`: known, stale, conflicting or unknown, with the evidence and the next step."""
        parts = self._runtime.parts
        asked = self._question(question, parts.settings.recall_limit, None, None)
        return knowing.knows(parts.recall, asked, parts.settings.stale_days, parts.settings.relevance_floor)

    def experiences(self, task: str, limit: int = 3) -> Experiences:
        """What past tasks like `task` teach, at most `limit`: failures first, the newest first; [] for a blank task.

        Of ten episodes and retrospects nearest in meaning, those with lessons. `context` shows them by itself.
        """
        return self._runtime.experiences(self._question(task, limit, None, None), arguments.limit(limit))

    def skills(self, task: str | None = None, limit: int = 5) -> SkillList:
        """Ways of doing things: those that `task` calls for, then those near it; without a task the most used first."""
        if task is None:
            return skill_recall.best(self._runtime.store, self._scope, self._runtime.now(), arguments.limit(limit))
        return skill_recall.for_task(self._runtime.parts.recall, self._question(task, limit, None, None))

    def used_skill(self, id: str, success: bool = True) -> Skill:
        """Count a use of a skill, and whether it succeeded; the skill as it is now. Raises NotFoundError, InputError for another kind."""
        return skills.of(self._change([arguments.record_id(id)], lambda record: skills.used(record, success))[0])

    def graph(self) -> Graph:
        """Who and what this scope's memories speak of, how they hang together, and since when."""
        return self._runtime.parts.recall.graphs.of(self._runtime.store, self._scope, self._runtime.now())

    def explain(self, query: str, id: str) -> Explanation:
        """Why the memory `id` is, or is not, among the hits of `query`. Raises NotFoundError."""
        question = self._question(query, self._runtime.parts.settings.recall_limit, None, None)
        record = browse.require(self._runtime.store, self._scope, id, question.now)
        return self._runtime.parts.recall.explain(question, record)

    def context(self, query: str, budget: int = 4000, session: str | None = None, system: str | None = None) -> Context:
        """The messages for a model call, at most `budget` tokens: system and profile, background, the session's last turns, `query`.

        Raises BudgetError when the last user message alone does not fit.
        """
        spoken = None if system is None else arguments.text("system", system)
        named = None if session is None else scopes.checked_id("session", session)
        asked = arguments.query(query)
        wanted = prompting.Wanted(scope=self._scope, mode=self._mode, query=asked, budget=budget, session=named, system=spoken)
        return prompting.context(self._runtime, wanted)

    def lookup(self, slot: str) -> MemoryRecord | None:
        """The present record of a slot ("deploy.port", 部署端口); None when it is not known."""
        return browse.lookup(self._runtime.store, self._scope, arguments.text("slot", slot), self._runtime.now())

    def history(self, slot: str) -> Records:
        """Every version of a slot, oldest first."""
        return browse.history(self._runtime.store, self._scope, arguments.text("slot", slot), self._runtime.now())

    def profile(self) -> profile.Profile:
        """The user's page as it stands, within its token cap."""
        return self._runtime.profile(self._scope)

    def get(self, id: str) -> MemoryRecord | None:
        """The record of `id` in any status; None when there is none in this scope."""
        return browse.get(self._runtime.store, self._scope, id, self._runtime.now())

    def list(
        self,
        kinds: Sequence[str] | None = None,
        status: str | None = "active",
        filter: Mapping[str, Json] | None = None,
        cursor: str | None = None,
        limit: int = 100,
    ) -> Page:
        """Records in a stable order; turns, episodes, retrospects and chunks only where `kinds` or the filter names them.

        `status=None` lists every status.
        """
        return browse.page(
            self._runtime.store,
            self._scope,
            self._runtime.now(),
            kinds=arguments.kinds(kinds),
            status=status,
            wanted=None if filter is None else filters.parse(filter),
            cursor=cursor,
            limit=arguments.limit(limit),
        )

    def update(
        self, id: str, content: str | None = None, importance: float | str | None = None, metadata: Mapping[str, Json] | None = None
    ) -> MemoryRecord:
        """The record after the change. New content is a new version under a new id; the old one is superseded.

        Metadata keys are set one by one. Raises NotFoundError, and ConflictError when `id` has a newer version.
        """
        revision = edit.Revision(
            new_id=self._runtime.parts.remember.new_id(),
            content=None if content is None else redact.for_memory(arguments.content(content)),
            importance=arguments.importance(importance),
            metadata=None if metadata is None else redact.metadata(arguments.metadata(metadata) or {}),
        )
        return self._runtime.revise(arguments.record_id(id), self._scope, revision)

    def pin(self, id: str) -> MemoryRecord:
        """Keep it: a pinned memory does not fade and is never pruned. Raises NotFoundError."""
        return self._change([arguments.record_id(id)], edit.pinned)[0]

    def confirm(self, id: str) -> MemoryRecord:
        """The user says that it is true: a guess becomes a fact. Raises NotFoundError."""
        return self._runtime.decided([arguments.record_id(id)], self._scope, edit.confirm)[0]

    def used(self, ids: str | Iterable[str]) -> None:
        """Count that these memories entered a prompt (`context` does so by itself)."""
        self._runtime.used(self._scope, arguments.ids(ids))

    def forget(self, ids: str | Iterable[str]) -> Records:
        """Hide these memories, and the turns that say them, from every read but `get`; `unforget` brings them back.

        Raises NotFoundError, and then hides none.
        """
        return self._runtime.decided(arguments.ids(ids), self._scope, edit.forget)

    def unforget(self, ids: str | Iterable[str]) -> Records:
        """Bring forgotten memories back. Raises NotFoundError."""
        return self._runtime.decided(arguments.ids(ids), self._scope, edit.unforget)

    def quarantined(self) -> Page:
        """Memories that wait for a person's look, turns as well; `reason` of each says why."""
        store, scope, now = self._runtime.store, self._scope, self._runtime.now()
        return browse.quarantined(store, scope, now)

    def release(self, id: str) -> MemoryRecord:
        """Let a quarantined memory out. Raises NotFoundError."""
        return self._change([arguments.record_id(id)], edit.released)[0]

    def rollback(
        self, source: str | None = None, since: datetime | str | None = None, *, session: str | None = None, name: str | None = None
    ) -> RollbackReport:
        """Take back what came from a source: its turns and facts are quarantined, what they had superseded is true again.

        Say at least one of `source` (a class of trust), `session` and `name` (a tool, a speaker, or the metadata's `channel`); `since`
        bounds it in time. A fact that rests on other messages as well stays. Raises InputError when none is named.
        """
        if source is None and session is None and name is None:
            raise errors.InputError("which source? name a source such as 'web', a session or a tool; to end everything there is erase")
        wish = rollback.Wish(
            source=None if source is None else arguments.trust(source),
            since=None if since is None else messages.instant(since),
            session=session,
            name=name,
        )
        return self._runtime.rollback(wish, self._scope)

    def audit(self) -> AuditReport:
        """Look through all memories of this user, of every agent and scene: `Memory.audit` for one user.

        An agent is told of what it may read.
        """
        report = self._runtime.audit([self._scope.widened()])
        return audits.seen_by(report, self._scope, self._runtime.store, self._runtime.now())

    def publish(
        self, id: str, status: str, *, role: str | None = None, reasons: str | None = None, expected: str | None = None
    ) -> MemoryRecord:
        """Share a conclusion of this scope's agent with all of the user's agents; the shared record, which names its author.

        `status`: intent, proposal, decision or conclusion. A decision in a slot takes the place of what agents published there, and
        stands beside what the user stated as a conflict; an intent or a proposal never fills a slot. `expected` is the shared memory
        that it is to replace. Raises NotFoundError, InputError (what was said word for word is not published), and ConflictError when
        `expected` no longer stands or the scope has no agent.
        """
        wish = sharing.Wish(
            new_id=self._runtime.parts.remember.new_id(),
            status=sharing.chosen(status),
            role=None if role is None else redact.for_memory(arguments.text("role", role)),
            reasons=None if reasons is None else redact.for_memory(arguments.text("reasons", reasons)),
            expected=None if expected is None else arguments.record_id(expected),
        )
        return self._runtime.publish(arguments.record_id(id), self._scope, wish)

    def consolidate(self, dry_run: bool = False, progress: Callable[[str, int], None] | None = None) -> ConsolidationReport:
        """Join, compress, link, prune and abstract all memories of this user: `Memory.consolidate` for one user.

        `dry_run` only shows what would change; `progress` is told (step, changes so far). An agent is told of what it may read.
        """
        report = self._runtime.consolidate([self._scope.widened()], dry_run, progress)
        return consolidating.seen_by(report, self._scope, self._runtime.store, self._runtime.now())

    def undo(self, run: str) -> int:
        """Take the consolidation `run` back for this user; how many records are as they were. What was changed again since stays so.

        Raises NotFoundError for a run that is unknown, undone, or older than `undo_days`.
        """
        return self._runtime.undo([self._scope.widened()], run)

    def preview(self, filter: Mapping[str, Json]) -> Preview:
        """What `erase(filter=…)` would take, and the token that confirms it. Nothing is gone yet."""
        return self._runtime.parts.eraser.preview(self._scope, filters.parse(filter))

    def erase(
        self,
        ids: str | Iterable[str] | None = None,
        session: str | None = None,
        kind: str | None = None,
        filter: Mapping[str, Json] | None = None,
        token: str | None = None,
        everything: bool = False,
        *,
        document: str | None = None,
    ) -> Receipt:
        """Remove for good, from every tier, index and file; say one: ids, session, kind, filter (with its preview's token), document, all.

        A fact takes the turns that hold its words with it; a turn takes the facts that rest on it alone. `everything=True` spans
        all agents and scenes of the user. Raises NotFoundError, ConflictError (the preview is out of date), InputError.
        """
        return self._runtime.erase(self._scope, erase.Wish(ids, session, kind, filter, token, everything, document))

    def ingest(
        self,
        document: str | os.PathLike[str] | Sequence[Mapping[str, object]],
        title: str | None = None,
        at: datetime | str | None = None,
        source: str = "import",
        metadata: Mapping[str, Json] | None = None,
    ) -> IngestReport:
        """Take in a document: a text, the path of a text file (a `Path`), or the messages of a conversation, at most 1 MB.

        It is cut at its own borders into chunks that recall finds. `title` names it (default: the file's name, the first heading, or a
        hash): taken in again under its title, what did not change stays and the rest takes the place of the former version. `source`
        says how far it is believed. Raises InputError, TooLargeError, TimeError.
        """
        self._require_full()
        labels = redact.metadata(arguments.metadata(metadata) or {})
        read = moving.document(document, title, self._runtime.now() if at is None else messages.instant(at))
        return moving.ingest(self._runtime, self._scope, replace(read, trust=arguments.trust(source), metadata=labels))

    def import_(
        self, path: str | os.PathLike[str], format: str | None = None, *, progress: Callable[[int], None] | None = None
    ) -> ImportReport:
        """Bring in old chats, or this user's part of an export.

        `format`: chatgpt, claude, sharegpt, openai, session, jsonl, or memstrata for an export; None looks it up. Each message is
        judged like any other, as an imported source; its session is closed at the end. Running it again adds nothing twice, so an
        import that stopped is run again. What cannot be read is passed over and named in the report with its line. `progress` is
        told how many messages were read. Raises InputError for a file that is neither.
        """
        self._require_full()
        file = files.named(path)
        if moving.is_export(file, format):
            return moving.import_exported(self._runtime, file, self._scope, progress)
        return moving.import_chats(self._runtime, self._scope, file, format, progress)

    def session(self, id: str, mode: str | None = None) -> Session:
        """The conversation `id`; nothing is written before its first turn. As a context manager it closes the session at the end.

        `mode` (full, session, off) is this conversation's own; None takes the scope's.
        """
        return Session(self._runtime, self._scope, id, arguments.mode(mode, self._mode))

    def _require_full(self) -> None:
        if self._mode != "full":
            raise errors.InputError(f"memory is {self._mode} for this scope: take it in with memory.scope(…, mode='full')")

    def _question(self, query: str, limit: int, types: Sequence[str] | None, kinds: Sequence[str] | None) -> Question:
        return Question(
            text=arguments.query(query),
            scope=self._scope,
            now=self._runtime.now(),
            limit=arguments.limit(limit),
            types=arguments.types(types),
            kinds=arguments.kinds(kinds),
        )

    def _change(self, ids: Sequence[str], change: edit.Change) -> Records:
        return self._runtime.change(ids, self._scope, change)
