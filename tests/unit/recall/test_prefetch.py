"""The head start of a recall."""

import pytest

from memstrata.core import errors
from memstrata.core.events import Event, Events
from memstrata.recall.prefetch import Prefetch


@pytest.fixture
def heard() -> list[Event]:
    return []


@pytest.fixture
def events(heard) -> Events:
    made = Events()
    made.listen(heard.append)
    return made


def test_wanting_embeds_nothing_until_the_worker_runs(events):
    embedded: list[str] = []
    prefetch = Prefetch(embedded.append, events)

    prefetch.want("我的鞋码")

    assert embedded == []
    assert prefetch.run() == 1
    assert embedded == ["我的鞋码"]
    assert prefetch.run() == 0


def test_hits_and_misses_are_counted_by_events(events, heard):
    prefetch = Prefetch(len, events)
    prefetch.want("ready")
    prefetch.run()

    assert prefetch.asked("ready")
    assert not prefetch.asked("never wanted")
    assert [dict(event.details) for event in heard] == [{"hit": True}, {"hit": False}]


def test_what_was_asked_before_its_turn_is_embedded_no_more(events):
    prefetch = Prefetch(len, events)
    prefetch.want("late")

    assert not prefetch.asked("late")
    assert prefetch.run() == 0


def test_the_newest_come_first_and_the_oldest_are_dropped(events):
    embedded: list[str] = []
    prefetch = Prefetch(embedded.append, events)
    for number in range(20):
        prefetch.want(f"m{number}")

    while prefetch.run():
        pass

    assert embedded == [f"m{number}" for number in range(19, 11, -1)]


def test_a_failing_embedder_loses_only_the_head_start(events, heard):
    def failing(text: str) -> None:
        raise errors.EmbedderError("down")

    prefetch = Prefetch(failing, events)
    prefetch.want("text")

    assert prefetch.run() == 1
    assert not prefetch.asked("text")
    assert [event.name for event in heard] == ["degraded", "prefetch"]
