"""A sealed value opens with its key and at its place only."""

import pytest

from memstrata.core import errors
from memstrata.stores import seal
from memstrata.stores.seal import Seal

KEY = bytes(range(32))


def test_a_value_opens_with_its_key_at_its_place():
    sealed = Seal(KEY).close("喜欢绿茶".encode(), b"records")

    assert Seal(KEY).open(sealed, b"records").decode() == "喜欢绿茶"


@pytest.mark.parametrize(
    ("key", "place", "spoil"),
    [(seal.new_key(), b"a", lambda s: s), (KEY, b"b", lambda s: s), (KEY, b"a", lambda s: s[:-1] + b"\0"), (KEY, b"a", lambda s: s[:5])],
    ids=["another key", "another place", "a changed byte", "cut short"],
)
def test_anything_else_is_named_as_damage(key, place, spoil):
    sealed = Seal(KEY).close(b"a value that ends in one\1", b"a")

    with pytest.raises(errors.CorruptStoreError):
        Seal(key).open(spoil(sealed), place)


def test_equal_values_are_sealed_differently_each_time():
    assert Seal(KEY).close(b"x", b"a") != Seal(KEY).close(b"x", b"a")


def test_digests_are_equal_for_one_key_and_different_for_two():
    assert Seal(KEY).digest("slot", "user.city") == Seal(KEY).digest("slot", "user.city")
    assert Seal(KEY).digest("slot", "user.city") != Seal(seal.new_key()).digest("slot", "user.city")
    assert Seal(KEY).digest("slot", "user.city") != Seal(KEY).digest("key", "user.city")
