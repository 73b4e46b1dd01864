"""An open memory for every test: the clock stands still, nothing runs in the background, and each store is tried."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import memstrata
from memstrata.memory import Memory
from memstrata.scoped import ScopedMemory
from memstrata.testing import FixedClock, HashEmbedder

Open = Callable[..., Memory]


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock("2026-03-02T09:00:00Z")


@pytest.fixture
def opened(clock: FixedClock) -> Iterator[Open]:
    """Opens memories, with whatever ports and settings a test names, and closes them all at the end."""
    handles: list[Memory] = []

    def open_(path: str | Path = ":memory:", **options: object) -> Memory:
        chosen: dict[str, object] = {"clock": clock, "embedder": HashEmbedder(), "worker": False, **options}
        handles.append(memstrata.open(str(path), **chosen))  # type: ignore[arg-type]  # a wrong port fails in the test that names it
        return handles[-1]

    yield open_
    for memory in handles:
        memory.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture(params=["memory", "folder"])
def place(request: pytest.FixtureRequest, folder: Path) -> str:
    """Where each store is: every test that asks for it, or for `memory` or `anna`, runs on all of them."""
    return ":memory:" if request.param == "memory" else str(folder)


@pytest.fixture
def memory(opened: Open, place: str) -> Memory:
    return opened(place)


@pytest.fixture
def anna(memory: Memory) -> ScopedMemory:
    return memory.scope(user="anna")
