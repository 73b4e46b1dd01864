"""What is said to a language model and what comes back: plain values, so that the port needs no library."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal, TypeAlias

from memstrata.core import errors
from memstrata.core.records import EMPTY, Json

Role: TypeAlias = Literal["cheap", "strong"]  # cheap: classify, compress; strong: extract, abstract
FinishReason: TypeAlias = Literal["stop", "length", "refused", "other"]
Shape: TypeAlias = Literal["free", "schema", "json", "prompt"]
Message: TypeAlias = Mapping[str, Json]  # {"role": "system" | "user" | "assistant", "content": text}
Schema: TypeAlias = Mapping[str, Json]  # a JSON schema

ROLES = ("system", "user", "assistant")
ANSWER_TOKENS = 4096  # the longest answer where the caller names none


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. `text` is without what the model thought; it is '' when thinking took all the tokens or the model refused."""

    text: str
    finish_reason: FinishReason = "stop"  # length: cut off; refused: the model or its filter would not
    _: KW_ONLY
    tokens_in: int = 0  # as the server counted, estimated where it does not
    tokens_out: int = 0
    model: str = ""
    shape: Shape = "free"  # how a schema was asked for: by the server's own means, as any JSON, or in words only


@dataclass(frozen=True, slots=True, kw_only=True)
class LLMHealth:
    """What the guard of a model knows."""

    state: Literal["closed", "half-open", "open"] = "closed"  # of the breaker; open: no call is made
    failures: int = 0  # in a row
    retry_in_seconds: float = 0.0
    tokens_last_hour: int = 0
    tokens_last_day: int = 0
    shapes: Mapping[str, Json] = field(default_factory=lambda: EMPTY)  # model -> how it was last asked for a schema


def plain(messages: Sequence[Message]) -> list[tuple[str, str]]:
    """(role, text) of each message; a developer's is a system's. Raises InputError for none, another role, or content that is no text."""
    if not messages:
        raise errors.InputError("no messages: a model needs at least one to answer")
    return [_plain(message) for message in messages]


def _plain(message: Message) -> tuple[str, str]:
    role, content = message.get("role"), message.get("content")
    role = "system" if role == "developer" else role
    if not isinstance(role, str) or role not in ROLES:
        raise errors.InputError(f"the role of a message to a model is one of {', '.join(ROLES)}, not {role!r}")
    if not isinstance(content, str):
        raise errors.InputError(f"the content of a message to a model is a text, not {type(content).__name__}")
    return role, content
