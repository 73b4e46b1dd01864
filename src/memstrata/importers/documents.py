"""The JSON documents of a file, however it was broken off: whole files, lines, glued lines, lists that end early."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memstrata.importers.items import Bad

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[\s\x1e]*")  # RFC 7464 begins each document with a record separator
_BETWEEN = re.compile(r"[\s,]*")
_NOT_UTF8 = re.compile("[\udc80-\udcff]")  # how `surrogateescape` marks bytes that are no UTF-8
_TORN = re.compile(r'\{\s*"')
_MAX_TRIES = 50  # of finding a whole document behind a torn one, per line


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON value and the line where it begins, from 1."""

    line: int
    value: object


def text_of(data: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 when it says so; without its byte order mark."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")


def documents(text: str) -> Iterator[Document | Bad]:
    """The values in `text` one after the other; what is none is reported with its line. A broken list gives its whole elements."""
    position, lines = 0, _Lines(text)
    while (position := _skip(_SPACE, text, position)) < len(text):
        parsed = _parse(text, position)
        if parsed is not None:
            yield _checked(text, position, parsed, lines)
            position = parsed[1]
        elif text[position] == "[":
            yield from _elements(text, position, lines)
            return
        else:
            found, position = _recovered(text, position, lines)
            yield from found


def _elements(text: str, position: int, lines: "_Lines") -> Iterator[Document | Bad]:
    """The elements of a list that is broken somewhere; behind a broken one it goes on at the next line with the same indent."""
    position += 1
    while (position := _skip(_BETWEEN, text, position)) < len(text) and text[position] != "]":
        parsed = _parse(text, position)
        if parsed is not None:
            yield _checked(text, position, parsed, lines)
            position = parsed[1]
            continue
        yield Bad(lines.number(position), "the list breaks off or is damaged here")
        begin = text.rfind("\n", 0, position) + 1
        indent = text[begin:position] if text[begin:position].isspace() or begin == position else ""
        following = text.find("\n" + indent + text[position], position)
        if following < 0:
            return
        position = following + 1
    if position >= len(text):
        yield Bad(lines.number(len(text)), "the list has no end")


def _recovered(text: str, position: int, lines: "_Lines") -> tuple[list[Document | Bad], int]:
    """What the rest of the line holds when no value begins at `position`, and where the next line begins."""
    end = text.find("\n", position)
    end = len(text) if end < 0 else end
    line = lines.number(position)
    last = end == len(text)
    bad = Bad(line, "the line breaks off" if last and text[position] in "{[" else "not JSON")
    for tried, candidate in enumerate(_TORN.finditer(text, position + 1, end)):
        if tried >= _MAX_TRIES:
            break
        parsed = _parse(text, candidate.start())
        if parsed is not None and not text[parsed[1] : end].strip():
            return [Bad(line, "a torn document before a whole one"), _checked(text, candidate.start(), parsed, lines)], end
    return [bad], end


def _parse(text: str, position: int) -> tuple[object, int] | None:
    """The value that begins at `position` and where it ends."""
    try:
        return _DECODER.raw_decode(text, position)
    except (ValueError, RecursionError):  # ValueError: no JSON, or a number of thousands of digits
        return None


def _checked(text: str, position: int, parsed: tuple[object, int], lines: "_Lines") -> Document | Bad:
    line = lines.number(position)
    return Bad(line, "not UTF-8") if _NOT_UTF8.search(text, position, parsed[1]) else Document(line, parsed[0])


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    found = pattern.match(text, position)
    return found.end() if found else position


class _Lines:
    """Line numbers of positions that only grow: each newline is counted once."""

    def __init__(self, text: str) -> None:
        self._text, self._position, self._line = text, 0, 1

    def number(self, position: int) -> int:
        if position > self._position:
            self._line += self._text.count("\n", self._position, position)
            self._position = position
        return self._line
