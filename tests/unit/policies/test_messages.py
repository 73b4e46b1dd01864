import copy
import dataclasses
from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import errors
from memstrata.core.turns import Turn
from memstrata.policies import messages

NOON = datetime(2025, 5, 1, 12, tzinfo=timezone(timedelta(hours=8)))
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,R0lG"}}
SOUND = {"type": "input_audio", "input_audio": {"data": "AA"}}
VALUE = {"type": "text", "text": {"value": "nested", "annotations": []}}
CALL = {"id": "c-1", "type": "function", "function": {"name": "weather", "arguments": '{"city":"杭州"}'}}

texts = st.text(st.characters(), max_size=40)  # lone surrogates and NUL too
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
parts: st.SearchStrategy[object] = texts | st.builds(
    dict, type=st.sampled_from(["text", "input_text", "image", "file", "tool_result"]), text=texts, content=texts
)
contents: st.SearchStrategy[object] = (
    st.none() | st.integers() | texts | st.lists(parts, max_size=4) | st.builds(dict, type=st.just("text"), text=texts)
)


def read(content: object, role: object = "user", **fields: object) -> Turn:
    return messages.read(role, content, **{"session": "s", "id": "m-1", "at": NOON, **fields})


@pytest.mark.parametrize(
    ("content", "text", "kept", "ignored"),
    [
        ("你好", "你好", "你好", 0),
        (None, "", None, 0),
        ("", "", "", 0),
        (42, "42", "42", 0),
        (["早", "morning"], "早\nmorning", ["早", "morning"], 0),
        ({"type": "text", "text": "alone"}, "alone", [{"type": "text", "text": "alone"}], 0),
        ([{"type": "input_text", "text": "我养猫"}, PICTURE], "我养猫", [{"type": "input_text", "text": "我养猫"}, PICTURE], 1),
        ([PICTURE, SOUND], "", [PICTURE, SOUND], 2),
        ([VALUE], "nested", [VALUE], 0),
    ],
)
def test_reads_the_text_of_every_shape_and_keeps_the_rest(content, text, kept, ignored):
    turn = read(content)

    assert (turn.text, turn.content, turn.ignored_parts) == (text, kept, ignored)


def test_takes_an_assistant_that_only_calls_tools():
    turn = read(None, "assistant", tool_calls=[CALL])

    assert turn.text == ""
    assert messages.calls(turn) == ("c-1",)
    assert turn.message() == {"role": "assistant", "content": None, "tool_calls": [CALL]}


def test_pairs_blocks_of_anthropic_like_calls_and_results():
    asked = read([{"type": "text", "text": "looking"}, {"type": "tool_use", "id": "t-1", "name": "find", "input": {}}], "assistant")
    answered = read([{"type": "tool_result", "tool_use_id": "t-1", "content": [{"type": "text", "text": "found"}, {"type": "image"}]}])

    assert messages.calls(asked) == messages.results(answered) == ("t-1",)
    assert (asked.text, asked.ignored_parts) == ("looking", 0)
    assert (answered.text, answered.ignored_parts) == ("found", 1)


def test_never_takes_a_tools_words_for_the_users():
    result = {"type": "tool_result", "tool_use_id": "t-1", "content": "I live in Paris"}
    only, mixed = read([result]), read([result, {"type": "text", "text": "thanks"}])

    assert (messages.voice(only), only.text) == ("tool", "I live in Paris")
    assert (messages.voice(mixed), mixed.text) == ("user", "thanks")


def test_knows_the_older_function_call_and_calls_without_ids():
    legacy = read(None, "assistant", metadata={"function_call": {"name": "f"}})
    nameless = read(None, "assistant", tool_calls=[{"function": {"name": "f"}}, {"function": {"name": "g"}}])

    assert messages.calls(legacy) == ("",)
    assert messages.calls(nameless) == ("", "")
    assert messages.results(read("4", "function", name="f")) == ("",)


@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant", "tool", "function", "critic", "sub-agent"])
def test_takes_the_known_roles_and_newer_ones(role):
    assert read("x", role).role == role


@pytest.mark.parametrize("role", ["", " ", None, "User", 3, "a b", "x" * 65])
def test_refuses_a_role_that_is_no_label(role):
    with pytest.raises(errors.InputError, match="known roles"):
        read("x", role)


@pytest.mark.parametrize("content", [True, b"bytes", [None], [b"x"], object(), [{"type": "image", "data": b"x"}]])
def test_refuses_content_that_no_message_can_hold(content):
    with pytest.raises(errors.InputError):
        read(content)


def test_refuses_a_number_that_python_would_not_write():
    for content, metadata in [(10**5000, {}), ("x", {"n": 10**5000})]:
        with pytest.raises(errors.InputError):
            read(content, metadata=metadata)


def test_takes_a_message_of_a_megabyte_and_no_more():
    assert len(read("好" * 333_333).text) == 333_333

    for content in ["好" * 333_334, ["a" * 1_000_001], [{"type": "image", "data": "A" * 1_000_000}]]:
        with pytest.raises(errors.TooLargeError, match="split"):
            read(content)


def test_counts_calls_and_metadata_towards_the_limit():
    large: list[dict[str, object]] = [{"tool_calls": [{"id": "c", "arguments": "x" * 1_000_000}]}, {"metadata": {"blob": "x" * 1_000_000}}]

    for fields in large:
        with pytest.raises(errors.TooLargeError):
            read("", **fields)


def test_replaces_what_no_store_takes_and_refuses_it_in_ids():
    turn = read("a\0b \ud83d", name="n\0", metadata={"k\0": ["\udc00", {"x\ud800": 1}]})

    assert (turn.text, turn.name) == ("a\ufffdb \ufffd", "n\ufffd")
    assert turn.metadata == {"k\ufffd": ["\ufffd", {"x\ufffd": 1}]}
    for name in ("session", "id", "tool_call_id"):
        with pytest.raises(errors.ScopeError, match=name):
            read("x", **{name: "a\0"})


def test_keeps_joiners_marks_and_separators_as_they_are():
    text = "line\u2028sep 👩‍👩‍👧 \u202eabc e\u0301"

    assert read(text).text == text


@pytest.mark.parametrize("value", [{1: "x"}, {"when": NOON}, {"set": {1}}, {"nan": float("nan")}, "text", {"deep": {"x": object()}}])
def test_refuses_metadata_that_is_not_json(value):
    with pytest.raises(errors.InputError, match="metadata"):
        read("x", metadata=value)


def test_names_the_key_that_is_not_json():
    with pytest.raises(errors.InputError, match=r"metadata\['outer'\]\['inner'\]\[1\]"):
        read("x", metadata={"outer": {"inner": [0, NOON]}})


def test_refuses_a_circle_instead_of_following_it():
    circle: dict[str, object] = {}
    circle["me"] = circle

    with pytest.raises(errors.InputError, match="circle"):
        read("x", metadata=circle)


def test_refuses_a_time_without_an_offset_and_says_what_to_pass():
    for at in [datetime(2025, 5, 1), "2025-05-01T12:00:00", "2025-05-01"]:  # noqa: DTZ001  a naive time is the point
        with pytest.raises(errors.TimeError, match=r"\+08:00"):
            read("x", at=at)
    for at in ["yesterday", "", 5, None, "0001-01-01T00:00+14:00"]:
        with pytest.raises(errors.TimeError):
            read("x", at=at)


def test_keeps_the_offset_of_a_time():
    assert read("x", at="2025-05-01T12:00:00+08:00").at.utcoffset() == timedelta(hours=8)
    assert read("x", at="2025-05-01T04:00:00Z").at == NOON


@given(contents, st.dictionaries(texts, json_values, max_size=3), st.lists(st.dictionaries(texts, json_values, max_size=3), max_size=2))
def test_never_changes_nor_shares_what_the_caller_passed(content, metadata, calls):
    before = copy.deepcopy((content, metadata, calls))

    turn = read(content, metadata=metadata, tool_calls=calls)

    assert (content, metadata, calls) == before
    for value in [turn.content, *turn.metadata.values(), *turn.tool_calls]:
        if isinstance(value, dict | list):
            value.clear()
    assert (content, metadata, calls) == before


@given(contents, st.dictionaries(texts, json_values, max_size=3))
def test_leaves_nothing_that_cannot_be_written_down(content, metadata):
    turn = read(content, metadata=metadata)

    written = repr((turn.text, turn.content, dict(turn.metadata)))
    turn.text.encode()
    assert "\\x00" not in written.replace("\\\\", "")
    assert not any("\ud800" <= character <= "\udfff" for character in turn.text)


@dataclasses.dataclass
class Noted:
    role: str
    content: str
    name: str | None = None


class Dumped:
    def __init__(self, **fields: object) -> None:
        self._fields = fields

    def model_dump(self) -> dict[str, object]:
        return self._fields


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "嗨"},
        Noted("user", "嗨"),
        SimpleNamespace(role="user", content="嗨", _secret=1),
        Dumped(role="user", content="嗨"),
    ],
)
def test_opens_dicts_and_objects_alike(message):
    assert messages.from_message(message) == {"role": "user", "content": "嗨"}


def test_opens_parts_and_calls_that_are_objects():
    turn = read([Dumped(type="text", text="hello")], "assistant", tool_calls=[Dumped(**CALL)])

    assert (turn.text, turn.tool_calls) == ("hello", (CALL,))


def test_keeps_what_providers_add_in_the_metadata():
    fields = messages.from_message(
        {
            "role": "assistant",
            "content": None,
            "refusal": "no",
            "audio": None,
            "annotations": [],
            "reasoning_content": "因为",
            "function_call": {"name": "f", "arguments": "{}"},
            "metadata": {"mine": 1},
            "name": None,
            "id": None,
        }
    )

    assert fields == {
        "role": "assistant",
        "content": None,
        "metadata": {"refusal": "no", "reasoning_content": "因为", "function_call": {"name": "f", "arguments": "{}"}, "mine": 1},
    }


def test_takes_id_and_time_from_a_message_that_has_them():
    fields = messages.from_message({"role": "user", "content": "x", "id": "m-9", "timestamp": 1746072000})

    assert fields == {"role": "user", "content": "x", "id": "m-9", "at": NOON}
    assert messages.from_message({"role": "user", "content": "x", "created_at": 1746072000_000})["at"] == NOON
    assert messages.from_message({"role": "user", "content": "x", "at": "2025-05-01T04:00Z"})["at"] == "2025-05-01T04:00Z"


def test_reads_messages_of_langchain():
    call = {"name": "f", "args": {"x": 1}, "id": "c-2", "type": "tool_call"}
    fields = messages.from_message(Dumped(type="ai", content="", additional_kwargs={}, example=False, tool_calls=[call]))
    turn = messages.read(**{"session": "s", "id": "m", "at": NOON, **fields})

    assert turn.role == "assistant"
    assert turn.tool_calls == ({"id": "c-2", "type": "function", "function": {"name": "f", "arguments": '{"x":1}'}},)


def test_refuses_keys_that_no_provider_writes():
    with pytest.raises(errors.InputError, match=r"'contnet'.*metadata"):
        messages.from_message({"role": "user", "contnet": "x"})


@pytest.mark.parametrize("message", [{}, {"content": "x"}, {"type": "message", "content": "x"}, None, 5, "text"])
def test_refuses_a_message_without_a_role(message):
    with pytest.raises(errors.InputError):
        messages.from_message(message)


def test_an_aware_time_of_any_zone_is_an_instant():
    assert messages.instant(NOON.astimezone(UTC)) == NOON
