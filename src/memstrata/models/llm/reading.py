"""Reads the bodies of answers, whatever is in them: nothing here raises for a surprising shape."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from memstrata.core.llm import FinishReason, Reply, Shape
from memstrata.core.records import Json
from memstrata.text import clean, tokens

_OPENING = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_TAGS = ("<think>", "<thinking>", "<reasoning>")
_CLOSING = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_DATA = re.compile(r"\s*(?:[\[{\"]|```)")


def parsed(body: bytes | str) -> Json:
    """The JSON in `body`; None when it is none."""
    try:
        found: Json = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found


def at(body: Json, *path: str | int) -> Json:
    """What stands at `path`; None where there is nothing or another shape."""
    for step in path:
        if isinstance(body, dict) and isinstance(step, str):
            body = body.get(step)
        elif isinstance(body, list) and isinstance(step, int) and step < len(body):
            body = body[step]
        else:
            return None
    return body


def text(body: Json, *path: str | int) -> str:
    """The text at `path`, the texts of its parts joined; '' for anything else."""
    found = at(body, *path)
    if isinstance(found, list):
        return "".join(text(part, "text") for part in found if at(part, "type") in ("text", None))
    return found if isinstance(found, str) else ""


def count(body: Json, *path: str | int) -> int:
    """The whole number at `path`; 0 for anything else."""
    found = at(body, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else 0


def without_thoughts(answer: str) -> str:
    """The answer without the block of thoughts before it; '' when it ends within the thoughts.

    Chat templates that open the block in the prompt leave only its end in the answer.
    """
    opening = _OPENING.match(answer)
    closing = _CLOSING.search(answer)
    if opening:
        return answer[closing.end() :].strip() if closing else ""
    if closing and not _DATA.match(answer):
        return answer[closing.end() :].strip()
    return answer.strip()


def shown(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces of an answer without the block of thoughts before it, as they come; never an empty one."""
    held, begun = "", False
    for piece in pieces:
        held += piece if begun else (held + piece).lstrip()[len(held) :]
        if not begun and any(tag.startswith(held.lower()) for tag in _TAGS):
            continue  # it may become a tag
        if not begun and _OPENING.match(held):
            closing = _CLOSING.search(held)
            held = held[closing.end() :].lstrip() if closing else held
            if closing is None or not held:
                continue
        begun = True
        if held:
            yield clean.storable(held)
            held = ""
    if held and not _OPENING.match(held):
        yield clean.storable(held)


def reply(said: Sequence[tuple[str, str]], answer: str, finish: FinishReason, *, usage: tuple[int, int], model: str, shape: Shape) -> Reply:
    """The reply with `answer` made fit; tokens that the server did not count are estimated."""
    tokens_in, tokens_out = usage
    return Reply(
        clean.storable(without_thoughts(answer)),
        finish,
        tokens_in=tokens_in or sum(tokens.estimate(each) for _, each in said),
        tokens_out=tokens_out or tokens.estimate(answer),
        model=model,
        shape=shape,
    )
