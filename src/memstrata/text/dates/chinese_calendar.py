"""Chinese expressions that name a place in the calendar: years, months, dates, quarters, seasons, holidays, lunar days."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from memstrata.text.dates import chinese, english_calendar, english_days, english_seasons, holidays, lunar, numerals, spans, tense
from memstrata.text.dates.chinese import NUMBER_STARTS, PART
from memstrata.text.dates.rule import Context, Rule
from memstrata.text.dates.spans import Span

_YEARS = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "上一年": -1,
    "今年": 0,
    "本年": 0,
    "明年": 1,
    "来年": 1,
    "下一年": 1,
    "后年": 2,
    "大后年": 3,
}
_MONTH_STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_MONTH_NUMBER = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_DAY_NUMBER = r"(?:3[01]|[12][0-9]|0?[1-9]|[二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])"
_NOT_A_DAY = r"(?![0-9个天名点月年周次人位元块分岁时几多来余:.%])"
_MONTH_DAY = (
    rf"(?P<month>{_MONTH_NUMBER})月(?:份(?!额))?(?:的?(?:(?P<day>{_DAY_NUMBER})(?:[日号]|(?<![月的][一二三四五六七八九]){_NOT_A_DAY}"
    rf"|(?=[^\u4e00-\u9fff0-9:.%]|$))|(?P<third>上旬|中旬|下旬|初(?!一)|中(?=[^\u4e00-\u9fff]|$|旬)|底|末)))?"
)
_HOLIDAYS = "|".join(sorted(holidays.CHINESE, key=len, reverse=True))
_HOLIDAY = rf"(?P<holiday>{_HOLIDAYS})(?P<break>期间|假期|长假|放假|黄金周|小长假)?(?:那天|当天)?(?![路街道])"
_LUNAR = (
    rf"(?:(?:农历|阴历|旧历)(?:的)?(?P<lunar_month>正|冬|腊|{_MONTH_NUMBER})月|(?P<old_month>正|腊)月"
    rf"|大(?P<new_year>年)(?=初))(?P<lunar_day>初[一二三四五六七八九十]|{_DAY_NUMBER})[日号]?"
)
_TAIL = (
    rf"(?:{_MONTH_DAY}|(?P<season>[春夏秋冬])(?:天|季(?!度)|(?![节至装运眠瓜天季联耕日泳]))|(?P<school>暑假|寒假)"
    rf"|(?P<half>[上下])半年|第?(?P<quarter>[一二三四1-4])季度|[qQ](?P<q>[1-4])|(?P<same_day>今[天日]|这一天)"
    rf"|{_HOLIDAY}|{_LUNAR}|年?(?P<edge>底|初|末|中(?=[^\u4e00-\u9fff]|$)))"
)


def _tail(match: re.Match[str], year: int, context: Context) -> Span:
    """What follows a year that was said, or the year itself."""
    if match["month"]:
        return _in_month(match, year, context)
    if match["holiday"]:
        return _holiday_span(match["holiday"], match["break"], year)
    if match["lunar_day"]:
        return _lunar_span(match, year)
    if match["same_day"]:
        return spans.day(spans.add_months(context.today, 12 * (year - context.today.year)))
    if match["edge"]:
        return _year_edge(year, match["edge"], match, context)
    return _part_of_year(match, year)


def _part_of_year(match: re.Match[str], year: int) -> Span:
    if match["season"]:
        return spans.season(year, _SEASONS[match["season"]])
    if match["school"]:
        return replace(spans.months(year, 7 if match["school"] == "暑假" else 1, 2), uncertain=True)
    if match["half"]:
        return spans.months(year, 1 if match["half"] == "上" else 7, 6)
    if match["quarter"] or match["q"]:
        return spans.quarter(year, numerals.chinese(match["quarter"] or match["q"]))
    return spans.year(year)


def _in_month(match: re.Match[str], year: int, context: Context) -> Span:
    month = numerals.chinese(match["month"])
    if match["day"]:
        return spans.day(date(year, month, numerals.chinese(match["day"])))
    return _third(year, month, match["third"])


def _third(year: int, month: int, third: str | None) -> Span:
    if third is None:
        return spans.month(year, month)
    if third in ("底", "末"):
        return spans.day(spans.month_end(year, month))
    return spans.third_of_month(year, month, {"上旬": 0, "初": 0, "中旬": 1, "中": 1, "下旬": 2}[third])


def _is_due(match: re.Match[str], context: Context) -> bool:
    return bool(re.match(r"(?:之前|以前|前)", context.after(match)) or re.search(r"(?:最迟|最晚|截止|不晚于|截至)$", context.before(match)))


def _year_edge(year: int, edge: str, match: re.Match[str], context: Context) -> Span:
    if edge in "底末" and _is_due(match, context):
        return spans.day(date(year, 12, 31))
    return english_seasons.part_of_year(year, {"底": "end", "末": "end", "初": "begin", "中": "middle"}[edge])


def _holiday_span(name: str, holiday_break: str | None, year: int) -> Span:
    value = holidays.CHINESE[name](year)
    reach = holidays.BREAKS.get(name.removesuffix("节"), (0, 2))
    if holiday_break:
        return spans.days(value - timedelta(days=reach[0]), value + timedelta(days=reach[1]))
    return spans.day(value)


def _lunar_span(match: re.Match[str], year: int) -> Span:
    name = match["lunar_month"] or match["old_month"] or "正"
    month = {"正": 1, "冬": 11, "腊": 12}.get(name) or numerals.chinese(name)
    day = numerals.chinese(match["lunar_day"])
    return spans.day(lunar.to_date(year - (1 if name == "腊" else 0), month, day))


def _said_year(match: re.Match[str], context: Context) -> Span | None:
    name = match["year"]
    if name in _YEARS:
        return replace(_tail(match, context.today.year + _YEARS[name], context), part=chinese.part_of_day(match["part"]))
    number = numerals.chinese(name[:-1])
    if number < 100:
        number += 2000 if number < 50 else 1900
    if not 1900 <= number < 2100:
        return None
    return replace(_tail(match, number, context), part=chinese.part_of_day(match["part"]))


def _short_season(match: re.Match[str], context: Context) -> Span:
    return spans.season(context.today.year + {"今": 0, "去": -1, "明": 1}[match[0][0]], _SEASONS[match[0][1]])


def _settle(of_year: Callable[[int], Span], match: re.Match[str], context: Context) -> Span:
    if _is_due(match, context) and context.tense(match) != "past":
        ahead = [of_year(context.today.year + step) for step in (0, 1)]
        return replace(next((span for span in ahead if span.last >= context.today), ahead[-1]), loose="year")
    when = context.tense(match)
    if not when and re.match(r"(?:开始|起|以来|至今)", context.after(match)):
        when = "past"
    return english_calendar.settle(of_year, None, match, context, when)


def _month_day(match: re.Match[str], context: Context) -> Span | None:
    month, day = numerals.chinese(match["month"]), match["day"]
    if not 1 <= month <= 12 or (day and not 1 <= numerals.chinese(day) <= 31):
        return None
    return replace(_settle(lambda year: _in_month(match, year, context), match, context), part=chinese.part_of_day(match["part"]))


def _nth_in_month(match: re.Match[str], context: Context) -> Span | None:
    """5月第一周, 五月的第二个周末, 十一月第四个星期四."""
    number = numerals.chinese(match["month"])
    nth = -1 if match["last"] else numerals.chinese(match["nth"])
    day = match["weekday"]
    unit = (
        "week"
        if day is None
        else "weekend"
        if day == "末"
        else list(english_days.WEEKDAYS)["一二三四五六日".index(day.replace("天", "日"))]
    )
    year = numerals.chinese(match["year"]) if match["year"] else None
    if year is not None:
        return english_calendar.nth_in_month(year, number, unit, nth)
    return _settle(lambda candidate: english_calendar.nth_in_month(candidate, number, unit, nth), match, context)


def _month_range(match: re.Match[str], context: Context) -> Span | None:
    """3到5月, 3-5月; also 三、四月."""
    first, last = numerals.chinese(match["first"]), numerals.chinese(match["last"])
    year = numerals.chinese(match["year"]) if match["year"] else None
    if last <= first:
        return None
    if year is not None:
        return spans.months(year, first, last - first + 1)
    return _settle(lambda candidate: spans.months(candidate, first, last - first + 1), match, context)


def _relative_month(match: re.Match[str], context: Context) -> Span:
    there = spans.add_months(context.today.replace(day=1), _MONTH_STEPS[match["rel"]])
    if match["day"]:
        return replace(spans.day(there.replace(day=numerals.chinese(match["day"]))), part=chinese.part_of_day(match["part"]))
    return _third(there.year, there.month, match["third"])


def _edge(match: re.Match[str], context: Context) -> Span:
    unit, edge, today = match["unit"], match["edge"], context.today
    if unit == "月":
        return _third(today.year, today.month, edge)
    span = _year_edge(today.year, edge, match, context)
    when = context.tense(match)
    if edge in "底末" and when == "past" and today.month < 12:
        return _year_edge(today.year - 1, edge, match, context)
    return span


def _holiday(match: re.Match[str], context: Context) -> Span:
    span = _settle(lambda year: _holiday_span(match["holiday"], match["break"], year), match, context)
    return replace(span, part=chinese.part_of_day(match["part"]))


def _lunar(match: re.Match[str], context: Context) -> Span:
    return replace(_settle(lambda year: _lunar_span(match, year), match, context), part=chinese.part_of_day(match["part"]))


def _day_of_month(match: re.Match[str], context: Context) -> Span | None:
    number = numerals.chinese(match["day"])
    when = context.tense(match)
    if _is_due(match, context) and when != "past":
        when = "future"
    firsts = [spans.add_months(context.today.replace(day=1), step) for step in (-1, 0, 1)]
    options = [spans.day(first.replace(day=number)) for first in firsts if number <= spans.month_end(first.year, first.month).day]
    if not options:
        return None
    span = tense.choose(options, context.today, when)
    return replace(span, part=chinese.part_of_day(match["part"]), uncertain=when in ("", "both"))


def _half(match: re.Match[str], context: Context) -> Span:
    return spans.months(context.today.year, 1 if match["half"] == "上" else 7, 6)


def _quarter(match: re.Match[str], context: Context) -> Span:
    return _settle(lambda year: spans.quarter(year, numerals.chinese(match["quarter"])), match, context)


def _decade(match: re.Match[str], context: Context) -> Span:
    number = numerals.chinese(match["decade"])
    first = number if number >= 1900 else (1900 if number >= 30 else 2000) + number
    return spans.years(first, first + 9)


_YEAR_WORDS = "|".join(sorted(_YEARS, key=len, reverse=True))
_PART = rf"(?:的?(?P<part>{PART}))?"
RULES: tuple[Rule, ...] = (
    chinese.rule(
        "大前去上今本明来下后" + NUMBER_STARTS,
        rf"(?<![0-9.零〇一二三四五六七八九十])(?P<year>(?:{_YEAR_WORDS})(?![轻龄代级纪华迈薪份检会货糕])|(?:[0-9]{{4}}"
        rf"|[0-9]{{2}}(?=年的?(?:{_MONTH_NUMBER}月|[底初末春夏秋冬]|[上下]半年|国庆|春节|暑假|出?生|毕业|入学|入职|入伍|结婚))|[一二][零〇○九八]?[零〇○一二三四五六七八九]{{2,3}})年(?![级龄代])度?)(?:的"
        rf"|,|,)?{_TAIL}?{_PART}",
        _said_year,
    ),
    chinese.rule("今去明", r"(?:今|去|明)[春夏秋冬](?![天季])", _short_season),
    chinese.rule(
        NUMBER_STARTS,
        rf"(?<![0-9.零〇一二三四五六七八九十第/])(?![五]月天|十月怀|三月不知){_MONTH_DAY}(?![薪饼亮光球相经嫂{NUMBER_STARTS}]){_PART}",
        _month_day,
    ),
    chinese.rule(
        NUMBER_STARTS,
        rf"(?<![0-9.])(?:(?P<year>[0-9]{{4}})年)?(?P<first>{_MONTH_NUMBER})月?(?:到|至|[-–—~、])(?P<last>{_MONTH_NUMBER})月(?:份"
        rf"|之?间)?(?!{_DAY_NUMBER}[日号]|[0-9底初中上下末])",
        _month_range,
    ),
    chinese.rule(
        NUMBER_STARTS,
        rf"(?<![0-9.])(?:(?P<year>[0-9]{{4}})年)?(?P<month>{_MONTH_NUMBER})月份?的?(?:第(?P<nth>[一二三四1-4])|(?P<last>最后一))个?"
        r"(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天末])?",
        _nth_in_month,
    ),
    chinese.rule(
        "上这本下",
        rf"(?P<rel>上上|下下|[上这本下])(?:一个|[个一])?月(?![薪饼亮光球])(?:份)?(?:的?(?:(?P<day>{_DAY_NUMBER})[日号]|(?P<third>上旬"
        rf"|中旬|下旬|初|底|末|中(?=[^\u4e00-\u9fff]|$))))?{_PART}",
        _relative_month,
    ),
    chinese.rule("月年岁", r"(?<![0-9一二三四五六七八九十])(?:这|本)?(?P<unit>月|年|岁)(?P<edge>底|初|末|中(?=[^\u4e00-\u9fff]|$))", _edge),
    chinese.rule("".join({name[0] for name in holidays.CHINESE}), rf"{_HOLIDAY}{_PART}", _holiday),
    chinese.rule("农阴旧正腊大", rf"{_LUNAR}{_PART}", _lunar),
    chinese.rule(
        NUMBER_STARTS,
        rf"(?<![0-9.零〇一二三四五六七八九十第月百千/])(?P<day>{_DAY_NUMBER})(?:号|日(?=[^\u4e00-\u9fff]|$"
        rf"|[前之开到去早上下晚是]))(?![称码线楼召]){_PART}",
        _day_of_month,
    ),
    chinese.rule("上下", r"(?P<half>[上下])半年", _half),
    chinese.rule("第" + NUMBER_STARTS, r"第?(?P<quarter>[一二三四1-4])季度", _quarter),
    chinese.rule("上" + NUMBER_STARTS, r"(?:上世纪|20世纪|二十世纪)?(?P<decade>(?:19|20)?[0-9]0|[二三四五六七八九]十)年代", _decade),
)
