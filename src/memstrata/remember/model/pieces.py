"""What of some turns goes into one question to a model: whole turns together, a long one in overlapping pieces."""

from collections.abc import Sequence
from dataclasses import dataclass

from memstrata.text import sentences

PIECE_CHARACTERS = 12_000  # of new text in one call
OVERLAP_CHARACTERS = 400  # of a long turn that two pieces share, so that no sentence is cut for both


@dataclass(frozen=True, slots=True)
class Part:
    """`text[start:end]` of the turn at `turn` in its list."""

    turn: int
    start: int
    end: int


Piece = tuple[Part, ...]


def cut(texts: Sequence[str], starts: Sequence[int], limit: int = PIECE_CHARACTERS) -> list[Piece]:
    """The texts from `starts` on in pieces of at most `limit` characters, in order; blank texts are left out."""
    pieces: list[Piece] = []
    held: list[Part] = []
    room = limit
    for turn, (text, start) in enumerate(zip(texts, starts, strict=True)):
        for part in _parts(turn, text, start, limit):
            size = part.end - part.start
            if size > room and held:
                pieces.append(tuple(held))
                held, room = [], limit
            held.append(part)
            room -= size
    return [*pieces, tuple(held)] if held else pieces


def halves(piece: Piece, texts: Sequence[str], start: tuple[int, int]) -> list[Piece]:
    """What of `piece` follows `start` (turn, offset), in two; [] when nothing is left."""
    left = [Part(part.turn, max(part.start, start[1]) if part.turn == start[0] else part.start, part.end)
            for part in piece if (part.turn, part.end) > start]  # fmt: skip
    size = sum(part.end - part.start for part in left)
    starts = {part.turn: part.start for part in left}
    chosen = ["" if turn not in starts else text[: max(p.end for p in left if p.turn == turn)] for turn, text in enumerate(texts)]
    return cut(chosen, [starts.get(turn, 0) for turn in range(len(texts))], max(size // 2 + 1, OVERLAP_CHARACTERS * 2)) if size else []


def _parts(turn: int, text: str, start: int, limit: int) -> list[Part]:
    found = list[Part]()
    while text[start:].strip():
        if len(text) - start <= limit:
            return [*found, Part(turn, start, len(text))]
        end = _border(text, start, start + limit)
        found.append(Part(turn, start, end))
        start = max(end - min(OVERLAP_CHARACTERS, limit // 4), start + 1)
    return found


def _border(text: str, start: int, end: int) -> int:
    """The end of the last sentence that fits, or `end` where none ends in the second half."""
    half = (start + end) // 2
    ends = [half + span.end for span in sentences.sentences(text[half:end])[:-1]]
    return ends[-1] if ends else end
