"""The first room: what may never reach long-term memory is masked before anything reads it."""

from collections.abc import Sequence
from dataclasses import replace

from memstrata.core.records import Json
from memstrata.core.turns import Turn
from memstrata.text import private


def for_log(turn: Turn) -> Turn:
    """The turn as the live session may keep it: credentials masked, also inside parts and tool calls; the rest verbatim."""
    text = private.mask_credentials(turn.text).text
    content = _masked(turn.content)
    calls = tuple({key: _masked(value) for key, value in call.items()} for call in turn.tool_calls)
    return replace(turn, text=text, content=content, tool_calls=calls, metadata={key: _masked(v) for key, v in turn.metadata.items()})


def for_memory(text: str) -> str:
    """Text as long-term memory may keep it: credentials and private data masked."""
    return private.mask(text).text


def _masked(value: Json) -> Json:
    if isinstance(value, str):
        return private.mask_credentials(value).text
    if isinstance(value, dict):
        return {key: _masked(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_masked(item) for item in value]
    return value
