"""Anthropic's messages, at Anthropic or behind a gateway."""

import contextlib
import functools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import anthropic
import httpx2

from memstrata.core import errors
from memstrata.core import llm as wording
from memstrata.core.llm import FinishReason, Message, Reply, Role, Schema, Shape
from memstrata.core.records import Json
from memstrata.models import authorities
from memstrata.models.llm import exchange, faults, reading, shapes
from memstrata.models.llm.endpoint import Endpoint
from memstrata.models.llm.watch import Watch

_T = TypeVar("_T")
_NAME, _KEY, _TOKEN = "anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"
_KEYLESS = "none"
_SDK = exchange.Sdk(module=anthropic, root=anthropic.AnthropicError, lost=(anthropic.APIConnectionError, httpx2.TransportError), key=_KEY)
_FINISH: Mapping[str, FinishReason] = MappingProxyType(
    {
        "end_turn": "stop",
        "stop_sequence": "stop",
        "max_tokens": "length",
        "model_context_window_exceeded": "length",
        "refusal": "refused",
    }
)


class AnthropicModel:
    """One server. A client lives for one call: nothing is shared by threads, loops or forked processes, and no socket stays open."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._ladder = shapes.Ladder("schema", "prompt")

    def complete(
        self, messages: Sequence[Message], *, role: Role = "cheap", schema: Schema | None = None, max_tokens: int | None = None
    ) -> Reply:
        said, model = wording.plain(messages), self._endpoint.model(role)
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens

        def ask(shape: Shape) -> Reply:
            request = {"model": model, "max_tokens": limit, **_conversation(shapes.worded(said, schema, shape))}
            if shape == "schema":
                request["output_config"] = {"format": {"type": "json_schema", "schema": shapes.plain(schema)}}
            [body] = self._told(self._whole, request)
            return _read(said, body, model, shape)

        return self._ladder.ask(model, schema, ask)

    def stream(self, messages: Sequence[Message], *, role: Role = "cheap", max_tokens: int | None = None) -> Iterator[str]:
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens
        request = {"model": self._endpoint.model(role), "max_tokens": limit, **_conversation(wording.plain(messages))}
        yield from faults.spoken(_NAME, self._told(self._pieces, request))

    def _told(self, attempt: Callable[[dict[str, Any], Watch], Iterator[_T]], request: dict[str, Any]) -> Iterator[_T]:
        return exchange.told(self._endpoint.timeout_seconds, functools.partial(attempt, request), _SDK.known, self._fault)

    def _whole(self, request: dict[str, Any], watch: Watch) -> Iterator[Json]:
        with self._client(watch) as client:
            yield reading.parsed(client.messages.with_raw_response.create(**request).http_response.content)

    def _pieces(self, request: dict[str, Any], watch: Watch) -> Iterator[str]:
        with self._client(watch) as client, client.messages.create(**request, stream=True) as events:
            deltas = (event.delta for event in events if event.type == "content_block_delta")
            yield from (delta.text for delta in deltas if delta.type == "text_delta")

    @property
    def _url(self) -> str:
        return self._endpoint.url or os.environ.get("ANTHROPIC_BASE_URL", "")

    @contextlib.contextmanager
    def _client(self, watch: Watch) -> Iterator[anthropic.Anthropic]:
        """A client for one call. Raises LLMError where there is no key."""
        key, token = os.environ.get(_KEY), os.environ.get(_TOKEN)
        if not key and not token and not self._url:
            raise errors.LLMError(f"no key for anthropic: set {_KEY}, or llm_url for a gateway that needs none")
        # Given here, so that the SDK does not look for profiles and tokens in files and on the network.
        credentials: dict[str, Any] = {"auth_token": token} if token and not key else {"api_key": key or _KEYLESS}
        seconds, trusted = self._endpoint.timeout_seconds, authorities.known()
        with anthropic.DefaultHttpxClient(verify=trusted, timeout=seconds, follow_redirects=False, event_hooks=watch.hooks()) as http:
            yield anthropic.Anthropic(**credentials, base_url=self._url or None, http_client=http, timeout=seconds, max_retries=0)

    def _fault(self, error: Exception, watch: Watch) -> errors.LLMError:
        where = urlsplit(self._url).netloc.rpartition("@")[2] or "api.anthropic.com"
        return _SDK.fault(error, watch, where, self._endpoint.timeout_seconds)


def _conversation(said: shapes.Said) -> dict[str, Any]:
    """The messages as the API wants them: system texts apart, a user's first, none empty, sides in turn."""
    turns: list[dict[str, str]] = []
    for role, text in [("user", ""), *(each for each in said if each[0] != "system")]:
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] = f"{turns[-1]['content']}\n\n{text}".strip()
        else:
            turns.append({"role": role, "content": text})
    for turn in turns:
        turn["content"] = turn["content"].rstrip() or "…"  # an empty or blank text is refused, and so are blanks at an assistant's end
    system = "\n\n".join(text for role, text in said if role == "system" and text.strip())
    return {"messages": turns, **({"system": system} if system else {})}


def _read(said: shapes.Said, body: Json, model: str, shape: Shape) -> Reply:
    if not isinstance(reading.at(body, "content"), list):
        raise faults.unusable(_NAME, "there is no content in it")
    finish = _FINISH.get(reading.text(body, "stop_reason"), "other")
    cached = sum(reading.count(body, "usage", f"cache_{kind}_input_tokens") for kind in ("creation", "read"))
    usage = (reading.count(body, "usage", "input_tokens") + cached, reading.count(body, "usage", "output_tokens"))
    answer = reading.reply(
        said, reading.text(body, "content"), finish, usage=usage, model=reading.text(body, "model") or model, shape=shape
    )
    return faults.worded(_NAME, answer)


def create(endpoint: Endpoint) -> AnthropicModel:
    """The driver's entry, called by name."""
    return AnthropicModel(endpoint)
