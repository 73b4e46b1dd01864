"""A source that turned out bad is taken back in one call; a label proves nothing without its signature."""

import pytest

import memstrata
from memstrata.core import errors

KEY = b"a key of at least sixteen bytes"


def test_a_rollback_hides_what_the_source_said_and_brings_back_what_it_replaced(anna, clock):
    anna.remember("The deploy port is 8080.", source="tool", slot="deploy.port")
    clock.advance(seconds=60)
    changed = anna.remember("The deploy port is 6666.", source="tool", slot="deploy.port", metadata={"channel": "wiki"})
    assert anna.lookup("deploy.port").id == changed.records[0].id

    report = anna.rollback(name="wiki", source="tool", since=clock.now())

    assert "8080" in anna.lookup("deploy.port").content
    assert {record.id for record in report.quarantined} >= {changed.records[0].id, changed.turns[0].id}
    assert ["8080" in record.content for record in report.restored if not record.is_turn] == [True]
    assert not any("6666" in hit.record.content for hit in anna.recall("deploy port", limit=20, kinds=["turn", "fact"]))


def test_what_was_said_after_the_source_stays_the_present(anna, clock):
    anna.remember("The deploy port is 8080.", slot="deploy.port", source="web")
    clock.advance(seconds=60)
    anna.remember("The deploy port is 6666.", slot="deploy.port", source="agent")
    clock.advance(seconds=60)
    anna.remember("The deploy port is 9090.", slot="deploy.port")

    anna.rollback("agent")

    assert "9090" in anna.lookup("deploy.port").content
    assert [record.content for record in anna.history("deploy.port")] == ["The deploy port is 8080.", "The deploy port is 9090."]


def test_a_rollback_of_a_session_takes_its_facts_along(anna):
    anna.remember("I live in Hangzhou.")
    session = anna.session("bad")
    session.add("user", "My dog is called Rex.")

    report = anna.rollback(session="bad")

    assert all(record.status == "quarantined" for record in report.quarantined)
    assert not any("Rex" in record.content for record in anna.list())
    assert anna.lookup("user.city").value == "Hangzhou"


def test_a_fact_that_the_user_states_as_well_survives_the_rollback_of_the_source(anna):
    anna.remember("The harbour opens at nine.", source="web", kind="fact")
    anna.remember("The harbour opens at nine.", kind="fact")

    anna.rollback("web")

    assert [record.content for record in anna.list()] == ["The harbour opens at nine."]


def test_a_rollback_without_a_source_is_refused(anna):
    with pytest.raises(errors.InputError):
        anna.rollback()


def test_a_rollback_never_touches_another_user(memory):
    anna, bert = memory.scope(user="anna"), memory.scope(user="bert")
    for me in (anna, bert):
        me.remember("The harbour opens at nine.", source="web", kind="fact")

    anna.rollback("web")

    assert [len(me.list()) for me in (anna, bert)] == [0, 1]


@pytest.mark.parametrize("source", ["tool", "agent", "import"])
def test_a_signed_label_counts_and_an_unsigned_one_is_the_least_trusted(opened, source):
    me = opened(signing_key=KEY).scope(user="anna")
    text = "The harbour opens at nine."
    signature = memstrata.sign(KEY, text, source, "port")

    signed = me.remember(text, source=source, metadata={"signature": signature, "channel": "port"})
    unsigned = me.remember("The harbour closes at six.", source=source)
    moved = me.remember("The harbour closes at ten.", source=source, metadata={"signature": signature, "channel": "port"})
    elsewhere = me.remember(text, source=source, metadata={"signature": signature, "channel": "other"})

    assert [report.turns[0].trust for report in (signed, unsigned, moved, elsewhere)] == [source, "web", "web", "web"]


def test_a_tools_turn_in_a_conversation_is_signed_as_well(opened):
    session = opened(signing_key=KEY).scope(user="anna").session("s")
    me = session._runtime
    session.add(
        "tool", "The harbour opens at nine.", id="1", metadata={"signature": memstrata.sign(KEY, "The harbour opens at nine.", "tool")}
    )
    session.add("tool", "The harbour closes at six.", id="2")

    found = {turn.content: turn.trust for turn in me.store.scan(session._scope)}

    assert found == {"The harbour opens at nine.": "tool", "The harbour closes at six.": "web"}


def test_the_users_own_words_need_no_signature(opened):
    me = opened(signing_key=KEY).scope(user="anna")

    assert me.remember("I live in Hangzhou.").turns[0].trust == "user"


def test_without_a_key_labels_are_taken_as_given(anna):
    assert anna.remember("The harbour opens at nine.", source="agent").turns[0].trust == "agent"


@pytest.mark.parametrize("key", [b"short", "text", 7])
def test_a_key_that_cannot_sign_is_refused(opened, key):
    with pytest.raises(errors.ConfigError):
        opened(signing_key=key)


def test_a_confirmed_guess_of_an_outsider_is_the_users(anna):
    anna.remember("I'm allergic to peanuts.", source="web", kind="background")
    [guess] = anna.list(status="candidate")

    anna.confirm(guess.id)

    assert [record.trust for record in anna.list()] == ["user"]
