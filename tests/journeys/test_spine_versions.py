"""Facts change without being lost: versions, slots by their names in both languages, labels on every write, changes by hand."""

import pytest

from memstrata.core import errors
from memstrata.core.records import Status


def test_a_changed_fact_supersedes_the_old_one_and_the_history_starts_with_the_oldest(anna, clock):
    for port in ("7001", "7002", "7003"):
        anna.remember(port, slot="deploy.port")
        clock.advance(days=1)

    trail = anna.history("deploy.port")

    assert [record.content for record in trail] == ["7001", "7002", "7003"]
    assert [record.status for record in trail] == [Status.SUPERSEDED, Status.SUPERSEDED, Status.ACTIVE]
    assert [record.valid_to for record in trail[:-1]] == [record.valid_from for record in trail[1:]]
    assert [record.superseded_by for record in trail] == [trail[1].id, trail[2].id, None]
    assert trail[2].supersedes == (trail[1].id,)
    assert anna.lookup("deploy.port") == trail[2]


def test_recall_shows_the_present_and_a_question_about_the_past_the_trail(anna, clock):
    anna.remember("the harbour port is 7001", slot="deploy.port")
    clock.advance(days=3)
    anna.remember("the harbour port is 7002", slot="deploy.port")

    now = [hit.record.content for hit in anna.recall("what is the deploy port?", kinds=["fact"])]
    before = [hit.record.content for hit in anna.recall("what was the deploy port before?", kinds=["fact"])]
    then = [hit.record.content for hit in anna.recall("deploy port", kinds=["fact"], as_of="2026-03-03T00:00:00Z")]

    assert now == ["the harbour port is 7002"]
    assert "the harbour port is 7001" in before
    assert then == ["the harbour port is 7001"]


def test_what_was_true_earlier_but_told_later_goes_into_the_archive(anna):
    anna.remember("7002", slot="deploy.port", at="2026-02-01T00:00:00Z")
    anna.remember("7001", slot="deploy.port", at="2026-01-01T00:00:00Z")

    assert anna.lookup("deploy.port").content == "7002"
    assert [record.content for record in anna.history("deploy.port")] == ["7001", "7002"]


@pytest.mark.parametrize("name", ["deploy.port", "deploy port", "部署端口", "Deploy Port", "deployment port"])
def test_a_slot_answers_to_its_names_in_both_languages(anna, name):
    anna.remember("7001", slot="部署端口")

    assert anna.lookup(name).value == "7001"


@pytest.mark.parametrize("question", ["what port do we deploy on?", "what's the deploy port", "部署端口是多少？"])
def test_a_question_for_a_slot_is_answered_by_the_slot(anna, question):
    for number in range(8):
        anna.remember(f"port of call number {number} 港口", kind="fact")
    anna.remember("7001", slot="deploy.port")

    assert anna.recall(question)[0].record.content == "7001"


def test_a_slot_of_ones_own_is_kept_under_its_name(anna):
    anna.remember("larch", slot="Keel Wood")

    assert anna.lookup("keel wood").content == anna.lookup("KEEL WOOD").content == "larch"
    assert anna.lookup("keel.colour") is None
    assert anna.history("keel.colour") == []


def test_saying_the_same_twice_keeps_one_record_and_counts_it(anna, clock):
    first = anna.remember("the keel is larch", kind="fact").records[0]
    clock.advance(days=1)
    second = anna.remember("The keel is larch.", kind="fact").records[0]

    assert first.id == second.id
    assert (second.seen, second.confirmed_at) == (2, clock.now())
    assert anna.list(kinds=["fact"]).total == 1


def test_a_write_with_the_same_key_happens_once(anna, memory):
    first = anna.remember("a rabbit moved in", kind="event", key="order-5")
    before = memory.stats()

    second = anna.remember("a rabbit moved in", kind="event", key="order-5")

    assert second.records == first.records
    assert memory.stats() == before


def test_an_update_is_a_new_version_and_the_old_id_still_tells_its_story(anna):
    old = anna.remember("the keel is larch", kind="fact", metadata={"a": 1}).records[0]

    new = anna.update(old.id, content="the keel is oak", importance="high", metadata={"b": 2})

    assert (new.content, new.importance, dict(new.metadata)) == ("the keel is oak", 0.75, {"a": 1, "b": 2})
    assert new.id != old.id
    kept = anna.get(old.id)
    assert (kept.content, kept.status, kept.superseded_by) == ("the keel is larch", Status.SUPERSEDED, new.id)
    with pytest.raises(errors.ConflictError):
        anna.update(old.id, content="the keel is tin")


def test_an_update_of_a_slot_is_found_by_lookup_and_history(anna, clock):
    old = anna.remember("7001", slot="deploy.port").records[0]
    clock.advance(seconds=5)

    anna.update(old.id, content="7002")

    assert anna.lookup("deploy.port").content == "7002"
    assert [record.content for record in anna.history("deploy.port")] == ["7001", "7002"]


def test_an_update_of_labels_keeps_the_id(anna):
    record = anna.remember("the keel is larch", kind="fact").records[0]

    changed = anna.update(record.id, importance=1.0)

    assert (changed.id, changed.importance, changed.content) == (record.id, 1.0, record.content)


def test_forgetting_hides_everywhere_and_can_be_undone(anna):
    record = anna.remember("likes liquorice", slot="taste.sweet").records[0]

    hidden = anna.forget(record.id)

    assert [each.status for each in hidden] == [Status.FORGOTTEN]
    assert anna.lookup("taste.sweet") is None
    assert anna.list(kinds=["fact"]).total == 0
    assert [hit for hit in anna.recall("liquorice", kinds=["fact"])] == []  # noqa: C416  a Hits is not a list of the same type
    anna.unforget(record.id)
    assert anna.lookup("taste.sweet").id == record.id


def test_forgetting_an_unknown_id_is_not_a_success_and_hides_nothing(anna):
    record = anna.remember("likes liquorice", kind="fact").records[0]

    for ids in ("abc", "f" * 32, [record.id, "f" * 32], ""):
        with pytest.raises(errors.NotFoundError):
            anna.forget(ids)

    assert anna.get(record.id).status is Status.ACTIVE


def test_every_id_that_a_verb_gives_is_taken_by_every_other(anna):
    report = anna.remember("likes liquorice", kind="fact")
    given = {report.records[0].id, report.turns[0].id}
    given |= {hit.id for hit in anna.recall("liquorice")} | {record.id for record in anna.list(kinds=["fact", "turn"])}

    for each in given:
        assert anna.get(each).id == each
        anna.explain("liquorice", each)
        anna.pin(each)
        anna.used(each)
        anna.forget(each)


def test_type_kind_and_importance_are_set_on_every_write(anna):
    anna.session("s").add("user", "I always take the night ferry. 我每天六点起床。")
    anna.remember("I live in Lübeck and my name is Anna. 我对贝类过敏。")

    for record in anna.list(kinds=["turn"]).records + anna.list().records:
        assert record.type
        assert record.kind
        assert 0 < record.importance <= 1


@pytest.mark.parametrize(("given", "kept"), [("low", 0.25), ("medium", 0.5), ("high", 0.75), ("critical", 1.0), (0, 0.0), (0.33, 0.33)])
def test_the_caller_may_set_kind_and_importance(anna, given, kept):
    record = anna.remember("the keel is larch", kind="principle", importance=given).records[0]

    assert (record.kind, record.type, record.importance) == ("principle", "semantic", kept)


@pytest.mark.parametrize(
    ("kind", "family"), [("skill", "procedural"), ("feedback", "affective"), ("episode", "episodic"), ("my-own_kind", "semantic")]
)
def test_a_kind_belongs_to_its_family(anna, kind, family):
    assert anna.remember("caulk the seams", kind=kind).records[0].type == family


@pytest.mark.parametrize("kind", ["principle", "correction"])
def test_principles_and_corrections_start_high(anna, kind):
    assert anna.remember("never sail on a falling glass", kind=kind).records[0].importance >= 0.75


def test_the_profile_leads_to_its_memories_and_keeps_its_cap(opened, place):
    anna = opened(place, profile_tokens=60).scope(user="anna")
    anna.remember("Anna Berg", slot="user.name")
    for number in range(20):
        anna.remember(f"a standing wish with number {number}, and some more words to it", kind="preference")

    page = anna.profile()

    assert page.tokens <= 60
    assert "Anna Berg" in page.text
    assert all(anna.get(line.record.id) == line.record for line in page.lines)


def test_a_turn_is_never_a_line_of_the_profile(anna):
    report = anna.remember("the weather is fine")
    anna.confirm(report.turns[0].id)

    assert anna.profile().records == []


def test_sources_lead_to_the_very_message(anna):
    turn = anna.session("s").add("user", "I live in Lübeck.", id="m-7")

    record = anna.lookup("user.city")

    assert record.sources == ((anna.session("s").id, turn.id),)
    assert turn.text[slice(*record.evidence[0])] in record.content
