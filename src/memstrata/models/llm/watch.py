"""One call on the wire: its deadline, and what the SDKs do not tell."""

import contextlib
import socket
import threading
from collections.abc import Mapping, MutableMapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Protocol, Self

from memstrata.models.llm import waiting

_OPENED = ("connect_tcp.complete", "start_tls.complete")


class _Request(Protocol):
    @property
    def extensions(self) -> MutableMapping[str, Any]: ...


class _Response(Protocol):
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def status_code(self) -> int: ...


class Watch:
    """Bounds a call from its start to the last byte, and sees its connection through the hooks of the HTTP client.

    The timeouts of HTTP clients start anew with every byte that comes, so a server that sends one a second is never late. At the
    deadline the call's own sockets are shut down, which wakes whoever reads from them; they belong to no other call.
    """

    def __init__(self, seconds: float) -> None:
        self.expired = False
        self.connected = False  # once true, the prompt may have been read, and charged
        self.status: int | None = None  # of the answer, once its head is there
        self.retry_after_seconds: float | None = None
        self._timer = threading.Timer(seconds, self._expire)
        self._timer.daemon = True
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()

    def hooks(self) -> dict[str, list[Any]]:
        """The `event_hooks` of the HTTP client that makes the call."""
        return {"request": [self._request], "response": [self._response]}

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._timer.cancel()

    def _request(self, request: _Request) -> None:
        request.extensions["trace"] = self._trace

    def _response(self, response: _Response) -> None:
        self.status = response.status_code
        now = waiting.http_date(response.headers.get("date")) or datetime.now(UTC)  # by its own clock, which may be wrong
        self.retry_after_seconds = waiting.retry_after(response.headers.get("retry-after"), now)

    def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        if not event.endswith(_OPENED):
            return
        opened = info["return_value"].get_extra_info("socket")
        with self._lock:
            self.connected = True
            self._sockets.append(opened)
            if self.expired:
                _shut(opened)

    def _expire(self) -> None:
        with self._lock:
            self.expired = True
            for opened in self._sockets:
                _shut(opened)


def _shut(opened: socket.socket) -> None:
    with contextlib.suppress(OSError):  # closed already, or handed on to TLS
        opened.shutdown(socket.SHUT_RDWR)
