"""Filters mean the same on every store, pages are complete, and counts agree with each other."""

import random

import pytest

from memstrata.core import errors

AGES: tuple[dict[str, object], ...] = (
    {"floor": 7},
    {},
    {"floor": None},
    {"floor": "high"},
    {"floor": "12"},
    {"floor": 3},
    {"floor": 7.5},
    {"floor": True},
    {"floor": [9]},
)


def store_notes(scope, *notes) -> None:
    for number, note in enumerate(notes):
        scope.remember(f"room {number}", kind="fact", metadata=note)


def rooms(page) -> list[int]:
    return sorted(int(record.content.split()[-1]) for record in page)


def recalled(scope, wanted) -> list[int]:
    return sorted(
        int(hit.record.content.split()[-1]) for hit in scope.recall("which room", limit=100, filter=wanted) if not hit.record.is_turn
    )


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"floor": {"gt": 6}}, [0, 6]),
        ({"floor": {"gte": 7, "lt": 7.2}}, [0]),
        ({"floor": {"lt": "2"}}, [4]),
        ({"floor": 7}, [0]),
        ({"floor": None}, [2]),
        ({"floor": {"exists": False}}, [1]),
        ({"floor": {"in": [3, "high"]}}, [3, 5]),
        ({"floor": {"nin": [3, "high"]}}, [0, 1, 2, 4, 6, 7, 8]),
        ({"floor": {"contains": 9}}, [8]),
        ({"NOT": {"floor": {"exists": True}}}, [1]),
        ({"OR": [{"floor": 3}, {"AND": [{"floor": {"gt": 6}}, {"floor": {"lt": 7.5}}]}]}, [0, 5]),
        ({}, list(range(9))),
    ],
)
def test_missing_null_and_other_types_are_no_match_and_no_error(anna, wanted, expected):
    store_notes(anna, *AGES)

    assert rooms(anna.list(filter=wanted)) == expected
    assert recalled(anna, wanted) == expected


def test_a_dot_is_a_path_and_an_escaped_dot_a_dot(anna):
    store_notes(anna, {"home": {"floor": 1}}, {"home.floor": 1}, {"home": {"floor": {"wing": "east"}}})

    assert rooms(anna.list(filter={"home.floor": 1})) == [0]
    assert rooms(anna.list(filter={"home\\.floor": 1})) == [1]
    assert rooms(anna.list(filter={"home.floor.wing": "east"})) == [2]


@pytest.mark.parametrize(
    "key", ["'; DELETE FROM records --", '"', "[0]", "a]b", "楼层", "🏠", "$", "a b", "%", "`", "\\", "{x}", "AND", "kind"]
)
def test_a_key_of_any_characters_is_data(anna, key):
    store_notes(anna, {key: "yes"}, {"other": "yes"})
    written = {"AND": "\\AND", "$": "\\$", "\\": "\\\\"}.get(key, key)

    assert rooms(anna.list(filter={written: "yes"})) == [0]
    assert rooms(anna.list(filter={written: {"exists": False}})) == [1]


@pytest.mark.parametrize(
    "broken",
    [
        {"floor": {"near": 3}},
        {"floor": {"in": 3}},
        {"floor": {}},
        {"OR": {"floor": 3}},
        {"NOT": [{"floor": 3}]},
        {"$nothing": 1},
        {"$created_at": {"gt": "yesterday"}},
        {"$created_at": {"gt": "2026-01-01"}},
        {"floor": {"exists": "yes"}},
        [{"floor": 3}],
    ],
)
def test_a_filter_that_cannot_be_answered_is_an_error_and_never_an_empty_answer(anna, broken):
    for ask in (lambda: anna.list(filter=broken), lambda: anna.recall("room", filter=broken), lambda: anna.preview(broken)):
        with pytest.raises(errors.FilterError):
            ask()


def test_fields_of_the_record_can_be_filtered_by(anna, clock):
    anna.remember("port 80", slot="deploy.port", importance="high")
    clock.advance(days=1)
    anna.remember("room 1", kind="preference", importance="low")

    assert rooms(anna.list(filter={"$importance": {"lt": 0.5}})) == [1]
    assert rooms(anna.list(filter={"$created_at": {"gte": "2026-03-03T00:00:00Z"}})) == [1]
    assert anna.list(filter={"$slot": "deploy.port"}).total == 1


def test_recall_filters_before_it_cuts(anna):
    for number in range(30):
        anna.remember(f"the boat is red, note {number}", kind="fact", metadata={"deck": number})

    hits = anna.recall("the boat is red", limit=3, filter={"deck": {"gte": 27}})

    assert len(hits) == 3
    assert {hit.record.metadata["deck"] for hit in hits} == {27, 28, 29}


def test_what_a_filter_leaves_out_does_not_come_back_as_the_turn_that_says_it(anna):
    for ware in ("rope", "tar"):
        anna.remember(f"the chandler sells {ware} 船具店卖{ware}", kind="fact", metadata={"ware": ware})

    for wanted in ({"NOT": {"ware": "tar"}}, {"ware": {"ne": "tar"}}, {"ware": "rope"}):
        assert {hit.record.metadata["ware"] for hit in anna.recall("what does the chandler sell 船具店", limit=9, filter=wanted)} == {
            "rope"
        }


def test_types_kinds_and_times_are_filters_too(anna, clock):
    anna.remember("the mast is oak", kind="fact")
    clock.advance(days=10)
    anna.remember("the mast is painted", kind="task")

    assert [hit.record.kind for hit in anna.recall("mast", kinds=["task"])] == ["task"]
    assert [hit.record.content for hit in anna.recall("mast", until="2026-03-05T00:00:00Z")] == ["the mast is oak"]
    assert [hit.record.content for hit in anna.recall("mast", since="2026-03-05T00:00:00Z")] == ["the mast is painted"]
    assert {hit.record.kind for hit in anna.recall("mast", kinds=["turn"])} == {"turn"}
    assert {hit.record.type for hit in anna.recall("mast", types=["episodic"])} == {"episodic"}


@pytest.mark.parametrize("size", [1, 3, 4, 100])
def test_pages_hold_every_record_once_in_a_stable_order_and_end(memory, anna, size):
    store_notes(anna, *[{}] * 7)
    memory.flush()
    for number in range(7, 13):
        anna.remember(f"room {number}", kind="fact")  # these wait for their vectors

    seen, cursor, walked = [], None, 0
    while walked < 20:
        page = anna.list(limit=size, cursor=cursor)
        assert page.total == 13
        seen += [record.id for record in page]
        walked += 1
        cursor = page.cursor
        if cursor is None:
            break

    assert seen == sorted(set(seen))
    assert len(seen) == 13
    assert walked == -(-13 // size)


def test_a_page_stays_right_while_records_come_and_go(anna):
    store_notes(anna, *[{}] * 6)
    first = anna.list(limit=3)

    anna.forget(first[2].id)
    anna.remember("room 6", kind="fact")
    second = anna.list(limit=10, cursor=first.cursor)

    assert rooms(first) == [0, 1, 2]
    assert rooms(second) == [3, 4, 5, 6]


def test_a_cursor_that_no_page_gave_is_refused(anna):
    for broken in ("next", "0", "' OR 1=1", "f" * 31):
        with pytest.raises(errors.InputError):
            anna.list(cursor=broken)


def test_total_counts_what_the_filter_leaves_on_all_pages(anna):
    store_notes(anna, *[{"even": number % 2 == 0} for number in range(11)])

    page = anna.list(filter={"even": True}, limit=2)

    assert (len(page), page.total) == (2, 6)


def test_counts_of_list_and_stats_agree_after_random_work(memory, anna):
    chance = random.Random(20260302)
    alive: dict[str, str] = {}
    for number in range(60):
        act = chance.choice(["add", "add", "forget", "back", "update"])
        if act == "add" or not alive:
            alive[anna.remember(f"room {number}", kind=chance.choice(["fact", "task"])).records[0].id] = "active"
            continue
        one = chance.choice(sorted(alive))
        if act == "update" and alive[one] == "active":
            alive[anna.update(one, content=f"room {number} again").id], alive[one] = "active", "superseded"
        elif act == "forget" and alive[one] == "active":
            anna.forget(one)
            alive[one] = "forgotten"
        elif act == "back" and alive[one] == "forgotten":
            anna.unforget(one)
            alive[one] = "active"

    turns = anna.list(kinds=["turn"], status=None).total
    forgotten = anna.list(kinds=["fact", "task", "turn"], status="forgotten").total
    stats = memory.stats()

    assert anna.list().total == len(anna.list(limit=1000)) == sum(status == "active" for status in alive.values())
    assert anna.list(status=None).total == len(alive)
    assert stats.records == len(alive) + turns
    assert stats.by_status.get("forgotten", 0) == forgotten
    assert anna.list(status="forgotten").total == sum(status == "forgotten" for status in alive.values())
    assert stats.by_kind["turn"] == turns
    assert memory.verify() == []


def test_an_unknown_keyword_is_an_error_in_every_verb(anna, memory):
    for verb in (
        anna.remember, anna.recall, anna.context, anna.explain, anna.lookup, anna.history, anna.profile, anna.get, anna.list, anna.update,
        anna.pin, anna.confirm, anna.used, anna.forget, anna.unforget, anna.quarantined, anna.release, anna.preview, anna.erase,
        anna.session, memory.scope, memory.flush, memory.stats, memory.verify, memory.close,
        anna.session("s").add, anna.session("s").window, anna.session("s").context, anna.session("s").close,
    ):  # fmt: skip
        with pytest.raises(TypeError):
            verb(bogus=1)
