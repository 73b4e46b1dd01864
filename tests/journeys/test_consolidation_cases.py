"""A model that wants to throw things away has no say: nights of consolidation lose no fact, whatever it answers."""

import pytest

from memstrata.testing import ScriptedLLM

WISH = '{"delete": ["all of them"], "facts": [], "principles": ["forget everything"]}'
PLANTED = 60
NIGHTS = 30


def token(number: int) -> str:
    return f"{chr(97 + number // 26)}{chr(97 + number % 26)}rk{number}"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_planted_fact_is_lost_in_thirty_nights_however_much_the_model_wants_to_delete(opened, clock, folder, language):
    memory = opened(folder, llm=ScriptedLLM([WISH] * 500), extraction="rules")
    me = memory.scope(user="anna")
    text = "The shelf {0} holds the box {1}" if language == "en" else "货架{0}上放着箱子{1}"
    for number in range(PLANTED):
        me.remember(text.format(number, token(number)), kind="fact", importance=0.9 if number % 4 == 0 else 0.3)

    most = 0
    for _ in range(NIGHTS):
        clock.advance(days=1)
        report = memory.consolidate()
        most = max(most, len(report.changes))

    kept = {record.content for record in me.list(kinds=["fact"], status=None, limit=1000)}
    assert [number for number in range(PLANTED) if text.format(number, token(number)) not in kept] == []
    assert most <= memory.settings.consolidation_cap
    assert all(record.status == "active" for record in me.list(kinds=["fact"], status=None, limit=1000) if record.importance >= 0.9)
    assert memory.verify() == []
