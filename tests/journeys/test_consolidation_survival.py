"""Thirty nights of consolidation at capacity: what matters is still there, what was erased is nowhere."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import memstrata
from memstrata.core.batch import Batch
from memstrata.core.records import MemoryRecord, Trust
from memstrata.policies.episodes import Episode
from memstrata.testing import FixedClock

DAYS = 30


def put(me, content, **fields):
    """Store one record past the journey of writing; its id."""
    runtime = me._runtime
    plain = MemoryRecord(
        id=runtime.parts.remember.new_id(), kind="fact", content=content, created_at=runtime.now(), user=me.owner.user, trust=Trust.WEB
    )
    made = replace(plain, **fields)
    runtime.store.write(me.owner, lambda view: Batch(records=(made,)))
    return made.id


def episode(me, token, lesson, outcome):
    now = me._runtime.now()
    told = Episode(
        title=f"Deploy {token}", summary=f"It was about {token}.", line=f"Deploy {token}", started_at=now, ended_at=now, outcome=outcome,
        lessons=(lesson,), tags=("deploy", "rollout"), conversation=(f"user: {token} again",) if outcome == "failure" else (),
    )  # fmt: skip
    return put(me, told.content, kind="episode", type="episodic", payload=told.payload(), trust=Trust.AGENT)


def told(me):
    """All that any record of the user says, in any status."""
    return "\n".join(
        f"{each.content} {dict(each.payload)} {dict(each.metadata)} {each.aliases}" for each in me._runtime.store.scan(me.owner)
    )


@pytest.mark.parametrize("speak", ["The {} is kept", "这里写着 {} 的事"])
def test_thirty_nights_at_capacity_keep_what_matters_and_nothing_that_was_erased(opened, folder, clock, speak):
    memory = opened(folder, capacity_semantic=60, capacity_episodic=20, undo_days=7)
    me = memory.scope(user="anna")
    keep, gone, receipts = [], [], []
    for day in range(DAYS):
        stated, weighty, held, doomed = (f"tok{name}{day:02}x" for name in "abcd")
        put(me, speak.format(stated), trust=Trust.USER)
        put(me, speak.format(weighty), importance=0.75)
        put(me, speak.format(held), pinned=True)
        keep += [stated, weighty, held]
        for number in range(6):
            put(me, f"page {day} {number} of the web", importance=0.2)
        episode(me, f"tokw{day:02}x", "Warm the cache first", "success")
        failed = episode(me, doomed, f"Check the quota before the rollout of {doomed}", "failure")
        memory.consolidate()
        if day % 3 == 0:
            made = [each.id for each in me._runtime.store.scan(me.owner) if each.kind == "episode" and doomed in each.content]
            receipts.append(me.erase(ids=made or [failed]))
            gone.append(doomed)
        clock.advance(days=1)
    report = memory.consolidate()
    clock.advance(days=40)
    memory.consolidate()

    said = told(me)
    live = {each.content for each in me.list(limit=1000)}
    assert {token for token in keep if not any(token in content for content in live)} == set()
    assert {token for token in gone if token in said} == set()
    assert report.over["semantic"] >= 1
    assert sum("of the web" in content for content in live) == 0
    assert [finding for receipt in receipts for finding in memory.verify(receipt)] == []
    assert memory.verify() == []


_ONE = st.tuples(
    st.sampled_from(
        [
            "I do not eat fish",
            "I don't eat fish.",
            "Nightly backups start at 02:30",
            "The nightly backup starts at 02:30.",
            "日志保留90天",
            "日志要保留90天",
        ]
    ),
    st.sampled_from([0, 40, 200]),
    st.sampled_from(list(Trust)),
    st.sampled_from([0.1, 0.5, 0.8]),
    st.booleans(),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_ONE, max_size=6, unique_by=lambda each: each[0]), st.lists(st.booleans(), max_size=5))
def test_whatever_was_there_undo_brings_back_exactly(facts, failures):
    clock = FixedClock("2026-03-02T09:00:00Z")
    with memstrata.open(":memory:", clock=clock, embedder="none", worker=False) as memory:
        me = memory.scope(user="anna")
        for content, days, trust, importance, pinned in facts:
            made = clock.now() - timedelta(days=days)
            put(me, content, created_at=made, trust=trust, importance=importance, pinned=pinned)
        for number, failure in enumerate(failures):
            episode(me, f"job{number}", "Check the quota before the rollout", "failure" if failure else "success")
        before = state(me)

        report = memory.consolidate()

        if report.run is not None:
            memory.undo(report.run)
        assert state(me) == before


def state(me) -> tuple[list[MemoryRecord], list[str], list[str]]:
    hits = [hit.id for query in ("fish", "日志", "rollout") for hit in me.recall(query, limit=20)]
    return me._runtime.store.scan(me.owner), [each.id for each in me.list(limit=100)], hits
