"""What a question is after: the assistant's words, the course of something, or help."""

import pytest

from memstrata.policies import aims


@pytest.mark.parametrize(
    "question",
    [
        "Which glue did you recommend for the canoe?",
        "what was the stretch that you showed me for my back?",
        "Remind me of your earlier advice about the lease",
        "你上次推荐的露营地叫什么？",
        "你给我的那份清单里第三项是什么",
        "你當時建議的做法是什麼？",
    ],
)
def test_a_question_about_the_assistants_words_is_known(question):
    assert aims.aims(question).told


@pytest.mark.parametrize(
    "question",
    [
        "Summarise how the garden project went",
        "give me a recap of the negotiations",
        "总结一下装修的经过",
        "幫我回顧搬家的來龍去脈",
    ],
)
def test_a_question_about_the_whole_course_is_known(question):
    assert aims.aims(question).overview


@pytest.mark.parametrize(
    "question",
    [
        "How do I descale the kettle?",
        "Could you plan a weekend in Ghent for us?",
        "怎么给猫剪指甲？",
        "推荐一家适合聚餐的馆子",
        "我該怎麼準備面試？",
    ],
)
def test_a_question_that_wants_help_is_known(question):
    assert aims.aims(question).request


@pytest.mark.parametrize(
    "question",
    [
        "Where does my brother live?",
        "Who fixed the roof in May?",
        "我弟弟住在哪儿？",
        "五月谁修的屋顶",
        "In what order did I visit the islands?",
        "",
    ],
)
def test_a_plain_question_about_facts_has_no_aim(question):
    assert aims.aims(question) == aims.Aims()


def test_a_long_question_is_read_in_no_time():
    assert not aims.aims("你 you " * 200_000).told
