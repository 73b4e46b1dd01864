"""Relevance for models that nobody has measured."""

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from memstrata.models import calibration, use
from memstrata.models.embeddings import scale

COSINES = np.linspace(-1.0, 1.0, 201).astype(np.float32)
PAIRS = {
    "en": ("My sister plays the cello.", "My sister is a cellist.", "The invoice is due in March."),
    "zh": ("我妹妹会弹钢琴。", "我的妹妹会弹奏钢琴。", "发票三月份到期。"),
}


@functools.cache
def model() -> use.UseEmbedder:
    return use.UseEmbedder()


def flattened(vectors, share: float):
    """The vectors of another model: all of them share a direction, so that every cosine is high."""
    common = np.eye(1, vectors.shape[1], dtype=np.float32)
    return calibration.unit((1 - share) * vectors + share * common)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.7])
def test_thresholds_mean_the_same_however_high_a_models_cosines_are(language, share):
    fitted = scale.fit(flattened(model().embed(scale.SENTENCES), share))

    one, same, other = flattened(model().embed(PAIRS[language]), share)
    near, far = fitted(np.array([one @ same, one @ other], np.float32), language)

    assert near > 0.75
    assert far < 0.45


def test_every_topic_has_three_sentences_in_each_language():
    assert {len(sentences) for sentences in scale._TOPICS.values()} == {15}
    assert len(set(scale.SENTENCES)) == len(scale.SENTENCES) == 30


@given(arrays.arrays(np.float32, (30, 4), elements=st.floats(-1, 1, width=32)))
@settings(max_examples=150, deadline=None)
def test_any_model_gives_a_rising_scale_from_nothing_to_the_same(raw):
    fitted = scale.fit(calibration.unit(raw))

    for language in ("en", "zh", "fr", ""):
        relevance = fitted(COSINES, language)
        assert (np.diff(relevance) >= 0).all()
        assert (relevance[0], relevance[-1]) == (0.0, 1.0)


def test_a_model_that_tells_nothing_apart_finds_nothing_the_same_but_the_same_text():
    fitted = scale.fit(np.tile(np.eye(1, 8, dtype=np.float32), (30, 1)))

    assert fitted(np.array([0.9], np.float32), "en")[0] == 0.0
    assert fitted(np.array([1.0], np.float32), "en")[0] == 1.0
