"""The guard: tries again, stops trying, and spends no more than it may. Time stands until a test moves it."""

import concurrent.futures
import threading
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import errors
from memstrata.core.events import Event, Events
from memstrata.core.llm import Message, Reply
from memstrata.models.llm import faults, waiting
from memstrata.models.llm.breaker import Breaker
from memstrata.models.llm.guard import Guarded, Guards, Pace
from memstrata.models.llm.spending import DAY_SECONDS, HOUR_SECONDS, Caps, Ledger
from memstrata.models.llm.waiting import Retrying
from memstrata.testing import LLMContract, ScriptedLLM
from memstrata.testing.contracts import llms

ASKED: tuple[Message, ...] = ({"role": "user", "content": "Where do I live? 我住在哪?"},)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
BUSY = errors.LLMError("overloaded", temporary=True)
WRONG = errors.LLMError("no such model")


class Stopwatch:
    """Seconds that pass only when something waits."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.waits: list[float] = []

    def pause(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    @property
    def pace(self) -> Pace:
        return Pace(seconds=lambda: self.now, pause=self.pause, share=lambda: 0.0)


@pytest.fixture
def watch():
    return Stopwatch()


def guarded(llm, watch: Stopwatch, *, caps: Caps | None = None, attempts: int = 3, events: Events | None = None) -> Guarded:
    guards = Guards(caps=caps or Caps(), retrying=Retrying(attempts=attempts))
    return Guarded(llm, guards, ledger=Ledger(lambda: watch.now), events=events, pace=watch.pace)


def failure(llm: Guarded) -> errors.LLMError:
    with pytest.raises(errors.LLMError) as raised:
        llm.complete(ASKED)
    return raised.value


class TestGuardedContract(LLMContract):
    """A guarded model is a model."""

    @pytest.fixture
    def llm(self, watch):
        return guarded(ScriptedLLM([llms.ANSWER] * 50), watch)

    @pytest.fixture
    def failing_llm(self, watch):
        return guarded(ScriptedLLM(), watch)


class TestScriptedContract(LLMContract):
    """The double that tests use is a model."""

    @pytest.fixture
    def llm(self):
        return ScriptedLLM([llms.ANSWER] * 50)

    @pytest.fixture
    def failing_llm(self):
        return ScriptedLLM()


def test_tries_again_what_may_pass_with_growing_waits(watch):
    llm = ScriptedLLM([BUSY, BUSY, "Hangzhou"])

    assert guarded(llm, watch).complete(ASKED).text == "Hangzhou"
    assert len(llm.calls) == 3
    assert watch.waits == [0.25, 0.5]


def test_never_tries_again_what_will_not_pass(watch):
    llm = ScriptedLLM([WRONG, "Hangzhou"])

    assert failure(guarded(llm, watch)) is WRONG
    assert watch.waits == []


def test_gives_up_after_the_last_attempt_with_the_last_error(watch):
    llm = ScriptedLLM([BUSY, BUSY, errors.LLMError("still", temporary=True), "Hangzhou"])

    assert str(failure(guarded(llm, watch))) == "still"
    assert len(llm.calls) == 3


def test_waits_at_least_as_long_as_the_server_asks(watch):
    llm = ScriptedLLM([errors.LLMError("slow down", temporary=True, retry_after_seconds=7), "Hangzhou"])

    guarded(llm, watch).complete(ASKED)

    assert watch.waits == [7]


def test_a_long_pause_is_left_to_the_queue_and_kept(watch):
    llm = ScriptedLLM([errors.LLMError("tomorrow", temporary=True, retry_after_seconds=120), "Hangzhou"])
    model = guarded(llm, watch)

    assert failure(model).retry_after_seconds == 120
    watch.now += 100
    assert failure(model).retry_after_seconds == 20
    assert len(llm.calls) == 1
    watch.now += 20
    assert model.complete(ASKED).text == "Hangzhou"


def test_a_server_cannot_shut_itself_out_for_ever(watch):
    llm = ScriptedLLM([errors.LLMError("never", temporary=True, retry_after_seconds=1e9), "Hangzhou"])
    model = guarded(llm, watch)

    failure(model)
    watch.now += 3_600

    assert model.complete(ASKED).text == "Hangzhou"


def test_five_failures_in_a_row_open_the_breaker_and_one_call_closes_it(watch):
    llm = ScriptedLLM([BUSY] * 5 + ["Hangzhou"] * 2)
    model = guarded(llm, watch)
    failure(model)
    failure(model)
    assert model.health().state == "open"
    assert len(llm.calls) == 5, "it went on after the breaker opened"

    error = failure(model)
    assert error.temporary
    assert error.retry_after_seconds == pytest.approx(30, abs=1)
    assert len(llm.calls) == 5

    watch.now += 30
    assert model.health().state == "half-open"
    assert model.complete(ASKED).text == "Hangzhou"
    assert (model.health().state, model.health().failures) == ("closed", 0)


def test_each_failed_probe_doubles_the_rest(watch):
    model = guarded(ScriptedLLM([BUSY] * 100), watch, attempts=1)
    for _ in range(5):
        failure(model)

    rests = []
    for _ in range(7):
        rests.append(model.health().retry_in_seconds)
        watch.now += rests[-1]
        failure(model)

    assert rests == [30, 60, 120, 240, 480, 600, 600]


def test_errors_of_the_caller_never_open_the_breaker(watch):
    model = guarded(ScriptedLLM([WRONG] * 20 + ["Hangzhou"]), watch)

    for _ in range(20):
        assert failure(model) is WRONG

    assert model.complete(ASKED).text == "Hangzhou"


def test_only_one_call_probes_at_a_time(watch):
    class Held:
        def __init__(self) -> None:
            self.entered, self.release, self.fail = threading.Event(), threading.Event(), True

        def complete(self, messages, *, role="cheap", schema=None, max_tokens=None):
            if self.fail:
                raise BUSY
            self.entered.set()
            assert self.release.wait(10)
            return Reply("Hangzhou", model="held")

    llm = Held()
    model = guarded(llm, watch, attempts=1)
    for _ in range(5):
        failure(model)
    watch.now, llm.fail = watch.now + 30, False

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        probe = pool.submit(model.complete, ASKED)
        assert llm.entered.wait(10)
        assert failure(model).temporary
        llm.release.set()
        assert probe.result(10).text == "Hangzhou"


def test_a_fault_that_is_no_model_error_frees_the_probe(watch):
    model = guarded(ScriptedLLM([BUSY] * 5 + [KeyError("bug"), "Hangzhou"]), watch, attempts=1)
    for _ in range(5):
        failure(model)
    watch.now += 30

    with pytest.raises(KeyError):
        model.complete(ASKED)

    assert model.complete(ASKED).text == "Hangzhou"


def reply(tokens: int) -> Reply:
    return Reply("ok", tokens_in=tokens, tokens_out=0, model="m")


@pytest.mark.parametrize(("cap", "window"), [("llm_tokens_per_hour", HOUR_SECONDS), ("llm_tokens_per_day", DAY_SECONDS)])
def test_a_cap_names_itself_sends_nothing_and_frees_with_time(watch, cap, window):
    llm = ScriptedLLM([reply(6_000), reply(10)])
    model = guarded(llm, watch, caps=Caps(**{cap: 10_000}))
    model.complete(ASKED)

    error = failure(model)
    assert f"{cap}=10000" in str(error)
    assert error.temporary
    assert error.retry_after_seconds == pytest.approx(window)
    assert len(llm.calls) == 1
    assert watch.waits == []

    watch.now += window + 1
    assert model.complete(ASKED).text == "ok"


def test_a_call_that_no_wait_makes_smaller_is_refused_for_good(watch):
    for caps in (Caps(llm_tokens_per_call=4_000), Caps(llm_tokens_per_hour=4_000), Caps(llm_tokens_per_day=4_000)):
        error = failure(guarded(ScriptedLLM(["ok"]), watch, caps=caps))
        assert not error.temporary
        assert "tokens" in str(error)


def test_a_reached_cap_says_nothing_about_the_server(watch):
    model = guarded(ScriptedLLM(["ok"]), watch, caps=Caps(llm_tokens_per_call=1))

    for _ in range(10):
        failure(model)

    assert model.health().state == "closed"


def test_what_was_spent_takes_the_place_of_what_was_booked(watch):
    model = guarded(ScriptedLLM([reply(100), BUSY, BUSY, BUSY]), watch)

    model.complete(ASKED)
    failure(model)

    assert model.health().tokens_last_hour == model.health().tokens_last_day == 100


def test_a_call_without_an_answer_counts_its_prompt_as_spent(watch):
    model = guarded(ScriptedLLM([faults.UnansweredError("late", temporary=True)]), watch, attempts=1)

    failure(model)

    assert 0 < model.health().tokens_last_hour < 100


def test_calls_at_the_same_time_share_what_is_left(watch):
    llm = ScriptedLLM([Reply("ok", tokens_in=4_000, model="m")] * 40)
    model = guarded(llm, watch, caps=Caps(llm_tokens_per_day=50_000))

    def ask(_: int) -> bool:
        try:
            return bool(model.complete(ASKED, max_tokens=4_000).text)
        except errors.LLMError:
            return False

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answered = sum(pool.map(ask, range(40)))

    assert 4 <= answered <= 12
    assert model.health().tokens_last_day == answered * 4_000


def test_all_memories_of_a_process_share_one_ledger(watch):
    ledger = Ledger(lambda: watch.now)
    first, second = (Guarded(ScriptedLLM([reply(50)]), Guards(), ledger=ledger, pace=watch.pace) for _ in range(2))

    first.complete(ASKED)
    second.complete(ASKED)

    assert first.health().tokens_last_hour == 100


def test_tells_how_calls_went_without_their_words(watch):
    heard: list[Event] = []
    events = Events()
    events.listen(heard.append)
    model = guarded(ScriptedLLM([BUSY, Reply("Hangzhou", tokens_in=9, tokens_out=2, model="m", shape="json"), WRONG]), watch, events=events)

    model.complete(ASKED, role="strong", schema={"type": "object"})
    failure(model)

    told = {"role": "strong", "model": "m", "tokens_in": 9, "tokens_out": 2, "attempts": 2, "shape": "json"}
    assert [(event.name, dict(event.details)) for event in heard] == [("llm", told), ("degraded", {"part": "llm", "error": "permanent"})]
    assert heard[0].milliseconds == pytest.approx(250)
    assert model.health().shapes == {"m": "json"}


def test_closing_ends_a_wait_and_further_calls(watch):
    class Closes:
        def complete(self, messages, *, role="cheap", schema=None, max_tokens=None):
            model.close()
            raise errors.LLMError("wait", temporary=True, retry_after_seconds=15)

    model = Guarded(Closes(), Guards(), ledger=Ledger())

    assert str(failure(model)) == "wait"
    assert "closed" in str(failure(model))


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("0", 0), ("7", 7), (" 1.5 ", 1.5), ("Thu, 01 Jan 2026 00:01:00 GMT", 60), ("Thu, 01 Jan 2026 08:01:00 +0800", 60),
     ("Wed, 31 Dec 2025 23:00:00 GMT", 0), ("", None), (None, None), ("-5", None), ("soon", None), ("1e9", None), ("9" * 400, None),
     ("Thu, 99 Jan 2026 00:01:00 GMT", None), ("７", None)],
)  # fmt: skip
def test_reads_retry_after_as_seconds_and_as_a_date(value, seconds):
    assert waiting.retry_after(value, NOW) == seconds


@given(st.text(max_size=40))
def test_any_retry_after_gives_seconds_or_nothing(value):
    seconds = waiting.retry_after(value, NOW)

    assert seconds is None or seconds >= 0


@given(attempt=st.integers(1, 50), wanted=st.none() | st.floats(0, 1e6), share=st.floats(0, 1, exclude_max=True))
def test_a_wait_is_bounded_and_never_shorter_than_asked(attempt, wanted, share):
    policy = Retrying(attempts=40)

    wait = policy.wait(attempt, wanted, share)

    assert (wait is None) == (attempt >= 40 or (wanted or 0) > policy.longest_seconds)
    assert wait is None or (wanted or 0) <= wait <= policy.longest_seconds * 1.1


@given(st.lists(st.tuples(st.sampled_from(["ask", "fail", "answer", "hold", "leave"]), st.floats(0, 100)), max_size=20))
def test_a_breaker_always_lets_a_call_through_after_its_rest(steps):
    breaker, now = Breaker(), 0.0
    for step, seconds in steps:
        now += seconds
        if step == "ask" and breaker.admits(now):
            breaker = breaker.entered(now)
        elif step == "fail":
            breaker = breaker.failed(now)
        elif step == "answer":
            breaker = breaker.answered()
        elif step == "hold":
            breaker = breaker.held(now, seconds * 1e6)
        else:
            breaker = breaker.left()
        assert breaker.rests(now) <= breaker.longest_hold_seconds + 1e-6

    assert breaker.left().admits(now + breaker.rests(now) + 1e-6)
