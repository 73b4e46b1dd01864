"""Working memory: in the order it was said, whole across a restart, bounded, with a life that ends once."""

import pytest

from memstrata.core import errors
from memstrata.core.turns import SessionStatus


def talk(session, exchanges: int) -> None:
    for number in range(1, exchanges + 1):
        session.add("user", f"question {number}")
        session.add("assistant", f"answer {number}")


def texts(turns) -> list[str]:
    return [turn.text for turn in turns]


def test_turns_keep_the_order_of_writing_while_the_clock_stands_still(anna):
    session = anna.session("s")

    for number in range(120):
        session.add("user" if number % 2 else "assistant", f"line {number}")

    assert texts(session.turns()) == [f"line {number}" for number in range(120)]
    assert [turn.sequence for turn in session.turns()] == list(range(1, 121))


@pytest.mark.slow
def test_a_thousand_turns_of_one_instant_keep_their_order_over_a_restart(opened, folder):
    session = opened(folder).scope(user="anna").session("s")
    for number in range(1000):
        session.add("user", f"line {number}")

    again = opened(folder).scope(user="anna").session("s")

    assert texts(again.turns()) == [f"line {number}" for number in range(1000)]


def test_turns_keep_the_order_of_writing_when_the_clock_goes_back(anna, clock):
    session = anna.session("s")

    for number in range(6):
        session.add("user", f"line {number}")
        clock.advance(seconds=-60)

    assert texts(session.turns()) == [f"line {number}" for number in range(6)]


def test_a_turn_keeps_its_own_time_in_its_own_offset(anna):
    anna.session("s").add("user", "我在上海", at="2026-01-05T23:30:00+08:00")

    turn = anna.session("s").turns()[0]

    assert turn.at.isoformat() == "2026-01-05T23:30:00+08:00"


def test_a_session_goes_on_after_a_restart_where_it_was(opened, folder):
    first = opened(folder)
    session = first.scope(user="anna").session("s")
    session.add("system", "Answer in verse.")
    session.add("user", "我想学游泳", name="anna", metadata={"channel": "web"})
    session.state["step"] = 2
    before = (session.turns(), session.window(), session.state.all())
    first.close()

    again = opened(folder).scope(user="anna").session("s")

    assert (again.turns(), again.window(), again.state.all()) == before
    assert again.add("assistant", "那就下水吧").sequence == 3


def test_the_window_shows_the_newest_exchanges_whole(opened, place):
    session = opened(place, window_exchanges=3).scope(user="anna").session("s")
    talk(session, 7)

    window = session.window()

    assert texts(window) == [f"{who} {number}" for number in (5, 6, 7) for who in ("question", "answer")]
    assert window.dropped == 8


def test_the_window_shows_twenty_exchanges_unless_told_otherwise(anna):
    session = anna.session("s")
    talk(session, 23)

    assert texts(session.window())[0] == "question 4"


def test_the_window_counts_tokens_before_exchanges(opened, place):
    session = opened(place, window_tokens=100).scope(user="anna").session("s")
    for number in range(5):
        session.add("user", f"{number} " + "word " * 20)

    window = session.window()

    assert 0 < len(window) < 5
    assert window.tokens <= 100
    assert window[-1].text.startswith("4 ")


def test_the_first_system_message_and_the_scene_stay_in_the_window(opened, place):
    session = opened(place, window_exchanges=2).scope(user="anna").session("s")
    session.add("system", "You speak like a sailor.")
    session.add("user", "从现在开始，你是一家书店的店员。")
    session.add("assistant", "欢迎光临。")
    talk(session, 9)

    window = session.window()

    assert texts(window)[:2] == ["You speak like a sailor.", "从现在开始，你是一家书店的店员。"]
    assert texts(window)[-4:] == ["question 8", "answer 8", "question 9", "answer 9"]


def test_a_turn_that_is_marked_as_pinned_stays_in_the_window(opened, place):
    session = opened(place, window_exchanges=1).scope(user="anna").session("s")
    session.add("user", "The code word is lantern.", metadata={"pinned": True})
    talk(session, 4)

    assert "The code word is lantern." in texts(session.window())


def test_task_state_takes_values_lists_and_overwriting(anna):
    state = anna.session("s").state

    state["goal"] = "book a berth"
    state.append("tried", "pier 4")
    state.append("tried", {"pier": 5, "free": False})
    state["goal"] = "book two berths"
    state["draft"] = 1
    del state["draft"]

    assert state.all() == {"goal": "book two berths", "tried": ["pier 4", {"pier": 5, "free": False}]}
    assert "goal" in state
    assert len(state) == 2


def test_task_state_is_part_of_the_sessions_prompt(anna):
    session = anna.session("s")
    session.state["goal"] = "find a <cheap> berth"
    session.add("user", "how far are we with it?")

    assert "find a &lt;cheap&gt; berth" in session.context().text


def test_task_state_refuses_what_is_not_json_and_keeps_what_it_had(anna):
    state = anna.session("s").state
    state["ok"] = 1

    with pytest.raises(errors.InputError):
        state["bad"] = object()

    assert state.all() == {"ok": 1}


def test_a_session_without_a_turn_for_an_hour_is_idle_and_wakes_with_the_next(anna, clock):
    session = anna.session("s")
    session.add("user", "back in a minute")
    seen = []
    for seconds in (3599, 1):
        clock.advance(seconds=seconds)
        seen.append(session.status)

    session.add("user", "here I am")

    assert [*seen, session.status] == [SessionStatus.OPEN, SessionStatus.IDLE, SessionStatus.OPEN]
    assert texts(session.turns()) == ["back in a minute", "here I am"]


def test_closing_clears_working_memory_and_keeps_the_turns_as_memories(anna):
    session = anna.session("s")
    session.add("user", "the lighthouse keeper is called Ole")
    session.state["step"] = 1

    session.close()

    assert session.status is SessionStatus.CLOSED
    assert session.turns() == []
    assert session.state.all() == {}
    assert [hit.record.content for hit in anna.recall("lighthouse")] == ["the lighthouse keeper is called Ole"]


def test_closing_twice_is_closing_once(anna, memory):
    session = anna.session("s")
    session.add("user", "the lighthouse keeper is called Ole")
    session.close()
    before = memory.stats()

    session.close()
    anna.session("s").close()

    assert memory.stats() == before


def test_closing_what_was_never_opened_writes_nothing(anna, memory):
    anna.session("never").close()

    assert memory.stats().sessions == 0


def test_adding_after_closing_opens_the_session_again_and_numbers_go_on(anna):
    session = anna.session("s")
    talk(session, 2)
    session.close()

    later = session.add("user", "one more thing")

    assert session.status is SessionStatus.OPEN
    assert later.sequence == 5
    assert texts(session.turns()) == ["one more thing"]


def test_a_session_handle_closes_its_session_at_the_end_of_the_block(anna):
    with anna.session("s") as session:
        session.add("user", "hello")

    assert anna.session("s").status is SessionStatus.CLOSED


def test_time_alone_never_drops_a_session_that_is_not_closed(anna, memory, clock):
    session = anna.session("s")
    session.add("user", "remember where I was")

    clock.advance(days=400)
    anna.recall("something")

    assert texts(session.turns()) == ["remember where I was"]


def test_an_abandoned_session_is_closed_by_the_work_in_the_background(anna, memory, clock):
    session = anna.session("s")
    session.add("user", "I have to run")
    clock.advance(seconds=4000)

    memory.flush()

    assert session.status is SessionStatus.CLOSED
    assert [hit.record.content for hit in anna.recall("run")] == ["I have to run"]


def test_the_same_message_sent_twice_is_one_turn(anna):
    session = anna.session("s")

    first = session.add("user", "did that arrive?", id="m-1")
    second = session.add("user", "did that arrive?", id="m-1")

    assert first.sequence == second.sequence == 1
    assert texts(session.turns()) == ["did that arrive?"]
    assert anna.list(kinds=["turn"]).total == 1


def test_the_same_message_id_with_other_words_is_a_conflict_and_changes_nothing(anna):
    session = anna.session("s")
    session.add("user", "did that arrive?", id="m-1")

    with pytest.raises(errors.ConflictError):
        session.add("user", "another text", id="m-1")

    assert texts(session.turns()) == ["did that arrive?"]


def test_sessions_of_one_name_of_two_users_are_two_sessions(memory):
    memory.scope(user="anna").session("s").add("user", "mine")
    memory.scope(user="bo").session("s").add("user", "yours")

    assert texts(memory.scope(user="anna").session("s").turns()) == ["mine"]
