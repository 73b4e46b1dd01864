"""Stores of a given size: seeded texts in zh and en, in sessions of 50 turns; cheap stand-in vectors, so that 100,000 take minutes."""

import random
import time
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memstrata import assembly
from memstrata.core.batch import Batch, Embedded
from memstrata.core.ports import Embedder
from memstrata.core.records import Kind, MemoryRecord, MemoryType, Source
from memstrata.core.scope import Scope
from memstrata.core.settings import Settings
from memstrata.memory import Memory
from memstrata.policies import messages
from memstrata.remember.request import Request
from memstrata.text import language

SESSION = 50  # turns
_POUR = 1000  # records in one write
_START = datetime(2025, 1, 1, tzinfo=UTC)
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
        if self._random.random() < 0.5:
            return " ".join(self._random.choices(self._words, self._weights, k=5))
        return "".join(self._random.choices(_HAN, k=8))


class StandIn:
    """Random unit vectors by the text for memories, the real encoder for questions: as much work for a recall, none for the fill."""

    degraded: str | None = None

    def __init__(self, encoder: Embedder) -> None:
        self._encoder = encoder
        self.space, self.dimensions = f"stand-in/{encoder.space}", encoder.dimensions

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        if query:
            return self._encoder.embed(texts, query)
        rows = [np.random.default_rng(zlib.crc32(text.encode())).standard_normal(self.dimensions, np.float32) for text in texts]
        vectors = np.array(rows, np.float32).reshape(-1, self.dimensions)
        unit: npt.NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        return self._encoder.relevance(cosines, language)


def fill(folder: Path, users: int, records: int, embedder: Embedder) -> float:
    """`records` turns for each of `users` ("u0" …), and their vectors; turns a second, written without embedding."""
    parts = assembly.build(Settings.load(str(folder)), embedder=embedder)
    texts, taken = Texts(2), 0.0
    with Memory(parts) as memory:
        for user in range(users):
            for start in range(0, records, SESSION):
                session, at = f"s{start // SESSION}", _START + timedelta(minutes=start)
                said = [
                    (place, texts.sentence() + ("?" if place % 7 == 0 else "")) for place in range(start, min(start + SESSION, records))
                ]
                turns = tuple(
                    messages.read("assistant" if place % 2 else "user", text, session=session, id=f"m{place}", at=at)
                    for place, text in said
                )
                started = time.perf_counter()
                parts.remember.walk(Request(scope=Scope(user=f"u{user}"), turns=turns, now=at, session=session))
                taken += time.perf_counter() - started
        memory.flush()
    return users * records / taken


def pour(folder: Path, users: int, records: int, embedder: Embedder) -> float:
    """As `fill`, but straight into the store, a user's records and vectors in one write: no rules, no log; records a second."""
    parts = assembly.build(Settings.load(str(folder)), embedder=embedder)
    texts, started = Texts(2), time.perf_counter()
    try:
        for user in range(users):
            scope = Scope(user=f"u{user}")
            for start in range(0, records, _POUR):
                batch = tuple(_turn(scope, place, texts.sentence()) for place in range(start, min(start + _POUR, records)))
                vectors = Embedded(embedder.space, tuple(each.id for each in batch), embedder.embed([each.content for each in batch]))
                parts.store.write(scope, lambda view, batch=batch, vectors=vectors: Batch(records=batch, embedded=vectors))
    finally:
        parts.store.close()
    return users * records / (time.perf_counter() - started)


def _turn(scope: Scope, place: int, text: str) -> MemoryRecord:
    session, at = f"s{place // SESSION}", _START + timedelta(minutes=place - place % SESSION)
    return MemoryRecord(
        id=assembly.new_id(),
        kind=Kind.TURN,
        type=MemoryType.EPISODIC,
        content=text,
        user=scope.user,
        created_at=at,
        valid_from=at,
        sources=(Source(session, f"m{place}"),),
        session=session,
        sequence=place % SESSION + 1,
        role="assistant" if place % 2 else "user",
        language=language.language(text),
    )
