"""What belongs to somebody else is never seen, whatever the ids look like and whichever verb asks."""

import pytest

from memstrata.core import errors
from memstrata.core.scope import Scope
from memstrata.scoped import ScopedMemory

USERS = ("deck", "deck1", "deck:1", "deck_1", "deck%", "DECK", "ｄｅｃｋ", " deck", "deck/../deck", "d", "甲板", "甲板1", "🛳", "x" * 900)
ODD_IDS = (
    "7b1c9f52-9d0e-4c55-9a51-0d6f5a3f2f10", "north-quay", "SELECT", "OR", "not", "x.y:z/w", 'say "hi"', "d'arc", "前台-七", "_", "%", "*",
    "{a}", "@tag", "a|b", "-", "日本語テスト",
)  # fmt: skip


def contents(page) -> list[str]:
    return sorted(record.content for record in page)


def recalled(scope, query: str) -> set[str]:
    return {hit.record.content for hit in scope.recall(query, limit=50)}


def test_users_whose_ids_resemble_each_other_see_only_their_own(memory):
    for user in USERS:
        memory.scope(user=user).remember(f"the berth of {USERS.index(user)} is free", kind="fact")

    for user in USERS:
        mine = f"the berth of {USERS.index(user)} is free"
        assert recalled(memory.scope(user=user), "which berth is free?") == {mine}
        assert contents(memory.scope(user=user).list()) == [mine]
    assert {scope.user for scope in memory.scopes()} == set(USERS)


@pytest.mark.parametrize("odd", ODD_IDS)
def test_ids_of_every_shape_work_as_user_agent_scene_tenant_session_and_message(memory, odd):
    scope = memory.scope(user=odd, agent=odd, scene=odd, tenant=odd)

    scope.session(odd).add("user", "码头今天开放 the quay is open", id=odd)
    scope.remember("a fact", kind="fact", slot=None)

    assert [turn.id for turn in scope.session(odd).turns()] == [odd]
    assert recalled(scope, "quay") == recalled(scope, "码头") == {"码头今天开放 the quay is open"}
    assert scope.list(filter={"$agent": odd, "$scene": odd}).total == 1


def test_two_tenants_with_a_user_of_one_name_are_strangers(memory):
    memory.scope(user="anna", tenant="north").remember("the vault opens at nine", kind="fact")

    assert recalled(memory.scope(user="anna", tenant="south"), "vault") == set()
    assert recalled(memory.scope(user="anna"), "vault") == set()


def every_read(scope, known_id: str, slot: str, session: str) -> list[object]:
    """What each verb shows; everything is empty where nothing may be seen."""
    refused = []
    for ask in (lambda: scope.explain("vault", known_id), lambda: scope.update(known_id, importance=1), lambda: scope.forget(known_id)):
        try:
            refused.append(ask())
        except errors.NotFoundError:
            pass
    return [
        *scope.recall("vault code 4711", limit=50),
        *scope.list(status=None, kinds=["fact", "turn"]),
        *scope.history(slot),
        *scope.preview({"$kind": {"exists": True}}).records,
        *scope.session(session).turns(),
        *scope.session(session).state.all(),
        *scope.context("what is the vault code?", session=session).hits,
        *scope.profile().lines,
        *([scope.get(known_id)] if scope.get(known_id) else []),
        *([scope.lookup(slot)] if scope.lookup(slot) else []),
        *refused,
    ]


def write_all_kinds(scope: ScopedMemory) -> str:
    record = scope.remember("the vault code is 4711", kind="fact", slot="vault.code").records[0]
    scope.session("s").add("user", "the vault code 4711 is for you alone")
    scope.session("s").state["vault"] = "4711"
    return record.id


@pytest.mark.parametrize("other", [{"user": "bo"}, {"user": "anna", "tenant": "t"}, {"user": "bo", "agent": "x", "scene": "home"}])
def test_no_verb_shows_another_owners_memory(memory, other):
    record_id = write_all_kinds(memory.scope(user="anna"))
    memory.flush()

    assert every_read(memory.scope(**other), record_id, "vault.code", "s") == []


def test_an_agents_own_memory_is_hidden_from_other_agents_and_from_the_user_scope(memory):
    record_id = memory.scope(user="anna", agent="nurse").remember("the vault code is 4711", kind="fact", slot="vault.code").records[0].id

    for agent in ("tutor", None):
        other = memory.scope(user="anna", agent=agent)
        assert recalled(other, "vault code 4711") == set()
        assert contents(other.list(status=None, kinds=["fact", "turn"])) == []
        assert other.get(record_id) is None
        assert other.lookup("vault.code") is None
        assert other.history("vault.code") == []
        assert other.preview({"$kind": "fact"}).records == []
        with pytest.raises(errors.NotFoundError):
            other.forget(record_id)


def test_an_agents_session_is_hidden_from_other_agents(memory):
    session = memory.scope(user="anna", agent="nurse").session("s")
    session.add("user", "the vault code is 4711")
    session.state["code"] = 4711

    other = memory.scope(user="anna", agent="tutor").session("s")

    assert other.turns() == []
    assert other.state.all() == {}


def test_what_belongs_to_the_user_is_read_by_every_agent_and_changed_by_none(memory):
    record_id = memory.scope(user="anna").remember("the cat is called Mops", kind="fact").records[0].id
    nurse = memory.scope(user="anna", agent="nurse")

    assert recalled(nurse, "what is the cat called?") == {"the cat is called Mops"}
    for change in (nurse.forget, nurse.pin, nurse.confirm):
        with pytest.raises(errors.NotFoundError):
            change(record_id)
    with pytest.raises(errors.NotFoundError):
        nurse.erase(ids=[record_id])
    assert memory.scope(user="anna").get(record_id).status == "active"


def test_an_agent_writes_to_itself_and_does_not_supersede_the_users_own(memory):
    memory.scope(user="anna").remember("port 8000", slot="deploy.port")
    memory.scope(user="anna", agent="nurse").remember("port 9000", slot="deploy.port")

    assert memory.scope(user="anna").lookup("deploy.port").content == "port 8000"
    assert memory.scope(user="anna", agent="nurse").lookup("deploy.port").content == "port 9000"


def test_a_scene_reads_itself_and_what_has_none(memory):
    memory.scope(user="anna").remember("tea is at four", kind="fact")
    memory.scope(user="anna", scene="work").remember("tea in the office is at five", kind="fact")
    memory.scope(user="anna", scene="holiday").remember("tea on the beach is at six", kind="fact")

    assert recalled(memory.scope(user="anna", scene="work"), "tea") == {"tea is at four", "tea in the office is at five"}
    assert len(recalled(memory.scope(user="anna"), "tea")) == 3


def test_a_missing_or_broken_owner_is_refused_and_nothing_is_written(memory):
    for broken in (None, "", "   ", "a\0b", "half \ud83d", "x" * 1025, 7, b"anna", ["anna"]):
        with pytest.raises(errors.ScopeError):
            memory.scope(user=broken)
        if broken is not None:
            for part in ("agent", "scene", "tenant"):
                with pytest.raises(errors.ScopeError):
                    memory.scope(user="anna", **{part: broken})

    assert memory.scopes() == []


def test_scope_is_all_that_a_record_is_found_by_after_a_restart(opened, folder):
    owner = Scope(user="u", agent="a", scene="s", tenant="t")
    first = opened(folder)
    record_id = first.scope(user="u", agent="a", scene="s", tenant="t").remember("the well is deep", kind="fact").records[0].id
    first.close()

    again = opened(folder).scope(user="u", agent="a", scene="s", tenant="t")
    record = again.get(record_id)

    assert Scope(user=record.user, agent=record.agent, scene=record.scene, tenant=record.tenant) == owner
    assert recalled(again, "well") == {"the well is deep"}


def test_another_users_words_do_not_change_ones_ranking(memory):
    anna = memory.scope(user="anna")
    for text in ("the red boat leaks", "the blue boat sails", "a red sail"):
        anna.remember(text, kind="fact")
    before = [(hit.record.content, hit.score, hit.relevance) for hit in anna.recall("red boat")]

    for number in range(30):
        memory.scope(user="bo").remember(f"red boat number {number}", kind="fact")

    assert [(hit.record.content, hit.score, hit.relevance) for hit in anna.recall("red boat")] == before
