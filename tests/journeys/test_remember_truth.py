"""What remember promises of the facts it keeps: one of each, by one writer, with nothing lost and nothing taken by an echo."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.drafts import Draft
from memstrata.core.records import Status, Trust
from memstrata.core.scope import Scope
from memstrata.memory import Memory
from memstrata.policies.nearest import Meaning
from memstrata.remember import settle
from memstrata.remember.request import Request, Stated
from memstrata.scoped import ScopedMemory
from memstrata.testing import FixedClock, HashEmbedder, InMemoryStore, samples

Open = Callable[..., Memory]


def contents(records: Iterable[object]) -> list[str]:
    return [getattr(record, "content", "") for record in records]


class TestRepetition:
    @pytest.mark.parametrize("text", ["Herons nest in tall trees.", "苍鹭在高树上筑巢。"])
    def test_the_same_text_keeps_its_id_and_counts(self, anna: ScopedMemory, clock: FixedClock, text: str):
        first = anna.remember(text, kind="fact").records[0]
        clock.advance(days=3)

        again = anna.remember(text, kind="fact").records[0]

        assert (again.id, again.seen, again.confirmed_at) == (first.id, 2, clock.now())
        assert len(anna.list(status=None)) == 1

    @pytest.mark.parametrize(
        ("one", "other"), [("I like OLIVES!", "i like  olives"), ("我爱吃面。", "我爱吃面"), ("Ｐｏｒｔ ８０", "port 80")]
    )
    def test_width_case_and_punctuation_make_no_second_fact(self, anna: ScopedMemory, one: str, other: str):
        anna.remember(one, kind="fact")
        anna.remember(other, kind="fact")

        assert len(anna.list(status=None)) == 1

    def test_merging_keeps_the_greater_importance_and_joins_metadata(self, anna: ScopedMemory):
        anna.remember("I like olives", kind="fact", importance=0.9, metadata={"from": "chat", "topic": "food"})

        record = anna.remember("I really like olives", kind="fact", importance=0.3, metadata={"topic": "snacks", "by": "bo"}).records[0]

        assert record.importance == 0.9
        assert dict(record.metadata) == {"from": "chat", "topic": "snacks", "by": "bo", "former": {"topic": "food"}}

    def test_five_ways_to_say_it_are_one_present_fact(self, anna: ScopedMemory):
        for text in ["我住在苏州园区", "家在苏州园区", "目前住苏州园区", "现居苏州园区", "住址：苏州园区"]:
            anna.remember(text, kind="fact")

        assert len(anna.list()) == 1

    def test_a_fact_said_daily_keeps_a_bounded_list_of_sources(self, anna: ScopedMemory):
        for _ in range(60):
            record = anna.remember("I like olives", kind="fact").records[0]

        assert (record.seen, len(record.sources)) == (60, 50)

    def test_two_writers_that_say_the_same_at_once_leave_one_fact(self, anna: ScopedMemory):
        ready = threading.Barrier(4)

        def say() -> None:
            ready.wait()
            for text in ("I like olives", "I'm fond of olives", "olives: I like olives"):
                anna.remember(text, kind="fact")

        threads = [threading.Thread(target=say) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert contents(anna.list()).count("I like olives") + contents(anna.list()).count("I'm fond of olives") == 1
        assert sum(record.seen for record in anna.list()) == 12


class TestKeys:
    def test_the_same_key_writes_once(self, anna: ScopedMemory):
        first = anna.remember("User adopted a hedgehog", kind="fact", key="k-1")

        again = anna.remember("User adopted a hedgehog", kind="fact", key="k-1")

        assert [record.id for record in again.records] == [record.id for record in first.records]
        assert [(record.content, record.seen) for record in anna.list()] == [("User adopted a hedgehog", 1)]
        assert len(anna.list(kinds=["turn"])) == 1

    def test_a_key_holds_for_text_in_which_no_fact_is_found(self, anna: ScopedMemory):
        anna.remember("thanks!", key="k-1")
        anna.remember("thanks!", key="k-1")

        assert len(anna.list(kinds=["turn"])) == 1

    def test_a_key_with_other_words_is_refused(self, anna: ScopedMemory):
        anna.remember("User adopted a hedgehog", kind="fact", key="k-1")

        with pytest.raises(errors.ConflictError):
            anna.remember("User adopted a parrot", kind="fact", key="k-1")

        assert contents(anna.list()) == ["User adopted a hedgehog"]

    def test_a_message_with_several_facts_may_carry_a_key(self, anna: ScopedMemory):
        text = "My name is Ruth. I live in Porto. I'm allergic to nuts."

        first = anna.remember(text, key="k-1")
        again = anna.remember(text, key="k-1")

        assert {record.id for record in again.records} == {record.id for record in first.records}


class TestWriters:
    def test_an_agent_never_touches_its_users_own_facts(self, memory: Memory):
        own, agent = memory.scope(user="anna"), memory.scope(user="anna", agent="coder")
        own.remember("I like olives", kind="fact")

        agent.remember("I don't like olives", kind="fact")
        agent.remember("I like olives", kind="fact")

        assert [(record.content, record.seen, record.status) for record in own.list(status=None)] == [("I like olives", 1, "active")]

    def test_a_user_never_touches_an_agents_facts(self, memory: Memory):
        own, agent = memory.scope(user="anna"), memory.scope(user="anna", agent="coder")
        agent.remember("Port is 8080", slot="deploy.port")

        own.remember("Port is 9090", slot="deploy.port")

        assert agent.lookup("deploy.port") is not None
        assert [record.content for record in agent.list(status=None) if record.agent == "coder"] == ["Port is 8080"]
        assert [record.status for record in agent.list(status=None) if record.agent == "coder"] == ["active"]

    def test_a_scene_never_touches_what_stands_outside_it(self, memory: Memory):
        outside, scene = memory.scope(user="anna"), memory.scope(user="anna", scene="work")
        outside.remember("I like olives", kind="fact")

        scene.remember("I hate olives", kind="fact")

        assert sorted((record.content, str(record.status)) for record in outside.list(status=None)) == [
            ("I hate olives", "active"),
            ("I like olives", "active"),
        ]

    def test_a_document_is_never_taken_for_a_fact(self, anna: ScopedMemory):
        anna.remember("I like olives", kind="chunk")

        anna.remember("I don't like olives", kind="fact")

        assert len(anna.list(kinds=["chunk", "fact"])) == 2


class TestForgottenAndExpired:
    def test_what_was_forgotten_may_be_said_again(self, anna: ScopedMemory):
        anna.forget(anna.remember("I like durian", kind="fact").records[0].id)

        anna.remember("I like durian", kind="fact")

        assert contents(anna.list()) == ["I like durian"]

    @pytest.mark.parametrize("source", ["agent", "tool", "import", "web"])
    @pytest.mark.parametrize("echo", ["I like durian", "User likes durian"])
    def test_an_echo_does_not_bring_back_what_was_forgotten(self, anna: ScopedMemory, source: str, echo: str):
        anna.forget(anna.remember("I like durian", kind="fact").records[0].id)

        anna.remember(echo, kind="fact", source=source)

        assert contents(anna.list()) == []

    def test_an_echo_neither_counts_nor_raises_what_its_owner_said(self, anna: ScopedMemory):
        first = anna.remember("Works at Initech", kind="fact").records[0]

        for _ in range(5):
            anna.remember("Works at Initech", kind="fact", source="agent")

        assert list(anna.list(status=None)) == [first]

    def test_a_web_page_never_retires_what_its_owner_said(self, anna: ScopedMemory):
        anna.remember("Port is 8080", slot="deploy.port")

        anna.remember("Port is 6666", slot="deploy.port", source="web")

        assert contents(anna.list()) == ["Port is 8080"]
        assert contents(anna.list(status="candidate")) == ["Port is 6666"]

    def test_a_fact_whose_time_was_over_can_be_said_again(self, anna: ScopedMemory, clock: FixedClock):
        anna.remember("Parked on level 3", kind="fact", ttl_seconds=60)
        clock.advance(days=1)

        anna.remember("Parked on level 3", kind="fact")

        assert contents(anna.list()) == ["Parked on level 3"]


class TestDisputes:
    def test_a_dispute_ends_when_one_of_the_two_is_retired(self, anna: ScopedMemory, clock: FixedClock):
        for text in ("Meeting room 204", "Meeting room 240"):
            anna.remember(text, kind="fact")
            clock.advance(days=1)
        marks = [record.metadata.get("conflict") for record in anna.list()]

        anna.remember("Not meeting room 204", kind="fact")

        standing = {record.content: record for record in anna.list()}
        assert all(marks)
        assert "Meeting room 204" not in standing
        assert "conflict" not in standing["Meeting room 240"].metadata

    def test_unrelated_facts_never_retire_what_is_known(self, anna: ScopedMemory):
        people, known = ["Owen", "Lena", "Mira", "Sven", "Ruth"], []
        for place, person in enumerate(people):
            known += [f"{person} lives in Town{place}", f"{person} likes hobby{place}", f"{person} works at Firm{place}"]
        for text in known:
            anna.remember(text, kind="fact")

        for place, person in enumerate(people):
            anna.remember(f"{person} has a bike of brand{place}", kind="fact")
            anna.remember(f"{person} speaks language{place}", kind="fact")

        assert set(known) <= set(contents(anna.list()))

    def test_an_opinion_that_turns_twice_is_one_fact_with_two_former_ones(self, anna: ScopedMemory, clock: FixedClock):
        for text in ("I like olives", "I hate olives", "I like olives"):
            anna.remember(text, kind="fact")
            clock.advance(days=1)

        assert contents(anna.list()) == ["I like olives"]
        assert len(anna.list(status="superseded")) == 2


class TestDrafts:
    """Drafts that a path proposes, settled without the rooms before."""

    @staticmethod
    def settled(store: InMemoryStore, clock: FixedClock, *drafts: Draft, **parts: object) -> settle.Outcome:
        request = Request(scope=samples.ANNA, turns=(), now=clock.now(), stated=Stated())
        proposal = settle.Proposal(
            request=request,
            logged=(),
            turns=(),
            drafts=tuple((samples.record("x").id, draft) for draft in drafts),
            candidate_ttl_seconds=30 * 86_400.0,
        )
        if "meaning" in parts:
            embedder = HashEmbedder()
            meanings = {each: Meaning(embedder.space, embedder.embed([draft.content])[0]) for each, draft in proposal.drafts}
            proposal = replace(proposal, meanings=meanings, relevance=embedder.relevance)
        outcome = settle.Outcome()

        def decide(view: View) -> Batch:
            nonlocal outcome
            batch, outcome = settle.settle(proposal, view)
            return batch

        store.write(Scope(user="anna"), decide)
        return outcome

    def test_a_guess_waits_thirty_days_and_becomes_a_fact_when_seen_again(self, clock: FixedClock):
        store, guess = InMemoryStore(), Draft(content="Owen may live in Oslo", confidence=0.3, source=None)

        first = next(iter(self.settled(store, clock, guess).facts.values()))
        again = next(iter(self.settled(store, clock, guess).facts.values()))

        assert (first.status, first.ttl_seconds) == (Status.CANDIDATE, 30 * 86_400.0)
        assert (again.id, again.status, again.ttl_seconds) == (first.id, Status.ACTIVE, None)
        assert again.confidence >= 0.5

    def test_two_drafts_of_one_message_are_compared_with_each_other(self, clock: FixedClock):
        store = InMemoryStore()

        self.settled(store, clock, Draft(content="I like olives"), Draft(content="I really like olives"))

        assert contents(store.scan(samples.ANNA)) == ["I like olives"]

    def test_a_retraction_keeps_the_chain_of_its_slot_but_no_value(self, clock: FixedClock):
        store, job = InMemoryStore(), {"slot": "user.employer", "value": "Initech"}
        self.settled(store, clock, Draft(content="Works at Initech", **job))  # type: ignore[arg-type]  # slot and value are texts

        self.settled(store, clock, Draft(content="No longer works at Initech", retracts=True, **job))  # type: ignore[arg-type]  # as above

        old, new = store.by_slot(samples.ANNA, "user.employer")
        assert (old.status, new.status, new.value, new.supersedes) == (Status.SUPERSEDED, Status.ACTIVE, None, (old.id,))

    def test_vectors_may_be_handed_in_and_change_nothing_for_facts_without_one(self, clock: FixedClock):
        store = InMemoryStore()
        self.settled(store, clock, Draft(content="I like olives", trust=Trust.USER))

        self.settled(store, clock, Draft(content="I'm fond of olives"), meaning=True)

        assert len(store.scan(samples.ANNA)) == 1


class TestWhatRulesFind:
    """The same ends through plain text, in which the rules find the facts."""

    @pytest.mark.parametrize(
        ("older", "newer"),
        [
            ("I live in Lisbon", "I'm currently living in Lisbon"),
            ("The gateway listens on port 6060", "Gateway service runs at localhost:6060"),
            ("The budget is 12k", "The budget is 12,000"),
            ("我住在南京玄武", "家在南京玄武区"),
            ("我讨厌芹菜", "我不喜欢芹菜"),
        ],
    )
    def test_what_is_said_again_stands_once(self, anna: ScopedMemory, older: str, newer: str):
        anna.remember(older)
        anna.remember(newer)

        assert [record.seen for record in anna.list(status=None)] == [2]

    @pytest.mark.parametrize(
        ("older", "newer"),
        [
            ("I live in Lisbon", "I moved to Oslo"),
            ("Mira is allergic to shellfish", "Mira is not allergic to shellfish"),
            ("I love olives", "I can't stand olives"),
            ("Works at Initech", "Used to work at Initech"),
            ("My favourite painter is Monet", "My current favourite painter is Klee"),
            ("我住在苏州", "我搬到了厦门"),
            ("喜欢吃折耳根", "已经不吃折耳根了"),
            ("网关监听6060端口", "网关监听6061端口"),
            ("Maybe we should move the queue to Kafka", "We moved the queue to Kafka"),
        ],
    )
    def test_what_changed_is_superseded(self, anna: ScopedMemory, clock: FixedClock, older: str, newer: str):
        anna.remember(older)
        clock.advance(days=1)
        anna.remember(newer)

        assert [str(record.status) for record in anna.list(status=None)] == ["superseded", "active"]

    def test_a_fact_that_was_stated_is_met_by_the_same_fact_that_rules_find(self, anna: ScopedMemory):
        anna.remember("I live in Lisbon", kind="fact")
        anna.remember("I'm living in Lisbon")

        assert len(anna.list(status=None)) == 1
