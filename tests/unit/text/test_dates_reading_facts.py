"""How facts are dated: to the day, and to the minute only for the moment of speaking."""

from datetime import datetime, timedelta, timezone

import pytest

from memstrata.text import dates

AT = datetime(2025, 9, 15, 12, 45, tzinfo=timezone(timedelta(hours=8)))


@pytest.mark.parametrize(
    ("text", "event", "precision"),
    [
        ("明天下午三点去牙医", "2025-09-16", "day"),
        ("tonight at seven we eat out", "2025-09-15", "day"),
        ("I just fed the cat", "2025-09-15T12:45+08:00", "minute"),
        ("刚刚喂了猫", "2025-09-15T12:45+08:00", "minute"),
        ("in March 2024 I moved", "2024-03", "month"),
    ],
)
def test_a_fact_is_dated_to_the_day_and_the_present_to_the_minute(text, event, precision):
    found = dates.dated(text, AT)

    assert found is not None
    assert (found.event_from, found.precision) == (event, precision)


def test_text_without_a_time_has_no_date():
    assert dates.dated("I like tea", AT) is None
