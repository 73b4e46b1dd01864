"""What was done before helps with what is to be done: newest episodes, experiences, retrospects, and the replay buffer."""

import pytest

from memstrata.core.records import Kind
from memstrata.policies import budget as budgets
from memstrata.policies import episodes, retrospects


def held(scope, name, *lines, **close):
    """A session of (role, text), closed; a text that begins with "call:" is a tool call of that name."""
    session = scope.session(name)
    for role, text in lines:
        if text.startswith("call:"):
            session.add(role, None, tool_calls=[{"id": "c", "function": {"name": text[5:], "arguments": "{}"}}])
        else:
            session.add(role, text, tool_call_id="c" if role == "tool" else None)
    return session.close(**close).episode


def chat(scope, name, topic, **close):
    return held(scope, name, ("user", f"Please write the {topic} page"), ("assistant", f"The {topic} page is written."), **close)


def shown(context, block):
    """The lines of one block of a context."""
    return context.text.partition(f"<{block} ")[2].partition(f"</{block}>")[0].splitlines()[1:]


def test_every_context_carries_the_three_newest_episodes_of_the_scene(memory, clock):
    work, home = memory.scope(user="anna", scene="work"), memory.scope(user="anna", scene="home")
    for number, topic in enumerate(["pricing", "contact", "careers", "imprint"]):
        clock.advance(days=1)
        chat(work, f"w{number}", topic)
    chat(home, "h", "recipe")

    lines = shown(work.session("new").context("and now?"), "recent_episodes")

    assert [topic for line in lines for topic in ("pricing", "contact", "careers", "imprint", "recipe") if topic in line] == [
        "imprint",
        "careers",
        "contact",
    ]
    assert 'date="2026-03-06"' in lines[0]


def test_episodes_follow_one_another_under_a_clock_that_stands(anna):
    for topic in ("one", "two", "three", "four"):
        chat(anna, topic, topic)

    assert [
        topic for line in shown(anna.context("hi"), "recent_episodes") for topic in ("four", "three", "two") if f"{topic} page" in line
    ] == [
        "four",
        "three",
        "two",
    ]


def test_another_agents_episodes_are_not_shown(memory):
    chat(memory.scope(user="anna", agent="cook"), "s", "recipe")

    assert "recipe" not in memory.scope(user="anna", agent="smith").context("what did we write?").text


def test_over_budget_the_oldest_episodes_go_before_any_memory(anna):
    for topic in ("one", "two", "three"):
        chat(anna, topic, topic)
    anna.remember("The deploy port is 8080.")
    whole = anna.context("which port do we deploy on?", budget=4000)
    tight = anna.context("which port do we deploy on?", budget=whole.tokens)
    narrow = anna.context("which port do we deploy on?", budget=int(whole.tokens * 1.6))

    assert len(shown(whole, "recent_episodes")) == 3
    for context in (tight, narrow):
        assert len(shown(context, "recent_episodes")) < 3
        assert "8080" in context.text
        assert context.over_budget


def test_experiences_come_failures_first_and_newest_first_among_them(anna, clock):
    for number, (outcome, topic) in enumerate(
        [("success", "shop"), ("failure", "shop"), ("success", "shop"), ("failure", "shop"), ("success", "shop")]
    ):
        clock.advance(days=1)
        lines = ("user", f"Deploy the {topic} number {number}"), ("assistant", "Tried."), ("user", f"Next time check disk {number} first.")
        held(anna, f"s{number}", *lines, outcome=outcome)

    found = anna.experiences("deploy the shop")

    assert [each.outcome for each in found] == ["failure", "failure", "success"]
    assert [each.lessons[0] for each in found] == [f"Next time check disk {number} first." for number in (3, 1, 4)]


def test_failed_runs_are_lessons_and_their_errors_no_facts(anna):
    for number in range(3):
        said = (
            ("user", f"Write draft {number}"),
            ("assistant", "call:complete"),
            ("tool", "Error: HTTP 429 rate limit"),
            ("user", "It failed."),
        )
        held(anna, f"bad{number}", *said)
    held(
        anna,
        "good",
        ("user", "Write draft 3"),
        ("assistant", "call:outline"),
        ("assistant", "call:complete"),
        ("tool", "ok"),
        ("user", "Works!"),
    )

    found = anna.experiences("write a draft", limit=10)

    assert [(each.outcome, each.mark) for each in found] == [("failure", "❌")] * 3 + [("success", "✅")]
    assert not any("429" in record.content for record in anna.list())


def test_what_taught_nothing_is_no_experience(anna):
    chat(anna, "s", "pricing")

    assert anna.experiences("write the pricing page") == []
    assert anna.experiences("  ") == []


@pytest.mark.parametrize(
    ("ask", "lesson", "again", "heading"),
    [
        ("Deploy the shop to staging", "Next time run the migration first.", "deploy the shop to production", "relevant past experience"),
        ("请把商城部署到预发环境", "下次要先迁移数据库", "把商城部署到生产环境", "相关经验"),
    ],
)
def test_a_context_shows_what_a_task_like_it_taught(anna, ask, lesson, again, heading):
    held(anna, "s", ("user", ask), ("assistant", "Tried."), ("user", lesson), outcome="failure")

    context = anna.context(again)

    (line,) = shown(context, "experience")
    assert heading in context.text
    assert "❌" in line
    assert lesson.rstrip(".") in line
    assert "2026-03-02" in line
    assert Kind.RETROSPECT in {record.kind for record in context.past}


def test_a_task_of_another_kind_brings_no_experience(anna):
    held(
        anna, "s", ("user", "Deploy the shop to staging"), ("assistant", "Tried."), ("user", "Next time migrate first."), outcome="failure"
    )

    assert shown(anna.context("Which vegetables grow well beside garlic?"), "experience") == []


def test_what_entered_a_prompt_is_counted_as_used(memory):
    anna = memory.scope(user="anna")
    record = held(anna, "s", ("user", "Deploy the shop"), ("assistant", "Tried."), ("user", "Next time migrate first."), outcome="failure")
    anna.context("deploy the shop")
    memory.flush()

    assert anna.get(record.id).uses == 1


FAILING = (
    ("user", "Please deploy the shop"),
    ("assistant", "call:deploy"),
    ("tool", "Error: relation orders does not exist"),
    ("assistant", "call:restart"),
    ("assistant", "call:deploy"),
    ("tool", "Error: relation orders does not exist"),
)


def test_a_retrospect_follows_a_failure(anna):
    held(anna, "s", *FAILING, ("user", "It failed. The cause was a missing migration. Next time run the migration before you deploy."))

    (record,) = anna.list(kinds=["retrospect"])
    back = retrospects.of(record)
    assert (back.reason, back.attempts, back.outcome) == ("failure", 2, "failure")
    assert back.goal == "Please deploy the shop"
    assert back.approaches == (
        "deploy: Error: relation orders does not exist",
        "restart → deploy: Error: relation orders does not exist",
    )
    assert back.cause == "The cause was a missing migration."
    assert "Next time run the migration before you deploy." in back.lessons


def test_a_retrospect_after_several_attempts_says_what_worked(anna):
    held(anna, "s", *FAILING, ("assistant", "call:migrate"), ("assistant", "call:deploy"), ("tool", "deployed"), ("user", "It works!"))

    back = retrospects.of(anna.list(kinds=["retrospect"])[0])
    assert (back.reason, back.attempts, back.worked) == ("attempts", 3, "migrate → deploy")
    assert back.lessons == ("Do it in this order: migrate → deploy",)


@pytest.mark.parametrize(("calls", "made"), [((), 0), (("call:build",), 0), (("call:build", "call:push"), 1)])
def test_a_smooth_success_is_looked_back_on_only_where_its_steps_can_be_used_again(anna, calls, made):
    held(anna, "s", ("user", "Release the app"), *(("assistant", call) for call in calls), ("assistant", "ok"), ("user", "It works!"))

    assert len(anna.list(kinds=["retrospect"])) == made


def test_a_retrospect_is_no_fact_about_the_user(anna):
    held(anna, "s", *FAILING, ("user", "It failed. Next time run the migration before you deploy."))

    assert {record.kind for record in anna.list()} <= {"fact", "correction", "task", "principle"}
    assert "retrospect" not in {record.kind for record in anna.profile().records}


def test_a_session_taken_up_again_has_one_live_retrospect(anna):
    held(anna, "s", *FAILING)
    held(
        anna, "s", ("user", "I ran the migration, deploy again"), ("assistant", "call:deploy"), ("tool", "deployed"), ("user", "It works!")
    )

    (record,) = anna.list(kinds=["retrospect"])
    assert retrospects.of(record).outcome == "success"
    assert len(retrospects.of(record).approaches) == 2


def test_a_retrospect_goes_with_the_turns_it_tells(anna):
    held(anna, "s", *FAILING, ("user", "It failed."))
    anna.erase(session="s")

    assert list(anna.list(kinds=["retrospect", "episode", "turn"], status=None)) == []


class Deployer:
    """An agent that knows only what its prompt says: it tries fixes in its own order until one works, those that it has read of first."""

    FIXES = ("restart", "clear_cache", "migrate")

    def __init__(self, scope):
        self.scope = scope

    def deploy(self, name):
        """How many tries the deployment `name` takes; only after `migrate` does it succeed."""
        session = self.scope.session(name)
        session.add("user", f"Deploy the {name} service")
        prompt = session.context().text
        order = sorted(self.FIXES, key=lambda fix: f"in this order: {fix} → deploy" not in prompt)
        for tries, fix in enumerate(order, start=1):
            session.add(
                "assistant",
                None,
                tool_calls=[{"id": f"{tries}", "function": {"name": call, "arguments": "{}"}} for call in (fix, "deploy")],
            )
            good = fix == "migrate"
            session.add("tool", "deployed" if good else "Error: relation does not exist", tool_call_id=f"{tries}")
            if good:
                session.add("user", "It works, thanks")
                session.close()
                return tries
        raise AssertionError("no fix worked")


def test_the_next_task_of_the_kind_takes_fewer_attempts(anna):
    agent = Deployer(anna)

    assert [agent.deploy(name) for name in ("billing", "search", "mail")] == [3, 1, 1]


def test_beyond_the_limit_the_episodes_that_teach_least_go_and_failures_stay(opened, place, clock):
    memory = opened(place, episode_limit=3)
    anna = memory.scope(user="anna")
    for number, (outcome, lesson) in enumerate(
        [
            ("failure", ""),
            ("success", "Next time use tape."),
            ("success", ""),
            ("partial", ""),
            ("failure", ""),
            ("success", "Next time use glue."),
        ]
    ):
        clock.advance(days=1)
        held(
            anna,
            f"s{number}",
            ("user", f"Please mend thing {number}"),
            ("assistant", "ok"),
            *([("user", lesson)] if lesson else []),
            outcome=outcome,
        )
        memory.flush()

    assert {record.session for record in anna.list(kinds=["episode"])} == {"s0", "s4", "s5"}
    assert memory.verify() == []


def test_failures_stay_even_beyond_the_limit(opened, place):
    memory = opened(place, episode_limit=2)
    anna = memory.scope(user="anna")
    for number in range(4):
        held(anna, f"s{number}", ("user", f"Please mend thing {number}"), ("assistant", "ok"), outcome="failure")
    memory.flush()

    assert len(anna.list(kinds=["episode"])) == 4


def test_a_prompt_sheds_its_recent_episodes_before_its_experiences():
    line = budgets.Line("a", "word " * 40)
    parts = budgets.PromptParts(experiences=(line,), episodes=(line, line))

    fitted = budgets.fit(
        parts, 200, lambda tried: 50 * (len(tried.experiences) + len(tried.episodes)), plan=budgets.BudgetPlan(order=("episodes",))
    )

    assert (len(fitted.parts.experiences), len(fitted.parts.episodes)) == (1, 0)


def test_an_episode_of_private_data_shows_none_in_a_prompt(anna):
    held(anna, "s", ("user", "call 13812345678 for me"), ("assistant", "I called 13812345678."))

    assert "13812345678" not in anna.context("what did we do?").text
    assert episodes.of(anna.list(kinds=["episode"])[0]).turns == 2
