"""What goes wrong with an embedder's server, as EmbedderError: said without keys and without anything that was sent."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from memstrata.core import errors
from memstrata.models.llm.watch import Watch

_TEMPORARY = (408, 409, 425, 429)  # and all from 500 on, 501 aside
_UNFIT = (400, 413, 422)  # too long, too many, or wrong in another way: servers do not agree on how to say so
_LOOKED_AT = 2_000  # characters of what the server said
_LENGTH = re.compile(r"too (?:long|large|many tokens)|exceeds?\b.{0,40}(?:length|size|limit)|(?:context|maximum)[ _](?:length|size)", re.I)
_NEVER_BY_WAITING = ("insufficient_quota", "billing_hard_limit_reached")  # sent with 429
_HINTS: Mapping[int, str] = MappingProxyType(
    {
        400: "it does not take the request",
        401: "the key was refused, or there is none: set {key}",
        402: "the account has no credit left",
        403: "the key may not do this: check {key} and the model",
        404: "no such model or address: check embedder_model and embedder_url",
        413: "the texts are too long",
        422: "it does not take the request",
        429: "too many requests",
    }
)


class ServerError(errors.EmbedderError):
    """A request that brought no vectors. `temporary`: the same one may succeed later."""

    def __init__(self, message: str, *, temporary: bool = False, retry_after_seconds: float | None = None) -> None:
        super().__init__(message)
        self.temporary = temporary
        self.retry_after_seconds = retry_after_seconds


class TooMuchError(ServerError):
    """The server may take fewer or shorter texts."""


def status(service: str, code: int, said: str, watch: Watch, *, key: str) -> ServerError:
    """The error that an HTTP status stands for. What the server `said` is looked at, never shown: servers repeat what was sent."""
    hint = _HINTS.get(code, "it failed" if code >= 500 else "no success").format(key=key)
    message = f"{service} answered {code}: {hint}"
    said = said[:_LOOKED_AT]
    if code in _UNFIT or (code >= 500 and _LENGTH.search(said)):
        return TooMuchError(message)
    lasting = code == 501 or any(word in said for word in _NEVER_BY_WAITING)
    temporary = (code in _TEMPORARY or code >= 500) and not lasting
    return ServerError(message, temporary=temporary, retry_after_seconds=watch.retry_after_seconds if temporary else None)


def silence(service: str, watch: Watch, *, where: str, seconds: float) -> ServerError:
    """The error of a request that brought no whole answer: refused, reset or too late."""
    if watch.expired:
        return ServerError(f"{service} did not answer at {where} within {seconds:g} seconds", temporary=True)
    if not watch.connected:
        return ServerError(f"{service} could not be reached at {where}: is it running, and is embedder_url right?", temporary=True)
    return ServerError(f"{service} broke the connection before the answer was whole", temporary=True)


def unusable(service: str, what: str) -> ServerError:
    """The error of an answer that holds no vectors: `what` says how, in own words."""
    return ServerError(f"{service} gave no usable vectors: {what}", temporary=True)


def unready(service: str, error: ImportError) -> ServerError:
    """The error of an environment that lacks something: a SOCKS proxy, for one, needs a package of its own."""
    return ServerError(f"{service} cannot be asked: {error}")
