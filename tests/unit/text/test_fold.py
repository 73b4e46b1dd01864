import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import fold


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("高雄市鳳山區", "高雄市凤山区"),
        ("ＡＢＣ１２３", "ABC123"),
        ("Ångström naïve İzmir Straße Łódź", "Angstrom naive Izmir Strasse Lodz"),
        ("e\u0301te\u0301", "ete"),
        ("co\u00adop\u200b", "coop"),
        ("👍🏿 ❤\ufe0f", "👍 ❤"),
        ("٢٠٢٥", "2025"),
        ("Anna’s", "Anna's"),
        ("ёлка", "елка"),
        ("ガギグ が", "ガギグ が"),
        ("HttpClient", "HttpClient"),
    ],
)
def test_spellings_of_the_same_become_one(written, folded):
    assert fold.fold(written) == folded


@given(st.text(st.characters(exclude_categories=())))
def test_folded_text_is_folded_already(text):
    once = fold.fold(text)

    assert fold.fold(once) == once


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), max_size=30), st.data())
def test_a_piece_of_a_chinese_text_folds_as_the_whole_does(text, data):
    start = data.draw(st.integers(0, len(text)))

    assert fold.fold(text)[start:] == fold.fold(text[start:])
