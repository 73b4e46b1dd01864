"""One peer behind a pipe: `python peer.py NAME`, run by the interpreter of the peer's own environment. It knows nothing of memstrata.

A line in, a line out, both JSON: {"do": "ingest", "ids", "texts", "vectors"} → {}; {"do": "search", "text", "vector", "k"} → {"ids",
"ms", "cpu"}; {"do": "close"} → {}. All peers are given the same vectors; milliseconds, wall and processor, are of the search alone.
"""

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

Vector = list[float]


class Peer(Protocol):
    def ingest(self, ids: Sequence[str], texts: Sequence[str], vectors: Sequence[Vector]) -> None: ...

    def search(self, text: str, vector: Vector, k: int) -> list[str]: ...

    def close(self) -> None: ...


class Chroma:
    """An in-process collection with cosine distance."""

    def __init__(self) -> None:
        settings = import_module("chromadb.config").Settings(anonymized_telemetry=False)
        self._client = import_module("chromadb").EphemeralClient(settings)

    def ingest(self, ids: Sequence[str], texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        self._collection = self._client.create_collection("turns", metadata={"hnsw:space": "cosine"})
        for start in range(0, len(ids), 1000):
            part = slice(start, start + 1000)
            self._collection.add(ids=list(ids[part]), documents=list(texts[part]), embeddings=list(vectors[part]))

    def search(self, text: str, vector: Vector, k: int) -> list[str]:
        found = self._collection.query(query_embeddings=[vector], n_results=min(k, self._collection.count()))
        return list(found["ids"][0])

    def close(self) -> None:
        self._client.delete_collection("turns")


class Mem0:
    """`infer=False`: turns as they are, no model; vectors in its default Qdrant on disk."""

    def __init__(self) -> None:
        self._vectors: dict[str, Vector] = {}

    def ingest(self, ids: Sequence[str], texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        self._folder = tempfile.mkdtemp()
        os.environ.update(MEM0_TELEMETRY="False", MEM0_DIR=self._folder)
        os.environ.setdefault("OPENAI_API_KEY", "none is needed")
        place = {"path": f"{self._folder}/vectors", "collection_name": "turns", "embedding_model_dims": len(vectors[0])}
        self._memory = import_module("mem0").Memory.from_config(
            {"vector_store": {"provider": "qdrant", "config": place}, "history_db_path": f"{self._folder}/history.db"}
        )
        self._memory.embedding_model = self
        for turn, text, vector in zip(ids, texts, vectors, strict=True):
            self._vectors[text] = vector
            self._memory.add([{"role": "user", "content": text}], user_id="u", infer=False, metadata={"turn": turn})

    def search(self, text: str, vector: Vector, k: int) -> list[str]:
        self._vectors[text] = vector
        found = self._memory.search(text, filters={"user_id": "u"}, top_k=k)
        return [hit["metadata"]["turn"] for hit in found["results"]]

    def embed(self, text: str, *_: object, **__: object) -> Vector:
        """What mem0 asks its embedder for."""
        return self._vectors[text]

    def embed_batch(self, texts: Sequence[str], *_: object, **__: object) -> list[Vector]:
        return [self._vectors[text] for text in texts]

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


class Langgraph:
    """The in-memory store with its vector index."""

    def __init__(self) -> None:
        self._vectors: dict[str, Vector] = {}

    def ingest(self, ids: Sequence[str], texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        def embed(wanted: Sequence[str]) -> list[Vector]:
            return [self._vectors[text] for text in wanted]

        self._store = import_module("langgraph.store.memory").InMemoryStore(
            index={"dims": len(vectors[0]), "embed": embed, "fields": ["text"]}
        )
        for turn, text, vector in zip(ids, texts, vectors, strict=True):
            self._vectors[text] = vector
            self._store.put(("u",), turn, {"text": text})

    def search(self, text: str, vector: Vector, k: int) -> list[str]:
        self._vectors[text] = vector
        return [item.key for item in self._store.search(("u",), query=text, limit=k)]

    def close(self) -> None:
        self._vectors.clear()


PEERS: dict[str, type[Peer]] = {"chroma": Chroma, "mem0": Mem0, "langgraph": Langgraph}


def answer(peer: Peer, asked: dict[str, Any]) -> dict[str, Any]:
    """What one line gets."""
    if asked["do"] == "ingest":
        peer.ingest(asked["ids"], asked["texts"], asked["vectors"])
        return {}
    if asked["do"] == "close":
        peer.close()
        return {}
    started, busy = time.perf_counter(), time.process_time()
    ids = peer.search(asked["text"], asked["vector"], asked["k"])
    return {"ids": ids, "ms": (time.perf_counter() - started) * 1e3, "cpu": (time.process_time() - busy) * 1e3}


def main(name: str) -> None:
    """Answer lines until the input ends. What a peer prints goes to the error stream."""
    out, sys.stdout = sys.stdout, sys.stderr
    peer = PEERS[name]()
    for line in sys.stdin:
        print(json.dumps(answer(peer, json.loads(line))), file=out, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
