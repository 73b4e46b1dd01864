"""Meta memory: what is known, stale, in conflict or never heard of, and what to do about it."""

import pytest

from memstrata.policies.meta import NextStep, State

LATER = {"days": 500}


@pytest.mark.parametrize(
    ("said", "question", "value"),
    [("I live in Lisbon.", "Where do I live?", "Lisbon"), ("我住在青岛。", "我住在哪里？", "青岛")],
)
def test_says_what_it_knows_with_the_evidence(anna, said, question, value):
    anna.remember(said)

    known = anna.knows(question)

    assert (known.state, known.next_step) == (State.KNOWN, NextStep.ANSWER)
    assert value in known.evidence[0].content


@pytest.mark.parametrize(("question", "word"), [("What is my sister's birthday?", "never heard"), ("我妹妹的生日是哪天？", "从未提到")])
def test_says_that_it_never_heard_of_a_matter_of_the_user_and_asks_them(anna, question, word):
    anna.remember("I live in Lisbon.")

    known = anna.knows(question)

    assert (known.state, known.next_step, known.evidence) == (State.UNKNOWN, NextStep.ASK, ())
    assert word in known.reason


@pytest.mark.parametrize("question", ["What is the boiling point of ethanol?", "乙醇的沸点是多少？"])
def test_proposes_to_look_up_what_no_memory_of_a_person_would_hold(anna, question):
    assert (anna.knows(question).state, anna.knows(question).next_step) == (State.UNKNOWN, NextStep.LOOK_UP)


@pytest.mark.parametrize(
    ("said", "question"), [("My phone is a Fairphone 5.", "What phone do I have?"), ("我的职业是护士。", "我的职业是什么？")]
)
def test_doubts_what_was_said_long_ago(anna, clock, said, question):
    anna.remember(said)
    clock.advance(**LATER)

    known = anna.knows(question)

    assert (known.state, known.next_step) == (State.STALE, NextStep.CONFIRM)
    assert "2026-03-02" in known.reason


def test_what_was_confirmed_is_fresh_again(anna, clock):
    record = anna.remember("My phone is a Fairphone 5.").records[0]
    clock.advance(**LATER)

    anna.confirm(record.id)

    assert anna.knows("What phone do I have?").state is State.KNOWN


@pytest.mark.parametrize(("said", "question"), [("My name is Ilse.", "What is my name?"), ("我叫周楠。", "我叫什么名字？")])
def test_a_name_never_grows_stale(anna, clock, said, question):
    anna.remember(said)
    clock.advance(**LATER)

    assert anna.knows(question).state is State.KNOWN


@pytest.mark.parametrize(
    ("mine", "theirs", "question"),
    [
        ("Deploy to port 8080", "Deploy to port 9090", "What is the deploy port?"),
        ("部署到 8080 端口", "部署到 9090 端口", "部署端口是多少？"),
    ],
)
def test_shows_both_sides_of_a_conflict(memory, mine, theirs, question):
    anna = memory.scope(user="anna")
    planner = memory.scope(user="anna", agent="planner")
    stated = anna.remember(mine, slot="deploy.port").records[0]
    planner.publish(planner.remember(theirs, slot="deploy.port").records[0].id, "decision")

    known = anna.knows(question)

    assert (known.state, known.next_step) == (State.CONFLICTING, NextStep.CONFIRM)
    assert stated.id in {record.id for record in known.evidence}
    assert len(known.evidence) == 2


def test_does_not_take_the_question_of_before_for_an_answer(anna):
    anna.remember("Where did I park the caravan?")

    assert anna.knows("Where did I park the caravan?").state is State.UNKNOWN


def test_the_answer_about_one_person_is_none_about_another(anna):
    anna.remember("Marek's favourite dish is goulash.")

    assert anna.knows("What is the favourite dish of Pavla?").state is State.UNKNOWN


def test_another_agents_memory_is_no_knowledge(memory):
    memory.scope(user="anna", agent="coder").remember("I live in Lisbon.")

    assert memory.scope(user="anna", agent="planner").knows("Where do I live?").state is State.UNKNOWN


@pytest.mark.parametrize(
    ("question", "line"),
    [("What is my blood type?", "ask the user, do not guess"), ("我的血型是什么？", "请询问用户，不要猜测")],
)
def test_the_context_says_when_a_matter_of_the_user_is_unknown(anna, question, line):
    assert line in anna.context(question).text


def test_the_context_says_when_what_it_shows_is_old(anna, clock):
    anna.remember("My phone is a Fairphone 5.")
    clock.advance(**LATER)

    assert "may no longer hold" in anna.context("What phone do I have?").text


@pytest.mark.parametrize("query", ["Where do I live?", "How should I cook rice?", "thanks!", "我住在哪里？", "我该怎么煮饭？"])
def test_the_context_says_nothing_where_all_is_well(anna, query):
    anna.remember("I live in Lisbon.")
    anna.remember("我住在里斯本。")

    assert "memory_state" not in anna.context(query).text


def test_the_line_gives_way_to_the_budget(anna):
    context = anna.context("What is my blood type?", budget=25)

    assert context.tokens <= 25
    assert "memory_state" not in context.text
