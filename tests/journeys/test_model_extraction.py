"""What a model makes of what was said: its replies in every shape, its facts grounded, nothing taken on trust."""

import json

import pytest

from memstrata.core import errors
from memstrata.core.llm import Reply
from memstrata.core.results import ReportStatus
from memstrata.remember.model import prompts
from memstrata.testing import ScriptedLLM


def contents(scoped):
    return [record.content for record in scoped.list()]


@pytest.fixture
def told(opened, place):
    """Remembers one text under scripted replies: (report, the scoped memory, the model)."""

    def told_(text, replies, **settings):
        llm = ScriptedLLM(replies)
        scoped = opened(place, llm=llm, **settings).scope(user="anna")
        return scoped.remember(text, at="2026-03-02T09:00:00+08:00"), scoped, llm

    return told_


def test_stores_the_one_fact_behind_thoughts_and_fences(told):
    raw = '<think>\nmaybe {"facts": ["draft"]}\n</think>\n```json\n{"facts": ["User\'s brother Odd moved to Bergen in May"]}\n```'
    report, anna, _ = told("My brother Odd moved to Bergen in May.", [raw])

    assert report.status is ReportStatus.STORED
    assert contents(anna) == ["User's brother Odd moved to Bergen in May"]


def test_small_talk_gives_nothing_and_is_no_error(told):
    report, anna, _ = told("haha sure", ["```json\n[]\n```"])

    assert report.status is ReportStatus.NOTHING
    assert contents(anna) == []
    assert len(report.turns) == 1


def test_finds_the_list_between_braces_in_prose(told):
    _, anna, _ = told("I drink my tea without sugar.", ['Sure {see below}:\n{"facts": ["User drinks tea without sugar"]}\nBye {now}!'])

    assert contents(anna) == ["User drinks tea without sugar"]


def test_asks_once_more_after_an_unreadable_reply(told):
    report, anna, llm = told("Call me Robin.", ["", '{"facts": ["User wants to be called Robin"]}'])

    assert report.status is ReportStatus.STORED
    assert contents(anna) == ["User wants to be called Robin"]
    assert len(llm.calls) == 2
    assert report.trace.step("read").details["parse_failures"] == 1


def test_keeps_the_complete_facts_of_a_cut_reply_and_names_the_place(told):
    text = "I own a green canoe. My bike is orange. The shed is painted white. The hedge is two metres high."
    cut = Reply('{"facts": ["I own a green canoe", "My bike is orange", "The shed is pai', "length", model="tiny")
    report, anna, _ = told(text, [cut])

    assert report.status is ReportStatus.PARTIAL
    assert {"I own a green canoe", "My bike is orange"} <= set(contents(anna))
    notes = " ".join(report.trace.step("read").details["notes"])
    assert "tiny" in notes
    assert "2048 tokens" in notes
    assert "byte" in notes


def test_what_a_cut_reply_left_is_asked_again(told):
    text = "I own a green canoe. My bike is orange. The shed is painted white."
    replies = [Reply('{"facts": ["I own a green canoe", "My bi', "length"), '{"facts": ["My bike is orange", "The shed is painted white"]}']
    report, anna, llm = told(text, replies)

    assert set(contents(anna)) == {"I own a green canoe", "My bike is orange", "The shed is painted white"}
    assert "green canoe" not in llm.calls[1][-1]["content"]
    assert report.status is ReportStatus.PARTIAL


def test_a_decision_of_the_model_neither_changes_nor_deletes(opened, place):
    llm = ScriptedLLM(['{"memory": [{"id": "1", "event": "UPDATE", "text": "the saw blade is bent"}, {"id": "0", "event": "DELETE"}]}'])
    anna = opened(place, llm=llm).scope(user="anna")
    for fact in ("The lamp is in the attic", "The drill needs a new belt"):
        anna.remember(fact, kind="fact")
    report = anna.remember("the saw blade is bent")

    assert set(contents(anna)) == {"The lamp is in the attic", "The drill needs a new belt", "the saw blade is bent"}
    assert "'1'" in " ".join(report.trace.step("read").details["notes"])


def test_two_named_entities_are_stored_by_name(told):
    _, anna, _ = told("We met Tove Lind in Turku", ['[{"entity_name": "Tove Lind"}, {"entity_name": "Turku"}]'])

    assert set(contents(anna)) == {"Tove Lind", "Turku"}


@pytest.mark.parametrize("blob", ['{\\"call\\": \\"append\\", \\"section\\": \\"human\\"}', "[1, 2, 3]"])
def test_data_in_the_place_of_a_sentence_is_refused(told, blob):
    _, anna, _ = told("what a day", [f'{{"facts": ["{blob}"]}}'])

    assert contents(anna) == []


def test_a_turn_without_facts_costs_one_call_and_stores_no_example(told):
    examples = sorted(prompts.shipped())
    _, anna, llm = told("what a day", ['{"facts": []}'])
    echoed = ScriptedLLM(['{"facts": ["' + '", "'.join(examples) + '"]}'])
    bo = anna._runtime and told("good morning to you", echoed.replies)[1]

    assert len(llm.calls) == 1
    assert contents(anna) == []
    assert contents(bo) == []


def test_a_verdict_not_to_save_is_obeyed(told):
    report, anna, _ = told(
        "I keep bees in Vantaa", ['{"save": false, "facts": [{"text": "User keeps bees in Vantaa"}]}'], extraction="model"
    )

    assert report.status is ReportStatus.NOTHING
    assert contents(anna) == []


def test_a_wish_to_forget_is_never_shown_to_the_model(told):
    _, anna, llm = told("please forget that I like liquorice", ['{"facts": ["User likes liquorice"]}'])

    assert llm.calls == []
    assert contents(anna) == []


def test_recalled_blocks_and_assistants_are_no_evidence(opened, place):
    llm = ScriptedLLM(['{"facts": ["User works at Northwind", "User loves the canteen"]}'])
    anna = opened(place, llm=llm).scope(user="anna")
    anna.remember(
        [
            {"role": "assistant", "content": "Since you work at Northwind, the canteen: you love the canteen."},
            {"role": "user", "content": "<memory>User works at Northwind</memory> and what is for lunch today then"},
        ]
    )

    assert contents(anna) == []
    asked = str(llm.calls[0][-1]["content"])
    assert "Northwind</memory>" not in asked
    assert "canteen" not in asked.split('"new"')[1]


@pytest.mark.parametrize(
    ("said", "raw", "kept"),
    [
        ("我在成都开茶馆，平时用 Rust。", "User runs a tea house in Chengdu and uses Rust", "我在成都开茶馆，平时用 Rust"),
        ("我同学司徒远在海棠湾科技上班。", "User's classmate Stewart works at Haitang Bay Technology", "我同学司徒远在海棠湾科技上班"),
        ("我同学司徒远在海棠湾科技上班。", "用户的同学司徒源在海棠湾科技上班", "我同学司徒远在海棠湾科技上班"),
    ],
)
def test_facts_keep_the_language_and_the_names_of_their_evidence(told, said, raw, kept):
    quoted = said.rstrip("。")
    _, anna, _ = told(said, [f'{{"facts": [{{"text": "{raw}", "evidence": "{quoted}"}}]}}'])

    assert kept in contents(anna)
    assert all(any("\u4e00" <= letter <= "\u9fff" for letter in content) for content in contents(anna))


def test_the_prompt_is_in_the_language_of_the_turn(told):
    _, _, chinese = told("我下周要搬家了", ['{"facts": []}'])
    _, _, english = told("I move house next week", ['{"facts": []}'])

    assert "你阅读" in chinese.calls[0][0]["content"]
    assert "You read" in english.calls[0][0]["content"]
    assert chinese.asked[0].role == "strong"


def test_dates_are_worked_out_from_the_messages_own_time(told):
    raw = '{"facts": [{"text": "用户明天上午要体检", "kind": "task", "evidence": "明天上午要体检"}]}'
    report, _, _ = told("记一下，我明天上午要体检", [raw])

    fact = next(record for record in report.records if "体检" in record.content)
    assert (fact.event_from or fact.event_to)[:10] == "2026-03-03"


def test_guesses_and_jokes_wait_outside_recall(told):
    raw = '{"facts": [{"text": "User might move to Porto", "confidence": 0.95, "evidence": "Maybe I will move to Porto"}]}'
    _, anna, _ = told("Maybe I will move to Porto some day, not sure.", [raw], extraction="model")

    assert contents(anna) == []
    assert len(anna.list(status="candidate")) == 1


def test_what_was_said_before_in_the_same_words_asks_no_model(told):
    raw = ['{"facts": ["Herons nest beside the old mill"]}', '{"memory": [{"id": "0", "event": "DELETE"}]}']
    _, anna, llm = told("Herons nest beside the old mill.", raw)
    first = anna.list()[0]
    report = anna.remember("Herons nest beside the old mill.")

    assert [(record.id, record.seen) for record in anna.list()] == [(first.id, 2)]
    assert len(llm.calls) == 1
    assert report.records[0].id == first.id


def test_a_model_that_answers_everything_wrong_changes_nothing_that_was_not_spoken_of(opened, place):
    wrong = (
        '{"memory": [{"id": "3", "event": "DELETE"}, {"text": "User lives in Lagos", "slot": "user.city", "value": "Lagos"},'
        ' {"text": "User lives in tea", "slot": "user.city", "value": "tea", "event": "update", "evidence": "I drink tea"},'
        ' {"text": "用户住在拉各斯", "event": "add"}, {"text": "User no longer works at Fjord Ltd", "event": "ADD"}]}'
    )
    anna = opened(place, llm=ScriptedLLM([wrong] * 40)).scope(user="anna")
    before = [
        anna.remember(fact, kind="background", slot=slot).records[0]
        for fact, slot in (("I live in Bergen", "user.city"), ("I work at Fjord Ltd", "user.employer"), ("My name is Ida", "user.name"))
    ]
    for said in ("I drink tea every morning", "今天天气真好", "see you tomorrow", "The train was late again"):
        anna.remember(said)

    assert [anna.get(record.id).status for record in before] == ["active"] * 3
    assert anna.lookup("user.city").id == before[0].id
    assert not [content for content in contents(anna) if "Lagos" in content or "拉各斯" in content]


def test_a_judge_that_contradicts_everything_retires_nothing(opened, place):
    people = ["Ada", "Bo", "Cleo", "Dag", "Eli"]
    cities = ["Lund", "Oslo", "Turku", "Tartu", "Riga"]
    llm = ScriptedLLM(['{"facts": [{"text": "all of it is wrong", "event": "contradicts", "id": "0"}]}'] * 20)
    anna = opened(place, llm=llm).scope(user="anna")
    for person, city in zip(people, cities, strict=True):
        anna.remember(f"{person} lives in {city}", kind="fact")
    for person in people:
        anna.remember(f"{person} plays the cello on Fridays")

    assert len(anna.list(status="superseded")) == 0
    assert {f"{person} lives in {city}" for person, city in zip(people, cities, strict=True)} <= set(contents(anna))


def test_a_long_message_takes_few_calls_and_loses_no_fact(opened):
    topics = [f"My locker number at site {name} is {number}" for number, name in enumerate("abcdefghijkl", 4100)]
    filler = "The weather report went on for a while and nobody in the room listened to it any more. " * 140
    llm = ScriptedLLM(['{"facts": ["' + '", "'.join(topics) + '"]}'] * 40)
    memory = opened(llm=llm, extraction="model")
    anna = memory.scope(user="anna")
    report = anna.remember(" ".join(f"{filler}{topic}." for topic in topics))
    calls = len(llm.calls)
    memory.flush()

    assert calls <= 3
    assert report.trace.step("read").details["tokens_in"] > 0
    assert set(topics) <= set(contents(anna))
    assert memory.stats().pending == 0


def test_the_presets_of_the_write_policy_keep_ever_more(opened):
    said = [f"I keep {number} hens at farm {number}" for number in range(20, 30)] + [
        f"Maybe I will sell barn {number}" for number in range(10)
    ]
    shares = [0.4 if number >= 10 else 0.95 if number % 2 else 0.7 for number in range(20)]
    replies = [json.dumps({"facts": [{"text": text, "confidence": share}]}) for text, share in zip(said, shares, strict=True)]
    counts = []
    for preset in ("strict", "balanced", "greedy"):
        anna = opened(llm=ScriptedLLM(replies), write_policy=preset, extraction="model").scope(user="anna")
        for text in said:
            anna.remember(text)
        counts.append(len(anna.list(limit=100)))

    assert counts[0] < counts[1] < counts[2]


def test_without_a_model_only_rules_can_be_asked_for(opened):
    with pytest.raises(errors.ConfigError):
        opened(extraction="model")
    with pytest.raises(errors.ConfigError, match="write_policy"):
        opened(write_polcy="strict")


def test_rules_alone_never_call_the_model(told):
    _, anna, llm = told("I work at Fjord Ltd", ['{"facts": []}'], extraction="rules")

    assert llm.calls == []
    assert contents(anna) == ["I work at Fjord Ltd"]


def test_stated_facts_and_imports_ask_no_model(opened, place):
    llm = ScriptedLLM([])
    anna = opened(place, llm=llm).scope(user="anna")
    anna.remember("The gate code changes monthly", kind="fact")

    assert llm.calls == []
