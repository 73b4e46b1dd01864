import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import analyze

ANALYZERS = [analyze.WITH_WORDS, analyze.WITH_BIGRAMS]
by_each_analyzer = pytest.mark.parametrize("analyzer", ANALYZERS, ids=lambda analyzer: analyzer.id)


def finds(analyzer, query, row):
    return not set(analyzer.query_terms(query)).isdisjoint(analyzer.terms(row))


FOUND = [
    ("周末把照片同步到群晖的备份盘", ["照片", "群晖", "备份盘", "同步", "盘", "周末照片"]),
    ("第7章改用pgx-pool后32个连接仍超时", ["pgx", "pool", "pgx-pool", "PGX-POOL", "32个", "超时", "第7章"]),
    ("我儿子欧阳景行在读五年级", ["欧阳", "景行", "欧阳景行", "儿子", "五年级"]),
    ("订单号AB7731-02已经发货", ["AB7731-02", "ab7731-02", "ab7731", "AB7731", "订单"]),
    ("日报はスラックに投稿する", ["スラック", "投稿", "日報"]),
    ("다음 주 금요일에 출장", ["금요일", "출장", "주"]),
    ("поездка в Казань", ["казань", "ПОЕЗДКА"]),
    ("Résumé of Zoë Čapek", ["resume", "zoe", "capek", "Résumé", "zoë"]),
    ("臺灣的軟體園區", ["台湾", "臺灣", "软体", "園區"]),
    ("config lives in /etc/nginx/sites-enabled/shop.conf", ["/etc/nginx/sites-enabled/shop.conf", "shop.conf", "nginx", "sites-enabled"]),
    ("日志在D:\\logs\\app\\today.txt里", ["D:\\logs\\app\\today.txt", "D:/logs/app/today.txt", "today.txt", "日志"]),
    ("用C++写核心，用.NET写界面，脚本是C#", ["c++", "C++", ".net", "C#"]),
    ("the F# build of Notepad++ and A+ grades", ["f#", "notepad++", "a+"]),
    ("升级到Python 3.13.2，内存16GB", ["3.13.2", "v3.13.2", "16gb", "16 GB", "内存"]),
    ("the server has 16 GB and listens on 10.1.2.3:8443", ["16GB", "8443", "10.1.2.3", "10.1.2.3:8443"]),
    ("mail wei.zhang@corp.example.org about HttpRetryPolicy", ["wei.zhang@corp.example.org", "zhang", "retry", "httpretrypolicy"]),
    ("set max_retry_count in GPT-4 mode", ["max_retry_count", "maxRetryCount", "retry", "gpt4", "GPT-4"]),
    ("预算是12,500元，增长30%", ["12500", "12500元", "12,500元", "30%"]),
    ("see https://docs.example.org/guide/setup for installing databases", ["docs.example.org", "guide", "install", "database"]),
    ("call 138-0013-8000 on 2025-11-02", ["13800138000", "138-0013-8000", "2025-11-02", "20251102", "2025"]),
    ("Maria's dogs weren't barking", ["maria", "Maria’s", "dog", "bark"]),
    ("喜欢🍜也喜欢👍🏽", ["🍜", "👍", "👍🏿"]),
    ("全家福👨‍👩‍👧和🇨🇳国旗", ["👨‍👩‍👧", "🇨🇳"]),
    ("iPhone15 Pro", ["iphone", "iPhone15", "pro"]),
    ("每天跑5公里", ["5公里", "跑", "每天"]),
    ("to be or not to be", ["to be", "or not"]),
    ("他是谁的", ["他是谁", "谁", "的"]),
    ("สวัสดีครับ", ["สวัสดี", "ครับ"]),
    ("ticket HR-2041.pdf", ["HR-2041", "hr-2041.pdf"]),
]


@by_each_analyzer
@pytest.mark.parametrize(("row", "queries"), FOUND)
def test_a_row_is_found_by_what_it_says(analyzer, row, queries):
    assert [query for query in queries if not finds(analyzer, query, row)] == []


MISSED = [
    ("周末把照片同步到坚果云", ["百度云", "阿里云", "照相馆"]),
    ("订单号AB7731-02已经发货", ["AB7731-03", "AB7732-02", "AB7731-021", "AC7731-02"]),
    ("升级到Python 3.13.2", ["3.13.1", "3.12", "13.2"]),
    ("listens on 10.1.2.3:8443", ["10.1.2.4", "10.1.2.3:8444", "9443", "844"]),
    ("文件在/srv/v2/data/a.csv", ["/srv/v3/data/a.csv", "/srv/v2/data/b.csv"]),
    ("后12条记录", ["13条", "2条", "12个"]),
    ("内存16GB", ["32GB", "16TB"]),
    ("it is written in C", ["c++", "C#"]),
    ("I like 🍜", ["🍣"]),
    ("iPhone15", ["iPhone14"]),
    ("GPT-4", ["gpt-5", "gpt-41"]),
    ("load the data", ["lode"]),
    ("I am not sure about it", ["the", "who"]),
]


@by_each_analyzer
@pytest.mark.parametrize(("row", "queries"), MISSED)
def test_a_row_is_not_found_by_what_it_does_not_say(analyzer, row, queries):
    assert [query for query in queries if finds(analyzer, query, row)] == []


def test_words_of_grammar_neither_find_nor_rank_beside_better_ones():
    assert not finds(analyze.DEFAULT, "什么是我们的预算", "他们的车是什么颜色")
    assert not finds(analyze.DEFAULT, "what was the budget of ours", "what is the colour of the car")


def test_queries_without_a_word_in_common_find_nothing_at_all():
    rows = ["我对青霉素过敏", "女儿在上海学钢琴", "The gateway runs on port 9100", "下个月去云南旅行", "喜欢喝不加糖的豆浆"]

    assert not any(finds(analyze.DEFAULT, query, row) for query in ["宫保鸡丁", "猪蹄", "差旅标准", "roast duck"] for row in rows)


def test_terms_come_in_the_order_of_the_text_and_repeat():
    assert analyze.terms("cats chase cats") == ["cat", "chase", "cat"]


def test_single_characters_and_stop_words_are_marked_listed_once_and_not_counted():
    found = analyze.terms("the cat and the 猫猫")

    assert found == ["cat", "猫猫", "·the", "·and", "·猫"]
    assert analyze.length(found) == 2


def test_a_compound_with_digits_is_asked_for_as_a_whole():
    assert analyze.query_terms("ZX81-7") == ["zx81-7"]
    assert analyze.query_terms("/opt/app2/run.sh") == ["opt/app2/run.sh"]


def test_a_compound_of_letters_is_asked_for_whole_and_in_parts():
    assert {"load-test", "load", "test"} <= set(analyze.query_terms("load-test"))


def test_an_index_names_its_analyzer_and_finds_it_again():
    assert analyze.named(analyze.ANALYZER) is analyze.DEFAULT
    assert analyze.named("zh-en/1+bigrams") is analyze.WITH_BIGRAMS
    assert analyze.named("bigram-v0") is None
    assert len({analyzer.id for analyzer in ANALYZERS}) == len(ANALYZERS)


def test_without_a_dictionary_pairs_alone_are_taken():
    assert analyze.WITH_BIGRAMS.query_terms("天气预报") == ["天气", "气预", "预报"]


@by_each_analyzer
@given(row=st.text(st.sampled_from("的了是我在用户备份上海杭州小学三云盘目解"), min_size=2, max_size=16), data=st.data())
def test_every_piece_of_a_chinese_text_finds_it(analyzer, row, data):
    start = data.draw(st.integers(0, len(row) - 1))
    end = data.draw(st.integers(start + 1, len(row)))

    assert finds(analyzer, row[start:end], row)


@by_each_analyzer
@given(text=st.text(st.one_of(st.sampled_from("aB1-_./\\:+# 中の한'·"), st.characters(exclude_categories=())), max_size=40))
def test_any_text_has_terms_that_a_store_takes(analyzer, text):
    for term in [*analyzer.terms(text), *analyzer.query_terms(text)]:
        assert 0 < len(term) <= 257
        assert not any(character.isspace() or "\ud800" <= character <= "\udfff" for character in term)


@given(st.text(st.one_of(st.sampled_from("aB1-_./\\:+# 中の한'条"), st.characters(exclude_categories=())), max_size=30))
def test_a_text_is_found_by_itself(text):
    assert set(analyze.query_terms(text)) <= set(analyze.terms(text))


def test_long_hostile_texts_take_linear_time():
    for piece in ("a_", "1,222", "a'", "\\", "aB", "龘", "👨\u200d", "a\u0301", "http://", "12 kg ", "क्ष"):
        assert analyze.terms(piece * 8_000) is not None


def test_what_lies_beyond_the_cap_is_left_out():
    assert analyze.terms("word " * (analyze.MAX_CHARACTERS // 5) + "needle")[-1] == "word"
