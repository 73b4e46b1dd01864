"""Which language a text is in, told by its scripts."""

import re
from typing import Literal

Language = Literal["zh", "en", "ja", "ko", "other"]

# For use inside a character class: URO and extension A, compatibility ideographs, extensions B–H with their supplement, 々 〇.
HAN = "\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\U00020000-\U000323af々〇"
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
HANGUL = "\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\ud7b0-\ud7fb"

HAN_RUN = re.compile(f"[{HAN}]+")

_SAMPLE_CHARACTERS = 4096  # enough to tell, and keeps long texts cheap
_HAN = re.compile(f"[{HAN}]")
_KANA = re.compile(f"[{KANA}]")
_HANGUL = re.compile(f"[{HANGUL}]")
_LATIN_WORD = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]{2,}")  # of one letter there are ids and units
_LETTER = re.compile("[A-Za-z]")
_OTHER_WORD = re.compile(f"[^\\W\\d_A-Za-z\u00c0-\u024f\u1e00-\u1eff{HAN}{KANA}{HANGUL}]+")

# Characters of Chinese grammar that Japanese does not write.
_CHINESE_GRAMMAR = re.compile("[我你妳您們们這这那哪嗎吗吧呢啦很沒没叫說说給给讓让把跟和與与的是在了]")
_ONLY_CHINESE = re.compile("[你妳您們们這这哪嗎吗吧呢啦很沒没說说給给讓让]")
_ENGLISH_GRAMMAR = re.compile(
    r"\b(?:a|an|the|i|my|is|are|was|am|be|to|of|in|on|at|for|and|or|with|into|it|this|that|what|how|do|does|please)\b", re.IGNORECASE
)

# A Latin word says about as much as one and a half Han characters; a word of grammar tells the frame of a mixed sentence.
_HAN_CHARACTERS_PER_WORD = 1.5
_GRAMMAR_WEIGHT = 2
_KANA_SHARE = 0.2  # Japanese prose has at least half kana, its notes and titles far fewer


def has_han(text: str) -> bool:
    """Whether the text has a Chinese character."""
    return _HAN.search(text) is not None


def count_han(text: str) -> int:
    """How many Chinese characters the text has."""
    return 0 if text.isascii() else sum(map(len, HAN_RUN.findall(text)))


def language(text: str) -> Language:
    """The language that carries the text; Latin letters count as 'en', a text without letters as 'other'.

    A sentence that mixes Chinese and English goes to the one whose characters and words of grammar weigh more.
    """
    sample = text[:_SAMPLE_CHARACTERS]
    words = len(_LATIN_WORD.findall(sample))
    if sample.isascii():
        return "en" if words or _LETTER.search(sample) else "other"
    han, kana, hangul = count_han(sample), len(_KANA.findall(sample)), len(_HANGUL.findall(sample))
    others = len(_OTHER_WORD.findall(sample))
    latin_weight = _HAN_CHARACTERS_PER_WORD * words
    if kana > 1 and kana >= _KANA_SHARE * (han + kana) and kana + han > latin_weight and not _ONLY_CHINESE.search(sample):
        return "ja"
    if hangul > max(han, latin_weight, others):
        return "ko"
    if han:
        return _chinese_or_english(sample, han, latin_weight, others)
    if words > others:
        return "en"
    return "other"


def _chinese_or_english(sample: str, han: int, latin_weight: float, others: int) -> Language:
    chinese = han + _GRAMMAR_WEIGHT * len(_CHINESE_GRAMMAR.findall(sample))
    english = latin_weight + _GRAMMAR_WEIGHT * len(_ENGLISH_GRAMMAR.findall(sample)) if latin_weight else 0
    if others > max(chinese, english):
        return "other"
    return "zh" if chinese >= english else "en"
