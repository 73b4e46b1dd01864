"""Servers on this machine that embed as the protocols of the drivers have it, and fail when they are told to."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from memstrata.core.ports import Embedder
from memstrata.models.embeddings import cache, calling, ollama, openai, remote
from memstrata.models.llm.guard import Pace
from memstrata.models.llm.waiting import Retrying
from memstrata.testing import HashEmbedder
from tests.unit.models import loopback
from tests.unit.models.loopback import Answer, Request

Rows = list[list[float]]
WAITS = remote.Waits()
SHORT = remote.Waits(*[calling.Patience(Retrying(attempts=1), 0.2)] * 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """How one SDK's server speaks of vectors."""

    name: str
    module: ModuleType
    key: str  # the variable of its key
    path: str
    below: str  # what of the path belongs to the URL
    good: Callable[[Rows], dict[str, Any]]
    too_long: Answer

    def driver(self, server: "EmbeddingServer", pace: "Clock", waits: remote.Waits = WAITS) -> cache.CachedEmbedder:
        made: cache.CachedEmbedder = self.module.create("tiny", server.url + self.below, waits=waits, pace=pace.pace)
        return made


class Clock:
    """Time that passes only when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    @property
    def pace(self) -> Pace:
        return Pace(seconds=lambda: self.now, pause=self._pause, share=lambda: 0.0)

    def _pause(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


class EmbeddingServer(loopback.Loopback):
    """Gives `answers` in order, then the vectors of `embedder`; refuses texts above `longest` and batches above `most`."""

    def __init__(self, protocol: Protocol, embedder: Embedder | None = None) -> None:
        self.protocol = protocol
        self.embedder = embedder or HashEmbedder()
        self.longest, self.most = 1_000_000, 1_000
        super().__init__()

    @property
    def asked(self) -> list[list[str]]:
        """The texts of each request."""
        return [request.body["input"] for request in self.requests]

    def take(self, request: Request) -> Answer:
        self.requests.append(request)
        if self.answers:
            return self.answers.pop(0)
        texts = request.body["input"]
        if len(texts) > self.most:
            return Answer(status=422, body={"error": {"message": f"batch size {len(texts)} > {self.most}"}})
        if max(map(len, texts)) > self.longest:
            return self.protocol.too_long
        return self.good(self.embedder.embed(texts).tolist())

    def good(self, rows: Rows) -> Answer:
        return Answer(body=self.protocol.good(rows))


def _openai(rows: Rows) -> dict[str, Any]:
    data = [{"object": "embedding", "index": index, "embedding": row} for index, row in enumerate(rows)]
    return {"object": "list", "model": "tiny", "data": data[::-1], "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def _ollama(rows: Rows) -> dict[str, Any]:
    return {"model": "tiny", "embeddings": rows, "total_duration": 1, "load_duration": 1, "prompt_eval_count": 1}


OPENAI = Protocol(
    name="openai",
    module=openai,
    key="OPENAI_API_KEY",
    path="/v1/embeddings",
    below="/v1",
    good=_openai,
    too_long=Answer(status=400, body={"error": {"message": "This model's maximum context length is 512 tokens", "code": None}}),
)
OLLAMA = Protocol(
    name="ollama",
    module=ollama,
    key="OLLAMA_API_KEY",
    path="/api/embed",
    below="",
    good=_ollama,
    too_long=Answer(status=500, body={"error": "the input length exceeds the context length"}),
)
PROTOCOLS = (OPENAI, OLLAMA)
