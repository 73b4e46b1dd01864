"""The steps that were taken in a conversation: the tools called, or where none was, the steps that were stated in order."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from memstrata.core.records import Json
from memstrata.core.turns import Turn
from memstrata.policies import messages
from memstrata.text import graphemes

MOST = 40
STEP_CHARACTERS = 60
_RUNNERS = frozenset(
    ["bash", "shell", "sh", "exec", "execute", "run", "run_command", "terminal", "command", "execute_command", "powershell"]
)
_COMMAND_WORDS = 3  # of a shell command that name the step: "docker build -t" is one with every image
_LOOKED_AT = 4000
_ITEM = re.compile(
    r"^\s{0,8}(?:(?:step|步骤)\s?\d{1,2}\s?[:：.]|\d{1,2}[.)、．]|[-*•✓✔])\s{0,4}(\S.{0,200})$", re.IGNORECASE | re.MULTILINE
)
_ORDER = re.compile(
    r"\b(?:first(?:ly)?|then|next|after that|afterwards|finally|lastly)\b[\s,:]{0,3}|(?:首先|先|然后|接着|接下来|随后|再|最后)",
    re.IGNORECASE,
)
_BORDER = re.compile(r"[，,；;。.!！?？\n]")
_EDGES = " \t*_`\"'“”「」:：,，.。;；!！-–—"


def taken(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Short names in order, the same one never twice running: `run_tests`, `build image`, 上传镜像. At most 40; () when none is told."""
    called = [step for turn in turns for step in _called(turn)]
    found = called or [step for turn in turns if messages.voice(turn) in ("assistant", "user") for step in stated(turn.text)]
    return tuple(step for step, _ in groupby(found))[:MOST]


def stated(text: str) -> list[str]:
    """The steps of a list of at least two items, or of a sentence such as "first …, then …" or 先……再……; [] for neither."""
    held = text[:_LOOKED_AT]
    items = [normal(match[1]) for match in _ITEM.finditer(held)]
    if len(items) < 2:
        items = [normal(_BORDER.split(part, maxsplit=1)[0]) for part in _ORDER.split(held)[1:]]
    return [item for item in items if item] if len(items) > 1 else []


def normal(name: str) -> str:
    """A step as it is compared: lower case, one space, without marks around it, at most 60 characters."""
    plain = " ".join(name.split()).strip(_EDGES).lower()
    return plain[: graphemes.floor(plain, STEP_CHARACTERS)].strip(_EDGES)


def _called(turn: Turn) -> Iterator[str]:
    for call in turn.tool_calls:
        function = call.get("function")
        if isinstance(function, Mapping):
            yield _step(function.get("name"), function.get("arguments"))
    for part in turn.content if isinstance(turn.content, list) else ():
        if isinstance(part, dict) and part.get("type") == "tool_use":
            yield _step(part.get("name"), part.get("input"))
    legacy = turn.metadata.get("function_call")
    if isinstance(legacy, Mapping):
        yield _step(legacy.get("name"), legacy.get("arguments"))


def _step(name: Json, arguments: Json) -> str:
    """The tool's name; of one that runs commands the command's first words."""
    plain = normal(str(name or "tool"))
    if plain not in _RUNNERS:
        return plain
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return plain
    given = next((value for value in arguments.values() if isinstance(value, str)), "") if isinstance(arguments, dict) else ""
    words = given.split()[:_COMMAND_WORDS]
    return normal(" ".join(words)) or plain
