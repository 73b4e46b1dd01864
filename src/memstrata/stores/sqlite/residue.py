"""Looks for bytes in files: the proof that what was erased is nowhere any more."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

PIECE_BYTES = 4 * 1024 * 1024
_ANCHOR_BYTES = 4  # the end of a needle: ids of one hour begin alike
_HALVES = 1 << 16


def pieces(read: Callable[[int, int], bytes]) -> Iterator[bytes]:
    """A file in pieces; `read` gives bytes from a place on, up to a size."""
    at = 0
    while piece := read(at, PIECE_BYTES):
        yield piece
        at += len(piece)


def found(file: Iterable[bytes], needles: Sequence[bytes]) -> set[bytes]:
    """Which of `needles`, each of 4 bytes or more, stand in a file that comes in pieces. One pass, however many there are."""
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
    """The ends of the needles as numbers, with a table of each half: most places of a file are ruled out by two look-ups."""

    def __init__(self, needles: Sequence[bytes]) -> None:
        self._needles: dict[bytes, list[bytes]] = {}
        for needle in needles:
            self._needles.setdefault(needle[-_ANCHOR_BYTES:], []).append(needle)
        self._numbers = np.sort(np.frombuffer(b"".join(self._needles), "<u4"))
        self._low, self._high = np.zeros(_HALVES, np.bool_), np.zeros(_HALVES, np.bool_)
        self._low[self._numbers % _HALVES] = True
        self._high[self._numbers // _HALVES] = True

    def found(self, data: bytes) -> set[bytes]:
        """The needles that stand in `data`."""
        return {needle for _, needle in self.spots(data)}

    def spots(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Where each needle that stands in `data` ends."""
        for shift in range(_ANCHOR_BYTES):
            for place in (self._places(data, shift) * _ANCHOR_BYTES + shift).tolist():
                end = place + _ANCHOR_BYTES
                yield from ((end, needle) for needle in self._needles[data[place:end]] if data.endswith(needle, 0, end))

    def _places(self, data: bytes, shift: int) -> npt.NDArray[np.int64]:
        """Which of the numbers that `data` is from `shift` on are anchors."""
        count = max(len(data) - shift, 0) // _ANCHOR_BYTES
        halves = np.frombuffer(data, "<u2", count * 2, shift) if count else np.empty(0, np.uint16)
        likely = np.flatnonzero(self._low[halves[::2]] & self._high[halves[1::2]])
        numbers = halves[likely * 2].astype(np.uint32) + halves[likely * 2 + 1].astype(np.uint32) * _HALVES
        nearest = self._numbers[np.searchsorted(self._numbers, numbers).clip(max=len(self._numbers) - 1)]
        places: npt.NDArray[np.int64] = likely[nearest == numbers]
        return places
