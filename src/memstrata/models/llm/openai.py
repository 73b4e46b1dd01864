"""OpenAI, and every server that speaks its chat completions: DeepSeek, Qwen, vLLM, llama.cpp …"""

import contextlib
import functools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
import openai

from memstrata.core import errors
from memstrata.core import llm as wording
from memstrata.core.llm import FinishReason, Message, Reply, Role, Schema, Shape
from memstrata.core.records import Json
from memstrata.models import authorities
from memstrata.models.llm import exchange, faults, reading, shapes
from memstrata.models.llm.endpoint import Endpoint
from memstrata.models.llm.watch import Watch

_T = TypeVar("_T")
_NAME, _KEY = "openai", "OPENAI_API_KEY"
_KEYLESS = "none"  # the SDK wants a key; servers at home mostly have none
_OWN_HOSTS = ("openai.com", "openai.azure.com")
_OLD_LIMIT, _NEW_LIMIT = "max_tokens", "max_completion_tokens"  # OpenAI's newer models refuse the old name, others know only that
_SDK = exchange.Sdk(module=openai, root=openai.OpenAIError, lost=(openai.APIConnectionError, httpx2.TransportError), key=_KEY)
_FINISH: Mapping[str, FinishReason] = MappingProxyType({"stop": "stop", "length": "length", "content_filter": "refused"})


class OpenAIModel:
    """One server. A client lives for one call: nothing is shared by threads, loops or forked processes, and no socket stays open."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._ladder = shapes.Ladder("schema", "json", "prompt")
        self._limits: dict[str, str] = {}  # model -> how it calls the limit of the answer

    def complete(
        self, messages: Sequence[Message], *, role: Role = "cheap", schema: Schema | None = None, max_tokens: int | None = None
    ) -> Reply:
        said, model = wording.plain(messages), self._endpoint.model(role)
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens

        def ask(shape: Shape) -> Reply:
            request = {
                "model": model,
                "messages": [{"role": who, "content": text} for who, text in shapes.worded(said, schema, shape)],
                **_format(schema, shape),
            }
            [body] = self._limited(model, limit, lambda named: self._told(self._whole, {**request, **named}))
            return _read(said, body, model, shape)

        return self._ladder.ask(model, schema, ask)

    def stream(self, messages: Sequence[Message], *, role: Role = "cheap", max_tokens: int | None = None) -> Iterator[str]:
        said, model = wording.plain(messages), self._endpoint.model(role)
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens
        request = {"model": model, "messages": [{"role": who, "content": text} for who, text in said]}
        yield from faults.spoken(_NAME, self._limited(model, limit, lambda named: self._told(self._pieces, {**request, **named})))

    def _limited(self, model: str, limit: int, ask: Callable[[dict[str, int]], Iterator[_T]]) -> Iterator[_T]:
        """What `ask` gives when it is told the limit under the name that the model knows."""
        name = self._limits.get(model) or self._limit_name()
        try:
            yield from ask({name: limit})
            return
        except faults.UnfitError as error:  # always before the first piece
            if error.param != name:
                raise
        other = _NEW_LIMIT if name == _OLD_LIMIT else _OLD_LIMIT
        for piece in ask({other: limit}):
            self._limits[model] = other
            yield piece

    def _limit_name(self) -> str:
        host = urlsplit(self._url or "https://api.openai.com").hostname or ""
        return _NEW_LIMIT if any(host == own or host.endswith(f".{own}") for own in _OWN_HOSTS) else _OLD_LIMIT

    @property
    def _url(self) -> str:
        return self._endpoint.url or os.environ.get("OPENAI_BASE_URL", "")

    def _told(self, attempt: Callable[[dict[str, Any], Watch], Iterator[_T]], request: dict[str, Any]) -> Iterator[_T]:
        return exchange.told(self._endpoint.timeout_seconds, functools.partial(attempt, request), _SDK.known, self._fault)

    def _whole(self, request: dict[str, Any], watch: Watch) -> Iterator[Json]:
        with self._client(watch) as client:
            yield reading.parsed(client.chat.completions.with_raw_response.create(**request).http_response.content)

    def _pieces(self, request: dict[str, Any], watch: Watch) -> Iterator[str]:
        with self._client(watch) as client, client.chat.completions.create(**request, stream=True) as chunks:
            yield from (chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)

    @contextlib.contextmanager
    def _client(self, watch: Watch) -> Iterator[openai.OpenAI]:
        """A client for one call. Raises LLMError where there is no key."""
        key = os.environ.get(_KEY) or (_KEYLESS if self._url else "")
        if not key:
            raise errors.LLMError(f"no key for openai: set {_KEY}, or llm_url for a server that needs none")
        seconds, trusted = self._endpoint.timeout_seconds, authorities.known()
        with openai.DefaultHttpxClient(verify=trusted, timeout=seconds, follow_redirects=False, event_hooks=watch.hooks()) as http:
            yield openai.OpenAI(api_key=key, base_url=self._url or None, http_client=http, timeout=seconds, max_retries=0)

    def _fault(self, error: Exception, watch: Watch) -> errors.LLMError:
        where = urlsplit(self._url).netloc.rpartition("@")[2] or "api.openai.com"
        return _SDK.fault(error, watch, where, self._endpoint.timeout_seconds)


def _format(schema: Schema | None, shape: Shape) -> dict[str, Any]:
    if shape == "schema":
        named = {"name": "answer", "schema": shapes.plain(schema), "strict": shapes.strict(shapes.plain(schema))}
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    return {"response_format": {"type": "json_object"}} if shape == "json" else {}


def _read(said: shapes.Said, body: Json, model: str, shape: Shape) -> Reply:
    reply = functools.partial(
        reading.reply,
        said,
        usage=(reading.count(body, "usage", "prompt_tokens"), reading.count(body, "usage", "completion_tokens")),
        model=reading.text(body, "model") or model,
        shape=shape,
    )
    if not isinstance(reading.at(body, "choices", 0, "message"), dict):
        raise faults.unusable(_NAME, "there is no message in it")
    refusal = reading.text(body, "choices", 0, "message", "refusal")
    finish = "refused" if refusal else _FINISH.get(reading.text(body, "choices", 0, "finish_reason"), "other")
    answer = reply(refusal or reading.text(body, "choices", 0, "message", "content"), finish)
    return faults.worded(_NAME, answer)


def create(endpoint: Endpoint) -> OpenAIModel:
    """The driver's entry, called by name."""
    return OpenAIModel(endpoint)
