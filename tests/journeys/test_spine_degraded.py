"""With the embedder late, broken or changed, words still find what was written, and the answer says what is missing."""

import logging

import numpy as np
import pytest

from memstrata.core import errors
from memstrata.testing import BrokenEmbedder, HashEmbedder


class Sometimes(HashEmbedder):
    """Works until it is told to fail."""

    failing = False

    def embed(self, texts, query=False):
        if self.failing:
            raise errors.EmbedderError("out of order")
        return super().embed(texts, query)


def contents(hits) -> list[str]:
    return [hit.record.content for hit in hits]


def test_what_was_just_written_is_found_by_its_words_at_once(anna):
    anna.remember("the ferry to Rügen leaves at seven", kind="fact")
    anna.session("s").add("user", "渡轮七点出发去吕根岛")

    assert contents(anna.recall("ferry")) == ["the ferry to Rügen leaves at seven"]
    assert contents(anna.recall("渡轮")) == ["渡轮七点出发去吕根岛"]
    assert anna.recall("ferry").degraded == ()


def test_after_a_flush_it_is_found_by_meaning_too(memory, anna):
    anna.remember("the lighthouse", kind="fact")
    before = anna.recall("light houses")

    left = memory.flush()
    after = anna.recall("light houses")

    assert left == 0
    assert before == []
    assert contents(after) == ["the lighthouse"]
    assert "dense" in after[0].lanes


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_few_memories_are_all_found_by_meaning_alone(memory, anna, count):
    for text in ("lighthouse", "lighthouses", "moonlighthouse")[:count]:
        anna.session("s").add("user", text)
    memory.flush()

    assert len(anna.recall("lite hous light ouse", limit=10)) == count


def test_a_fresh_write_beside_embedded_ones_is_seen_by_words(memory, anna):
    for number in range(5):
        anna.remember(f"harbour dues paid, receipt {number}", kind="fact")
    memory.flush()

    anna.remember("the zeppelin lands on Monday", kind="fact")

    assert contents(anna.recall("zeppelin"))[0] == "the zeppelin lands on Monday"


def test_an_embedder_that_always_fails_leaves_words_and_names_what_is_missing(opened, place, caplog):
    memory = opened(place, embedder=BrokenEmbedder())
    anna = memory.scope(user="anna")
    with caplog.at_level(logging.DEBUG, "memstrata"):
        report = anna.remember("the ferry leaves at seven", kind="fact")
        pending = memory.flush()
        answers = [anna.recall("ferry") for _ in range(20)]
        context = anna.context("when does the ferry leave?")

    assert report.records
    assert pending == 2
    assert all(contents(hits) == ["the ferry leaves at seven"] for hits in answers)
    assert all(hits.trace.degraded == ("dense",) for hits in answers)
    assert context.trace.degraded == ("dense",)
    assert memory.health()["status"] == "degraded"
    warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warnings) == len({text.split()[1] for text in warnings}) <= 2, "one a part in a minute"
    assert "ferry" not in caplog.text


def test_an_embedder_that_breaks_later_is_named_and_comes_back(opened, place):
    embedder = Sometimes()
    memory = opened(place, embedder=embedder)
    anna = memory.scope(user="anna")
    anna.remember("the ferry leaves at seven", kind="fact")
    memory.flush()

    embedder.failing = True
    during = anna.recall("ferry at dawn")
    embedder.failing = False
    after = anna.recall("ferry at dusk")

    assert (contents(during), during.degraded) == (["the ferry leaves at seven"], ("dense",))
    assert (contents(after), after.degraded) == (["the ferry leaves at seven"], ())


def test_work_that_failed_stays_queued_and_is_done_when_the_embedder_is_back(opened, place, clock):
    embedder = Sometimes()
    embedder.failing = True
    memory = opened(place, embedder=embedder)
    anna = memory.scope(user="anna")
    anna.remember("the lighthouse", kind="fact")
    assert memory.flush() > 0

    embedder.failing = False
    clock.advance(days=1)

    assert memory.flush() == 0
    found = anna.recall("light houses")
    assert (contents(found), found.degraded) == (["the lighthouse"], ())


def test_queued_work_outlives_the_process(opened, folder):
    first = opened(folder)
    first.scope(user="anna").remember("the lighthouse", kind="fact")
    first.close()

    again = opened(folder)

    assert again.flush() == 0
    assert contents(again.scope(user="anna").recall("light houses")) == ["the lighthouse"]


def test_health_is_ok_when_nothing_is_wrong(memory, anna):
    anna.remember("the lighthouse", kind="fact")
    memory.flush()
    anna.recall("lighthouse")

    assert memory.health()["status"] == "ok"


@pytest.mark.parametrize(("dimensions", "space"), [(64, "test-hash-2"), (96, "test-hash-1-wide")])
def test_vectors_of_two_spaces_are_never_compared(opened, folder, dimensions, space):
    first = opened(folder, embedder=HashEmbedder(space="test-hash-1"))
    first.scope(user="anna").remember("the lighthouse", kind="fact")
    first.flush()
    first.close()

    changed = opened(folder, embedder=HashEmbedder(dimensions, space))
    anna = changed.scope(user="anna")
    by_words, by_meaning = anna.recall("lighthouse"), anna.recall("light houses")

    assert contents(by_words) == ["the lighthouse"]
    assert [lane for hit in by_words for lane in hit.lanes] == ["lexical"]
    assert by_words.degraded == ("dense",), "vectors of another model cannot answer, and that is said"
    assert by_meaning == []


def test_what_is_written_under_a_new_model_is_found_by_the_new_model(opened, folder):
    first = opened(folder, embedder=HashEmbedder(space="test-hash-1"))
    first.scope(user="anna").remember("the lighthouse", kind="fact")
    first.flush()
    first.close()

    changed = opened(folder, embedder=HashEmbedder(96, "test-hash-2"))
    anna = changed.scope(user="anna")
    anna.remember("the windmill", kind="fact")
    changed.flush()

    assert "dense" in anna.recall("wind mills")[0].lanes
    assert contents(anna.recall("lighthouse"))[0] == "the lighthouse"


def test_a_change_of_model_embeds_the_old_records_anew(opened, folder):
    first = opened(folder, embedder=HashEmbedder(space="test-hash-1"))
    first.scope(user="anna").remember("the lighthouse", kind="fact")
    first.flush()
    first.close()

    changed = opened(folder, embedder=HashEmbedder(96, "test-hash-2"))
    changed.flush()

    assert contents(changed.scope(user="anna").recall("light houses")) == ["the lighthouse"]


def test_the_size_of_a_vector_is_measured_and_not_configured(opened, place):
    for dimensions in (8, 100, 768):
        memory = opened(place if dimensions == 8 else ":memory:", embedder=HashEmbedder(dimensions, f"d{dimensions}"))
        anna = memory.scope(user="anna")
        anna.remember("the lighthouse", kind="fact")

        assert memory.flush() == 0
        assert contents(anna.recall("the lighthouse")) == ["the lighthouse"]


class Misshapen(HashEmbedder):
    def embed(self, texts, query=False):
        return np.zeros((len(texts) + 1, 3), np.float32)


def test_vectors_of_a_wrong_shape_are_a_fault_of_the_embedder(opened, place):
    memory = opened(place, embedder=Misshapen())
    anna = memory.scope(user="anna")
    anna.remember("the lighthouse", kind="fact")

    memory.flush()

    assert contents(anna.recall("lighthouse")) == ["the lighthouse"]
    assert memory.health()["status"] == "degraded"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("My daughter takes violin lessons every Thursday.", "Which instrument does my child play?"),
        ("我对花粉过敏，春天很少出门。", "我有什么健康上的忌讳？"),
    ],
)
def test_the_bundled_encoder_finds_by_meaning_without_a_common_word(opened, folder, text, question):
    memory = opened(folder, embedder="use")
    anna = memory.scope(user="anna")
    for other in ("The dishwasher needs new salt.", "这个季度的报表已经交了。", "Our train leaves from platform nine."):
        anna.session("s").add("user", other)
    anna.session("t").add("user", text)
    memory.flush()

    assert contents(anna.recall(question, kinds=["turn"]))[0] == text


def test_a_stand_in_never_takes_the_place_of_a_real_model(opened, folder):
    first = opened(folder, embedder=HashEmbedder(space="test-hash-1"))
    first.scope(user="anna").remember("the lighthouse", kind="fact")
    first.flush()
    first.close()

    poor = opened(folder, embedder="ngrams")
    poor.scope(user="anna").remember("the harbour", kind="fact")
    poor.flush()
    poor.close()
    again = opened(folder, embedder=HashEmbedder(space="test-hash-1"))

    assert "dense" in again.scope(user="anna").recall("the lighthouse")[0].lanes
