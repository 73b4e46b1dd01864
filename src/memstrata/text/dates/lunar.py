"""The Chinese lunar calendar, 1989–2061, as a table.

Source: the Gregorian–lunar conversion tables of the Hong Kong Observatory, generated with the library borax 4.1 and
compared with lunardate 0.2 (they differ in one new moon, 2057-09-29, which falls within seconds of midnight).
"""

from __future__ import annotations

from datetime import date, timedelta

FIRST_YEAR = 1989

# One entry a lunar year: MMDD of new year's day, leap month (hex, 0 = none), month lengths (hex; bit i set = 30 days).
_TABLE = (
    "020600ea9 012751e92 021500e92 020400d26 012330a56 021000a57 0131814d6 02190035a "
    "0207006d5 0128516c9 021600749 020500693 01244152b 02120052b 020100a5b 01222155a "
    "02090056a 012971b55 021800ba4 020700b49 012651a93 021400a95 02030052d 012340aad "
    "021000ab5 0131915aa 0219005d2 020800da5 012861d4a 021600d4a 020500c95 01254152e "
    "021200556 020100ab5 0122215b2 0210006d2 012960ea5 021700725 02060064b 012650c97 "
    "021300cab 02030055a 012330ad6 021100b69 0131b1752 021900b52 020800b25 012861a4b "
    "021500a4b 0204004ab 01245055b 0212005ad 020100b6a 012221b52 021000d92 013071d25 "
    "021700d25 020600a55 0126514ad 0214004b6 0202005b5 012330daa 021100ec9 020181e92 "
    "021900e92 020800d26 012860a56 021500a57 0204004d6 0124406d5 021200755 020200749 "
    "012130e93"
).split()

LAST_YEAR = FIRST_YEAR + len(_TABLE) - 1


def new_year(year: int) -> date:
    """春节, the first day of the lunar year that begins in `year`. Raises ValueError outside the table."""
    entry = _entry(year)
    return date(year, int(entry[:2]), int(entry[2:4]))


def to_date(year: int, month: int, day: int) -> date:
    """The date of a lunar day (its month's first occurrence where a leap month repeats it).

    `year` is the lunar year, so month 12 mostly falls in the next calendar year. Day 30 of a short month is its day 29.
    Raises ValueError outside the table or for a month or day that cannot be.
    """
    if not (1 <= month <= 12 and 1 <= day <= 30):
        raise ValueError(f"no lunar month {month} day {day}")
    entry = _entry(year)
    leap, bits = int(entry[4], 16), int(entry[5:], 16)
    index = month - 1 + (1 if 0 < leap < month else 0)
    before = sum(29 + (bits >> position & 1) for position in range(index))
    length = 29 + (bits >> index & 1)
    return new_year(year) + timedelta(days=before + min(day, length) - 1)


def _entry(year: int) -> str:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(f"lunar year {year} is outside {FIRST_YEAR}-{LAST_YEAR}")
    return _TABLE[year - FIRST_YEAR]
