"""Looks for bytes in files: the proof that what was erased is nowhere any more."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

PIECE_BYTES = 4 * 1024 * 1024
_WORD_BYTES = 4
_TABLE_BITS = 20  # a megabyte, so that it stays in the processor's cache
_FACTOR = np.uint32(2_654_435_769)  # 2^32 by the golden ratio


def pieces(read: Callable[[int, int], bytes]) -> Iterator[bytes]:
    """A file in pieces; `read` gives bytes from a place on, up to a size."""
    at = 0
    while piece := read(at, PIECE_BYTES):
        yield piece
        at += len(piece)


def found(file: Iterable[bytes], needles: Sequence[bytes]) -> set[bytes]:
    """Which of `needles`, stand in a file that comes in pieces. One pass, however many there are."""
    return {needle for _, needle in Needles(needles).met(file)}


class Needles:
    """Bytes to look for, by words of four bytes, one of which stands at a place divisible by four wherever a needle does.

    A table rules most words out. The words are a needle's last ones: ids of one moment begin alike.
    """

    def __init__(self, needles: Sequence[bytes]) -> None:
        self._longest = max(map(len, needles), default=0)
        self._needles = set(needles)
        self._words: dict[bytes, set[tuple[int, int]]] = {}  # by word: its places in needles, and how long those are
        self._short = [needle for needle in needles if len(needle) < _WORD_BYTES + _WORD_BYTES - 1]
        for needle in needles:
            last = len(needle) - _WORD_BYTES + 1
            for place in range(last - _WORD_BYTES if last >= _WORD_BYTES else last, last):
                self._words.setdefault(needle[place : place + _WORD_BYTES], set()).add((place, len(needle)))
        self._numbers = np.sort(np.frombuffer(b"".join(self._words), "<u4"))
        self._table = np.zeros(1 << _TABLE_BITS, np.bool_)
        self._table[_hashed(self._numbers)] = True

    def spots(self, file: Iterable[bytes]) -> list[tuple[int, int]]:
        """Where in the file any needle stands: from, up to."""
        return sorted({(end - len(needle), end) for end, needle in self.met(file)})

    def met(self, file: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
        """Where each needle that stands in a file, which comes in pieces, ends; one that lies across two pieces may be met twice."""
        held, read = b"", 0
        for piece in file if self._longest else ():
            held = held[-self._longest :] + piece
            read += len(piece)
            start = read - len(held)
            yield from ((start + end, needle) for end, needle in self._ends(held))

    def _ends(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        for needle in self._short:
            start = data.find(needle)
            while start >= 0:
                yield start + len(needle), needle
                start = data.find(needle, start + 1)
        for at in self._places(data).tolist():
            for place, length in self._words[data[at : at + _WORD_BYTES]]:
                needle = data[at - place : at - place + length] if at >= place else b""
                if needle in self._needles:
                    yield at - place + length, needle

    def _places(self, data: bytes) -> npt.NDArray[np.int64]:
        """Where the words of `data` that are anchors begin."""
        words = np.frombuffer(data, "<u4", len(data) // _WORD_BYTES)
        if not len(self._numbers) or not len(words):
            return np.empty(0, np.int64)
        likely = np.flatnonzero(self._table[_hashed(words)])
        numbers = words[likely]
        nearest = self._numbers[np.searchsorted(self._numbers, numbers).clip(max=len(self._numbers) - 1)]
        places: npt.NDArray[np.int64] = likely[nearest == numbers] * _WORD_BYTES
        return places


def _hashed(words: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Places in the table: the upper bits of a product (Knuth, The Art of Computer Programming 3, 6.4)."""
    places: npt.NDArray[np.uint32] = (words * _FACTOR) >> np.uint32(32 - _TABLE_BITS)
    return places
