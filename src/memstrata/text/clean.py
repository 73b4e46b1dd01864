"""Text made fit for a store, for an embedder, and for use as an id."""

import functools
import re
import unicodedata

from memstrata.text import graphemes

REPLACEMENT = "\ufffd"
MAX_ID_CHARACTERS = 1024
MAX_EMBEDDED_CHARACTERS = 8192
MAX_MARKS = 30  # marks in a row, as in the Stream-Safe Text Format of UAX #15: normalising a longer run takes quadratic time

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROL = re.compile("[\x01-\x1f\x7f-\x9f\u2028\u2029]")
_FEW_CHARACTERS = 2048  # here the quadratic worst case still ends within 4 ms
_LAST_MARK = 0x1E94A  # the last code point with a combining class in Unicode 15; later planes hold none


def storable(text: str) -> str:
    """The text with NUL and lone surrogates as U+FFFD and nothing else changed: what every store and file takes, of the same length."""
    return _UNSTORABLE.sub(REPLACEMENT, text)


def embeddable(text: str, limit: int = MAX_EMBEDDED_CHARACTERS) -> str:
    """The text as embedders take it: NFKC, control characters as blanks, at most `limit` characters, no grapheme cut in two."""
    head = storable(text[: 4 * limit])  # NFKC makes few characters out of many (jamo, accents), so more than the limit is looked at
    normal = _CONTROL.sub(" ", nfkc(head))
    return normal[: graphemes.floor(normal, limit)]


def nfkc(text: str) -> str:
    """The text in NFKC, in linear time: a long text loses the rest of more than 30 combining marks in a row."""
    if text.isascii():
        return text
    if len(text) > _FEW_CHARACTERS:
        text = _overlong_marks().sub(r"\1", text)
    return unicodedata.normalize("NFKC", text)


def is_valid_id(text: str) -> bool:
    """Whether `text` can name a user, session or message everywhere: 1 to 1024 characters, no NUL, no lone surrogate."""
    return 0 < len(text) <= MAX_ID_CHARACTERS and _UNSTORABLE.search(text) is None


@functools.cache
def _overlong_marks() -> re.Pattern[str]:
    marks = "".join(chr(code) for code in range(0x300, _LAST_MARK + 1) if unicodedata.combining(chr(code)))
    return re.compile(f"([{marks}]{{{MAX_MARKS}}})[{marks}]+")
