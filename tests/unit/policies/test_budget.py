import zlib
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import errors
from memstrata.core.turns import Turn
from memstrata.policies import budget as budgets
from memstrata.policies import messages
from memstrata.policies import window as windows
from memstrata.policies.budget import BudgetPlan, Line, PromptParts
from memstrata.text import tokens as counter

NOON = datetime(2025, 5, 1, 12, tzinfo=UTC)


def turn(id: str, role: str, content: object, **fields: object) -> Turn:
    return messages.read(role, content, session="s", id=id, at=NOON, **fields)


def exchange(number: int, words: int = 5) -> tuple[Turn, ...]:
    return (turn(f"q{number}", "user", "why " * words), turn(f"a{number}", "assistant", "as 因为" * words))


def tool_exchange(number: int, text: str) -> tuple[Turn, ...]:
    call = turn(f"c{number}", "assistant", None, tool_calls=[{"id": "x", "function": {"name": "f"}}])
    return (turn(f"q{number}", "user", "look it up"), call, turn(f"r{number}", "tool", text, tool_call_id="x"))


def render(parts: PromptParts) -> list[str]:
    """A stand-in for the renderer: one text a message, blocks framed where they hold something."""
    background = [*parts.profile, *(f"[{line.id}] {line.text}" for line in (*parts.memories, *parts.episodes))]
    background += [parts.summary] if parts.summary else []
    background += [f"{key}={value}" for key, value in parts.state.items()]
    texts = [parts.system] if parts.system else []
    texts += ["<memory>" + "\n".join(background) + "</memory>"] if background else []
    return texts + [f"{one.content} {one.tool_calls}" for one in (*parts.pinned, *(one for part in parts.turns for one in part))]


def costing(count: Callable[[str], int]) -> budgets.Cost:
    return lambda parts: sum(4 + count(text) for text in render(parts))


cost = costing(counter.estimate)
texts = st.sampled_from(["", "short", "中文记忆" * 20, "a long line of words " * 40])
lines = st.lists(st.builds(Line, st.uuids().map(str), texts, st.floats(0, 1)), max_size=6).map(tuple)
exchanges = st.lists(
    st.builds(exchange, st.integers(0, 9), st.integers(0, 60)) | st.builds(tool_exchange, st.integers(0, 9), texts), max_size=5
).map(tuple)
prompts = st.builds(
    PromptParts,
    system=texts,
    profile=st.lists(texts, max_size=4).map(tuple),
    memories=lines,
    episodes=lines,
    state=st.dictionaries(st.sampled_from(["goal", "下一步", "notes", "raw"]), texts),
    summary=texts,
    pinned=st.just(()) | st.just((turn("p", "user", "你是一位厨师"),)),
    turns=exchanges,
)
counts = st.sampled_from([counter.estimate, len, lambda text: len(text.encode()), lambda text: zlib.crc32(text.encode()) % 97, lambda _: 0])


def question(parts: PromptParts) -> PromptParts:
    """The last user's message alone."""
    asked = [one for one in parts.turns[-1] if one.role == "user"] if parts.turns else []
    return PromptParts(turns=((asked[-1],),) if asked else ())


@given(prompts, st.integers(-5, 900), counts)
def test_never_costs_more_than_the_budget_for_any_count(parts, budget, count):
    price = costing(count)

    try:
        fitted = budgets.fit(parts, budget, price)
    except errors.BudgetError:
        assert price(question(parts)) > budget
        return

    assert fitted.tokens == price(fitted.parts) <= budget
    assert fitted.over_budget == (fitted.parts != parts)


@given(prompts, st.integers(0, 900))
def test_keeps_the_message_to_answer_and_whole_tool_pairs(parts, budget):
    try:
        fitted = budgets.fit(parts, budget, cost)
    except errors.BudgetError:
        assert cost(question(parts)) > budget
        return

    asked = question(parts).turns
    assert not asked or asked[0][0] in fitted.parts.turns[-1]
    for part in fitted.parts.turns:
        assert sum(len(unit) for unit in windows.units(part)) == len(part)


@given(prompts, st.integers(0, 900), st.floats(0, 1))
def test_the_background_never_takes_more_than_its_share(parts, budget, share):
    try:
        fitted = budgets.fit(parts, budget, cost, plan=BudgetPlan(background_share=share))
    except errors.BudgetError:
        return

    kept = fitted.parts
    assert cost(PromptParts(profile=kept.profile, memories=kept.memories, episodes=kept.episodes, summary=kept.summary)) <= budget * share


@given(prompts)
def test_cuts_nothing_when_all_fits(parts):
    fitted = budgets.fit(parts, 100_000, cost)

    assert (fitted.parts, fitted.cuts, fitted.over_budget) == (parts, (), False)


def full() -> PromptParts:
    return PromptParts(
        system="Be kind. " * 8,
        profile=("likes tea", "住在杭州"),
        memories=tuple(Line(f"f{place}", "fact " * 8, score) for place, score in enumerate([0.9, 0.2, 0.7])),
        episodes=(Line("e0", "yesterday " * 6), Line("e1", "last week " * 6)),
        state={"goal": "ship it", "notes": "n " * 60},
        summary="they talked about trains " * 6,
        turns=tuple(exchange(number) for number in range(5)),
    )


def test_cuts_in_the_order_of_the_plan_and_no_more_than_needed():
    parts = full()
    seen: list[str] = []
    for budget in range(cost(parts), cost(question(parts)) - 1, -1):
        fitted = budgets.fit(parts, budget, cost, plan=BudgetPlan(background_share=1))
        names = [cut.what for cut in fitted.cuts if cut.why == "prompt above the budget"]
        assert names == sorted(names, key=[*budgets.ORDER, *budgets.LAST].index)
        seen += [name for name in names if name not in seen]

    assert seen == ["exchanges", "episodes", "memories", "state", "summary", "profile", "task state", "system", "latest"]


def test_the_weakest_facts_go_first_and_are_named():
    parts = PromptParts(memories=full().memories, turns=(exchange(1),))

    fitted = budgets.fit(parts, cost(parts) - 1, cost, plan=BudgetPlan(background_share=1))

    assert [line.id for line in fitted.parts.memories] == ["f0", "f2"]
    assert fitted.cuts == (budgets.Cut("memories", "prompt above the budget", ("f1",)),)


def test_the_order_can_be_set():
    plan = BudgetPlan(background_share=1, order=("memories",))

    assert [cut.what for cut in budgets.fit(full(), cost(full()) - 1, cost, plan=plan).cuts] == ["memories"]
    with pytest.raises(errors.ConfigError, match="known"):
        BudgetPlan(order=("memory",))


def test_oversize_memories_are_shortened_visibly_with_their_ids():
    parts = PromptParts(memories=tuple(Line(f"f{place}", "word " * 1600, 1 - place / 50) for place in range(50)), turns=(exchange(1),))

    fitted = budgets.fit(parts, 4000, cost)

    assert fitted.tokens <= 4000
    assert len(fitted.parts.memories) >= 3
    for line in fitted.parts.memories:
        assert line.text.endswith(f"… [cut; memory {line.id}]")


def test_a_long_tool_result_is_shortened_before_anything_goes():
    parts = PromptParts(turns=(exchange(0), exchange(1), exchange(2), tool_exchange(3, "row " * 4000)))

    fitted = budgets.fit(parts, 1200, cost)

    assert len(fitted.parts.turns) == 4
    assert fitted.parts.turns[-1][-1].text.endswith("… [cut; message r3]")
    assert [(cut.what, cut.ids) for cut in fitted.cuts] == [("results", ("r3",))]


def test_the_task_state_keeps_its_key_fields():
    parts = PromptParts(state={"goal": "ship", "下一步": "测试" * 90, "log": "l " * 400}, turns=(exchange(1),))

    kept = budgets.fit(parts, 150, cost).parts.state

    assert list(kept) == ["goal", "下一步"]
    assert str(kept["下一步"]).endswith("…")


def test_the_system_text_is_cut_visibly_when_it_alone_overflows():
    parts = PromptParts(system="rule " * 900, profile=("x",), turns=(exchange(1), exchange(2)))

    fitted = budgets.fit(parts, 300, cost)

    assert fitted.parts.system.endswith("… [cut]")
    assert fitted.parts.turns == parts.turns
    assert fitted.cuts[-1].what == "system"


def test_a_message_above_the_whole_budget_is_an_error():
    parts = PromptParts(system="s", turns=(exchange(1), (turn("q", "user", "长" * 300),)))

    with pytest.raises(errors.BudgetError, match="budget is 100"):
        budgets.fit(parts, 100, cost)


def test_an_empty_prompt_fits_everywhere():
    assert budgets.fit(PromptParts(), 0, cost).tokens == 0
