"""English time expressions, said on Thursday 12 June 2025 at 10:20 in Shanghai unless a case says otherwise."""

from datetime import datetime

import pytest

from memstrata.text import dates

AT = datetime.fromisoformat("2025-06-12T10:20+08:00")

DAYS = [
    ("the parcel came yesterday", "2025-06-11"),
    ("lunch with Ravi today", "2025-06-12"),
    ("Pick up the keys tomorrow.", "2025-06-13"),
    ("we watched it the night before last", "2025-06-10"),
    ("She flew home the day before yesterday", "2025-06-10"),
    ("they leave the day after tomorrow", "2025-06-14"),
    ("I slept badly last night", "2025-06-11"),
    ("I had a scan this morning", "2025-06-12"),
    ("concert tonight", "2025-06-12"),
    ("tomorrow evening we cook", "2025-06-13"),
    ("yesterday afternoon was hot", "2025-06-11"),
    ("I quit three days ago", "2025-06-09"),
    ("moved in 12 days ago", "2025-05-31"),
    ("a week ago I sprained my wrist", "2025-06-05"),
    ("we met two weeks ago", "2025-05-29"),
    ("the lease ends in 10 days", "2025-06-22"),
    ("I'll be back in two weeks", "2025-06-26"),
    ("a fortnight ago", "2025-05-29"),
    ("twenty-one days ago", "2025-05-22"),
    ("they arrive five days from now", "2025-06-17"),
]
WEEKDAYS = [
    ("three Fridays ago", "2025-05-23"),
    ("two weeks ago on Saturday", "2025-05-31"),
    ("the call was moved to Monday", "2025-06-16"),
    ("I scheduled the vet for Friday", "2025-06-13"),
    ("last Monday", "2025-06-09"),
    ("last Thursday", "2025-06-05"),
    ("last Saturday night", "2025-06-07"),
    ("this Friday", "2025-06-13"),
    ("this coming Sunday", "2025-06-15"),
    ("this past Tuesday", "2025-06-10"),
    ("I saw the doctor on Tuesday", "2025-06-10"),
    ("I will see the doctor on Tuesday", "2025-06-17"),
    ("Friday last week", "2025-06-06"),
    ("Tuesday next week", "2025-06-17"),
    ("Saturday of this week", "2025-06-14"),
]
DATES = [
    ("I moved on May 7", "2025-05-07"),
    ("She was born on 7 May 1991", "1991-05-07"),
    ("the wedding is on the 3rd of August", "2025-08-03"),
    ("It happened on March 4th, 2019", "2019-03-04"),
    ("we signed Jan. 9, 2024", "2024-01-09"),
    ("the twenty-first of July", "2025-07-21"),
    ("We met on December 20", "2024-12-20"),
    ("We will meet on February 2", "2026-02-02"),
    ("Friday, June 20", "2025-06-20"),
    ("deployed 2024-11-03", "2024-11-03"),
    ("on 2024/11/3 we shipped", "2024-11-03"),
    ("the exam was on 5/23", "2025-05-23"),
    ("on 3/14/2024", "2024-03-14"),
    ("the 15th of next month", "2025-07-15"),
    ("Feb 29, 2024", "2024-02-29"),
    ("3 Sept 2022", "2022-09-03"),
]
MONTHS = [
    ("two and a half years ago", "2022-12"),
    ("last month", "2025-05"),
    ("next month I start", "2025-07"),
    ("this month", "2025-06"),
    ("in March 2024", "2024-03"),
    ("I visited in April", "2025-04"),
    ("I went to Rome last August", "2024-08"),
    ("we plan a trip next February", "2026-02"),
    ("four months ago", "2025-02"),
    ("in six months", "2025-12"),
    ("half a year ago", "2024-12"),
    ("January of last year", "2024-01"),
    ("May 2023", "2023-05"),
    ("the month before last", "2025-04"),
    ("she left in May", "2025-05"),
    ("logs of 2024-11", "2024-11"),
]
YEARS = [
    ("last year", "2024"),
    ("next year", "2026"),
    ("I graduated in 2016", "2016"),
    ("since 2019 I live here", "2019"),
    ("three years ago", "2022"),
    ("a decade ago", "2015"),
    ("the year before last", "2023"),
]
HOLIDAYS = [
    ("two days before Christmas 2024", "2024-12-23"),
    ("the day after Thanksgiving last year", "2024-11-29"),
    ("a week from tomorrow", "2025-06-20"),
    ("the first Monday of May 2025", "2025-05-05"),
    ("we flew home for Christmas last year", "2024-12-25"),
    ("on Christmas Eve 2023", "2023-12-24"),
    ("last Thanksgiving", "2024-11-28"),
    ("New Year's Eve is at our place", "2025-12-31"),
    ("on Halloween we'll dress up", "2025-10-31"),
    ("Easter 2024", "2024-03-31"),
    ("Mother's Day 2025", "2025-05-11"),
    ("Chinese New Year 2026", "2026-02-17"),
    ("Mid-Autumn Festival 2024", "2024-09-17"),
    ("Black Friday 2023", "2023-11-24"),
    ("next Valentine's Day", "2026-02-14"),
]
RANGES = [
    ("we hiked over the weekend", "range", "2025-06-07", "2025-06-08"),
    ("last week", "week", "2025-06-02", "2025-06-08"),
    ("this week", "week", "2025-06-09", "2025-06-15"),
    ("next week", "week", "2025-06-16", "2025-06-22"),
    ("the week before last", "week", "2025-05-26", "2025-06-01"),
    ("last weekend", "range", "2025-06-07", "2025-06-08"),
    ("this weekend", "range", "2025-06-14", "2025-06-15"),
    ("last quarter", "range", "2025-01", "2025-03"),
    ("Q3 2024", "range", "2024-07", "2024-09"),
    ("the first quarter of 2025", "range", "2025-01", "2025-03"),
    ("the first half of 2024", "range", "2024-01", "2024-06"),
    ("in the summer of 2023", "range", "2023-06", "2023-08"),
    ("last summer", "range", "2024-06", "2024-08"),
    ("winter 2022", "range", "2022-12", "2023-02"),
    ("early March 2025", "range", "2025-03-01", "2025-03-10"),
    ("in mid-April", "range", "2025-04-11", "2025-04-20"),
    ("from May 3 to May 9 I was ill", "range", "2025-05-03", "2025-05-09"),
    ("May 7-10", "range", "2025-05-07", "2025-05-10"),
    ("between March and May 2023", "range", "2023-03", "2023-05"),
    ("from 2017 to 2020", "range", "2017", "2020"),
    ("over the past three days", "range", "2025-06-09", "2025-06-12"),
    ("in the last 2 months", "range", "2025-04-12", "2025-06-12"),
    ("in the 1990s", "range", "1990", "1999"),
    ("tomorrow from 2pm to 4pm", "range", "2025-06-13T14:00+08:00", "2025-06-13T16:00+08:00"),
    ("December 2024 to February 2025", "range", "2024-12", "2025-02"),
    ("from November to February 2025", "range", "2024-11", "2025-02"),
]
MINUTES = [
    ("I just took the tablets", "2025-06-12T10:20+08:00"),
    ("She's just left", "2025-06-12T10:20+08:00"),
    ("got home just now", "2025-06-12T10:20+08:00"),
    ("I am in the lab right now", "2025-06-12T10:20+08:00"),
    ("20 minutes ago", "2025-06-12T10:00+08:00"),
    ("in half an hour", "2025-06-12T10:50+08:00"),
    ("two hours ago", "2025-06-12T08:20+08:00"),
    ("tomorrow at 9", "2025-06-13T09:00+08:00"),
    ("tomorrow at 9:30am", "2025-06-13T09:30+08:00"),
    ("at 4 pm yesterday", "2025-06-11T16:00+08:00"),
    ("Friday, June 20 at 15:45", "2025-06-20T15:45+08:00"),
    ("tonight at half past seven", "2025-06-12T19:30+08:00"),
    ("noon tomorrow", "2025-06-13T12:00+08:00"),
    ("yesterday at 3", "2025-06-11T15:00+08:00"),
    ("this morning at seven", "2025-06-12T07:00+08:00"),
    ("last night at 11", "2025-06-11T23:00+08:00"),
    ("last night at 2", "2025-06-12T02:00+08:00"),
    ("2025-03-04T08:15:00Z", "2025-03-04T16:15+08:00"),
    ("on May 7 at 6 in the evening", "2025-05-07T18:00+08:00"),
]
DEADLINES = [
    ("by next week", "2025-06-22"),
    ("wrap it up by the weekend", "2025-06-15"),
    ("deadline: 30 June", "2025-06-30"),
    ("send it by Friday", "2025-06-13"),
    ("the tax form is due on July 1", "2025-07-01"),
    ("finish before tomorrow evening", "2025-06-13"),
    ("no later than 2025-08-15", "2025-08-15"),
    ("by the end of the month", "2025-06-30"),
    ("reply within 3 days", "2025-06-15"),
    ("by next month", "2025-07"),
    ("the visa is valid until March 2027", "2027-03"),
    ("submit by 5pm tomorrow", "2025-06-13T17:00+08:00"),
]
UNCERTAIN = [
    "the other day",
    "next Tuesday",
    "a few days ago",
    "a couple of weeks ago",
    "on Tuesday",
    "about two months ago",
    "several years ago",
]
HABITS = [
    "I swim every Tuesday", "every other Friday we play chess", "on Mondays I teach", "he runs daily", "every morning at six",
    "twice a week", "each year", "we meet weekly", "every 3 days", "Friday nights are for pizza", "every month on the 5th",
]  # fmt: skip
NOTHING = [
    "Yesterday is my favorite Beatles song", "we practised Yesterday on guitar", "the Beatles' Yesterday", "a 9 to 5 job",
    "at the end of the day it is fine", "rate it from 1 to 10", "on the 3rd floor", "room 2019",
    "May I borrow a pen?", "it may rain", "they march on", "wait a second", "the song Yesterday is sad", "a film called Next Friday",
    "we use Monday.com at work", "I watched Friday the 13th", "upgrade to 3.11", "she just wants tea", "I can help 24/7", "v2024.1 is out",
    "the USA Today article", "read \"Sunday Morning\" again", "see https://example.org/2024/05/03/post", "one of the best",
    "I have 3 cats", "a score of 3/4", "my sister April is nice", "I spring out of bed", "turn right at the second door",
    "10.0.0.12 is the address", "the Christmas tree", "now that you ask", "", "   ", "order 2024-88-99 arrived",
]  # fmt: skip


def one(text: str, at: datetime = AT) -> dates.TimeExpression:
    expression = dates.resolve(text, at)
    assert expression is not None, text
    return expression


@pytest.mark.parametrize(("text", "day"), DAYS + WEEKDAYS + DATES + HOLIDAYS)
def test_a_day_is_told_to_the_day(text: str, day: str) -> None:
    expression = one(text)

    assert (expression.precision, expression.event_from, expression.event_to) == ("day", day, None)


@pytest.mark.parametrize(("text", "month"), MONTHS)
def test_a_month_is_told_to_the_month(text: str, month: str) -> None:
    expression = one(text)

    assert (expression.precision, expression.event_from, expression.event_to) == ("month", month, None)


@pytest.mark.parametrize(("text", "year"), YEARS)
def test_a_year_is_told_to_the_year(text: str, year: str) -> None:
    expression = one(text)

    assert (expression.precision, expression.event_from, expression.event_to) == ("year", year, None)


@pytest.mark.parametrize(("text", "precision", "first", "last"), RANGES)
def test_a_stretch_has_both_ends(text: str, precision: str, first: str, last: str) -> None:
    expression = one(text)

    assert (expression.precision, expression.event_from, expression.event_to) == (precision, first, last)


@pytest.mark.parametrize(("text", "instant"), MINUTES)
def test_a_clock_time_is_told_to_the_minute(text: str, instant: str) -> None:
    expression = one(text)

    assert (expression.precision, expression.event_from, expression.event_to) == ("minute", instant, None)


@pytest.mark.parametrize(("text", "end"), DEADLINES)
def test_a_deadline_has_only_its_end(text: str, end: str) -> None:
    expression = one(text)

    assert (expression.event_from, expression.event_to) == (None, end)


@pytest.mark.parametrize("text", UNCERTAIN)
def test_words_that_people_read_differently_are_uncertain(text: str) -> None:
    assert one(text).uncertain


@pytest.mark.parametrize("text", [text for text, _ in DAYS + DATES + MONTHS + YEARS + MINUTES])
def test_plain_words_are_sure(text: str) -> None:
    assert not one(text).uncertain


@pytest.mark.parametrize("text", HABITS)
def test_a_habit_has_no_date(text: str) -> None:
    found = dates.expressions(text, AT)

    assert [(e.precision, e.event_from, e.event_to) for e in found] == [("recurring", None, None)]


@pytest.mark.parametrize("text", NOTHING)
def test_look_alikes_date_nothing(text: str) -> None:
    assert dates.expressions(text, AT) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We met on May 7, 2023 in Oslo", ["May 7, 2023"]),
        ("Yesterday I ran; tomorrow at 9 I rest", ["Yesterday", "tomorrow at 9"]),
        ("every Sunday at nine we bake", ["every Sunday at nine"]),
        ("from May 3 to May 9", ["May 3 to May 9"]),
    ],
)
def test_offsets_are_those_of_the_words(text: str, words: list[str]) -> None:
    assert [text[e.start : e.end] for e in dates.expressions(text, AT)] == words


def test_the_sure_date_of_a_sentence_wins_over_the_unsure_one() -> None:
    assert one("on Tuesday or so, but certainly in July").event_from == "2025-07"


def test_a_date_wins_over_just_now() -> None:
    assert one("I just signed it yesterday").event_from == "2025-06-11"


def test_a_date_wins_over_a_habit() -> None:
    assert one("I run every Sunday but yesterday I rested").event_from == "2025-06-11"
