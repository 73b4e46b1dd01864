"""Where a text may be cut without breaking what a reader sees as one character.

The rules are those of UAX #29 (extended grapheme clusters), on the safe side: a few joints are kept that the
annex would allow to cut (everything after a zero width joiner, Indic conjuncts), none is cut that it forbids.
"""

import unicodedata

_JOINER = "\u200d"
_EXTENDING_CATEGORIES = frozenset({"Mn", "Me", "Mc"})
_EXTENDING = frozenset("\u200c\u200d\u0e33\u0eb3\uff9e\uff9f")  # joiners, Thai and Lao AM, halfwidth kana voice marks
_PREPENDING = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd")
_VIRAMA_CLASS = 9  # canonical combining class of the signs that join Indic consonants


def floor(text: str, index: int) -> int:
    """The last border between graphemes at or before `index` (code points); 0 and `len(text)` are borders."""
    if index >= len(text):
        return len(text)
    while index > 0 and not _is_border(text, index):
        index -= 1
    return max(index, 0)


def _is_border(text: str, index: int) -> bool:
    """Whether a cut between `text[index - 1]` and `text[index]` parts two graphemes; 0 < index < len(text)."""
    before, after = text[index - 1], text[index]
    if before < "\u0300" and after < "\u0300":
        return not (before == "\r" and after == "\n")
    if before in "\r\n" or after in "\r\n":
        return True
    if _extends(after) or before == _JOINER or before in _PREPENDING:
        return False
    if _is_flag_letter(before) and _is_flag_letter(after):
        return _flag_letters_before(text, index) % 2 == 0
    if _joins_indic(text, index):
        return False
    return not _joins_hangul(before, after)


def _extends(character: str) -> bool:
    return (
        character in _EXTENDING
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= character <= "\U000e007f"  # tags of subdivision flags
        or unicodedata.category(character) in _EXTENDING_CATEGORIES
    )


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flag_letters_before(text: str, index: int) -> int:
    start = index
    while start > 0 and _is_flag_letter(text[start - 1]):
        start -= 1
    return index - start


def _joins_indic(text: str, index: int) -> bool:
    """Whether the letter at `index` forms a conjunct with the consonant before it (GB9c): a virama among the marks in between."""
    if unicodedata.category(text[index]) != "Lo":
        return False
    mark = index - 1
    while mark >= 0 and _extends(text[mark]):
        if unicodedata.combining(text[mark]) == _VIRAMA_CLASS:
            return True
        mark -= 1
    return False


def _joins_hangul(before: str, after: str) -> bool:
    """Whether two Hangul code points form one syllable block (UAX #29, GB6–GB8)."""
    match _hangul_kind(before), _hangul_kind(after):
        case ("L", "L" | "V" | "LV" | "LVT") | ("V" | "LV", "V" | "T") | ("T" | "LVT", "T"):
            return True
        case _:
            return False


def _hangul_kind(character: str) -> str:
    if "\uac00" <= character <= "\ud7a3":
        return "LV" if (ord(character) - 0xAC00) % 28 == 0 else "LVT"
    if "\u1100" <= character <= "\u115f" or "\ua960" <= character <= "\ua97c":
        return "L"
    if "\u1160" <= character <= "\u11a7" or "\ud7b0" <= character <= "\ud7c6":
        return "V"
    if "\u11a8" <= character <= "\u11ff" or "\ud7cb" <= character <= "\ud7fb":
        return "T"
    return ""
