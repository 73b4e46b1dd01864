import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import clean, graphemes

# Hypothesis leaves lone surrogates out unless told otherwise.
any_text = st.text(st.characters(exclude_categories=()), max_size=60)


@given(any_text)
def test_storable_text_is_storable_already(text):
    once = clean.storable(text)

    assert clean.storable(once) == once
    once.encode("utf-8")
    assert "\x00" not in once


@given(any_text)
def test_storable_changes_nothing_but_nul_and_lone_surrogates(text):
    cleaned = clean.storable(text)

    changed = {old for old, new in zip(text, cleaned, strict=True) if old != new}
    assert all(character == "\x00" or unicodedata.category(character) == "Cs" for character in changed)


def test_storable_keeps_line_ends_emoji_and_full_width_forms():
    text = "第一行\r\n\tＡＢＣ 👩‍🚀 é"

    assert clean.storable(text) == text


@given(any_text, st.integers(0, 20))
def test_embeddable_text_stays_within_its_limit_and_is_a_fixed_point(text, limit):
    embedded = clean.embeddable(text, limit)

    assert len(embedded) <= limit
    assert clean.embeddable(embedded, limit) == embedded


def test_embeddable_folds_width_and_blanks_control_characters():
    assert clean.embeddable("端口：８０８０\n\x07完\x00") == "端口:8080  完\ufffd"


def test_embeddable_dissolves_the_ligature_that_overflows_native_tokenizers():
    assert "\ufdfa" not in clean.embeddable("a \ufdfa b")


@given(
    st.lists(st.sampled_from(["a", "e\u0301", "👨‍👩‍👧", "🇨🇳", "क्ष", "\u1112\u1161\u11ab"]), max_size=30).map("".join), st.integers(0, 12)
)
def test_embeddable_never_ends_inside_a_grapheme(text, limit):
    embedded = clean.embeddable(text, limit)

    assert graphemes.floor(clean.nfkc(text), len(embedded)) == len(embedded)


def test_normalising_a_flood_of_combining_marks_ends_soon():
    flood = "a" + "\u0301\u0323" * 50_000

    assert len(clean.nfkc(flood)) <= clean.MAX_MARKS + 1


def test_an_id_is_short_and_free_of_characters_that_no_store_takes():
    assert clean.is_valid_id("用户-42@例.中国 👍")
    assert clean.is_valid_id("x" * 1024)

    assert not any(map(clean.is_valid_id, ["", "x" * 1025, "a\x00b", "a\ud800"]))
