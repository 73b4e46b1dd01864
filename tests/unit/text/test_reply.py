"""What is read out of a model's raw reply."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import reply
from memstrata.text.reply import ReplyStatus

READ = [
    ('{"facts": ["Keeps two goats"]}', ["Keeps two goats"]),
    ('<thinking>perhaps {"facts": ["no"]}</thinking>\n{"facts": ["yes it is"]}', ["yes it is"]),
    ('all that was a draft </think> {"facts": ["kept"]}', ["kept"]),
    ('<think>a</think><think>b</think>{"facts": ["kept"]}', ["kept"]),
    ('```json\n{"facts": ["writes ```sh blocks"]}\n```', ["writes ```sh blocks"]),
    ('{"facts": ["the tag </think> is a string"]}', ["the tag </think> is a string"]),
    ('{"facts": ["the tag <think> is one too"]}', ["the tag <think> is one too"]),
    ('Of course {see below}: {"facts": ["kept"]} {end}', ["kept"]),
    ("{'facts': ['plain', \"the dog's bed\", None]}", ["plain", "the dog's bed"]),
    ('{"output": {"result": {"memories": [{"content": "kept"}]}}}', ["kept"]),
    ('["one", "two"]', ["one", "two"]),
    ('{"facts": "one sentence"}', ["one sentence"]),
    ('{"facts": {"text": "one object"}}', ["one object"]),
    ('{"facts": {"1": "first", "2": "second"}}', ["first", "second"]),
    ('{"Facts": [{"Text": "upper case keys"}]}', ["upper case keys"]),
    ('{"facts": [{"text": "a b"}, {"fact": "c d"}, {"memory": "e f"}, "g h"]}', ["a b", "c d", "e f", "g h"]),
    ('{"text": "first line"}\n{"text": "second line"}', ["first line", "second line"]),
    ('{"facts": ["missing" "comma", "and trailing",]}', ["missing", "comma", "and trailing"]),
    ('{facts: ["bare key"]}', ["bare key"]),
    ('{"facts": ["he said "fine" to me"]}', ['he said "fine" to me']),
    ('{"facts": [  // a remark\n "kept" /* another */ ]}', ["kept"]),
    ("{“facts”：[“用户养了两只山羊”]}", ["用户养了两只山羊"]),
    ('{"facts": ["\\ud83d\\udc10 stays"]}', ["\U0001f410 stays"]),
    ('{"facts": ["half \\udc10 here"]}', ["half \ufffd here"]),
    ('<tool_call>{"name": "put", "arguments": "{\\"facts\\": [\\"kept\\"]}"}</tool_call>', ["kept"]),
    ('{"tool_calls": [{"function": {"name": "put", "arguments": {"facts": ["kept"]}}}]}', ["kept"]),
    ('<|channel|>analysis<|message|>{"facts": ["no"]}<|end|><|channel|>final<|message|>{"facts": ["yes it is"]}<|return|>', ["yes it is"]),
    ('{"facts": ["{\\"call\\": \\"put\\", \\"content\\": \\"Keeps goats\\"}"]}', ["Keeps goats"]),
    ('[{"entity_name": "Nora Vale"}, {"entity_name": "Tartu"}]', ["Nora Vale", "Tartu"]),
    ('{"my_own_root": [{"text": "kept", "categories": []}]}', ["kept"]),
    ('Draft: {"facts": ["old"]}\nFinal: {"facts": ["new"]}', ["new"]),
]


@pytest.mark.parametrize(("raw", "facts"), READ)
def test_reads_facts_in_whatever_shape_they_come(raw, facts):
    reading = reply.read(raw)

    assert [item.text for item in reading.items] == facts
    assert reading.status is ReplyStatus.OK


@pytest.mark.parametrize(
    "raw",
    [
        "null",
        "{}",
        "[]",
        "None",
        "```json\n[]\n```",
        '{"facts": null}',
        '{"facts": []}',
        "无",
        "没有需要记住的内容。",
        "There are no facts to store.",
        '{"facts": ["Sorry, I could not find anything worth storing."]}',
        '{"facts": ["很抱歉，没有可以记忆的内容"]}',
        '{"facts": ["None"]}',
    ],
)
def test_tells_nothing_from_what_cannot_be_read(raw):
    assert reply.read(raw).status is ReplyStatus.NOTHING
    assert reply.read(raw).items == ()


@pytest.mark.parametrize(
    "raw", ["- owns goats\n- owns sheep", "Here they are:\n\n1. owns goats\n2) owns sheep\n", "• owns goats\n• owns sheep"]
)
def test_takes_a_list_in_plain_text_for_what_it_is(raw):
    assert [item.text for item in reply.read(raw).items] == ["owns goats", "owns sheep"]


@pytest.mark.parametrize("raw", ["", "   ", "<think>I was cut off", "Well, let me see.", "[1, 2]", "\ud83d"])
def test_asks_again_where_nothing_can_be_read(raw):
    assert reply.read(raw).status is ReplyStatus.RETRY


@pytest.mark.parametrize(
    "raw", ["I'm sorry, but I can't assist with that.", "抱歉，我不能处理这段对话。", "As an AI model I cannot do this."]
)
def test_knows_a_refusal(raw):
    assert reply.read(raw).status is ReplyStatus.REFUSAL


def test_an_excuse_is_no_fact_but_a_fact_may_speak_of_one():
    reading = reply.read('{"facts": ["User is sorry that he missed the call", "There is no milk in the fridge", "用户没有宠物"]}')

    assert len(reading.items) == 3


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ('{"facts": ["first one", "second one", "thi', ["first one", "second one"]),
        ('{"facts": [{"text": "first one"}, {"text": "second", "negated": tr', ["first one"]),
        ('[{"text": "first one"}, {"te', ["first one"]),
        ("```json\n{'facts': ['第一条', '第二", ["第一条"]),
    ],
)
def test_keeps_the_complete_items_of_a_reply_that_was_cut_off(raw, kept):
    reading = reply.read(raw)

    assert [item.text for item in reading.items] == kept
    assert reading.status is ReplyStatus.PARTIAL
    assert reading.cut_at is not None
    assert any(f"byte {reading.cut_at}" in note for note in reading.notes)


def test_keeps_what_can_be_kept_of_a_broken_escape():
    reading = reply.read('{"facts": ["y \\u0g z", "Uses a 12\\u4h timer", "fine"]}')

    assert [item.text for item in reading.items] == ["Uses a 12\ufffdh timer", "fine"]
    assert reading.status is ReplyStatus.PARTIAL


def test_a_model_deletes_nothing_and_its_ids_are_only_noted():
    raw = (
        '{"memory": [{"id": "7", "event": "Update", "text": "new words"}, {"id": "q", "event": "DELETE"}, {"text": "x", "event": "noop"}]}'
    )
    reading = reply.read(raw)

    assert [item.text for item in reading.items] == ["new words"]
    assert "'7'" in reading.notes[0]
    assert "'q'" in reading.notes[1]


def test_skips_the_decision_without_an_action_and_says_which():
    reading = reply.read('{"memory": [{"text": "one", "event": "ADD"}, {"text": "two"}, {"text": "three", "action": "add"}]}')

    assert [item.text for item in reading.items] == ["one", "three"]
    assert reading.notes[0].startswith("item 1 names no action")


@pytest.mark.parametrize(
    "raw", ['{"save": false, "facts": ["no"]}', '{"verdict": "do not save", "facts": ["no"]}', '{"do_not_save": true}']
)
def test_obeys_a_verdict_not_to_save(raw):
    assert reply.read(raw).items == ()
    assert reply.read(raw).status is ReplyStatus.NOTHING


def test_reads_the_fields_of_an_item():
    raw = {
        "fact": "Relay listens on 7070",
        "type": "Fact",
        "attribute": "relay port",
        "value": 7070,
        "certainty": "90%",
        "quote": "7070",
    }
    item = reply.read(json.dumps([raw])).items[0]

    assert (item.kind, item.slot, item.value, item.confidence, item.evidence) == ("fact", "relay port", "7070", 0.9, "7070")


@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "{",
        '{"',
        '{"a',
        '{"\\"',
        "<think>",
        "</think>",
        "<think></think>",
        "{</think>",
        '["a</think>',
        '[{"a":',
        "['",
        "[/*",
        '["a" x ',
        '["a"b"',
        '["a"\n',
        '{"result":',
        '{"result":[',
        "[" * 49,
        "{a:",
    ],
)
def test_takes_linear_time_whatever_it_reads(piece):
    started = time.process_time()
    reply.read(piece * (200_000 // len(piece)))

    assert time.process_time() - started < 5.0


@given(st.text(alphabet=st.sampled_from("{}[]\":,'\\u0d8<>/think|facts A真\n"), max_size=120))
def test_never_raises_and_gives_storable_text(raw):
    for item in reply.read(raw).items:
        assert item.text.strip()
        assert item.text.encode("utf-8")


@given(
    st.lists(st.text(alphabet=st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=3, max_size=40), min_size=1, max_size=8)
)
def test_reads_every_string_that_json_can_write(texts):
    wanted = [f"So {text} it is" for text in texts]
    reading = reply.read("Here: " + json.dumps({"facts": wanted}))

    assert [item.text for item in reading.items] == list(dict.fromkeys(wanted))
