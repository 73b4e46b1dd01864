"""How well what was said is found again: memstrata, its lanes one by one, and peers, all with the same vectors and no model.

    python -m benchmarks.quality                                    # our own small conversations
    python -m benchmarks.quality --scorer SCORE.py --data FILE …    # a scorer and data of your own
    options: --lanes hybrid keyword vector …  --peers chroma mem0 langgraph  --baselines bm25 …  --environments FOLDER  --limit N

A scorer is a module with `load(path)`, `run(system, conversations, progress)`, `mean(rows, key)` and `interval(values)`; baselines are
classes of its module `systems`. Milliseconds are those of a search without its embedding, which is the same for all and told once.
"""

import argparse
import importlib.util
import io
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks import machine, own, systems

_KEYS = ("R@1", "R@5", "R@10", "N@10")


class Timed:
    """A system whose searches are timed, without what the embedder took of them."""

    def __init__(self, system: Any, embedder: systems.Shared) -> None:
        self.name, self._system, self._embedder = system.name, system, embedder
        self._times: list[tuple[float, float]] = []

    def ingest(self, conversation: Mapping[str, Any]) -> None:
        self._system.ingest(conversation)

    def search(self, query: str, k: int) -> Sequence[str]:
        wall, cpu = self._clocks()
        found: Sequence[str] = self._system.search(query, k)
        wall_after, cpu_after = self._clocks()
        self._times.append(((wall_after - wall) * 1e3, (cpu_after - cpu) * 1e3))
        return found

    def _clocks(self) -> tuple[float, float]:
        return time.perf_counter() - self._embedder.seconds, time.thread_time() - self._embedder.cpu

    def close(self) -> None:
        self._system.close()

    @property
    def times(self) -> tuple[float, float, float]:
        """Milliseconds a search: wall p50 and p95, processor p50; a peer's own figures where it has some, without the pipe."""
        times = getattr(self._system, "times", self._times)
        wall, cpu = sorted(each[0] for each in times), [each[1] for each in times]
        return wall[len(wall) // 2], wall[int(len(wall) * 0.95)], statistics.median(cpu)


def scorer(path: Path | None) -> ModuleType:
    """The scorer at `path`; our own without one."""
    if path is None:
        return own
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location("scorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def line(system: Any, embedder: systems.Shared, judge: ModuleType, conversations: Sequence[Mapping[str, Any]]) -> None:
    """Run one system and print its row."""
    timed = Timed(system, embedder)
    rows, _ = judge.run(timed, conversations, io.StringIO())
    low, high = judge.interval([row["R@10"] for row in rows])
    p50, p95, cpu = timed.times
    size = f"{system.bytes / 1e6:8.1f}" if getattr(system, "bytes", 0) else "       –"
    cells = " ".join(f"{judge.mean(rows, key):6.3f}" for key in _KEYS)
    print(f"{system.name:26s} {len(rows):5d} {cells}  [{low:.3f} {high:.3f}] {p50:7.2f} {p95:7.2f} {cpu:7.2f} {size}", flush=True)


def peers(
    names: Sequence[str], embedder: systems.Shared, folder: Path, judge: ModuleType, conversations: Sequence[Mapping[str, Any]]
) -> None:
    """A row for each peer that can be installed; a reason for the others."""
    for name in names:
        try:
            systems.install(name, folder)
            peer = systems.Peer(name, embedder, folder)
            line(peer, embedder, judge, conversations)
            peer.end()
        except systems.MissingError as why:
            print(f"{name:26s} not measured: {why}", flush=True)


def table(judge: ModuleType, data: str, options: argparse.Namespace, embedder: systems.Shared) -> None:
    """The rows of one data set."""
    conversations = judge.load(data)[: options.limit]
    print(f"\n-- {Path(data).name}: {len(conversations)} conversations, {sum(len(each['turns']) for each in conversations)} turns")
    print(f"{'':26s} {'n':>5s} " + " ".join(f"{key:>6s}" for key in _KEYS) + "  95 % of R@10   p50 ms  p95 ms  cpu ms       MB")
    for name in options.lanes:
        line(systems.Lanes(name, None if name.endswith("keyword") else embedder), embedder, judge, conversations)
    for name in options.baselines:
        judge.systems._embedder = embedder_of(embedder)
        line(judge.systems.ALL[name](), embedder, judge, conversations)
    peers(options.peers, embedder, Path(options.environments), judge, conversations)


class embedder_of:  # noqa: N801  the adapter of a value to what scorers' baselines call
    """`encode(texts, is_query)`, as baselines ask for vectors."""

    def __init__(self, embedder: systems.Shared) -> None:
        self._embedder = embedder

    def encode(self, texts: Sequence[str], is_query: bool = False) -> Any:
        return self._embedder.embed(list(texts), is_query)


def options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scorer", type=Path)
    parser.add_argument("--data", nargs="*", default=[])
    parser.add_argument("--lanes", nargs="*", default=list(systems.LANES))
    parser.add_argument("--baselines", nargs="*", default=[])
    parser.add_argument("--peers", nargs="*", default=[])
    parser.add_argument("--environments", default=str(Path(tempfile.gettempdir()) / "memstrata-peers"))
    parser.add_argument("--limit", type=int)
    return parser.parse_args(arguments)


def main(quick: bool = False, arguments: Sequence[str] = ()) -> None:
    """Print the tables."""
    chosen = options(arguments)
    judge, embedder = scorer(chosen.scorer), systems.shared()
    print(machine.describe())
    took = []
    for number in range(20 if quick else 50):
        started = time.perf_counter()
        embedder.embed([f"What did we say about the port of database {number}?"], query=True)
        took.append((time.perf_counter() - started) * 1e3)
    print(f"one question embedded: median {statistics.median(took):.1f} ms, the same for all; not in the figures below")
    for data in chosen.data or own.FILES:
        table(judge, data, chosen, embedder)


if __name__ == "__main__":
    main(arguments=sys.argv[1:])
