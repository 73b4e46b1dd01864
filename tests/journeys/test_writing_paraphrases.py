"""Facts that say the same in other words become one when their vectors are there; what differs in what counts stays apart."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from memstrata.core.records import Status
from memstrata.scoped import ScopedMemory
from tests.journeys.conftest import Open

FIRST, SECOND = "Owen repairs violins in his workshop", "Owen fixes fiddles at the atelier"


class OneMeaning:
    """An embedder to which all texts mean the same, but for those that name the sea."""

    space = "one-meaning-2"
    dimensions = 2

    def __init__(self, degraded: str | None = None) -> None:
        self.degraded = degraded

    def embed(self, texts: Sequence[str], query: bool = False) -> npt.NDArray[np.float32]:
        return np.array([[0.0, 1.0] if "sea" in text else [1.0, 0.0] for text in texts], np.float32)

    def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        return np.clip(cosines, 0.0, 1.0).astype(np.float32)


def told(opened: Open, *texts: str, degraded: str | None = None) -> ScopedMemory:
    memory = opened(embedder=OneMeaning(degraded))
    me = memory.scope(user="anna")
    for text in texts:
        me.remember(text, kind="fact")
    memory.flush()
    return me


@pytest.mark.parametrize(("first", "second"), [(FIRST, SECOND), ("欧文在工作室里修理小提琴", "欧文在作坊里给提琴做维修")])
def test_a_paraphrase_is_merged_and_what_was_merged_stays_in_the_archive(opened: Open, first, second):
    me = told(opened, first, second)

    (kept,) = me.list()
    gone = next(record for record in me.list(status=None) if record.id != kept.id)
    assert (kept.content, kept.seen, len(kept.sources)) == (first, 2, 2)
    assert (gone.content, gone.status, gone.superseded_by) == (second, Status.SUPERSEDED, kept.id)
    assert gone.id in kept.supersedes
    assert [hit.record.id for hit in me.recall(second) if not hit.record.is_turn] == [kept.id]


def test_the_more_important_of_two_paraphrases_stays_with_the_metadata_of_both(opened: Open):
    memory = opened(embedder=OneMeaning())
    me = memory.scope(user="anna")
    me.remember(FIRST, kind="fact", importance="low", metadata={"from": "chat"})
    me.used([me.list()[0].id])
    me.remember(SECOND, kind="fact", importance="high", metadata={"page": 7})

    memory.flush()

    (kept,) = me.list()
    assert (kept.content, kept.importance, kept.uses) == (SECOND, 0.75, 1)
    assert dict(kept.metadata) == {"from": "chat", "page": 7}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (FIRST, "Owen repairs violins in his workshop by the sea"),  # another meaning
        ("The relay keeps logs for 30 days", "Relay logs are stored for 90 days"),
        ("Owen repairs violins in his workshop", "Owen never fixes fiddles at the atelier"),
        ("Owen repairs violins in his workshop", "Ove fixes fiddles at the atelier"),
        ("Lena prefers written feedback over calls", "Lena prefers calls over written feedback"),
        ("小林参与支付项目", "小周在做付款系统"),
    ],
)
def test_other_figures_names_sides_or_meanings_never_merge(opened: Open, first, second):
    me = told(opened, first, second)

    assert not any(record.reason.startswith("superseded: merged") for record in me.list(status=None))
    assert second in [record.content for record in me.list()]


def test_a_stand_in_for_an_embedder_merges_nothing(opened: Open):
    assert len(told(opened, FIRST, SECOND, degraded="letters only").list()) == 2


def test_facts_of_two_scenes_are_never_merged(opened: Open):
    memory = opened(embedder=OneMeaning())
    for scene, text in (("work", FIRST), ("home", SECOND)):
        memory.scope(user="anna", scene=scene).remember(text, kind="fact")

    memory.flush()

    assert len(memory.scope(user="anna").list()) == 2


def test_how_near_a_paraphrase_must_be_is_a_setting(opened: Open):
    class Halfway(OneMeaning):
        def relevance(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
            return np.full_like(cosines, 0.8)

    counts = []
    for similarity in (0.92, 0.75):
        memory = opened(embedder=Halfway(), merge_similarity=similarity)
        me = memory.scope(user="anna")
        me.remember(FIRST, kind="fact")
        me.remember(SECOND, kind="fact")
        memory.flush()
        counts.append(len(me.list()))

    assert counts == [2, 1]
