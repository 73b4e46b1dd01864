"""Words are found in every script, whole words and parts, and a query's characters are never anybody's syntax."""

import pytest

from memstrata.core import errors

# (what is stored, what must find it, what must not)
ROWS = (
    ("我们的发票都存在石头云的西南仓", ("发票", "石头云", "西南", "石头", "我们的发票"), ("青云盘", "东北")),
    ("第7次跑sync-kfz时30个文件没有校验", ("sync", "kfz", "sync-kfz", "校验", "30个"), ("sink", "kfx")),
    ("我侄子欧阳若初五月底毕业", ("若初", "欧阳若初", "毕业", "侄子"), ("若水",)),
    ("订单号QX2031-517已经发货", ("QX2031-517", "qx2031-517", "订单"), ("QX2031-518",)),
    ("バックアップ復元手順", ("バックアップ", "復元", "手順"), ("削除",)),
    ("매주 화요일 점심 약속", ("점심", "화요일"), ("저녁",)),
    ("поезд вечером", ("поезд", "ПОЕЗД", "вечером"), ("утром",)),
    ("crêpe soufflé à midi", ("crepe", "crêpe", "cre\u0302pe", "SOUFFLE"), ("waffle",)),
    ("高雄市鹽埕區的圖書館", ("图书馆", "圖書館", "盐埕", "鹽埕區"), ("书店",)),
    ("build D:\\work\\lib\\tool.rs with c# and ASP.NET", ("D:\\work\\lib\\tool.rs", "tool.rs", "c#", "asp.net"), ("main.go",)),
    ("每月对账 backup 汇总任务", ("每月对账 backup 汇总", "对账", "backup"), ("备份",)),
    ("only a turtle 🐢 here", ("🐢", "turtle"), ("🐇",)),
    ("I prefer vi over nano", ("vi", "nano", "prefers"), ("emacs",)),
    ("服务器在昆明", ("昆", "昆明", "服务器"), ("昆山", "渝")),
    ("端口改成了 18443，版本 2.7.1", ("18443", "2.7.1", "端口"), ("18444", "2.7.2")),
    ("ｆｕｌｌ ｗｉｄｔｈ ＡＢＣ１２３", ("full", "abc123", "ABC123"), ("abc124",)),
)
HOSTILE = (
    "D:\\work\\lib\\tool.rs", "c#", "guest-17", "OR", "AND NOT", "NEAR(a b, 2)", "ship*", "ship*crew(", '"open quote', "'", '"', "a:b",
    "^ship", "@user:{x}", "ship -crew", "(((", "[a TO b]", "~2", "%'; DROP TABLE records;--", "\\", "\0", "half \ud83d", "🐢", "\u202e",
    "-", "*", "a" * 12_000, "船" * 12_000, "?" * 500, "$where", "{{7*7}}", "/ship/i",
)  # fmt: skip


def found(scope, query: str) -> set[str]:
    return {hit.record.content for hit in scope.recall(query, limit=50) if "lexical" in hit.lanes}


@pytest.fixture
def library(opened, place):
    """All rows in one memory without an embedder: what is found is found by words."""
    scope = opened(place, embedder="none").scope(user="anna")
    for row, _, _ in ROWS:
        scope.remember(row, kind="fact")
    return scope


def test_words_and_their_parts_find_the_text_and_others_do_not(library):
    assert [(query, row) for row, hits, _ in ROWS for query in hits if row not in found(library, query)] == []
    assert [(query, row) for row, _, misses in ROWS for query in misses if row in found(library, query)] == []


def test_a_query_without_a_common_word_finds_nothing_by_words(library):
    queries = ["宫保鸡丁", "签证材料", "羽毛球拍", "zebra crossing", "Löwenzahn", "🦔", "9999"]

    assert [query for query in queries if library.recall(query, limit=50)] == []


def test_the_answer_depends_on_the_question(library):
    tops = [library.recall(query, limit=1)[0].record.content for _, (query, *_), _ in ROWS]

    assert len(set(tops)) >= len(ROWS) - 1


def test_no_character_of_a_query_is_syntax(anna):
    anna.remember("the ship has a crew of nine", kind="fact")
    anna.remember("a guest-17 boards with c# code at D:\\work\\lib\\tool.rs", kind="fact")

    for query in HOSTILE:
        assert all(0 <= hit.relevance <= 1 for hit in anna.recall(query))
        anna.context(query[:2000])
        anna.list(filter={"note": query})
        anna.session("s").add("user", query[:1500])

    assert len(anna.session("s").turns()) == len(HOSTILE)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_small_stores_blank_queries_and_odd_limits_give_a_plain_answer(anna, count):
    for number in range(count):
        anna.remember(f"旅行 trip number {number} x", kind="fact")

    for query in ("", " ", "\n\t", "x", "的", "the", "？", "\u200b", "旅"):
        for limit in (0, 1, 10**9):
            hits = anna.recall(query, limit=limit)
            assert len(hits) <= min(limit, count if query.strip() else 0)


@pytest.mark.parametrize("limit", [-1, 1.5, "3", None, True])
def test_a_limit_that_is_no_count_is_refused(anna, limit):
    with pytest.raises(errors.InputError):
        anna.recall("x", limit=limit)


def test_what_was_said_in_one_script_is_found_in_the_other(anna):
    anna.session("s").add("user", "我準備去臺南看燈會")
    anna.session("s").add("user", "我准备去成都看大熊猫")

    assert found(anna, "台南灯会") == {"我準備去臺南看燈會"}
    assert found(anna, "大熊貓") == {"我准备去成都看大熊猫"}


def test_stemmed_and_cased_forms_find_each_other(anna):
    anna.remember("She was Running marathons", kind="fact")

    assert found(anna, "run marathon") == {"She was Running marathons"}
