"""Values brought to one spelling for comparison: 3k is 3,000, 上海徐汇 is 上海市徐汇区, 3月8号 is March 8."""

import re

from memstrata.policies.slots import naming

_UNITS = {
    "k": 10**3, "千": 10**3, "thousand": 10**3, "grand": 10**3, "w": 10**4, "万": 10**4, "百万": 10**6, "m": 10**6,
    "million": 10**6, "千万": 10**7, "亿": 10**8, "bn": 10**9, "billion": 10**9, "百": 100, "hundred": 100, "": 1,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?P<before>[¥￥$€£]?)\s*(?P<digits>\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,6})?)\s*"
    r"(?P<unit>k|千万|百万|千|万|亿|百|w|million|thousand|hundred|grand|billion|bn|m)?\s*(?P<after>元|块钱|块|人民币|rmb|"
    r"cny|usd|eur|gbp|dollars?|euros?|pounds?|yuan|美元|欧元|英镑)?"
)
_CURRENCIES = {
    "¥": "cny", "￥": "cny", "元": "cny", "块": "cny", "块钱": "cny", "人民币": "cny", "rmb": "cny", "cny": "cny", "yuan": "cny",
    "$": "usd", "usd": "usd", "dollar": "usd", "dollars": "usd", "美元": "usd", "€": "eur", "eur": "eur", "euro": "eur",
    "euros": "eur", "欧元": "eur", "£": "gbp", "gbp": "gbp", "pound": "gbp", "pounds": "gbp", "英镑": "gbp", "": "",
}  # fmt: skip
_HAN_DIGITS = dict(zip("零〇一二三四五六七八九两", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2), strict=True))
_HAN_NUMBER = re.compile(r"[零〇一二三四五六七八九两十百千]{1,9}(?=[万亿]?(?:元|块钱|块|人民币)?$)")
_MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAYS = (
    re.compile(r"(?:(?P<year>\d{4})\s*年\s*)?(?P<month>\d{1,2})\s*月\s*(?P<day>\d{1,2})\s*[日号]?"),
    re.compile(rf"{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>\d{{4}}))?"),
    re.compile(rf"(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}(?:,? (?P<year>\d{{4}}))?"),
    re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})"),
)
_WORDS = frozenset(["version", "room", "branch", "name", "host", "path"])  # 2.10 is not 2.1
_PLACES = frozenset(["city", "hometown", "country", "workplace", "region"])
_PLACE_ENDS = re.compile(r"(?<=[一-鿿]{2})(?:省|市|区|县|自治区|特别行政区|新区)(?![一-鿿]{0,1}$)|(?<=[一-鿿]{2})(?:省|市|区|县)$")
_INSIDE = re.compile(r"^(?P<inner>[一-鿿]{2,8})\s*[(（]\s*(?P<outer>[一-鿿]{2,8})\s*[)）]$")
_DIET = re.compile(r"^(?:只?吃|是)?[全纯]?(?=素)|(?<=素)食?(?:主义)?者?$")  # 吃素, 素食者 and 素食主义者 are one
_FILLER = re.compile(
    r"^(?:(?:the|a|an|project|port|version|branch|about|around|approximately)\s+|(?:大约|大概|约|版本|端口|项目)\s*)(?=\S)"
)
_LEADING_V = re.compile(r"^v(?=\d)")
_MARKS = re.compile(r"[^\w一-鿿+#./:@-]+")


def normal_value(slot: str | None, value: str) -> str:
    """The value for comparison with others of the same slot: equal texts mean the same. Empty for an empty value.

    Case, width, script and punctuation are folded, amounts become plain numbers with a currency code where one is named,
    days of the calendar become `[YYYY-]MM-DD`, Chinese places lose 省, 市, 区, 县.
    """
    plain = naming.folded(value)
    attribute = (slot or "").rpartition(".")[2]
    if attribute in _PLACES:
        return _place(value)
    if attribute == "diet":
        return _text(_DIET.sub("", plain) or plain)
    if attribute in _WORDS:
        return _text(plain)
    return _day(plain) or _amount(plain) or _text(plain)


def _place(value: str) -> str:
    outer = _INSIDE.match(" ".join(value.split()))
    plain = naming.folded(outer["outer"] + outer["inner"] if outer else value)
    previous = ""
    while previous != plain:
        previous, plain = plain, _PLACE_ENDS.sub("", plain)
    return _MARKS.sub(" ", plain).strip()


def _day(plain: str) -> str:
    for pattern in _DAYS:
        if match := pattern.fullmatch(plain):
            name = match["month"]
            month = int(name) if name.isdigit() else _MONTHS[name]
            return "-".join([*([match["year"]] if match["year"] else []), f"{month:02}", f"{int(match['day']):02}"])
    return ""


def _amount(plain: str) -> str:
    bare = _FILLER.sub("", plain)
    bare = _HAN_NUMBER.sub(lambda match: str(_han_number(match[0])), bare)
    match = _NUMBER.fullmatch(bare)
    if match is None:
        return ""
    number = float(match["digits"].replace(",", "").replace("，", "")) * _UNITS[match["unit"] or ""]
    written = str(int(number)) if number == int(number) else f"{number:.6f}".rstrip("0")
    return f"{written} {_CURRENCIES[match['before'] or match['after'] or '']}".strip()


def _han_number(text: str) -> int:
    if not any(mark in text for mark in "十百千"):
        return int("".join(str(_HAN_DIGITS[character]) for character in text))
    total, pending = 0, 0
    for character in text:
        if character in "十百千":
            total += (pending or 1) * {"十": 10, "百": 100, "千": 1000}[character]
            pending = 0
        else:
            pending = _HAN_DIGITS[character]
    return total + pending


def _text(plain: str) -> str:
    bare = _LEADING_V.sub("", _FILLER.sub("", plain))
    return _MARKS.sub(" ", bare).strip(" .-:/")
