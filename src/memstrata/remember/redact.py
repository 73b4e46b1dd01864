"""The first room: what may never reach long-term memory is masked before anything reads it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from memstrata.core.records import Json
from memstrata.core.turns import Turn
from memstrata.text import private


def for_log(turn: Turn) -> Turn:
    """The turn as the live session may keep it: credentials masked, also inside parts and tool calls; the rest verbatim."""
    text = credentials(turn.text)
    content = text if turn.content == turn.text else _masked(turn.content)
    calls = tuple({key: _masked(value) for key, value in call.items()} for call in turn.tool_calls)
    return replace(turn, text=text, content=content, tool_calls=calls)


def labels(turn: Turn) -> Turn:
    """The turn with credentials masked in its speaker's name and metadata, which the log and the memory share."""
    return replace(turn, name=None if turn.name is None else private.mask_credentials(turn.name).text, metadata=metadata(turn.metadata))


def metadata(values: Mapping[str, Json]) -> dict[str, Json]:
    """Metadata or task state with credentials masked, in keys too."""
    return {private.mask_credentials(key).text: _masked(value) for key, value in values.items()}


def credentials(text: str) -> str:
    """Text as the log may keep it: credentials masked, other private data verbatim."""
    return private.mask_credentials(text).text


def for_memory(text: str) -> str:
    """Text as long-term memory may keep it: credentials and private data masked."""
    return private.mask(text).text


def _masked(value: Json) -> Json:
    if isinstance(value, str):
        return private.mask_credentials(value).text
    if isinstance(value, dict):
        return metadata(value)
    if isinstance(value, Sequence):
        return [_masked(item) for item in value]
    return value
