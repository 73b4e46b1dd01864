"""One owner's records as arrays: what every lane, filter and score works on.

A matrix is a value: `apply(deltas)` gives the next one. Rows are never moved; a row's place is its position, given once. Growing
shares the buffers of the matrix before, which stays valid; one line of successors only (the store applies under its own lock).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from memstrata.core.labels import Labels

COLUMNS = np.dtype(
    [
        ("kind", "u8"), ("agent", "u8"), ("scene", "u8"), ("session", "u8"), ("speaker", "u8"), ("slot", "u8"),   # labels, 0 = None
        ("sequence", "i8"),                                                                                       # -1 = no turn
        ("created", "f8"), ("valid_from", "f8"), ("valid_to", "f8"),                                              # seconds since 1970
        ("event_from", "f8"), ("event_to", "f8"), ("used", "f8"), ("expires", "f8"),                              # NaN = none, inf = never
        ("uses", "f4"), ("importance", "f4"), ("confidence", "f4"),
        ("type", "i1"), ("status", "i1"), ("role", "i1"), ("trust", "i1"), ("pinned", "i1"), ("asks", "i1"),   # places in the tuples below
    ]
)  # fmt: skip
GONE = -1  # status of an erased row: all else in it is zero
TYPES = ("semantic", "episodic", "procedural", "affective")
STATUSES = ("active", "candidate", "superseded", "quarantined", "forgotten", "compressed")
ROLES = ("", "system", "developer", "user", "assistant", "tool", "function")  # an unknown role counts as ""
TRUSTS = ("user", "agent", "tool", "import", "web")
_MERGE_AT_LEAST = 4096  # postings that wait unsorted before they are merged

_T = TypeVar("_T", bound=np.generic)
Columns = npt.NDArray[np.void]  # (rows,) of COLUMNS
Positions = npt.NDArray[np.int64]


def seconds(instant: datetime | None, missing: float) -> float:
    """An instant as seconds since 1970; `missing` for None."""
    return missing if instant is None else instant.timestamp()


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of some rows: row i holds `terms[offsets[i]:offsets[i + 1]]`, each word once, with its count."""

    offsets: npt.NDArray[np.int64]  # (rows + 1,)
    terms: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Vectors:
    """Vectors of one space: row = codes × scale. Scale 0 marks a row whose vector is not there yet."""

    space: str
    codes: npt.NDArray[np.int8]  # (rows, dimensions)
    scales: npt.NDArray[np.float32]  # (rows,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """What one write changed. Parts come alone or together: new rows bring columns, ids and terms; a changed one columns only."""

    positions: Positions  # of `columns`, `ids` and `terms`
    ids: npt.NDArray[np.void] | None = None  # (rows,) V16, the bytes of the record's UUID
    columns: Columns | None = None
    terms: Terms | None = None
    vector_positions: Positions | None = None
    vectors: Vectors | None = None


def quantise(space: str, vectors: npt.NDArray[np.float32]) -> Vectors:
    """Unit vectors as int8 with one scale a row (largest component = 127); the cosine moves by less than .005."""
    top = np.abs(vectors).max(axis=1, initial=0.0)
    scales = (top / 127.0).astype(np.float32)
    safe = np.where(scales > 0, scales, 1.0)
    return Vectors(space, np.rint(vectors / safe[:, None]).astype(np.int8), scales)


@dataclass(frozen=True, slots=True)
class Postings:
    """The inverted words: sorted runs (word → rows, counts) and a short unsorted tail of the newest rows."""

    terms: npt.NDArray[np.uint32]  # (words,), sorted
    starts: npt.NDArray[np.int64]  # (words + 1,)
    rows: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]
    tail_terms: npt.NDArray[np.uint32]
    tail_rows: npt.NDArray[np.int32]
    tail_counts: npt.NDArray[np.uint16]

    def find(self, term: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]:
        """The rows that hold `term` and how often; both empty for an unknown word."""
        wanted = np.uint32(term)
        at = int(np.searchsorted(self.terms, wanted))
        rows, counts = self.rows[:0], self.counts[:0]
        if at < len(self.terms) and self.terms[at] == wanted:
            span = slice(int(self.starts[at]), int(self.starts[at + 1]))
            rows, counts = self.rows[span], self.counts[span]
        if len(self.tail_terms):
            late = np.flatnonzero(self.tail_terms == wanted)
            if len(late):
                return np.concatenate([rows, self.tail_rows[late]]), np.concatenate([counts, self.tail_counts[late]])
        return rows, counts

    def extended(self, positions: Positions, added: Terms) -> "Postings":
        """With the words of new rows at `positions`; merged into the runs when the tail has grown to an eighth of them."""
        rows = np.repeat(positions.astype(np.int32), np.diff(added.offsets))
        grown = replace(
            self,
            tail_terms=np.concatenate([self.tail_terms, added.terms]),
            tail_rows=np.concatenate([self.tail_rows, rows]),
            tail_counts=np.concatenate([self.tail_counts, added.counts]),
        )
        if len(grown.tail_terms) > max(_MERGE_AT_LEAST, len(self.rows) // 8):
            return grown._merged()
        return grown

    def _merged(self) -> "Postings":
        words = np.concatenate([np.repeat(self.terms, np.diff(self.starts)), self.tail_terms])
        rows = np.concatenate([self.rows, self.tail_rows])
        counts = np.concatenate([self.counts, self.tail_counts])
        order = _sorted(words)
        terms, first = np.unique(words[order], return_index=True)
        starts = np.append(first, len(words)).astype(np.int64)
        return Postings(terms, starts, rows[order], counts[order], words[:0], rows[:0], counts[:0])


def _sorted(words: npt.NDArray[np.uint32]) -> npt.NDArray[np.intp]:
    """The stable order of 32-bit numbers by two passes over 16-bit halves: numpy sorts those by radix, twice as fast in all."""
    low = np.argsort(words.astype(np.uint16), kind="stable")
    high = np.argsort((words[low] >> np.uint32(16)).astype(np.uint16), kind="stable")
    return low[high]


_NO_WORDS = np.empty(0, np.uint32)
_NO_ROWS = np.empty(0, np.int32)
_NO_COUNTS = np.empty(0, np.uint16)
NO_POSTINGS = Postings(_NO_WORDS, np.zeros(1, np.int64), _NO_ROWS, _NO_COUNTS, _NO_WORDS, _NO_ROWS, _NO_COUNTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversations:
    """How the rows of one matrix lie in conversations: derived once from its columns, for every question that is asked of it."""

    members: Positions  # rows of a session, session by session
    member_sessions: npt.NDArray[np.int32]  # (members,) the sessions, numbered in this order
    turns: Positions  # rows with a sequence, session by session, as they were said
    turn_sessions: npt.NDArray[np.int32]  # (turns,)
    turn_sequences: npt.NDArray[np.int64]  # (turns,)
    speakers: frozenset[int]  # labels, without None's


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """The arrays of one owner. All have `len(matrix)` rows; row i of each speaks of the record `ids[i]`."""

    labels: Labels
    version: int = 0  # of the owner's last write that is in here
    ids: npt.NDArray[np.void]  # (rows,) V16
    columns: Columns  # (rows,) COLUMNS
    lengths: npt.NDArray[np.float32]  # (rows,) words a row, repetitions counted
    postings: Postings = NO_POSTINGS
    vectors: Vectors | None = None  # of one space, (rows, dimensions); None before the first vector
    _derived: list[Conversations] = field(default_factory=list, init=False, repr=False, compare=False)  # of this value; at first use

    def __len__(self) -> int:
        return len(self.ids)

    def id(self, position: int) -> str:
        """The record id at `position`: 32 hexadecimal digits."""
        return bytes(self.ids[position]).hex()

    @property
    def conversations(self) -> Conversations:
        """How the rows lie in conversations; made when first asked for, at worst by two threads at once and to the same effect."""
        if not self._derived:
            self._derived.append(_conversations(self.columns))
        return self._derived[0]

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays, for the cache's bound."""
        held = self.postings.rows.nbytes + self.postings.counts.nbytes + self.postings.terms.nbytes * 3
        held += self.ids.nbytes + self.columns.nbytes + self.lengths.nbytes
        return held + (self.vectors.codes.nbytes + self.vectors.scales.nbytes if self.vectors else 0)

    def apply(self, deltas: Sequence[Delta], version: int, space: str | None = None) -> "Matrix":
        """The matrix after `deltas`, in order. Vectors of other spaces than `space` (default: the newest one met) are left out."""
        grown = self
        for delta in deltas:
            if delta.columns is not None:
                grown = grown._with_rows(delta)
            if delta.vectors is not None and delta.vector_positions is not None and delta.vectors.space == (space or delta.vectors.space):
                grown = grown._with_vectors(delta.vector_positions, delta.vectors)
        return replace(grown, version=version)

    def _with_rows(self, delta: Delta) -> "Matrix":
        assert delta.columns is not None
        positions, size = delta.positions, len(self)
        top = int(positions.max(initial=-1)) + 1
        ids, columns, lengths = self.ids, self.columns, self.lengths
        if top > size:
            ids, columns, lengths = _grown(ids, top), _grown(columns, top), _grown(lengths, top)
        if size and int(positions.min(initial=top)) < size:
            columns = columns.copy()  # rows that others may be reading change: never in place
        columns[positions] = delta.columns
        postings = self.postings
        if delta.ids is not None and delta.terms is not None:
            ids[positions] = delta.ids
            sums = np.concatenate([[0], np.cumsum(delta.terms.counts, dtype=np.int64)])[delta.terms.offsets]
            lengths[positions] = np.diff(sums)
            postings = postings.extended(positions, delta.terms)
        vectors = self.vectors
        if vectors is not None and top > len(vectors.scales):
            vectors = Vectors(vectors.space, _grown(vectors.codes, top), _grown(vectors.scales, top))
        return replace(self, ids=ids, columns=columns, lengths=lengths, postings=postings, vectors=vectors)

    def _with_vectors(self, positions: Positions, added: Vectors) -> "Matrix":
        held = self.vectors
        width = added.codes.shape[1]
        if held is None or held.space != added.space:
            held = Vectors(added.space, np.zeros((len(self), width), np.int8), np.zeros(len(self), np.float32))
        scales = held.scales.copy()  # readers of the old one still see these rows masked
        scales[positions] = added.scales
        held.codes[positions] = added.codes
        return replace(self, vectors=Vectors(held.space, held.codes, scales))


def empty(labels: Labels) -> Matrix:
    """The matrix of an owner without records."""
    return Matrix(labels=labels, ids=np.empty(0, "V16"), columns=np.zeros(0, COLUMNS), lengths=np.zeros(0, np.float32))


def _conversations(columns: Columns) -> Conversations:
    session, sequence, speaker = (np.ascontiguousarray(columns[name]) for name in ("session", "sequence", "speaker"))
    order = np.argsort(session, kind="stable")
    members, turns = order[session[order] != 0], order[sequence[order] >= 0]
    before, after = turns[:-1], turns[1:]
    if (sequence[after] < sequence[before])[session[after] == session[before]].any():
        turns = turns[np.lexsort((sequence[turns], session[turns]))]  # seldom needed, and ten times as slow
    return Conversations(
        members=members,
        member_sessions=_numbered(session[members]),
        turns=turns,
        turn_sessions=_numbered(session[turns]),
        turn_sequences=sequence[turns],
        speakers=frozenset(np.unique(speaker[speaker != 0]).tolist()),
    )


def _numbered(runs: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
    """The number of the run that each value stands in, from 0."""
    return np.cumsum(np.diff(runs, prepend=runs[:1]) != 0, dtype=np.int32)


def _grown(held: npt.NDArray[_T], rows: int) -> npt.NDArray[_T]:
    """`held` with `rows` rows, new ones zero. Spare room behind it is reused, so that a line of appends copies O(log n) times."""
    base = held.base if isinstance(held.base, np.ndarray) and held.base.dtype == held.dtype else held
    if len(base) < rows or base.ctypes.data != held.ctypes.data:
        base = np.zeros((max(rows, 2 * len(held), 64), *held.shape[1:]), held.dtype)
        base[: len(held)] = held
    return base[:rows]
