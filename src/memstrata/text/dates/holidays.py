"""Holidays people date things by, Chinese and Western, and their days in a year.

Sources: the notice of the State Council on public holidays (fixed Chinese days), the lunar table, 5 U.S.C. 6103 (United
States), and the anonymous Gregorian algorithm for Easter (Nature, 1876).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from memstrata.text.dates import lunar, spans

DayOf = Callable[[int], date]


def easter(year: int) -> date:
    """Western Easter Sunday."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (a + 11 * h) // 319
    r = (2 * e + 2 * i - k - h + m + 32) % 7
    month = (h - m + r + 90) // 25
    return date(year, month, (h - m + r + month + 19) % 32)


def qingming(year: int) -> date:
    """清明, by the usual formula for solar terms; checked for 1990–2060."""
    return date(year, 4, int(year % 100 * 0.2422 + (4.81 if year >= 2000 else 5.59)) - year % 100 // 4)


def winter_solstice(year: int) -> date:
    """冬至, by the same formula; in 2021 the term falls a minute before midnight."""
    day = int(year % 100 * 0.2422 + (21.94 if year >= 2000 else 22.60)) - year % 100 // 4
    return date(year, 12, day - 1 if year == 2021 else day)


def _fixed(month: int, day: int) -> DayOf:
    return lambda year: date(year, month, day)


def _lunar(month: int, day: int) -> DayOf:
    return lambda year: lunar.to_date(year, month, day)


def _lunar_before(month: int, day: int) -> DayOf:
    """A day of the lunar year's end, called by the calendar year it mostly falls in."""
    return lambda year: lunar.to_date(year - 1, month, day)


def _nth(month: int, weekday: int, nth: int) -> DayOf:
    return lambda year: spans.nth_weekday(year, month, weekday, nth)


def _shifted(day_of: DayOf, days: int) -> DayOf:
    return lambda year: day_of(year) + timedelta(days=days)


thanksgiving = _nth(11, 3, 4)
new_year_eve = _shifted(lunar.new_year, -1)

CHINESE: dict[str, DayOf] = {
    "元旦节": _fixed(1, 1),
    "元旦": _fixed(1, 1),
    "除夕夜": new_year_eve,
    "除夕": new_year_eve,
    "大年三十": new_year_eve,
    "年三十": new_year_eve,
    "大年夜": new_year_eve,
    "春节": lunar.new_year,
    "大年初一": lunar.new_year,
    "农历新年": lunar.new_year,
    "元宵节": _lunar(1, 15),
    "元宵": _lunar(1, 15),
    "龙抬头": _lunar(2, 2),
    "清明节": qingming,
    "清明": qingming,
    "端午节": _lunar(5, 5),
    "端午": _lunar(5, 5),
    "七夕节": _lunar(7, 7),
    "七夕": _lunar(7, 7),
    "中元节": _lunar(7, 15),
    "中秋节": _lunar(8, 15),
    "中秋": _lunar(8, 15),
    "重阳节": _lunar(9, 9),
    "重阳": _lunar(9, 9),
    "腊八节": _lunar_before(12, 8),
    "腊八": _lunar_before(12, 8),
    "冬至": winter_solstice,
    "国庆节": _fixed(10, 1),
    "国庆": _fixed(10, 1),
    "十一黄金周": _fixed(10, 1),
    "五一劳动节": _fixed(5, 1),
    "劳动节": _fixed(5, 1),
    "五一节": _fixed(5, 1),
    "五一": _fixed(5, 1),
    "五四青年节": _fixed(5, 4),
    "青年节": _fixed(5, 4),
    "六一儿童节": _fixed(6, 1),
    "儿童节": _fixed(6, 1),
    "六一": _fixed(6, 1),
    "建党节": _fixed(7, 1),
    "建军节": _fixed(8, 1),
    "教师节": _fixed(9, 10),
    "三八妇女节": _fixed(3, 8),
    "三八节": _fixed(3, 8),
    "妇女节": _fixed(3, 8),
    "植树节": _fixed(3, 12),
    "双十一": _fixed(11, 11),
    "双11": _fixed(11, 11),
    "光棍节": _fixed(11, 11),
    "双十二": _fixed(12, 12),
    "双12": _fixed(12, 12),
    "情人节": _fixed(2, 14),
    "愚人节": _fixed(4, 1),
    "母亲节": _nth(5, 6, 2),
    "父亲节": _nth(6, 6, 3),
    "万圣节前夜": _fixed(10, 31),
    "万圣节": _fixed(10, 31),
    "感恩节": thanksgiving,
    "复活节": easter,
    "平安夜": _fixed(12, 24),
    "圣诞夜": _fixed(12, 24),
    "圣诞前夜": _fixed(12, 24),
    "圣诞节": _fixed(12, 25),
    "圣诞": _fixed(12, 25),
    "跨年夜": _fixed(12, 31),
    "跨年": _fixed(12, 31),
    "黑色星期五": _shifted(thanksgiving, 1),
    "黑五": _shifted(thanksgiving, 1),
}

ENGLISH: dict[str, DayOf] = {
    "christmas eve": _fixed(12, 24),
    "christmas day": _fixed(12, 25),
    "christmas": _fixed(12, 25),
    "xmas": _fixed(12, 25),
    "boxing day": _fixed(12, 26),
    "new year's eve": _fixed(12, 31),
    "new years eve": _fixed(12, 31),
    "new year's day": _fixed(1, 1),
    "new years day": _fixed(1, 1),
    "new year's": _fixed(1, 1),
    "new year": _fixed(1, 1),
    "thanksgiving day": thanksgiving,
    "thanksgiving": thanksgiving,
    "black friday": _shifted(thanksgiving, 1),
    "cyber monday": _shifted(thanksgiving, 4),
    "halloween": _fixed(10, 31),
    "valentine's day": _fixed(2, 14),
    "valentines day": _fixed(2, 14),
    "valentine's": _fixed(2, 14),
    "independence day": _fixed(7, 4),
    "labor day": _nth(9, 0, 1),
    "labour day": _fixed(5, 1),
    "memorial day": _nth(5, 0, -1),
    "easter sunday": easter,
    "easter monday": _shifted(easter, 1),
    "easter": easter,
    "good friday": _shifted(easter, -2),
    "ash wednesday": _shifted(easter, -46),
    "mother's day": _nth(5, 6, 2),
    "mothers day": _nth(5, 6, 2),
    "father's day": _nth(6, 6, 3),
    "fathers day": _nth(6, 6, 3),
    "veterans day": _fixed(11, 11),
    "st. patrick's day": _fixed(3, 17),
    "st patrick's day": _fixed(3, 17),
    "saint patrick's day": _fixed(3, 17),
    "mlk day": _nth(1, 0, 3),
    "presidents day": _nth(2, 0, 3),
    "presidents' day": _nth(2, 0, 3),
    "columbus day": _nth(10, 0, 2),
    "april fools' day": _fixed(4, 1),
    "april fool's day": _fixed(4, 1),
    "april fools day": _fixed(4, 1),
    "juneteenth": _fixed(6, 19),
    "chinese new year's eve": new_year_eve,
    "lunar new year's eve": new_year_eve,
    "chinese new year": lunar.new_year,
    "lunar new year": lunar.new_year,
    "spring festival": lunar.new_year,
    "lantern festival": _lunar(1, 15),
    "tomb sweeping day": qingming,
    "tomb-sweeping day": qingming,
    "qingming festival": qingming,
    "qingming": qingming,
    "dragon boat festival": _lunar(5, 5),
    "mid-autumn festival": _lunar(8, 15),
    "mid autumn festival": _lunar(8, 15),
    "winter solstice": winter_solstice,
    "singles' day": _fixed(11, 11),
    "singles day": _fixed(11, 11),
    "double eleven": _fixed(11, 11),
    "national day": _fixed(10, 1),
}

# What a break around a holiday spans: (days before, days after) its day.
BREAKS = {"国庆": (0, 6), "春节": (1, 6), "五一": (0, 4)}
