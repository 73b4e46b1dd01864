import random
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core.turns import Turn
from memstrata.policies import messages
from memstrata.policies import window as windows
from memstrata.text import tokens as counter

NOON = datetime(2025, 5, 1, 12, tzinfo=UTC)
KINDS = ["user", "assistant", "system", "call", "result", "blocks", "answer", "critic"]


def history(*rows: tuple[str, object]) -> list[Turn]:
    """Turns of (kind, content): a call makes the calls c<k> of its ids, a result answers the id before its colon."""
    return [turn(f"m-{place}", kind, content) for place, (kind, content) in enumerate(rows, start=1)]


def turn(name: str, kind: str, content: object) -> Turn:
    def made(role: str, body: object, **fields: object) -> Turn:
        return messages.read(role, body, session="s", id=name, at=NOON, **fields)

    found = str(content).split()
    match kind:
        case "call":
            return made("assistant", None, tool_calls=[{"id": one, "function": {"name": "f"}} for one in found])
        case "result":
            key, _, text = str(content).partition(":")
            return made("tool", text, tool_call_id=key)
        case "blocks":
            return made("assistant", [{"type": "tool_use", "id": one, "input": {}} for one in found])
        case "answer":
            pairs = [one.partition(":") for one in found]
            return made("user", [{"type": "tool_result", "tool_use_id": key, "content": text} for key, _, text in pairs])
        case _:
            return made(kind, content)


def talk(exchanges: int) -> list[Turn]:
    """A system message, then exchanges with two parallel calls each."""
    rows: list[tuple[str, object]] = [("system", "Be brief.")]
    for number in range(exchanges):
        rows += [
            ("user", f"question {number}"),
            ("call", f"a{number} b{number}"),
            ("result", f"a{number}:sunny"),
            ("result", f"b{number}:晴"),
        ]
        rows += [("assistant", f"answer {number}")]
    return history(*rows)


def ids(turns: Sequence[Turn]) -> list[str]:
    return [turn.id for turn in turns]


def is_valid(turns: Sequence[Turn]) -> bool:
    """As an API judges it: results stand right behind their call, and every call but a last one has all of them."""
    pending: Counter[str] = Counter()
    for turn in turns:
        answered = Counter(messages.results(turn))
        if answered and not answered <= pending:
            return False
        if pending and not answered:
            return False
        pending -= answered
        pending += Counter(messages.calls(turn))
    return not pending or bool(messages.calls(turns[-1]))


def latest_question(turns: Sequence[Turn]) -> str | None:
    return next((turn.id for turn in reversed(turns) if turn.role == "user" and not messages.results(turn)), None)


contents = {
    "call": st.sampled_from(["x", "x y", "y z x"]),
    "blocks": st.sampled_from(["x", "x y"]),
    "result": st.builds("{}:{}".format, st.sampled_from("xyz"), st.sampled_from(["ok", "好" * 300, ""])),
    "answer": st.sampled_from(["x:1", "x:1 y:2", "y:" + "w" * 900]),
}
words = st.sampled_from(["", "hi", "你是一位厨师", "you are a pirate", "long " * 200])
rows = st.sampled_from(KINDS).flatmap(lambda kind: st.tuples(st.just(kind), contents.get(kind, words)))
histories = st.lists(rows, max_size=25).map(lambda found: history(*found))


@given(histories, st.integers(-1, 400) | st.just(8000), st.integers(0, 6))
def test_every_window_is_valid_in_order_and_holds_the_last_question(turns, tokens, exchanges):
    shown = windows.window(turns, exchanges=exchanges, tokens=tokens)

    together = [*shown.pinned, *shown.turns]
    places = [ids(turns).index(turn.id) for turn in together if turn.role not in ("system", "developer")]
    assert is_valid(shown.turns)
    assert is_valid(together)
    assert places == sorted(set(places))
    assert latest_question(turns) in [None, *ids(together)]
    assert shown.dropped == len(turns) - len(together)
    assert shown.tokens == sum(windows.turn_tokens(turn) for turn in together)
    assert shown.over_budget == (shown.tokens > tokens)


@given(histories, st.integers(0, 400))
def test_only_what_must_stay_goes_over_the_budget(turns, tokens):
    shown = windows.window(turns, tokens=tokens)

    if shown.over_budget:
        first = next((turn for turn in turns if turn.role == "user" and not messages.results(turn)), None)
        scene = {first.id} if first and windows.sets_scene(first.text) else set()
        assert set(ids(shown.turns)) <= {latest_question(turns)} | scene


@given(histories, st.integers(0, 400), st.integers(0, 40))
def test_a_window_holds_its_budget_for_any_way_of_counting(turns, tokens, odd):
    def count(text: str) -> int:
        return (len(text) * 7 + odd) // 5 if text else 0

    shown = windows.window(turns, tokens=tokens, count=count)

    assert shown.tokens == sum(windows.turn_tokens(turn, count) for turn in (*shown.pinned, *shown.turns))
    assert shown.over_budget == (shown.tokens > tokens)
    assert is_valid(shown.turns)


@given(histories)
def test_exchanges_hold_every_turn_once_and_start_with_the_user(turns):
    found = windows.exchanges(turns)

    assert [turn for part in found for turn in part] == turns
    assert all(part[0].role == "user" and not messages.results(part[0]) for part in found[1:])


@given(st.integers(1, 6), st.data())
def test_an_exchange_never_parts_a_call_from_its_result(gap, data):
    between = data.draw(st.lists(st.sampled_from([("user", "wait"), ("assistant", "moment")]), min_size=gap, max_size=gap))
    turns = history(("user", "go"), ("call", "x"), *between, ("result", "x:done"), ("user", "next"))

    assert ids(windows.exchanges(turns)[0])[-1] == ids(turns)[-2]


def test_returns_quickly_for_ten_thousand_odd_histories():
    draw = random.Random(11)
    slowest = 0.0
    for _ in range(10_000):
        kinds = draw.choice([["assistant"], ["result"], ["system"], ["user"], ["call"], KINDS])
        turns = history(*((draw.choice(kinds), draw.choice(["x", "x:1", "好 x", ""])) for _ in range(draw.randrange(12))))
        started = time.process_time()
        shown = windows.window(turns, tokens=draw.randrange(6), exchanges=draw.randrange(4))
        slowest = max(slowest, time.process_time() - started)
        assert is_valid(shown.turns)

    assert slowest < 0.1


def test_every_cut_keeps_the_system_message_and_alternation():
    turns = talk(8)
    full = windows.window(turns).tokens

    for tokens in range(1, full + 1):
        shown = windows.window(turns, tokens=tokens)
        spoken = [turn.role for turn in shown.turns if turn.role == "user" or (turn.role == "assistant" and not turn.tool_calls)]
        assert ids(shown.pinned) == ["m-1"]
        assert is_valid(shown.turns)
        assert spoken == (["user", "assistant"] * len(spoken))[: len(spoken)]
    assert len(windows.window(turns, tokens=full).turns) == 40


def test_shows_the_newest_exchanges_up_to_the_limit():
    turns = talk(25)

    assert ids(windows.window(turns).turns) == ids(turns)[-100:]
    assert windows.window(turns, exchanges=3).dropped == 110


def test_shortens_a_long_result_before_an_exchange_goes():
    log = ("result", "x:" + "line " * 6000)
    turns = history(("user", "first"), ("assistant", "ok"), ("user", "read the log"), ("call", "x"), log, ("assistant", "done"))

    shown = windows.window(turns, tokens=5000)

    assert ids(shown.turns) == ids(turns)
    assert shown.shortened == ("m-5",)
    assert shown.turns[4].text.endswith("… [cut; message m-5]")
    assert 4900 < shown.tokens <= 5000
    assert turns[4].text.endswith("line ")


def test_shortens_results_in_blocks_and_marks_lost_parts():
    block = {"type": "tool_result", "tool_use_id": "x", "content": [{"type": "text", "text": "long " * 900}, {"type": "image"}]}
    turns = [*history(("user", "look"), ("blocks", "x")), messages.read("user", [block], session="s", id="m-3", at=NOON)]

    shown = windows.window(turns, tokens=300)

    assert shown.turns[2].content[0]["content"].endswith("… [cut; message m-3]")  # type: ignore[index, call-overload, union-attr]   # one block
    assert messages.results(shown.turns[2]) == ("x",)
    assert shown.tokens <= 300


def test_keeps_the_newest_steps_of_an_exchange_that_is_too_long():
    rows = [row for number in range(50) for row in [("call", f"c{number}"), ("result", f"c{number}:step {number} " + "w" * 80)]]
    turns = history(("user", "old"), ("assistant", "fine"), ("user", "do it all"), *rows)

    shown = windows.window(turns, tokens=300)

    assert shown.turns[0].id == "m-3"
    assert ids(shown.turns)[1:] == ids(turns)[-len(shown.turns) + 1 :]
    assert len(shown.turns) > 3
    assert not shown.over_budget


@pytest.mark.parametrize("scene", ["你是一位耐心的中文老师，请纠正我的作文", "Let's write a mystery set in Lyon. You are the detective."])
def test_pins_the_users_scene_with_its_answer(scene):
    turns = history(("system", "s"), ("user", scene), ("assistant", "好的"), *[("user", "next"), ("assistant", "yes")] * 30)

    shown = windows.window(turns, exchanges=2)

    assert ids(shown.pinned) == ["m-1", "m-2", "m-3"]
    assert len(shown.turns) == 4


@pytest.mark.parametrize("text", ["今天天气怎么样？", "你是谁？", "How do I sort a list?", "you are right"])
def test_takes_a_plain_question_for_no_scene(text):
    assert not windows.sets_scene(text)


def test_pins_what_is_marked_and_only_where_it_is_not_shown():
    turns = talk(10)
    turns[6] = messages.read("user", "our rule: metric units", session="s", id="rule", at=NOON, metadata={"pinned": True})

    assert ids(windows.window(turns, exchanges=2).pinned) == ["m-1", "rule", "m-11"]
    assert ids(windows.window(turns, exchanges=10).pinned) == ["m-1"]


def test_what_is_pinned_in_a_cut_exchange_stays_in_its_place():
    turns = history(
        ("user", "你是一位厨师"), ("assistant", "w" * 800), ("assistant", "noted"), ("assistant", "w" * 800), ("assistant", "end")
    )
    turns[2] = messages.read("assistant", "noted", session="s", id="rule", at=NOON, metadata={"pinned": True})

    shown = windows.window(turns, tokens=100)

    assert (ids(shown.pinned), ids(shown.turns)) == ([], ["m-1", "rule", "m-5"])


def test_says_so_when_what_must_stay_is_too_much():
    turns = history(("system", "rules " * 200), ("user", "问题" * 200), ("assistant", "a"))

    shown = windows.window(turns, tokens=100)

    assert (ids(shown.pinned), ids(shown.turns), shown.over_budget) == (["m-1"], ["m-2"], True)


def test_leaves_out_results_without_calls_and_unanswered_calls():
    turns = history(
        ("user", "a"), ("result", "lost:1"), ("call", "x y"), ("result", "x:1"), ("user", "b"), ("call", "z"), ("user", "c"), ("call", "w")
    )

    assert ids(windows.window(turns).turns) == ["m-1", "m-5", "m-7", "m-8"]


def test_pairs_ids_that_are_used_again_in_each_exchange():
    turns = history(*[("user", "q"), ("call", "call_0"), ("result", "call_0:1"), ("assistant", "a")] * 3)

    assert [len(part) for part in windows.exchanges(turns)] == [4, 4, 4]
    assert len(windows.window(turns).turns) == 12


def test_counts_a_message_with_its_frame_calls_name_and_pictures():
    assert windows.message_tokens({"role": "user", "content": "abcd"}) == counter.TOKENS_PER_TURN + 1
    assert windows.message_tokens({"role": "user", "content": "abcd", "name": "anna"}) == counter.TOKENS_PER_TURN + 2
    assert windows.message_tokens({"role": "user", "content": [{"type": "image"}]}) == counter.TOKENS_PER_TURN + windows.PART_TOKENS
    assert windows.message_tokens({"role": "assistant", "content": None, "tool_calls": [{"id": "x" * 40}]}) > 14
    assert windows.message_tokens({"role": "assistant", "content": None}) == counter.TOKENS_PER_TURN


def test_the_window_of_nothing_is_empty():
    assert windows.window([]) == windows.Window()
