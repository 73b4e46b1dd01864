"""What a write changed in the arrays, as bytes and back; and many such changes folded into few."""

import struct
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from memstrata.core import errors, matrix
from memstrata.core.matrix import Delta, Positions, Terms, Vectors

FORMAT = 1  # of the bytes, `matrix.COLUMNS` included
_HEAD = struct.Struct("<BBI")  # format, bytes of a column row, deltas
_DELTA = struct.Struct("<BIIIIH")  # parts, rows, words, vector rows, dimensions, bytes of the space's name
_COLUMNS, _ROWS, _VECTORS = 1, 2, 4  # parts: columns; ids and terms; vectors
_PLACE = np.dtype(np.int32)
_ID: "np.dtype[np.void]" = np.dtype("V16")
_T = TypeVar("_T", bound=np.generic)
_RAW = np.dtype(f"V{matrix.COLUMNS.itemsize}")  # a column row as plain bytes: numpy copies structured rows field by field


def encode(deltas: Sequence[Delta]) -> bytes:
    """`deltas` in one blob, in the byte order of little-endian machines."""
    parts = [_HEAD.pack(FORMAT, matrix.COLUMNS.itemsize, len(deltas))]
    for delta in deltas:
        parts.extend(_delta_bytes(delta))
    return b"".join(parts)


def decode(data: bytes) -> list[Delta]:
    """The deltas in `data`; their arrays are read-only views of it. Raises CorruptStoreError when it holds something else."""
    try:
        version, width, count = _HEAD.unpack_from(data)
        if version != FORMAT or width != matrix.COLUMNS.itemsize:
            raise errors.CorruptStoreError(f"a segment has format {version} with {width} bytes a row; this version reads format {FORMAT}")
        reader = _Reader(data, _HEAD.size)
        deltas = [reader.delta() for _ in range(count)]
    except (struct.error, ValueError) as error:
        raise errors.CorruptStoreError("a segment is cut short") from error
    if reader.at != len(data):
        raise errors.CorruptStoreError("a segment is longer than it says")
    return deltas


def weight(deltas: Sequence[Delta]) -> int:
    """Rows that `deltas` carry: what folding can save is measured in these."""
    return sum(len(delta.positions) + (0 if delta.vector_positions is None else len(delta.vector_positions)) for delta in deltas)


def folded(deltas: Sequence[Delta]) -> list[Delta]:
    """The same change in few deltas: the last columns and vectors of each row, every word once. New rows come first.

    Each speaks either of columns (with ids and words, or without) or of vectors.
    """
    out: list[Delta] = []
    changes = [delta for delta in deltas if delta.columns is not None]
    if changes:
        positions, columns = _latest_columns(changes)
        born = [delta for delta in changes if delta.ids is not None]
        rows = np.concatenate([delta.positions for delta in born]) if born else positions[:0]
        if born:
            out.append(_born(born, rows, columns[np.searchsorted(positions, rows)]))
        older = ~np.isin(positions, rows)
        if older.any():
            out.append(Delta(positions=positions[older], columns=columns[older].view(matrix.COLUMNS)))
    return [*out, *_latest_vectors(deltas)]


def parted(delta: Delta, rows: int) -> list[Delta]:
    """`delta` in pieces of at most `rows` rows: what is rewritten when one row is erased stays small."""
    if delta.columns is None:
        count = 0 if delta.vector_positions is None else len(delta.vector_positions)
        return [_some_vectors(delta, slice(at, at + rows)) for at in range(0, max(count, 1), rows)]
    return [_some_rows(delta, slice(at, at + rows)) for at in range(0, len(delta.positions), rows)]


def without(deltas: Sequence[Delta], gone: Positions) -> list[Delta] | None:
    """`deltas` with nothing left of the rows in `gone` but their places, marked GONE; None when no more than that is in them."""
    if not any(_holds(delta, gone) for delta in deltas):
        return None
    return [_cleared(delta, gone) for delta in deltas]


def compacted(deltas: Sequence[Delta]) -> tuple[int, list[Delta]]:
    """How many rows live, and folded `deltas` with only those, moved together in their order."""
    born = [(delta.positions, delta.columns) for delta in deltas if delta.ids is not None]
    lists = [places[columns["status"] != matrix.GONE] for places, columns in born if columns is not None]
    alive = np.sort(np.concatenate([_NOWHERE, *lists]))
    return len(alive), [_moved(delta, alive) for delta in deltas]


def _moved(delta: Delta, alive: Positions) -> Delta:
    kept = np.isin(delta.positions, alive)
    terms, places, vectors = delta.terms, delta.vector_positions, delta.vectors
    if terms is not None:
        words = _without_words(terms, ~kept)
        terms = Terms(_offsets(np.diff(words.offsets)[kept]), words.terms, words.counts)
    if places is not None and vectors is not None:
        held = np.isin(places, alive)
        places, vectors = np.searchsorted(alive, places[held]), Vectors(vectors.space, vectors.codes[held], vectors.scales[held])
    return Delta(
        positions=np.searchsorted(alive, delta.positions[kept]),
        ids=None if delta.ids is None else delta.ids[kept],
        columns=None if delta.columns is None else delta.columns[kept],
        terms=terms,
        vector_positions=places,
        vectors=vectors,
    )


def _some_rows(delta: Delta, part: slice) -> Delta:
    terms = delta.terms
    if terms is not None:
        offsets = terms.offsets[part.start : part.stop + 1]
        words = slice(int(offsets[0]), int(offsets[-1]))
        terms = Terms(offsets - offsets[0], terms.terms[words], terms.counts[words])
    return Delta(
        positions=delta.positions[part],
        ids=None if delta.ids is None else delta.ids[part],
        columns=None if delta.columns is None else delta.columns[part],
        terms=terms,
    )


def _some_vectors(delta: Delta, part: slice) -> Delta:
    if delta.vectors is None or delta.vector_positions is None:
        return delta
    vectors = Vectors(delta.vectors.space, delta.vectors.codes[part], delta.vectors.scales[part])
    return Delta(positions=delta.positions, vector_positions=delta.vector_positions[part], vectors=vectors)


def hidden(gone: Positions) -> Delta:
    """The change by which rows are GONE; their words and vectors stay in the segments that brought them until those are written anew."""
    columns = np.zeros(len(gone), matrix.COLUMNS)
    columns["status"] = matrix.GONE
    return Delta(positions=gone, columns=columns)


def _holds(delta: Delta, gone: Positions) -> bool:
    """Whether anything but places, marked GONE, is there of rows in `gone`."""
    dead = np.isin(delta.positions, gone)
    shown = delta.columns is not None and (delta.columns["status"][dead] != matrix.GONE).any()
    named = delta.ids is not None and (delta.ids[dead] != np.zeros(1, "V16")).any()
    worded = delta.terms is not None and np.diff(delta.terms.offsets)[dead].any()
    placed = delta.vector_positions is not None and np.isin(delta.vector_positions, gone).any()
    return bool(shown or named or worded or placed)


def _cleared(delta: Delta, gone: Positions) -> Delta:
    dead = np.isin(delta.positions, gone)
    columns, ids, terms = delta.columns, delta.ids, delta.terms
    if columns is not None and dead.any():
        columns = columns.copy()
        columns[dead] = np.zeros(1, matrix.COLUMNS)
        columns["status"][dead] = matrix.GONE
    if ids is not None and dead.any():
        ids = ids.copy()
        ids[dead] = np.zeros(1, "V16")
    if terms is not None and dead.any():
        terms = _without_words(terms, dead)
    places, vectors = delta.vector_positions, delta.vectors
    if places is not None and vectors is not None:
        alive = ~np.isin(places, gone)
        places, vectors = places[alive], Vectors(vectors.space, vectors.codes[alive], vectors.scales[alive])
    return Delta(positions=delta.positions, ids=ids, columns=columns, terms=terms, vector_positions=places, vectors=vectors)


def _without_words(terms: Terms, dead: npt.NDArray[np.bool_]) -> Terms:
    sizes = np.diff(terms.offsets)
    kept = np.repeat(~dead, sizes)
    return Terms(_offsets(np.where(dead, 0, sizes)), terms.terms[kept], terms.counts[kept])


def _latest_columns(changes: Sequence[Delta]) -> tuple[Positions, npt.NDArray[np.void]]:
    positions = np.concatenate([delta.positions for delta in changes])
    columns = np.concatenate([delta.columns.view(_RAW) for delta in changes if delta.columns is not None])
    latest = _last_of_each(positions)
    return positions[latest], columns[latest]


def _born(born: Sequence[Delta], rows: Positions, columns: npt.NDArray[np.void]) -> Delta:
    terms = [delta.terms for delta in born if delta.terms is not None]
    return Delta(
        positions=rows,
        ids=np.concatenate([delta.ids for delta in born if delta.ids is not None]),
        columns=columns.view(matrix.COLUMNS),
        terms=Terms(
            _offsets(np.concatenate([np.diff(each.offsets) for each in terms])),
            np.concatenate([each.terms for each in terms]),
            np.concatenate([each.counts for each in terms]),
        ),
    )


def _latest_vectors(deltas: Sequence[Delta]) -> list[Delta]:
    """The vectors since the space last changed; a delta without vectors before them stands for the space that ended with that change."""
    met = [(delta.vector_positions, delta.vectors) for delta in deltas if delta.vectors is not None and delta.vector_positions is not None]
    if not met:
        return []
    space = met[-1][1].space
    before = next((place for place in range(len(met) - 1, -1, -1) if met[place][1].space != space), -1)
    places = np.concatenate([each for each, _ in met[before + 1 :]])
    codes = np.concatenate([vectors.codes for _, vectors in met[before + 1 :]])
    scales = np.concatenate([vectors.scales for _, vectors in met[before + 1 :]])
    latest = _last_of_each(places)
    newest = Delta(positions=_NOWHERE, vector_positions=places[latest], vectors=Vectors(space, codes[latest], scales[latest]))
    if before < 0:
        return [newest]
    ended = met[before][1]
    nothing = Vectors(ended.space, ended.codes[:0], ended.scales[:0])
    return [Delta(positions=_NOWHERE, vector_positions=_NOWHERE, vectors=nothing), newest]


def _last_of_each(places: Positions) -> Positions:
    """Where each different place stands last, ordered by place."""
    _, from_end = np.unique(places[::-1], return_index=True)
    return len(places) - 1 - from_end


def _offsets(sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    out = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=out[1:])
    return out


_NOWHERE = np.empty(0, np.int64)


def _delta_bytes(delta: Delta) -> list[bytes]:
    parts, words, vector_rows, dimensions, space = 0, 0, 0, 0, b""
    body = [delta.positions.astype(_PLACE).tobytes()]
    if delta.columns is not None:
        parts |= _COLUMNS
        body.append(delta.columns.tobytes())
    if delta.ids is not None and delta.terms is not None:
        parts |= _ROWS
        words = len(delta.terms.terms)
        body += [delta.ids.tobytes(), np.diff(delta.terms.offsets).astype(_PLACE).tobytes()]
        body += [delta.terms.terms.tobytes(), delta.terms.counts.tobytes()]
    if delta.vectors is not None and delta.vector_positions is not None:
        parts |= _VECTORS
        vector_rows, dimensions = delta.vectors.codes.shape
        space = delta.vectors.space.encode()
        body += [space, delta.vector_positions.astype(_PLACE).tobytes(), delta.vectors.codes.tobytes(), delta.vectors.scales.tobytes()]
    return [_DELTA.pack(parts, len(delta.positions), words, vector_rows, dimensions, len(space)), *body]


class _Reader:
    """Reads deltas from `data`, from the byte `at` on."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def delta(self) -> Delta:
        parts, rows, words, vector_rows, dimensions, space_bytes = _DELTA.unpack_from(self.data, self.at)
        self.at += _DELTA.size
        positions = self._array(_PLACE, rows).astype(np.int64)
        columns = self._array(matrix.COLUMNS, rows) if parts & _COLUMNS else None
        ids, terms, places, vectors = None, None, None, None
        if parts & _ROWS:
            ids = self._array(_ID, rows)
            offsets = _offsets(self._array(_PLACE, rows).astype(np.int64))
            terms = Terms(offsets, self._array(np.dtype(np.uint32), words), self._array(np.dtype(np.uint16), words))
        if parts & _VECTORS:
            space = self.data[self.at : self.at + space_bytes].decode()
            self.at += space_bytes
            places = self._array(_PLACE, vector_rows).astype(np.int64)
            codes = self._array(np.dtype(np.int8), vector_rows * dimensions).reshape(vector_rows, dimensions)
            vectors = Vectors(space, codes, self._array(np.dtype(np.float32), vector_rows))
        return Delta(positions=positions, ids=ids, columns=columns, terms=terms, vector_positions=places, vectors=vectors)

    def _array(self, kind: np.dtype[_T], count: int) -> npt.NDArray[_T]:
        out = np.frombuffer(self.data, kind, count, self.at)
        self.at += kind.itemsize * count
        return out
