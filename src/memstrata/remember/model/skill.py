"""A learned skill as a model words it: a better name and its conditions; the steps stay what was counted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memstrata.core.events import Events
from memstrata.core.llm import Schema
from memstrata.core.ports import LLM
from memstrata.policies.episodes import Episode
from memstrata.policies.skills import Skill
from memstrata.remember import redact
from memstrata.remember.model import calling, prompts
from memstrata.text import instructions, reply

_ANSWER_TOKENS = 300
_NAME_CHARACTERS, _PIECE_CHARACTERS, _MOST = 48, 160, 3
_FIGURE = re.compile(r"\d+")
_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        **{name: {"type": "string"} for name in ("name", "description")},
        **{name: {"type": "array", "items": {"type": "string"}} for name in ("preconditions", "postconditions")},
    },
    "required": ["name", "description"],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillWriter:
    """A model that words learned skills."""

    llm: LLM
    events: Events

    def word(self, skill: Skill, sources: Sequence[Episode]) -> Skill:
        """`skill` with what the model words better; as it was where the model fails. Never raises LLMError.

        What names a figure that nobody said, gives orders or is too long is left out.
        """
        tasks = [line for episode in sources for line in (episode.title, *episode.requests[:2], *episode.lessons)]
        told = "\n".join([*dict.fromkeys(tasks), " → ".join(skill.steps)])
        prompt = prompts.of("skill", told)
        answer = calling.complete(self.llm, prompt.messages(input=told), role="cheap", schema=_SCHEMA, max_tokens=_ANSWER_TOKENS)
        given = {} if isinstance(answer, Exception) or answer.finish_reason == "refused" else reply.fields(answer.text)
        name = _piece(given.get("name"), told, _NAME_CHARACTERS)
        if not name:
            self.events.emit("degraded", part="skill")
            return skill
        return replace(
            skill,
            name=name,
            description=_piece(given.get("description"), told, _PIECE_CHARACTERS) or skill.description,
            preconditions=_pieces(given.get("preconditions"), told) or skill.preconditions,
            postconditions=_pieces(given.get("postconditions"), told) or skill.postconditions,
        )


def _pieces(given: object, told: str) -> tuple[str, ...]:
    return tuple(piece for item in given if (piece := _piece(item, told, _PIECE_CHARACTERS)))[:_MOST] if isinstance(given, list) else ()


def _piece(given: object, told: str, characters: int) -> str:
    text = redact.for_memory(" ".join(given.split())) if isinstance(given, str) else ""
    unheard = any(figure not in told for figure in _FIGURE.findall(text))
    return "" if unheard or len(text) > characters or instructions.read(text).suspicious else text
