"""Which messages need memory: the rates on the frozen sets, and what the gate promises."""

import time
from collections.abc import Callable

import pytest

from memstrata.recall import gate
from memstrata.recall.gate import Reason
from tests.data.gate import frozen


def decide(row: frozen.Row) -> gate.Gate:
    return gate.gate(row.text, row.new_session, window=row.window, known=gate.names(row.known))


def wrong(name: str, needed: bool, language: str) -> tuple[list[str], int]:
    """The rows that were decided wrongly, and how many there are."""
    rows = [row for row in frozen.rows(name) if row.needed == needed and row.language == language]
    return [f"{row.id} {row.text}" for row in rows if decide(row).recall != needed], len(rows)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", ["turns", "heldout", "second", "third"])
def test_at_most_one_in_a_hundred_needed_recalls_is_lost(name, language):
    lost, rows = wrong(name, True, language)

    assert len(lost) <= 0.01 * rows, lost


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", ["turns", "heldout", "second", "third"])
def test_at_least_95_in_a_hundred_needless_recalls_are_skipped(name, language):
    recalled, rows = wrong(name, False, language)

    assert len(recalled) <= 0.05 * rows, recalled


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" …\n", Reason.BLANK),
        ("谢谢你！", Reason.SMALL_TALK),
        ("good evening", Reason.SMALL_TALK),
        ("继续", Reason.CONTINUATION),
        ("go on", Reason.CONTINUATION),
        ("3 * (4 + 5)", Reason.COMPUTATION),
        ("“再见”用法语怎么说", Reason.TRANSFORM),
        ("what does this do?\n```\nprint(1)\n```", Reason.CODE),
        ("讲个笑话", Reason.CREATIVE),
        ("what is osmosis?", Reason.GENERAL),
        ("上次说的那家店", Reason.PAST),
        ("老样子", Reason.HABIT),
        ("how do we ship it?", Reason.SHARED),
        ("我的鞋码", Reason.PERSONAL),
        ("is the invoice paid?", Reason.DEFINITE),
        ("对了，晚宴", Reason.TOPIC),
        ("frobnicate", Reason.DOUBT),
    ],
)
def test_every_decision_names_its_reason(text, reason):
    assert gate.gate(text).reason == reason


def test_a_doubtful_first_message_is_recalled_because_the_session_is_new():
    assert gate.gate("frobnicate", new_session=True) == gate.Gate(True, Reason.NEW_SESSION)


@pytest.mark.parametrize(
    "text", ["write a poem for my wife", "给我老婆写首诗", "translate my usual greeting into French", "算一下我的工资"]
)
def test_a_sign_of_the_person_outweighs_a_general_request(text):
    assert gate.gate(text).recall


@pytest.mark.parametrize(("text", "name"), [("what is osprey?", "Osprey"), ("什么是鱼鹰？", "鱼鹰"), ("什麼是魚鷹？", "鱼鹰")])
def test_a_known_name_turns_a_general_question_into_a_recall(text, name):
    assert not gate.gate(text).recall
    assert gate.gate(text, known=gate.names([name])) == gate.Gate(True, Reason.KNOWN)


def test_a_known_name_counts_as_a_whole_word_only():
    assert not gate.gate("what is osmosis?", known=gate.names(["smo"])).recall


def test_a_follow_up_needs_the_subject_in_the_window():
    assert gate.gate("and in green?", window=["Draw a circle in red", "Here it is."]) == gate.Gate(False, Reason.FOLLOW_UP)
    assert gate.gate("and in green?", window=["thanks", "You're welcome."]).recall


@pytest.mark.parametrize(("text", "before"), [("what about Tom?", "When is my sister's flight?"), ("那汤姆呢？", "我妹妹的航班几点？")])
def test_a_follow_up_to_a_personal_question_needs_memory_too(text, before):
    assert gate.gate(text, window=[before, "12:40"]).recall


@pytest.mark.parametrize(
    ("text", "said", "silent"),
    [
        ("what's my cat's name?", "My cat is called Plum.", "My cat sleeps all day."),
        ("我的猫叫什么？", "我的猫叫梅子。", "我的狗整天睡觉。"),
    ],
)
def test_a_question_is_answered_by_the_window_only_where_it_states_the_answer(text, said, silent):
    assert gate.gate(text, window=[said, "…"]) == gate.Gate(False, Reason.SHOWN)
    assert gate.gate(text, window=[silent.replace("cat", "dog"), "…"]).recall


def test_traditional_characters_are_read_like_simplified_ones():
    assert gate.gate("還是老規矩").reason == gate.gate("还是老规矩").reason == Reason.HABIT


def test_words_inside_pasted_code_are_no_signs():
    assert not gate.gate("explain this:\n```python\nmy_usual = remember(last_time)\n```").recall


def seconds(call: Callable[[], object]) -> float:
    started = time.process_time()
    call()
    return time.process_time() - started


@pytest.mark.parametrize(
    "seed", ["a ", "the ", "我", "谢谢", "继续", '"', "“", "'a ", "```", "\n", "; ", "第一", "not ", "下面", "1+", "§"]
)
def test_no_text_takes_long(seed):
    text = seed * 20_000

    assert min(seconds(lambda: gate.gate(text, window=[text, text])) for _ in range(2)) < 0.2
