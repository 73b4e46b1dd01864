"""OpenAI, and every server that speaks its chat completions: DeepSeek, Qwen, vLLM, llama.cpp …"""

import contextlib
import functools
import os
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai

from memstrata.core import errors
from memstrata.core import llm as wording
from memstrata.core.llm import FinishReason, Message, Reply, Role, Schema, Shape
from memstrata.core.records import Json
from memstrata.models import authorities
from memstrata.models.llm import faults, reading, shapes
from memstrata.models.llm.endpoint import Endpoint
from memstrata.models.llm.watch import Watch

_NAME, _KEY = "openai", "OPENAI_API_KEY"
_KEYLESS = "none"  # the SDK wants a key; servers at home mostly have none
_OWN_HOSTS = ("openai.com", "openai.azure.com")
_OLD_LIMIT, _NEW_LIMIT = "max_tokens", "max_completion_tokens"  # OpenAI's newer models refuse the old name, others know only that
_FAULTS = (openai.OpenAIError, httpx2.TransportError, ValueError, RecursionError, ImportError)
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
            body = self._limited(model, request, limit)
            return _read(said, body, model, shape)

        return self._ladder.ask(model, schema, ask)

    def stream(self, messages: Sequence[Message], *, role: Role = "cheap", max_tokens: int | None = None) -> Iterator[str]:
        said, model = wording.plain(messages), self._endpoint.model(role)
        request = {"model": model, "messages": [{"role": who, "content": text} for who, text in said]}
        limit, known = wording.ANSWER_TOKENS if max_tokens is None else max_tokens, self._limits.get(model) or self._limit_name()
        try:
            yield from faults.spoken(_NAME, self._pieces({**request, known: limit}))
            return
        except faults.UnfitError as error:  # always before the first piece
            if error.param != known:
                raise
        self._limits[model] = _NEW_LIMIT if known == _OLD_LIMIT else _OLD_LIMIT
        yield from faults.spoken(_NAME, self._pieces({**request, self._limits[model]: limit}))

    def _limited(self, model: str, request: Mapping[str, Any], limit: int) -> Json:
        """The answer to the request with its limit under the name that the model knows."""
        name = self._limits.get(model) or self._limit_name()
        try:
            return self._send({**request, name: limit})
        except faults.UnfitError as error:
            if error.param != name:
                raise
        other = _NEW_LIMIT if name == _OLD_LIMIT else _OLD_LIMIT
        body = self._send({**request, other: limit})
        self._limits[model] = other
        return body

    def _limit_name(self) -> str:
        host = urlsplit(self._url or "https://api.openai.com").hostname or ""
        return _NEW_LIMIT if any(host == own or host.endswith(f".{own}") for own in _OWN_HOSTS) else _OLD_LIMIT

    @property
    def _url(self) -> str:
        return self._endpoint.url or os.environ.get("OPENAI_BASE_URL", "")

    def _send(self, request: dict[str, Any]) -> Json:
        watch = Watch(self._endpoint.timeout_seconds)
        try:
            with self._client(watch) as client:
                answer = client.chat.completions.with_raw_response.create(**request)
                return reading.parsed(answer.http_response.content)
        except _FAULTS as error:
            fault = self._fault(error, watch)
        raise fault  # here, so that nothing of the SDK's error, which holds the key and the prompt, hangs on it

    def _pieces(self, request: dict[str, Any]) -> Iterator[str]:
        watch = Watch(self._endpoint.timeout_seconds)
        try:
            with self._client(watch) as client, client.chat.completions.create(**request, stream=True) as chunks:
                yield from (chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
            return
        except _FAULTS as error:
            fault = self._fault(error, watch)
        raise fault

    @contextlib.contextmanager
    def _client(self, watch: Watch) -> Iterator[openai.OpenAI]:
        """A client for one call. Raises LLMError where there is no key."""
        key = os.environ.get(_KEY) or (_KEYLESS if self._url else "")
        if not key:
            raise errors.LLMError(f"no key for openai: set {_KEY}, or llm_url for a server that needs none")
        seconds, trusted = self._endpoint.timeout_seconds, authorities.known()
        with (
            watch,
            openai.DefaultHttpxClient(verify=trusted, timeout=seconds, follow_redirects=False, event_hooks=watch.hooks()) as http,
        ):
            yield openai.OpenAI(api_key=key, base_url=self._url or None, http_client=http, timeout=seconds, max_retries=0)

    def _fault(self, error: Exception, watch: Watch) -> errors.LLMError:
        if isinstance(error, openai.APIStatusError):
            return faults.status(_NAME, error.status_code, reading.parsed(error.response.content), watch, key=_KEY)
        if isinstance(error, (openai.APIConnectionError, httpx2.TransportError)):
            where = urlsplit(self._url).netloc.rpartition("@")[2] or "api.openai.com"
            return faults.silence(_NAME, watch, where=where, seconds=self._endpoint.timeout_seconds)
        return faults.unready(_NAME, error) if isinstance(error, ImportError) else faults.unusable(_NAME, type(error).__name__)


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
