"""Consolidation tidies up and loses nothing that matters; whatever it did can be shown before and taken back after."""

from dataclasses import replace
from datetime import timedelta

import pytest

from memstrata.core import errors
from memstrata.core.batch import Batch
from memstrata.core.records import MemoryRecord, Status, Trust
from memstrata.policies.episodes import Episode


def put(me, content, days=0.0, **fields):
    """Store a record as it may have been written `days` ago; its id."""
    store, owner, now = me._runtime.store, me.owner, me._runtime.now()
    plain = MemoryRecord(
        id=me._runtime.parts.remember.new_id(),
        kind="fact",
        content=content,
        created_at=now - timedelta(days=days),
        user=owner.user,
        agent=owner.agent,
        scene=owner.scene,
    )
    made = replace(plain, **fields)
    store.write(owner, lambda view: Batch(records=(made,), tasks=(("embed", made.id),)))
    return made.id


def episode(me, title, days=0.0, lesson="", outcome="success", tags=(), **fields):
    """Store an episode of `days` ago; its id."""
    at = me._runtime.now() - timedelta(days=days)
    told = Episode(
        title=title,
        summary=f"{title}. " + "It went on for a while and much was said. " * 3,
        line=title,
        started_at=at,
        ended_at=at,
        outcome=outcome,
        lessons=(lesson,) if lesson else (),
        tags=tuple(tags),
        conversation=("user: a long talk",) if outcome == "failure" else (),
    )
    return put(me, told.content, days, kind="episode", type="episodic", payload=told.payload(), **fields)


def state(me):
    """All that can be read of a user, by id, without what a read itself changes."""
    records = me._runtime.store.scan(me.owner)
    hits = [hit.id for query in ("deployments", "喝茶", "peanuts") for hit in me.recall(query, limit=20)]
    return {record.id: record for record in records}, hits


def changed(report, step):
    return [change.ids[0] for change in report.changes if change.step == step]


@pytest.mark.parametrize(
    ("one", "other"),
    [("I do not eat shellfish.", "I don't eat shellfish"), ("夜间备份在凌晨两点开始。", "夜间备份凌晨两点开始")],
)
def test_what_says_the_same_becomes_one_memory_with_all_that_was_gathered(memory, anna, one, other):
    older, newer = put(anna, one, 2, uses=3, importance=0.4), put(anna, other, 1, uses=2, importance=0.6, pinned=True)
    memory.flush()

    report = memory.consolidate()

    assert changed(report, "deduplicate") == [newer]
    [kept] = [record for record in anna.list() if record.id in (older, newer)]
    assert (kept.id, kept.uses, kept.importance, kept.pinned) == (newer, 5, 0.6, True)
    assert anna.get(older).status == "superseded"
    assert anna.get(older).superseded_by == newer


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The staging port is 5433", "The staging port is 5434"),
        ("I eat shellfish", "I do not eat shellfish"),
        ("Tom reports to Anna", "Anna reports to Tom"),
        ("构建要十二分钟", "构建要二十分钟"),
        ("我的办公室在三楼", "他的办公室在三楼"),
        ("周一开门", "周二开门"),
    ],
)
def test_what_differs_in_a_figure_a_name_a_day_or_a_negation_stays_two(memory, anna, one, other):
    put(anna, one, 2), put(anna, other, 1)
    memory.flush()

    assert changed(memory.consolidate(), "deduplicate") == []


def test_the_words_of_another_agent_or_scene_are_never_joined(memory, anna):
    put(anna, "The build is slow"), put(anna, "The build's slow", agent="coder"), put(anna, "Build is slow", scene="work")

    assert memory.consolidate().changes == []


def test_an_outsiders_words_never_retire_or_enrich_the_users(memory, anna):
    told = put(anna, "I do not drink milk", trust=Trust.USER, importance=0.5)
    put(anna, "I don't drink milk.", trust=Trust.WEB, importance=1.0, metadata={"from": "a page"}, days=9)
    memory.flush()

    memory.consolidate()

    assert anna.get(told).status == "active"
    assert (anna.get(told).metadata, anna.get(told).importance) == ({}, 0.5)


def test_an_old_episode_becomes_a_line_that_keeps_its_lesson(memory, anna):
    old = episode(anna, "部署到预发布环境", 31, "先跑数据库迁移再重启服务")
    english = episode(anna, "Shipping the invoice export", 40, "Check the time zone before the first run")
    fresh, used = episode(anna, "Fresh one", 29), episode(anna, "Used one", 60, uses=3)

    memory.consolidate()

    short = [record for record in anna.list(kinds=["episode"], status="compressed") if record.kind == "episode"]
    assert {record.supersedes[0] for record in short} == {old, english}
    by_origin = {record.supersedes[0]: record for record in short}
    assert len(by_origin[old].content) <= 55
    assert "先跑数据库迁移再重启服务" in by_origin[old].content
    assert len(by_origin[english].content.split()) <= 31
    assert "Check the time zone before the first run" in by_origin[english].content
    assert all(anna.get(each).status == "active" for each in (fresh, used))


def test_principles_rest_on_failures_with_a_common_lesson(memory, anna):
    failed = [
        episode(anna, f"Deployment {number}", 5 - number, "Run the database migrations before the rollout", outcome="failure")
        for number in range(3)
    ]

    report = memory.consolidate()

    [principle] = anna.list(kinds=["principle"])
    assert set(principle.derived_from) == set(failed)
    assert principle.importance >= 0.75
    assert "database migrations" in principle.content
    assert sorted(report.counts.items())[0] == ("abstract", 1)


def test_two_failures_or_a_strangers_failures_teach_nothing(memory, anna):
    for number in range(2):
        episode(anna, f"Run {number}", 3, "Check the disk first", outcome="failure")
    episode(anna, "Run 3", 3, "Check the disk first", outcome="failure", trust=Trust.WEB)

    memory.consolidate()

    assert list(anna.list(kinds=["principle"])) == []


def test_what_matters_is_never_pruned_and_the_rest_is_hidden_first(memory, anna):
    kept = [
        put(anna, "stated by the user", 400),
        put(anna, "important", 400, trust=Trust.TOOL, importance=0.75),
        put(anna, "pinned", 400, trust=Trust.TOOL, pinned=True),
        put(anna, "still used", 400, trust=Trust.TOOL, uses=9, last_used_at=memory._runtime.now()),
        episode(anna, "A failure", 400, "a lesson", outcome="failure"),
    ]
    faded, expired = put(anna, "a page said so", 91, trust=Trust.WEB), put(anna, "for a day", 2, ttl_seconds=86_400.0)

    report = memory.consolidate()

    held = {record.id: record for record in anna._runtime.store.get(anna.owner, [*kept, faded, expired])}
    assert set(changed(report, "prune")) == {faded, expired}
    assert held[faded].status == held[expired].status == "forgotten"
    assert all(held[each].status == "active" for each in kept[:4])


def test_at_its_capacity_a_type_loses_what_weighs_least_and_says_so(opened, clock):
    memory = opened(capacity_semantic=10)
    anna = memory.scope(user="anna")
    weak = [put(anna, f"page {number}", 1, trust=Trust.WEB, importance=0.05 * number) for number in range(1, 8)]
    for number in range(12):
        put(anna, f"the user said {number}")
    told = []
    memory.events.listen(lambda event: told.append(event) if event.name == "capacity" else None)

    report = memory.consolidate()

    assert set(changed(report, "prune")) == set(weak)
    assert report.over == {"semantic": 2}
    assert [event.details["over"] for event in told] == [2]
    assert sum(record.status == "active" for record in anna.list(limit=100)) == 12


def test_unlimited_capacity_prunes_nothing_for_room(opened):
    memory = opened(capacity_semantic=0)
    anna = memory.scope(user="anna")
    for number in range(30):
        put(anna, f"page {number}", 1, trust=Trust.WEB)

    assert memory.consolidate().changes == []


def mixed(me):
    """Something for each step."""
    put(me, "My dentist is Dr. Okafor; the peanuts are gone.", 3), put(me, "My dentist's Dr. Okafor, the peanuts are gone", 2)
    put(me, "The nightly backup starts at 02:30.", 3), put(me, "Nightly backups start at 02:30.", 1)
    put(me, "我喜欢喝绿茶。", 3), put(me, "喝绿茶我喜欢", 1), put(me, "a web page", 200, trust=Trust.WEB)
    episode(me, "Moving the server", 50, "Warn the users first", tags=("server", "move", "users"))
    episode(me, "Moving the server again", 2, tags=("server", "move"))
    for number in range(4):
        episode(me, f"Deploy {number}", 4, "Run the migrations before the rollout", outcome="failure")


def test_a_second_run_changes_nothing(memory, anna):
    mixed(anna)
    memory.flush()
    first = memory.consolidate()
    memory.flush()
    before = state(anna)

    second = memory.consolidate()

    assert all(first.counts.values())
    assert (second.changes, second.run) == ([], None)
    assert state(anna) == before


def test_a_dry_run_shows_what_a_run_does_and_changes_nothing(memory, anna):
    mixed(anna)
    memory.flush()
    before = state(anna)

    shown = memory.consolidate(dry_run=True)

    assert shown.run is None
    assert state(anna) == before
    done = memory.consolidate()
    assert changed(done, "deduplicate") == changed(shown, "deduplicate")
    assert changed(done, "prune") == changed(shown, "prune")


def test_undo_restores_the_exact_state(memory, anna):
    mixed(anna)
    memory.flush()
    before = state(anna)
    report = memory.consolidate()
    assert state(anna) != before

    memory.undo(report.run)

    assert state(anna) == before
    assert memory.verify() == []
    with pytest.raises(errors.NotFoundError):
        memory.undo(report.run)


def test_undo_leaves_what_was_changed_since(memory, anna):
    one, other = put(anna, "I do not eat shellfish.", 2), put(anna, "I don't eat shellfish", 1)
    memory.flush()
    report = memory.consolidate()
    anna.pin(one)
    anna.remember("I don't eat shellfish", kind="fact")

    memory.undo(report.run)

    assert anna.get(one).pinned
    assert sum(record.status == "active" and "shellfish" in record.content for record in anna.list()) >= 1
    assert anna.get(other) is not None


def test_a_run_of_one_user_is_undone_by_that_user_alone(memory, anna):
    put(anna, "I do not eat shellfish.", 2), put(anna, "I don't eat shellfish", 1)
    memory.flush()
    report = anna.consolidate()

    with pytest.raises(errors.NotFoundError):
        memory.scope(user="bo").undo(report.run)
    assert anna.undo(report.run) == 2


def test_what_is_erased_is_gone_with_its_shorter_and_its_doubled_form(memory, anna):
    one, other = put(anna, "I do not eat shellfish.", 2), put(anna, "I don't eat shellfish", 1)
    old = episode(anna, "Moving the server", 50, "Warn the users first")
    memory.flush()
    report = memory.consolidate()
    [short] = anna.list(kinds=["episode"], status="compressed")

    anna.erase(ids=[short.id])
    anna.erase(ids=[one])

    assert [anna.get(each) for each in (one, other, old, short.id)] == [None] * 4
    assert anna._runtime.store.journal(anna.owner) == []
    with pytest.raises(errors.NotFoundError):
        memory.undo(report.run)


def test_what_was_taken_out_of_sight_goes_for_good_when_it_can_no_longer_be_undone(memory, anna, clock):
    mixed(anna)
    faded = put(anna, "another web page", 200, trust=Trust.WEB)
    back = put(anna, "a third web page", 200, trust=Trust.WEB)
    memory.flush()
    memory.consolidate()
    anna.unforget([back])
    principles = [record.id for record in anna.list(kinds=["principle"])]
    clock.advance(days=31)

    report = memory.consolidate()

    assert anna.get(faded) is None
    assert anna.get(back).status == "active"
    assert report.removed >= 4
    assert [anna.get(each).status for each in principles] == ["active"] * len(principles)
    assert all(record.content for record in anna.list(kinds=["episode"], status="compressed"))
    assert memory.verify() == []


def test_a_run_changes_no_more_than_its_cap_and_the_next_goes_on(opened):
    memory = opened(consolidation_cap=2)
    anna = memory.scope(user="anna")
    for number in range(5):
        put(anna, f"web page {number}", 200, trust=Trust.WEB)

    reports = [memory.consolidate() for _ in range(3)]

    assert [len(report.changes) for report in reports] == [2, 2, 1]
    assert [report.capped for report in reports] == [True, True, False]


def test_progress_tells_each_step(memory, anna):
    mixed(anna)
    told = []

    memory.consolidate(progress=lambda step, changes: told.append((step, changes)))

    assert list(dict(told)) == ["deduplicate", "compress", "link", "prune", "abstract"]
    assert [changes for _, changes in told] == sorted(changes for _, changes in told)


def test_of_two_processes_one_consolidates_each_night(opened, folder, clock):
    ran = []
    clock.set("2026-03-02T12:00:00Z")
    for _ in range(4):
        for name in "ab":
            memory = opened(folder)
            memory.events.listen(lambda event, name=name: ran.append(name) if event.name == "consolidate" else None)
            memory.scope(user="anna").remember("note")
            memory._runtime._consolidate_due()
            memory.close()
        clock.advance(days=1)

    assert ran == ["a", "a", "a"]


def test_a_user_at_whom_another_process_is_is_named_and_left_alone(memory, anna):
    put(anna, "web page", 200, trust=Trust.WEB)
    memory._runtime.store.lease("consolidate", anna.owner, memory._runtime.now(), memory._runtime.now())

    report = memory.consolidate()

    assert (report.busy, report.changes) == ((anna.owner,), [])
    assert anna.list(status=None).records[0].status is Status.ACTIVE


def test_undo_takes_back_what_a_later_step_of_the_same_run_linked(memory, anna):
    for number in range(3):
        episode(anna, f"Deploy {number}", 50 - number, lesson="Run the migrations first", tags=("deploy", "shop"))
    before = state(anna)
    report = memory.consolidate()
    assert changed(report, "compress")
    assert changed(report, "link")

    memory.undo(report.run)

    assert state(anna) == before


def test_undo_leaves_a_short_form_that_was_linked_and_then_pinned(memory, anna):
    for number in range(2):
        episode(anna, f"Deploy {number}", 50 - number, tags=("deploy", "shop"))
    report = memory.consolidate()
    short = next(record for record in anna.list(kinds=["episode"], status="compressed") if record.payload["related"])
    anna.pin(short.id)

    memory.undo(report.run)

    assert anna.get(short.id).pinned


def test_an_agent_is_told_only_of_what_it_may_read(memory, anna):
    coder, other = memory.scope(user="anna", agent="coder"), memory.scope(user="anna", agent="other")
    own = {put(coder, "I do not eat shellfish.", 2), put(coder, "I don't eat shellfish", 1)}

    assert [set(change.ids) for change in coder.consolidate(dry_run=True).changes] == [own]
    assert other.consolidate(dry_run=True).changes == []
    assert len(anna.consolidate(dry_run=True).changes) == 1
