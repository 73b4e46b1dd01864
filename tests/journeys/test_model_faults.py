"""A model that fails: the chat goes on, nothing is lost, and each turn is read exactly once when it comes back."""

import os
import signal
import subprocess
import sys
import textwrap
import threading

import pytest

from memstrata.core import errors
from memstrata.core.llm import Reply
from memstrata.core.results import ReportStatus
from memstrata.testing import ScriptedLLM

LIMITED = errors.LLMError("429", temporary=True, retry_after_seconds=30.0)
FAULTS = {
    "time-out": lambda: errors.LLMError("timed out", temporary=True),
    "limited": lambda: LIMITED,
    "server": lambda: errors.LLMError("500", temporary=True),
    "reset": ConnectionResetError,
    "foreign": lambda: KeyError("choices"),
    "truncated": lambda: Reply('{"facts": ["User has a da', "length"),
    "wrong schema": lambda: '{"status": "fine", "answer": 42}',
    "prose": lambda: "I would be glad to help you with that.",
    "empty": lambda: "",
}
SAID = [f"My boat number {number} is painted in shade {number + 300}" for number in range(20)]
FACTS = [f"User's boat number {number} is painted in shade {number + 300}" for number in range(20)]


def raw(fact):
    return '{"facts": ["' + fact + '"]}'


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_twenty_turns_outlive_every_fault_and_are_read_once(opened, folder, fault):
    failing = opened(folder, llm=ScriptedLLM([fault() for _ in range(80)]), extraction="model")
    session = failing.scope(user="anna").session("s")
    turns = [session.add("user", text) for text in SAID]
    left = failing.flush()
    failing.close()

    healthy = ScriptedLLM([raw(fact) for fact in FACTS])
    memory = opened(folder, llm=healthy, extraction="model")
    anna = memory.scope(user="anna")
    memory.flush()

    assert left >= len(SAID)
    assert [turn.text for turn in turns] == SAID
    assert [record.content for record in anna.list(limit=100)] == FACTS
    assert all(record.seen == 1 for record in anna.list(limit=100))
    assert memory.flush() == 0
    assert len(healthy.calls) == len(SAID)


def test_remember_keeps_the_turn_and_what_the_rules_find(opened, place):
    llm = ScriptedLLM([errors.LLMError("down", temporary=True)] * 2)
    memory = opened(place, llm=llm)
    report = memory.scope(user="anna").remember("I work at Fjord Ltd")

    assert report.status is ReportStatus.PENDING
    assert [record.content for record in report.records] == ["I work at Fjord Ltd"]
    assert len(report.turns) == 1
    assert memory.health()["faults"]["extraction"] == 1


def test_a_pending_turn_is_replayed_without_counting_it_twice(opened, place):
    llm = ScriptedLLM([errors.LLMError("down"), errors.LLMError("down"), raw("User works at Fjord Ltd")])
    memory = opened(place, llm=llm)
    anna = memory.scope(user="anna")
    anna.remember("I work at Fjord Ltd")
    memory.flush()

    assert [(record.content, record.slot, record.seen) for record in anna.list()] == [("User works at Fjord Ltd", "user.employer", 1)]
    assert anna.lookup("user.employer").value == "Fjord Ltd"


def test_an_exhausted_model_leaves_the_turn_pending(opened, place):
    memory = opened(place, llm=ScriptedLLM([]), embedder="none")
    memory.scope(user="anna").session("s").add("user", "I keep two goats")

    assert memory.flush() == 1
    assert memory.flush() == 1


def test_a_refusal_is_an_answer(opened, place):
    memory = opened(place, llm=ScriptedLLM(["I'm sorry, but I can't help with that."]), embedder="none")
    report = memory.scope(user="anna").remember("what a strange day it was")

    assert report.status is ReportStatus.NOTHING
    assert memory.flush() == 0


def test_the_worker_waits_as_long_as_the_server_asks(opened, clock, place):
    llm = ScriptedLLM([LIMITED, raw("User keeps two goats")])
    memory = opened(place, llm=llm, embedder="none")
    memory.scope(user="anna").session("s").add("user", "I keep two goats")
    work = memory._runtime._extract_one

    assert (work(), work(), len(llm.calls)) == (1, 0, 1)
    clock.advance(seconds=29)
    assert (work(), len(llm.calls)) == (0, 1)
    clock.advance(seconds=2)
    assert (work(), len(llm.calls), memory.stats().pending) == (1, 2, 0)


def test_a_turn_that_fails_for_good_is_left_alone_but_can_be_replayed(opened, clock, place):
    llm = ScriptedLLM([LIMITED] * 9)
    memory = opened(place, llm=llm, embedder="none")
    seen = []
    memory.events.listen(lambda event: seen.append(event.name))
    memory.scope(user="anna").session("s").add("user", "I keep two goats")
    for _ in range(12):
        memory._runtime._extract_one()
        clock.advance(days=1)
    calls = len(llm.calls)
    llm.replies.extend(["{}"] * 5)
    llm.replies[calls] = raw("User keeps two goats")

    assert calls == 8
    assert seen.count("extract.parked") == 1
    assert memory.flush() == 0
    assert [record.content for record in memory.scope(user="anna").list()] == ["User keeps two goats"]


def test_adding_to_a_session_never_waits_for_the_model(opened, place):
    released = threading.Event()

    class Slow(ScriptedLLM):
        def complete(self, messages, **options):
            released.wait(30)
            return super().complete(messages, **options)

    memory = opened(place, llm=Slow([raw("User keeps two goats")]), worker=True, embedder="none")
    session = memory.scope(user="anna").session("s")
    session.add("user", "I keep two goats")
    session.add("assistant", "How nice.")
    texts = [turn.text for turn in session.turns()]
    released.set()
    memory.flush()

    assert texts == ["I keep two goats", "How nice."]
    assert [record.content for record in memory.scope(user="anna").list()]


def test_a_tool_call_that_went_well_is_read_and_one_that_failed_is_not(opened, place):
    llm = ScriptedLLM(['{"facts": []}', raw("The ferry ticket 4471 is booked for pier 9")])
    memory = opened(place, llm=llm, embedder="none")
    session = memory.scope(user="anna").session("s")
    session.add("user", "book me the ferry please")
    session.add("assistant", None, tool_calls=[{"id": "c1", "type": "function", "function": {"name": "book", "arguments": "{}"}}])
    session.add("tool", "The ferry ticket 4471 is booked for pier 9", tool_call_id="c1")
    session.add("assistant", None, tool_calls=[{"id": "c2", "type": "function", "function": {"name": "pay", "arguments": "{}"}}])
    session.add("tool", "Error 429: too many requests", tool_call_id="c2")
    memory.flush()

    fact = memory.scope(user="anna").list()[0]
    assert fact.content == "The ferry ticket 4471 is booked for pier 9"
    assert fact.trust == "tool"
    assert len(llm.calls) == 2


def test_what_its_owner_forgot_meanwhile_does_not_come_back(opened, place):
    memory = opened(place, llm=ScriptedLLM([raw("User loves liquorice")]), embedder="none")
    anna = memory.scope(user="anna")
    anna.session("s").add("user", "I love liquorice")
    anna.forget([record.id for record in anna.list()])
    memory.flush()

    assert [record.content for record in anna.list()] == []


def test_an_erased_turn_is_never_read(opened, place):
    llm = ScriptedLLM([raw("User loves liquorice")])
    memory = opened(place, llm=llm, embedder="none")
    anna = memory.scope(user="anna")
    anna.session("s").add("user", "I love liquorice")
    anna.erase(session="s")

    assert memory.flush() == 0
    assert llm.calls == []
    assert list(anna.list()) == []


@pytest.mark.skipif(os.name == "nt", reason="a process kills itself by a signal")
def test_a_process_killed_while_the_model_reads_loses_and_doubles_nothing(opened, folder):
    program = """
        import os, signal, sys
        import memstrata
        from memstrata.core.llm import Reply

        class Deadly:
            calls = 0
            def complete(self, messages, **options):
                Deadly.calls += 1
                if Deadly.calls == 3:
                    os.kill(os.getpid(), signal.SIGKILL)
                n = Deadly.calls - 1
                return Reply('{"facts": ["User\\'s boat number %d is painted in shade %d"]}' % (n, n + 300))

        memory = memstrata.open(sys.argv[1], llm=Deadly(), embedder="none", worker=False, extraction="model")
        session = memory.scope(user="anna").session("s")
        for n in range(5):
            session.add("user", f"My boat number {n} is painted in shade {n + 300}")
        memory.flush()
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(program), str(folder)], check=False, timeout=120)
    llm = ScriptedLLM([raw(fact) for fact in FACTS[2:5]])
    memory = opened(folder, llm=llm, embedder="none", extraction="model")
    pending = memory.flush()

    assert ended.returncode == -signal.SIGKILL
    assert pending == 0
    assert [(record.content, record.seen) for record in memory.scope(user="anna").list()] == [(fact, 1) for fact in FACTS[:5]]
    assert len(llm.calls) == 3


def test_after_a_storm_the_rest_is_read_once(opened, place):
    replies = [item for fact in FACTS for item in (LIMITED, raw(fact))]
    memory = opened(place, llm=ScriptedLLM(replies), embedder="none", extraction="model")
    session = memory.scope(user="anna").session("s")
    for text in SAID:
        session.add("user", text)
    rounds = 0
    while memory.flush() and rounds < 10:
        rounds += 1

    assert memory.stats().pending == 0
    assert all(record.seen == 1 for record in memory.scope(user="anna").list(limit=100))
