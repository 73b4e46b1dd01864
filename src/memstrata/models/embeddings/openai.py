"""Embedders of OpenAI, and of every server that speaks its protocol: Qwen, vLLM, llama.cpp, text-embeddings-inference …"""

import os
from collections.abc import Sequence
from urllib.parse import urlsplit

import openai

from memstrata.core.records import Json
from memstrata.models import authorities
from memstrata.models.embeddings import cache, faults, remote
from memstrata.models.llm import reading
from memstrata.models.llm.guard import Pace
from memstrata.models.llm.watch import Watch

_NAME, _KEY = "openai", "OPENAI_API_KEY"
_KEYLESS = "none"  # the SDK wants a key; servers at home mostly have none


class OpenAIServer:
    """One server and model. A client lives for one call: nothing is shared by threads or forked processes, no socket stays open."""

    def __init__(self, model: str, url: str) -> None:
        self._model = model
        self._given = url

    def __call__(self, texts: Sequence[str], seconds: float) -> Json:
        """The vectors of `texts` in their order. Raises ServerError."""
        url = self._given or os.environ.get("OPENAI_BASE_URL", "")
        key = os.environ.get(_KEY) or (_KEYLESS if url else "")
        if not key:
            raise faults.ServerError(f"no key for openai: set {_KEY}, or embedder_url for a server that needs none")
        where = urlsplit(url).netloc.rpartition("@")[2] or "api.openai.com"
        watch = Watch(seconds)
        fault: faults.ServerError
        try:
            with (
                watch,
                openai.DefaultHttpxClient(
                    verify=authorities.known(), timeout=seconds, follow_redirects=False, event_hooks=watch.hooks()
                ) as http,
            ):
                client = openai.OpenAI(api_key=key, base_url=url or None, http_client=http, timeout=seconds, max_retries=0)
                answer = client.embeddings.with_raw_response.create(model=self._model, input=list(texts), encoding_format="float")
                return _in_order(reading.parsed(answer.http_response.content))
        except openai.APIStatusError as error:
            fault = faults.status(_NAME, error.status_code, error.response.text, watch, key=_KEY)
        except openai.APIConnectionError:
            fault = faults.silence(_NAME, watch, where=where, seconds=seconds)
        except (openai.OpenAIError, ValueError, RecursionError) as error:
            fault = faults.unusable(_NAME, type(error).__name__)
        except ImportError as error:
            fault = faults.unready(_NAME, error)
        raise fault  # here, so that nothing of the SDK's error, which holds the key and the texts, hangs on it


def _in_order(body: Json) -> Json:
    """The vectors by their indexes; servers that give none keep the order of the texts."""
    items = reading.at(body, "data")
    if not isinstance(items, list):
        return None
    places = [reading.at(item, "index") for item in items]
    if any(place is not None for place in places):
        ordered = {place: item for place, item in zip(places, items, strict=True) if isinstance(place, int)}
        if set(ordered) != set(range(len(items))):
            raise faults.unusable(_NAME, "their indexes are not those of the texts")
        items = [ordered[place] for place in range(len(items))]
    return [reading.at(item, "embedding") for item in items]


def create(model: str, url: str, *, waits: remote.Waits | None = None, pace: Pace | None = None) -> cache.CachedEmbedder:
    """The driver's entry, called by name."""
    return cache.CachedEmbedder(remote.RemoteEmbedder(_NAME, model, OpenAIServer(model, url), waits=waits, pace=pace))
