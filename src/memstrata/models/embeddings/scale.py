"""Relevance for a model that nobody has measured: a few sentences of our own show how far apart its cosines lie.

Each topic has a sentence, a paraphrase of it and another sentence about the same; sentences of two topics are unrelated.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memstrata.models import calibration

_TOPIC = 3  # sentences of one topic
_TOPICS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Anna moved to Hamburg last spring.", "Last spring Anna relocated to Hamburg.", "Anna is looking for a bigger flat in Hamburg.",
        "The release is deployed every Friday at noon.", "We ship the release each Friday at twelve.", "The last release broke the login.",
        "He is allergic to peanuts.", "Peanuts give him an allergic reaction.", "He carries his allergy pills with him.",
        "The rent is 900 euros a month.", "Every month the rent costs 900 euros.", "The landlord wants the deposit by Monday.",
        "Their dog is afraid of thunder.", "Thunder frightens their dog.", "The dog has to see the vet on Tuesday.",
    ),
    "zh": (
        "他在医院当护士。", "他的职业是医院护士。", "医院最近在招护士。",
        "会议改到了星期四下午。", "会议挪到周四下午开了。", "会议室需要提前预订。",
        "她每天早上跑五公里。", "她天天清晨跑步五公里。", "她想参加明年的马拉松。",
        "我的电脑总是死机。", "我这台电脑老是卡死。", "我打算换一台新电脑。",
        "孩子明年上小学。", "明年孩子就要读小学了。", "孩子的数学成绩进步了。",
    ),
}  # fmt: skip
SENTENCES: tuple[str, ...] = tuple(sentence for sentences in _TOPICS.values() for sentence in sentences)

_SAME_TOPIC, _PARAPHRASE = 0.6, 0.9  # the relevance of the median pair; the median unrelated pair has 0
_TOP = 0.995  # only the same text lies above
_GAP = 0.05  # of cosines, at least: a model that tells nothing apart must not turn noise into certainty
_SHARES = (0.2, 0.8)  # between unrelated and paraphrase, where the same topic may lie


@dataclass(frozen=True, slots=True)
class Scale:
    """One curve a language, and one for all others."""

    curves: Mapping[str, calibration.Curve]
    others: calibration.Curve

    def __call__(self, cosines: npt.NDArray[np.float32], language: str) -> npt.NDArray[np.float32]:
        """Relevance in [0, 1], one a cosine."""
        return self.curves.get(language, self.others)(cosines)


def fit(vectors: npt.NDArray[np.float32]) -> Scale:
    """The scale of a model whose vectors of SENTENCES, rows of norm 1, are given."""
    found, start = {}, 0
    for language, sentences in _TOPICS.items():
        found[language] = _pairs(vectors[start : start + len(sentences)])
        start += len(sentences)
    pooled = [np.concatenate(parts) for parts in zip(*found.values(), strict=True)]
    return Scale({language: _curve(*pairs) for language, pairs in found.items()}, _curve(*pooled))


def _pairs(vectors: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], ...]:
    """The cosines of all pairs of one language: unrelated, of one topic, paraphrases."""
    cosines = vectors @ vectors.T
    one, other = np.triu_indices(len(vectors), 1)
    related = one // _TOPIC == other // _TOPIC
    same = related & (one % _TOPIC == 0) & (other % _TOPIC == 1)
    return tuple(cosines[one[kind], other[kind]] for kind in (~related, related & ~same, same))


def _curve(unrelated: npt.NDArray[np.float32], topic: npt.NDArray[np.float32], paraphrases: npt.NDArray[np.float32]) -> calibration.Curve:
    none, some, same = (float(np.median(kind)) for kind in (unrelated, topic, paraphrases))
    same = min(max(same, none + _GAP, _GAP - 1), _TOP)
    none = min(max(none, _GAP / 2 - 1), same - _GAP)
    some = min(max(some, none + _SHARES[0] * (same - none)), none + _SHARES[1] * (same - none))
    return calibration.Curve((-1.0, none, some, same, 1.0), (0.0, 0.0, _SAME_TOPIC, _PARAPHRASE, 1.0))
