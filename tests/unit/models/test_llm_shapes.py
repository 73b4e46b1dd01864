"""How JSON is asked for, with the real SDKs, and how answers are read."""

import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import errors
from memstrata.models.llm import reading, shapes
from memstrata.testing.contracts import llms
from tests.unit.models import loopback
from tests.unit.models.loopback import Answer

ASKED, SCHEMA = llms.ASKED, llms.SCHEMA
UNKNOWN = Answer(status=400, body={"error": {"message": "response_format is not supported"}})


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for variable in ("HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy", *(each.key for each in loopback.PROTOCOLS)):
        monkeypatch.delenv(variable, raising=False)


def test_the_servers_own_means_come_first(protocol, server):
    server.answers = [Answer(body=protocol.good(llms.ANSWER))]

    reply = protocol.driver(server).complete(ASKED, schema=SCHEMA)

    assert reply.shape == "schema"
    assert protocol.schema(server.requests[0].body) == SCHEMA


def test_a_server_without_them_is_asked_in_words_from_then_on(protocol, server):
    good = Answer(body=protocol.good(llms.ANSWER))
    server.answers = [UNKNOWN, good]
    driver = protocol.driver(server)

    first, again = driver.complete(ASKED, schema=SCHEMA), driver.complete(ASKED, schema=SCHEMA)

    assert first.shape == again.shape != "schema"
    assert [protocol.schema(request.body) is not None for request in server.requests] == [True, False, False]
    assert "additionalProperties" in str(server.requests[-1].body)


def test_what_one_model_lacks_another_may_have(protocol, server):
    server.answers = [UNKNOWN, Answer(body=protocol.good(llms.ANSWER))]
    driver = protocol.driver(server)

    driver.complete(ASKED, schema=SCHEMA)

    assert driver.complete(ASKED, role="strong", schema=SCHEMA).shape == "schema"


def test_a_request_that_is_wrong_in_every_shape_teaches_nothing(protocol, server):
    server.answers = [UNKNOWN]
    driver = protocol.driver(server)
    with pytest.raises(errors.LLMError) as raised:
        driver.complete(ASKED, schema=SCHEMA)
    assert not raised.value.temporary

    server.answers = [Answer(body=protocol.good(llms.ANSWER))]

    assert driver.complete(ASKED, schema=SCHEMA).shape == "schema"


def test_an_outage_is_no_reason_to_ask_less_firmly(protocol, server):
    server.answers = [Answer(status=503), Answer(body=protocol.good(llms.ANSWER))]
    driver = protocol.driver(server)
    with pytest.raises(errors.LLMError):
        driver.complete(ASKED, schema=SCHEMA)

    assert driver.complete(ASKED, schema=SCHEMA).shape == "schema"


def test_the_name_of_the_limit_is_learned(server):
    unknown = {"error": {"message": "use the other", "code": "unsupported_parameter", "param": "max_tokens"}}
    server.answers = [Answer(status=400, body=unknown), Answer(body=loopback.OPENAI.good("ok"))]
    driver = loopback.OPENAI.driver(server)

    driver.complete(ASKED, max_tokens=50)
    driver.complete(ASKED, max_tokens=50)

    limits = [{name: value for name, value in request.body.items() if name.startswith("max_")} for request in server.requests]
    assert limits == [{"max_tokens": 50}, {"max_completion_tokens": 50}, {"max_completion_tokens": 50}]


def test_a_schema_of_any_mappings_can_be_sent(protocol, server):
    server.answers = [Answer(body=protocol.good(llms.ANSWER))]
    frozen = types.MappingProxyType(
        {"type": "object", "properties": types.MappingProxyType({"a": types.MappingProxyType({"type": "string"})})}
    )

    protocol.driver(server).complete(ASKED, schema=frozen)

    assert protocol.schema(server.requests[0].body) == {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.mark.parametrize(("question", "word"), [("我住在哪里?", "只用一个 JSON"), ("Where do I live?", "Answer with one JSON")])
def test_the_wish_in_words_speaks_the_language_of_the_question(question, word):
    said = shapes.worded([("user", question)], SCHEMA, "prompt")

    assert said[0][0] == "system"
    assert word in said[0][1]
    assert '"additionalProperties": false' in said[0][1]
    assert said[1:] == [("user", question)]


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        (SCHEMA, True),
        ({**SCHEMA, "required": ["city"]}, False),
        ({"type": "object", "properties": {}}, False),
        ({"type": "array", "items": {"type": "object", "properties": {"a": {}}, "required": ["a"]}}, False),
        ({"type": "string"}, True),
    ],
)
def test_strict_is_asked_only_where_the_schema_allows_it(schema, strict):
    assert shapes.strict(schema) is strict


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("plain", "plain"),
        ("<think>a</think>b", "b"),
        ("<think>a", ""),
        ("\n<THINK>\n</THINK>\n{}", "{}"),
        ('{"said": "</think>"}', '{"said": "</think>"}'),
        ('```json\n["</think>"]\n```', '```json\n["</think>"]\n```'),
        ("never opened</think> [1]", "[1]"),
        ("", ""),
    ],
)
def test_thoughts_before_an_answer_are_dropped_and_data_is_kept(answer, words):
    assert reading.without_thoughts(answer) == words


_LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
_JSON = st.recursive(_LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner), max_leaves=8)


@given(_JSON, st.lists(st.integers(0, 3) | st.text(max_size=5), max_size=4))
def test_reading_a_body_never_raises(body, path):
    assert isinstance(reading.text(body, *path), str)
    assert reading.count(body, *path) >= 0
