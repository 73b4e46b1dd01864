"""The prompts as they are shipped: one Markdown file a task and language, with a version and the parts of a conversation."""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

from memstrata.core import errors
from memstrata.core.llm import Message
from memstrata.policies import identity
from memstrata.text import language

_FOLDER = Path(__file__).parent.parent / "prompts"
_VERSION = re.compile(r"\Aversion: (\d+)\n")
_PART = re.compile(r"^# (\w+)\n", re.MULTILINE)
_STRING = re.compile(r'"(?:text|evidence|value)": "([^"]+)"')
_SYSTEM, _EXAMPLES, _USER = "system", "examples", "user"


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt. `id` names task, language and version, for the reason of what comes of it."""

    id: str
    system: str
    examples: str
    user: str

    def messages(self, **values: str) -> list[Message]:
        """The conversation with `{{name}}` replaced by its value, which is taken as it is."""
        system = "\n\n".join(part for part in (self.system, self.examples) if part)
        return [{"role": "system", "content": _filled(system, values)}, {"role": "user", "content": _filled(self.user, values)}]

    @property
    def shipped(self) -> frozenset[str]:
        """The sentences of its examples, folded for comparison: no memory may ever say them."""
        return frozenset(identity.normal(said) for said in _STRING.findall(self.examples))


@functools.cache
def load(task: str, spoken: str) -> Prompt:
    """The prompt of `task` in the language nearest to `spoken`: Chinese for Chinese, English for all else."""
    name = f"{task}.{'zh' if spoken == 'zh' else 'en'}"
    text = (_FOLDER / f"{name}.md").read_text("utf-8")
    version = _VERSION.match(text)
    if version is None:
        raise errors.ConfigError(f"the prompt {name}.md does not begin with its version")
    pieces = _PART.split(text)
    parts = dict(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2]), strict=True))
    return Prompt(f"{name}/{version[1]}", parts[_SYSTEM], parts.get(_EXAMPLES, ""), parts[_USER])


def of(task: str, text: str) -> Prompt:
    """The prompt of `task` in the language of `text`."""
    return load(task, language.language(text))


@functools.cache
def shipped() -> frozenset[str]:
    """The example sentences of every prompt."""
    return frozenset().union(*(load("extract", spoken).shipped for spoken in ("en", "zh")))


def _filled(template: str, values: dict[str, str]) -> str:
    """`template` with each `{{name}}` replaced once; what a value holds is not looked at."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values.get(match[1], match[0]), template)
