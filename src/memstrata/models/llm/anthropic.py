"""Anthropic's messages, at Anthropic or behind a gateway."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import anthropic
import httpx2

from memstrata.core import errors
from memstrata.core import llm as wording
from memstrata.core.llm import FinishReason, Message, Reply, Role, Schema, Shape
from memstrata.core.records import Json
from memstrata.models import authorities
from memstrata.models.llm import faults, reading, shapes
from memstrata.models.llm.endpoint import Endpoint
from memstrata.models.llm.watch import Watch

_NAME, _KEY, _TOKEN = "anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"
_KEYLESS = "none"
_FAULTS = (anthropic.AnthropicError, httpx2.TransportError, ValueError, RecursionError, ImportError)
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
            return _read(said, self._send(request), model, shape)

        return self._ladder.ask(model, schema, ask)

    def stream(self, messages: Sequence[Message], *, role: Role = "cheap", max_tokens: int | None = None) -> Iterator[str]:
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens
        request = {"model": self._endpoint.model(role), "max_tokens": limit, **_conversation(wording.plain(messages))}
        yield from faults.spoken(_NAME, self._pieces(request))

    def _send(self, request: dict[str, Any]) -> Json:
        watch = Watch(self._endpoint.timeout_seconds)
        try:
            with self._client(watch) as client:
                answer = client.messages.with_raw_response.create(**request)
                return reading.parsed(answer.http_response.content)
        except _FAULTS as error:
            fault = self._fault(error, watch)
        raise fault  # here, so that nothing of the SDK's error, which holds the key and the prompt, hangs on it

    def _pieces(self, request: dict[str, Any]) -> Iterator[str]:
        watch = Watch(self._endpoint.timeout_seconds)
        try:
            with self._client(watch) as client, client.messages.create(**request, stream=True) as events:
                deltas = (event.delta for event in events if event.type == "content_block_delta")
                yield from (delta.text for delta in deltas if delta.type == "text_delta")
            return
        except _FAULTS as error:
            fault = self._fault(error, watch)
        raise fault

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
        with (
            watch,
            anthropic.DefaultHttpxClient(verify=trusted, timeout=seconds, follow_redirects=False, event_hooks=watch.hooks()) as http,
        ):
            yield anthropic.Anthropic(**credentials, base_url=self._url or None, http_client=http, timeout=seconds, max_retries=0)

    def _fault(self, error: Exception, watch: Watch) -> errors.LLMError:
        if isinstance(error, anthropic.APIStatusError):
            return faults.status(_NAME, error.status_code, reading.parsed(error.response.content), watch, key=_KEY)
        if isinstance(error, (anthropic.APIConnectionError, httpx2.TransportError)):
            where = urlsplit(self._url).netloc.rpartition("@")[2] or "api.anthropic.com"
            return faults.silence(_NAME, watch, where=where, seconds=self._endpoint.timeout_seconds)
        return faults.unready(_NAME, error) if isinstance(error, ImportError) else faults.unusable(_NAME, type(error).__name__)


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
