"""The doubles do what their names say, so that a test that uses one tests something else."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from memstrata.core import errors, ports
from memstrata.core.batch import Batch
from memstrata.core.labels import Labels
from memstrata.core.matrix import Matrix
from memstrata.testing import BrokenEmbedder, FixedClock, HashEmbedder, InMemoryStore, ScriptedLLM, comparison, samples
from memstrata.testing.samples import ANNA


def test_the_doubles_are_what_the_ports_ask_for():
    store: ports.Store = InMemoryStore()

    assert isinstance(FixedClock(), ports.Clock)
    assert isinstance(HashEmbedder(), ports.Embedder)
    assert isinstance(BrokenEmbedder(), ports.Embedder)
    assert store.scopes() == []


def test_a_fixed_clock_moves_only_when_it_is_told():
    clock = FixedClock()

    assert clock.now() == clock.now() == datetime(2026, 1, 1, tzinfo=UTC)
    assert clock.advance(days=1, seconds=30) == clock.now() == datetime(2026, 1, 2, 0, 0, 30, tzinfo=UTC)
    assert clock.set("2025-06-01T08:00:00+08:00") == clock.now() == datetime(2025, 6, 1, tzinfo=UTC)
    assert clock.now().utcoffset() == timedelta(0)


@pytest.mark.parametrize("wrong", ["2026-01-01T00:00:00", "soon", "", datetime(2026, 1, 1)])  # noqa: DTZ001  naive is what is refused
def test_a_fixed_clock_refuses_a_time_without_an_offset(wrong):
    with pytest.raises(errors.TimeError):
        FixedClock(wrong)


def test_a_scripted_model_gives_its_replies_and_then_an_error():
    llm = ScriptedLLM(["one", errors.LLMError("refused"), "three"])
    prompt = [{"role": "user", "content": "hi"}]

    assert llm.complete(prompt).text == "one"
    with pytest.raises(errors.LLMError, match="refused"):
        llm.complete(prompt)
    assert llm.complete(prompt, role="strong").text == "three"
    with pytest.raises(errors.LLMError, match="call 4"):
        llm.complete(prompt)
    assert llm.calls == [prompt] * 4


def test_a_hash_embedder_tells_near_from_far_in_both_languages():
    embedder = HashEmbedder()
    for near, other, far in (("deploy port", "the deploy port is 80", "she plays violin"), ("部署端口", "部署端口是80", "她拉小提琴")):
        query, close, away = embedder.embed([near, other, far])
        assert query @ close > query @ away + 0.2


def test_a_hash_embedder_with_another_space_gives_other_vectors():
    one, two = HashEmbedder(space="one"), HashEmbedder(space="two", dimensions=32)

    assert (one.space, two.space, two.dimensions) == ("one", "two", 32)
    before = one.embed(["text"])
    one.space = "three"
    assert not np.allclose(one.embed(["text"]), before)


def _matrix(*contents: str, pinned: bool = False, seed: int = 0) -> Matrix:
    store = InMemoryStore(labels=Labels(b"s"))
    records = [replace(samples.record(content), id=f"{place + 1:032x}", pinned=pinned) for place, content in enumerate(contents)]
    vectors = samples.embedded("space", [each.id for each in records], seed=seed)
    samples.write(store, ANNA, Batch(records=tuple(records), embedded=vectors))
    return store.matrix(ANNA)


def test_equal_matrices_have_no_differences():
    assert comparison.differences(_matrix("one", "two"), _matrix("one", "two")) == []


@pytest.mark.parametrize(
    ("other", "part"),
    [
        (_matrix("one"), "ids"),
        (_matrix("one", "two", pinned=True), "column pinned"),
        (_matrix("one", "three"), "words"),
        (_matrix("one", "two two"), "lengths"),
        (_matrix("one", "two", seed=1), "vectors"),
        (replace(_matrix("one", "two"), vectors=None), "space"),
        (replace(_matrix("one", "two"), lengths=np.zeros(1, np.float32)), "different lengths"),
    ],
)
def test_a_difference_is_named_after_its_part(other, part):
    found = comparison.differences(_matrix("one", "two"), other) if part != "different lengths" else comparison.own_faults("right", other)

    assert any(part in each for each in found)


def test_a_refusal_that_does_not_come_fails_the_test():
    with pytest.raises(AssertionError), samples.refused(errors.ConflictError):
        pass
    with pytest.raises(errors.ScopeError), samples.refused(errors.ConflictError):
        raise errors.ScopeError
