"""Cutting what is too long to be found whole: documents at their own borders, conversations into overlapping windows.

A document is read as headings, tables, code and prose. Its chunks end where it says that something ends: before a heading, between
paragraphs, between sentences, and only where one sentence is longer than a chunk at a clause, a word or a character as a reader sees
it. Tables and code are cut between lines, and only when they are longer than a chunk.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memstrata.core.turns import Turn
from memstrata.policies import messages
from memstrata.text import graphemes, sentences

CHUNK_CHARACTERS = 512
OVERLAP_CHARACTERS = 64
WINDOW_MESSAGES = 6
WINDOW_STEP = 3
_HEADING = re.compile(r"\s{0,3}#{1,6}\s|\s{0,3}第[一二三四五六七八九十百\d]{1,4}[章节条]|\s{0,3}[=-]{3,}\s*$")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_ROW = re.compile(r"\s{0,3}\|.*\|\s*$")
_WORD_GAP = re.compile(r"\s+")
_SENTENCE, _PARAGRAPH, _SECTION = 1, 2, 3  # how much ends before a unit
_PROSE = ("prose", "heading")
_HALF = 2  # a chunk is at least half full before a weaker border than the best ends it


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: `text[start:end]`, half open, in code points."""

    index: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Talk:
    """A window of a conversation: the messages `start` to `end`, half open, who spoke, and from when to when."""

    index: int
    start: int
    end: int
    text: str
    participants: tuple[str, ...]
    began_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is not parted: a sentence, a row, a line of code, a whole table that fits. `border`: how much ends before it."""

    start: int
    end: int
    border: int
    prose: bool


def document(text: str, size: int = CHUNK_CHARACTERS, overlap: int = OVERLAP_CHARACTERS) -> list[Chunk]:
    """The chunks of `text` in order, each at most `size` long; together they hold all that is not blank. [] for a blank text.

    A chunk of prose begins with up to `overlap` characters of the one before, from a border of words on.
    """
    units = [unit for block in _blocks(text) for unit in _units(text, block, size)]
    chunks: list[Chunk] = []
    at = 0
    while at < len(units):
        start = units[at].start
        if chunks and units[at].prose and units[at].border < _SECTION:
            start = _overlapped(text, chunks[-1], units[at], size, overlap)
        until = _filled(units, at, start, size)
        chunks.append(Chunk(len(chunks), start, units[until - 1].end))
        at = until
    return chunks


def conversation(turns: Sequence[Turn], size: int = WINDOW_MESSAGES, step: int = WINDOW_STEP) -> list[Talk]:
    """Windows of `size` messages, each `step` after the one before, until one holds the last; [] for no messages."""
    starts = range(0, max(len(turns) - size + step, 1), step) if turns else ()
    return [_talk(number, start, turns[start : start + size]) for number, start in enumerate(starts)]


def _talk(index: int, start: int, turns: Sequence[Turn]) -> Talk:
    said = [(turn.name or messages.voice(turn), turn.text) for turn in turns]
    return Talk(
        index,
        start,
        start + len(turns),
        "\n".join(f"{who}: {text}" for who, text in said if text),
        tuple(dict.fromkeys(who for who, _ in said)),
        min(turn.at for turn in turns),
        max(turn.at for turn in turns),
    )


def _filled(units: Sequence[_Unit], at: int, start: int, size: int) -> int:
    """The unit before which the chunk that begins at `start` ends: the strongest border in its second half, else the last that fits."""
    until = at + 1
    while until < len(units) and units[until].end - start <= size:
        if units[until].border == _SECTION and units[until - 1].end - start >= size // _HALF:
            return until
        until += 1
    if until == len(units):
        return until
    ends = [place for place in range(at + 1, until + 1) if units[place - 1].end - start >= size // _HALF]
    return max(ends, key=lambda place: (units[place].border, place), default=until)


def _overlapped(text: str, before: Chunk, unit: _Unit, size: int, overlap: int) -> int:
    """Where the chunk that begins with `unit` starts, with the end of the one before."""
    room = min(overlap, size - (unit.end - unit.start), unit.start - before.start)
    earliest = unit.start - room
    if room <= 0:
        return unit.start
    clauses = [span.start for span in sentences.clauses(text[earliest : unit.start])][1:]
    if clauses:
        return earliest + clauses[0]
    gap = _WORD_GAP.search(text, earliest, unit.start)
    if gap:
        return gap.end()
    return earliest if graphemes.floor(text, earliest) == earliest else unit.start


@dataclass(frozen=True, slots=True)
class _Block:
    start: int
    end: int
    border: int
    prose: bool


def _blocks(text: str) -> Iterator[_Block]:
    """Headings, tables, code and paragraphs, in order."""
    begins: int | None = None
    kind, fence, border = "", "", _SECTION
    for start, end in _lines(text):
        found, fence = _kind(text[start:end], fence)
        if begins is not None and (found != kind or found == "heading"):
            yield _Block(begins, start, border, kind in _PROSE)
            border = _PARAGRAPH if kind != "heading" else 0  # a heading is not parted from what it heads
            begins = None
        if found and begins is None:
            begins, border = start, (_SECTION if found == "heading" else border)
        kind = found
    if begins is not None:
        yield _Block(begins, len(text), border, kind in _PROSE)


def _kind(line: str, fence: str) -> tuple[str, str]:
    """(what the line is, '' for a blank one; the fence of the code that goes on behind it)."""
    mark = _FENCE.match(line)
    if fence:
        return "code", "" if mark and mark[1] == fence else fence
    if mark:
        return "code", mark[1]
    if not line.strip():
        return "", ""
    return ("table" if _ROW.match(line) else "heading" if _HEADING.match(line) else "prose"), ""


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line)
        start += len(line)


def _units(text: str, block: _Block, size: int) -> Iterator[_Unit]:
    """The parts of a block that are never parted, each at most `size` long."""
    piece = text[block.start : block.end]
    kept = piece.strip("\r\n") if not block.prose else piece.strip()
    start = block.start + piece.index(kept)
    if not block.prose and len(kept) <= size:
        yield _Unit(start, start + len(kept), block.border, False)
        return
    spans = [(span.start, span.end) for span in sentences.sentences(piece)] if block.prose else list(_lines(piece))
    border = block.border
    for begin, end in spans:
        for first, last in _fitting(piece, begin, end, size):
            if piece[first:last].strip():
                yield _Unit(block.start + first, block.start + last, border, block.prose)
                border = _SENTENCE


def _fitting(text: str, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """`text[start:end]` in pieces of at most `size`: cut behind a clause, else behind a word, else between graphemes."""
    borders = [start + span.end for span in sentences.clauses(text[start:end])] if end - start > size else []
    while end - start > size:
        latest = start + size
        place = bisect_right(borders, latest) - 1
        cut = borders[place] if place >= 0 and borders[place] > start + size // _HALF else 0
        gaps = [match.end() for match in _WORD_GAP.finditer(text, start + size // _HALF, latest)] if not cut else []
        cut = cut or (gaps[-1] if gaps else graphemes.floor(text, latest))
        cut = cut if cut > start else latest  # one grapheme longer than a chunk
        yield start, cut
        start = cut
    yield start, end
