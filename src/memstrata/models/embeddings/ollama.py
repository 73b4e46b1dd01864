"""Embedders that run in Ollama, on this machine or another."""

import os
from collections.abc import Sequence
from urllib.parse import urlsplit

import httpx
import ollama

from memstrata.core.records import Json
from memstrata.models import authorities
from memstrata.models.embeddings import cache, faults, remote
from memstrata.models.llm import reading
from memstrata.models.llm.guard import Pace
from memstrata.models.llm.watch import Watch

_NAME, _KEY = "ollama", "OLLAMA_API_KEY"
_SURPRISED = (ValueError, TypeError, AttributeError, RecursionError)  # what the SDK raises for a body that is no object, or no JSON


class OllamaServer:
    """One server and model. A client lives for one call: nothing is shared by threads or forked processes, no socket stays open."""

    def __init__(self, model: str, url: str) -> None:
        self._model = model
        self._given = url

    def __call__(self, texts: Sequence[str], seconds: float) -> Json:
        """The vectors of `texts` in their order. Raises ServerError."""
        url = self._given or os.environ.get("OLLAMA_HOST") or "http://127.0.0.1:11434"
        where = urlsplit(url if "://" in url else f"http://{url}").netloc.rpartition("@")[2]
        watch = Watch(seconds)
        fault: faults.ServerError
        try:
            with (
                watch,
                ollama.Client(
                    url, verify=authorities.known(), timeout=seconds, follow_redirects=False, event_hooks=watch.hooks()
                ) as client,
            ):
                body: Json = client.embed(model=self._model, input=list(texts), truncate=True).model_dump(mode="python")
                return _listed(reading.at(body, "embeddings"))
        except (ConnectionError, httpx.TransportError):
            fault = faults.silence(_NAME, watch, where=where, seconds=seconds)
        except (ollama.ResponseError, httpx.HTTPError, httpx.InvalidURL, *_SURPRISED) as error:
            if watch.status is None or 200 <= watch.status < 300:
                fault = faults.unusable(_NAME, type(error).__name__)
            else:
                fault = faults.status(_NAME, watch.status, str(error), watch, key=_KEY)
        except ImportError as error:
            fault = faults.unready(_NAME, error)
        raise fault  # here, so that nothing of the SDK's error, which holds what the server said, hangs on it


def _listed(vectors: object) -> Json:
    """The SDK's sequences as lists."""
    if not isinstance(vectors, (list, tuple)):
        return None
    return [list(row) for row in vectors]


def create(model: str, url: str, *, waits: remote.Waits | None = None, pace: Pace | None = None) -> cache.CachedEmbedder:
    """The driver's entry, called by name."""
    return cache.CachedEmbedder(remote.RemoteEmbedder(_NAME, model, OllamaServer(model, url), waits=waits, pace=pace))
