"""Looks for bytes in files: the proof that what was erased is nowhere any more."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

_CHUNK_BYTES = 4 * 1024 * 1024
_ANCHOR_BYTES = 4  # the end of a needle: ids of one hour begin alike


def found(files: Sequence[Path], needles: Sequence[bytes]) -> set[bytes]:
    """Which of `needles`, each of 8 bytes or more, stand in any of `files`. One pass over each file, however many there are."""
    wanted: dict[bytes, list[bytes]] = {}
    for needle in needles:
        wanted.setdefault(needle[-_ANCHOR_BYTES:], []).append(needle)
    if not wanted:
        return set()
    starts = np.zeros(1 << 16, np.bool_)  # of anchors: their first two bytes
    starts[[int.from_bytes(anchor[:2], "little") for anchor in wanted]] = True
    longest = max(map(len, needles))
    out: set[bytes] = set()
    for path in files:
        with path.open("rb") as file:
            held = b""
            while chunk := file.read(_CHUNK_BYTES):
                held = held[-longest:] + chunk
                out.update(_in_chunk(held, starts, wanted))
    return out


def _in_chunk(data: bytes, starts: npt.NDArray[np.bool_], wanted: dict[bytes, list[bytes]]) -> set[bytes]:
    out: set[bytes] = set()
    for shift in (0, 1):
        pairs = np.frombuffer(data, "<u2", (len(data) - shift) // 2, shift)
        for place in (np.flatnonzero(starts[pairs]) * 2 + shift).tolist():
            end = place + _ANCHOR_BYTES
            for needle in wanted.get(data[place:end], ()):
                if data.endswith(needle, 0, end):
                    out.add(needle)
    return out
