"""Clock times: 9:30am, at nine, noon, 上午九点, 下午3点半, 晚上八点一刻."""

from __future__ import annotations

import re

from memstrata.text.dates import numerals
from memstrata.text.dates.spans import Clock

EARLIEST_BARE_HOUR = 7  # "at 3" without more is the afternoon, "at 7" is taken as it stands

_HOUR_WORD = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_AFTER_BARE = (
    r"(?=\s*(?:[.,;:!?)…\x00\u3000-\uffef]|$)|\s+(?:on|in|until|till|to|tomorrow|today|tonight|this|next|yesterday|and|sharp|with|for|"
    r"every|each|from|he|she|we|I|they|last|then|so|because|but|local)\b|\s*[\u4e00-\u9fff])"
)
ENGLISH = re.compile(
    rf"(?:(?P<at>at|@)\s(?:about\s|around\s)?)?(?:"
    rf"(?P<half>half past|quarter past|quarter to)\s(?P<half_hour>[0-9]{{1,2}}|{_HOUR_WORD})\b"
    rf"|(?P<word>noon|midday|midnight)\b"
    rf"|(?P<h24>[0-9]{{1,2}})[:.](?P<m24>[0-5][0-9])(?::[0-5][0-9])?(?![0-9:])(?:\s?(?P<ap24>[ap])(?:m\b|\.m\b\.?))?"
    rf"|(?P<h>[0-9]{{1,2}}|{_HOUR_WORD})(?:\s?(?P<ap>[ap])(?:m\b|\.m\b\.?)|\s?o'?clock\b|(?P<bare>)(?:{_AFTER_BARE}|(?=\s?(?:to"
    rf"|[-–—~])\s?[0-9])))"
    rf")(?:\s?(?:sharp|o'clock))?(?:\s(?:in|at)\s(?:the\s)?(?P<part>morning|afternoon|evening|night)\b)?",
    re.IGNORECASE | re.ASCII,
)

_NUMBER = r"(?:[0-9]{1,2}|二?十[一二三四五六七八九]?|[一二三四五六七八九两零])"
PARTS = r"(?:凌晨|清晨|清早|大清早|一大早|早上|早晨|上午|中午|正午|午后|下午|傍晚|晚上|夜里|夜晚|半夜|深夜|午夜|今晚|早|晚)"
CHINESE = re.compile(
    rf"(?P<part>{PARTS})?(?:的|大约|大概|约|差不多)?(?:"
    rf"(?P<hour>{_NUMBER})(?:点钟?|时(?![间候代常而装节尚刻差机间不])|[::](?=[0-5][0-9]))"
    rf"(?:(?P<half>半)|(?P<quarter>[一三])刻|(?P<exact>整)|(?P<minute>[0-5][0-9](?![0-9])|[0-9](?=分)|零?[二三四五]?十[一二三四五六七八九]?"
    rf"|零[一二三四五六七八九]|[一二三四五六七八九](?=分))分?(?![钟之]))?)"
)
_NOT_A_CLOCK = re.compile(r"[儿都也滴意要建论内想问看好不小共钱心赞评]|原因|结论|要求|体会|注意|理由|钟头")
_VERB_AFTER = re.compile(r"(?:钟|整|[之以][前后]|[前后]|[开出到上下见集起睡吃去来回走做交考赶登飞有要给打约在左叫去,。,.!!??;;、\s\x00]|$)")


def english(match: re.Match[str], *, led: bool) -> Clock | None:
    """The clock of a match of ENGLISH; None where it is a plain number. `led` = by, from, until … stands before it."""
    part = (match["part"] or "").lower()
    if match["word"]:
        return Clock(0, False) if match["word"].lower() == "midnight" else Clock(720, True)
    if match["half"]:
        offset = {"half past": 30, "quarter past": 15, "quarter to": -15}[match["half"].lower()]
        return _clock(numerals.english(match["half_hour"]), offset, part, sure=False)
    if match["h24"]:
        if "." in match[0] and not match["ap24"]:
            return None
        hour = int(match["h24"])
        return _clock(hour, int(match["m24"]), (match["ap24"] or part).lower(), sure=hour == 0 or hour > 12 or len(match["h24"]) == 2)
    if match["bare"] is not None and (not (match["at"] or part or led) or (match["h"].lower() == "one" and not part)):
        return None
    return _clock(numerals.english(match["h"]), 0, (match["ap"] or part).lower(), sure=False)


def chinese(match: re.Match[str], text: str, after_day: bool) -> Clock | None:
    """The clock of a match of CHINESE; None for 三点建议, 快一点 and the like. `after_day` = a day stands before it."""
    part = match["part"] or ""
    told = bool(part or match["half"] or match["quarter"] or match["exact"] or match["minute"] or match[0].endswith("钟"))
    if not told:
        if match["hour"] in ("一", "1") or _NOT_A_CLOCK.match(text, match.end()):
            return None
        before = text[match.start() - 1 : match.start()]
        if not after_day and (before in tuple("第有这那提讲说出几两早晚差") or not _VERB_AFTER.match(text, match.end())):
            return None
    if match["hour"] in ("零",) and not told:
        return None
    minute = 30 if match["half"] else 15 * numerals.chinese(match["quarter"]) if match["quarter"] else 0
    if match["minute"]:
        minute = numerals.chinese(match["minute"].lstrip("零") or "0")
    return _clock(numerals.chinese(match["hour"]), minute, _CHINESE_PART[part], sure=numerals.chinese(match["hour"]) > 12)


_CHINESE_PART = {
    "": "", "凌晨": "dawn", "清晨": "morning", "清早": "morning", "大清早": "morning", "一大早": "morning", "早上": "morning",
    "早晨": "morning", "上午": "morning", "早": "morning", "中午": "noon", "正午": "noon", "午后": "afternoon", "下午": "afternoon",
    "傍晚": "evening", "晚上": "night", "夜里": "night", "夜晚": "night", "半夜": "night", "深夜": "night", "午夜": "night",
    "今晚": "night", "晚": "night",
}  # fmt: skip


def in_part(clock: Clock, part: str) -> Clock:
    """The clock as meant in a part of the day: eight at night is 20:00, two at night is the next day's 02:00."""
    if clock.sure or not part:
        return clock
    hour, minute = divmod(clock.minute_of_day, 60)
    return _clock(hour % 12 or 12, minute, part, sure=True) or clock


def _clock(hour: int, minute: int, part: str, *, sure: bool) -> Clock | None:
    if hour > 24 or not -60 < minute < 60:
        return None
    if hour <= 12 and part:
        hour, sure = _hour_in_part(hour, part), True
    elif not sure and 0 < hour < EARLIEST_BARE_HOUR:
        hour += 12
    total = hour * 60 + minute
    return Clock(total, sure, part) if 0 <= total < 2880 else None


def _hour_in_part(hour: int, part: str) -> int:
    if part in ("a", "morning", "dawn"):
        return hour if part == "morning" else hour % 12
    if part == "noon":
        return hour if hour >= 10 else hour + 12
    if part in ("night", "evening") and (hour == 12 or (part == "night" and hour < 5)):
        return 24 + hour % 12
    return hour % 12 + 12


def part(words: str) -> str:
    """The English name of 早上, 下午, 晚上 …; "" for nothing."""
    return _CHINESE_PART[words]
