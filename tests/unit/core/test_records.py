"""The nouns: what they are by default, and what they say of themselves."""

import dataclasses
from datetime import timedelta

import pytest

from memstrata.core import errors, events, filters, matrix, records, results, turns
from memstrata.core.records import Kind, MemoryType, Source, Status, Trust
from memstrata.core.trace import Step, Trace
from memstrata.testing import samples
from memstrata.testing.samples import NOON


def test_a_record_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        samples.record("x").content = "y"  # type: ignore[misc]  # the refusal is the promise
    with pytest.raises(TypeError):
        samples.record("x").metadata["a"] = 1  # type: ignore[index]  # the refusal is the promise


def test_a_record_without_a_time_to_live_never_expires():
    assert samples.record("x").expires_at is None
    assert not samples.record("x").expired(NOON + timedelta(days=36500))


def test_a_record_is_expired_from_its_last_instant_on():
    short = samples.record("x", ttl_seconds=60.0)

    assert not short.expired(NOON + timedelta(seconds=59.999))
    assert short.expired(NOON + timedelta(seconds=60))


def test_only_the_kind_turn_is_a_turn():
    assert samples.turn_record("x", "s", "m").is_turn
    assert not samples.record("x").is_turn


def test_a_source_equals_the_plain_pair():
    assert Source("s", "m") == ("s", "m")
    assert Source(None, "m") == (None, "m")


def test_every_kind_is_a_label_of_its_type():
    kinds = [value for name, value in vars(Kind).items() if name.isupper()]

    assert len(kinds) == len(set(kinds))
    assert all(kind == kind.lower() for kind in kinds)
    assert set(records.TYPE_OF_KIND) <= set(kinds)


def test_every_closed_set_has_its_place_in_the_arrays():
    assert set(matrix.TYPES) == {str(each) for each in MemoryType}
    assert set(matrix.STATUSES) == {str(each) for each in Status}
    assert set(matrix.TRUSTS) == {str(each) for each in Trust}
    assert set(matrix.ROLES) == {"", *turns.KNOWN_ROLES}


def test_every_field_that_filters_know_is_a_field_of_the_record():
    names = {field.name for field in dataclasses.fields(records.MemoryRecord)}

    assert set(filters.FIELDS) <= names
    assert not {"user", "tenant", "key", "metadata"} & set(filters.FIELDS)


def test_a_turn_is_a_chat_message_with_its_tool_fields_only_where_it_has_some():
    plain = samples.turn("s", 1, text="hi")
    call = {"id": "c-1", "function": {"name": "f", "arguments": "{}"}}
    tool = samples.turn("s", 2, role="assistant", content=None, tool_calls=(call,), name="bot", tool_call_id="c-0")

    assert plain.message() == {"role": "user", "content": "hi"}
    assert tool.message() == {"role": "assistant", "content": None, "name": "bot", "tool_calls": [call], "tool_call_id": "c-0"}


def test_a_page_is_a_sequence_of_its_records():
    first, second = samples.record("one"), samples.record("two")
    page = results.Page([first, second], cursor="c", total=9)

    assert (len(page), page[0], page[-1], page[:1], list(page)) == (2, first, second, [first], [first, second])
    assert second in page


def test_a_trace_finds_the_step_of_a_room():
    trace = Trace(steps=(Step("gate", "open"), Step("plan", "all lanes")))

    assert trace.step("plan") == Step("plan", "all lanes")
    assert trace.step("rank") is None


def test_listeners_hear_every_event_in_the_order_they_came():
    heard: list[tuple[str, object]] = []
    told = events.Events()
    told.listen(lambda event: heard.append(("first", event.name)))
    told.listen(lambda event: heard.append(("second", event.details["count"])))

    told.emit("recall", 1.5, count=3)

    assert heard == [("first", "recall"), ("second", 3)]


def test_every_error_is_caught_as_a_memstrata_error():
    found = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]

    assert len(found) > 15
    assert all(issubclass(each, errors.MemstrataError) for each in found)
    assert all(each.__name__ in errors.__doc__ and each.__doc__ for each in found)
