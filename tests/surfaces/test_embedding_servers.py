"""The drivers for embedders on servers, with their real SDKs, against a server on this machine."""

import functools
import logging

import numpy as np
import pytest

from memstrata.core import errors
from memstrata.models import use
from memstrata.models.embeddings import calling, remote, scale
from memstrata.testing import EmbedderContract, HashEmbedder
from tests.surfaces import embedding_servers
from tests.surfaces.embedding_servers import Clock, EmbeddingServer
from tests.unit.models import loopback
from tests.unit.models.loopback import Answer

SECRET = "sk-test-0123456789abcdef"
TEXTS = ["I live in Hangzhou.", "我喜欢乌龙茶。", "The port is 8080."]


@functools.cache
def model() -> use.UseEmbedder:
    """Loaded once: it takes a moment."""
    return use.UseEmbedder()


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(variable, raising=False)
    for each in embedding_servers.PROTOCOLS:
        monkeypatch.setenv(each.key, SECRET)


@pytest.fixture(params=embedding_servers.PROTOCOLS, ids=lambda protocol: protocol.name)
def protocol(request):
    return request.param


@pytest.fixture
def server(protocol):
    server = EmbeddingServer(protocol)
    yield server
    server.stop()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def driver(protocol, server, clock):
    return protocol.driver(server, clock)


@pytest.fixture
def measured(driver):
    """A driver that has asked its first question."""
    assert driver.dimensions
    return driver


def failure(driver, texts=TEXTS, **options) -> errors.EmbedderError:
    """What a call raises."""
    with pytest.raises(errors.EmbedderError) as raised:
        driver.embed(texts, **options)
    return raised.value


class TestEmbedderOnAServer(EmbedderContract):
    """Each driver keeps the contract, with a real model behind the server."""

    @pytest.fixture
    def embedder(self, server, driver):
        server.embedder = model()
        server.longest = 3_000
        return driver


def test_the_first_use_measures_with_own_sentences_once(protocol, server, driver):
    driver.embed(TEXTS)
    driver.embed(["one more"], query=True)
    driver.relevance(np.zeros(1, np.float32), "en")

    assert server.asked == [list(scale.SENTENCES), TEXTS, ["one more"]]
    assert {request.path for request in server.requests} == {protocol.path}
    assert {request.body["model"] for request in server.requests} == {"tiny"}
    assert all(SECRET in request.headers["authorization"] for request in server.requests)


def test_creating_a_driver_asks_nobody(server, driver):
    assert driver.degraded is None
    assert server.requests == []


@pytest.mark.parametrize("width", [768, 1024, 1536, 3072])
def test_dimensions_are_what_the_server_gives(protocol, server, driver, width):
    server.embedder = HashEmbedder(width)

    assert driver.embed(TEXTS).shape == (3, width)
    assert driver.space == f"{protocol.name}/tiny/{width}"


def test_other_dimensions_later_are_an_error_that_names_both(server, clock, measured):
    before = measured.dimensions
    server.embedder = HashEmbedder(768)

    message = str(failure(measured))

    assert "768" in message
    assert str(before) in message
    assert clock.waits == []


def test_many_texts_go_in_batches_and_keep_their_order(server, measured):
    texts = [f"text {number}" for number in range(2 * remote.BATCH + 1)]

    vectors = measured.embed(texts)

    assert [len(asked) for asked in server.asked[1:]] == [remote.BATCH, remote.BATCH, 1]
    assert np.allclose(vectors, server.embedder.embed(texts), atol=1e-5)


def test_a_server_with_smaller_batches_gets_them(server, driver):
    server.most = 10
    texts = [f"text {number}" for number in range(25)]

    assert np.allclose(driver.embed(texts), server.embedder.embed(texts), atol=1e-5)


def test_vectors_of_any_length_come_out_with_norm_one(server, measured):
    server.answers = [server.good((server.embedder.embed(TEXTS) * 1e-4).tolist())]

    assert np.allclose(np.linalg.norm(measured.embed(TEXTS), axis=1), 1.0)


def test_blank_texts_are_never_sent(server, measured):
    vectors = measured.embed(["", " \n", " tea", "\u3000"])

    assert server.asked[1:] == [["tea"]]
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)


def test_a_text_too_long_for_the_model_is_sent_shorter_beside_the_others(server, measured):
    server.longest = 600
    texts = ["short", "很长的文字" * 4_000, "also short"]

    vectors = measured.embed(texts)

    assert np.allclose(vectors[[0, 2]], server.embedder.embed(["short", "also short"]), atol=1e-5)
    assert server.asked[-2:] == [[("很长的文字" * 200)[:512]], ["also short"]]


def test_unfit_characters_are_cleaned_before_they_are_sent(server, measured):
    measured.embed(["a\x00b\ud800c\x07d"])

    assert server.asked[-1] == ["a\ufffdb\ufffdc d"]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_a_failure_that_may_pass_is_tried_again(server, clock, measured, status):
    server.answers = [Answer(status=status, body={"error": "busy"})] * 2

    assert measured.embed(TEXTS).shape[0] == 3
    assert clock.waits == [0.25, 0.5]


@pytest.mark.parametrize("status", [401, 403, 404, 501])
def test_a_failure_that_stays_is_not_tried_again(server, clock, measured, status):
    server.answers = [Answer(status=status, body={"error": "no"})]

    assert str(status) in str(failure(measured))
    assert clock.waits == []
    assert len(server.requests) == 2


def test_an_account_without_credit_is_not_asked_again(server, clock, measured):
    server.answers = [Answer(status=429, body={"error": {"message": "insufficient_quota", "code": "insufficient_quota"}})]

    failure(measured)

    assert clock.waits == []


def test_a_short_wait_that_the_server_wants_is_kept(server, clock, measured):
    server.answers = [Answer(status=429, headers={"Retry-After": "3"})]

    measured.embed(TEXTS)

    assert clock.waits == [3.0]


def test_a_long_wait_that_the_server_wants_leaves_it_alone_until_then(server, clock, measured):
    server.answers = [Answer(status=429, headers={"Retry-After": "90"})]

    failure(measured)
    asked = len(server.requests)
    assert "90 seconds" in str(failure(measured))
    assert len(server.requests) == asked

    clock.now += 91
    assert measured.embed(TEXTS).shape[0] == 3
    assert clock.waits == []


def test_a_question_is_not_tried_as_often_as_passages(server, clock, measured):
    server.answers = [Answer(status=503)] * 5

    failure(measured, query=True)
    assert len(server.requests) == 1 + calling.QUERIES.retrying.attempts
    failure(measured)
    assert len(server.requests) == 1 + calling.QUERIES.retrying.attempts + calling.PASSAGES.retrying.attempts


def test_a_server_that_keeps_failing_is_left_alone_for_a_while(server, clock, measured):
    server.answers = [Answer(status=500)] * 5
    failure(measured)
    failure(measured)
    asked = len(server.requests)

    assert "left alone" in str(failure(measured))
    assert len(server.requests) == asked
    clock.now += 31
    assert measured.embed(TEXTS).shape[0] == 3


def test_a_reset_connection_is_tried_again(server, clock, measured):
    server.answers = [Answer(manner="reset")]

    assert measured.embed(TEXTS).shape[0] == 3
    assert len(clock.waits) == 1


@pytest.mark.parametrize("manner", ["silent", "slow head", "slow body"])
def test_a_timeout_bounds_the_whole_request(protocol, server, clock, manner):
    server.answers = [Answer(manner=manner, body=protocol.good([[1.0, 0.0]]))]

    assert "within 0.2 seconds" in str(failure(protocol.driver(server, clock, embedding_servers.SHORT)))


@pytest.mark.parametrize("use_it", [lambda e: e.space, lambda e: e.embed([]), lambda e: e.relevance(np.zeros(1, np.float32), "zh")])
def test_a_server_that_is_not_there_is_named_at_every_use(protocol, clock, use_it):
    port = loopback.free_port()
    driver = protocol.module.create("tiny", f"http://127.0.0.1:{port}{protocol.below}", pace=clock.pace)

    with pytest.raises(errors.EmbedderError) as raised:
        use_it(driver)

    assert f"could not be reached at 127.0.0.1:{port}" in str(raised.value)


@pytest.mark.parametrize(
    "rows",
    [[], [[1.0, 0.0]] * 2, [[1.0, 0.0]] * 4, [[]] * 3, [[1.0], [1.0, 0.0], [1.0]], [[0.0, 0.0]] * 3, [[1e300, 1.0]] * 3,
     [[float("nan"), 1.0]] * 3, [[1.0, float("inf")]] * 3, [["1", "2"]] * 3, [[None, 1.0]] * 3, [10**400] * 3, [[10**400, 1]] * 3],
)  # fmt: skip
def test_vectors_that_are_none_are_a_typed_error(server, measured, rows):
    server.answers = [server.good(rows)] * 3

    assert measured.dimensions != 2
    failure(measured)


@pytest.mark.parametrize("body", [b"", b"{", b"null", b"[]", b"<html>", {"data": 3, "embeddings": 3}, {"data": [], "embeddings": []},
                                  {"data": [1, 2, 3], "embeddings": [1, 2, 3]}, b"[" * 100_000])  # fmt: skip
def test_a_body_that_is_no_answer_is_a_typed_error(server, measured, body):
    server.answers = [Answer(body=body)] * 3

    failure(measured)


def test_an_answer_that_gets_its_second_try_right_counts(server, measured):
    server.answers = [server.good([[float("nan")] * 3] * 3)]

    assert np.isfinite(measured.embed(TEXTS)).all()


def test_a_first_answer_that_is_wrong_leaves_nothing_behind(server, driver):
    server.answers = [server.good([[0.0, 0.0]] * len(scale.SENTENCES))] * calling.MEASURING.retrying.attempts

    failure(driver)

    assert driver.embed(TEXTS).shape == (3, server.embedder.dimensions)


@pytest.mark.parametrize("status", [200, 400, 401, 418, 500])
def test_no_key_and_no_text_shows_in_errors_or_logs(server, measured, caplog, status):
    caplog.set_level(logging.INFO)
    told = f"{SECRET}: I live in Hangzhou"
    server.answers = [Answer(status=status, body={"error": {"message": told, "code": SECRET}, "data": told, "embeddings": told})] * 40

    error: BaseException | None = failure(measured)

    while error is not None:
        assert SECRET not in repr(vars(error)) + str(error)
        assert "Hangzhou" not in repr(vars(error)) + str(error)
        error = error.__cause__ or error.__context__
    assert SECRET not in caplog.text + repr(vars(measured))
    assert "Hangzhou" not in caplog.text


def test_a_redirect_is_not_followed_with_the_key(server, measured):
    server.answers = [Answer(status=307, headers={"Location": f"{server.url}/elsewhere"})]

    failure(measured)

    assert server.requests[-1].path != "/elsewhere"


def test_a_server_at_home_needs_no_key(protocol, driver, monkeypatch):
    monkeypatch.delenv(protocol.key)

    assert driver.embed(TEXTS).shape[0] == 3


def test_a_missing_key_is_said_before_anything_is_sent(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")

    assert "set OPENAI_API_KEY" in str(failure(embedding_servers.OPENAI.module.create("tiny", "")))
