"""A server on this machine that answers as models' servers do: well, badly, slowly or not at all."""

import contextlib
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import ModuleType
from typing import Any, Literal

from memstrata.core.ports import StreamingLLM
from memstrata.models.llm import anthropic, ollama, openai
from memstrata.models.llm.endpoint import Endpoint

_BEAT_SECONDS = 0.05
Body = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the server does with one request."""

    status: int = 200
    body: object = ""  # JSON; bytes go out as they are
    headers: Mapping[str, str] = field(default_factory=dict)
    manner: Literal["at once", "reset", "slow body", "slow head", "silent"] = "at once"

    @classmethod
    def streamed(cls, body: bytes, **manner: Any) -> "Answer":
        """An answer in pieces."""
        return cls(body=body, headers={"Content-Type": "text/event-stream"}, **manner)

    @property
    def raw(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the server got."""

    path: str
    headers: Mapping[str, str]
    body: Body


class Loopback:
    """Gives `answers` in order, the last of them for ever; `requests` holds what came."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.requests: list[Request] = []
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def take(self, request: Request) -> Answer:
        with self._lock:
            self.requests.append(request)
            return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextlib.contextmanager
def serving() -> Iterator[Loopback]:
    server = Loopback()
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _handler(server: Loopback) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = server.take(Request(path=self.path, headers={k.lower(): v for k, v in self.headers.items()}, body=body))
            self.close_connection = True
            with contextlib.suppress(OSError):  # whoever asked may be gone
                self._give(answer)

        def _give(self, answer: Answer) -> None:
            if answer.manner == "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            head = f"HTTP/1.1 {answer.status} Told\r\nConnection: close\r\nContent-Length: {len(answer.raw)}\r\n"
            head += "".join(f"{name}: {value}\r\n" for name, value in {"Content-Type": "application/json", **answer.headers}.items())
            if answer.manner == "silent":
                server.stopping.wait(10)
            elif answer.manner == "slow head":
                self._drip(f"{head}\r\n".encode() + answer.raw)
            elif answer.manner == "slow body":
                self.wfile.write(f"{head}\r\n".encode())
                self._drip(answer.raw)
            else:
                self.wfile.write(f"{head}\r\n".encode() + answer.raw)

        def _drip(self, data: bytes) -> None:
            for byte in data:
                if server.stopping.wait(_BEAT_SECONDS):
                    return
                self.wfile.write(bytes([byte]))
                self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return Handler


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """How one SDK's server speaks."""

    name: str
    module: ModuleType
    key: str  # the variable of its key
    path: str
    below: str  # what of the path belongs to the URL
    good: Callable[..., Body]  # (text, finish="stop") -> body
    cut: str  # the finish of a truncated answer
    schema: Callable[[Body], object]  # request -> the schema in it, or None
    pieces: Callable[[Sequence[str]], bytes]  # texts -> the body of a streamed answer

    def driver(self, server: Loopback, **changes: Any) -> StreamingLLM:
        """The driver for the server, with a short timeout."""
        fields: Body = {"cheap": "small", "strong": "large", "url": server.url + self.below, "timeout_seconds": 5.0, **changes}
        driver: StreamingLLM = self.module.create(Endpoint(**fields))
        return driver


def _openai(text: str | None, finish: str = "stop", **message: object) -> Body:
    return {
        "id": "c1", "object": "chat.completion", "created": 1, "model": "small-2026",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }  # fmt: skip


def _anthropic(text: str | None, finish: str = "end_turn") -> Body:
    return {
        "id": "m1", "type": "message", "role": "assistant", "model": "small-2026", "stop_reason": finish, "stop_sequence": None,
        "content": [{"type": "thinking", "thinking": "secret", "signature": "s"}, {"type": "text", "text": text or ""}],
        "usage": {"input_tokens": 8, "cache_read_input_tokens": 3, "output_tokens": 7},
    }  # fmt: skip


def _ollama(text: str | None, finish: str = "stop") -> Body:
    return {
        "model": "small-2026", "created_at": "2026-01-01T00:00:00Z", "done": True, "done_reason": finish,
        "message": {"role": "assistant", "content": text or ""}, "prompt_eval_count": 11, "eval_count": 7,
    }  # fmt: skip


def _openai_pieces(texts: Sequence[str]) -> bytes:
    head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "small-2026"}
    chunks = [{**head, "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]} for text in texts]
    return b"".join(f"data: {json.dumps(chunk)}\n\n".encode() for chunk in [*chunks, {**head, "choices": []}]) + b"data: [DONE]\n\n"


def _anthropic_pieces(texts: Sequence[str]) -> bytes:
    message = {**_anthropic(""), "content": [], "stop_reason": None}
    deltas = [{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}} for text in texts]
    events: list[Body] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *deltas,
        {"type": "content_block_stop", "index": 0},
        {"type": "message_stop"},
    ]
    return b"".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events)


def _ollama_pieces(texts: Sequence[str]) -> bytes:
    parts = [{**_ollama(text), "done": False} for text in texts]
    return b"".join(f"{json.dumps(part)}\n".encode() for part in [*parts, _ollama("")])


OPENAI = Protocol(
    name="openai", module=openai, key="OPENAI_API_KEY", path="/v1/chat/completions", below="/v1", good=_openai, pieces=_openai_pieces,
    cut="length",
    schema=lambda body: body.get("response_format", {}).get("json_schema", {}).get("schema"),
)  # fmt: skip
ANTHROPIC = Protocol(
    name="anthropic", module=anthropic, key="ANTHROPIC_API_KEY", path="/v1/messages", below="", good=_anthropic, pieces=_anthropic_pieces,
    cut="max_tokens",
    schema=lambda body: body.get("output_config", {}).get("format", {}).get("schema"),
)  # fmt: skip
OLLAMA = Protocol(
    name="ollama", module=ollama, key="OLLAMA_API_KEY", path="/api/chat", below="", good=_ollama, pieces=_ollama_pieces, cut="length",
    schema=lambda body: body.get("format") if isinstance(body.get("format"), dict) else None,
)  # fmt: skip
PROTOCOLS = (OPENAI, ANTHROPIC, OLLAMA)
