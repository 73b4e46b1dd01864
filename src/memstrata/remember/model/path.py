"""The path with its model: which turns it reads, and what its reading comes to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memstrata.core.drafts import Draft
from memstrata.core.ports import LLM
from memstrata.core.records import Json, MemoryRecord
from memstrata.core.turns import Turn
from memstrata.policies import messages
from memstrata.remember.model import asking, grounding, marks, pieces
from memstrata.remember.model.asking import Answer, Heard
from memstrata.remember.rules import guards
from memstrata.text import echo, fold

_LETTER = re.compile(r"[^\W\d_]")
_FAILED = re.compile(
    r"\s*(?:traceback|[\w.]{0,60}(?:error|exception)\b"
    r"|fail(?:ed|ure)\b|fatal\b|(?:http )?(?:status )?[45]\d\d\b|timed? ?out|permission denied|not found)"
    r"|\s*(?:错误|失败|异常|报错|超时)|[^\n]{0,40}\"(?:error|is_error)\"\s*:\s*(?!null|false|\"\"|\[\])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a model's reading came to."""

    drafts: list[Draft]
    answer: Answer
    notes: tuple[str, ...] = ()

    @property
    def figures(self) -> dict[str, Json]:
        """Counts for trace and events."""
        answer = self.answer
        return {
            "calls": answer.calls,
            "tokens_in": answer.tokens_in,
            "tokens_out": answer.tokens_out,
            "proposed": len(answer.items),
            "grounded": len(self.drafts),
            "parse_failures": answer.parse_failures,
            "model": answer.model,
            "prompt": answer.prompt,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPath:
    """The path with its model."""

    llm: LLM
    piece_characters: int = pieces.PIECE_CHARACTERS
    alone: bool = False  # the rules only lend their slots to what the model found
    waits: bool = False  # the turns of sessions are read when their user returns

    def read(self, turns: Sequence[Heard], before: str = "") -> Extracted:
        """The drafts that the model's reading of `turns` leads to. Never raises LLMError: `answer.error` tells what is still owed."""
        answer = asking.ask(self.llm, turns, before, self.piece_characters)
        drafts, notes = grounding.drafts(answer, turns)
        return Extracted(drafts, answer, (*answer.notes, *notes))


def readable(turn: Turn) -> bool:
    """Whether a model is to read the turn: a user's words, or what a tool call that went well gave; not a wish to forget."""
    role = messages.voice(turn)
    text = echo.strip_blocks(turn.text)
    if _LETTER.search(text) is None:
        return False
    if role == "user":
        return not guards.manages_memory(fold.fold(text[:5000]).lower())
    return role == "tool" and bool(messages.results(turn)) and _FAILED.match(text) is None


def heard(turn: Turn, record: MemoryRecord) -> Heard:
    """The turn as a model may read it: the masked text of its record, our own blocks blanked out, from where it was read to before."""
    return Heard(
        source=record.sources[0],
        role=messages.voice(turn),
        text=echo.strip_blocks(record.content),
        at=turn.at,
        start=marks.read_to(record),
        trust=record.trust,
    )
