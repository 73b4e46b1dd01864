"""Keyed hashes stand for words without giving them away."""

from hypothesis import given
from hypothesis import strategies as st

from memstrata.core.labels import Labels

PARTS = st.lists(st.none() | st.text(max_size=6) | st.sampled_from(["", "-", "1:a", ":", "1:"]), max_size=4).map(tuple)


@given(st.text())
def test_equal_text_gives_equal_numbers_within_one_secret(text):
    one, two = Labels(b"s" * 32), Labels(b"s" * 32)

    assert one.term(text) == one.term(text) == two.term(text)
    assert one.label(text) == two.label(text)
    assert one.digest(text) == two.digest(text)


@given(st.text(min_size=1))
def test_another_secret_gives_other_numbers(text):
    one, two = Labels(b"s" * 32), Labels(b"t" * 32)

    assert one.label(text) != two.label(text)
    assert one.digest(text) != two.digest(text)


@given(st.text())
def test_numbers_fit_their_columns_and_zero_is_for_none(text):
    labels = Labels(b"s")

    assert 0 <= labels.term(text) < 2**32
    assert 0 < labels.label(text) < 2**64
    assert labels.label(None) == 0
    assert len(labels.digest(text, None)) == 16


@given(PARTS, PARTS)
def test_different_parts_have_different_digests(left, right):
    labels = Labels(b"s")

    assert (labels.digest(*left) == labels.digest(*right)) is (left == right)


def test_parts_are_not_joined_into_one_another():
    labels = Labels(b"s")
    parts = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("abc", None), (None, "abc"), ("", "abc"), (), ("",), (None,), ("-",)]

    assert len({labels.digest(*each) for each in parts}) == len(parts)


def test_a_term_a_label_and_a_digest_of_one_word_do_not_tell_of_each_other():
    labels = Labels(b"s")
    term, label, digest = labels.term("word"), labels.label("word"), labels.digest("word")

    assert term != label & 0xFFFFFFFF
    assert label != int.from_bytes(digest[:8], "little") | 1


def test_text_that_no_encoding_holds_still_has_its_number():
    labels = Labels(b"s")

    assert labels.term("\ud800") != labels.term("\ud801")


def test_case_and_width_make_different_words():
    labels = Labels(b"s")

    assert len({labels.label(text) for text in ("a", "A", "ａ", "a ", "á", "a\u0301")}) == 6


def test_a_word_keeps_its_number_when_the_cache_is_full():
    labels = Labels(b"s")
    before = labels.term("word")

    for number in range(200_001):
        labels.term(str(number))

    assert labels.term("word") == before
