"""What happened, told to whoever listens: logs, metrics and tests hang on this."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memstrata.core.records import EMPTY, Json


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: a name and numbers or labels, never memory text, keys or queries."""

    name: str  # "remember", "recall", "degraded", "session.closed" …
    milliseconds: float = 0.0
    details: Mapping[str, Json] = field(default_factory=lambda: EMPTY)


Listener = Callable[[Event], None]


class Events:
    """A list of listeners, called in the order they were added, in the thread of the event."""

    __slots__ = ("_listeners",)

    def __init__(self) -> None:
        self._listeners: tuple[Listener, ...] = ()

    def listen(self, listener: Listener) -> None:
        """Add `listener`; it must not raise and should return at once."""
        self._listeners = (*self._listeners, listener)

    def emit(self, name: str, milliseconds: float = 0.0, **details: Json) -> None:
        event = Event(name, milliseconds, details)
        for listener in self._listeners:
            listener(event)
