"""The hard facts in a text: amounts, times, days, ids. Two statements with different ones are never the same statement."""

import re

_UNITS = {
    "k": 10**3, "千": 10**3, "thousand": 10**3, "grand": 10**3, "w": 10**4, "万": 10**4, "m": 10**6, "million": 10**6,
    "百万": 10**6, "千万": 10**7, "亿": 10**8, "bn": 10**9, "billion": 10**9, "百": 100, "hundred": 100,
}  # fmt: skip
_HAN = dict(zip("零〇一二三四五六七八九两", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2), strict=True))
_TENS = {"十": 10, "百": 100, "千": 1000}
_WORDS = dict(zip("two three four five six seven eight nine ten eleven twelve".split(), range(2, 13), strict=True))
_WORDS |= {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90}
_MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAYS = {name: number for number, name in enumerate("mon tue wed thu fri sat sun".split(), 1)}
_DAYS_ZH = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "日": 7, "天": 7}
_MEASURES = "个只条次位名岁点分秒时天周月年号楼层块元人台本张份套辆间家种杯公斤斤米平"
_HAN_NUMBER = r"[零〇一二三四五六七八九两十百千]{1,8}"

_PATTERN = re.compile(
    r"(?P<url>[a-z][a-z0-9+.-]{1,15}://[^\s，。；]{1,200}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})"
    r"|(?P<date>(?P<y>\d{4})(?:[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)|年(?:(?P<m2>\d{1,2})月(?:(?P<d2>\d{1,2})[日号]?)?)?))"
    r"|(?P<monthday>(?P<m3>\d{1,2})月(?:份|(?P<d3>\d{1,2})[日号]?)?)"
    rf"|(?P<english>(?<![a-z]){_MONTH} (?P<d4>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|:)(?:,? (?P<y4>\d{{4}}))?)"
    rf"|(?P<reversed>(?<!\d)(?P<d5>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH.replace('month', 'month5')}(?![a-z])(?:,? (?P<y5>\d{{4}}))?)"
    r"|(?P<clock>(?<![\d.:])(?P<h>\d{1,2})[:：](?P<min>\d{2})(?!\d)\s?(?P<half>[ap]\.?m\b)?)"
    r"|(?P<hour>(?<![\d.:])(?P<h2>\d{1,2})\s?(?P<half2>[ap]\.?m\b))"
    rf"|(?P<han_clock>(?P<part>上午|早上|早晨|凌晨|中午|下午|晚上|傍晚)?(?P<h3>\d{{1,2}}|[一二三四五六七八九两十]{{1,3}})点(?!儿|点"
    rf"|了)(?:钟|整|(?P<half3>半)|(?P<min3>\d{{1,2}}|[一二三四五六七八九十]{{1,3}})分?)?)"
    r"|(?P<weekday>(?<![a-z])(?P<wd>mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday|s|r|rs)?s?(?![a-z]))"
    r"|(?P<weekday_zh>(?:周|星期|礼拜)(?P<wdz>[一二三四五六日天]))"
    r"|(?P<address>(?<![a-z0-9_.])v?\d{1,4}(?:\.\d{1,4}){2,3}(?![a-z0-9_]))"
    r"|(?P<amount>(?<![a-z0-9_.])[¥￥$€£#]?v?(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,6})?)\s?(?P<unit>千万|百万|千|万"
    r"|亿|百|(?:k|w|m|bn|thousand|million|hundred|billion|grand)(?![a-z]))?(?P<percent>%)?(?!\.?\d))"
    r"|(?P<id>(?<![a-z0-9_])(?=[a-z_-]{0,40}\d)[a-z0-9]{1,40}(?:[-_./][a-z0-9]{1,40}){0,6}(?![a-z0-9_]))"
    rf"|(?P<han_number>(?P<han>{_HAN_NUMBER})(?P<han_unit>[万亿])?(?:(?=[{_MEASURES}])|(?<=[万亿])))"
    rf"|(?P<word>(?<![a-z])(?:{'|'.join(_WORDS)})(?![a-z-]))"
)
_UNIT_GLUED = re.compile(
    r"(?<![a-z0-9_.])(\d{1,9}(?:\.\d{1,4})?)(gb|mb|kb|tb|ms|min|mins|hrs?|h|s|kg|km|cm|mm|px|fps|days?|hours?)(?![a-z0-9])"
)


def read(plain: str) -> tuple[tuple[str, ...], str]:
    """(figures, rest) of a folded lower-case text: each in one spelling ("3k" and "3,000" are `n3000`), the rest with them blanked.

    In the order of the text. A lone "one" and 一 are no figures; ids keep their letters. Empty without any.
    """
    if not plain.strip():
        return (), plain
    found: list[str] = []

    def take(match: re.Match[str]) -> str:
        figure = _figure(match)
        if not figure:
            return match[0]
        found.append(figure)
        return " "

    rest = _PATTERN.sub(take, _UNIT_GLUED.sub(r"\1 \2", plain))
    return tuple(found), rest


def _figure(match: re.Match[str]) -> str:
    kind = _kind(match)
    if kind in ("url", "id", "address"):
        return f"i{match[0].strip('/.').removeprefix('v')}"
    if kind in ("date", "monthday", "english", "reversed"):
        return _date(match, kind)
    if kind in ("clock", "hour", "han_clock"):
        return _clock(match, kind)
    if kind == "weekday":
        return f"w{_DAYS[match['wd']]}" if len(match[0]) > 3 or match[0] in ("mon", "tue", "wed", "thu", "fri") else ""
    if kind == "weekday_zh":
        return f"w{_DAYS_ZH[match['wdz']]}"
    if kind == "word":
        return f"n{_WORDS[match[0]]}"
    if kind == "han_number":
        number = han_number(match["han"]) * (_UNITS[match["han_unit"]] if match["han_unit"] else 1)
        return "" if number == 1 else f"n{number}"
    amount = float(match["digits"].replace(",", "")) * (_UNITS[match["unit"]] if match["unit"] else 1)
    return f"n{int(amount) if amount == int(amount) else amount}{match['percent'] or ''}"


_KINDS = (
    "url", "date", "monthday", "english", "reversed", "clock", "hour", "han_clock", "weekday", "weekday_zh", "address", "amount", "id",
    "han_number", "word",
)  # fmt: skip


def _kind(match: re.Match[str]) -> str:
    return next(kind for kind in _KINDS if match[kind] is not None)


def _date(match: re.Match[str], kind: str) -> str:
    if kind in ("english", "reversed"):
        name, day, year = (match["month"], match["d4"], match["y4"]) if kind == "english" else (match["month5"], match["d5"], match["y5"])
        month: str | int = _MONTHS[name[:3]]
    else:
        year, month, day = match["y"], match["m"] or match["m2"] or match["m3"], match["d"] or match["d2"] or match["d3"]
    parts = [year or "", f"{int(month):02}" if month else "", f"{int(day):02}" if day else ""]
    return "d" + "-".join(part for part in parts if part)


def _clock(match: re.Match[str], kind: str) -> str:
    if kind == "han_clock":
        hour = int(match["h3"]) if match["h3"].isdigit() else han_number(match["h3"])
        minutes = match["min3"] or "0"
        minute = 30 if match["half3"] else int(minutes) if minutes.isdigit() else han_number(minutes)
        late = match["part"] in ("下午", "晚上", "傍晚")
    else:
        hour, minute = int(match["h"] or match["h2"]), int(match["min"] or 0)
        late = (match["half"] or match["half2"] or "").startswith("p")
    return f"t{hour + 12 if late and hour < 12 else hour:02}:{minute:02}"


def han_number(text: str) -> int:
    """The number that Chinese numerals below ten thousand write: 三百二十 is 320, 二〇 is 20."""
    if not any(mark in _TENS for mark in text):
        return int("".join(str(_HAN[character]) for character in text))
    total, pending = 0, 0
    for character in text:
        if character in _TENS:
            total += (pending or 1) * _TENS[character]
            pending = 0
        else:
            pending = _HAN[character]
    return total + pending
