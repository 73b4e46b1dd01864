"""Where the parts of a prompt stand, for the kinds of interfaces that models have.

openai         one system message with the profile, the background as a second one, then the turns
anthropic      system text apart, content as blocks, sides in turn, the background in the first user message
single_system  everything remembered in the one system message, for templates that take no other (Llama, Mistral, Qwen)
user_prefix    the background before the first user message; roles alternate, for templates and gateways that want it
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memstrata.core.records import Json
from memstrata.core.settings import Layout
from memstrata.recall import blocks
from memstrata.recall.blocks import Message

_SYSTEM = ("system", "developer")


@dataclass(frozen=True, slots=True)
class Laid:
    """A call: its messages, and the system text where the interface takes it apart ('' where it is the first message)."""

    messages: list[Message]
    system: str = ""

    def all(self) -> list[Message]:
        """The messages with the system text in front: what the call costs."""
        return [*_one("system", self.system), *self.messages]


def arranged(layout: Layout, system: str, background: str, turns: Sequence[Message]) -> Laid:
    """The parts of a call. `turns` are in order; system messages among them stay in place only with `openai`."""
    if layout == "openai":
        return Laid([*_one("system", system), *_one("system", background), *turns])
    late = [blocks.text(message["content"]) for message in turns if message["role"] in _SYSTEM]
    spoken = [message for message in turns if message["role"] not in _SYSTEM]
    if layout == "single_system":
        return Laid([*_one("system", joined([system, *late, background])), *spoken])
    told = joined([system, *late])
    if layout == "user_prefix":
        return Laid([*_one("system", told), *_alternating(_prefixed(spoken, background))])
    said = [message for message in map(blocks.message, spoken) if message["content"]]
    if said and said[0]["role"] != "user" and not background:
        said = [{"role": "user", "content": "…"}, *said]  # the interface refuses a conversation that the assistant opens
    return Laid(_alternating(_prefixed(said, background)), told)


def joined(pieces: Sequence[str]) -> str:
    """The pieces that are not empty, each once, with a blank line between them."""
    return "\n\n".join(dict.fromkeys(piece for piece in pieces if piece))


def _one(role: str, content: str) -> list[Message]:
    return [{"role": role, "content": content}] if content else []


def _prefixed(turns: Sequence[Message], background: str) -> list[Message]:
    """The background inside of the first user message; a message of its own where none opens the conversation."""
    if not background:
        return list(turns)
    if turns and turns[0]["role"] == "user":
        return [{**turns[0], "content": _both(background, turns[0]["content"])}, *turns[1:]]
    return [{"role": "user", "content": background}, *turns]


def _alternating(turns: Sequence[Message]) -> list[Message]:
    """Neighbours of one role as one message; calls of tools and their results stay as they are."""
    out: list[Message] = []
    for message in turns:
        before = out[-1] if out else None
        plain = before is not None and set(before) == set(message) == {"role", "content"} and before["role"] == message["role"]
        if plain and before is not None and message["role"] != "tool":
            out[-1] = {**before, "content": _both(before["content"], message["content"])}
        else:
            out.append(message)
    return out


def _both(first: Json, second: Json) -> Json:
    """Two contents as one: text where both are text, else a list of parts."""
    if isinstance(first, str) and isinstance(second, str):
        return f"{first}\n\n{second}"
    return [*blocks.parts(first), *blocks.parts(second)]
