"""Answers in pieces, through the real SDKs, against a server on this machine."""

import time

import pytest

from memstrata.core import errors
from memstrata.models.llm import reading
from memstrata.models.llm.guard import Guarded, Guards
from memstrata.models.llm.spending import Caps, Ledger
from memstrata.testing import ScriptedLLM
from memstrata.testing.contracts import llms
from tests.unit.models import loopback
from tests.unit.models.loopback import Answer

ASKED = llms.ASKED
pytestmark = pytest.mark.usefixtures("environment")


def test_the_pieces_of_an_answer_come_as_they_are(protocol, server):
    server.answers = [Answer.streamed(protocol.pieces(["Hang", "zhou, ", "杭州"]))]

    assert list(protocol.driver(server).stream(ASKED, role="strong")) == ["Hang", "zhou, ", "杭州"]
    assert server.requests[0].body["model"] == "large"
    assert server.requests[0].body["stream"] is True


def test_thoughts_are_no_part_of_the_pieces(protocol, server):
    server.answers = [Answer.streamed(protocol.pieces(["<th", "ink>secret", " plan</thi", "nk>\n", "It is ", "8080."]))]

    assert "".join(protocol.driver(server).stream(ASKED)) == "It is 8080."


@pytest.mark.parametrize("pieces", [["<think>only thoughts"], [""], []])
def test_an_answer_without_words_is_an_error(protocol, server, pieces):
    server.answers = [Answer.streamed(protocol.pieces(pieces))]

    with pytest.raises(errors.LLMError, match="empty"):
        list(protocol.driver(server).stream(ASKED))


@pytest.mark.parametrize(("status", "temporary"), [(500, True), (429, True), (401, False)])
def test_a_status_is_the_same_error_as_without_pieces(protocol, server, status, temporary):
    server.answers = [Answer(status=status, body={"error": {"message": "no"}})]

    with pytest.raises(errors.LLMError) as raised:
        list(protocol.driver(server).stream(ASKED))

    assert raised.value.temporary is temporary
    assert raised.value.__context__ is None


def test_a_reset_is_temporary(protocol, server):
    server.answers = [Answer(manner="reset")]

    with pytest.raises(errors.LLMError) as raised:
        list(protocol.driver(server).stream(ASKED))

    assert raised.value.temporary


def test_a_timeout_bounds_the_whole_answer(protocol, server):
    server.answers = [Answer.streamed(protocol.pieces(["a"] * 40), manner="slow body")]
    started = time.monotonic()

    with pytest.raises(errors.LLMError):
        list(protocol.driver(server, timeout_seconds=0.4).stream(ASKED))

    assert time.monotonic() - started < 5


def test_leaving_early_ends_the_call(protocol, server):
    server.answers = [Answer.streamed(protocol.pieces(["one ", "two ", "three"]))]
    pieces = protocol.driver(server).stream(ASKED)

    assert next(pieces) == "one "
    pieces.close()  # and a second call works
    assert next(protocol.driver(server).stream(ASKED)) == "one "


def test_openai_is_asked_again_under_the_limit_that_it_knows(server):
    unfit = {"error": {"message": "no", "param": "max_tokens", "code": "unsupported_parameter"}}
    server.answers = [Answer(status=400, body=unfit), Answer.streamed(loopback.OPENAI.pieces(["ok"]))]

    assert list(loopback.OPENAI.driver(server).stream(ASKED)) == ["ok"]
    assert "max_completion_tokens" in server.requests[1].body


@pytest.mark.parametrize("text", ["", "plain", "<b>bold</b>", "<thin", "<think>x</think>", "<thinking>a</thinking> b", "a </think> b"])
def test_pieces_cut_anywhere_show_the_same_text(text):
    whole = "".join(reading.shown([text]))

    for cut in range(len(text) + 1):
        assert "".join(reading.shown([text[:cut], text[cut:]])) == whole
    assert "".join(reading.shown(text)) == whole


def test_a_guarded_stream_is_booked_and_capped():
    ledger = Ledger()
    guarded = Guarded(ScriptedLLM(["one two three", "four"]), Guards(caps=Caps(llm_tokens_per_call=5000)), ledger=ledger)

    assert "".join(guarded.stream(ASKED)) == "one two three"
    assert 0 < ledger.spent(3600) < 200
    with pytest.raises(errors.LLMError, match="llm_tokens_per_call"):
        list(guarded.stream(ASKED, max_tokens=6000))


def test_a_guarded_model_without_pieces_says_its_answer_at_once():
    class Whole:
        def complete(self, messages, *, role="cheap", schema=None, max_tokens=None):
            return ScriptedLLM(["whole"]).complete(messages)

    assert list(Guarded(Whole(), Guards()).stream(ASKED)) == ["whole"]
