"""Who a memory belongs to is said exactly, or not at all."""

import pytest

from memstrata.core import errors, scope
from memstrata.core.scope import Scope

FIELDS = ("user", "agent", "scene", "tenant")


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("bad", ["", " ", "\t\n", "\u3000", "a\0b", "\ud800", "x" * 1025, 7, b"a", ["a"], True])
def test_refuses_what_cannot_be_an_id(name, bad):
    with pytest.raises(errors.ScopeError, match=name):
        Scope(**{"user": "anna", name: bad})


def test_refuses_a_scope_without_a_user():
    with pytest.raises(errors.ScopeError):
        Scope(user=None)  # type: ignore[arg-type]  # what a caller without types may do
    with pytest.raises(TypeError):
        Scope()  # type: ignore[call-arg]  # what a caller without types may do


@pytest.mark.parametrize("good", ["a", " a ", "A", "安娜", "🙂", "a:b/c%_'\"\\", "x" * 1024, "a\nb", "None", "0"])
def test_keeps_an_id_as_it_came(good):
    whole = Scope(user=good, agent=good, scene=good, tenant=good)

    assert (whole.user, whole.agent, whole.scene, whole.tenant) == (good,) * 4


def test_an_owner_is_the_tenant_and_the_user_alone():
    assert Scope(user="u", tenant="t", agent="a", scene="s").owner == ("t", "u")
    assert Scope(user="u").owner == (None, "u")
    assert Scope(user="u").owner != Scope(user="u", tenant="None").owner


def test_ids_that_look_alike_are_different_scopes():
    users = ["a", "A", "ａ", "á", "a\u0301", " a", "a "]

    assert len({Scope(user=user) for user in users}) == len(users)


def test_a_scope_error_can_be_caught_as_a_value_error():
    with pytest.raises(ValueError, match="session is empty"):
        scope.checked_id("session", "")
