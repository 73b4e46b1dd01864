"""Spellings that mean the same brought to one: NFKC, traditional to simplified Chinese, no accents, no invisible signs.

Case is kept, for words such as `HttpClient` are split by it later.
"""

import functools
import unicodedata

import opencc

from memstrata.text import clean

_ACCENTED = (range(0xC0, 0x250), range(0x370, 0x400), range(0x1E00, 0x2000))  # Latin, Greek
_HAN = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0x20000, 0x2CEB0))
_FOREIGN_DIGITS = (range(0x660, 0x66A), range(0x6F0, 0x6FA), range(0x966, 0x970))
_COMBINING_ACCENTS = range(0x300, 0x370)
_INVISIBLE = [0xAD, 0x640, *range(0x64B, 0x660), 0x200B, 0x200C, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, 0xFEFF]
_VARIANTS = [*range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400)]  # variation selectors, skin tones
_LETTERS = {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "æ": "ae", "Æ": "AE"}
_MORE_LETTERS = {"œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS", "ı": "i", "ё": "е", "Ё": "Е", "ς": "σ", "’": "'", "‘": "'", "‐": "-", "–": "-"}


def fold(text: str) -> str:
    """The text in its one spelling, case kept; mostly, but not always, of the same length."""
    return text if text.isascii() else clean.nfkc(text).translate(_table())


@functools.cache
def _table() -> dict[int, str | None]:
    """What becomes of each character; None drops it.

    Traditional characters are mapped one by one and not by phrases, so that a piece of a text folds as the whole does.
    """
    table: dict[int, str | None] = {}
    traditional = "".join(chr(code) for block in _HAN for code in block)
    simplified = opencc.OpenCC("t2s").convert("\n".join(traditional)).split("\n")
    table.update({ord(old): new for old, new in zip(traditional, simplified, strict=True) if old != new})
    table.update({code: _without_accents(chr(code)) for block in _ACCENTED for code in block})
    table.update({code: str(unicodedata.decimal(chr(code))) for block in _FOREIGN_DIGITS for code in block})
    table.update({ord(letter): plain for letter, plain in (_LETTERS | _MORE_LETTERS).items()})
    table.update(dict.fromkeys([*_COMBINING_ACCENTS, *_INVISIBLE, *_VARIANTS]))
    return table


def _without_accents(letter: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))
