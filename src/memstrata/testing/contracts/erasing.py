"""What is erased is nowhere; what was not named stays."""

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.erasure import Plan
from memstrata.core.ports import Store
from memstrata.testing import comparison, samples
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA, BO, NOON


def _fill(store: Store) -> tuple[str, str, str]:
    """A fact with everything that hangs on one, a turn and a fact that stays; their ids."""
    fact = samples.record("喜欢绿茶 secretword", slot="user.drink", value="绿茶", key="k")
    said = samples.turn_record("我喜欢绿茶 secretword", "s", "m-1")
    stays = samples.record("lives in Rome", slot="user.city", key="other")
    ids = (fact.id, said.id, stays.id)
    samples.write(
        store,
        ANNA,
        Batch(
            records=(fact, said, stays),
            turns=(samples.turn("s", 1), samples.turn("s", 2), samples.turn("t", 1)),
            sessions=(samples.session("s", summary="secretword"), samples.session("t")),
            tasks=tuple(("embed", each) for each in ids),
            embedded=samples.embedded("space", ids),
        ),
    )
    return ids


class ErasureContract(StoreDriver):
    """By ids, by message, by session, everything."""

    def test_an_erased_record_is_in_no_read(self, store: Store) -> None:
        fact, said, stays = _fill(store)

        store.erase(ANNA, Plan(records=(fact, said)))

        for opened in self.then_reopened(store):
            seen: list[object] = []

            def decide(view: View, seen: list[object] = seen) -> Batch:
                seen[:] = [view.get([fact, said]), view.by_slot("user.drink"), view.by_content("喜欢绿茶 secretword")]
                seen.extend([view.by_key("k"), view.turn("s", "m-1")])
                return Batch()

            opened.write(ANNA, decide)
            assert seen == [[], [], [], None, None]
            assert [each.id for each in opened.scan(ANNA)] == [stays]
            assert (opened.get(ANNA, [fact, said]), opened.by_slot(ANNA, "user.drink")) == ([], [])
            assert opened.stats(ANNA).records == 1
            assert opened.verify() == []

    def test_an_erased_record_is_in_no_array(self, store: Store) -> None:
        fact, said, stays = _fill(store)

        store.erase(ANNA, Plan(records=(fact, said)))

        for matrix in (store.matrix(ANNA), self.reopen(store).matrix(ANNA)):
            rows = [row for row in range(len(matrix)) if matrix.columns["status"][row] >= 0]
            assert [matrix.id(row) for row in rows] == [stays]
            assert {each for _, each in comparison.words(matrix)} == {stays}
            assert matrix.vectors is not None
            assert [row for row in range(len(matrix)) if matrix.vectors.scales[row]] == rows
            assert not matrix.vectors.codes[[row for row in range(len(matrix)) if row not in rows]].any()

    def test_an_erased_record_owes_no_work(self, store: Store) -> None:
        fact, said, stays = _fill(store)

        store.erase(ANNA, Plan(records=(fact, said)))

        assert [task.record for _, task in store.claim("embed", 9, NOON)] == [stays]
        assert store.stats(ANNA).pending == 1

    def test_a_vector_that_comes_after_erasing_is_dropped(self, store: Store) -> None:
        fact, _, stays = _fill(store)
        store.erase(ANNA, Plan(records=(fact,)))

        samples.write(store, ANNA, Batch(embedded=samples.embedded("space", [fact, stays], seed=3)))

        matrix = self.reopen(store).matrix(ANNA)
        assert matrix.vectors is not None
        assert [matrix.id(row) for row in range(len(matrix)) if matrix.vectors.scales[row] and matrix.columns["status"][row] >= 0]
        assert fact not in [matrix.id(row) for row in range(len(matrix))]

    def test_records_and_log_are_erased_apart(self, store: Store) -> None:
        fact, said, stays = _fill(store)

        store.erase(ANNA, Plan(records=(said,)))
        assert len(store.turns(ANNA, "s")) == 2

        store.erase(ANNA, Plan(messages=(("s", "m-1"),)))
        assert [each.id for each in store.turns(ANNA, "s")] == ["m-2"]
        assert [each.id for each in store.turns(ANNA, "t")] == ["m-1"]
        assert [each.id for each in store.scan(ANNA)] == [fact, stays]

    def test_erasing_a_session_takes_its_messages_and_state(self, store: Store) -> None:
        _fill(store)

        store.erase(ANNA, Plan(sessions=("s",)))

        store = self.reopen(store)
        assert (store.turns(ANNA, "s"), store.session(ANNA, "s")) == ([], None)
        assert (len(store.turns(ANNA, "t")), store.sessions(ANNA)) == (1, [samples.session("t")])

    def test_erasing_everything_leaves_no_trace_of_the_owner(self, store: Store) -> None:
        ids = _fill(store)
        samples.add(store, samples.record("theirs", owner=BO), owner=BO)

        store.erase(ANNA, Plan(everything=True))

        for opened in self.then_reopened(store):
            assert (opened.scan(ANNA), opened.get(ANNA, ids), opened.by_slot(ANNA, "user.city")) == ([], [], [])
            assert (opened.turns(ANNA, "s"), opened.sessions(ANNA), opened.session(ANNA, "t")) == ([], [], None)
            assert not (opened.matrix(ANNA).columns["status"] >= 0).any()
            assert (opened.claim("embed", 9, NOON), opened.quiet(NOON.replace(year=2099))) == ([], [])
            assert (opened.scopes(), opened.stats().records) == ([BO], 1)
            assert len(opened.matrix(BO)) == 1

    def test_an_owner_who_was_erased_can_begin_anew(self, store: Store) -> None:
        _fill(store)
        store.erase(ANNA, Plan(everything=True))

        again = _fill(store)

        store = self.reopen(store)
        assert [each.id for each in store.scan(ANNA)] == list(again)
        matrix = store.matrix(ANNA)
        assert [matrix.id(row) for row in range(len(matrix)) if matrix.columns["status"][row] >= 0] == list(again)

    def test_what_was_erased_may_be_said_again(self, store: Store) -> None:
        fact, said, _ = _fill(store)
        store.erase(ANNA, Plan(records=(fact, said), sessions=("s",)))

        samples.write(
            store,
            ANNA,
            Batch(
                records=(samples.record("喜欢绿茶 secretword", key="k"), samples.turn_record("again", "s", "m-1")),
                turns=(samples.turn("s", 1),),
            ),
        )

        assert len(store.scan(ANNA)) == 3

    def test_an_id_that_names_nothing_erases_nothing(self, store: Store) -> None:
        fact, said, stays = _fill(store)

        for unknown in (samples.new_id(), "", "no-id", "%"):
            with samples.refused(errors.NotFoundError):
                store.erase(ANNA, Plan(records=(fact, unknown), sessions=("s",)))
        with samples.refused(errors.NotFoundError):
            store.erase(BO, Plan(records=(fact,)))

        assert [each.id for each in store.scan(ANNA)] == [fact, said, stays]
        assert len(store.turns(ANNA, "s")) == 2

    def test_a_receipt_counts_what_went(self, store: Store) -> None:
        fact, said, _ = _fill(store)

        some = store.erase(ANNA, Plan(records=(fact, said), sessions=("s",)))
        rest = store.erase(ANNA, Plan(everything=True))
        none = store.erase(ANNA, Plan(everything=True))

        assert {name: some.counts.get(name, 0) for name in ("fact", "turn", "message", "session")} == {
            "fact": 1, "turn": 1, "message": 2, "session": 1,
        }  # fmt: skip
        assert {name: rest.counts.get(name, 0) for name in ("fact", "turn", "message", "session")} == {
            "fact": 1, "turn": 0, "message": 1, "session": 1,
        }  # fmt: skip
        assert (some.count, rest.count, none.count) == (5, 3, 0)

    def test_a_receipt_tells_no_text_and_no_id_of_a_person(self, store: Store) -> None:
        fact, said, _ = _fill(store)

        receipts = [store.erase(ANNA, Plan(records=(fact, said))), store.erase(ANNA, Plan(everything=True))]

        assert not any(word in repr(receipt) for receipt in receipts for word in ("anna", "绿茶", "secretword", "user.drink"))
        assert len({receipt.id for receipt in receipts}) == 2
