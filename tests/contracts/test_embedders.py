"""Every embedder keeps the embedder's contract."""

import functools

import pytest

from memstrata.core import errors
from memstrata.models import ngrams, use
from memstrata.testing import BrokenEmbedder, EmbedderContract, HashEmbedder


@functools.cache
def bundled() -> use.UseEmbedder:
    """Loaded once: it takes a moment."""
    return use.UseEmbedder()


class TestHashEmbedder(EmbedderContract):
    """The one that tests use."""

    @pytest.fixture
    def embedder(self):
        return HashEmbedder()


class TestUseEmbedder(EmbedderContract):
    """The bundled sentence encoder."""

    @pytest.fixture
    def embedder(self):
        return bundled()


class TestNgramEmbedder(EmbedderContract):
    """The stand-in where no model can be loaded."""

    @pytest.fixture
    def embedder(self):
        return ngrams.NgramEmbedder()


def test_a_broken_embedder_says_so_each_time():
    broken = BrokenEmbedder()

    for _ in range(2):
        with pytest.raises(errors.EmbedderError):
            broken.embed(["text"])
