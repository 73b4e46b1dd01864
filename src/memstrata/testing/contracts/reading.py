"""A store gives back what it was given, in a stable order."""

from collections.abc import Iterator
from datetime import timedelta

from memstrata.core.ports import Store
from memstrata.core.records import Json, MemoryRecord, MemoryType, Source, Status, Trust
from memstrata.core.scope import Scope
from memstrata.testing import samples
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA, NOON

_NESTED: dict[str, Json] = {
    "food": ["寿司", {"dotted.key": None, "": [[]]}],
    "π": 3.141592653589793,
    "big": 2**53 + 1,
    "no": False,
    "tiny": 5e-324,
}


def _pages(store: Store, owner: Scope, limit: int) -> Iterator[list[MemoryRecord]]:
    """The pages that a caller gets who goes on until a short one."""
    after = None
    while True:
        page = store.scan(owner, after=after, limit=limit)
        assert after is None or not page or page[0].id > after, "a page that does not go on would never end"
        yield page
        if len(page) < limit:
            return
        after = page[-1].id


def _full_record() -> MemoryRecord:
    """A record without a single default."""
    return MemoryRecord(
        id=samples.new_id(), kind="deadline-2", content="交报告", created_at=NOON + timedelta(microseconds=1),
        type=MemoryType.PROCEDURAL, slot="report.due", value="周五", tenant=None, user="anna", agent="coder", scene="工作",
        importance=0.1 + 0.2, confidence=1 / 3, trust=Trust.WEB, sources=(Source("s", "m-1"), Source(None, "m:2")),
        evidence=((0, 3), (5, 9)), valid_from=NOON - timedelta(days=400), valid_to=NOON + timedelta(days=9),
        event_from="2025-04", event_to="2025-04-01T09:00+08:00", event_precision="minute", status=Status.QUARANTINED,
        reason="rule: 期限", language="zh", uses=7, last_used_at=NOON + timedelta(hours=1),
        confirmed_at=NOON + timedelta(hours=2), seen=3, pinned=True, ttl_seconds=86400.5, supersedes=(samples.new_id(),),
        superseded_by=samples.new_id(), aliases=("截止", "due date"), key="key/1", session="s", sequence=5, role="user",
        name="小安", derived_from=(samples.new_id(), samples.new_id()), payload=_NESTED, metadata=_NESTED,
    )  # fmt: skip


class ReadingContract(StoreDriver):
    """Reads of records."""

    def test_gives_back_every_field_as_it_was_written(self, store: Store) -> None:
        full, plain = _full_record(), samples.record("plain")

        samples.add(store, full, plain)

        assert store.get(ANNA, [full.id, plain.id]) == [full, plain]

    def test_gives_back_every_field_after_a_restart(self, store: Store) -> None:
        full = _full_record()
        samples.add(store, full)

        store = self.reopen(store)

        assert store.get(ANNA, [full.id]) == [full]

    def test_gives_back_any_text_code_point_for_code_point(self, store: Store) -> None:
        records = [samples.record(text, status=Status.SUPERSEDED, slot=text, value=text, metadata={text: text}) for text in samples.TEXTS]
        samples.add(store, *records)

        store = self.reopen(store)

        assert store.get(ANNA, [each.id for each in records]) == records
        assert [store.by_slot(ANNA, text) for text in samples.TEXTS] == [[each] for each in records]

    def test_gives_back_a_megabyte_in_one_record(self, store: Store) -> None:
        long = samples.record("长文 and words 🙂 " * 40_000)

        samples.add(store, long)

        assert store.get(ANNA, [long.id]) == [long]

    def test_gets_records_in_the_order_of_the_ids(self, store: Store) -> None:
        first, second, third = (samples.record(content) for content in ("one", "two", "three"))
        samples.add(store, first, second, third)

        assert store.get(ANNA, [third.id, first.id, second.id]) == [third, first, second]

    def test_leaves_out_ids_that_name_nothing(self, store: Store) -> None:
        known = samples.record("known")
        samples.add(store, known)

        assert store.get(
            ANNA, [samples.new_id(), known.id, "", "no-id", "' OR 1=1", "记忆", known.id.upper(), f"{known.id} ", known.id[:-1]]
        ) == [known]
        assert store.get(ANNA, []) == []

    def test_gets_more_records_than_one_statement_holds(self, store: Store) -> None:
        records = [samples.record(f"fact {number}") for number in range(1200)]
        samples.add(store, *records)

        assert store.get(ANNA, [each.id for each in reversed(records)]) == records[::-1]

    def test_lists_a_slot_in_any_status_oldest_first(self, store: Store) -> None:
        late = samples.record("port 3", slot="deploy.port", created_at=NOON + timedelta(days=2))
        middle = samples.record("port 2", slot="deploy.port", created_at=NOON + timedelta(days=1), status=Status.FORGOTTEN)
        early = samples.record("port 1", slot="deploy.port", status=Status.SUPERSEDED)
        samples.add(store, late, samples.record("elsewhere", slot="deploy.host"))
        samples.add(store, middle, early)

        assert store.by_slot(ANNA, "deploy.port") == [early, middle, late]

    def test_compares_slots_exactly(self, store: Store) -> None:
        slots = ("user.city", "User.City", "user_city", "user.city.x")
        samples.add(store, *(samples.record(f"fact {number}", slot=slot) for number, slot in enumerate(slots)))

        assert [each.content for each in store.by_slot(ANNA, "user.city")] == ["fact 0"]
        assert [store.by_slot(ANNA, slot) for slot in ("user.cit%", "user?city", "%", "")] == [[], [], [], []]

    def test_scans_every_record_once_in_the_order_of_ids(self, store: Store) -> None:
        records = [samples.record(f"fact {number}") for number in range(10)]
        samples.add(store, *records[::2])
        samples.add(store, *records[1::2])

        for limit in (1, 3, 5, 10, 11):
            assert [each for page in _pages(store, ANNA, limit) for each in page] == records

    def test_scans_on_from_an_id_that_is_gone(self, store: Store) -> None:
        first, gone, last = samples.record("first"), samples.new_id(), samples.record("last")
        samples.add(store, first, last)

        assert store.scan(ANNA, after=gone) == [last]
        assert store.scan(ANNA, after=last.id) == []

    def test_a_scan_meets_what_stood_before_it_while_others_write(self, store: Store) -> None:
        records = [samples.record(f"fact {number}") for number in range(9)]
        samples.add(store, *records)
        seen = []

        for page in _pages(store, ANNA, 2):
            seen.extend(page)
            if len(seen) < len(records):
                samples.add(store, samples.record(f"late {len(seen)}"))

        assert [each for each in seen if each in records] == records
        assert len({each.id for each in seen}) == len(seen)

    def test_counts_what_it_holds(self, store: Store) -> None:
        samples.add(store, samples.record("one"), samples.record("two", status=Status.FORGOTTEN), samples.record("hm", kind="mood"))
        samples.add(store, samples.record("one", owner=samples.BO), owner=samples.BO)

        mine, everyone = store.stats(ANNA), store.stats()

        assert (dict(mine.by_status), dict(mine.by_kind)) == ({"active": 2, "forgotten": 1}, {"fact": 2, "mood": 1})
        assert (mine.records, everyone.records, everyone.scopes) == (3, 4, 2)
        assert store.stats(samples.scope("nobody")).records == 0

    def test_finds_nothing_wrong_with_itself(self, store: Store) -> None:
        samples.add(store, _full_record())

        assert store.verify() == []
        assert self.reopen(store).verify() == []
