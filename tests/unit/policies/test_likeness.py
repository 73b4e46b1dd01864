"""What one statement is to another: figures, names, negation and subject decide, never likeness alone."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.policies import figures, likeness, statement
from memstrata.policies.likeness import Relation
from tests.data import statement_pairs

ACCEPTED = {
    "same": {Relation.SAME, Relation.COVERED},
    "refines": {Relation.REFINES},
    "conflict": {Relation.CONFLICT, Relation.UNDECIDED},
    "done": {Relation.DONE, Relation.CONFLICT},
    "soft": {Relation.CONFLICT, Relation.UNDECIDED, Relation.OTHER},
    "distinct": {Relation.OTHER},
    "open": {Relation.CONFLICT, Relation.UNDECIDED, Relation.OTHER},
}
MIRROR = {Relation.REFINES: Relation.COVERED, Relation.COVERED: Relation.REFINES}
PAIRS = [*statement_pairs.rows(statement_pairs.ENGLISH), *statement_pairs.rows(statement_pairs.CHINESE)]


def pairs(*relations: str) -> list[tuple[str, str]]:
    return [(older, newer) for relation, older, newer in PAIRS if relation in relations]


@pytest.mark.parametrize(("relation", "older", "newer"), PAIRS)
def test_a_pair_is_what_people_take_it_for(relation: str, older: str, newer: str):
    assert likeness.compare(older, newer) in ACCEPTED[relation]


@pytest.mark.parametrize(("older", "newer"), pairs("same", "distinct", "refines"))
def test_saying_the_same_less_or_something_else_does_not_depend_on_the_order(older: str, newer: str):
    there, back = likeness.compare(older, newer), likeness.compare(newer, older)

    assert back is MIRROR.get(there, there)


ONE_WORD_APART = [
    ("Likes hiking", "Likes swimming"),
    ("I have a dog", "I have a parrot"),
    ("Allergic to nuts", "Allergic to pollen"),
    ("Pay rent on the 1st", "Pay the gym on the 1st"),
    ("喜欢钓鱼", "喜欢下棋"),
    ("我会说日语", "我会说法语"),
    ("小林参与支付项目", "小周参与支付项目"),
    ("在学大提琴", "在学葡萄牙语"),
]


@pytest.mark.parametrize(("older", "newer"), [*pairs("conflict", "soft", "open", "refines"), *ONE_WORD_APART])
def test_a_close_meaning_never_makes_different_things_the_same(older: str, newer: str):
    assert likeness.compare(older, newer, meaning=0.99) is not Relation.SAME


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Owen repairs violins in his workshop", "Owen fixes fiddles at the atelier"),
        ("欧文在工作室里修理小提琴", "欧文在作坊里给提琴做维修"),
    ],
)
def test_a_paraphrase_needs_a_close_meaning(older: str, newer: str):
    assert likeness.compare(older, newer, meaning=0.97) is Relation.SAME
    assert likeness.compare(older, newer, meaning=0.80) is Relation.OTHER
    assert likeness.compare(older, newer) is Relation.OTHER


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The relay keeps logs for 30 days", "The relay keeps logs for 90 days"),
        ("Invoice INV-2040 is unpaid", "Invoice INV-2041 is unpaid"),
        ("Dentist on 3 June", "Dentist on 13 June"),
        ("Choir practice is on Tuesday", "Choir practice is on Wednesday"),
        ("日志保留30天", "日志保留90天"),
        ("发票A2040未付", "发票A2041未付"),
        ("六月三号看牙", "6月13号看牙"),
        ("周二合唱排练", "周三合唱排练"),
        ("限流是每分钟一百次", "限流是每分钟两百次"),
    ],
)
def test_other_figures_are_never_a_repetition(older: str, newer: str):
    assert likeness.compare(older, newer, meaning=1.0) not in (Relation.SAME, Relation.REFINES, Relation.COVERED)


@pytest.mark.parametrize(
    ("plain", "read"),
    [
        ("budget is 3k", ("n3000",)),
        ("budget is 3,000", ("n3000",)),
        ("预算3万", ("n30000",)),
        ("月薪三万块", ("n30000",)),
        ("at 9:30 on monday", ("t09:30", "w1")),
        ("周一9点半", ("w1", "t09:30")),
        ("下午三点", ("t15:00",)),
        ("3 pm", ("t15:00",)),
        ("8 march", ("d03-08",)),
        ("march 8", ("d03-08",)),
        ("3月8号", ("d03-08",)),
        ("2026-03-08", ("d2026-03-08",)),
        ("ht2024-088", ("iht2024-088",)),
        ("v1.2.3", ("i1.2.3",)),
        ("10.0.0.1:8080", ("i10.0.0.1", "n8080")),
        ("5%", ("n5%",)),
        ("两只猫", ("n2",)),
        ("two cats", ("n2",)),
        ("一只猫", ()),
        ("i may go", ()),
        ("张三和李四", ()),
    ],
)
def test_a_figure_has_one_spelling(plain: str, read: tuple[str, ...]):
    assert figures.read(plain)[0] == read


@given(st.text(max_size=200))
def test_any_text_says_the_same_as_itself_or_nothing(text: str):
    assert likeness.compare(text, text) in (Relation.SAME, Relation.OTHER)


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_compared_without_a_fault(one: str, other: str):
    assert likeness.compare(one, other) in Relation


@pytest.mark.parametrize("unit", ["not ", "不", "1,", "a-1_", "在", "and also ", "9:", "一", "'s ", "，", "is ", "的", "二月"])
def test_hostile_texts_are_read_in_bounded_time(unit: str):
    started = time.process_time()

    statement.read.cache_clear()
    statement.read(unit * 20_000)

    assert time.process_time() - started < 0.25


def test_no_words_are_something_else():
    assert likeness.compare("", "…") is Relation.OTHER


@pytest.mark.parametrize(("older", "newer"), [("Finding 0 of agent 0", "Finding 1 of agent 0"), ("第3组第3号", "第2组第3号")])
def test_a_figure_that_stands_twice_counts_twice(older, newer):
    assert likeness.compare(older, newer) not in (Relation.SAME, Relation.REFINES, Relation.COVERED)
