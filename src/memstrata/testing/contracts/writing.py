"""A write is all or nothing, alone among writers, and durable when it is acknowledged."""

import sys
import threading
from collections.abc import Callable
from concurrent import futures
from dataclasses import replace
from datetime import timedelta

from memstrata.core import errors
from memstrata.core.batch import Batch, Use, View
from memstrata.core.erasure import Plan
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.testing import samples
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA, NOON

THREADS, WRITES = 8, 50


class _ChangedMindError(Exception):
    """What a decision raises that wants no write."""


def run_together(*actions: Callable[[], None]) -> None:
    """Run every action in a thread of its own, started at one instant; raise the first error, TimeoutError after two minutes."""
    start = threading.Barrier(len(actions), timeout=60)

    def run(action: Callable[[], None]) -> None:
        start.wait()
        action()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # the default of 5 ms would let short writes pass each other by luck
    threads = futures.ThreadPoolExecutor(len(actions))
    try:
        for done in [threads.submit(run, action) for action in actions]:
            done.result(timeout=120)
    finally:
        threads.shutdown(wait=False)
        sys.setswitchinterval(interval)


def _number(record: MemoryRecord) -> int:
    value = record.metadata["number"]
    assert isinstance(value, int)
    return value


class WritingContract(StoreDriver):
    """Atomicity, versions, replacing, uses, threads, closing."""

    def test_stores_nothing_of_a_decision_that_raises(self, store: Store) -> None:
        samples.add(store, samples.record("before"))

        def decide(view: View) -> Batch:
            raise _ChangedMindError

        with samples.refused(_ChangedMindError):
            store.write(ANNA, decide)

        assert [each.content for each in store.scan(ANNA)] == ["before"]
        assert store.matrix(ANNA).version == 1

    def test_stores_nothing_of_a_batch_that_conflicts(self, store: Store) -> None:
        taken = samples.record("taken", key="k")
        samples.add(store, taken)
        others = Batch(
            records=(samples.record("innocent", slot="a.b"), samples.record("guilty", key="k")),
            turns=(samples.turn("s", 1),),
            sessions=(samples.session("s"),),
            tasks=(("embed", taken.id),),
            uses=(Use(taken.id, 1, NOON),),
        )

        with samples.refused(errors.ConflictError):
            samples.write(store, ANNA, others)

        store = self.reopen(store)
        assert store.scan(ANNA) == [taken]
        assert (store.turns(ANNA, "s"), store.session(ANNA, "s"), store.by_slot(ANNA, "a.b")) == ([], None, [])
        assert store.claim("embed", 9, NOON) == []
        assert (len(store.matrix(ANNA)), store.matrix(ANNA).version) == (1, 1)

    def test_works_on_after_a_write_that_failed(self, store: Store) -> None:
        samples.add(store, samples.record("one", key="k"))
        with samples.refused(errors.ConflictError):
            samples.add(store, samples.record("two"), samples.record("three", key="k"))

        samples.add(store, samples.record("two"))

        assert [each.content for each in store.scan(ANNA)] == ["one", "two"]
        assert store.verify() == []

    def test_an_empty_batch_changes_nothing(self, store: Store) -> None:
        samples.add(store, samples.record("one"))

        written = samples.write(store, ANNA, Batch())
        samples.write(store, samples.BO, Batch())

        assert written.version == store.matrix(ANNA).version == 1
        assert store.scopes() == [ANNA]

    def test_each_write_and_erasure_raises_the_version(self, store: Store) -> None:
        one = samples.record("one")
        steps: list[Callable[[], object]] = [
            lambda: samples.add(store, one),
            lambda: samples.write(store, ANNA, Batch(turns=(samples.turn("s", 1),))),
            lambda: samples.write(store, ANNA, Batch(embedded=samples.embedded("space", [one.id]))),
            lambda: samples.write(store, ANNA, Batch(uses=(Use(one.id, 1, NOON),))),
            lambda: store.erase(ANNA, Plan(records=(one.id,))),
        ]
        versions = [store.matrix(ANNA).version]

        for step in steps:
            step()
            versions.append(store.matrix(ANNA).version)

        assert versions == sorted(set(versions))

    def test_gives_back_the_batch_and_its_version(self, store: Store) -> None:
        batch = Batch(records=(samples.record("one"),))

        written = samples.write(store, ANNA, batch)

        assert written.batch == batch
        assert written.version == store.matrix(ANNA).version

    def test_a_decision_reads_the_state_before_its_write(self, store: Store) -> None:
        fact = samples.record("Likes tea.", slot="user.drink", key="k")
        said = samples.turn_record("I like tea", "s", "m-1")
        samples.write(store, ANNA, Batch(records=(fact, said), sessions=(samples.session("s"),)))
        seen: list[object] = []

        def decide(view: View) -> Batch:
            seen[:] = [view.get([said.id, samples.new_id(), fact.id]), view.by_slot("user.drink"), view.by_content("likes  TEA")]
            seen.extend([view.by_key("k"), view.turn("s", "m-1"), view.session("s"), len(view.matrix())])
            return Batch(records=(samples.record("new"),))

        store.write(ANNA, decide)

        assert seen == [[said, fact], [fact], [fact], fact, said, samples.session("s"), 2]

    def test_a_decision_of_an_unknown_owner_reads_nothing(self, store: Store) -> None:
        seen: list[object] = []

        def decide(view: View) -> Batch:
            seen[:] = [view.get([samples.new_id()]), view.by_slot("a"), view.by_content("b"), view.by_key("c")]
            seen.extend([view.turn("s", "m"), view.session("s"), len(view.matrix())])
            return Batch()

        store.write(ANNA, decide)

        assert seen == [[], [], [], None, None, None, 0]
        assert store.scopes() == []

    def test_a_known_id_takes_the_new_state(self, store: Store) -> None:
        old = samples.record("Lives in Rome", slot="user.city", value="Rome")
        samples.add(store, old)
        retired = replace(old, status=Status.SUPERSEDED, valid_to=NOON, superseded_by=samples.new_id(), metadata={"a": 1}, pinned=True)

        samples.add(store, retired)

        store = self.reopen(store)
        assert store.scan(ANNA) == [retired]
        assert store.by_slot(ANNA, "user.city") == [retired]
        assert len(store.matrix(ANNA)) == 1

    def test_writing_the_same_twice_leaves_one(self, store: Store) -> None:
        same = samples.record("once", key="k")

        samples.add(store, same)
        samples.add(store, same)

        assert store.scan(ANNA) == [same]
        assert len(store.matrix(ANNA)) == 1

    def test_refuses_other_content_slot_or_value_under_a_known_id(self, store: Store) -> None:
        fact = samples.record("port 80", slot="deploy.port", value="80")
        samples.add(store, fact)

        for changed in (replace(fact, content="port 81"), replace(fact, slot=None), replace(fact, value="81")):
            with samples.refused(errors.ConflictError):
                samples.add(store, changed)

        assert store.scan(ANNA) == [fact]

    def test_what_the_caller_changes_afterwards_is_not_stored(self, store: Store) -> None:
        inner: list[object] = [1]
        fact = samples.record("fact", metadata={"list": inner})
        samples.add(store, fact)

        inner.append(2)

        assert store.get(ANNA, [fact.id])[0].metadata == {"list": [1]}

    def test_adds_up_uses_and_keeps_the_latest(self, store: Store) -> None:
        fact, other = samples.record("used"), samples.record("not used")
        samples.add(store, fact, other)
        later = NOON + timedelta(hours=2)

        samples.write(store, ANNA, Batch(uses=(Use(fact.id, 2, later), Use(samples.new_id(), 9, NOON))))
        samples.write(store, ANNA, Batch(uses=(Use(fact.id, 1, NOON + timedelta(hours=1)),)))

        store = self.reopen(store)
        assert store.get(ANNA, [fact.id, other.id]) == [replace(fact, uses=3, last_used_at=later), other]
        columns = store.matrix(ANNA).columns
        assert columns["uses"].tolist() == [3, 0]
        assert columns["used"].tolist() == [later.timestamp(), NOON.timestamp()]

    def test_counts_exactly_when_threads_read_and_write(self, store: Store) -> None:
        counter = samples.record("counter", metadata={"number": 0})
        samples.add(store, counter)

        def increment(view: View) -> Batch:
            now = view.get([counter.id])[0]
            return Batch(records=(replace(now, metadata={"number": _number(now) + 1}),))

        def count() -> None:
            for _ in range(WRITES):
                store.write(ANNA, increment)

        run_together(*[count] * THREADS)

        assert _number(store.get(ANNA, [counter.id])[0]) == THREADS * WRITES
        assert store.matrix(ANNA).version == THREADS * WRITES + 1

    def test_readers_see_whole_writes_while_threads_write(self, store: Store) -> None:
        torn: list[str] = []

        def write() -> None:
            for _ in range(20):
                samples.add(store, samples.record(f"left {samples.new_id()}"), samples.record(f"right {samples.new_id()}"))

        def read() -> None:
            for _ in range(40):
                matrix, records = store.matrix(ANNA), store.scan(ANNA)
                if len(matrix) % 2 or len(matrix) != 2 * matrix.version or len(records) % 2 or len(records) < len(matrix):
                    torn.append(f"{len(matrix)} rows at version {matrix.version}, {len(records)} records")

        run_together(write, read, write, read)

        assert torn == []
        assert len(store.matrix(ANNA)) == len(store.scan(ANNA)) == 80

    def test_every_acknowledged_write_survives_a_restart(self, store: Store) -> None:
        contents = [f"fact {number}" for number in range(20)]
        for content in contents:
            samples.add(store, samples.record(content))

        store = self.reopen(store)

        assert [each.content for each in store.scan(ANNA)] == contents
        assert store.matrix(ANNA).version == 20

    def test_refuses_everything_after_it_is_closed(self, store: Store) -> None:
        samples.add(store, samples.record("one"))

        store.close()
        store.close()

        verbs: list[Callable[[], object]] = [
            lambda: samples.add(store, samples.record("two")),
            lambda: store.matrix(ANNA),
            lambda: store.get(ANNA, [samples.new_id()]),
            lambda: store.by_slot(ANNA, "a"),
            lambda: store.scan(ANNA),
            lambda: store.turns(ANNA, "s"),
            lambda: store.session(ANNA, "s"),
            lambda: store.sessions(ANNA),
            lambda: store.quiet(NOON),
            store.scopes,
            lambda: store.claim("embed", 1, NOON),
            lambda: store.postpone([1], NOON),
            lambda: store.erase(ANNA, Plan(everything=True)),
            store.stats,
            store.verify,
        ]
        for verb in verbs:
            with samples.refused(errors.ClosedError):
                verb()
