"""Messages of every shape go in, come back as they were, and never leave a prompt that a provider would refuse."""

import json
from copy import deepcopy
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memstrata
from memstrata.core import errors
from memstrata.testing import FixedClock

PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0K"}}
SOUND = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
HOSTILE = (
    "cut in half \ud83d here",
    "zero\0inside",
    "two\u2028lines\u2029here",
    "a family 👩‍👩‍👧‍👦 and a flag 🇨🇳",
    "\u202eturned round\u202c",
    "cafe\u0301 and 가나다",
    "\u200bzero\u200dwidth\ufeff",
)  # fmt: skip


def call(name: str, *ids: str) -> list[dict[str, object]]:
    return [{"id": each, "type": "function", "function": {"name": name, "arguments": json.dumps({"of": each})}} for each in ids]


def say_with_tools(session, exchanges: int = 4) -> None:
    """Exchanges with one call, with parallel calls and with none, in turn."""
    session.add("system", "You are the clerk of a harbour.")
    for number in range(exchanges):
        session.add("user", f"Question {number}: 第{number}号船什么时候靠岸？")
        if number % 3:
            ids = [f"c{number}-{place}" for place in range(number % 3)]
            session.add("assistant", None, tool_calls=call("berth", *ids))
            for each in ids:
                session.add("tool", f"berth of {each}: " + "pier 4, tide table " * 4, tool_call_id=each)
        session.add("assistant", f"Answer {number}: at noon.")


def is_sound(messages: list[dict[str, object]]) -> bool:
    """No result without its call right before it, no call without all its results."""
    pending: list[object] = []
    for message in messages:
        if message["role"] == "tool":
            if message.get("tool_call_id") not in pending:
                return False
            pending.remove(message["tool_call_id"])
            continue
        if pending:
            return False
        pending = [each["id"] for each in message.get("tool_calls") or ()]  # type: ignore[attr-defined]
    return not pending


def test_no_budget_parts_a_tool_call_from_its_results(memory):
    session = memory.scope(user="anna").session("harbour")
    say_with_tools(session)
    whole = session.context(budget=100_000)

    for budget in range(0, whole.tokens + 1, 2):
        try:
            cut = session.context(budget=budget)
        except errors.BudgetError:
            continue
        assert is_sound(cut.messages), f"budget {budget}"
        assert cut.tokens <= budget
        assert any(message["role"] == "user" and "Question 3" in str(message["content"]) for message in cut.messages)


@pytest.mark.parametrize("tokens", [1, 40, 120, 300, 8000])
def test_no_window_parts_a_tool_call_from_its_results(opened, place, tokens):
    session = opened(place, window_tokens=tokens).scope(user="anna").session("harbour")
    say_with_tools(session)

    window = session.window()

    assert is_sound(window.messages)
    assert window.messages[0] == {"role": "system", "content": "You are the clerk of a harbour."}
    assert any("Question 3" in str(turn["content"]) for turn in window)


def test_a_long_tool_result_is_shortened_before_the_question_goes(anna):
    session = anna.session("s")
    session.add("user", "Which of these ships is late?")
    session.add("assistant", None, tool_calls=call("ships", "c1"))
    session.add("tool", "ship, berth, hour; " * 3000, tool_call_id="c1")

    context = session.context(budget=2000)

    contents = [str(message["content"]) for message in context.messages]
    assert "Which of these ships is late?" in contents
    assert any("cut" in content and content.startswith("ship, berth") for content in contents)
    assert context.over_budget


histories = st.lists(st.tuples(st.sampled_from(["assistant", "tool", "system", "user"]), st.sampled_from(["", "ok", "x" * 90])), max_size=5)


@settings(max_examples=40)
@given(history=histories, budget=st.integers(0, 60))
def test_a_history_of_any_roles_gives_a_window_and_a_context_within_its_budget(history, budget):
    with memstrata.open(":memory:", clock=FixedClock(), embedder="none", worker=False) as memory:
        session = memory.scope(user="anna").session("odd")
        for role, content in history:
            session.add(role, content)

        assert len(session.window()) <= len(history)
        try:
            assert session.context(budget=budget).tokens <= budget
        except errors.BudgetError:
            assert any(role == "user" for role, _ in history), "only a user's own message may be too long for a budget"


@pytest.mark.parametrize(
    ("content", "text", "ignored"),
    [
        ("I row on the lake", "I row on the lake", 0),
        (None, "", 0),
        ("", "", 0),
        (12, "12", 0),
        ({"type": "text", "text": "one part alone"}, "one part alone", 0),
        ([{"type": "text", "text": "I row"}, PICTURE, {"type": "text", "text": "every week"}], "I row\nevery week", 1),
        ([PICTURE], "", 1),
        ([SOUND, {"type": "file", "file": {"file_id": "f-9"}}], "", 2),
        ([], "", 0),
        (["plain", "pieces"], "plain\npieces", 0),
    ],
)
def test_content_of_every_shape_is_taken_and_its_text_read(anna, content, text, ignored):
    session = anna.session("s")

    turn = session.add("user", content)

    assert (turn.text, turn.ignored_parts) == (text, ignored)
    assert session.turns() == [turn]


@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant", "tool", "function"])
def test_every_role_of_the_known_providers_is_taken(anna, role):
    anna.session("s").add(role, "noted")

    assert [turn.role for turn in anna.session("s").turns()] == [role]


def test_the_text_beside_a_picture_is_found_and_the_picture_is_kept(anna):
    parts = [{"type": "text", "text": "This is my kayak"}, PICTURE]

    anna.session("s").add("user", parts)

    assert anna.session("s").window()[0]["content"] == parts
    assert [hit.record.content for hit in anna.recall("kayak")] == ["This is my kayak"]


def test_an_answer_that_only_calls_tools_is_kept_with_its_calls(anna):
    calls = call("weather", "w1", "w2")

    anna.session("s").add("assistant", None, tool_calls=calls)

    assert anna.session("s").turns()[0].message() == {"role": "assistant", "content": None, "tool_calls": calls}


@dataclass
class Note:
    role: str
    content: str


class Model:
    """As pydantic's models are."""

    def __init__(self, role: str, content: str) -> None:
        self._fields = {"role": role, "content": content}

    def model_dump(self) -> dict[str, object]:
        return dict(self._fields)


@dataclass
class Human:
    """As LangChain's messages are."""

    content: str
    type: str = "human"
    additional_kwargs: dict[str, object] = field(default_factory=dict)


@pytest.mark.parametrize(
    "message",
    [{"role": "user", "content": "我养了一只龟"}, Note("user", "我养了一只龟"), Model("user", "我养了一只龟"), Human("我养了一只龟")],
)
def test_message_objects_of_any_library_become_the_same_turn(anna, message):
    report = anna.remember([message])

    assert [(turn.role, turn.content) for turn in report.turns] == [("user", "我养了一只龟")]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_characters_survive_every_verb_and_a_restart(opened, folder, text):
    anna = opened(folder).scope(user="anna")
    anna.session("s").add("user", text, metadata={text: text})
    fact = anna.remember(text, kind="fact", metadata={text: [text]}).records[0]
    kept = text.replace("\ud83d", "\ufffd").replace("\0", "\ufffd")

    again = opened(folder).scope(user="anna")

    assert again.get(fact.id).content == kept
    assert again.get(fact.id).metadata == {kept: [kept]}
    assert [turn.content for turn in again.session("s").turns()] == [kept]
    assert again.context(text, budget=2000).tokens > 0
    json.dumps(again.context(text, session="s").messages).encode()
    again.recall(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_context_of_hostile_characters_can_be_cut_to_any_budget(opened, text):
    anna = opened().scope(user="anna")
    for number in range(4):
        anna.remember(f"{text} {number}", kind="fact")

    for budget in range(40, 400, 7):
        context = anna.context("hm", budget=budget, system=text)
        json.dumps(context.messages, ensure_ascii=False).encode()
        assert context.tokens <= budget


def test_what_the_caller_passed_in_stays_as_it_was(anna):
    message = {"role": "user", "content": [{"type": "text", "text": "deep"}, PICTURE], "metadata": {"tags": ["a", {"b": 1}]}}
    notes = {"list": [1, {"two": [3]}]}
    calls = call("f", "c1")
    wanted = {"OR": [{"list": {"exists": True}}, {"x": {"in": [1, 2]}}]}
    before = deepcopy((message, notes, calls, wanted))

    record = anna.remember("a note", kind="fact", metadata=notes).records[0]
    anna.remember([message])
    anna.session("s").add("assistant", None, tool_calls=calls, metadata=notes)
    anna.recall("note", filter=wanted)
    anna.list(filter=wanted)
    anna.update(record.id, metadata=notes)

    assert (message, notes, calls, wanted) == before


def test_changing_an_object_afterwards_does_not_change_the_memory(anna):
    notes = {"list": [1]}
    parts = [{"type": "text", "text": "as it was"}]
    record = anna.remember("a note", kind="fact", metadata=notes).records[0]
    anna.session("s").add("user", parts)

    notes["list"].append(2)
    parts[0]["text"] = "changed"

    assert anna.get(record.id).metadata == {"list": [1]}
    assert anna.session("s").turns()[0].content == [{"type": "text", "text": "as it was"}]


def test_changing_what_was_read_does_not_change_the_memory(anna):
    anna.session("s").add("user", [{"type": "text", "text": "as it was"}])

    anna.session("s").window().messages[0]["content"][0]["text"] = "changed"
    anna.session("s").context().messages[-1]["content"] = "changed"

    assert anna.session("s").window().messages == [{"role": "user", "content": [{"type": "text", "text": "as it was"}]}]
