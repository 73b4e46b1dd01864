"""Working memory comes back verbatim and in the order it was written."""

from datetime import datetime, timedelta, timezone

from memstrata.core import errors
from memstrata.core.batch import Batch
from memstrata.core.ports import Store
from memstrata.core.records import Json
from memstrata.core.turns import SessionStatus, Turn
from memstrata.testing import samples
from memstrata.testing.contracts.driver import StoreDriver
from memstrata.testing.samples import ANNA, BO, NOON

_SHANGHAI = timezone(timedelta(hours=8))


class LogContract(StoreDriver):
    """Turns and sessions."""

    def test_keeps_a_thousand_messages_of_one_instant_in_order(self, store: Store) -> None:
        turns = [samples.turn("s", sequence, text=f"line {sequence}") for sequence in range(1, 1001)]
        for single in turns[:100]:
            samples.write(store, ANNA, Batch(turns=(single,)))
        for start in range(100, 1000, 90):
            samples.write(store, ANNA, Batch(turns=tuple(turns[start : start + 90])))

        store = self.reopen(store)

        assert store.turns(ANNA, "s") == turns

    def test_gives_turns_after_a_place_and_only_the_last(self, store: Store) -> None:
        turns = [samples.turn("s", sequence) for sequence in range(1, 11)]
        samples.write(store, ANNA, Batch(turns=tuple(turns)))

        assert store.turns(ANNA, "s", after=7) == turns[7:]
        assert store.turns(ANNA, "s", last=3) == turns[7:]
        assert store.turns(ANNA, "s", after=4, last=3) == turns[7:]
        assert store.turns(ANNA, "s", after=8, last=5) == turns[8:]
        assert store.turns(ANNA, "s", last=0) == store.turns(ANNA, "s", after=10) == []
        assert store.turns(ANNA, "s", last=99) == turns

    def test_an_unknown_session_has_no_turns_and_no_state(self, store: Store) -> None:
        samples.write(store, ANNA, Batch(turns=(samples.turn("s", 1),), sessions=(samples.session("s"),)))

        for name in ("t", "S", "s ", "%", "", "s'"):
            assert (store.turns(ANNA, name), store.session(ANNA, name)) == ([], None)

    def test_gives_back_every_field_of_a_turn(self, store: Store) -> None:
        at = datetime(2026, 3, 1, 23, 59, 59, 999999, tzinfo=_SHANGHAI)
        parts: Json = [{"type": "text", "text": "看这张图 👀"}, {"type": "image_url", "image_url": {"url": "data:x", "detail": None}}]
        call: dict[str, Json] = {"id": "c-1", "type": "function", "function": {"name": "f", "arguments": '{"a": [1, 2.5, "\\u0000"]}'}}
        turns = [
            Turn(id="m:1", session="s", role="user", text="看这张图 👀", content=parts, at=at, sequence=1, name="小安", ignored_parts=1),
            Turn(id="m:2", session="s", role="assistant", text="", content=None, at=at, sequence=2, tool_calls=(call,)),
            Turn(id="m:3", session="s", role="tool", text="0", content="0", at=at, sequence=3, tool_call_id="c-1", metadata={"n": [{}]}),
        ]
        samples.write(store, ANNA, Batch(turns=tuple(turns)))

        store = self.reopen(store)

        assert store.turns(ANNA, "s") == turns
        assert [each.at.utcoffset() for each in store.turns(ANNA, "s")] == [timedelta(hours=8)] * 3
        assert [each.message() for each in store.turns(ANNA, "s")] == [each.message() for each in turns]

    def test_gives_back_any_text_of_a_turn(self, store: Store) -> None:
        texts = [*samples.TEXTS, "", "长" * 300_000]
        turns = [samples.turn("s", sequence, text=text) for sequence, text in enumerate(texts, 1)]
        samples.write(store, ANNA, Batch(turns=tuple(turns)))

        assert self.reopen(store).turns(ANNA, "s") == turns

    def test_refuses_a_message_or_a_place_that_is_taken(self, store: Store) -> None:
        samples.write(store, ANNA, Batch(turns=(samples.turn("s", 1),)))

        for taken in (samples.turn("s", 2, id="m-1"), samples.turn("s", 1, id="m-9")):
            with samples.refused(errors.ConflictError):
                samples.write(store, ANNA, Batch(turns=(taken,)))

        assert store.turns(ANNA, "s") == [samples.turn("s", 1)]

    def test_keeps_sessions_apart_that_look_alike(self, store: Store) -> None:
        names = ["s", "S", "ｓ", "s ", "s:1", "s%", "_", "会话", "s'--"]
        for name in names:
            turns, sessions = (samples.turn(name, 1, text=repr(name)),), (samples.session(name, summary=repr(name)),)
            samples.write(store, ANNA, Batch(turns=turns, sessions=sessions))

        store = self.reopen(store)

        assert [[each.text for each in store.turns(ANNA, name)] for name in names] == [[repr(name)] for name in names]
        assert [store.session(ANNA, name) for name in names] == [samples.session(name, summary=repr(name)) for name in names]

    def test_gives_back_a_session_as_it_was_written_last(self, store: Store) -> None:
        changed = samples.session(
            "s",
            5,
            status=SessionStatus.CLOSED,
            agent="x",
            scene="工作",
            sequence=9,
            summary="摘要",
            summary_covers=7,
            state={"goal": ["订票"]},
        )
        samples.write(store, ANNA, Batch(sessions=(samples.session("s"),)))

        samples.write(store, ANNA, Batch(sessions=(changed,)))

        store = self.reopen(store)
        assert store.session(ANNA, "s") == changed
        assert store.sessions(ANNA) == [changed]

    def test_lists_sessions_oldest_first(self, store: Store) -> None:
        late, early, middle = samples.session("a", 9), samples.session("b", 1), samples.session("c", 5)
        samples.write(store, ANNA, Batch(sessions=(late, early)))
        samples.write(store, ANNA, Batch(sessions=(middle,)))

        assert store.sessions(ANNA) == [early, middle, late]

    def test_clearing_takes_the_turns_and_leaves_the_session(self, store: Store) -> None:
        turns = tuple(samples.turn(name, sequence) for name in ("s", "t") for sequence in (1, 2))
        info = samples.session("s", sequence=2)
        samples.write(store, ANNA, Batch(turns=turns, sessions=(info,)))

        samples.write(store, ANNA, Batch(clear=("s", "unknown")))

        store = self.reopen(store)
        assert (store.turns(ANNA, "s"), store.session(ANNA, "s")) == ([], info)
        assert len(store.turns(ANNA, "t")) == 2
        assert store.stats(ANNA).messages == 2

    def test_a_cleared_session_goes_on(self, store: Store) -> None:
        samples.write(store, ANNA, Batch(turns=(samples.turn("s", 1),)))
        samples.write(store, ANNA, Batch(clear=("s",)))

        samples.write(store, ANNA, Batch(turns=(samples.turn("s", 2),)))

        assert store.turns(ANNA, "s") == [samples.turn("s", 2)]

    def test_names_quiet_sessions_of_every_owner(self, store: Store) -> None:
        samples.write(store, ANNA, Batch(sessions=(samples.session("old"), samples.session("new", 60), samples.session("edge", 30))))
        samples.write(store, BO, Batch(sessions=(samples.session("old", 1), samples.session("done", 0, status=SessionStatus.CLOSED))))
        samples.write(store, BO, Batch(sessions=(samples.session("half", 2, status=SessionStatus.CLOSING),)))

        quiet = store.quiet(NOON + timedelta(minutes=30))

        assert sorted((owner.user, name) for owner, name in quiet) == [("anna", "old"), ("bo", "half"), ("bo", "old")]
        assert store.quiet(NOON) == []

    def test_counts_messages_and_sessions(self, store: Store) -> None:
        samples.write(store, ANNA, Batch(turns=(samples.turn("s", 1), samples.turn("s", 2)), sessions=(samples.session("s"),)))
        samples.write(store, BO, Batch(sessions=(samples.session("s"),)))

        assert (store.stats(ANNA).messages, store.stats(ANNA).sessions) == (2, 1)
        assert (store.stats().messages, store.stats().sessions) == (2, 2)
