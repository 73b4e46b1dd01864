"""What a filter means: every store's answer is held against this evaluator."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import errors, filters
from memstrata.core.records import Json, Status
from memstrata.testing import samples

RECORD = samples.record(
    "Prefers window seats",
    slot="user.seat",
    value="window",
    importance=0.75,
    metadata={
        "food": "sushi",
        "age": 30,
        "score": 2.5,
        "vip": True,
        "nothing": None,
        "tags": ["a", "b", 3],
        "user": {"level": "x", "deep": {"er": 1}},
        "user.level": "dotted",
        "城市": "杭州",
        "AND": "a word",
        "back\\slash": 1,
        "": "empty",
    },
)

KEYS = st.sampled_from(["food", "age", "vip", "nothing", "tags", "user.level", "user\\.level", "missing", "$kind", "$importance", "城市"])
SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 40) | st.floats(allow_nan=False, width=16) | st.sampled_from(["sushi", "", "x", "杭州"])
)
CONDITIONS = st.one_of(
    st.tuples(st.sampled_from(["eq", "ne", "gt", "gte", "lt", "lte", "contains"]), SCALARS),
    st.tuples(st.sampled_from(["in", "nin"]), st.lists(SCALARS, max_size=3)),
    st.tuples(st.just("exists"), st.booleans()),
)
LEAVES = st.builds(lambda key, condition: {key: dict([condition])}, KEYS, CONDITIONS)
FILTERS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: {"AND": parts}),
        st.lists(inner, max_size=3).map(lambda parts: {"OR": parts}),
        inner.map(lambda part: {"NOT": part}),
    ),
    max_leaves=8,
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["AND", "OR", "NOT", "$kind", "$x", "a", "eq", "in"]), inner)
    ),
    max_leaves=12,
)


def holds(data):
    return filters.matches(filters.parse(data), RECORD)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"food": "sushi"},
        {"food": "sushi", "age": 30},
        {"age": {"gt": 25, "lt": 60}},
        {"age": 30.0},
        {"score": {"gte": 2.5, "lte": 2.5}},
        {"vip": True},
        {"nothing": None},
        {"nothing": {"exists": True}},
        {"missing": {"exists": False}},
        {"missing": {"ne": "x"}},
        {"missing": {"nin": ["x"]}},
        {"food": {"in": ["ramen", "sushi"]}},
        {"food": {"contains": "us"}},
        {"tags": {"contains": "b"}},
        {"tags": {"contains": 3}},
        {"tags": ["a", "b", 3]},
        {"user.level": "x"},
        {"user\\.level": "dotted"},
        {"user.deep.er": 1},
        {"城市": "杭州"},
        {"城市": {"contains": "杭"}},
        {"\\AND": "a word"},
        {"back\\\\slash": 1},
        {"": "empty"},
        {"NOT": {"food": "ramen"}},
        {"NOT": {"missing": "x"}},
        {"OR": [{"food": "ramen"}, {"age": 30}]},
        {"AND": []},
        {"AND": [{"food": "sushi"}, {"OR": [{"age": 1}, {"vip": True}]}]},
        {"$kind": "fact", "$slot": "user.seat", "$value": {"contains": "win"}},
        {"$status": "active", "$type": "semantic", "$trust": "user"},
        {"$importance": {"gte": 0.75}},
        {"$pinned": False},
        {"$agent": None},
        {"$created_at": "2026-01-01T12:00:00Z"},
        {"$created_at": {"gte": "2026-01-01T00:00:00Z", "lt": "2027-01-01T00:00:00+08:00"}},
    ],
)
def test_passes_what_the_filter_says(data):
    assert holds(data)


@pytest.mark.parametrize(
    "data",
    [
        {"food": "Sushi"},
        {"food": "sushi", "age": 31},
        {"age": {"gt": 30}},
        {"age": {"gt": 25, "lt": 30}},
        {"age": "30"},
        {"age": {"gt": "25"}},
        {"food": {"gt": 1}},
        {"vip": 1},
        {"vip": {"gte": 0}},
        {"age": True},
        {"nothing": {"gt": 0}},
        {"nothing": {"ne": None}},
        {"missing": None},
        {"missing": {"eq": "x"}},
        {"missing": {"lt": 9}},
        {"missing": {"exists": True}},
        {"missing": {"contains": ""}},
        {"missing": {"in": [None]}},
        {"food": {"in": []}},
        {"food": {"nin": ["sushi"]}},
        {"vip": {"in": [1]}},
        {"age": {"contains": 3}},
        {"tags": {"contains": "B"}},
        {"tags": {"contains": True}},
        {"user.level.deeper": "x"},
        {"user": "x"},
        {"food.x": "sushi"},
        {"NOT": {"food": "sushi"}},
        {"NOT": {}},
        {"OR": []},
        {"OR": [{"food": "ramen"}, {"missing": 1}]},
        {"AND": [{"food": "sushi"}, {"age": 1}]},
        {"$kind": "turn"},
        {"$agent": "x"},
        {"$valid_to": {"gt": "2020-01-01T00:00:00Z"}},
    ],
)
def test_stops_what_the_filter_does_not_say(data):
    assert not holds(data)


@pytest.mark.parametrize(
    "data",
    [
        "food = sushi",
        ["food"],
        None,
        {1: "x"},
        {"food": {}},
        {"food": {"like": "s%"}},
        {"food": {"$eq": "s"}},
        {"user": {"level": "x"}},
        {"food": {"in": "sushi"}},
        {"food": {"nin": 5}},
        {"food": {"exists": 1}},
        {"OR": {"food": "x"}},
        {"AND": "x"},
        {"AND": ["x"]},
        {"NOT": [{"food": "x"}]},
        {"NOT": None},
        {"NOR": [{"food": "x"}]},
        {"or": [{"food": "x"}, {"drink": "y"}]},
        {"$nothing": 1},
        {"$": 1},
        {"$metadata": 1},
        {"$user": "bo"},
        {"$tenant": "t"},
    ],
)
def test_refuses_a_filter_that_means_nothing(data):
    with pytest.raises(errors.FilterError):
        filters.parse(data)


def test_says_which_operators_and_fields_there_are():
    with pytest.raises(errors.FilterError, match=r"'like'.*contains"):
        filters.parse({"food": {"like": "x"}})
    with pytest.raises(errors.FilterError, match=r"\$colour.*\$created_at"):
        filters.parse({"$colour": "x"})


def test_refuses_nesting_without_end():
    deep: dict[str, Json] = {"food": "sushi"}
    for _ in range(1000):
        deep = {"NOT": deep}

    with pytest.raises(errors.FilterError):
        filters.parse(deep)


def test_every_status_is_filtered_by_its_word():
    for status in Status:
        assert filters.matches(filters.parse({"$status": str(status)}), replace(RECORD, status=status))


def test_instants_compare_by_time_whatever_their_fraction():
    late = replace(RECORD, created_at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(microseconds=500))

    assert filters.matches(filters.parse({"$created_at": {"gt": "2026-01-01T00:00:00Z"}}), late)


def test_instants_compare_by_time_whatever_their_offset():
    assert holds({"$created_at": "2026-01-01T20:00:00+08:00"})


def test_an_escaped_dollar_is_a_metadata_key():
    owned = replace(RECORD, metadata={"$kind": "mine", "$x": 1})

    assert filters.matches(filters.parse({"\\$x": 1, "\\$kind": "mine"}), owned)


@given(ANYTHING)
def test_any_data_is_a_filter_or_a_filter_error(data):
    try:
        wanted = filters.parse(data)
    except errors.FilterError:
        return

    assert filters.matches(wanted, RECORD) in (True, False)


@given(FILTERS)
def test_not_passes_exactly_the_rest(data):
    assert holds({"NOT": data}) is not holds(data)


@given(st.lists(FILTERS, max_size=4))
def test_and_or_combine_as_all_and_any(parts):
    assert holds({"AND": parts}) is all(map(holds, parts))
    assert holds({"OR": parts}) is any(map(holds, parts))


@given(KEYS, st.lists(SCALARS, max_size=3))
def test_membership_is_equality_with_one_of_the_list(key, values):
    assert holds({key: {"in": values}}) is any(holds({key: {"eq": value}}) for value in values)
    assert holds({key: {"nin": values}}) is not holds({key: {"in": values}})


@given(KEYS, SCALARS)
def test_order_operators_agree_with_each_other(key, value):
    greater, equal, less = (holds({key: {operator: value}}) for operator in ("gt", "eq", "lt"))

    assert greater + less + (equal and holds({key: {"gte": value}})) <= 1
    assert holds({key: {"ne": value}}) is not equal
    if greater or less:
        assert holds({key: {"gte": value}}) is greater
        assert holds({key: {"lte": value}}) is less


@pytest.mark.parametrize("operand", ["2026-01-01", "2026-01-01T00:00:00", "yesterday", 5])
def test_a_time_without_an_offset_is_refused(operand):
    with pytest.raises(errors.FilterError, match="offset"):
        filters.parse({"$created_at": {"gte": operand}})
