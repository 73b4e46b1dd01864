"""One text as the rules read it: the same length, full-width forms and odd spaces made plain, and a lower-case twin."""

import re
from dataclasses import dataclass

_ODD = re.compile(r"[\u00a0\u2000-\u2013\u202f\u205f\u2060\u2212\u3000\uff03-\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff5e\ufeff]")
_KEPT = "，；：？！"  # a full-width mark ends a value where its ASCII twin may stand inside one
_PLAIN = {
    **{code: code - 0xFEE0 for code in range(0xFF03, 0xFF5F) if chr(code) not in _KEPT},
    **dict.fromkeys([0xA0, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF, *range(0x2000, 0x2010)], ord(" ")),
    **dict.fromkeys([0x2212, *range(0x2010, 0x2014)], ord("-")),
}


_BELOW = re.compile(r"(?:(?<=[是为為])|(?<=\b[iI][sS])) ?\r?\n(?=\S)")

# A stretch with seven digits or more, at most three marks between two of them: phones, cards and identity numbers stand in such.
_ZONE = re.compile(r"[0-9](?:[^0-9A-Za-z\u4e00-\u9fff\n]{0,3}[0-9]){6,}+")
_MARGIN = 8  # characters around a zone that belong to it: a country code in brackets, the X of an identity number, an extension


@dataclass(frozen=True, slots=True)
class View:
    """`text` and `low` have exactly the length of the original, so that a place in one is a place in all."""

    text: str
    low: str

    def left(self, end: int, size: int) -> str:
        """The lower-case characters of the line before `end`, at most `size`."""
        chunk = self.low[max(0, end - size) : end]
        return chunk[chunk.rfind("\n") + 1 :]

    def zones(self) -> list[tuple[int, int]]:
        """Where long numbers can stand, in order: start and end of each stretch rich in digits, with a margin."""
        return [(max(0, found.start() - _MARGIN), found.end() + _MARGIN) for found in _ZONE.finditer(self.text)]


def of(text: str) -> View:
    """The view of `text`; every character stands where it stood."""
    plain = text.translate(_PLAIN) if not text.isascii() and _ODD.search(text) else text
    if "\n" in plain:  # "the password is" and the value below it are one statement
        plain = _BELOW.sub(lambda found: " " * len(found[0]), plain)
    low = plain.lower()
    if len(low) != len(plain):  # a few letters (İ) grow when lowered
        low = "".join(lowered if len(lowered := character.lower()) == 1 else character for character in plain)
    return View(plain, low)
