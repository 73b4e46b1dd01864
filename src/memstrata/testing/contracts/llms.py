"""What extraction, summaries and routing rely on, whatever the model."""

import copy
from concurrent import futures

from memstrata.core import errors
from memstrata.core.llm import Message, Reply, Role, Schema
from memstrata.core.ports import LLM
from memstrata.core.records import Json
from memstrata.testing import samples

ANSWER = '{"city": "杭州", "why": "I moved 🙂"}'
ASKED: tuple[Message, ...] = (
    {"role": "system", "content": "Extract facts. 提取事实。"},
    {"role": "user", "content": "I live in Hangzhou. 我住在杭州。🙂"},
)
SCHEMA: Schema = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "why": {"type": "string"}},
    "required": ["city", "why"],
    "additionalProperties": False,
}
_ROLES: tuple[Role, ...] = ("cheap", "strong")
_WRONG: tuple[tuple[Message, ...], ...] = (
    (),
    ({"content": "who says this?"},),
    ({"role": "tool", "content": "4"},),
    ({"role": "user", "content": None},),
    ({"role": "user", "content": [{"type": "text", "text": "parts"}]},),
)


class LLMContract:
    """All that an `LLM` promises. Give two fixtures: `llm`, which answers each call with ANSWER, and `failing_llm`, which cannot."""

    def test_answers_with_text_and_counts(self, llm: LLM) -> None:
        reply = llm.complete(ASKED)

        assert isinstance(reply, Reply)
        assert (reply.text, reply.finish_reason, reply.shape) == (ANSWER, "stop", "free")
        assert reply.tokens_in > 0
        assert reply.tokens_out > 0
        assert reply.model

    def test_answers_in_both_roles_with_and_without_a_schema(self, llm: LLM) -> None:
        for role in _ROLES:
            assert llm.complete(ASKED, role=role, max_tokens=64).text == ANSWER
            assert llm.complete(ASKED, role=role, schema=SCHEMA).text == ANSWER

    def test_says_how_it_asked_for_the_shape(self, llm: LLM) -> None:
        assert llm.complete(ASKED, schema=SCHEMA).shape in ("schema", "json", "prompt")

    def test_leaves_what_it_is_given_as_it_is(self, llm: LLM) -> None:
        messages, schema = list(copy.deepcopy(ASKED)), dict(copy.deepcopy(SCHEMA))

        llm.complete(messages, schema=schema)

        assert messages == list(ASKED)
        assert schema == SCHEMA

    def test_takes_turns_of_both_sides_in_any_order(self, llm: LLM) -> None:
        said: list[dict[str, Json]] = [
            {"role": "assistant", "content": "Hello."},
            {"role": "user", "content": "你好"},
            {"role": "user", "content": "还在吗?"},
            {"role": "system", "content": "Be brief."},
            {"role": "assistant", "content": "{"},
        ]

        assert llm.complete(said).text == ANSWER

    def test_takes_any_characters(self, llm: LLM) -> None:
        for text in ("", " ", "\x00", "\ud83d", "\ufdfa", "e\u0301" * 50, "很长" * 2_000):
            assert llm.complete([{"role": "user", "content": f"{text} ?"}]).text == ANSWER

    def test_refuses_messages_of_another_form(self, llm: LLM) -> None:
        for wrong in _WRONG:
            with samples.refused(errors.InputError):
                llm.complete(wrong)

    def test_many_threads_may_ask_at_once(self, llm: LLM) -> None:
        with futures.ThreadPoolExecutor(4) as pool:
            replies = list(pool.map(lambda _: llm.complete(ASKED), range(8)))

        assert [reply.text for reply in replies] == [ANSWER] * 8

    def test_raises_its_typed_error_each_time(self, failing_llm: LLM) -> None:
        for _ in range(2):
            error = _failure(failing_llm)
            assert str(error)
            assert isinstance(error.temporary, bool)

    def test_an_error_holds_nothing_of_what_was_sent(self, failing_llm: LLM) -> None:
        seen: BaseException | None = _failure(failing_llm)
        while seen is not None:
            assert "Hangzhou" not in f"{seen} {seen!r}"
            assert "杭州" not in f"{seen} {seen!r}"
            seen = seen.__cause__ or seen.__context__


def _failure(llm: LLM) -> errors.LLMError:
    try:
        llm.complete(ASKED)
    except errors.LLMError as error:
        return error
    raise AssertionError("LLMError was not raised")
