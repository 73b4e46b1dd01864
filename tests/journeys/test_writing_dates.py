"""When a fact is true of: dated alike by every path of writing, in the message's own offset, and never from another clause."""

import json

import pytest

from memstrata.scoped import ScopedMemory
from memstrata.testing import FixedClock, ScriptedLLM
from tests.journeys.conftest import Open

AT = "2025-06-12T12:40:00+08:00"  # a Thursday

DATED = [
    ("Yesterday I sold my scooter", "2025-06-11", "day"),
    ("昨天把摩托车卖掉了", "2025-06-11", "day"),
    ("明天下午三点答辩", "2025-06-13", "day"),
    ("Ida moved to Riga in April", "2025-04", "month"),
    ("I just took my insulin", "2025-06-12T12:40+08:00", "minute"),
    ("刚刚打了疫苗", "2025-06-12T12:40+08:00", "minute"),
    ("一个月后续签", "2025-07", "month"),
    ("我住在明天广场附近", None, None),
    ("I swim every Monday", None, "recurring"),
    ("I call my aunt on Sundays", None, "recurring"),
]


@pytest.mark.parametrize(("text", "begins", "precision"), DATED)
def test_a_stated_fact_is_dated_to_the_day_or_to_the_moment_it_speaks_of(anna: ScopedMemory, text, begins, precision):
    (record,) = anna.remember(text, at=AT, kind="event").records

    assert (record.event_from, record.event_precision) == (begins, precision)


@pytest.mark.parametrize(("text", "begins", "precision"), [row for row in DATED if row[0] not in ("一个月后续签", "我住在明天广场附近")])
def test_the_rules_date_what_they_find_as_if_it_were_stated(anna: ScopedMemory, text, begins, precision):
    found = anna.remember(text, at=AT).records

    assert [(record.event_from, record.event_precision) for record in found] == [(begins, precision)]


@pytest.mark.parametrize(
    ("said", "proposed", "begins"),
    [
        ("The pond froze yesterday", "The pond froze", "2025-06-11"),
        ("Yesterday, the pond froze over", "The pond froze over", "2025-06-11"),
        ("昨天，池塘结冰了", "池塘结冰了", "2025-06-11"),
        ("The pond froze. The duck left yesterday", "The pond froze", None),
        ("The duck left yesterday and the pond is deep", "The pond is deep", None),
        ("I go to bed at 22:45 and I row on Sundays", "User rows on Sundays", None),
    ],
)
def test_a_models_fact_is_dated_by_the_words_that_speak_of_it(opened: Open, clock: FixedClock, said, proposed, begins):
    memory = opened(llm=ScriptedLLM([json.dumps({"facts": [proposed]}, ensure_ascii=False)]), embedder="none")

    found = memory.scope(user="anna").remember(said, at=AT).records

    assert [record.event_from for record in found if record.content == proposed] == [begins]
