"""Asking for JSON: by the firmest means that a server has, found by trying and remembered for each model."""

import functools
import json
from collections.abc import Callable, Sequence
from importlib import resources

from memstrata.core import errors
from memstrata.core.llm import Reply, Schema, Shape
from memstrata.core.records import Json
from memstrata.models.llm import faults
from memstrata.text import clean, language

Said = list[tuple[str, str]]  # (role, text)


class Ladder:
    """The shapes that a protocol knows, the firmest first. Thread-safe: the worst of a race is one more try."""

    def __init__(self, *shapes: Shape) -> None:
        self._shapes = shapes
        self._rungs: dict[str, int] = {}

    def ask(self, model: str, schema: Schema | None, ask: Callable[[Shape], Reply]) -> Reply:
        """The answer to `ask` in the first shape that the server takes; a lower one is kept only if it fares better.

        Raises LLMError: for a request that is refused in every shape, what the server said of the first.
        """
        if schema is None:
            return ask("free")
        first: faults.UnfitError | None = None
        for rung in range(self._rungs.get(model, 0), len(self._shapes)):
            try:
                reply = ask(self._shapes[rung])
            except faults.UnfitError as error:
                first = first or error
                continue
            self._rungs[model] = rung
            return reply
        raise first or errors.LLMError("no way to ask for JSON is known")


def worded(said: Sequence[tuple[str, str]], schema: Schema | None, shape: Shape) -> Said:
    """The messages as they are sent: fit for every server, and with the schema in words where the server is not given it."""
    fit = [(role, clean.storable(text)) for role, text in said]
    if schema is None or shape in ("free", "schema"):
        return fit
    spoken = "zh" if language.language(fit[-1][1]) == "zh" else "en"
    wish = _wish(spoken).replace("{schema}", json.dumps(plain(schema), ensure_ascii=False))
    if fit[0][0] == "system":
        return [("system", f"{fit[0][1]}\n\n{wish}"), *fit[1:]]
    return [("system", wish), *fit]


def plain(schema: Schema | None) -> dict[str, Json]:
    """The schema as dicts and lists, whatever mappings it is made of."""
    copied: dict[str, Json] = json.loads(json.dumps(schema or {}, default=dict))
    return copied


def strict(schema: object) -> bool:
    """Whether the schema is of the narrow form that OpenAI's strict mode takes: closed objects, all of their keys required."""
    if isinstance(schema, list):
        return all(strict(part) for part in schema)
    if not isinstance(schema, dict):
        return True
    properties = schema.get("properties")
    if schema.get("type") == "object" or properties is not None:
        required = schema.get("required")
        if schema.get("additionalProperties") is not False or not isinstance(properties, dict) or not isinstance(required, list):
            return False
        if set(map(str, required)) != set(properties):
            return False
    return all(strict(part) for part in schema.values())


@functools.cache
def _wish(spoken: str) -> str:
    return (resources.files(__package__) / "prompts" / f"json.{spoken}.md").read_text("utf-8").strip()
