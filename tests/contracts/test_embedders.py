"""Every embedder keeps the embedder's contract."""

import pytest

from memstrata.core import errors
from memstrata.testing import BrokenEmbedder, EmbedderContract, HashEmbedder


class TestHashEmbedder(EmbedderContract):
    """The one that tests use."""

    @pytest.fixture
    def embedder(self):
        return HashEmbedder()


def test_a_broken_embedder_says_so_each_time():
    broken = BrokenEmbedder()

    for _ in range(2):
        with pytest.raises(errors.EmbedderError):
            broken.embed(["text"])
