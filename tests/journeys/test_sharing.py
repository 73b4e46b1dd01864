"""What agents share: conclusions with their author and how settled they are; nothing else of theirs is seen by another."""

import threading

import pytest

from memstrata.core import errors
from memstrata.core.records import Trust
from memstrata.memory import Memory
from memstrata.scoped import ScopedMemory


@pytest.fixture
def planner(memory: Memory) -> ScopedMemory:
    return memory.scope(user="anna", agent="planner")


@pytest.fixture
def coder(memory: Memory) -> ScopedMemory:
    return memory.scope(user="anna", agent="coder")


def noted(scope: ScopedMemory, text: str, **stated: object) -> str:
    return scope.remember(text, kind="fact", **stated).records[0].id  # type: ignore[arg-type]


def test_a_published_conclusion_is_read_by_the_users_other_agents_with_its_author_and_role(planner, coder, anna):
    shared = planner.publish(
        noted(planner, "The cache is the bottleneck"), "conclusion", role="architect", reasons="p95 fell by half without it"
    )

    for reader in (coder, anna, planner):
        assert shared.id in {hit.id for hit in reader.recall("which bottleneck is there?")}
    assert dict(coder.get(shared.id).metadata) == {
        "author": "planner", "role": "architect", "status": "conclusion", "reasons": "p95 fell by half without it",
    }  # fmt: skip
    assert shared.agent is None
    assert shared.trust is Trust.AGENT


def test_what_is_not_published_stays_with_its_agent(planner, coder):
    private = noted(planner, "The draft mentions Friday")
    planner.publish(noted(planner, "The release is on Monday"), "decision")

    assert coder.get(private) is None
    assert [record.content for record in coder.list()] == ["The release is on Monday"]


@pytest.mark.parametrize("status", ["intent", "proposal"])
def test_a_proposal_never_reads_as_a_decision(planner, coder, status):
    planner.publish(noted(planner, "Deploy to port 9090", slot="deploy.port"), status)

    assert coder.lookup("deploy.port") is None
    assert coder.profile().text == ""
    text = coder.context("Deploy to port 9090").text
    assert f'by="planner" status="{status}"' in text
    assert "Not decided yet: Deploy to port 9090" in text


def test_an_undecided_memory_is_marked_in_chinese_too(planner, coder):
    planner.publish(noted(planner, "把部署端口改成 9090"), "proposal")

    assert "尚未决定：把部署端口改成 9090" in coder.context("把部署端口改成 9090").text


def test_a_proposal_becomes_a_decision_and_its_trail_stays(planner, coder):
    mine = noted(planner, "Deploy to port 9090", slot="deploy.port")
    proposal = planner.publish(mine, "proposal")

    decision = planner.publish(mine, "decision", reasons="the tests passed")

    assert coder.lookup("deploy.port").id == decision.id
    assert decision.supersedes == (proposal.id,)
    assert coder.get(proposal.id).superseded_by == decision.id


def test_a_later_decision_takes_the_place_of_the_one_before(planner, coder):
    first = planner.publish(noted(planner, "Deploy to port 9090", slot="deploy.port"), "decision")
    second = coder.publish(noted(coder, "Deploy to port 7070", slot="deploy.port"), "decision")

    assert planner.get(first.id).superseded_by == second.id
    assert [record.metadata["author"] for record in planner.history("deploy.port") if record.agent is None] == ["planner", "coder"]


def test_no_agent_replaces_what_the_user_stated(anna, planner):
    stated = noted(anna, "Deploy to port 8080", slot="deploy.port")

    shared = planner.publish(noted(planner, "Deploy to port 9090", slot="deploy.port"), "decision")

    assert anna.lookup("deploy.port").id == stated
    assert anna.get(stated).status == "active"
    assert anna.get(shared.id).metadata["conflict"] == stated
    assert anna.get(stated).metadata["conflict"] == shared.id


def test_whoever_was_slower_is_told_and_nothing_is_replaced(planner, coder):
    first = planner.publish(noted(planner, "Deploy to port 9090", slot="deploy.port"), "decision")
    theirs, mine = noted(coder, "Deploy to port 7070", slot="deploy.port"), noted(planner, "Deploy to port 6060", slot="deploy.port")
    second = coder.publish(theirs, "decision", expected=first.id)

    with pytest.raises(errors.ConflictError, match=second.id):
        planner.publish(mine, "decision", expected=first.id)

    assert coder.lookup("deploy.port").content == "Deploy to port 7070"
    assert planner.get(mine).status == "active"


def test_publishing_twice_changes_nothing(planner, anna):
    mine = noted(planner, "The cache is the bottleneck")

    first, second = planner.publish(mine, "conclusion"), planner.publish(mine, "conclusion")

    assert first == second
    assert anna.list().total == 1


def test_the_same_words_of_another_agent_endorse_what_is_shared(planner, coder, anna):
    shared = planner.publish(noted(planner, "The cache is the bottleneck"), "conclusion")

    endorsed = coder.publish(noted(coder, "The cache is the bottleneck"), "conclusion")

    assert endorsed.id == shared.id
    assert endorsed.metadata["endorsed_by"] == ["coder"]
    assert anna.list().total == 1


def test_eight_publishers_at_once_lose_nothing(memory, anna):
    agents = [memory.scope(user="anna", agent=f"agent-{number}") for number in range(8)]
    own = [[noted(agent, f"Finding {number} of agent {place}") for number in range(5)] for place, agent in enumerate(agents)]
    rivals = [noted(agent, f"Deploy to port 70{place:02}", slot="deploy.port") for place, agent in enumerate(agents)]
    barrier = threading.Barrier(8)
    failures: list[BaseException] = []

    def work(agent: ScopedMemory, findings: list[str], rival: str) -> None:
        try:
            barrier.wait()
            agent.publish(rival, "decision")
            for finding in findings:
                agent.publish(finding, "conclusion")
        except BaseException as error:  # reported by the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=work, args=each) for each in zip(agents, own, rivals, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert sum(record.content.startswith("Finding") for record in anna.list(limit=100)) == 40
    trail = anna.history("deploy.port")
    assert sorted(record.metadata["author"] for record in trail) == [f"agent-{number}" for number in range(8)]
    assert [record.status for record in trail].count("active") == 1


def test_erasing_the_agents_memory_erases_what_was_published_of_it(planner, coder, memory):
    mine = noted(planner, "The customer is called Lin Yue")
    shared = planner.publish(mine, "conclusion")

    receipt = planner.erase(ids=[mine])

    assert coder.get(shared.id) is None
    assert memory.verify(receipt) == []


def test_conversations_are_not_published(planner):
    session = planner.session("s")
    session.add("user", "the vault code is blue")
    turn = planner.recall("vault code", kinds=["turn"])[0].id

    with pytest.raises(errors.InputError, match="turn"):
        planner.publish(turn, "conclusion")


def test_only_what_stands_is_published(planner):
    mine = noted(planner, "The cache is the bottleneck")
    planner.forget(mine)

    with pytest.raises(errors.ConflictError, match="forgotten"):
        planner.publish(mine, "conclusion")


def test_publishing_says_what_is_wrong(anna, planner, coder):
    mine, theirs = noted(anna, "I like tea"), noted(coder, "The cache is cold")

    with pytest.raises(errors.ConflictError, match="agent"):
        anna.publish(mine, "decision")
    with pytest.raises(errors.NotFoundError):
        planner.publish(theirs, "decision")
    with pytest.raises(errors.InputError, match="intent, proposal, decision, conclusion"):
        planner.publish(noted(planner, "x is y"), "final")


def test_an_agents_export_holds_what_it_may_read_and_nothing_more(memory, planner, coder, tmp_path):
    noted(planner, "The draft mentions Friday")
    planner.session("private").add("user", "nobody else may hear of Saturday")
    planner.publish(noted(planner, "The release is on Monday"), "decision")

    memory.export(tmp_path / "coder.jsonl", coder.owner)
    memory.export(tmp_path / "coder.md", coder.owner)

    for name in ("coder.jsonl", "coder.md"):
        text = (tmp_path / name).read_text("utf-8")
        assert "Monday" in text
        assert "Friday" not in text
        assert "Saturday" not in text
        assert "private" not in text.replace("private data", "")
