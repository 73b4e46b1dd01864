"""Small numbers as people write them in dates: digits, Chinese numerals, English words."""

from __future__ import annotations

CHINESE_DIGITS = {"零": 0, "〇": 0, "○": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
ENGLISH = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split()
    )
} | {"a": 1, "an": 1, "couple": 2, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100}
ORDINALS = {
    word: number + 1
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth".split()
    )
} | {"thirtieth": 30}


def chinese(text: str) -> int:
    """The number of "12", "十二", "二十", "廿三", "初五", "二〇二四", "一百". Raises ValueError for anything else."""
    if text.isascii() and text.isdigit():
        return int(text)
    body = text.removeprefix("初").replace("廿", "二十").replace("卅", "三十")
    if not any(mark in body for mark in "十百"):
        return int("".join(str(_digit(character)) for character in body))
    total, pending = 0, 0
    for character in body:
        if character in "十百":
            total += (pending or 1) * (10 if character == "十" else 100)
            pending = 0
        else:
            pending = _digit(character)
    return total + pending


def english(text: str) -> int:
    """The number of "12", "twelve", "twenty-one", "a". Raises ValueError for anything else."""
    if text.isascii() and text.isdigit():
        return int(text)
    total = 0
    for word in text.lower().replace("-", " ").split():
        if word not in ENGLISH:
            raise ValueError(f"no number word: {word!r}")
        total += ENGLISH[word]
    return total


def ordinal(text: str) -> int:
    """The number of "3", "3rd", "third", "twenty-first". Raises ValueError for anything else."""
    lowered = text.lower()
    digits = lowered.rstrip("stndrh")
    if digits.isascii() and digits.isdigit():
        return int(digits)
    tens, _, ones = lowered.replace("-", " ").rpartition(" ")
    if ones not in ORDINALS:
        raise ValueError(f"no ordinal word: {text!r}")
    return ORDINALS[ones] + (ENGLISH.get(tens, 0) if tens else 0)


def _digit(character: str) -> int:
    if character not in CHINESE_DIGITS:
        raise ValueError(f"no numeral: {character!r}")
    return CHINESE_DIGITS[character]
