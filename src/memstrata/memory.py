"""The facade: opening a memory, and what concerns all of it."""

from collections.abc import Mapping
from types import TracebackType
from typing import Self

from memstrata import assembly
from memstrata.core import errors
from memstrata.core.batch import Finding, StoreStats
from memstrata.core.events import Events
from memstrata.core.ports import Clock, Embedder
from memstrata.core.scope import Scope
from memstrata.core.settings import Settings
from memstrata.runtime import Runtime
from memstrata.scoped import ScopedMemory


def open_memory(
    path: str | Settings | None = None, *, embedder: Embedder | str | None = None, clock: Clock | None = None, **settings: object
) -> "Memory":
    """Open the memory in the folder `path` (default `~/.memstrata`; ":memory:" keeps nothing), making it when it is not there.

    Keyword arguments are settings (`memstrata.Settings` lists them); `embedder` takes the setting ("none", "use" …) or a port.
    Several processes may open one folder at once. Raises ConfigError for an unknown setting, NotAStoreError and NewerStoreError
    without touching what is there.
    """
    if isinstance(embedder, str):
        settings["embedder"], embedder = embedder, None
    if isinstance(path, Settings):
        chosen = path.with_values(settings)
    else:
        chosen = Settings.load(None if path is None else str(path), settings)
    return Memory(assembly.build(chosen, embedder=embedder, clock=clock))


class Memory:
    """A store with its worker. Close it, or use it as a context manager; what was acknowledged is durable either way."""

    def __init__(self, parts: assembly.Parts) -> None:
        self._runtime = Runtime(parts)

    def scope(self, user: str | None = None, agent: str | None = None, scene: str | None = None, tenant: str | None = None) -> ScopedMemory:
        """One user's memory. Raises ScopeError for a missing or broken id. Nothing is written by asking."""
        if user is None:
            raise errors.ScopeError("whose memory? pass user='…': there is no unscoped read or write")
        return ScopedMemory(self._runtime, Scope(user=user, agent=agent, scene=scene, tenant=tenant))

    def flush(self, timeout: float | None = None) -> int:
        """Try each queued piece of work once (embedding, use counts, closing of idle sessions); how much is still pending.

        `timeout` in seconds bounds the wait. A failing embedder never blocks it: its work stays queued.
        """
        return self._runtime.flush(timeout)

    def verify(self) -> list[Finding]:
        """What is wrong with the stored bytes; [] when all is well. Reads everything, changes nothing."""
        return self._runtime.store.verify()

    def stats(self) -> StoreStats:
        """Counts over all users: records by status and kind, messages, sessions, pending work, bytes on disk."""
        return self._runtime.store.stats()

    def health(self) -> Mapping[str, object]:
        """What is degraded, since when and how often: `status` is "ok" or "degraded", `parts` names what and why."""
        return self._runtime.health()

    def scopes(self) -> list[Scope]:
        """Every (tenant, user) in the store; for operators."""
        return self._runtime.store.scopes()

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._runtime.parts.settings

    @property
    def events(self) -> Events:
        """Where to listen: logs and metrics hang on this."""
        return self._runtime.parts.events

    def close(self) -> None:
        """Write use counts, stop the worker, close the store. Queued work stays queued. Closing twice is fine."""
        self._runtime.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
