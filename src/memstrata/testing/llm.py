"""A language model that says what it was told to say."""

from collections.abc import Mapping, Sequence

from memstrata.core import errors
from memstrata.core.records import Json


class ScriptedLLM:
    """Gives `replies` one after the other; an error among them is raised. Raises LLMError when none is left.

    `calls` holds the messages of every call, the failed ones too.
    """

    def __init__(self, replies: Sequence[str | Exception] = ()) -> None:
        self.replies = list(replies)
        self.calls: list[list[Mapping[str, Json]]] = []

    def complete(self, messages: Sequence[Mapping[str, Json]], *, role: str = "cheap") -> str:
        self.calls.append(list(messages))
        if len(self.calls) > len(self.replies):
            raise errors.LLMError(f"no reply is left for the {role} model: {len(self.replies)} were given, this is call {len(self.calls)}")
        reply = self.replies[len(self.calls) - 1]
        if isinstance(reply, Exception):
            raise reply
        return reply
