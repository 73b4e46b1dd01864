"""The facade: opening a memory, and what concerns all of it."""

import os
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from memstrata import assembly, moving
from memstrata.core import errors, files
from memstrata.core.batch import Finding, StoreStats
from memstrata.core.consolidation import ConsolidationReport
from memstrata.core.copies import BackupReport, RestoreReport
from memstrata.core.events import Events
from memstrata.core.ports import LLM, Clock, Embedder
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope
from memstrata.core.settings import Settings
from memstrata.importers import ImportReport
from memstrata.observe import ExportReport
from memstrata.policies import arguments, trust
from memstrata.runtime import Runtime
from memstrata.scoped import ScopedMemory
from memstrata.upkeep.audit import AuditReport


def open_memory(
    path: str | os.PathLike[str] | Settings | None = None,
    *,
    embedder: Embedder | str | None = None,
    llm: LLM | str | None = None,
    clock: Clock | None = None,
    signing_key: bytes | None = None,
    **settings: object,
) -> "Memory":
    """Open the memory in the folder `path` (default `~/.memstrata`; ":memory:" keeps nothing), making it when it is not there.

    Keyword arguments are settings (`memstrata.Settings` lists them); `embedder` and `llm` take the setting ("none", "openai" …) or a port.
    With a `signing_key` (bytes) the label of a source counts only when it is signed, see `memstrata.sign`.
    Several processes may open one folder at once. Raises ConfigError for an unknown setting, NotAStoreError and NewerStoreError
    without touching what is there.
    """
    if isinstance(embedder, str):
        settings["embedder"], embedder = embedder, None
    if isinstance(llm, str):
        settings["llm"], llm = llm, None
    if isinstance(path, Settings):
        chosen = path.with_values(settings)
    else:
        if not isinstance(path, str | os.PathLike | None):
            raise errors.InputError(f"path is the folder of a memory such as './memory', not {type(path).__name__}")
        chosen = Settings.load(None if path is None else os.fspath(path), settings)
    key = trust.require_key(signing_key)
    return Memory(assembly.build(chosen, embedder=embedder, llm=llm, clock=clock, signing_key=key))


class Memory:
    """A store with its worker. Close it, or use it as a context manager; what was acknowledged is durable either way."""

    def __init__(self, parts: assembly.Parts) -> None:
        self._runtime = Runtime(parts)

    def scope(
        self,
        user: str | None = None,
        agent: str | None = None,
        scene: str | None = None,
        tenant: str | None = None,
        mode: str | None = None,
    ) -> ScopedMemory:
        """One user's memory. Nothing is written by asking.

        `mode`: full, session (working memory alone) or off (nothing is stored); None takes the setting `memory`. Raises ScopeError for a
        missing or broken id, InputError for another mode.
        """
        if user is None:
            raise errors.ScopeError("whose memory? pass user='…': there is no unscoped read or write")
        chosen = arguments.mode(mode, self._runtime.parts.settings.memory)
        return ScopedMemory(self._runtime, Scope(user=user, agent=agent, scene=scene, tenant=tenant), chosen)

    def flush(self, timeout: float | None = None) -> int:
        """Try each queued piece of work once (embedding, use counts, closing of idle sessions); how much is still pending.

        `timeout` in seconds bounds the wait. A failing embedder never blocks it: its work stays queued.
        """
        return self._runtime.flush(timeout)

    def verify(self, receipt: Receipt | None = None) -> list[Finding]:
        """What is wrong with the stored bytes; [] when all is well. Reads everything, changes nothing.

        With the receipt of an erasure it looks again whether what was erased is in no row, matrix, task or file.
        """
        return self._runtime.store.verify(receipt)

    def repair(self) -> list[Finding]:
        """Make anew what is derived from the stored rows where `verify` finds it wrong; what was mended."""
        return self._runtime.store.repair()

    def audit(self) -> AuditReport:
        """Look for what should not be there: orders, secrets, loops, contradictions, stale and orphaned facts, duplicates.

        Clear cases are quarantined, the others marked for review (`metadata["review"]`). The worker does this once a week for each
        user, in one process of those that are there. Findings name ids, never text.
        """
        return self._runtime.audit(self.scopes())

    def consolidate(
        self, scope: Scope | None = None, dry_run: bool = False, progress: Callable[[str, int], None] | None = None
    ) -> ConsolidationReport:
        """Tidy the memories of all users, or of one (tenant, user): join what says the same, compress, link, prune, abstract.

        The worker does this once a day. What is pinned, confirmed, important or stated by the user is never pruned. `dry_run` only
        shows what would change; `progress` is told (step, changes so far). The report's `run` takes it back with `undo`.
        """
        return self._runtime.consolidate(self.scopes() if scope is None else [scope], dry_run, progress)

    def undo(self, run: str) -> int:
        """Take the consolidation `run` back for every user; how many records are as they were. What was changed again since stays so.

        Raises NotFoundError for a run that is unknown, undone, or older than `undo_days`.
        """
        return self._runtime.undo(self.scopes(), run)

    def stats(self) -> StoreStats:
        """Counts over all users: records by status and kind, messages, sessions, pending work, bytes on disk."""
        return self._runtime.store.stats()

    def health(self) -> Mapping[str, object]:
        """How this process is doing: `status` is "ok" or "degraded"; `faults` counts by part; `embedder` says why it is only a stand-in."""
        return self._runtime.health()

    def scopes(self) -> list[Scope]:
        """Every (tenant, user) in the store; for operators."""
        return self._runtime.store.scopes()

    def export(self, path: str | os.PathLike[str], scope: Scope | None = None, format: str | None = None) -> ExportReport:
        """Write everything, or all of one (tenant, user), to a file: whole or not at all, readable by its owner only.

        With an agent or a scene in `scope` only what it may read is written.

        `format`: "jsonl", the open form that `import_` reads (the default), or "markdown" for people and git (the default for `.md`,
        one file, and for a folder, one file a user). Vectors are made again on import; what has expired is left out; private
        data that only the log of an open session holds is masked. Raises BackendError when the file cannot be written.
        """
        if scope is not None and not isinstance(scope, Scope):
            raise errors.InputError(f"scope is a memstrata.Scope such as memory.scope(…).owner, not {type(scope).__name__}")
        return moving.export(self._runtime, files.named(path), scope, format)

    def import_(
        self, path: str | os.PathLike[str], format: str | None = None, *, progress: Callable[[int], None] | None = None
    ) -> ImportReport:
        """Bring back what `export` wrote as JSON lines: ids, status, versions, owners and times as they were.

        What is there already is skipped, so an import that stopped is run again; the same id with other content is a conflict and
        stays as it is. Lines that cannot be read are counted and put into `<file>.bad`. `progress` is told how many entries were
        read. Raises InputError for another file: old chats belong to somebody, `memory.scope(user=…).import_(path)` takes them.
        """
        file = files.named(path)
        if not moving.is_export(file, format):
            raise errors.InputError(f"{file} is no export of memstrata; for chats say whose: memory.scope(user='…').import_(path)")
        return moving.import_exported(self._runtime, file, None, progress)

    def backup(self, path: str | os.PathLike[str]) -> BackupReport:
        """Copy the whole store to one file while it is used, whole or not at all; into a folder under a name with the time.

        The copy holds the users' keys: who has it can read it, and what is erased later is still in it. Keep it like the store
        itself. Raises ConfigError for a memory without a file, InputError when another file would be overwritten.
        """
        return moving.backup(self._runtime, files.named(path))

    def restore(self, path: str | os.PathLike[str]) -> RestoreReport:
        """Make this memory what the backup holds, in one step, also for other processes that have it open.

        People and memories that were erased since the backup do not come back: the receipts stay and are carried out again. The
        folder must be empty or have been the backup's own. Raises InputError for a file that is no backup, CorruptStoreError,
        ConflictError; nothing is changed then.
        """
        return moving.restore(self._runtime, files.named(path))

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._runtime.parts.settings

    @property
    def events(self) -> Events:
        """Where to listen: logs and metrics hang on this."""
        return self._runtime.parts.events

    @property
    def llm(self) -> LLM | None:
        """The language model in force, within its caps; None without one."""
        return self._runtime.parts.llm

    def close(self) -> None:
        """Write use counts, stop the worker, close the store. Queued work stays queued. Closing twice is fine."""
        self._runtime.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
