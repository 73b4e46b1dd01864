"""One name for one attribute, in both languages; what a question asks for; when two values are the same."""

import pytest

from memstrata.policies import polarity, slots

NAMES = """
deploy.port | deploy port | Deployment Port | 部署端口 | 发布端口 | deploy.port | the deploy port
user.city | my city | city | 城市 | 我的城市 | user.city | home city
user.name | name | 名字 | 用户的名字 | my full name
user.birthday | birthday | 生日 | 我的生日 | date of birth
user.allergy | allergies | 过敏 | 过敏史
user.partner | wife | husband | 老婆 | 男朋友
user.pet | pets | my dog | 宠物
user.editor | code editor | IDE | 编辑器
user.timezone | time zone | 时区
user.favourite.composer | favourite composer | Favorite composer | my favourite composer | 最喜欢的作曲家 | 我最喜欢的作曲家
user.favourite.colour | favorite color | 最喜欢的颜色 | user.favourite.color
reply.language | reply language | 回复语言
database.kind | database | 数据库
database.port | database port | 数据库端口
project.deadline | deadline | 截止日期 | DDL
project.budget | budget | 预算
meeting.room | meeting room | 会议室
standup.time | standup | 站会
relay.port | relay port | Relay's port | port of the relay | the port for relay | relay.port | relay service port | relay 的端口
atlas.budget | budget for Atlas | Project Atlas's budget | the Atlas budget
网关.port | 网关端口 | 网关的端口 | 网关服务的端口号
tom.birthday | Tom's birthday | tom.birthday
老王.birthday | 老王的生日
"""
QUESTIONS = """
user.city | where do I live? | 我住哪 | 我现在住在哪里？ | what city do I live in
user.name | what is my name | 我叫什么名字？ | do you know my name? | who am I?
user.nickname | what should you call me | 你该怎么称呼我
user.age | how old am I? | 我今年多大了
user.birthday | when is my birthday? | 我的生日是几号 | 我什么时候过生日
user.hometown | where am I from | 我老家在哪
user.employer | where do I work | who do I work for? | 我在哪家公司上班
user.job | what do I do for a living? | 我是做什么的
user.school | where did I go to university | 我在哪个大学毕业的
user.allergy | what am I allergic to? | 我对什么过敏 | do I have any allergies
user.pet | do I have any pets? | what's my dog's name | 我的猫叫什么
user.partner | who is my wife? | what's my husband's name | 我老婆叫什么
user.editor | which editor do I use | 我用什么编辑器
user.favourite.composer | favourite composer? | who is my favourite composer | 我最喜欢的作曲家是谁
user.favourite.colour | what's my favorite color? | 我最喜欢的颜色是什么
user.like.cilantro | do I like cilantro? | what do I think of cilantro
user.like.香菜 | 我喜欢香菜吗 | 我吃香菜吗
reply.language | what language should you answer in | 该用什么语言回答我
deploy.port | what's the deploy port | 部署端口是多少 | which port is the deploy port again | deploy port?
deploy.branch | what is our deploy branch? | 发布分支是哪个
project.deadline | when is the deadline? | 截止日期是什么时候 | when do we ship?
project.budget | what's our budget | 预算是多少来着
database.kind | which database do we use | 我们用的什么数据库
relay.port | which port does the relay listen on? | what's the port of the relay | relay port | relay监听哪个端口
billing.owner | who owns billing? | who is responsible for billing | billing谁负责
billing.database | what database does billing use | billing用的什么数据库
standup.time | when is standup? | 站会几点
tom.allergy | what is Tom allergic to? | Tom对什么过敏
tom.city | where does Tom live
devi.project | what does Devi work on? | which project is Devi on
"""
ASKS_NOTHING = """
how do I fix a segfault
what's the weather like
write a poem about spring
thanks, that worked
why is the sky blue?
今天天气怎么样
怎么安装这个库
讲个笑话
谢谢
继续
"""
SAME = """
project.budget | 3k | 3,000 | 3000 | 三千
project.budget | 5万 | 50,000 | 50000
project.budget | $20k | 20,000 USD
user.city | 上海徐汇 | 上海徐汇区 | 上海市徐汇区 | 徐汇（上海）
user.city | Oslo | oslo | OSLO.
user.birthday | March 8 | March 8th | 8 March | 3月8号 | 3月8日 | the 8th of March
relay.port | 7070 | port 7070 | ７０７０
api.version | 2.1 | v2.1 | 版本2.1
user.favourite.book | 《活着》 | 活着
devi.project | Project Atlas | Atlas | project atlas
user.employer | Acme | acme | "Acme"
"""
DIFFERENT = """
project.budget | 3k | 30k
project.budget | $20k | €20k
user.city | 上海 | 上海徐汇
user.city | 无锡 | 无为
relay.port | 7070 | 7071
api.version | 2.1 | 2.10
user.birthday | March 8 | March 18
user.like.tea | tea | not tea
"""


def rows(table: str) -> list[list[str]]:
    return [[part.strip() for part in line.split("|")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("slot", "name"), [(row[0], name) for row in rows(NAMES) for name in row[1:]])
def test_every_name_of_a_slot_has_one_canonical_form(slot, name):
    assert slots.normal(name) == slot


@pytest.mark.parametrize(("slot", "question"), [(row[0], question) for row in rows(QUESTIONS) for question in row[1:]])
def test_a_question_asks_for_its_slot(slot, question):
    assert slot in slots.asked(question)


@pytest.mark.parametrize("line", ASKS_NOTHING.strip().splitlines())
def test_other_messages_ask_for_no_slot(line):
    assert slots.asked(line) == []


def test_a_question_asks_for_few_slots():
    assert max(len(slots.asked(question)) for row in rows(QUESTIONS) for question in row[1:]) <= 4


@pytest.mark.parametrize("row", rows(SAME), ids=lambda row: row[0] + " " + row[1])
def test_values_that_mean_the_same_compare_equal(row):
    slot, *values = row

    assert len({slots.normal_value(slot, value) for value in values}) == 1


@pytest.mark.parametrize(("slot", "one", "other"), rows(DIFFERENT))
def test_values_that_differ_compare_unequal(slot, one, other):
    assert slots.normal_value(slot, one) != slots.normal_value(slot, other)


def test_the_table_has_its_breadth_and_one_row_a_name():
    names = [slot.name for slot in slots.TABLE]

    assert len(names) == len(set(names)) >= 60
    assert all(slot.zh and slot.en and slot.cardinality in ("one", "many") and 0 < slot.importance <= 1 for slot in slots.TABLE)


def test_canonical_names_are_found_and_stay_as_they_are():
    for slot in slots.TABLE:
        found = slots.find(slot.name)

        assert found is not None
        assert (found.name, slots.normal(slot.name)) == (slot.name, slot.name)


def test_one_attribute_holds_as_many_values_for_everybody():
    assert slots.cardinality("user.allergy") == slots.cardinality("tom.allergy") == "many"
    assert slots.cardinality("user.city") == slots.cardinality("tom.city") == "one"
    assert slots.cardinality("relay.port") == slots.cardinality("user.favourite.pet") == slots.cardinality("user.like.tea") == "one"


def test_unknown_names_are_no_slot_of_the_table_but_have_a_form():
    assert slots.find("locker code") is None
    assert slots.normal("Locker code") == "locker_code"
    assert slots.normal("") == slots.normal("?!") == ""


@pytest.mark.parametrize(
    "text",
    [
        "Do not forget to run the export",
        "not only hiking but also camping",
        "别忘了周五交周报",
        "不仅喜欢爬山，还喜欢露营",
        "我不得不加班",
        "住在无锡",
        "I can't wait to go",
        "我喜欢这个特别的城市",
        "我不会不去",
    ],
)
def test_words_that_only_look_like_a_denial_deny_nothing(text):
    assert not polarity.negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tom is not allergic to nuts",
        "I hate blue cheese",
        "Never email on Sunday",
        "我不吃香菜",
        "我没有过敏",
        "I don't like tofu",
        "我讨厌芹菜",
        "严禁周五上线",
    ],
)
def test_a_denial_is_told(text):
    assert polarity.negated(text)


def test_two_denials_cancel_out():
    assert not polarity.negated("I don't hate tofu")


@pytest.mark.parametrize(
    "text", ["I no longer work at Acme", "Used to work at Acme", "已经不吃香菜了", "我不再喝酒", "not coffee any more", "我以前住在南京"]
)
def test_what_is_over_is_told(text):
    assert polarity.ended(text)


@pytest.mark.parametrize("text", ["I work at Acme", "I got used to it", "我住在南京", "The meeting is not at noon"])
def test_what_goes_on_is_not_over(text):
    assert not polarity.ended(text)
