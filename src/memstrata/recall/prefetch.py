"""Recall begun while the message is still being handled: its vector is made in the background, for `context` to find."""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable

from memstrata.core import errors
from memstrata.core.events import Events

_WAITING = 8  # messages; the oldest is dropped, for only the newest will be asked about
_READY = 64  # texts whose vector was made, remembered to count hits


class Prefetch:
    """Texts that wait for their vector. `embed` keeps what it makes, by text (see `QueryVectors`)."""

    def __init__(self, embed: Callable[[str], object], events: Events) -> None:
        self._embed = embed
        self._events = events
        self._lock = threading.Lock()
        self._waiting: deque[str] = deque(maxlen=_WAITING)
        self._ready: OrderedDict[str, None] = OrderedDict()

    def want(self, text: str) -> None:
        """Queue `text`; returns at once and embeds nothing."""
        with self._lock:
            if text not in self._ready and text not in self._waiting:
                self._waiting.append(text)

    def run(self) -> int:
        """Embed the newest text that waits; how many it took, 0 = nothing to do. A failing embedder only loses the head start."""
        with self._lock:
            if not self._waiting:
                return 0
            text = self._waiting.pop()
        try:
            self._embed(text)
        except errors.EmbedderError as error:
            self._events.emit("degraded", part="prefetch", error=type(error).__name__)
            return 1
        with self._lock:
            self._ready[text] = None
            if len(self._ready) > _READY:
                self._ready.popitem(last=False)
        return 1

    def asked(self, text: str) -> bool:
        """Whether the vector of `text` was ready when it was asked for; counted by the event "prefetch", and no longer waited for."""
        with self._lock:
            hit = text in self._ready
            if not hit and text in self._waiting:
                self._waiting.remove(text)
        self._events.emit("prefetch", hit=hit)
        return hit
