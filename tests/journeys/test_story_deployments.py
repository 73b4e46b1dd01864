"""The story of six deployments, three that failed and three that went well, told in each language: what is left of them."""

from dataclasses import dataclass
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it has no types of its own
import pytest

from memstrata.policies import episodes, retrospects
from memstrata.scoped import ScopedMemory


@dataclass(frozen=True)
class Story:
    """Six sessions, one a day: three failures with their lessons, then three successes by the same steps."""

    services: tuple[str, ...]
    ask: str  # with the service
    tools: tuple[str, str, str]
    broken: str  # what a failed deployment gives back
    fine: str
    verdicts: tuple[str, str, str]  # of the failures, with a lesson each
    lessons: tuple[str, str, str]
    thanks: str
    fourth: str  # the next deployment


STORIES = {
    "en": Story(
        services=("billing", "search", "mail", "login", "media", "report"),
        ask="Please deploy the {} service to production",
        tools=("run_tests", "migrate", "deploy"),
        broken="Error: relation does not exist, exit code 1",
        fine="ok, exit code 0",
        verdicts=(
            "It failed. Next time run the migration before you deploy.",
            "That failed again. The cause was the missing migration, it must run before deploying.",
            "Still failing. Lesson: never deploy before the migration has run.",
        ),
        lessons=("run the migration before you deploy", "it must run before deploying", "never deploy before the migration has run"),
        thanks="It works, thank you",
        fourth="Please deploy the payment service to production",
    ),
    "zh": Story(
        services=("账单", "搜索", "邮件", "登录", "媒体", "报表"),
        ask="请把{}服务部署到生产环境",
        tools=("运行测试", "迁移数据库", "部署"),
        broken="错误：数据表不存在，退出",
        fine="完成",
        verdicts=(
            "失败了，下次要先迁移数据库再部署",
            "还是失败，原因是没有迁移数据库，部署之前必须先迁移",
            "又失败了，教训：没迁移数据库之前不能直接部署",
        ),
        lessons=("先迁移数据库再部署", "部署之前必须先迁移", "没迁移数据库之前不能直接部署"),
        thanks="成功了，谢谢",
        fourth="请把支付服务部署到生产环境",
    ),
}


def tell(me: ScopedMemory, clock, story: Story) -> None:
    """The six sessions, each closed."""
    for day, service in enumerate(story.services):
        clock.advance(days=1)
        session = me.session(f"deployment-{day}")
        session.add("user", story.ask.format(service))
        failed = day < 3
        for number, tool in enumerate((story.tools[0], story.tools[2]) if failed else story.tools):
            session.add("assistant", None, tool_calls=[{"id": f"{number}", "function": {"name": tool, "arguments": "{}"}}])
            last = failed and tool == story.tools[2]
            session.add("tool", story.broken if last else story.fine, tool_call_id=f"{number}")
        session.add("user", story.verdicts[day] if failed else story.thanks)
        session.close()


@pytest.fixture(params=STORIES)
def story(request):
    return STORIES[request.param]


@pytest.fixture
def me(memory, clock, story):
    """Anna's memory after the six deployments."""
    scope = memory.scope(user="anna", scene="operations")
    tell(scope, clock, story)
    memory.flush()
    return scope


def test_three_deployments_failed_and_three_went_well(me, story):
    told = [episodes.of(record) for record in me.list(kinds=["episode"])]

    assert [episode.outcome for episode in told] == ["failure"] * 3 + ["success"] * 3
    assert {episode.steps for episode in told[3:]} == {story.tools}


def test_each_failure_and_each_reusable_success_is_looked_back_on(me, story):
    back = [retrospects.of(record) for record in me.list(kinds=["retrospect"])]

    assert [each.reason for each in back] == ["failure"] * 3 + ["success"] * 3
    assert all(story.broken.split(",")[0][:5] in each.approaches[0] for each in back[:3])
    assert {each.worked for each in back[3:]} == {" → ".join(story.tools)}


def test_the_fourth_deployments_context_carries_what_was_learned_within_its_budget(me, story):
    session = me.session("fourth")
    session.add("user", story.fourth)
    context = session.context(budget=2000)

    assert context.tokens <= 2000
    assert "❌" in context.text
    assert all(lesson in context.text for lesson in story.lessons)
    assert [each.outcome for each in me.experiences(story.fourth)] == ["failure"] * 3


def test_three_successes_make_one_skill_whose_tool_validates(me, story):
    [skill] = me.skills(story.fourth)

    tool: Any = skill.tool("mcp")
    schema = tool["inputSchema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate({"context": story.fourth}, schema)
    assert skill.steps == story.tools
    assert len(skill.source_episodes) == 3
    assert (skill.uses, skill.success_rate) == (0, 0.0)


def test_the_fourth_deployments_context_carries_the_skill_beside_the_experiences(me, story):
    context = me.context(story.fourth, budget=2000)

    assert context.tokens <= 2000
    assert "❌" in context.text
    assert all(f"{place}. {step}" in context.text for place, step in enumerate(story.tools, 1))
