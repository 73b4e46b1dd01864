"""What lanes, thresholds and merges rely on, whatever the model."""

import numpy as np

from memstrata.core.ports import Embedder
from memstrata.testing import samples

_TEXTS = ("I moved to Hangzhou.", "我搬到了杭州。", "The deploy port is 8080.", "部署端口是8080。", "x", "🙂")


class EmbedderContract:
    """All that an `Embedder` promises. Give a fixture `embedder`."""

    def test_gives_one_row_a_text(self, embedder: Embedder) -> None:
        vectors = embedder.embed(_TEXTS)

        assert vectors.shape == (len(_TEXTS), embedder.dimensions)
        assert vectors.dtype == np.float32

    def test_every_row_has_norm_one(self, embedder: Embedder) -> None:
        texts = [*_TEXTS, *samples.TEXTS, "", " ", "。"]

        assert np.allclose(np.linalg.norm(embedder.embed(texts), axis=1), 1.0, atol=1e-3)

    def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        vectors = embedder.embed([])

        assert vectors.shape == (0, embedder.dimensions)
        assert vectors.dtype == np.float32

    def test_gives_the_same_vector_for_the_same_text(self, embedder: Embedder) -> None:
        assert np.array_equal(embedder.embed(_TEXTS), embedder.embed(_TEXTS))
        assert np.array_equal(embedder.embed(_TEXTS, query=True), embedder.embed(_TEXTS, query=True))

    def test_a_batch_gives_what_single_calls_give(self, embedder: Embedder) -> None:
        texts = [*_TEXTS, "a much longer text about nothing in particular " * 5]

        assert np.allclose(embedder.embed(texts), np.concatenate([embedder.embed([text]) for text in texts]), atol=1e-3)

    def test_keeps_the_order_of_the_texts(self, embedder: Embedder) -> None:
        assert np.allclose(embedder.embed(_TEXTS[::-1]), embedder.embed(_TEXTS)[::-1], atol=1e-3)

    def test_a_query_lies_in_the_space_of_the_passages(self, embedder: Embedder) -> None:
        queries, passages = embedder.embed(_TEXTS[:4], query=True), embedder.embed(_TEXTS[:4])

        assert queries.shape == passages.shape
        assert np.allclose(np.linalg.norm(queries, axis=1), 1.0, atol=1e-3)
        assert np.array_equal(np.argmax(queries @ passages.T, axis=1), np.arange(4))

    def test_different_texts_have_different_vectors(self, embedder: Embedder) -> None:
        vectors = embedder.embed(["I like tea", "The server burned down", "我喜欢喝茶", "服务器烧毁了"])

        assert (np.abs(vectors @ vectors.T - np.eye(4)) < 0.9999).all()

    def test_a_long_text_is_no_error(self, embedder: Embedder) -> None:
        assert embedder.embed(["long words " * 5_000, "很长的文字" * 5_000]).shape == (2, embedder.dimensions)

    def test_names_its_space(self, embedder: Embedder) -> None:
        assert embedder.space.strip() == embedder.space != ""
        assert embedder.space == embedder.space
        assert embedder.dimensions > 0

    def test_relevance_is_a_share_that_grows_with_the_cosine(self, embedder: Embedder) -> None:
        cosines = np.linspace(-1.0, 1.0, 401).astype(np.float32)

        for language in ("en", "zh", "mixed", "", "tlh"):
            relevance = embedder.relevance(cosines, language)
            assert relevance.shape == cosines.shape
            assert ((relevance >= 0) & (relevance <= 1)).all()
            assert (np.diff(relevance) >= 0).all()

    def test_relevance_tells_the_same_from_the_unrelated(self, embedder: Embedder) -> None:
        for language, same, other in (
            ("en", "The deploy port is 8080.", "She plays the violin."),
            ("zh", "部署端口是8080。", "她会拉小提琴。"),
        ):
            vectors = embedder.embed([same, same, other])
            equal, unrelated = embedder.relevance(np.array([vectors[0] @ vectors[1], vectors[0] @ vectors[2]], np.float32), language)
            assert equal >= 0.92
            assert unrelated < 0.6

    def test_relevance_of_nothing_is_nothing(self, embedder: Embedder) -> None:
        assert embedder.relevance(np.empty(0, np.float32), "en").shape == (0,)

    def test_says_in_words_when_it_is_only_a_stand_in(self, embedder: Embedder) -> None:
        assert embedder.degraded is None or embedder.degraded.strip()
