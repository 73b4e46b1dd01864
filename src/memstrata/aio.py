"""The same verbs, awaitable: each call runs in a worker thread, so that no event loop ever waits for a disk.

The methods are made from the sync classes, with their signatures and docstrings; `aio.pyi` tells them to type checkers. A handle
belongs to no event loop: it works in several loops and threads at once.
"""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self, TypeVar

from memstrata import memory, scoped, session

_T = TypeVar("_T", bound=type)


def _awaitable(verb: Callable[..., object]) -> Callable[..., Awaitable[object]]:
    @functools.wraps(verb)
    async def call(self: "_Mirror", *arguments: object, **options: object) -> object:
        return await asyncio.to_thread(verb, self._sync, *arguments, **options)

    return call


def _property(found: property) -> property:
    """A property that reads the store becomes one to await."""
    assert found.fget is not None
    read = found.fget
    return property(lambda self: asyncio.to_thread(read, self._sync), doc=read.__doc__)


def _plain(found: property) -> property:
    """A property that reads nothing stays as it is."""
    assert found.fget is not None
    read = found.fget
    return property(lambda self: read(self._sync), doc=read.__doc__)


def _mirror(sync: type, plain: tuple[str, ...] = ()) -> Callable[[_T], _T]:
    """Give a class an awaitable twin of each public verb of `sync` that it does not define itself."""

    def fill(mirror: _T) -> _T:
        for name, verb in vars(sync).items():
            if name.startswith("_") or name in vars(mirror):
                continue
            made = (_plain(verb) if name in plain else _property(verb)) if isinstance(verb, property) else _awaitable(verb)
            setattr(mirror, name, made)
        return mirror

    return fill


class _Mirror:
    """Holds the sync handle."""

    def __init__(self, sync: object) -> None:
        self._sync = sync


@_mirror(session.State)
class AsyncState(_Mirror):
    """The task's values of an `AsyncSession`."""


@_mirror(session.Session)
class AsyncSession(_Mirror):
    """One conversation; as an async context manager it closes the session at the end."""

    _sync: session.Session

    def __init__(self, sync: session.Session) -> None:
        super().__init__(sync)
        self.id = sync.id
        self.state = AsyncState(sync.state)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await asyncio.to_thread(self._sync.close)


@_mirror(scoped.ScopedMemory, plain=("owner",))
class AsyncScopedMemory(_Mirror):
    """One user's memory."""

    _sync: scoped.ScopedMemory

    @functools.wraps(scoped.ScopedMemory.session)
    def session(self, id: str, mode: str | None = None) -> AsyncSession:
        return AsyncSession(self._sync.session(id, mode))


@_mirror(memory.Memory, plain=("settings", "events", "llm"))
class AsyncMemory(_Mirror):
    """A memory whose verbs are awaited: `memory = AsyncMemory(memstrata.open("./memory"))`."""

    _sync: memory.Memory

    @functools.wraps(memory.Memory.scope)
    def scope(
        self,
        user: str | None = None,
        agent: str | None = None,
        scene: str | None = None,
        tenant: str | None = None,
        mode: str | None = None,
    ) -> AsyncScopedMemory:
        return AsyncScopedMemory(self._sync.scope(user, agent, scene, tenant, mode))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await asyncio.to_thread(self._sync.close)


def sync(mirror: AsyncMemory) -> memory.Memory:
    """The memory whose verbs `mirror` awaits."""
    return mirror._sync
