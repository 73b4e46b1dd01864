"""Models that run in Ollama, on this machine or another."""

import functools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import ollama

from memstrata.core import errors
from memstrata.core import llm as wording
from memstrata.core.llm import FinishReason, Message, Reply, Role, Schema, Shape
from memstrata.core.records import Json
from memstrata.models import authorities
from memstrata.models.llm import exchange, faults, reading, shapes
from memstrata.models.llm.endpoint import Endpoint
from memstrata.models.llm.watch import Watch
from memstrata.text import tokens

_T = TypeVar("_T")
_NAME, _KEY = "ollama", "OLLAMA_API_KEY"
_WINDOWS = (8_192, 16_384, 32_768, 65_536, 131_072)  # few sizes: another one loads the model anew
_SPARE = 1.3  # our count of tokens is an estimate
_SURPRISED = (ValueError, TypeError, AttributeError, RecursionError)  # what the SDK raises for a body that is no object, or no JSON
_KNOWN = (ConnectionError, ollama.ResponseError, httpx.HTTPError, httpx.InvalidURL, *_SURPRISED, ImportError)
_FINISH: Mapping[str, FinishReason] = MappingProxyType({"stop": "stop", "length": "length"})


class OllamaModel:
    """One server. A client lives for one call: nothing is shared by threads, loops or forked processes, and no socket stays open."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._ladder = shapes.Ladder("schema", "json", "prompt")

    def complete(
        self, messages: Sequence[Message], *, role: Role = "cheap", schema: Schema | None = None, max_tokens: int | None = None
    ) -> Reply:
        said, model = wording.plain(messages), self._endpoint.model(role)
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens

        def ask(shape: Shape) -> Reply:
            words = shapes.worded(said, schema, shape)
            request = {
                "model": model,
                "messages": [{"role": who, "content": text} for who, text in words],
                "options": {"num_predict": limit, "num_ctx": _window(words, limit)},
                "format": shapes.plain(schema) if shape == "schema" else "json" if shape == "json" else None,
            }
            [body] = self._told(self._whole, request)
            return _read(said, body, model, shape)

        return self._ladder.ask(model, schema, ask)

    def stream(self, messages: Sequence[Message], *, role: Role = "cheap", max_tokens: int | None = None) -> Iterator[str]:
        said = wording.plain(messages)
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens
        request = {
            "model": self._endpoint.model(role),
            "messages": [{"role": who, "content": text} for who, text in said],
            "options": {"num_predict": limit, "num_ctx": _window(said, limit)},
        }
        yield from faults.spoken(_NAME, self._told(self._pieces, request))

    def _told(self, attempt: Callable[[dict[str, Any], Watch], Iterator[_T]], request: dict[str, Any]) -> Iterator[_T]:
        return exchange.told(self._endpoint.timeout_seconds, functools.partial(attempt, request), _KNOWN, self._fault)

    def _whole(self, request: dict[str, Any], watch: Watch) -> Iterator[Json]:
        with self._client(watch) as client:
            yield client.chat(stream=False, **request).model_dump(mode="json")

    def _pieces(self, request: dict[str, Any], watch: Watch) -> Iterator[str]:
        with self._client(watch) as client:
            yield from (part.message.content or "" for part in client.chat(stream=True, **request))

    @property
    def _url(self) -> str:
        return self._endpoint.url or os.environ.get("OLLAMA_HOST") or "http://127.0.0.1:11434"

    def _client(self, watch: Watch) -> ollama.Client:
        """A client for one call, to be closed after it."""
        seconds, trusted = self._endpoint.timeout_seconds, authorities.known()
        return ollama.Client(self._url, verify=trusted, follow_redirects=False, timeout=seconds, event_hooks=watch.hooks())

    def _fault(self, error: Exception, watch: Watch) -> errors.LLMError:
        if isinstance(error, (ConnectionError, httpx.TransportError)):
            where = urlsplit(self._url if "://" in self._url else f"http://{self._url}").netloc.rpartition("@")[2]
            return faults.silence(_NAME, watch, where=where, seconds=self._endpoint.timeout_seconds)
        if isinstance(error, ImportError):
            return faults.unready(_NAME, error)
        good = watch.status is None or 200 <= watch.status < 300
        return faults.unusable(_NAME, type(error).__name__) if good else faults.status(_NAME, watch.status or 0, None, watch, key=_KEY)


def _window(words: shapes.Said, limit: int) -> int:
    """Tokens that prompt and answer need: Ollama cuts off the beginning of what does not fit, and says nothing."""
    needed = sum(tokens.estimate(text) for _, text in words) * _SPARE + limit
    return next((size for size in _WINDOWS if size >= needed), _WINDOWS[-1])


def _read(said: shapes.Said, body: Json, model: str, shape: Shape) -> Reply:
    finish = _FINISH.get(reading.text(body, "done_reason") or "stop", "other")
    usage = (reading.count(body, "prompt_eval_count"), reading.count(body, "eval_count"))
    answer = reading.reply(
        said, reading.text(body, "message", "content"), finish, usage=usage, model=reading.text(body, "model") or model, shape=shape
    )
    return faults.worded(_NAME, answer)


def create(endpoint: Endpoint) -> OllamaModel:
    """The driver's entry, called by name."""
    return OllamaModel(endpoint)
