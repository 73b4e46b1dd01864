"""Whatever is written, erased and restarted in whatever order, the store on disk answers as the one in memory does."""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from memstrata.core import errors
from memstrata.core.batch import Batch, Use, View
from memstrata.core.erasure import Plan
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionStatus
from memstrata.stores import sqlite
from memstrata.testing import InMemoryStore, comparison, samples
from memstrata.testing.samples import ANNA, NOON

OWNERS = st.sampled_from([ANNA, samples.scope("Anna"), samples.scope("anna", "t")])
CONTENTS = st.sampled_from(["likes tea", "Likes  TEA!", "喜欢茶", "不喜欢茶", "port 80", "lives in Rome", "🙂", "% _ '", "\u200b"])
SLOTS = st.sampled_from([None, "user.city", "User.City", "user_city"])
KEYS = st.sampled_from([None, None, None, "k", "K"])
STATUSES = st.sampled_from([Status.ACTIVE, Status.ACTIVE, *Status])
SESSIONS = st.sampled_from(["s", "S", "会话"])
AGENTS = st.sampled_from([None, None, "x"])


class StoreMachine(RuleBasedStateMachine):
    """Does the same to both stores and looks at all that either can tell."""

    written = Bundle("written")  # (owner, record) as it was written first
    claimed = Bundle("claimed")  # (owner, task id in memory, task id on disk)

    @initialize(target=written)
    def open_both(self) -> tuple[Scope, MemoryRecord]:
        self.folder = Path(tempfile.mkdtemp(prefix="memstrata-"))
        self.disk: Store = self._opened()
        self.memory: Store = InMemoryStore(labels=self.disk.matrix(ANNA).labels)
        self.now = NOON
        self.space = 0
        self.sequences: dict[tuple[Scope, str], int] = {}
        record = samples.record("likes tea", slot="user.city")
        self._write(ANNA, Batch(records=(record,)))
        return ANNA, record

    def teardown(self) -> None:
        self.disk.close()
        shutil.rmtree(self.folder)

    def _opened(self) -> Store:
        return sqlite.open_store(self.folder, durability="full", cache_bytes=64 << 20)

    def _both(self, act: Callable[[Store], object]) -> bool:
        """Whether `act` went well with both stores; it must not end differently."""
        ends = []
        for store in (self.memory, self.disk):
            try:
                act(store)
                ends.append("done")
            except errors.MemstrataError as error:
                ends.append(type(error).__name__)
        assert ends[0] == ends[1]
        return ends[0] == "done"

    def _write(self, owner: Scope, batch: Batch) -> bool:
        return self._both(lambda store: samples.write(store, owner, batch))

    @rule(target=written, owner=OWNERS, content=CONTENTS, slot=SLOTS, key=KEYS, status=STATUSES, agent=AGENTS)
    def remember(
        self, owner: Scope, content: str, slot: str | None, key: str | None, status: Status, agent: str | None
    ) -> tuple[Scope, MemoryRecord]:
        record = samples.record(content, owner, slot=slot, key=key, status=status, agent=agent, created_at=self.now)
        self._write(owner, Batch(records=(record,), tasks=(("embed", record.id),)))
        return owner, record

    @rule(target=written, owner=OWNERS, name=SESSIONS, texts=st.lists(CONTENTS, min_size=1, max_size=3), fresh=st.booleans())
    def say(self, owner: Scope, name: str, texts: list[str], fresh: bool) -> object:
        before = self.sequences.get((owner, name), 0) - (not fresh)
        turns = tuple(samples.turn(name, before + place, text=text) for place, text in enumerate(texts, 1))
        records = tuple(
            samples.turn_record(each.text, name, each.id, user=owner.user, tenant=owner.tenant, sequence=each.sequence) for each in turns
        )
        info = samples.session(name, sequence=before + len(texts))
        if self._write(owner, Batch(records=records, turns=turns, sessions=(info,))):
            self.sequences[owner, name] = before + len(texts)
        return multiple(*((owner, record) for record in records))

    @rule(one=written, status=STATUSES, pinned=st.booleans(), number=st.integers(0, 3))
    def change(self, one: tuple[Scope, MemoryRecord], status: Status, pinned: bool, number: int) -> None:
        owner, record = one
        self._write(owner, Batch(records=(replace(record, status=status, pinned=pinned, metadata={"number": number}),)))

    @rule(one=written, value=st.sampled_from(["other", None, ""]))
    def contradict(self, one: tuple[Scope, MemoryRecord], value: str | None) -> None:
        owner, record = one
        self._write(owner, Batch(records=(replace(record, value=value),)))

    @rule(one=written, other=written)
    def supersede(self, one: tuple[Scope, MemoryRecord], other: tuple[Scope, MemoryRecord]) -> None:
        owner, record = one
        fresh = samples.record(other[1].content, owner, slot=record.slot, agent=record.agent, supersedes=(record.id,))
        self._write(owner, Batch(records=(fresh, replace(record, status=Status.SUPERSEDED, superseded_by=fresh.id))))

    @rule(one=written, other=written, count=st.integers(1, 3))
    def use(self, one: tuple[Scope, MemoryRecord], other: tuple[Scope, MemoryRecord], count: int) -> None:
        self._write(one[0], Batch(uses=(Use(one[1].id, count, self.now), Use(other[1].id, 1, NOON))))

    @rule(some=st.lists(written, min_size=1, max_size=4), changed_model=st.sampled_from([0, 0, 0, 1]))
    def embed(self, some: list[tuple[Scope, MemoryRecord]], changed_model: int) -> None:
        self.space += changed_model
        ids = dict.fromkeys(record.id for _, record in some)
        self._write(some[0][0], Batch(embedded=samples.embedded(f"space {self.space}", list(ids), 4 + self.space, seed=len(ids))))

    @rule(owner=OWNERS, name=SESSIONS, status=st.sampled_from(SessionStatus), cleared=st.booleans())
    def close_session(self, owner: Scope, name: str, status: SessionStatus, cleared: bool) -> None:
        info = samples.session(name, status=status, sequence=self.sequences.get((owner, name), 0), state={"goal": [name]})
        self._write(owner, Batch(sessions=(info,), clear=(name,) if cleared else ()))

    @rule(owner=OWNERS, content=CONTENTS)
    def give_up(self, owner: Scope, content: str) -> None:
        def decide(view: View) -> Batch:
            raise errors.InputError(f"{len(view.matrix())} records and a change of mind about {content}")

        self._both(lambda store: store.write(owner, decide))

    @rule(target=claimed, limit=st.integers(1, 3), minutes=st.integers(0, 3))
    def claim(self, limit: int, minutes: int) -> object:
        self.now += timedelta(minutes=minutes)
        pairs = list(zip(*(store.claim("embed", limit, self.now) for store in (self.memory, self.disk)), strict=True))
        for (owner, left), (other, right) in pairs:
            assert (owner, left.job, left.record, left.attempts) == (other, right.job, right.record, right.attempts)
        return multiple(*((owner, left.id, right.id) for (owner, left), (_, right) in pairs))

    @rule(task=consumes(claimed))
    def complete(self, task: tuple[Scope, int, int]) -> None:
        samples.write(self.memory, task[0], Batch(done=(task[1],)))
        samples.write(self.disk, task[0], Batch(done=(task[2],)))

    @rule(task=consumes(claimed), minutes=st.integers(0, 9))
    def postpone(self, task: tuple[Scope, int, int], minutes: int) -> None:
        self.memory.postpone([task[1]], self.now + timedelta(minutes=minutes))
        self.disk.postpone([task[2]], self.now + timedelta(minutes=minutes))

    @rule(some=st.lists(written, min_size=1, max_size=3), names=st.lists(SESSIONS, max_size=1))
    def erase(self, some: list[tuple[Scope, MemoryRecord]], names: list[str]) -> None:
        self._erase(some[0][0], Plan(records=tuple(dict.fromkeys(record.id for _, record in some)), sessions=tuple(names)))

    @rule(owner=OWNERS, name=SESSIONS, sequence=st.integers(1, 3))
    def erase_message(self, owner: Scope, name: str, sequence: int) -> None:
        self._erase(owner, Plan(messages=((name, f"m-{sequence}"),)))

    @rule(owner=OWNERS)
    def erase_everything(self, owner: Scope) -> None:
        self._erase(owner, Plan(everything=True))

    def _erase(self, owner: Scope, plan: Plan) -> None:
        counts = []
        self._both(lambda store: counts.append({name: count for name, count in store.erase(owner, plan).counts.items() if count}))
        assert not counts or counts[0] == counts[1]

    @rule()
    def restart(self) -> None:
        self.disk.close()
        self.disk = self._opened()

    @invariant()
    def both_give_the_same_answers(self) -> None:
        assert self._answers(self.disk) == self._answers(self.memory)

    @invariant()
    def both_have_the_same_arrays(self) -> None:
        for owner in self.memory.scopes():
            assert comparison.differences(self.disk.matrix(owner), self.memory.matrix(owner)) == []

    def _answers(self, store: Store) -> dict[str, object]:
        answers: dict[str, object] = {"quiet": sorted(map(repr, store.quiet(self.now + timedelta(hours=1))))}
        for owner in sorted(store.scopes(), key=repr):
            stats = store.stats(owner)
            answers[repr(owner)] = [
                store.scan(owner),
                [store.by_slot(owner, slot) for slot in ("user.city", "User.City")],
                store.sessions(owner),
                [store.turns(owner, name) for name in ("s", "S", "会话")],
                (dict(stats.by_status), dict(stats.by_kind), stats.messages, stats.sessions, stats.pending),
            ]
        return answers

    @rule()
    def look_for_faults(self) -> None:
        assert self.disk.verify() == []


class LongStoreMachine(StoreMachine):
    """The same for minutes."""


_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]  # a fresh folder and file each time

TestStoreOnDisk = StoreMachine.TestCase
TestStoreOnDisk.settings = settings(max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=_QUIET)
TestStoreOnDiskForLong = pytest.mark.slow(LongStoreMachine.TestCase)
TestStoreOnDiskForLong.settings = settings(max_examples=100, stateful_step_count=50, deadline=None, suppress_health_check=_QUIET)
