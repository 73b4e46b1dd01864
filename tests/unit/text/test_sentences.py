import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import sentences


def texts(text, spans):
    return [span.of(text) for span in spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我喜欢爬山。你呢？太好了！！", ["我喜欢爬山。", "你呢？", "太好了！！"]),
        ("他说：“明天见。”然后走了。", ["他说：“明天见。”", "然后走了。"]),
        ("It rained. We stayed in! Why not?", ["It rained.", "We stayed in!", "Why not?"]),
        ('She said "go." Then she left.', ['She said "go."', "Then she left."]),
        ("第一行\n第二行\r\n\r\nthird line", ["第一行", "第二行", "third line"]),
        ("我住杭州. I work in Ningbo.好", ["我住杭州.", "I work in Ningbo.", "好"]),
        ("真的吗?是的", ["真的吗?", "是的"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_at_chinese_and_english_marks_and_at_line_ends(text, expected):
    assert texts(text, sentences.sentences(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "We run Python 3.12 on port 8080",
        "Some tools, e.g. make, are old",
        "Open src/app/main.py first",
        "See https://docs.example.org/a.b?q=1&r=2!x for more",
        "Dr. Chen met J. Rowe at 5 p.m. yesterday",
        "1. buy rice",
        "版本 v2.3.1 已经发布",
        "我想……还是算了",
    ],
)
def test_dots_inside_numbers_names_and_abbreviations_end_no_sentence(text):
    assert texts(text, sentences.sentences(text)) == [text]


def test_clauses_part_at_commas_and_before_conjunctions():
    text = "我以前住在苏州，但是去年搬到了厦门；而且换了工作"

    assert texts(text, sentences.clauses(text)) == ["我以前住在苏州，", "但是去年搬到了厦门；", "而且换了工作"]


def test_english_clauses_part_before_but_and_before_and_with_a_new_subject():
    text = "My name is Ines and I live in Porto, but my office is in Braga"

    assert texts(text, sentences.clauses(text)) == ["My name is Ines", "and I live in Porto,", "but my office is in Braga"]


@pytest.mark.parametrize("text", ["I like tea and coffee", "预算是12,500元", "这个方案不但便宜"])
def test_what_is_no_border_of_a_clause_parts_nothing(text):
    assert texts(text, sentences.clauses(text)) == [text]


@pytest.mark.parametrize("split", [sentences.sentences, sentences.clauses])
@given(text=st.text(st.one_of(st.sampled_from("。.!?，, \n但是aI1”)"), st.characters(exclude_categories=())), max_size=60))
def test_spans_are_in_order_and_leave_out_blanks_only(split, text):
    spans = split(text)

    edges = [edge for span in spans for edge in (span.start, span.end)]
    assert edges == sorted(edges)
    assert all(span.of(text) == span.of(text).strip() != "" for span in spans)
    assert "".join("".join(texts(text, spans)).split()) == "".join(text.split())


@given(st.text(st.sampled_from("。.!? \naI1,but但是"), max_size=60))
def test_no_clause_reaches_over_the_end_of_a_sentence(text):
    ends = {span.end for span in sentences.sentences(text)}

    assert ends <= {span.end for span in sentences.clauses(text)}


def test_splitting_long_monotonous_text_takes_linear_time():
    for piece in ("a.", "1. ", "!", "但", "and i ", '."', "\n"):
        assert sentences.clauses(piece * 20_000) is not None
