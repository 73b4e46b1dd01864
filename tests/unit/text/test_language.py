import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我下个月搬到深圳", "zh"),
        ("我對花生過敏", "zh"),
        ("I moved to Lisbon last year.", "en"),
        ("naïve café owner", "en"),
        ("サーバーを再起動した", "ja"),
        ("検証環境のメモ", "ja"),
        ("서버를 다시 시작했다", "ko"),
        ("сервер перезапущен", "other"),
        ("42 + 17 = 59", "other"),
        ("🎉🎉", "other"),
        ("", "other"),
    ],
)
def test_a_text_in_one_language_is_recognised(text, expected):
    assert language.language(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("把 staging 的 timeout 调到 thirty seconds", "zh"),
        ("我用 PyCharm 和 Docker Compose", "zh"),
        ("这个 pull request 帮我 review 一下", "zh"),
        ("My colleague's name is 李雷", "en"),
        ("How do you write 谢谢 in a formal letter?", "en"),
        ("K8s 集群", "zh"),
    ],
)
def test_a_mixed_sentence_goes_to_the_language_that_carries_it(text, expected):
    assert language.language(text) == expected


@pytest.mark.parametrize("character", ["中", "㐀", "𠮷", "豈", "々", "〇", "𰻞"])
def test_rare_and_compatibility_characters_are_chinese_characters_too(character):
    assert language.has_han(f"x{character}")


def test_kana_hangul_and_punctuation_are_no_chinese_characters():
    assert not language.has_han("カナ 한글 ，。 abc")


@given(st.text(st.characters(exclude_categories=())))
def test_every_text_has_a_language(text):
    assert language.language(text) in {"zh", "en", "ja", "ko", "other"}
