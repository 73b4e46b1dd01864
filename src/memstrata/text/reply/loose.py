"""JSON as models write it: single quotes, bare keys, missing commas, comments, unescaped quotes, broken escapes, an end that never comes.

One pass from left to right; a value is given up only at its first token, later faults are stepped over. Deeper than `MAX_DEPTH` and
longer than the reader's allowance is not read, so the time is linear in the text whatever it holds.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

MAX_DEPTH = 48
REPLACEMENT = "\ufffd"

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"


class Cut(dict[str, Value]):
    """An object that the end of the text cut off: its last pairs are missing."""


class Damaged(str):
    """A string with an escape that names no character; U+FFFD stands in its place."""


class NoValueError(ValueError):
    """No value begins here."""


_SPACE = re.compile(r"(?:\s|//[^\n]*|/\*[^*]*\*/)*")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_WORD = re.compile(r"[A-Za-z_\u4e00-\u9fff][\w\-]{0,63}")
_PLAIN = {'"': re.compile(r'[^"\\]*'), "'": re.compile(r"[^'\\]*"), "”": re.compile(r"[^”\\]*")}
_CLOSED_BY = {'"': '"', "'": "'", "“": "”"}
_AFTER_STRING = re.compile(r"\s*(?:[,:\]}，：]|//|/\*|$)|\s+[\"'“]|\s*\n")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"', "'": "'", "\n": "\n"}
_WORDS: dict[str, Value] = {
    "true": True, "false": False, "null": None, "none": None, "nan": None, "undefined": None, "yes": True, "no": False,
}  # fmt: skip
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
_HEX2 = re.compile(r"[0-9a-fA-F]{2}")
_HEX_LEFT = re.compile(r"[0-9a-fA-F]{0,3}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNREADABLE = re.compile(r"[^,\]}\n\"']+")


@dataclass(slots=True)
class Reader:
    """A place in `text`. `cut` is the index of the value that the end of the text cut off, None when nothing was."""

    text: str
    at: int = 0
    cut: int | None = None
    faults: int = 0  # what was stepped over or put right

    def value(self, depth: int = 0) -> Value:
        """The value that begins at `at`, which moves behind it. Raises NoValueError where none begins."""
        self._skip()
        mark = self._peek()
        if depth > MAX_DEPTH or not mark:
            raise NoValueError
        if mark == "{":
            return self._object(depth)
        if mark == "[":
            return self._list(depth)
        if mark in _CLOSED_BY:
            return self._string()
        return self._scalar()

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        if found:
            self.at = found.end()

    def _scalar(self) -> Value:
        number = _NUMBER.match(self.text, self.at)
        if number:
            self.at = number.end()
            try:
                return int(number[0]) if number[0].lstrip("+-").isdecimal() and len(number[0]) < 20 else float(number[0])
            except (ValueError, OverflowError):
                return None
        word = _WORD.match(self.text, self.at)
        if word and word[0].lower() in _WORDS:
            self.at = word.end()
            return _WORDS[word[0].lower()]
        raise NoValueError

    def _list(self, depth: int) -> list[Value]:
        started, found = self.at, list[Value]()
        self.at += 1
        while self._more("]", started):
            before = self.at
            try:
                item = self.value(depth + 1)
            except NoValueError:
                if not found and depth == 0 and self._peek() not in ("]", ""):
                    self.at = before
                    raise
                self._step_over(before)
                continue
            if self.cut is not None and self.at >= len(self.text) and isinstance(item, str):
                return found  # the string was never ended
            found.append(item)
        return found

    def _object(self, depth: int) -> dict[str, Value]:
        started, found = self.at, dict[str, Value]()
        self.at += 1
        while self._more("}", started):
            before = self.at
            key = self._key()
            if key is None:
                if not found:
                    self.at = before
                    raise NoValueError
                self._step_over(before)
                continue
            if self.at >= len(self.text):
                break
            try:
                item = self.value(depth + 1)
            except NoValueError:
                if not found and depth == 0 and self._peek():
                    raise
                self._step_over(self.at)
                continue
            if self.cut is not None and self.at >= len(self.text) and isinstance(item, str):
                break
            found[key] = item
        return found if self.cut is None else Cut(found)

    def _more(self, closer: str, started: int) -> bool:
        """Whether another item may begin at `at`; behind the closer otherwise, or at the end of the text, which cuts."""
        self._skip()
        while self._peek() in (",", "，") and self._peek():
            self.at += 1
            self._skip()
        mark = self._peek()
        if not mark:
            self.cut = started if self.cut is None else self.cut
            return False
        if mark == closer:
            self.at += 1
            return False
        if mark in "]}":  # the wrong closer ends it as well; the one around it sees its own or goes on
            self.faults += 1
            if self.text[self.at + 1 : self.at + 2] not in ("", *"]},"):
                self.at += 1
            return False
        return True

    def _key(self) -> str | None:
        mark = self._peek()
        if mark in _CLOSED_BY:
            key: str | None = self._string()
        else:
            word = _WORD.match(self.text, self.at)
            key = word[0] if word else None
            if word:
                self.at = word.end()
        self._skip()
        if key is None or (self._peek() not in (":", "：", "") and self.text[self.at : self.at + 2] != "=>"):
            return None
        self.at += 2 if self._peek() == "=" else 1
        return key

    def _step_over(self, before: int) -> None:
        """Go on behind what cannot be read: at least one character further than `before`."""
        self.faults += 1
        self.at = max(self.at, before)
        found = _UNREADABLE.match(self.text, self.at)
        self.at = max(found.end() if found else self.at + 1, before + 1)

    def _string(self) -> str:
        """A string with its escapes read. It ends at a quote behind which a value can end; other quotes belong to it."""
        started = self.at
        closer = _CLOSED_BY[self.text[self.at]]
        self.at += 1
        parts, damaged = list[str](), False
        while True:
            plain = _PLAIN[closer].match(self.text, self.at)
            assert plain is not None  # it matches the empty text
            parts.append(plain[0])
            self.at = plain.end()
            if self.at >= len(self.text):
                self.cut = started if self.cut is None else self.cut
                break
            if self.text[self.at] == "\\":
                character, fine = self._escape()
                parts.append(character)
                damaged |= not fine
                continue
            self.at += 1
            if _AFTER_STRING.match(self.text, self.at):
                break
            parts.append(closer)
            self.faults += 1
        joined = storable("".join(parts))
        return Damaged(joined) if damaged else joined

    def _escape(self) -> tuple[str, bool]:
        """(the character that the escape at `at` names, whether it names one)."""
        kind = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if kind in ("u", "x"):
            digits = (_HEX4 if kind == "u" else _HEX2).match(self.text, self.at)
            if digits:
                self.at = digits.end()
                return chr(int(digits[0], 16)), True
            left = _HEX_LEFT.match(self.text, self.at)
            self.at = left.end() if left else self.at
            self.faults += 1
            return REPLACEMENT, self.at >= len(self.text)
        if kind in _ESCAPES:
            return _ESCAPES[kind], True
        self.faults += bool(kind)
        return "\\" + kind, True


def storable(text: str) -> str:
    """The text with surrogate pairs joined; a half without the other becomes U+FFFD, and so does NUL."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", REPLACEMENT)
