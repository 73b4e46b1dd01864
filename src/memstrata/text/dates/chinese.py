"""Chinese expressions that are relative to the message: days, weeks, spans of time, habits, now. Weeks begin on Monday."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from memstrata.text.dates import clock, english, numerals, spans, tense
from memstrata.text.dates.rule import Context, Reader, Rule
from memstrata.text.dates.spans import Clock, Span

NUMBER = r"(?:[0-9]{1,4}|[零〇一二两三四五六七八九十百廿卅]{1,5})"
NUMBER_STARTS = "0123456789零〇一二两三四五六七八九十百廿卅"
PART = (
    r"(?:大清早|一大早|凌晨|清晨|清早|早上|早晨|上午|中午|正午|午后|下午|傍晚|晚上|夜里|夜晚|半夜|深夜|午夜|早(?![就已些])"
    r"|晚(?![会饭年点]))"
)
_WEEK = r"(?:周|星期|礼拜)"
_WEEKDAY = "一二三四五六日"
_DAYS = {
    "大前天": -3, "前天": -2, "前日": -2, "前晚": -2, "昨天": -1, "昨日": -1, "昨儿": -1, "昨晚": -1, "昨夜": -1, "昨早": -1, "今天": 0,
    "今日": 0, "今儿": 0, "今早": 0, "今晨": 0, "今晚": 0, "今夜": 0, "明天": 1, "明日": 1, "明儿": 1, "明早": 1, "明晨": 1, "明晚": 1,
    "后天": 2, "后日": 2, "后晚": 2, "大后天": 3,
}  # fmt: skip
_SAID_PART = {"早": "morning", "晨": "morning", "晚": "night", "夜": "night"}
_STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "今": 0, "下": 1, "下下": 2}
_UNITS = {
    "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "晚": "day", "周": "week", "星期": "week",
    "礼拜": "week", "月": "month", "年": "year", "季度": "quarter",
}  # fmt: skip
_UNIT = r"(?P<unit>分钟|小时|钟头|天|日|周|星期|礼拜|月|年)"


def rule(starts: str, pattern: str, read: Reader) -> Rule:
    """A rule that begins with one of the characters of `starts`; a digit stands for all numbers."""
    firsts = {"#" if character.isdigit() and character.isascii() else character for character in starts}
    return Rule(frozenset(firsts), pattern, flags=re.NOFLAG, read=read)


def part_of_day(text: str | None) -> str:
    return clock.part(text or "")


def _day_word(match: re.Match[str], context: Context) -> Span:
    word = match["word"]
    value = context.today + timedelta(days=_DAYS[word])
    return replace(spans.day(value), part=part_of_day(match["part"]) or _SAID_PART.get(word[-1], ""))


def _weekday(match: re.Match[str], context: Context) -> Span | None:
    name, relation, today = match["day"], match["rel"] or "", context.today
    monday = today - timedelta(days=today.weekday())
    part = part_of_day(match["part"])
    step = _STEPS.get(relation, 0)
    when = "" if relation else _weekday_tense(match, context)
    if name == "末":
        span = spans.weekend(today + timedelta(days=7 * step))
        if not relation and when == "past" and span.first > today:
            span = spans.weekend(today - timedelta(days=7))
        return replace(span, part=part, uncertain=not relation and when == "both")
    number = _WEEKDAY.index("日" if name == "天" else name) if name in "一二三四五六日天" else int(name) - 1
    value = monday + timedelta(days=7 * step + number)
    if relation:
        return replace(spans.day(value), part=part)
    if when == "past" and value > today:
        value -= timedelta(days=7)
    if when == "future" and value < today:
        value += timedelta(days=7)
    if when in ("", "both") and value < today:
        value += timedelta(days=7)
    return replace(spans.day(value), part=part, loose="week", uncertain=when in ("", "both"))


def _weekday_tense(match: re.Match[str], context: Context) -> tense.Tense:
    if re.match(r"(?:之前|以前|前|截止)", context.after(match)) or re.search(r"(?:截止|最迟|最晚|不晚于|赶在)$", context.before(match)):
        return "future"
    return context.tense(match)


def _relative_unit(match: re.Match[str], context: Context) -> Span | None:
    unit = {"季": "quarter", "季度": "quarter"}.get(match["unit"]) or _UNITS[match["unit"]]
    return english.relative_unit(unit, _STEPS[match["rel"]], context)


def _moved(match: re.Match[str], context: Context) -> Span | None:
    """三天前, 两周后, 半年前, 一个半月后, 几天前, 十分钟内."""
    unit, where, amount = _UNITS[match["unit"]], match["dir"], match["n"]
    direction = -1 if where.endswith("前") else 1
    if match["unit"] == "月" and not match["counted"] and amount[0] not in "两半几数好" and amount != "一":
        return None  # 3月之前 is before March
    if match["unit"] == "日" and (amount.isascii() or len(where) > 1):
        return None  # 8日前 is before the 8th, 五日前 five days ago
    if direction > 0 and context.tense(match) == "past":
        return None
    if direction < 0 and unit in ("year", "day") and context.after(match, 1) == "后":
        return None
    span = _amount_moved(amount, unit, match["half"] is not None or match["more2"] == "半", direction, context)
    if span is None:
        return None
    if where.endswith("内"):
        return replace(span, deadline=True)
    vague = "多" in (match["more"], match["more2"]) or re.search(r"(?:大约|大概|约|差不多|将近|快)$", context.before(match)) is not None
    return replace(span, uncertain=True) if vague else span


def _amount_moved(amount: str, unit: str, and_half: bool, direction: int, context: Context) -> Span | None:
    if amount in ("几", "好几", "若干", "数"):
        low, high = (2, 7) if unit == "day" else (2, 5)
        return english.vague(unit, low, high, direction, context)
    if reach := _approximate(amount):
        return english.vague(unit, reach[0], reach[1], direction, context)
    if amount == "半":
        if unit == "day":
            return None
        return english.moved(unit, 0, direction, context, half=True)
    return english.moved(unit, numerals.chinese(amount), direction, context, half=and_half)


def _approximate(amount: str) -> tuple[int, int] | None:
    """两三天 is two to three days, 十几天 eleven to nineteen; None for an exact number."""
    if amount.endswith("十几"):
        tens = numerals.chinese(amount[:-1])
        return tens + 1, tens + 9
    if len(amount) == 2 and all(character in "一二两三四五六七八九" for character in amount):
        return numerals.chinese(amount[0]), numerals.chinese(amount[1])
    return None


def _after_passing(match: re.Match[str], context: Context) -> Span | None:
    """过三天, 再过两周."""
    if context.text[match.end() : match.end() + 1] in tuple("了的来"):
        return None
    return _amount_moved(match["n"], _UNITS[match["unit"]], False, 1, context)


def _vague_days(match: re.Match[str], context: Context) -> Span:
    today, words = context.today, match[0]
    both = {"今明": (0, 1), "明后": (1, 2), "昨今": (-1, 0)}.get(words[:2])
    if both:
        return spans.days(today + timedelta(days=both[0]), today + timedelta(days=both[1]))
    first, last = {"前": (-7, -1), "这": (-2, 2), "那": (-7, -1), "过": (2, 7)}[words[0]]
    if "两" in words:
        first, last = {"前": (-3, -1), "这": (-1, 1), "那": (-3, -1), "过": (1, 3)}[words[0]]
    return replace(spans.days(today + timedelta(days=first), today + timedelta(days=last)), uncertain=True)


def _vague_units(match: re.Match[str], context: Context) -> Span | None:
    return english.vague(_UNITS[match["unit"]], 1, 5, -1, context)


def _stretch(match: re.Match[str], context: Context) -> Span | None:
    amount, back = match["n"], match["dir"] in ("过去", "最近", "近", "这", "此前")
    unit = _UNITS[match["unit"]]
    if amount == "半":
        return english.stretch("month" if unit == "year" else "day", 6 if unit == "year" else 15, context, back=back, vague=False)
    count = 5 if amount == "几" else numerals.chinese(amount)
    return english.stretch(unit, count, context, back=back, vague=amount == "几")


def _habit(match: re.Match[str], context: Context) -> Span:
    return Span("recurring")


def _now(match: re.Match[str], context: Context) -> Span | None:
    return spans.minute(context.at)


def _clock(match: re.Match[str], context: Context) -> Span | None:
    led = _LED.search(context.before(match, 6)) is not None
    read = clock.chinese(match, context.text, led)
    return Span("clock", clock=read, part=read.part) if read else None


def _noon(match: re.Match[str], context: Context) -> Span | None:
    return Span("clock", clock=Clock(720 if match[0] == "正午" else 1440, True))


_LED = re.compile(rf"(?:{PART}|[早晚晨夜]|[日天号]|{_WEEK}[一二三四五六日天末])的?$|[点分半刻整]\s?[到至\-~]$")
_EACH_UNIT = r"(?:天|日|早|晚|周|星期|礼拜|月|年|季度|小时|分钟|个?工作日|周末|春天|夏天|秋天|冬天|次|节)"
_DAYS_LIST = r"(?:[一二三四五六日天末1-6](?:[、到至和,\-]?[周星期]{0,2}[一二三四五六日天]){0,6})"
RULES: tuple[Rule, ...] = (
    rule("大前昨今明后", rf"(?P<word>{'|'.join(sorted(_DAYS, key=len, reverse=True))})(?![气空赋才性])(?:的?(?P<part>{PART}))?", _day_word),
    rule(
        "上这本下周星礼",
        rf"(?:(?<![补赶遇填追碰附贴]上)(?:(?P<rel>上上|下下"
        rf"|(?<![补赶遇填追碰附贴])[上这本下])个?))?(?<![0-9一二两三四五六七八九十几半每])(?<![一两几]个)"
        rf"{_WEEK}(?P<day>[一二三四五六日天末]|[1-6](?![0-9天年个月次]))(?![次个年月报届志刊])(?:的?(?P<part>{PART}))?",
        _weekday,
    ),
    rule(
        "上这本下",
        r"(?P<rel>上上|下下|[上这本下])(?:一个|[个一])?(?P<unit>周|星期|礼拜|季度)(?![一二三四五六日天末1-6期转边围到刊岁报])",
        _relative_unit,
    ),
    rule(
        NUMBER_STARTS + "半几好数",
        rf"(?P<n>[二三四五六七八九]?十几|{NUMBER}|半|好几|几|数)(?P<counted>个)?(?P<half>半)?(?P<more>多)?(?:{_UNIT})(?P<more2>多|半)?(?P<dir>之前|以前|前"
        rf"|之后|以后|后|之内|以内|内)(?!后|天[晚早上下]|台|景|端|者|方|面|续(?![签费约租订])|果|遗)",
        _moved,
    ),
    rule("过再", rf"再?过(?P<n>{NUMBER}|半)个?(?P<half>半)?{_UNIT}", _after_passing),
    rule("前这那过今明昨", r"(?:今明|明后|昨今)(?:两?天)|(?:前|这|那|过)(?:几|两|些)[天日](?!前|后|之前|以前|没)", _vague_days),
    rule("前", r"前几个?(?P<unit>周|星期|礼拜|月|年)", _vague_units),
    rule("过最近未今接往这此", rf"(?P<dir>过去|最近|近|未来|今后|接下来|往后|此前)的?这?(?P<n>{NUMBER}|半|几)个?{_UNIT}", _stretch),
    rule(
        "每逢天周年月隔一两三四五六七八九十几0",
        rf"(?:每|逢)(?:隔|逢)?(?:个|{NUMBER}|半|几)?个?(?:{_WEEK}(?:{_DAYS_LIST})|月的?{NUMBER}[号日]|{_EACH_UNIT}(?:早上|晚上|上午"
        rf"|下午|中午|早|晚|末)?|年的?{NUMBER}月(?:{NUMBER}[号日])?|年?[春夏中国圣端元清][节秋庆诞午旦明季天]节?)"
        rf"(?:的?{NUMBER}[号日])?(?:的?{PART})?|逢{NUMBER}(?:、{NUMBER})*|天天|周周|年年|月月|隔[天日周]|隔{NUMBER}天|(?:一|{NUMBER}"
        rf"|几)个?(?:天|周|星期|月|年|礼拜){NUMBER}次",
        _habit,
    ),
    rule(
        "刚方现此适",
        r"刚刚(?!好|开始的)|刚才|方才|适才|现在(?!的|完成时|时)|此刻"
        r"|刚(?<![金小阿]刚)(?=[\u4e00-\u9fff]{1,8}[了完过到])(?![好果性毅强需开刚])",
        _now,
    ),
    rule("正午", "正午|午夜", _noon),
    rule(NUMBER_STARTS + "凌清大早上中正午下傍晚夜半深", clock.CHINESE.pattern, _clock),
)
