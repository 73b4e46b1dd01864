"""What happened, told to whoever listens: logs, metrics and tests hang on this."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memstrata.core.records import EMPTY, Json


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: a name and numbers or labels, never memory text, keys or queries."""

    name: str  # "remember", "recall", "degraded", "session.closed" …
    milliseconds: float = 0.0
    details: Mapping[str, Json] = field(default_factory=lambda: EMPTY)


_LOG = logging.getLogger("memstrata.events")
Listener = Callable[[Event], None]


class Events:
    """A list of listeners, called in the order they were added, in the thread of the event."""

    __slots__ = ("_listeners",)

    def __init__(self) -> None:
        self._listeners: tuple[Listener, ...] = ()

    def listen(self, listener: Listener) -> None:
        """Add `listener`; it should return at once; what it raises is logged and goes no further."""
        self._listeners = (*self._listeners, listener)

    def emit(self, name: str, milliseconds: float = 0.0, **details: Json) -> None:
        event = Event(name, milliseconds, details)
        for listener in self._listeners:
            try:
                listener(event)
            except Exception as error:  # what is told of has happened already: a listener's fault must not look like its failure
                _LOG.warning("listener failed event=%s error=%s", name, type(error).__name__)
