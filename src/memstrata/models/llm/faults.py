"""What goes wrong with a model's server, as LLMError: said without keys and without anything that was sent."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType

from memstrata.core import errors
from memstrata.core.llm import Reply
from memstrata.core.records import Json
from memstrata.models.llm import reading
from memstrata.models.llm.watch import Watch

_TEMPORARY = (408, 409, 425, 429)  # and all from 500 on, 501 aside
_UNFIT = (400, 415, 422, 501)  # the request has a part that the server does not know
_NEVER_BY_WAITING = ("insufficient_quota", "billing_hard_limit_reached")  # sent with 429
_NAME = re.compile(r"[A-Za-z][\w.\[\]-]{0,59}", re.ASCII)
_HINTS: Mapping[int, str] = MappingProxyType(
    {
        401: "the key was refused, or there is none: set {key}",
        402: "the account has no credit left",
        403: "the key may not do this: check {key} and the model",
        404: "no such model or address: check llm_model_cheap, llm_model_strong and llm_url",
        408: "it took too long there",
        413: "the prompt is too long",
        429: "too many requests",
        529: "it is overloaded",
    }
)


class UnansweredError(errors.LLMError):
    """A call that reached the server and brought nothing usable: it may have been charged."""


class UnfitError(errors.LLMError):
    """The server does not take the request as it is; `param` is the part it names, or ''."""

    def __init__(self, message: str, param: str = "") -> None:
        super().__init__(message)
        self.param = param


def status(service: str, code: int, body: Json, watch: Watch, *, key: str) -> errors.LLMError:
    """The error that an HTTP status stands for. Of the body only short names are shown: servers repeat what was sent."""
    names = [name for name in _names(body, ("code",), ("type",)) if not name.isdigit()]
    hint = _HINTS.get(code, "it does not take the request" if code in _UNFIT else _phrase(code)).format(key=key)
    message = f"{service} answered {code}{f' ({names[0]})' if names else ''}: {hint}"
    if code in _UNFIT:
        return UnfitError(message, (_names(body, ("param",)) or [""])[0])
    lasting = any(name in _NEVER_BY_WAITING for name in names)
    temporary = (code in _TEMPORARY or code >= 500) and not lasting
    return errors.LLMError(message, temporary=temporary, retry_after_seconds=watch.retry_after_seconds if temporary else None)


def silence(service: str, watch: Watch, *, where: str, seconds: float) -> errors.LLMError:
    """The error of a call that brought no whole answer: refused, reset or too late."""
    if not watch.connected:
        return errors.LLMError(f"{service} could not be reached at {where}: is it running, and is llm_url right?", temporary=True)
    if watch.expired:
        return UnansweredError(f"{service} did not answer within {seconds:g} seconds (llm_timeout_seconds)", temporary=True)
    return UnansweredError(f"{service} broke the connection before the answer was whole", temporary=True)


def unusable(service: str, what: str) -> errors.LLMError:
    """The error of an answer that is none: `what` says how, in own words."""
    return UnansweredError(f"{service} gave no usable answer: {what}", temporary=True)


def worded(service: str, reply: Reply) -> Reply:
    """The reply itself. Raises UnansweredError for one without words that was neither cut off nor refused."""
    if not reply.text and reply.finish_reason not in ("length", "refused"):
        raise unusable(service, "its text is empty")
    return reply


def spoken(service: str, pieces: Iterable[str]) -> Iterator[str]:
    """The pieces of an answer without its thoughts. Raises UnansweredError at the end when there was no word among them."""
    said = False
    for piece in reading.shown(pieces):
        said = True
        yield piece
    if not said:
        raise unusable(service, "its text is empty")


def unready(service: str, error: ImportError) -> errors.LLMError:
    """The error of an environment that lacks something: a SOCKS proxy, for one, needs a package of its own."""
    return errors.LLMError(f"{service} cannot be asked: {error}")


def _names(body: Json, *paths: Sequence[str]) -> list[str]:
    """The short names at `paths` below `error`, or at the top; nothing that could be a text or a key."""
    found = [reading.at(body, *place, *path) for path in paths for place in (("error",), ())]
    return [name for name in found if isinstance(name, str) and _NAME.fullmatch(name) and not name.startswith("sk-")]


def _phrase(code: int) -> str:
    try:
        return HTTPStatus(code).phrase.lower()
    except ValueError:
        return "no success"
