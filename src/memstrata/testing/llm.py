"""A language model that says what it was told to say."""

import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memstrata.core import errors, llm
from memstrata.core.llm import Message, Reply, Role, Schema
from memstrata.text import tokens


@dataclass(frozen=True, slots=True)
class Asked:
    """What came with the messages of a call."""

    role: Role
    schema: Schema | None
    max_tokens: int | None


class ScriptedLLM:
    """Gives `replies` one after the other: a Reply, a text, or an error, which is raised. Raises LLMError when none is left.

    `calls` holds the messages of every call, the failed ones too; `asked` what came with them.
    """

    def __init__(self, replies: Sequence[Reply | str | Exception] = ()) -> None:
        self.replies = list(replies)
        self.calls: list[list[Message]] = []
        self.asked: list[Asked] = []
        self._lock = threading.Lock()

    def complete(
        self, messages: Sequence[Message], *, role: Role = "cheap", schema: Schema | None = None, max_tokens: int | None = None
    ) -> Reply:
        said = llm.plain(messages)
        with self._lock:
            self.calls.append(list(messages))
            self.asked.append(Asked(role, schema, max_tokens))
            number = len(self.calls)
        if number > len(self.replies):
            raise errors.LLMError(f"no reply is left for the {role} model: {len(self.replies)} were given, this is call {number}")
        reply = self.replies[number - 1]
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, Reply):
            return reply
        return Reply(
            reply,
            tokens_in=sum(tokens.estimate(text) for _, text in said),
            tokens_out=tokens.estimate(reply),
            model=f"scripted-{role}",
            shape="free" if schema is None else "prompt",
        )

    def stream(self, messages: Sequence[Message], *, role: Role = "cheap", max_tokens: int | None = None) -> Iterator[str]:
        """The next reply, word by word."""
        yield from re.findall(r"\S+\s*|\s+", self.complete(messages, role=role, max_tokens=max_tokens).text)
