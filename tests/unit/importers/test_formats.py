"""Each format of old chats: what it is recognised by, and which messages it gives."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from memstrata import importers
from memstrata.core import errors
from memstrata.importers import Bad, Item
from memstrata.importers.items import moment

USER = {"role": "user", "content": "我住在成都"}
ANSWER = {"role": "assistant", "content": "Nice city!"}


def node(key: str, parent: str | None, role: str = "user", text: str = "", **more: object) -> dict[str, object]:
    """One node of a ChatGPT tree."""
    message = {
        "id": f"m-{key}",
        "author": {"role": role},
        "create_time": 1714500000.5,
        "content": {"content_type": "text", "parts": [text]},
    }
    return {"id": key, "message": {**message, **more}, "parent": parent, "children": []}


CHATGPT = [
    {
        "title": "Trip",
        "conversation_id": "c-1",
        "current_node": "d",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["s"]},
            "s": node("s", "root", "system", "hidden rules"),
            "a": node("a", "s", text="Where to in May?"),
            "b": node("b", "a", "assistant", "an answer that was regenerated"),
            "c": node("c", "a", "assistant", "Kyoto."),
            "t": node("t", "c", "assistant", "search(kyoto)", recipient="browser"),
            "d": node("d", "t", text="谢谢"),
        },
    }
]
CLAUDE = [
    {
        "uuid": "u-1",
        "name": "Taxes",
        "chat_messages": [
            {"uuid": "m-1", "sender": "human", "text": "flat", "created_at": "2024-06-01T08:00:00.123456789Z",
             "content": [{"type": "text", "text": "When is it due?"}], "attachments": [{"extracted_content": "Form 7"}]},
            {"uuid": "m-2", "sender": "assistant", "text": "On 31 July.", "created_at": "2024-06-01T08:00:05Z"},
        ],
    }
]  # fmt: skip
SHAREGPT = [{"id": "s-1", "conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Hello"}]}]
SESSION = {"session": "s-9", "messages": [{**USER, "timestamp": "2024-05-01T10:00:00+08:00"}, {**ANSWER, "timestamp": 1714500000}]}


@pytest.fixture
def file(tmp_path):
    """A function that writes what it is given to a file."""

    def write(content: object, name: str = "chats.json"):
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), encoding="utf-8")
        return path

    return write


def said(path, form=None) -> list[tuple[str, str, object]]:
    return [(item.session, item.role, item.content) for item in importers.read(path, form) if isinstance(item, Item)]


def bad(path) -> list[Bad]:
    return [item for item in importers.read(path) if isinstance(item, Bad)]


@pytest.mark.parametrize(
    ("content", "form"),
    [
        ([USER, ANSWER], "openai"),
        ([[USER], [ANSWER]], "openai"),
        (SESSION, "session"),
        ([SESSION], "session"),
        (json.dumps({"messages": [USER]}) + "\n" + json.dumps({"messages": [ANSWER]}), "session"),
        (json.dumps(USER) + "\n" + json.dumps(ANSWER), "jsonl"),
        (SHAREGPT, "sharegpt"),
        (json.dumps(SHAREGPT[0]) + "\n", "sharegpt"),
        (CHATGPT, "chatgpt"),
        (CLAUDE, "claude"),
        ("garbage\n" + json.dumps(USER), "jsonl"),
        (json.dumps(CLAUDE * 2)[:-30], "claude"),
    ],
)
def test_knows_the_format_by_its_shape(file, content, form):
    assert importers.detect(file(content)) == form


@pytest.mark.parametrize("content", ["", "[]", "{}", "just words", '{"role": "user"}', "[1, 2]", '{"messages": 3}'])
def test_refuses_a_file_that_holds_no_chat(file, content):
    with pytest.raises(errors.InputError, match="no chat in a known format"):
        importers.detect(file(content))


def test_refuses_a_missing_file_and_an_unknown_format(file, tmp_path):
    with pytest.raises(errors.InputError, match="cannot read"):
        importers.detect(tmp_path / "none.json")
    with pytest.raises(errors.InputError, match="known: openai"):
        importers.read(file([USER]), "whatsapp")


def test_reads_a_list_of_messages_as_one_conversation(file):
    found = said(file([USER, ANSWER]))

    assert [(role, content) for _, role, content in found] == [("user", "我住在成都"), ("assistant", "Nice city!")]
    assert len({session for session, _, _ in found}) == 1


def test_keeps_nameless_conversations_apart(file):
    assert len({session for session, _, _ in said(file([[USER, ANSWER], [USER, ANSWER], [ANSWER]]))}) == 3


def test_reads_a_session_with_its_name_and_times(file):
    first, second = importers.read(file(SESSION))

    assert isinstance(first, Item)
    assert isinstance(second, Item)
    assert (first.session, first.at) == ("s-9", datetime(2024, 5, 1, 10, tzinfo=timezone(timedelta(hours=8))))
    assert second.at == datetime(2024, 4, 30, 18, tzinfo=UTC)


def test_sorts_lines_into_the_sessions_that_they_name(file):
    lines = [{**USER, "session": "a"}, {**ANSWER, "session_id": "b"}, {**USER, "session": "a"}]

    assert [session for session, _, _ in said(file("\n".join(map(json.dumps, lines))))] == ["a", "b", "a"]


def test_reads_sharegpt_with_the_roles_of_an_api(file):
    assert said(file(SHAREGPT)) == [("sharegpt:s-1", "user", "Hi"), ("sharegpt:s-1", "assistant", "Hello")]


def test_follows_the_branch_of_a_chatgpt_tree_that_was_shown_last(file):
    assert said(file(CHATGPT)) == [
        ("chatgpt:c-1", "user", "Where to in May?"),
        ("chatgpt:c-1", "assistant", "Kyoto."),
        ("chatgpt:c-1", "user", "谢谢"),
    ]


def test_ends_in_a_chatgpt_tree_that_runs_in_a_circle(file):
    tree = {"a": node("a", "b", text="one"), "b": node("b", "a", text="two"), "c": "broken"}

    assert len(said(file([{"id": "x", "current_node": "a", "mapping": tree}]))) == 2
    assert len(bad(file([{"id": "x", "current_node": "c", "mapping": tree}]))) == 1


def test_reads_a_claude_export_with_its_attachments(file):
    assert said(file(CLAUDE)) == [("claude:u-1", "user", "When is it due?\nForm 7"), ("claude:u-1", "assistant", "On 31 July.")]


def test_reports_what_is_no_message_and_reads_the_rest(file):
    content = [USER, "words", {"content": "no role"}, {"role": "user", "content": 5}, {**USER, "timestamp": "soon"}, ANSWER]

    assert [item.reason for item in bad(file(content))] == [
        "a text is no message", "a message has no role", "content is a number", "a message has an unreadable time",
    ]  # fmt: skip
    assert len(said(file(content))) == 2


def test_leaves_messages_without_content_out_silently(file):
    content = [USER, {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]}, {"role": "assistant", "content": ""}]

    assert len(said(file(content))) == 1
    assert bad(file(content)) == []


def test_reports_conversations_of_another_format_in_the_same_file(file):
    assert len(bad(file([*SHAREGPT, {"messages": [USER]}, 7]))) == 2


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (1714500000, datetime(2024, 4, 30, 18, tzinfo=UTC)),
        (1714500000000, datetime(2024, 4, 30, 18, tzinfo=UTC)),
        ("1714500000", datetime(2024, 4, 30, 18, tzinfo=UTC)),
        ("2024-04-30 18:00:00", datetime(2024, 4, 30, 18, tzinfo=UTC)),
        ("2024/04/30 18:00:00 UTC", datetime(2024, 4, 30, 18, tzinfo=UTC)),
        ("2024-04-30T18:00:00.123456789Z", datetime(2024, 4, 30, 18, 0, 0, 123456, tzinfo=UTC)),
        ("2024-05-01", datetime(2024, 5, 1, tzinfo=UTC)),
        ("soon", None), (True, None), (None, None), (float("inf"), None), (1e300, None), ([], None),
    ],
)  # fmt: skip
def test_reads_a_time_however_it_is_written(given, expected):
    assert moment(given) == expected
