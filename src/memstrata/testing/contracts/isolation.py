"""One owner's records are never another's: ids are compared byte for byte."""

from dataclasses import replace

from memstrata.core import errors
from memstrata.core.batch import Batch, Use, View
from memstrata.core.erasure import Plan
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord
from memstrata.core.scope import Scope
from memstrata.testing import samples
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA, BO, NOON

# Each looks like another one to a store that folds case or width, trims, joins with a separator, or knows wildcards.
USERS = (
    "a", "A", "ａ", "á", "a\u0301", "a ", " a", "ab", "a:b", "a:b:c", "b", "a/b", "a%", "%", "_", "*", "?", "a\\", "a'", 'a"', "a\nb",
    "' OR '1'='1", "a'; DROP TABLE records; --", "None", "null", "0", "00", "🙂", "安娜", "ß", "ss", "x" * 1024, "x" * 1023,
)  # fmt: skip
PAIRS = (
    (None, "a"), ("a", "a"), ("None", "a"), ("null", "a"), ("b", "a"), ("a", "b"), ("a", "b:c"), ("a:b", "c"), ("a", ":b"), ("a:", "b"),
    ("ab", "c"), ("a", "bc"), ("-", "a"), ("1:a", "b"), ("A", "a"), ("ａ", "a"), ("%", "a"), ("a", "%"), ("a ", "a"),
)  # fmt: skip


def _reads(store: Store, owner: Scope, record: MemoryRecord) -> list[list[MemoryRecord]]:
    """What every read of records gives the owner, asked for `record`."""
    viewed: list[list[MemoryRecord]] = []

    def decide(view: View) -> Batch:
        found = [view.by_key(record.key or ""), view.turn("s", "m")]
        viewed[:] = [view.get([record.id]), view.by_slot(record.slot or ""), view.by_content(record.content)]
        viewed.append([each for each in found if each is not None])
        return Batch()

    store.write(owner, decide)
    return [store.get(owner, [record.id]), store.by_slot(owner, record.slot or ""), store.scan(owner), *viewed]


class IsolationContract(StoreDriver):
    """Nothing crosses from one (tenant, user) to another."""

    def test_keeps_users_apart_who_look_alike(self, store: Store) -> None:
        self._keeps_apart(store, [samples.scope(user) for user in USERS])

    def test_keeps_tenants_apart_who_look_alike(self, store: Store) -> None:
        self._keeps_apart(store, [samples.scope(user, tenant) for tenant, user in PAIRS])

    def _keeps_apart(self, store: Store, owners: list[Scope]) -> None:
        """Every owner writes the same fact and message, then reads its own and no other."""
        records = {}
        for owner in owners:
            records[owner] = samples.record("same", owner=owner, slot="same", key="same")
            turns, sessions = (samples.turn("s", 1, text=repr(owner)),), (samples.session("s", summary=repr(owner)),)
            samples.write(store, owner, Batch(records=(records[owner],), turns=turns, sessions=sessions))

        store = self.reopen(store)

        assert set(store.scopes()) == set(owners)
        for owner in owners:
            assert _reads(store, owner, records[owner]) == [[records[owner]]] * 7
            assert [each.text for each in store.turns(owner, "s")] == [repr(owner)]
            assert [each.summary for each in store.sessions(owner)] == [repr(owner)]
            assert [store.matrix(owner).id(row) for row in range(len(store.matrix(owner)))] == [records[owner].id]
            assert store.stats(owner).records == 1
            assert store.get(owner, [each.id for other, each in records.items() if other != owner]) == []

    def test_shows_nothing_to_a_user_who_wrote_nothing(self, store: Store) -> None:
        theirs = samples.record("secret", slot="s.t", key="k")
        said = samples.turn_record("secret words", "s", "m")
        samples.write(store, ANNA, Batch(records=(theirs, said), turns=(samples.turn("s", 1),), sessions=(samples.session("s"),)))

        for stranger in (BO, samples.scope("anna", "t"), samples.scope("Anna"), samples.scope("ann_"), samples.scope("%")):
            assert _reads(store, stranger, theirs) == [[]] * 7
            assert (store.turns(stranger, "s"), store.session(stranger, "s"), store.sessions(stranger)) == ([], None, [])
            assert (len(store.matrix(stranger)), store.stats(stranger).records) == (0, 0)

    def test_reading_creates_no_owner(self, store: Store) -> None:
        _reads(store, BO, samples.record("x", key="k", slot="s"))
        store.turns(BO, "s"), store.session(BO, "s"), store.sessions(BO), store.matrix(BO), store.stats(BO)

        assert store.scopes() == []
        assert store.stats().scopes == 0

    def test_agent_and_scene_do_not_divide_an_owner(self, store: Store) -> None:
        mine = samples.record("mine", agent="x", scene="y")

        samples.add(store, mine, owner=Scope(user="anna", agent="x", scene="y"))

        assert store.scan(ANNA) == store.scan(Scope(user="anna", agent="z")) == [mine]
        assert store.scopes() == [ANNA]

    def test_an_id_of_another_owner_changes_nothing_of_theirs(self, store: Store) -> None:
        theirs = samples.record("theirs", slot="a.b")
        samples.add(store, theirs)

        try:
            samples.add(store, replace(theirs, user="bo", pinned=True), owner=BO)
        except errors.ConflictError:
            assert store.scan(BO) == []

        assert store.scan(ANNA) == [theirs]
        assert store.by_slot(ANNA, "a.b") == [theirs]

    def test_a_write_reaches_nothing_of_another_owner(self, store: Store) -> None:
        theirs = samples.record("theirs")
        batch = Batch(records=(theirs,), turns=(samples.turn("s", 1),), sessions=(samples.session("s"),), tasks=(("embed", theirs.id),))
        samples.write(store, ANNA, batch)
        [(_, task)] = store.claim("embed", 1, NOON)

        harm = Batch(clear=("s",), done=(task.id,), uses=(Use(theirs.id, 5, NOON),), embedded=samples.embedded("evil", [theirs.id]))
        samples.write(store, BO, harm)

        assert store.scan(ANNA) == [theirs]
        assert len(store.turns(ANNA, "s")) == 1
        assert store.stats(ANNA).pending == 1
        assert store.matrix(ANNA).vectors is None

    def test_erasing_reaches_nothing_of_another_owner(self, store: Store) -> None:
        theirs, mine = samples.record("theirs"), samples.record("mine", owner=BO)
        session = Batch(turns=(samples.turn("s", 1),), sessions=(samples.session("s"),))
        samples.add(store, theirs)
        samples.add(store, mine, owner=BO)
        samples.write(store, ANNA, session)
        samples.write(store, BO, session)

        with samples.refused(errors.NotFoundError):
            store.erase(BO, Plan(records=(mine.id, theirs.id)))
        store.erase(BO, Plan(sessions=("s",), messages=(("s", "m-1"),)))
        store.erase(BO, Plan(everything=True))

        assert store.scan(ANNA) == [theirs]
        assert len(store.turns(ANNA, "s")) == 1
        assert store.scopes() == [ANNA]
