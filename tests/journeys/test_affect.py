"""Affective memory: how the user took the answers shapes the next ones, for a while, and says nothing of the person."""

import pytest

from memstrata.testing import FixedClock

TOO_LONG = [
    ("That's too long, get to the point.", "How do I sort a list in Python?", "Keep answers short"),
    ("太啰嗦了，讲重点。", "Python 里怎么给列表排序？", "回答要简短"),
]


def felt(me):
    return me.list(kinds=["feedback"])


@pytest.mark.parametrize(("said", "question", "advice"), TOO_LONG)
def test_a_complaint_about_the_answers_shapes_the_next_ones(anna, said, question, advice):
    session = anna.session("s")
    session.add("user", said)

    context = session.context(question)

    assert advice in context.text
    assert "style_note" in context.text


@pytest.mark.parametrize(("said", "question", "advice"), TOO_LONG)
def test_it_fades_with_its_half_life(anna, clock, said, question, advice):
    anna.remember(said)
    assert advice in anna.context(question).text

    clock.advance(days=8)

    assert advice not in anna.context(question).text


def test_what_is_said_again_and_again_lasts_longer(anna, clock):
    for _ in range(3):
        anna.remember("That's too long.")
        clock.advance(seconds=3600)

    clock.advance(days=10)

    assert "Keep answers short" in anna.context("How do I sort a list?").text


def test_the_half_life_is_a_setting(opened, clock):
    anna = opened(affect_half_life_days=60.0).scope(user="anna")
    anna.remember("That's too long.")

    clock.advance(days=30)

    assert "Keep answers short" in anna.context("How do I sort a list?").text


def test_a_signal_is_one_record_however_often_and_in_whatever_language(anna):
    for text in ["That's too long.", "way too long", "太啰嗦了", "Too wordy."]:
        anna.remember(text)

    [record] = felt(anna)

    assert (record.type, record.slot, record.value, record.seen) == ("affective", "feedback.length", "long", 4)


@pytest.mark.parametrize(("first", "then"), [("That's too long.", "That's too short."), ("太啰嗦了。", "太简略了。")])
def test_the_contrary_takes_its_place(anna, clock, first, then):
    anna.remember(first)
    clock.advance(seconds=300)
    anna.remember(then)

    assert [record.value for record in felt(anna)] == ["short"]


@pytest.mark.parametrize("text", ["thanks", "Thanks a lot!", "谢谢", "好的，谢谢", "ok great thanks"])
def test_courtesy_alone_leaves_nothing(anna, text):
    anna.remember(text)

    assert len(felt(anna)) == 0


@pytest.mark.parametrize(
    ("text", "advice"), [("Perfect, exactly what I needed!", "Keep the present style"), ("讲得很清楚！", "保持现在的风格")]
)
def test_praise_keeps_the_style(anna, text, advice):
    anna.remember(text)

    question = "Next one: how do I sort a list?" if text.isascii() else "下一个：怎么给列表排序？"
    assert advice in anna.context(question).text


@pytest.mark.parametrize(
    "text", ["I feel depressed lately.", "I'm so anxious and angry at my boss.", "我最近很抑郁。", "我被老板气死了，很焦虑。"]
)
def test_never_judges_the_person(anna, text):
    anna.remember(text)

    assert len(felt(anna)) == 0


def test_is_no_fact_in_the_report_nor_an_answer_to_a_question(anna):
    report = anna.remember("Your answers are too long.")

    assert report.records == []
    assert [hit.record.kind for hit in anna.recall("are the answers too long?")] == ["turn"]
    assert [hit.record.kind for hit in anna.recall("are the answers too long?", types=["affective"])] == ["feedback"]


@pytest.mark.parametrize("source", ["tool", "web", "import", "agent"])
def test_only_the_users_own_words_count(anna, source):
    anna.remember("That's too long.", source=source)

    assert len(felt(anna)) == 0


@pytest.mark.parametrize("role", ["assistant", "tool", "system"])
def test_another_voice_signals_nothing(anna, role):
    anna.session("s").add(role, "That's too long.", **({"tool_call_id": "c"} if role == "tool" else {}))

    assert len(felt(anna)) == 0


def test_erasing_the_turn_erases_the_feeling(anna):
    turn = anna.remember("That's too long.").turns[0]

    anna.erase(ids=[turn.id])

    assert len(felt(anna)) == 0
    assert "style_note" not in anna.context("How do I sort a list?").text


def test_stays_with_the_agent_and_the_scene_that_heard_it(memory):
    memory.scope(user="anna", agent="coder", scene="work").remember("That's too long.")

    told = {
        (agent, scene): "style_note" in memory.scope(user="anna", agent=agent, scene=scene).context("How do I sort a list?").text
        for agent in ("coder", "planner")
        for scene in ("work", "home")
    }

    assert told == {("coder", "work"): True, ("coder", "home"): False, ("planner", "work"): False, ("planner", "home"): False}


def test_gives_way_to_the_budget(anna):
    anna.remember("That's too long.")

    context = anna.context("How do I sort a list?", budget=20)

    assert context.tokens <= 20


def test_reads_the_clock_of_the_memory_not_the_machines(opened):
    clock = FixedClock("2031-01-01T00:00:00Z")
    anna = opened(clock=clock).scope(user="anna")
    anna.remember("That's too long.")

    assert "Keep answers short" in anna.context("How do I sort a list?").text
