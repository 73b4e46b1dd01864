"""How fast it is on this machine: durable appends, recall at several sizes, import time, resident memory.

    python -m benchmarks speed [--quick]

Texts are made by a seeded generator (words drawn from a Zipf-like vocabulary, zh and en); vectors come from the bundled embedder.
Each figure is the median of the rounds; percentiles are over single calls within a round.
"""

import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import memstrata
from benchmarks import machine

_SYLLABLES = ["ka", "lo", "mi", "ren", "tas", "vel", "dor", "pin", "sha", "gru", "bex", "no", "fi", "qua", "zet", "hal"]
_HAN = (
    "山水城市项目部署端口数据会议团队计划学习旅行咖啡音乐电影图书医院银行机场火车时间朋友家人问题方案设计测试发布版本服务器网络安全性能优化"
)


class Texts:
    """Sentences of about 30 words or 40 characters, deterministic."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        words = ["".join(self._random.choices(_SYLLABLES, k=self._random.randint(2, 4))) for _ in range(8000)]
        self._words, self._weights = words, [1 / (rank + 2) for rank in range(len(words))]

    def sentence(self) -> str:
        if self._random.random() < 0.5:
            return " ".join(self._random.choices(self._words, self._weights, k=24)) + f" {self._random.randint(1000, 9999)}"
        return "".join(self._random.choices(_HAN, k=36)) + f"{self._random.randint(1000, 9999)}"

    def query(self) -> str:
        return (
            " ".join(self._random.choices(self._words, self._weights, k=5))
            if self._random.random() < 0.5
            else "".join(self._random.choices(_HAN, k=8))
        )


def percentiles(milliseconds: list[float]) -> tuple[float, float, float]:
    """(p50, p95, p99)."""
    ordered = sorted(milliseconds)
    return tuple(ordered[min(int(len(ordered) * share), len(ordered) - 1)] for share in (0.5, 0.95, 0.99))  # type: ignore[return-value]   # three of them


def timed(calls: int, call: Callable[[], object]) -> tuple[float, float, float]:
    took = []
    for _ in range(calls):
        started = time.perf_counter()
        call()
        took.append((time.perf_counter() - started) * 1e3)
    return percentiles(took)


def fill(me: "memstrata.scoped.ScopedMemory", texts: Texts, records: int) -> None:
    """`records` turns in sessions of 50, written as lists so that one transaction takes many."""
    for start in range(0, records, 50):
        me.remember([{"role": "user", "content": texts.sentence()} for _ in range(min(50, records - start))])


def import_milliseconds() -> float:
    """`import memstrata` beyond a bare interpreter, median of 9."""

    def run(code: str) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return (time.perf_counter() - started) * 1e3

    return statistics.median(run("import memstrata") - run("pass") for _ in range(9))


def appends(rounds: int, before: int) -> tuple[float, float, float]:
    """Durable `session.add` in a scope that holds `before` records."""
    folder = tempfile.mkdtemp()
    texts = Texts(1)
    with memstrata.open(folder, worker=False) as memory:
        me = memory.scope(user="appends")
        fill(me, texts, before)
        session = me.session("s")
        result = timed(rounds, lambda: session.add("user", texts.sentence()))
    shutil.rmtree(folder)
    return result


def recalls(users: int, records: int, queries: int) -> tuple[tuple[float, float, float], float, float]:
    """Recall percentiles over `users` with `records` each; the first cold recall; resident megabytes after it."""
    folder = tempfile.mkdtemp()
    texts = Texts(2)
    with memstrata.open(folder) as memory:
        for user in range(users):
            fill(memory.scope(user=f"u{user}"), texts, records)
        memory.flush()
    with memstrata.open(folder) as memory:
        scopes = [memory.scope(user=f"u{user}") for user in range(users)]
        scopes[0].recall("warm the encoder up")
        started = time.perf_counter()
        scopes[-1].recall(texts.query())
        cold = (time.perf_counter() - started) * 1e3
        for me in scopes:
            me.recall(texts.query())
        places = random.Random(3)
        result = timed(queries, lambda: places.choice(scopes).recall(texts.query(), limit=10))
    shutil.rmtree(folder)
    return result, cold, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(quick: bool = False) -> None:
    """Print the table."""
    print(machine.describe())
    print(f"import memstrata, beyond bare Python            {import_milliseconds():8.1f} ms")
    for before in (0, 1_000 if quick else 10_000):
        p50, p95, p99 = appends(200 if quick else 1000, before)
        print(f"durable append, {before:>6,} records before    p50 {p50:6.2f}  p95 {p95:6.2f}  p99 {p99:6.2f} ms")
    sizes = ((1, 1_000),) if quick else ((1, 1_000), (1, 10_000), (100, 1_000))
    for users, records in sizes:
        (p50, p95, p99), cold, resident = recalls(users, records, 100 if quick else 500)
        told = f"recall, {users:>3} × {records:>6,} records  p50 {p50:6.2f}  p95 {p95:6.2f}  p99 {p99:6.2f} ms"
        print(f"{told}   first {cold:6.1f} ms   {resident:5.0f} MB")
