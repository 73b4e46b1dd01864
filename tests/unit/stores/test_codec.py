"""Records, turns and sessions survive JSON, every field exactly."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.core import errors
from memstrata.core.records import MemoryRecord, MemoryType, Source, Status, Trust
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.stores import codec
from memstrata.testing import samples

TEXT = st.text(max_size=12) | st.sampled_from(samples.TEXTS)
MAYBE_TEXT = st.none() | TEXT
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
INSTANTS = st.builds(datetime.fromtimestamp, st.floats(-2e9, 7e9), st.just(UTC) | OFFSETS)
MAYBE_INSTANT = st.none() | INSTANTS
SHARE = st.floats(0, 1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(TEXT, JSON, max_size=3)
SPANS = st.tuples(st.integers(0, 99), st.integers(0, 99))

RECORDS = st.builds(
    MemoryRecord,
    id=TEXT, kind=TEXT, content=TEXT, created_at=INSTANTS, type=st.sampled_from(MemoryType), slot=MAYBE_TEXT, value=MAYBE_TEXT,
    tenant=MAYBE_TEXT, user=TEXT, agent=MAYBE_TEXT, scene=MAYBE_TEXT, importance=SHARE, confidence=SHARE, trust=st.sampled_from(Trust),
    sources=st.lists(st.builds(Source, MAYBE_TEXT, TEXT), max_size=3).map(tuple), evidence=st.lists(SPANS, max_size=3).map(tuple),
    valid_from=MAYBE_INSTANT, valid_to=MAYBE_INSTANT, event_from=MAYBE_TEXT, event_to=MAYBE_TEXT, event_precision=MAYBE_TEXT,
    status=st.sampled_from(Status), reason=TEXT, language=TEXT, uses=st.integers(0, 9), last_used_at=MAYBE_INSTANT,
    confirmed_at=MAYBE_INSTANT, seen=st.integers(0, 9), pinned=st.booleans(), ttl_seconds=st.none() | st.floats(0, 1e9),
    supersedes=st.lists(TEXT, max_size=2).map(tuple), superseded_by=MAYBE_TEXT, aliases=st.lists(TEXT, max_size=2).map(tuple),
    key=MAYBE_TEXT, session=MAYBE_TEXT, sequence=st.none() | st.integers(1, 10**12), role=MAYBE_TEXT, name=MAYBE_TEXT, metadata=OBJECTS,
    derived_from=st.lists(TEXT, max_size=2).map(tuple), payload=OBJECTS,
)  # fmt: skip
TURNS = st.builds(
    Turn,
    id=TEXT, session=TEXT, role=TEXT, text=TEXT, at=INSTANTS, content=JSON, sequence=st.integers(0, 99), name=MAYBE_TEXT,
    tool_calls=st.lists(OBJECTS, max_size=2).map(tuple), tool_call_id=MAYBE_TEXT, ignored_parts=st.integers(0, 3), metadata=OBJECTS,
)  # fmt: skip
SESSIONS = st.builds(
    SessionInfo,
    id=TEXT, status=st.sampled_from(SessionStatus), agent=MAYBE_TEXT, scene=MAYBE_TEXT, opened_at=INSTANTS, last_at=INSTANTS,
    sequence=st.integers(0, 99), summary=TEXT, summary_covers=st.integers(0, 99), state=OBJECTS,
)  # fmt: skip


@given(RECORDS)
def test_a_record_comes_back_as_it_was(record):
    back = codec.record(codec.encode(record))

    assert back == record
    assert repr(back.sources) == repr(record.sources)


@given(TURNS)
def test_a_turn_comes_back_as_it_was(turn):
    back = codec.turn(codec.encode(turn))

    assert back == turn
    assert back.at.utcoffset() == turn.at.utcoffset()


@given(SESSIONS)
def test_a_session_comes_back_as_it_was(session):
    assert codec.session(codec.encode(session)) == session


def test_a_lone_surrogate_in_a_message_is_kept():
    turn = samples.turn("s", 1, "broken \ud83d emoji")

    assert codec.turn(codec.encode(turn)).text == "broken \ud83d emoji"


def test_fields_of_a_newer_version_are_not_shown_but_survive_a_change():
    written = json.loads(codec.encode(samples.record("drinks oolong")))
    by_newer = json.dumps({**written, "mood": "calm"}).encode()

    record = codec.record(by_newer)
    again = codec.encode(record, former=by_newer)

    assert record.content == "drinks oolong"
    assert json.loads(again)["mood"] == "calm"


def test_a_field_that_was_emptied_stays_empty():
    former = codec.encode(samples.record("drinks oolong", slot="user.drink", superseded_by="x"))

    again = codec.record(codec.encode(samples.record("drinks oolong"), former=former))

    assert (again.slot, again.superseded_by) == (None, None)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"id": 1', b'{"id":"x","kind":"fact","content":"y","created_at":"never"}', b"\xff"])
def test_bytes_that_are_no_record_are_named_as_damage(data):
    with pytest.raises(errors.CorruptStoreError):
        codec.record(data)
