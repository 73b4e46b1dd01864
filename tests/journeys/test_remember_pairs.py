"""Two statements in a row, stated as facts: what stands afterwards. Nothing is lost, nothing stands twice."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memstrata
from memstrata.core.records import MemoryRecord
from memstrata.memory import Memory
from memstrata.scoped import ScopedMemory
from memstrata.testing import FixedClock
from tests.data import statement_pairs

PAIRS = [
    *statement_pairs.rows(statement_pairs.ENGLISH),
    *statement_pairs.rows(statement_pairs.CHINESE),
    *statement_pairs.rows(statement_pairs.ATTRIBUTES),
]
Open = Callable[..., Memory]


def pairs(*relations: str) -> list[tuple[str, str]]:
    return [(older, newer) for relation, older, newer in PAIRS if relation in relations]


def stated(me: ScopedMemory, clock: FixedClock, *texts: str) -> list[MemoryRecord]:
    """All facts, in any status, after `texts` were stated on days in a row."""
    for text in texts:
        me.remember(text, kind="fact")
        clock.advance(days=1)
    return list(me.list(status=None))


def statuses(records: list[MemoryRecord]) -> dict[str, int]:
    return dict(Counter(str(record.status) for record in records))


def marked(records: list[MemoryRecord]) -> bool:
    """Whether two facts stand beside each other, each naming the other."""
    return len(records) == 2 and [record.metadata.get("conflict") for record in records] == [record.id for record in reversed(records)]


@pytest.fixture
def me(opened: Open) -> ScopedMemory:
    return opened(embedder="none").scope(user="anna")


@pytest.mark.parametrize(("older", "newer"), pairs("same"))
def test_what_is_said_again_is_one_fact(me: ScopedMemory, clock: FixedClock, older: str, newer: str):
    records = stated(me, clock, older, newer)

    assert statuses(records) == {"active": 1}
    assert records[0].seen == 2
    assert len(records[0].sources) == 2


@pytest.mark.parametrize(("older", "newer"), pairs("refines"))
def test_the_more_exact_fact_stands_alone_and_keeps_what_was_gathered(me: ScopedMemory, clock: FixedClock, older: str, newer: str):
    records = stated(me, clock, older, newer)

    assert statuses(records) == {"superseded": 1, "active": 1}
    assert (records[1].content, records[1].seen, len(records[1].sources)) == (newer, 2, 2)


@pytest.mark.parametrize(("older", "newer"), pairs("refines"))
def test_a_vaguer_repetition_leaves_the_more_exact_fact(me: ScopedMemory, clock: FixedClock, older: str, newer: str):
    records = stated(me, clock, newer, older)

    assert statuses(records) == {"active": 1}
    assert (records[0].content, records[0].seen) == (newer, 2)


@pytest.mark.parametrize(("older", "newer"), pairs("conflict", "done"))
def test_a_change_supersedes_or_is_marked_and_the_new_fact_stands(me: ScopedMemory, clock: FixedClock, older: str, newer: str):
    old, new = stated(me, clock, older, newer)

    assert (new.content, new.status) == (newer, "active")
    if old.status == "superseded":
        assert (old.superseded_by, new.supersedes, old.valid_to) == (new.id, (old.id,), new.valid_from)
    else:
        assert marked([old, new])


@pytest.mark.parametrize(("older", "newer"), pairs("distinct"))
def test_different_facts_stand_beside_each_other(me: ScopedMemory, clock: FixedClock, older: str, newer: str):
    records = stated(me, clock, older, newer)

    assert statuses(records) == {"active": 2}
    assert [record.metadata.get("conflict") for record in records] == [None, None]


@pytest.mark.parametrize(("older", "newer"), pairs("soft", "open"))
def test_what_code_cannot_tell_loses_nothing(me: ScopedMemory, clock: FixedClock, older: str, newer: str):
    records = stated(me, clock, older, newer)

    assert [record.content for record in records] == [older, newer]
    assert records[1].status == "active"


@pytest.mark.parametrize(("older", "newer"), pairs("distinct"))
def test_the_order_of_compatible_facts_does_not_matter(me: ScopedMemory, clock: FixedClock, older: str, newer: str):
    assert statuses(stated(me, clock, newer, older)) == {"active": 2}


@pytest.mark.parametrize(("older", "newer"), pairs("conflict"))
def test_an_older_statement_that_comes_late_leaves_the_newer_fact(me: ScopedMemory, clock: FixedClock, older: str, newer: str):
    said = clock.now()
    me.remember(newer, kind="fact", at=said)

    me.remember(older, kind="fact", at=said.replace(year=said.year - 1))

    kept = next(record for record in me.list() if record.content == newer)
    assert kept.superseded_by is None
    late = next(record for record in me.list(status=None) if record.content == older)
    assert late.status == "active" or (late.superseded_by, late.valid_to) == (kept.id, kept.valid_from)


TEXTS = [text for _, older, newer in PAIRS for text in (older, newer)]


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(st.sampled_from(TEXTS), min_size=1, max_size=8))
def test_saying_everything_twice_changes_only_how_often_it_was_seen(texts: list[str]):
    clock = FixedClock()
    with memstrata.open(":memory:", embedder="none", clock=clock, worker=False) as memory:
        me = memory.scope(user="anna")
        for text in texts:
            me.remember(text, kind="fact")
            before = {record.id: record for record in me.list(status=None)}

            me.remember(text, kind="fact")

            after = {record.id: record for record in me.list(status=None)}
            assert after.keys() == before.keys()
            changed = [each for each in after if after[each] != before[each]]
            assert [after[each].seen - before[each].seen for each in changed] == [1]
            assert [(after[each].content, after[each].status) for each in after] == [
                (before[each].content, before[each].status) for each in after
            ]


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(st.sampled_from(TEXTS), min_size=2, max_size=10))
def test_the_newest_statement_always_stands_and_every_text_is_kept(texts: list[str]):
    clock = FixedClock()
    with memstrata.open(":memory:", embedder="none", clock=clock, worker=False) as memory:
        me = memory.scope(user="anna")
        for text in texts:
            report = me.remember(text, kind="fact")
            clock.advance(days=1)

            assert [record.status for record in report.records] == ["active"]

        kept = {record.id: record for record in me.list(status=None)}
        for record in kept.values():
            assert record.status == "active" or kept[str(record.superseded_by)].created_at >= record.created_at
        contents = [record.content for record in me.list()]
        assert len(contents) == len(set(contents))
