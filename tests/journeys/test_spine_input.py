"""What cannot be used is refused with the error that says so, and nothing is lost or touched."""

import time
from datetime import datetime

import apsw
import pytest

import memstrata
from memstrata.core import errors
from memstrata.testing import FixedClock


@pytest.mark.parametrize("broken", ["2026-03-01", "2026-03-01T10:00:00", "yesterday", "", 1772323200, datetime(2026, 3, 1)])  # noqa: DTZ001  naive on purpose
def test_a_time_without_an_offset_is_refused_and_nothing_is_written(anna, memory, broken):
    for write in (
        lambda: anna.remember("noon gun", at=broken),
        lambda: anna.session("s").add("user", "noon gun", at=broken),
        lambda: anna.recall("gun", since=broken),
        lambda: anna.recall("gun", until=broken),
        lambda: anna.recall("gun", as_of=broken),
    ):
        with pytest.raises(errors.TimeError):
            write()

    assert memory.stats().records == 0


def test_a_message_above_a_megabyte_is_refused_and_one_below_is_kept_whole(anna, memory):
    with pytest.raises(errors.TooLargeError):
        anna.remember("x" * 1_000_001)
    with pytest.raises(errors.TooLargeError):
        anna.session("s").add("user", "船" * 400_000)
    with pytest.raises(errors.TooLargeError):
        anna.remember("x", kind="fact", metadata={"blob": "y" * 1_000_001})
    assert memory.stats().records == 0

    turn = anna.session("s").add("user", "rope and tar.\n" * 70_000)

    assert anna.session("s").turns()[0].content == turn.content


@pytest.mark.parametrize(
    "broken", [[], None, 3.5, [None], [{}], [{"content": "no role"}], [{"role": "user", "content": "x", "colour": 1}], b"x"]
)
def test_what_is_no_message_is_refused_and_nothing_is_written(anna, memory, broken):
    with pytest.raises(errors.InputError):
        anna.remember(broken)

    assert memory.stats().records == 0


@pytest.mark.slow
def test_a_long_line_is_read_in_time_that_grows_with_its_length(opened):
    anna = opened().scope(user="anna")

    def seconds(times: int) -> float:
        start = time.process_time()
        anna.remember(f"log {times}: " + "calm sea, no wind, fog bank ahead; " * times)
        return time.process_time() - start

    short = max(seconds(79), seconds(80), 0.01)

    assert seconds(160) < 3 * short


def test_a_list_with_one_bad_message_writes_none(anna, memory):
    with pytest.raises(errors.InputError):
        anna.remember(["good", {"role": "user", "content": object()}])

    assert memory.stats().records == 0


@pytest.mark.parametrize(
    "options",
    [
        {"kind": "turn"},
        {"kind": "No Kind"},
        {"kind": ""},
        {"kind": 5},
        {"importance": 1.1},
        {"importance": -0.1},
        {"importance": "huge"},
        {"importance": True},
        {"importance": float("nan")},
        {"source": "gossip"},
        {"metadata": [1]},
        {"metadata": {"a": {1, 2}}},
        {"metadata": {"a": float("inf")}},
        {"metadata": {1: "a"}},
        {"ttl_seconds": 0},
        {"ttl_seconds": -5},
        {"slot": 5},
        {"key": 5},
    ],
)
def test_an_option_out_of_its_range_is_refused_and_nothing_is_written(anna, memory, options):
    with pytest.raises(errors.InputError):
        anna.remember("the keel is larch", **options)

    assert memory.stats().records == 0


@pytest.mark.parametrize("broken", ["", " ", "\0", "half \ud83d", "x" * 1025, None, 7])
def test_a_broken_session_or_message_id_is_refused(anna, memory, broken):
    with pytest.raises(errors.ScopeError):
        anna.session(broken)
    if broken is not None:
        with pytest.raises(errors.ScopeError):
            anna.session("s").add("user", "x", id=broken)
        with pytest.raises(errors.ScopeError):
            anna.context("x", session=broken)

    assert memory.stats().records == 0


@pytest.mark.parametrize(
    "broken", ["", "abc", "../x", "用户", "00000000-0000-0000-0000-000000000000", "F" * 32, "f" * 32, "x" * 10_000, "\0", "half \ud83d"]
)
def test_an_id_that_names_nothing_is_not_found_in_any_verb(anna, broken):
    assert anna.get(broken) is None
    for verb in (anna.pin, anna.confirm, anna.forget, anna.unforget, anna.release, anna.erase):
        with pytest.raises(errors.NotFoundError):
            verb(broken)
    for ask in (lambda: anna.explain("x", broken), lambda: anna.update(broken, importance=0.5)):
        with pytest.raises(errors.NotFoundError):
            ask()
    anna.used(broken)


def test_an_unknown_use_neither_fails_nor_is_kept(anna, memory):
    anna.used(["f" * 32, "abc"])

    assert memory.flush() == 0


@pytest.mark.parametrize(
    "setting", [{"window_token": 5}, {"window_tokens": 0}, {"embedder_": 1}, {"relevance_floor": 2}, {"durability": "none"}]
)
def test_an_unknown_or_impossible_setting_is_an_error_at_the_start(folder, setting):
    with pytest.raises(errors.ConfigError):
        memstrata.open(str(folder), **setting)

    assert not folder.exists()


def test_an_embedder_can_be_named_by_its_setting():
    with memstrata.open(":memory:", embedder="none") as memory:
        assert memory.settings.embedder == "none"
        assert memory.health()["embedder"] == "no embedder is configured"

    with pytest.raises(errors.ConfigError):
        memstrata.open(":memory:", embedder="oracle")


def test_a_misspelt_setting_is_told_the_nearest_name():
    with pytest.raises(errors.ConfigError, match="window_tokens"):
        memstrata.open(":memory:", window_tokns=5)


def test_a_url_of_an_unknown_engine_names_what_is_known():
    with pytest.raises(errors.ConfigError, match="memory"):
        memstrata.open("floppydisk://a")


def test_a_file_that_is_no_store_is_refused_and_left_untouched(tmp_path):
    target = tmp_path / "memstrata.db"
    target.write_bytes(b"dear diary " * 1000)
    before = (target.read_bytes(), target.stat().st_mtime_ns)

    with pytest.raises(errors.NotAStoreError):
        memstrata.open(str(tmp_path)).scope(user="anna").recall("diary")

    assert (target.read_bytes(), target.stat().st_mtime_ns) == before


def test_a_path_that_is_a_file_is_refused_and_left_untouched(tmp_path):
    target = tmp_path / "notes.txt"
    target.write_text("mine")

    with pytest.raises(errors.NotAStoreError):
        memstrata.open(str(target))

    assert target.read_text() == "mine"


def test_a_store_of_a_newer_version_is_refused_and_opens_again_where_it_was_made(opened, folder):
    first = opened(folder)
    record = first.scope(user="anna").remember("the keel is larch", kind="fact").records[0]
    first.close()
    database = folder / "memstrata.db"
    with apsw.Connection(str(database)) as connection:
        version = connection.pragma("user_version")
        connection.pragma("user_version", version + 7)
    connection.close()
    before = database.read_bytes()

    with pytest.raises(errors.NewerStoreError):
        opened(folder)
    assert database.read_bytes() == before
    connection = apsw.Connection(str(database))
    connection.pragma("user_version", version)
    connection.close()

    assert opened(folder).scope(user="anna").get(record.id).content == "the keel is larch"


def test_a_closed_memory_says_so_in_every_verb(opened, place):
    memory = opened(place)
    anna, session = memory.scope(user="anna"), memory.scope(user="anna").session("s")
    session.add("user", "hello")
    memory.close()
    memory.close()

    for use in (
        lambda: anna.remember("x"),
        lambda: anna.recall("x"),
        anna.list,
        lambda: anna.context("where do I live?"),
        lambda: anna.lookup("a.b"),
        lambda: session.add("user", "x"),
        session.window,
        session.close,
        memory.flush,
        memory.stats,
        memory.verify,
    ):
        with pytest.raises(errors.ClosedError):
            use()


def test_every_error_on_purpose_is_one_of_the_family_and_bad_input_a_value_error():
    with memstrata.open(":memory:", embedder="none", clock=FixedClock()) as memory, pytest.raises(memstrata.MemstrataError) as caught:
        memory.scope(user="")

    assert isinstance(caught.value, ValueError)
    assert "user" in str(caught.value)
