"""The drivers, with their real SDKs, against a server on this machine."""

import asyncio
import logging
import time
import traceback

import pytest

from memstrata.core import errors
from memstrata.models.llm import faults
from memstrata.testing import LLMContract
from memstrata.testing.contracts import llms
from tests.unit.models import conftest, loopback
from tests.unit.models.loopback import Answer

SECRET = conftest.SECRET
ASKED = llms.ASKED
pytestmark = pytest.mark.usefixtures("environment")
TOO_MANY = {"error": {"message": f"slow down, {SECRET}: I live in Hangzhou", "type": "rate_limit", "code": "rate_limit_exceeded"}}


def failure(driver, **options) -> errors.LLMError:
    """What a call raises."""
    with pytest.raises(errors.LLMError) as raised:
        driver.complete(ASKED, **options)
    return raised.value


class TestDriverContract(LLMContract):
    """Each driver keeps the contract."""

    @pytest.fixture
    def llm(self, protocol, server):
        server.answers = [Answer(body=protocol.good(llms.ANSWER))]
        return protocol.driver(server)

    @pytest.fixture
    def failing_llm(self, protocol, server):
        with loopback.serving() as broken:
            broken.answers = [Answer(status=500, body={"error": {"message": "I live in Hangzhou. 我住在杭州。"}})]
            yield protocol.driver(broken)


def test_each_role_has_its_model_and_the_call_says_everything(protocol, server):
    server.answers = [Answer(body=protocol.good("好"))]
    driver = protocol.driver(server)

    cheap, strong = driver.complete(ASKED, max_tokens=99), driver.complete(ASKED, role="strong")

    asked = server.requests[0]
    assert asked.path == protocol.path
    assert SECRET in asked.headers.get("authorization", asked.headers.get("x-api-key", ""))
    assert "我住在杭州" in str(asked.body)
    assert "99" in str(asked.body)
    assert [request.body["model"] for request in server.requests] == ["small", "large"]
    assert (cheap.text, cheap.tokens_in, cheap.tokens_out, cheap.model) == ("好", 11, 7, "small-2026")
    assert strong.finish_reason == "stop"


def test_one_model_serves_both_roles_when_only_one_is_named(protocol, server):
    server.answers = [Answer(body=protocol.good("ok"))]

    protocol.driver(server, strong="").complete(ASKED, role="strong")

    assert server.requests[0].body["model"] == "small"


@pytest.mark.parametrize("answer", ["<think>他住哪?\n</think>\n\n杭州", "He said so.</think>杭州", "<thinking>x</thinking> 杭州 "])
def test_thoughts_are_no_part_of_the_answer(protocol, server, answer):
    server.answers = [Answer(body=protocol.good(answer))]

    assert protocol.driver(server).complete(ASKED).text == "杭州"


def test_an_answer_that_was_cut_says_so_even_within_its_thoughts(protocol, server):
    server.answers = [Answer(body=protocol.good('[{"city": "Hang', protocol.cut)), Answer(body=protocol.good("<think>well", protocol.cut))]
    driver = protocol.driver(server)

    cut, thinking = driver.complete(ASKED), driver.complete(ASKED)

    assert (cut.text, cut.finish_reason) == ('[{"city": "Hang', "length")
    assert (thinking.text, thinking.finish_reason) == ("", "length")


def test_a_refusal_is_an_answer_that_says_so(server):
    openai = loopback.OPENAI.driver(server)
    server.answers = [
        Answer(body=loopback.OPENAI.good(None, refusal="I can't help with that.")),
        Answer(body=loopback.OPENAI.good("", "content_filter")),
        Answer(body=loopback.ANTHROPIC.good("", "refusal")),
    ]

    said, kept_back, refused = openai.complete(ASKED), openai.complete(ASKED), loopback.ANTHROPIC.driver(server).complete(ASKED)

    assert (said.text, said.finish_reason) == ("I can't help with that.", "refused")
    assert (kept_back.text, kept_back.finish_reason) == ("", "refused")
    assert refused.finish_reason == "refused"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": "Thu, 01 Jan 2026 00:00:09 GMT", "Date": "Thu, 01 Jan 2026 00:00:00 GMT"}, 9),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
def test_a_rate_limit_is_temporary_and_says_when_to_come_back(protocol, server, headers, seconds):
    server.answers = [Answer(status=429, body=TOO_MANY, headers=headers)]

    error = failure(protocol.driver(server))

    assert error.temporary
    assert error.retry_after_seconds == seconds
    assert len(server.requests) == 1, "the SDK tried again by itself"


@pytest.mark.parametrize("status", [401, 402, 403, 404, 500, 503, 529])
def test_a_status_says_whether_trying_again_may_help(protocol, server, status):
    server.answers = [Answer(status=status, body=["I live in Hangzhou", SECRET])]

    error = failure(protocol.driver(server))

    assert error.temporary is (status >= 500)
    assert str(status) in str(error)
    assert len(server.requests) == 1


def test_an_empty_account_is_not_temporary_whatever_the_status(server):
    server.answers = [Answer(status=429, body={"error": {"message": "…", "code": "insufficient_quota"}})]

    assert not failure(loopback.OPENAI.driver(server)).temporary


def test_a_reset_connection_is_temporary(protocol, server):
    server.answers = [Answer(manner="reset")]

    error = failure(protocol.driver(server))

    assert error.temporary
    assert isinstance(error, faults.UnansweredError)


def test_a_server_that_is_not_there_is_named(protocol, server):
    port = loopback.free_port()

    error = failure(protocol.driver(server, url=f"http://127.0.0.1:{port}"))

    assert error.temporary
    assert f"127.0.0.1:{port}" in str(error)
    assert not isinstance(error, faults.UnansweredError)


@pytest.mark.parametrize("manner", ["slow body", "slow head", "silent"])
def test_a_timeout_bounds_the_whole_call_however_steadily_bytes_come(protocol, server, manner):
    server.answers = [Answer(body=protocol.good("x" * 500), manner=manner)]
    driver = protocol.driver(server, timeout_seconds=0.2)
    started = time.monotonic()

    error = failure(driver)

    assert error.temporary
    assert "0.2 seconds" in str(error) or "reached" in str(error)
    assert time.monotonic() - started < 3


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"<html>", b"\xff\xfe", b"null", b"[]", b'"text"', b"{}", b"[" * 5_000, b'{"choices": [], "content": "x"}',
     b'{"choices": [{"message": null}], "content": null}', b'{"choices": [{"message": "x"}], "content": []}', b'{"error": "full"}'],
)  # fmt: skip
def test_a_body_that_is_no_answer_is_a_typed_error(protocol, server, body):
    server.answers = [Answer(body=body, headers={"Content-Type": "text/html" if body == b"<html>" else "application/json"})]

    assert failure(protocol.driver(server)).temporary


def test_an_empty_text_is_no_answer(protocol, server):
    server.answers = [Answer(body=protocol.good(" \n"))]

    assert failure(protocol.driver(server)).temporary


def test_counts_that_the_server_does_not_give_are_estimated(server):
    body = loopback.OPENAI.good("杭州")
    del body["usage"], body["model"]
    server.answers = [Answer(body=body)]

    reply = loopback.OPENAI.driver(server).complete(ASKED)

    assert reply.tokens_in > 5
    assert reply.tokens_out > 0
    assert reply.model == "small"


def test_a_redirect_is_not_followed_with_the_key(protocol, server):
    with loopback.serving() as other:
        other.answers = [Answer(body=protocol.good("caught"))]
        server.answers = [Answer(status=307, headers={"Location": other.url + protocol.path})]

        error = failure(protocol.driver(server))

        assert not error.temporary
        assert other.requests == []


def test_no_key_and_nothing_that_was_sent_shows_in_errors_or_logs(protocol, server, caplog):
    caplog.set_level(logging.INFO)
    driver = protocol.driver(server)
    for answer in (
        Answer(status=401, body={"error": {"message": f"bad key {SECRET}", "code": SECRET}}),
        Answer(status=422, body={"detail": [{"input": "I live in Hangzhou", "loc": ["body"]}]}),
        Answer(status=500, body=f"I live in Hangzhou {SECRET}".encode()),
        Answer(body=f"I live in Hangzhou {SECRET}".encode()),
        Answer(manner="reset"),
    ):
        server.answers = [answer]
        error = failure(driver)
        shown = "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
        assert SECRET not in shown
        assert "I live in" not in shown.replace('"content": "I live', "")
        assert error.__cause__ is None
        assert error.__context__ is None
    assert SECRET not in repr(driver) + repr(vars(driver)) + caplog.text
    assert "Hangzhou" not in caplog.text


def test_a_missing_key_is_said_before_anything_is_sent(monkeypatch):
    for protocol in (loopback.OPENAI, loopback.ANTHROPIC):
        for variable in (protocol.key, "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "ANTHROPIC_AUTH_TOKEN"):
            monkeypatch.delenv(variable, raising=False)
        with loopback.serving() as server:
            error = failure(protocol.driver(server, url=""))

        assert protocol.key in str(error)
        assert not error.temporary


def test_a_server_at_home_needs_no_key(protocol, server, monkeypatch):
    for each in loopback.PROTOCOLS:
        monkeypatch.delenv(each.key)
    server.answers = [Answer(body=protocol.good("ok"))]

    assert protocol.driver(server).complete(ASKED).text == "ok"


def test_event_loops_that_run_or_have_ended_do_not_matter(protocol, server):
    server.answers = [Answer(body=protocol.good("ok"))]
    driver = protocol.driver(server)

    async def ask() -> str:
        apart = await asyncio.to_thread(driver.complete, ASKED)
        return f"{apart.text}{driver.complete(ASKED).text}"

    assert [asyncio.run(ask()) for _ in range(2)] == ["okok", "okok"]


def test_ollama_gets_a_context_that_holds_the_whole_prompt(server):
    server.answers = [Answer(body=loopback.OLLAMA.good("ok"))]
    driver = loopback.OLLAMA.driver(server)

    driver.complete(ASKED)
    driver.complete([{"role": "user", "content": "很长的文字" * 6_000}])

    small, large = (request.body["options"]["num_ctx"] for request in server.requests)
    assert small == 8_192
    assert large >= 24_000


def test_anthropic_gets_system_texts_apart_and_sides_in_turn(server):
    server.answers = [Answer(body=loopback.ANTHROPIC.good("ok"))]
    said = [("assistant", "Hello. "), ("user", "one"), ("system", "Be brief."), ("user", "two"), ("assistant", "{ ")]

    loopback.ANTHROPIC.driver(server).complete([{"role": role, "content": text} for role, text in said])

    body = server.requests[0].body
    assert body["system"] == "Be brief."
    assert [turn["role"] for turn in body["messages"]] == ["user", "assistant", "user", "assistant"]
    assert body["messages"][2]["content"] == "one\n\ntwo"
    assert body["messages"][3]["content"] == "{"
