"""What may exist once is a rule of the store, not a check before the write."""

from dataclasses import replace

from memstrata.core import errors
from memstrata.core.batch import Batch, View
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord, Source, Status
from memstrata.testing import samples
from memstrata.testing.contracts import writing
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA


class UniquenessContract(StoreDriver):
    """Keys, messages and the content of live facts."""

    def test_refuses_a_second_record_under_one_key(self, store: Store) -> None:
        first = samples.record("first", key="k")
        samples.add(store, first)

        with samples.refused(errors.ConflictError):
            samples.add(self.reopen(store), samples.record("second", key="k"))

    def test_a_key_stays_taken_when_its_record_is_retired(self, store: Store) -> None:
        first = samples.record("first", key="k")
        samples.add(store, first)
        retired = replace(first, status=Status.SUPERSEDED)
        samples.add(store, retired)
        seen: list[MemoryRecord | None] = []

        def decide(view: View) -> Batch:
            seen[:] = [view.by_key("k"), view.by_key("K"), view.by_key("k ")]
            return Batch()

        store.write(ANNA, decide)

        assert seen == [retired, None, None]
        with samples.refused(errors.ConflictError):
            samples.add(store, samples.record("second", key="k"))

    def test_refuses_a_second_record_of_one_message(self, store: Store) -> None:
        samples.add(store, samples.turn_record("hello", "s", "m-1"))

        with samples.refused(errors.ConflictError):
            samples.add(store, samples.turn_record("hello again", "s", "m-1"))

    def test_equal_messages_and_equal_ids_elsewhere_are_two(self, store: Store) -> None:
        records = [samples.turn_record("ok", "s", "m-1"), samples.turn_record("ok", "s", "m-2"), samples.turn_record("ok", "t", "m-1")]

        samples.add(store, *records)

        assert store.scan(ANNA) == records

    def test_a_fact_may_rest_on_the_message_of_a_turn(self, store: Store) -> None:
        said = samples.turn_record("I like tea", "s", "m-1")
        facts = [samples.record(content, sources=(Source("s", "m-1"),)) for content in ("likes tea", "drinks tea")]

        samples.add(store, said, *facts)

        assert store.scan(ANNA) == [said, *facts]

    def test_refuses_equal_content_in_two_live_facts(self, store: Store) -> None:
        samples.add(store, samples.record("Likes green tea."), samples.record("喜欢绿茶。"))

        for again in ("Likes green tea.", "likes  GREEN tea", "Ｌｉｋｅｓ green tea!", "喜欢绿茶", " 喜欢绿茶！"):
            for status in (Status.ACTIVE, Status.CANDIDATE):
                with samples.refused(errors.ConflictError):
                    samples.add(store, samples.record(again, status=status))
        assert len(store.scan(ANNA)) == 2

    def test_refuses_equal_content_within_one_batch(self, store: Store) -> None:
        with samples.refused(errors.ConflictError):
            samples.add(store, samples.record("same"), samples.record("same"))

        assert store.scan(ANNA) == []

    def test_content_that_differs_in_words_numbers_or_accents_is_another(self, store: Store) -> None:
        contents = ["port 80", "port 81", "port -80", "resume", "résumé", "喜欢茶", "不喜欢茶", "port_80", "port%80"]

        samples.add(store, *(samples.record(content) for content in contents))

        assert [each.content for each in store.scan(ANNA)] == contents

    def test_equal_content_may_live_once_an_agent_and_scene(self, store: Store) -> None:
        places: list[tuple[str | None, str | None]] = [(None, None), ("x", None), (None, "x"), ("x", "x"), ("X", "x"), ("None", None)]

        samples.add(store, *(samples.record("same", agent=agent, scene=scene) for agent, scene in places))

        assert [(each.agent, each.scene) for each in store.scan(ANNA)] == places
        for agent, scene in places:
            with samples.refused(errors.ConflictError):
                samples.add(store, samples.record("same", agent=agent, scene=scene))

    def test_content_of_a_retired_fact_may_be_said_again(self, store: Store) -> None:
        old = samples.record("lives in Rome")
        samples.add(store, old)
        retired, new = replace(old, status=Status.SUPERSEDED), samples.record("lives in Rome")

        samples.add(store, new, retired)

        assert store.scan(ANNA) == [retired, new]

    def test_retired_facts_may_share_their_content(self, store: Store) -> None:
        statuses = (Status.SUPERSEDED, Status.SUPERSEDED, Status.FORGOTTEN, Status.QUARANTINED, Status.QUARANTINED, Status.ACTIVE)

        samples.add(store, *(samples.record("same", status=status) for status in statuses))

        assert len(store.scan(ANNA)) == 6

    def test_a_retired_fact_does_not_come_back_beside_its_equal(self, store: Store) -> None:
        hidden, live = samples.record("same", status=Status.FORGOTTEN), samples.record("same")
        samples.add(store, hidden, live)

        with samples.refused(errors.ConflictError):
            samples.add(store, replace(hidden, status=Status.ACTIVE))

        assert store.scan(ANNA) == [hidden, live]

    def test_finds_live_facts_by_content_in_every_agent_and_scene(self, store: Store) -> None:
        mine, agents = samples.record("同一件事"), samples.record("同一件事。", agent="x", status=Status.CANDIDATE)
        others = [samples.record("同一件事", scene="x", status=Status.SUPERSEDED), samples.turn_record("同一件事", "s", "m")]
        samples.add(store, mine, agents, *others)
        seen: list[list[MemoryRecord]] = []

        def decide(view: View) -> Batch:
            seen[:] = [view.by_content("同一件事！"), view.by_content("同一件"), view.by_content("%")]
            return Batch()

        store.write(ANNA, decide)

        assert seen == [[mine, agents], [], []]

    def test_one_of_many_threads_stores_what_all_say(self, store: Store) -> None:
        refused: list[str] = []

        def say() -> None:
            for number in range(10):
                try:
                    samples.add(store, samples.record(f"fact {number}", key=f"k-{number}"))
                except errors.ConflictError:
                    refused.append("refused")

        writing.run_together(*[say] * 4)

        assert sorted(each.content for each in store.scan(ANNA)) == [f"fact {number}" for number in range(10)]
        assert len(refused) == 30
