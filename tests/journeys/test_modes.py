"""How much is remembered: everything, this session only, or nothing; and when a model reads."""

import pytest

import memstrata
from memstrata.core import errors
from memstrata.core.turns import SessionStatus
from memstrata.testing import ScriptedLLM


def talk(session):
    session.add("user", "I live in Hangzhou and my phone is 13812345678", id="m-1")
    session.add("assistant", "Noted.")
    session.state["step"] = 1


def stored(memory):
    """What the store holds of anybody: records by kind, messages, sessions."""
    stats = memory.stats()
    return dict(stats.by_kind), stats.messages, stats.sessions


@pytest.mark.parametrize("mode", ["session", "off"])
def test_a_session_goes_on_without_long_term_memory(memory, mode):
    session = memory.scope(user="anna", mode=mode).session("s")
    talk(session)

    assert [turn.text[:18] for turn in session.window()] == ["I live in Hangzhou", "Noted."]
    assert [turn.sequence for turn in session.turns()] == [1, 2]
    assert session.state.all() == {"step": 1}
    assert stored(memory)[0] == {}
    assert memory.scope(user="anna").recall("where do I live?") == []


def test_session_mode_writes_the_log_alone(memory):
    talk(memory.scope(user="anna", mode="session").session("s"))

    assert stored(memory) == ({}, 2, 1)


def test_off_writes_nothing_at_all(memory):
    anna = memory.scope(user="anna", mode="off")
    talk(anna.session("s"))
    anna.remember("I live in Hangzhou")
    memory.flush()

    assert stored(memory) == ({}, 0, 0)


def test_nothing_of_it_is_on_disk(opened, folder):
    memory = opened(folder)
    talk(memory.scope(user="anna", mode="off").session("s"))
    memory.close()

    assert not any(b"Hangzhou" in file.read_bytes() for file in folder.rglob("*") if file.is_file())


@pytest.mark.parametrize("mode", ["session", "off"])
def test_closing_ends_working_memory_and_leaves_no_episode(memory, mode):
    session = memory.scope(user="anna", mode=mode).session("s")
    talk(session)
    session.close()
    memory.flush()

    assert (session.turns(), session.state.all(), session.status) == ([], {}, SessionStatus.CLOSED)
    assert stored(memory)[0] == {}


@pytest.mark.parametrize("mode", ["session", "off"])
def test_a_prompt_holds_the_conversation_and_no_memory_of_before(memory, mode):
    memory.scope(user="anna").remember("I am allergic to peanuts, remember that.")
    session = memory.scope(user="anna", mode=mode).session("s")
    talk(session)
    session.add("user", "What am I allergic to?")

    context = session.context()

    assert [message["role"] for message in context.messages][-3:] == ["user", "assistant", "user"]
    assert "peanuts" not in str(context.messages)
    assert context.trace.steps[0].details["reason"] == f"memory is {mode}"


def test_session_mode_outlives_a_restart_and_off_does_not(opened, folder):
    for mode in ("session", "off"):
        memory = opened(folder)
        talk(memory.scope(user="anna", mode=mode).session(mode))
        memory.close()

    anna = opened(folder).scope(user="anna")
    assert [len(anna.session(mode, mode=mode).turns()) for mode in ("session", "off")] == [2, 0]


def test_the_same_message_twice_is_one_turn_and_other_words_are_an_error(memory):
    session = memory.scope(user="anna", mode="session").session("s")
    first, again = (session.add("user", "hello", id="m") for _ in range(2))

    assert first == again
    with pytest.raises(errors.ConflictError):
        session.add("user", "goodbye", id="m")


def test_a_setting_decides_and_a_scope_or_a_session_may_say_otherwise(opened, place):
    memory = opened(place, memory="off")
    talk(memory.scope(user="anna").session("a"))
    talk(memory.scope(user="ben", mode="full").session("b"))
    talk(memory.scope(user="cleo", mode="full").session("c", mode="session"))

    assert [scope.user for scope in memory.scopes()] == ["ben", "cleo"]
    assert memory.scope(user="ben").lookup("user.city").value == "Hangzhou"
    assert memory.scope(user="cleo").lookup("user.city") is None


def test_erasing_a_session_ends_it_in_every_mode(memory):
    anna = memory.scope(user="anna", mode="off")
    talk(anna.session("s"))
    anna.erase(session="s")

    assert anna.session("s").turns() == []


@pytest.mark.parametrize("verb", ["ingest", "import_"])
def test_what_would_be_stored_for_long_is_refused(memory, tmp_path, verb):
    file = tmp_path / "chat.jsonl"
    file.write_text('{"role": "user", "content": "hi"}\n', "utf-8")

    with pytest.raises(errors.InputError, match="memory is off"):
        getattr(memory.scope(user="anna", mode="off"), verb)(file)


def test_says_which_modes_there_are(memory):
    with pytest.raises(errors.InputError, match="full, session, off"):
        memory.scope(user="anna", mode="on")
    with pytest.raises(memstrata.MemstrataError, match="full, session, off"):
        memstrata.open(":memory:", memory="on")


FACT = '{"facts": [{"text": "I keep bees", "kind": "fact", "evidence": "I keep bees"}]}'


def test_a_model_reads_a_session_when_its_user_returns(opened, place):
    llm = ScriptedLLM([FACT, '{"facts": []}'])
    memory = opened(place, llm=llm, extraction_when="return")
    anna = memory.scope(user="anna")
    anna.session("first").add("user", "I keep bees")
    memory.flush()
    before = len(llm.calls)
    anna.session("second").add("user", "hello again, how are you today?")
    memory.flush()

    assert (before, len(llm.calls)) == (0, 1)
    assert any("bees" in record.content for record in anna.list())


def test_a_user_who_comes_once_costs_no_call(opened, place, clock):
    llm = ScriptedLLM()
    memory = opened(place, llm=llm, extraction_when="return")
    for name in ("anna", "ben"):
        memory.scope(user=name).session("s").add("user", "I keep bees")
    memory.flush()

    assert llm.calls == []
