"""How a sentence is meant decides what becomes of it: guessed, heard, corrected, asked to be kept, for whom, when."""

import pytest

from memstrata.core.records import Kind
from tests.unit.remember.rules.test_stated import extract

GUESSES = [
    "I think my blood type is O+",
    "Maybe I'm allergic to kiwi",
    "We should probably move search to Elasticsearch",
    "Apparently the deadline is May 4",
    "Ravi said the deploy port is 9090",
    "I heard that Nadia lives in Oran",
    "我觉得我对猕猴桃过敏",
    "部署端口可能是9090",
    "听说韩梅住在天津",
    "好像截止日期是11月5日",
    "老周说部署端口是9090",
    "我们也许应该把搜索迁到ES",
]


@pytest.mark.parametrize("text", GUESSES)
def test_guesses_and_hearsay_stay_candidates(text):
    assert all(draft.confidence < 0.5 for draft in extract(text))


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Remember that the gate code changes every Monday", "the gate code changes every Monday"),
        ("please remember: Hanna is on leave until March", "Hanna is on leave until March"),
        ("Don't forget to water the plants", "water the plants"),
        ("The alarm code is on the fridge, remember that", "The alarm code is on the fridge"),
        ("记住，门禁每周一换密码", "门禁每周一换密码"),
        ("别忘了给绿萝浇水", "给绿萝浇水"),
        ("帮我记一下：备用钥匙在门垫下面", "备用钥匙在门垫下面"),
        ("韩梅三月前都在休假，请记住", "韩梅三月前都在休假"),
    ],
)
def test_what_is_asked_to_be_remembered_is_kept_whole(text, content):
    (draft,) = extract(text)

    assert draft.explicit
    assert draft.confidence >= 0.98
    assert draft.content == content


@pytest.mark.parametrize(
    "text", ["Do you remember where I live?", "I remember that day well", "你还记得我住哪吗", "我记得你说过这个", "Remember me?"]
)
def test_asking_whether_one_remembers_is_no_order(text):
    assert extract(text) == []


@pytest.mark.parametrize(
    ("told", "text", "slot", "value"),
    [
        ("The deploy port is 8080", "no, it's 8081, not 8080", "deploy.port", "8081"),
        ("I live in Bergen", "Sorry, I meant Oslo, not Bergen", "user.city", "Oslo"),
        ("部署端口是8080", "不对，应该是8081", "deploy.port", "8081"),
        ("截止日期是11月5日", "不是11月5日，是11月15日", "project.deadline", "11月15日"),
    ],
)
def test_a_bare_correction_finds_its_slot_in_what_was_said_before(told, text, slot, value):
    (draft,) = extract(text, ("user", told))

    assert (draft.slot, draft.value, draft.kind) == (slot, value, Kind.CORRECTION)


def test_a_correction_may_follow_an_answer_of_the_assistant():
    (draft,) = extract("no, it's 8081, not 8080", ("assistant", "The deploy port is 8080."))

    assert draft.slot == "deploy.port"


def test_an_unexplained_no_corrects_nothing():
    assert extract("no, it's fine") == []
    assert extract("不对，应该是这样") == []


def test_a_changed_liking_ends_the_former_one():
    found = extract("I prefer tea, not coffee any more")

    assert [(draft.slot, draft.retracts) for draft in found] == [("user.like.coffee", True), ("user.like.tea", False)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The relay listens on port 7070", "The relay backend is at localhost:7070"),
        ("我住在苏州", "我搬到了珠海"),
        ("I love olives", "I hate olives"),
        ("我喜欢吃香菇", "我已经不吃香菇了"),
        ("Works at Globex", "Used to work at Globex"),
        ("Likes sailing", "Likes sailing in summer"),
        ("The budget is 3k", "Our budget is 3,000"),
        ("Never email me on Saturday", "Email me on Saturday only"),
        ("Maybe we should move search to MariaDB", "We moved search to MariaDB"),
        ("部署端口是8080", "The deploy port is 8081"),
        ("Greta works on Project Juniper", "Greta has been assigned to Project Larch instead"),
    ],
)
def test_statements_about_one_attribute_share_a_slot(one, other):
    assert {draft.slot for draft in extract(one)} & {draft.slot for draft in extract(other)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana is my manager", "Anna is my designer"),
        ("Greta works on Project Juniper", "Maya works on Project Juniper"),
        ("我喜欢爬山", "我喜欢露营"),
        ("The relay listens on port 7070", "The gateway listens on port 7070"),
        ("住在无锡", "无锡的房子离公司很近"),
    ],
)
def test_statements_about_different_attributes_do_not(one, other):
    assert not {draft.slot for draft in extract(one)} & {draft.slot for draft in extract(other)}


def test_a_negation_inside_a_word_denies_nothing():
    assert not any(draft.negated for text in ("住在无锡", "不仅喜欢爬山，还喜欢露营", "别忘了周五交周报") for draft in extract(text))


def test_a_plan_is_not_yet_the_place_one_lives():
    (draft,) = extract("下周搬去成都")

    assert draft.kind == Kind.TASK
    assert draft.slot == "user.move"
    assert draft.event_from == "2025-09-22"


def test_a_deadline_has_only_an_end():
    (draft,) = extract("I need to submit the grant report by Friday")

    assert (draft.event_from, draft.event_to) == (None, "2025-09-19")


def test_a_rule_that_names_a_weekday_is_not_dated():
    assert extract("Never deploy on Fridays")[0].event_from is None


def test_allergies_principles_and_corrections_start_high():
    assert extract("I'm allergic to latex")[0].importance >= 0.9
    assert extract("Never deploy on Fridays")[0].importance >= 0.75
    assert extract("Correction: the deploy port is 8082")[0].importance >= 0.75


def test_several_statements_of_one_message_are_told_apart():
    found = extract("Hi! I'm Ottoline, I live in Leith and I work at Globex. By the way, what's the weather like?")

    assert [(draft.slot, draft.value) for draft in found] == [
        ("user.name", "Ottoline"),
        ("user.city", "Leith"),
        ("user.employer", "Globex"),
    ]


def test_a_clause_without_a_subject_speaks_of_the_one_before():
    found = extract("老周的儿子叫石头，在杭州读小学")

    assert [draft.slot for draft in found] == ["老周.child", "石头.city"]


def test_what_follows_somebody_unknown_is_not_the_users():
    assert extract("他们公司在城东，喜欢加班") == []


def test_recalled_blocks_are_no_evidence():
    assert extract("<memory>User works at Northwind</memory>\nwhat's for lunch?") == []
    assert [draft.slot for draft in extract("<memory>I live in Rome</memory> I live in Leith")] == ["user.city"]


def test_code_and_quotes_are_no_evidence():
    assert extract("```\nmy name is Bob\n```") == []
    assert extract('The sign said "I live in a yellow house by the sea"') == []


def test_a_value_in_quotes_or_backticks_is_read():
    assert extract("The deploy branch is `release/2`")[0].value == "release/2"
    assert extract("我的昵称是“豆包”")[0].value == "豆包"


def test_traditional_and_full_width_characters_are_read_and_kept():
    (draft,) = extract("我對花生過敏")

    assert (draft.slot, draft.content) == ("user.allergy", "我對花生過敏")
    assert extract("部署端口是８０８１")[0].slot == "deploy.port"


def test_a_message_to_work_on_ends_the_reading():
    found = extract("我住在厦门。帮我翻译下面的话：我叫安娜，在银行上班。")

    assert [draft.slot for draft in found] == ["user.city"]


def test_repeated_statements_give_one_draft():
    assert len(extract("I live in Leith. As I said, I live in Leith.")) == 1


@pytest.mark.parametrize(
    "text", ["，回答" * 170, "的时候" * 170, "very much " * 50, "I am " * 100, "每天早上" * 125, "a and " * 83, "(" * 500]
)
def test_hostile_messages_are_read_in_time_that_grows_with_their_length(text):
    assert extract(text[:500]) == []
