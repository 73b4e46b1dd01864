"""Asking a model for facts: a bounded number of calls, each reply read item by item, what is cut off asked again in smaller pieces.

Calls for one write ≤ `MAX_CALLS` = pieces read + one repetition a piece that gave nothing readable + halves of a piece whose reply was
cut off. What these calls do not reach stays owed and is read later.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memstrata.core import errors
from memstrata.core.llm import Reply
from memstrata.core.ports import LLM
from memstrata.core.records import Json, Source, Trust
from memstrata.policies import evidence
from memstrata.remember.model import calling, pieces, prompts
from memstrata.remember.model.pieces import Part, Piece
from memstrata.text import reply
from memstrata.text.reply import Item, Reading, ReplyStatus

MAX_CALLS = 3
ANSWER_TOKENS = 2048
_BEFORE_CHARACTERS = 600

SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "save": {"type": "boolean"},
        "facts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string"},
                    "kind": {"type": "string"},
                    "slot": {"type": "string"},
                    "value": {"type": "string"},
                    "confidence": {"type": "number"},
                    "evidence": {"type": "string"},
                },
                "required": ["text", "evidence"],
            },
        },
    },
    "required": ["facts"],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A turn as a model may read it: masked, our own blocks blanked out. `start` is how far it was read before."""

    source: Source
    role: str
    text: str
    at: datetime
    start: int = 0
    trust: Trust = Trust.USER


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the calls gave. `read_to` says for each turn how far it was read; shorter than the text = still owed."""

    items: tuple[Item, ...] = ()
    read_to: tuple[int, ...] = ()
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    model: str = ""
    prompt: str = ""
    partial: bool = False  # an item or the end of a reply is lost
    refused: bool = False
    parse_failures: int = 0
    notes: tuple[str, ...] = ()
    error: errors.LLMError | None = None  # why the rest is owed


@dataclass(slots=True)
class _Talk:
    """One asking, as far as it has come."""

    llm: LLM
    turns: Sequence[Heard]
    before: str
    limit: int
    items: list[Item] = field(default_factory=list)
    read_to: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    model: str = ""
    prompt: str = ""
    partial: bool = False
    refused: bool = False
    parse_failures: int = 0
    error: errors.LLMError | None = None


def ask(llm: LLM, turns: Sequence[Heard], before: str = "", limit: int = pieces.PIECE_CHARACTERS) -> Answer:
    """The facts that the model proposes for `turns`; `before` is the answer before them, which is no evidence. Never raises LLMError."""
    talk = _Talk(llm, turns, before[-_BEFORE_CHARACTERS:], limit, read_to=[turn.start for turn in turns])
    waiting = pieces.cut([turn.text for turn in turns], [turn.start for turn in turns], limit)
    while waiting and talk.calls < MAX_CALLS and talk.error is None:
        waiting = [*_piece(talk, waiting[0]), *waiting[1:]]
    if not waiting and talk.error is None:
        talk.read_to = [len(turn.text) for turn in turns]
    elif talk.error is None:
        talk.notes.append(f"{MAX_CALLS} calls were made; {len(waiting)} pieces are read later")
    names = ("calls", "tokens_in", "tokens_out", "model", "prompt", "partial", "refused", "parse_failures", "error")
    return Answer(
        items=tuple(talk.items), read_to=tuple(talk.read_to), notes=tuple(talk.notes), **{name: getattr(talk, name) for name in names}
    )


def _piece(talk: _Talk, piece: Piece) -> list[Piece]:
    """Ask for one piece, once more where the first reply is unreadable; the pieces that it leaves."""
    reading = _call(talk, piece)
    if (reading is None or reading.status is ReplyStatus.RETRY) and talk.calls < MAX_CALLS and _may_repeat(talk):
        talk.error = None
        reading = _call(talk, piece)
    if reading is None:
        return [piece]
    if reading.status is ReplyStatus.RETRY:
        talk.error = errors.LLMError(f"{talk.model or 'the model'} gave no list of facts: {'; '.join(reading.notes)}", temporary=True)
        return [piece]
    talk.items += reading.items
    talk.refused |= reading.status is ReplyStatus.REFUSAL
    talk.partial |= reading.status is ReplyStatus.PARTIAL
    if reading.cut_at is None:
        _advance(talk, piece)
        return []
    left = pieces.halves(piece, [turn.text for turn in talk.turns], _reached(talk, piece, reading.items))
    if left == [piece]:
        talk.error = errors.LLMError(talk.notes[-1], temporary=True)
        return [piece]
    _advance(talk, piece, left[0][0] if left else None)
    return left


def _may_repeat(talk: _Talk) -> bool:
    return talk.error is None or (talk.error.retry_after_seconds or 0.0) <= 0.0


def _call(talk: _Talk, piece: Piece) -> Reading | None:
    """One call; None when the model failed, which `talk.error` tells."""
    new = [{"role": talk.turns[part.turn].role, "text": talk.turns[part.turn].text[part.start : part.end].strip()} for part in piece]
    before = [{"role": "assistant", "text": talk.before}] if talk.before else []
    prompt = prompts.of("extract", " ".join(str(part["text"]) for part in new))
    talk.prompt = prompt.id
    talk.calls += 1
    told = calling.complete(
        talk.llm,
        prompt.messages(input=json.dumps({"before": before, "new": new}, ensure_ascii=False)),
        role="strong",
        schema=SCHEMA,
        max_tokens=ANSWER_TOKENS,
    )
    if isinstance(told, errors.LLMError):
        talk.error = told
        talk.notes.append(f"call {talk.calls} failed: {told}")
        return None
    talk.tokens_in += told.tokens_in
    talk.tokens_out += told.tokens_out
    talk.model = told.model
    return _read(talk, told)


def _read(talk: _Talk, told: Reply) -> Reading:
    reading = reply.read(told.text)
    talk.notes += reading.notes
    talk.parse_failures += reading.status is ReplyStatus.RETRY
    if told.finish_reason == "refused" and not reading.items:
        return Reading(status=ReplyStatus.REFUSAL, notes=reading.notes)
    if told.finish_reason == "length" or reading.cut_at is not None:
        place = len(told.text.encode("utf-8", "replace")) if reading.cut_at is None else reading.cut_at
        talk.notes.append(f"{told.model or 'the model'} was cut off at its limit of {ANSWER_TOKENS} tokens, byte {place} of its reply")
        status = ReplyStatus.PARTIAL if reading.items else ReplyStatus.RETRY
        return Reading(status=status, items=reading.items, notes=reading.notes, cut_at=place)
    if reading.status is ReplyStatus.PARTIAL and not reading.items:
        talk.parse_failures += 1
        return Reading(status=ReplyStatus.RETRY, notes=reading.notes)
    return reading


def _reached(talk: _Talk, piece: Piece, items: Sequence[Item]) -> tuple[int, int]:
    """(turn, offset) behind the last evidence of `items` in the piece: facts come in the order of the text."""
    reached = (piece[0].turn, piece[0].start)
    texts = [talk.turns[part.turn].text[part.start : part.end] for part in piece]
    for item in items:
        found = evidence.ground(item.text, item.evidence, texts)
        if found is not None:
            part = piece[found.passage]
            reached = max(reached, (part.turn, part.start + found.span[1]))
    return reached


def _advance(talk: _Talk, piece: Piece, left: Part | None = None) -> None:
    """What of the piece stands before `left` is read; all of it when nothing is left."""
    for part in piece:
        end = part.end if left is None or part.turn < left.turn else left.start if part.turn == left.turn else part.start
        talk.read_to[part.turn] = max(talk.read_to[part.turn], end)
