"""The graph of a scope: made from its memories, as far as it may read them, and gone with them."""

import pytest

TOLD = {
    "en": (("My wife is Ilse.", "Ilse works at Veltra.", "Ilse is also called Bee."), "Bee", "Veltra"),
    "zh": (("我的妻子叫周楠。", "周楠在青鸟科技上班。", "周楠又叫南南。"), "南南", "青鸟科技"),
}


@pytest.mark.parametrize("language", TOLD)
def test_people_and_what_they_do_hang_together_under_all_their_names(anna, language):
    said, alias, employer = TOLD[language]
    for text in said:
        anna.remember(text)

    made = anna.graph()

    assert [entity.name for entity in made.neighbours(alias)] == ["user", employer]
    assert [step.predicate for step in made.path("user", employer)] == ["partner", "employer"]


def test_a_change_closes_the_relation_before_it(anna, clock):
    anna.remember("I live in Lisbon.")
    clock.advance(days=1)
    anna.remember("I moved to Porto.")

    cities = {one.object: one.valid_to is None for one in anna.graph().relations if one.predicate == "city"}

    assert cities == {"Lisbon": False, "Porto": True}


def test_what_was_erased_is_not_in_it(anna):
    record = anna.remember("I live in Lisbon.").records[0]
    assert anna.graph().find("Lisbon") is not None

    anna.erase(ids=[record.id])

    assert anna.graph().find("Lisbon") is None
    assert record.id not in str(anna.graph().plain())


def test_what_was_forgotten_is_not_in_it_until_it_comes_back(anna):
    record = anna.remember("I live in Lisbon.").records[0]
    anna.forget([record.id])
    assert anna.graph().find("Lisbon") is None

    anna.unforget([record.id])

    assert anna.graph().find("Lisbon") is not None


def test_what_has_expired_is_not_in_it(anna, clock):
    anna.remember("I live in Lisbon.", ttl_seconds=60)
    assert len(anna.graph().relations) == 1

    clock.advance(seconds=61)

    assert anna.graph().relations == ()


def test_each_scope_sees_its_own_graph(memory):
    memory.scope(user="anna", agent="coder", scene="work").remember("I live in Lisbon.")

    seen = {
        (user, agent, scene): memory.scope(user=user, agent=agent, scene=scene).graph().find("Lisbon") is not None
        for user in ("anna", "bob")
        for agent in (None, "coder", "planner")
        for scene in (None, "work", "home")
    }

    assert {key for key, known in seen.items() if known} == {("anna", "coder", None), ("anna", "coder", "work")}


def test_the_lane_finds_what_shares_no_word_with_the_question(opened):
    without, with_it = (opened(embedder="none", graph_lane=lane).scope(user="anna") for lane in (False, True))
    for me in (without, with_it):
        me.remember("Ilse works at Veltra", slot="ilse.employer")
        me.remember("Our doors close at noon in August, as Veltra does each year")
        for number in range(30):
            me.remember(f"note {number} about gardens and rain")

    found = [[hit.record.content for hit in me.recall("what about Ilse in summer?", limit=5)] for me in (without, with_it)]

    assert not any("doors close" in content for content in found[0])
    assert any("doors close" in content for content in found[1])


def test_the_lane_shows_nothing_that_the_scope_may_not_read(opened):
    memory = opened(embedder="none", graph_lane=True)
    coder, planner = (memory.scope(user="anna", agent=agent) for agent in ("coder", "planner"))
    coder.remember("Ilse works at Veltra", slot="ilse.employer")
    coder.remember("Veltra is closed in August")

    assert planner.recall("what about Ilse?") == []
