"""Settings → a guarded model whose driver, and with it the SDK, is loaded at the first call."""

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from memstrata.core import errors
from memstrata.core.events import Events
from memstrata.core.llm import Message, Reply, Role, Schema
from memstrata.core.ports import LLM
from memstrata.core.settings import Settings
from memstrata.models.llm.endpoint import Endpoint
from memstrata.models.llm.guard import Guarded, Guards
from memstrata.models.llm.spending import Caps
from memstrata.models.llm.waiting import Retrying


class Driver(Protocol):
    """A driver's module."""

    def create(self, endpoint: Endpoint) -> LLM: ...


class Deferred:
    """An `LLM` that loads its driver at the first call."""

    def __init__(self, load: Callable[[], Driver], endpoint: Endpoint) -> None:
        self._load = load
        self._endpoint = endpoint
        self._lock = threading.Lock()
        self._loaded: LLM | None = None

    def complete(
        self, messages: Sequence[Message], *, role: Role = "cheap", schema: Schema | None = None, max_tokens: int | None = None
    ) -> Reply:
        return self._driver().complete(messages, role=role, schema=schema, max_tokens=max_tokens)

    def _driver(self) -> LLM:
        with self._lock:
            if self._loaded is None:
                try:
                    self._loaded = self._load().create(self._endpoint)
                except ImportError as error:
                    raise errors.LLMError(f"the model's SDK could not be loaded: {error}") from error
            return self._loaded


def create(settings: Settings, events: Events, load: Callable[[], Driver]) -> Guarded:
    """The model of `settings.llm`; `load` imports its driver."""
    endpoint = Endpoint(
        cheap=settings.llm_model_cheap or settings.llm_model_strong,
        strong=settings.llm_model_strong,
        url=settings.llm_url,
        timeout_seconds=settings.llm_timeout_seconds,
    )
    caps = Caps(
        llm_tokens_per_call=settings.llm_tokens_per_call,
        llm_tokens_per_hour=settings.llm_tokens_per_hour,
        llm_tokens_per_day=settings.llm_tokens_per_day,
    )
    guards = Guards(caps=caps, retrying=Retrying(attempts=settings.llm_retries + 1))
    return Guarded(Deferred(load, endpoint), guards, events=events)
