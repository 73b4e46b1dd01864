"""The running summary of a long session: nothing twice, nothing lost, never more than a few calls, and never in the way."""

import itertools
import time

import pytest

from memstrata.core import errors
from memstrata.testing import ScriptedLLM
from memstrata.text import tokens


class Writer:
    """A model that answers every call with the same text and counts its summaries; facts it never finds."""

    def __init__(self, text):
        self.text, self.summaries, self.inputs = text, 0, []

    def complete(self, messages, *, role="cheap", schema=None, max_tokens=None):
        if schema is not None:
            return '{"facts": []}'
        self.summaries += 1
        self.inputs.append(messages[-1]["content"])
        text = self.text(self.inputs[-1]) if callable(self.text) else self.text
        if isinstance(text, Exception):
            raise text
        return text


@pytest.fixture
def talk(opened, place):
    """Opens a memory with a small window and talks: (memory, session, what its events told)."""

    def talk_(llm, exchanges, window=3, where=None, start=0):
        memory = opened(where or place, llm=llm, embedder="none", window_exchanges=window)
        told = []
        memory.events.listen(lambda event: told.append(dict(event.details)) if event.name == "summary" else None)
        session = memory.scope(user="anna").session("s")
        for number in range(start, start + exchanges):
            session.add("user", f"I need help with part {number} of the boat")
            session.add("assistant", f"I suggest oak for part {number}")
        memory.flush()
        return memory, session, told

    return talk_


def info(memory):
    return memory._runtime.store.session(memory.scope(user="anna").owner, "s")


def test_nothing_is_folded_up_to_twice_the_window(talk):
    llm = Writer("Need: boat")
    memory, session, _ = talk(llm, 6)

    assert session.summary == ""
    assert llm.summaries == 0
    assert info(memory).summary_covers == 0


def test_older_exchanges_fold_into_one_summary_with_a_pointer(talk):
    llm = Writer("Need: a boat of 7 parts")
    memory, session, told = talk(llm, 7)

    assert session.summary == "Need: a boat of 7 parts"
    assert info(memory).summary_covers == 8
    assert [turn.sequence for turn in session.turns()][-6:] == list(range(9, 15))
    assert told[0]["messages"] == 8
    assert told[0]["ratio"] > 1


def test_each_turn_is_summarised_once_and_none_is_skipped(talk, place):
    llm = Writer(lambda given: f"Need: all up to {given.count('user:')}")
    memory, session, _ = talk(llm, 0)
    for number in range(30):
        session.add("user", f"I need help with part {number} of the boat")
        session.add("assistant", f"I suggest oak for part {number}")
        memory.flush()
    read = [word for given in llm.inputs for word in given.split() if word.isdigit()]
    covered = info(memory).summary_covers // 2

    for number in range(covered):
        assert sum(given.count(f"part {number} of the boat") for given in llm.inputs) == 1
    assert read
    assert 30 - covered <= 6


def test_the_summary_outlives_a_restart_and_is_not_made_again(talk, opened, folder):
    llm = Writer("Need: a boat")
    memory, _, _ = talk(llm, 7, where=folder)
    memory.close()
    again = Writer("Need: another one")
    memory, session, _ = talk(again, 1, where=folder, start=7)

    assert session.summary == "Need: a boat"
    assert again.summaries == 0
    assert session.context(budget=4000).text.count("Need: a boat") == 1


@pytest.mark.parametrize(
    "text",
    [lambda given: given * 2, "", "I'm sorry, I cannot summarise this.", errors.LLMError("down"), lambda given: "<think>" + given],
    ids=["echo twice", "empty", "refusal", "failure", "thoughts alone"],
)
def test_a_summariser_without_progress_is_cut_off_and_the_rules_write(talk, text):
    llm = Writer(text)
    memory, session, told = talk(llm, 7)

    assert llm.summaries <= 2
    assert session.summary.startswith("Need: ")
    assert tokens.estimate(session.summary) <= 500
    assert info(memory).summary_covers == 8
    assert told[0]["by"] == "rule"


def test_a_long_summary_is_cut_to_its_bound(talk):
    llm = Writer(lambda given: "Need: " + "oak planks " * (len(given) // 13))
    memory, session, _ = talk(llm, 0, window=3)
    for number in range(7):
        session.add("user", f"I need help with part {number}: " + "measure and cut the long plank again " * 40)
        session.add("assistant", "I suggest oak")
    memory.flush()

    assert 0 < tokens.estimate(session.summary) <= 500


def test_without_a_model_the_rules_keep_need_decision_and_advice_in_both_languages(talk):
    memory, session, _ = talk(None, 0, window=2)
    for user, answer in [
        ("hello!", "hi"),
        ("I need to plan the harbour trip", "I suggest leaving on Friday"),
        ("We decided to go with the ferry", "noted"),
        ("haha nice", "yes"),
        ("I prefer the window side", "ok"),
    ]:
        session.add("user", user)
        session.add("assistant", answer)
    memory.flush()
    english = session.summary
    chinese = memory.scope(user="bo").session("t")
    for user, answer in [
        ("你好", "你好"),
        ("帮我规划去海港的行程", "建议周五出发"),
        ("就用渡轮，定了", "好"),
        ("哈哈", "嗯"),
        ("谢谢", "不客气"),
    ]:
        chinese.add("user", user)
        chinese.add("assistant", answer)
    memory.flush()

    assert "Decisions: We decided to go with the ferry" in english
    assert "Advice: I suggest leaving on Friday" in english
    assert "hello" not in english
    assert "haha" not in english
    assert "建议：建议周五出发" in chinese.summary
    assert "决定：就用渡轮" in chinese.summary


def test_private_data_never_reaches_the_summary(talk):
    llm = Writer(lambda given: given[: len(given) // 2])
    memory, session, _ = talk(llm, 0, window=1)
    for number in range(4):
        session.add("user", f"I need help, my mail is ida.holm{number}@example.org and the plan {number} is long enough to be folded away")
        session.add("assistant", "I suggest to wait")
    memory.flush()

    assert "example.org" not in session.summary
    assert not any("example.org" in given for given in llm.inputs)


def test_a_huge_tool_result_is_shortened_and_the_last_question_stays(opened, place):
    memory = opened(place, llm=Writer("Need: the log"), embedder="none", window_tokens=1200, window_exchanges=4)
    session = memory.scope(user="anna").session("s")
    for number in range(6):
        session.add("user", f"what does log {number} say?")
        session.add(
            "assistant", None, tool_calls=[{"id": f"c{number}", "type": "function", "function": {"name": "read", "arguments": "{}"}}]
        )
        session.add("tool", "line of the log " * 1500, tool_call_id=f"c{number}")
    memory.flush()

    window = session.window()
    assert any(turn.role == "user" and turn.text == "what does log 5 say?" for turn in window)
    assert window.tokens <= 1200
    assert session.summary == "Need: the log"


def test_a_context_too_small_for_its_parts_comes_back_at_once(talk):
    memory = talk(Writer(lambda given: given * 2), 7)[0]
    started = time.perf_counter()
    context = memory.scope(user="anna").context("and now?", budget=60, session="s", system="You are a boat builder. " * 200)

    assert time.perf_counter() - started < 1.0
    assert context.over_budget
    assert context.tokens <= 60


def test_a_closed_session_is_not_folded(talk, opened):
    llm = Writer("Need: a boat")
    memory = opened(llm=llm, embedder="none", window_exchanges=1)
    session = memory.scope(user="anna").session("s")
    for number in itertools.islice(itertools.count(), 5):
        session.add("user", f"part {number}")
    session.close()
    memory.flush()

    assert llm.summaries == 0


def test_a_model_may_be_a_plain_scripted_one(talk):
    llm = ScriptedLLM(['{"facts": []}'] * 7 + ["Need: a boat"])
    _, session, _ = talk(llm, 7)

    assert session.summary == "Need: a boat"
    assert llm.asked[-1].role == "cheap"
