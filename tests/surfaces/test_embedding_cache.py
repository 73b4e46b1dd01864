"""The cache around an embedder: nobody is asked twice, and nothing else changes."""

import threading

import numpy as np
import pytest

from memstrata.core import errors
from memstrata.models.embeddings import cache
from memstrata.testing import BrokenEmbedder, EmbedderContract, HashEmbedder


class CountingEmbedder(HashEmbedder):
    """Keeps what it was asked; queries lie a little beside passages."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []

    def embed(self, texts, query=False):
        self.asked.append(list(texts))
        rows = super().embed(texts, query)
        return np.roll(rows, 1, axis=1) if query else rows


class TestCachedEmbedder(EmbedderContract):
    """A cache keeps the contract of what it stands around."""

    @pytest.fixture
    def embedder(self):
        return cache.CachedEmbedder(HashEmbedder(), entries=4)


@pytest.fixture
def inner():
    return CountingEmbedder()


def test_a_text_is_asked_for_once(inner):
    cached = cache.CachedEmbedder(inner)

    first = cached.embed(["tea", "茶", "tea"])
    second = cached.embed(["茶", "coffee", "tea"])

    assert inner.asked == [["tea", "茶"], ["coffee"]]
    assert np.array_equal(first[[0, 1]], second[[2, 0]])
    assert np.array_equal(first[0], first[2])


def test_queries_and_passages_are_kept_apart(inner):
    cached = cache.CachedEmbedder(inner)

    assert not np.array_equal(cached.embed(["tea"]), cached.embed(["tea"], query=True))
    assert inner.asked == [["tea"], ["tea"]]


def test_the_least_recently_used_vectors_go_first(inner):
    cached = cache.CachedEmbedder(inner, entries=2)

    cached.embed(["a", "b"])
    cached.embed(["a"])
    cached.embed(["c"])
    cached.embed(["a"])
    cached.embed(["b"])

    assert inner.asked == [["a", "b"], ["c"], ["b"]]


def test_more_texts_than_it_holds_all_get_their_vectors(inner):
    texts = [f"text {number}" for number in range(9)]

    assert np.array_equal(cache.CachedEmbedder(inner, entries=3).embed(texts), HashEmbedder().embed(texts))


def test_a_changed_answer_does_not_change_what_is_kept(inner):
    cached = cache.CachedEmbedder(inner)

    cached.embed(["tea"])[:] = 0

    assert np.array_equal(cached.embed(["tea"]), HashEmbedder().embed(["tea"]))


def test_no_text_is_kept(inner):
    cached = cache.CachedEmbedder(inner)
    cached.embed(["I live in Hangzhou."])

    assert "Hangzhou" not in repr(vars(cached))


def test_a_failure_is_passed_on_and_not_kept():
    with pytest.raises(errors.EmbedderError):
        cache.CachedEmbedder(BrokenEmbedder()).embed(["tea"])


def test_many_threads_get_their_own_vectors(inner):
    cached, wrong = cache.CachedEmbedder(inner, entries=5), []

    def use(thread: int) -> None:
        for number in range(20):
            texts = [f"text {(thread + number + offset) % 9}" for offset in range(3)]
            if not np.array_equal(cached.embed(texts), HashEmbedder().embed(texts)):
                wrong.append(texts)

    threads = [threading.Thread(target=use, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []
