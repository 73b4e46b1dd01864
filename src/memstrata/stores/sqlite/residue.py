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
    if not needles:
        return set()
    anchors = _Anchors(needles)
    longest = max(map(len, needles))
    out: set[bytes] = set()
    held = b""
    for piece in file:
        held = held[-longest:] + piece
        out.update(anchors.found(held))
    return out


def spots(file: Iterable[bytes], needles: Sequence[bytes]) -> list[tuple[int, int]]:
    """Where in the file any of `needles` stands: from, up to."""
    if not needles:
        return []
    anchors = _Anchors(needles)
    longest = max(map(len, needles))
    out: set[tuple[int, int]] = set()
    held, read = b"", 0
    for piece in file:
        held = held[-longest:] + piece
        read += len(piece)
        start = read - len(held)
        out.update((start + end - len(needle), start + end) for end, needle in anchors.spots(held))
    return sorted(out)


class _Anchors:
    """Words of four bytes, one of which stands at a place divisible by four wherever a needle does. A table rules most words out."""

    def __init__(self, needles: Sequence[bytes]) -> None:
        self._needles: dict[bytes, list[tuple[int, bytes]]] = {}  # by word: its place in the needle, and the needle
        self._short = [needle for needle in needles if len(needle) < _WORD_BYTES + _WORD_BYTES - 1]
        for needle in needles:
            for place in range(_WORD_BYTES if len(needle) >= 2 * _WORD_BYTES - 1 else 0):
                self._needles.setdefault(needle[place : place + _WORD_BYTES], []).append((place, needle))
        self._numbers = np.sort(np.frombuffer(b"".join(self._needles), "<u4"))
        self._table = np.zeros(1 << _TABLE_BITS, np.bool_)
        self._table[_hashed(self._numbers)] = True

    def found(self, data: bytes) -> set[bytes]:
        """The needles that stand in `data`."""
        return {needle for _, needle in self.spots(data)}

    def spots(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Where each needle that stands in `data` ends."""
        for needle in self._short:
            start = data.find(needle)
            while start >= 0:
                yield start + len(needle), needle
                start = data.find(needle, start + 1)
        for at in self._places(data).tolist():
            for place, needle in self._needles[data[at : at + _WORD_BYTES]]:
                if at >= place and data.startswith(needle, at - place):
                    yield at - place + len(needle), needle

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
