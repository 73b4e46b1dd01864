"""What holds for time expressions whatever the language: offsets, offsets of the zone, ranges, questions, odd input."""

import re
import time
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memstrata.text import dates
from memstrata.text.dates import holidays, lunar

SHANGHAI = timezone(timedelta(hours=8))
AT = datetime(2025, 6, 12, 10, 20, tzinfo=SHANGHAI)
FRAGMENTS = (
    "明天", "上午九点", "3月8号", "去年", "国庆", "周五", "之前", "每", "到", "半", "个月", "前", "农历八月十五", "2024年", "二月三十一日",
    "《", "》", " ", "tomorrow", "at 9", "9:30am", "May 7", "last", "week", "every", "Friday", "2024-02-30", "by ", "to", "-",
    "99999 years ago", "in 9999 years", "一万年前", "9999年", "\x00", "\ud800", "😀", "Ⅷ", "٣", "3/14", "31 June", "end of", "the month",
    "just took", "now", "İ", "\n", ",", "。", "前一天", "two days before", "大年初一", "Easter", "除夕", "Feb 29",
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join),
    st.lists(st.sampled_from(FRAGMENTS)).map(" ".join),
)
OFFSETS = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
MOMENTS = st.datetimes(timezones=OFFSETS)
RECENT = st.integers(0, 25_000).map(lambda days: datetime(1990, 1, 1, 9, 41, tzinfo=SHANGHAI) + timedelta(days=days))
ISO = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}[+-]\d{2}:\d{2})?)?)?")


@given(TEXTS, MOMENTS)
@settings(max_examples=400, deadline=None)
def test_any_text_at_any_time_is_read_without_an_error(text: str, at: datetime) -> None:
    found = dates.expressions(text, at)

    previous_end = 0
    for expression in found:
        assert previous_end <= expression.start < expression.end <= len(text)
        previous_end = expression.end
    assert found == dates.expressions(text, at)
    assert (dates.resolve(text, at) is None) == (found == [])


@given(TEXTS, RECENT)
@settings(max_examples=400, deadline=None)
def test_every_date_is_iso_text_and_covers_instants_in_order(text: str, at: datetime) -> None:
    for expression in dates.expressions(text, at):
        bounds = [bound for bound in (expression.event_from, expression.event_to) if bound is not None]
        assert all(ISO.fullmatch(bound) for bound in bounds)
        assert (bounds == []) == (expression.precision == "recurring")
        if bounds:
            since, until = dates.as_range(expression, SHANGHAI)
            assert since < until


@given(TEXTS, MOMENTS)
@settings(max_examples=300, deadline=None)
def test_a_question_gives_a_range_in_order(text: str, at: datetime) -> None:
    since, until = dates.question_range(text, at)

    assert since is None or until is None or since < until


@pytest.mark.parametrize(
    ("said_at", "text", "day"),
    [
        ("2025-06-12T23:30+08:00", "明天搬家", "2025-06-13"),
        ("2025-06-13T00:30+08:00", "明天搬家", "2025-06-14"),
        ("2025-06-12T23:30-07:00", "see you tomorrow", "2025-06-13"),
        ("2025-06-13T00:30+14:00", "it broke yesterday", "2025-06-12"),
        ("2024-03-01T00:10+08:00", "昨天到的", "2024-02-29"),
        ("2025-03-01T00:10+08:00", "the day before yesterday", "2025-02-27"),
        ("2025-01-01T00:10+00:00", "上周日", "2024-12-29"),
    ],
)
def test_the_local_day_follows_the_offset_of_the_message(said_at: str, text: str, day: str) -> None:
    expression = dates.resolve(text, datetime.fromisoformat(said_at))

    assert expression is not None
    assert expression.event_from == day


@pytest.mark.parametrize(
    ("said_at", "text", "told"),
    [
        ("2025-01-31T09:00+08:00", "next month", "2025-02"),
        ("2025-03-31T09:00+08:00", "上个月", "2025-02"),
        ("2024-12-31T09:00+08:00", "下个月", "2025-01"),
        ("2025-01-01T09:00+08:00", "last month", "2024-12"),
        ("2025-05-31T09:00+08:00", "三个月前", "2025-02"),
        ("2024-02-29T09:00+08:00", "a year ago", "2023"),
    ],
)
def test_months_of_unequal_length_never_spill_over(said_at: str, text: str, told: str) -> None:
    expression = dates.resolve(text, datetime.fromisoformat(said_at))

    assert expression is not None
    assert expression.event_from == told


@pytest.mark.parametrize("text", ["I just fed the cat", "刚刚喂了猫", "right now it rains"])
def test_just_now_is_the_minute_of_the_message_in_its_own_offset(text: str) -> None:
    expression = dates.resolve(text, datetime(2025, 6, 12, 23, 58, 41, tzinfo=timezone(timedelta(hours=-3))))

    assert expression is not None
    assert (expression.precision, expression.event_from) == ("minute", "2025-06-12T23:58-03:00")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\u660e\u5929\uff11\uff14\uff1a\uff13\uff10\u5f00\u4f1a", "2025-06-13T14:30+08:00"),
        ("\u660e\u5929\uff0c\u4e0b\u5348\uff13\u70b9", "2025-06-13T15:00+08:00"),
        ("I\u2019ve moved on Valentine\u2019s Day 2024", "2024-02-14"),
        ("\uff12\uff10\uff12\uff14\u5e74\uff13\u6708", "2024-03"),
        ("tomorrow\u00a0at\u00a09am", "2025-06-13T09:00+08:00"),
    ],
)
def test_full_width_and_curly_characters_are_read_like_plain_ones(text: str, told: str) -> None:
    expression = dates.resolve(text, AT)

    assert expression is not None
    assert (expression.event_from, expression.end <= len(text)) == (told, True)


def test_a_naive_message_time_is_refused() -> None:
    with pytest.raises(ValueError, match="aware"):
        dates.expressions("tomorrow", datetime(2025, 6, 12))  # noqa: DTZ001 - the refusal is the promise


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("in May 2024", "2024-05-01T00:00+08:00", "2024-06-01T00:00+08:00"),
        ("昨天", "2025-06-11T00:00+08:00", "2025-06-12T00:00+08:00"),
        ("last week", "2025-06-02T00:00+08:00", "2025-06-09T00:00+08:00"),
        ("去年", "2024-01-01T00:00+08:00", "2025-01-01T00:00+08:00"),
        ("去年冬天", "2024-12-01T00:00+08:00", "2025-03-01T00:00+08:00"),
        ("by Friday", "2025-06-13T00:00+08:00", "2025-06-14T00:00+08:00"),
        ("tomorrow at 9am", "2025-06-13T09:00+08:00", "2025-06-13T09:01+08:00"),
    ],
)
def test_an_expression_covers_half_open_instants(text: str, since: str, until: str) -> None:
    expression = dates.resolve(text, AT)

    assert expression is not None
    assert dates.as_range(expression, SHANGHAI) == (datetime.fromisoformat(since), datetime.fromisoformat(until))


def test_a_habit_covers_no_range() -> None:
    expression = dates.resolve("每周五打球", AT)

    assert expression is not None
    with pytest.raises(ValueError, match="recurring"):
        dates.as_range(expression, UTC)


@pytest.mark.parametrize(
    ("text", "to_the_day", "precision"),
    [("明天下午三点", "2025-06-13", "day"), ("tomorrow from 2pm to 4pm", "2025-06-13", "day"), ("last year", "2024", "year")],
)
def test_clock_times_can_be_cut_off(text: str, to_the_day: str, precision: str) -> None:
    expression = dates.resolve(text, AT)

    assert expression is not None
    cut = dates.to_day(expression)
    assert (cut.precision, cut.event_from, cut.event_to) == (precision, to_the_day, None)


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("What did I buy in May 2023?", "2023-05-01", "2023-06-01"),
        ("Where was I last week?", "2025-06-02", "2025-06-09"),
        ("Who visited in August?", "2024-08-01", "2024-09-01"),
        ("What will I do on Tuesday?", "2025-06-17", "2025-06-18"),
        ("What did I do on Tuesday?", "2025-06-10", "2025-06-11"),
        ("What happened before March?", None, "2025-03-01"),
        ("What changed after May 7, 2024?", "2024-05-08", None),
        ("Which books have I read since 2022?", "2022-01-01", None),
        ("What had I finished by April?", None, "2025-05-01"),
        ("between March and May, where did I travel?", "2025-03-01", "2025-06-01"),
        ("去年夏天我去了哪里?", "2024-06-01", "2024-09-01"),
        ("3月到5月我在忙什么?", "2025-03-01", "2025-06-01"),
        ("3月之前我住哪?", None, "2025-03-01"),
        ("去年国庆之后我换了什么工作?", "2024-10-02", None),
        ("2022年以来我搬过几次家?", "2022-01-01", None),
        ("上週三吃了什麼?", "2025-06-04", "2025-06-05"),
        ("八月份我见过谁?", "2024-08-01", "2024-09-01"),
        ("两周前我说了什么?", "2025-05-26", "2025-06-02"),
        ("What do I eat every Sunday?", None, None),
        ("How many days are left before Friday?", None, None),
        ("What is my favourite song?", None, None),
        ("我现在住哪?", None, None),
        ("", None, None),
    ],
)
def test_a_question_asks_about_a_stretch_of_local_days(question: str, since: str | None, until: str | None) -> None:
    expected = tuple(datetime.fromisoformat(bound).replace(tzinfo=SHANGHAI) if bound else None for bound in (since, until))

    assert dates.question_range(question, AT) == expected


@pytest.mark.parametrize(
    ("year", "month", "day", "expected"),
    [
        (2000, 1, 1, date(2000, 2, 5)),
        (2023, 8, 15, date(2023, 9, 29)),
        (2025, 5, 5, date(2025, 5, 31)),
        (2020, 5, 5, date(2020, 6, 25)),
        (2033, 12, 30, date(2034, 2, 18)),
    ],
)
def test_lunar_days_fall_on_their_dates_leap_months_included(year: int, month: int, day: int, expected: date) -> None:
    assert lunar.to_date(year, month, day) == expected


@given(st.integers(lunar.FIRST_YEAR, lunar.LAST_YEAR - 1))
def test_lunar_years_follow_each_other_without_a_gap(year: int) -> None:
    length = (lunar.new_year(year + 1) - lunar.new_year(year)).days

    assert 353 <= length <= 385
    assert 29 <= (lunar.new_year(year + 1) - lunar.to_date(year, 12, 1)).days <= 30


def test_movable_feasts_fall_on_their_days() -> None:
    assert [holidays.easter(year) for year in (1999, 2024, 2025)] == [date(1999, 4, 4), date(2024, 3, 31), date(2025, 4, 20)]
    assert [holidays.qingming(year) for year in (1998, 2024, 2025)] == [date(1998, 4, 5), date(2024, 4, 4), date(2025, 4, 4)]
    assert holidays.thanksgiving(2025) == date(2025, 11, 27)


@pytest.mark.parametrize(
    "unit", ["We went out and may march on. ", "我们昨天去了公园,明天上午九点开会。", "1 ", "上", "a ", "3.", "every ", "tomorrow at 9 "]
)
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def seconds(length: int) -> float:
        text = (unit * length)[:length]
        begin = time.process_time()
        dates.expressions(text, AT)
        return time.process_time() - begin

    short = min(seconds(5_000) for _ in range(3))

    assert min(seconds(40_000) for _ in range(2)) < 8 * short * 4
