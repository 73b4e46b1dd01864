"""The systems that are scored side by side: memstrata, its lanes one by one, and peers in environments of their own.

Every one has `ingest(conversation)`, `search(query, k)` and `close()`, as scorers call them, and is given vectors by the same embedder.
"""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks import adapter
from memstrata import assembly
from memstrata.core.ports import Embedder
from memstrata.core.settings import Settings
from memstrata.memory import Memory
from memstrata.models import e5
from memstrata.recall.rank import Ranking

PEERS = {"chroma": "chromadb", "mem0": "mem0ai", "langgraph": "langgraph"}  # name → package
_INSTALL_SECONDS = 180
_ALONE = Ranking(
    neighbours=(), answer=0, session=0, speaker=0, time=0, question=0, brevity=0, assistant=1, told=1, verbose=0, standing=0, another=1
)
LANES = {
    "hybrid": Ranking(),
    "keyword": Ranking(dense=0),
    "vector": Ranking(lexical=0),
    "bare hybrid": _ALONE,
    "bare keyword": replace(_ALONE, dense=0),
    "bare vector": replace(_ALONE, lexical=0),
    "rank fusion": Ranking(reciprocal=True),
}  # "bare" is without what comes from around a turn: neighbours, session, speaker, time, form


class Shared:
    """The one embedder of all systems. It keeps every vector, and counts the seconds that embedding took; one thread may ask at a time."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self._lock = embedder, threading.Lock()
        self._held: dict[tuple[str, bool], npt.NDArray[np.float32]] = {}
        self.space, self.dimensions, self.degraded = embedder.space, embedder.dimensions, embedder.degraded
        self.seconds, self.cpu = 0.0, 0.0  # spent here: wall, and processor of the asking thread

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        started, busy = time.perf_counter(), time.thread_time()
        with self._lock:
            new = [text for text in dict.fromkeys(texts) if (text, query) not in self._held]
            for text, vector in zip(new, self._embedder.embed(new, query) if new else (), strict=True):
                self._held[text, query] = vector
            out = np.array([self._held[text, query] for text in texts], np.float32).reshape(-1, self.dimensions)
        self.seconds += time.perf_counter() - started
        self.cpu += time.thread_time() - busy
        return out

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        return self._embedder.relevance(cosines, language)


def shared() -> Shared:
    """The bundled encoder, shared."""
    return Shared(e5.create())


class Lanes(adapter.Memstrata):
    """memstrata with the weights of its evidence set otherwise."""

    def __init__(self, name: str, embedder: Shared | None) -> None:
        self.name = f"memstrata, {name}"
        self._embedder, self._lanes = embedder, name
        self.bytes = 0  # of all stores so far, each one conversation

    def open(self, folder: str) -> Memory:
        given = {} if self._embedder is not None else {"embedder": "none"}
        parts = assembly.build(Settings.load(folder, given), embedder=self._embedder)
        return Memory(replace(parts, recall=replace(parts.recall, ranking=LANES[self._lanes])))

    def close(self) -> None:
        self._memory.close()  # what waits in the log is in the file then
        self.bytes += sum(file.stat().st_size for file in Path(self._folder).rglob("*") if file.is_file())
        super().close()


class MissingError(Exception):
    """A peer that could not be installed or started; says why."""


class Peer:
    """A peer in its own process; `times` are its searches as it measured them: (wall, processor) milliseconds."""

    def __init__(self, name: str, embedder: Shared, folder: Path) -> None:
        self.name, self._embedder = f"{name} {version(folder / name, PEERS[name])}", embedder
        self._process = subprocess.Popen(
            [str(python(folder / name)), str(Path(__file__).with_name("peer.py")), name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.times: list[tuple[float, float]] = []

    def ingest(self, conversation: Mapping[str, Any]) -> None:
        texts = [f"{turn['speaker']}: {turn['text']}" if turn["speaker"] else turn["text"] for turn in conversation["turns"]]
        vectors = self._embedder.embed(texts).tolist()
        self._ask({"do": "ingest", "ids": [turn["id"] for turn in conversation["turns"]], "texts": texts, "vectors": vectors})

    def search(self, query: str, k: int) -> Sequence[str]:
        found = self._ask({"do": "search", "text": query, "vector": self._embedder.embed([query], query=True)[0].tolist(), "k": k})
        self.times.append((found["ms"], found["cpu"]))
        ids: list[str] = found["ids"]
        return ids

    def close(self) -> None:
        self._ask({"do": "close"})

    def _ask(self, asked: dict[str, object]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise MissingError(f"{self.name} ended with {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """Stop the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()


def install(name: str, folder: Path) -> None:
    """Make the peer's environment in `folder`, with uv, unless it is there. Raises MissingError after three minutes."""
    if python(folder / name).exists():
        return
    try:
        subprocess.run(["uv", "venv", "--quiet", "--python", sys.executable, str(folder / name)], check=True, timeout=_INSTALL_SECONDS)
        command = ["uv", "pip", "install", "--quiet", "--python", str(python(folder / name)), PEERS[name], "numpy"]
        subprocess.run(command, check=True, timeout=_INSTALL_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise MissingError(f"{PEERS[name]} could not be installed: {type(error).__name__}") from error


def python(environment: Path) -> Path:
    """Its interpreter."""
    return environment / "bin" / "python"


def version(environment: Path, package: str) -> str:
    """Which version of the package is installed there; "?" when none is."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    done = subprocess.run([str(python(environment)), "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "?"
