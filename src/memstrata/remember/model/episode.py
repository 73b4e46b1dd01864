"""An episode as a model words it: it betters the rules' version, and code keeps it to what was said."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memstrata.core.events import Events
from memstrata.core.llm import Schema
from memstrata.core.ports import LLM
from memstrata.core.turns import Turn
from memstrata.policies import episodes, summarising, telling
from memstrata.policies.episodes import Episode
from memstrata.policies.retrospects import Hints
from memstrata.remember import redact
from memstrata.remember.model import calling, prompts
from memstrata.text import echo, instructions, reply

_ANSWER_TOKENS = 1200
_LISTS = ("requests", "lessons", "feedback", "tags")
_FIGURE = re.compile(r"\d+")
_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        **{name: {"type": "string"} for name in ("title", "summary", "line", "outcome", "cause", "worked")},
        "reusable": {"type": "boolean"},
        **{name: {"type": "array", "items": {"type": "string"}} for name in _LISTS},
    },
    "required": ["title", "summary", "outcome"],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeWriter:
    """A model that words episodes."""

    llm: LLM
    events: Events

    def write(self, turns: Sequence[Turn], rules: Episode, *, settled: bool = False) -> tuple[Episode, Hints | None]:
        """(`rules` with what the model words better, what it says of the work); (`rules`, None) where it fails. Never raises LLMError.

        A piece that names a figure which nobody said, gives orders or says nothing is left out. `settled`: the outcome stands.
        """
        told = summarising.transcript([replace(turn, text=echo.strip_blocks(turn.text)) for turn in turns])
        prompt = prompts.of("episode", told)
        answer = calling.complete(self.llm, prompt.messages(input=told), role="cheap", schema=_SCHEMA, max_tokens=_ANSWER_TOKENS)
        given = {} if isinstance(answer, Exception) or answer.finish_reason == "refused" else reply.fields(answer.text)
        summary = _piece(given.get("summary"), told)
        if not summary:
            self.events.emit("degraded", part="episode")
            return rules, None
        lists: Mapping[str, tuple[str, ...]] = {name: _pieces(given.get(name), told) or getattr(rules, name) for name in _LISTS}
        stated = next((known for known in episodes.OUTCOMES if known == given.get("outcome")), rules.outcome)
        outcome = rules.outcome if settled else stated
        made = replace(rules, outcome=outcome, conversation=episodes.conversation(turns) if outcome == "failure" else ())
        title = _piece(given.get("title"), told) or rules.title
        hints = Hints(
            cause=_piece(given.get("cause"), told), worked=_piece(given.get("worked"), told), reusable=given.get("reusable") is True
        )
        return telling.worded(made, title=title, summary=summary, line=_piece(given.get("line"), told), lists=lists), hints


def _pieces(given: object, told: str) -> tuple[str, ...]:
    return tuple(piece for item in given if (piece := _piece(item, told))) if isinstance(given, list) else ()


def _piece(given: object, told: str) -> str:
    """The text as it may be kept: masked; '' for what is none, what gives orders, and what names a figure that nobody said."""
    text = redact.for_memory(" ".join(given.split())) if isinstance(given, str) else ""
    unheard = any(figure not in told for figure in _FIGURE.findall(text))
    return "" if unheard or instructions.read(text).suspicious else text
