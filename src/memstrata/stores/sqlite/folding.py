"""The segments of one owner on disk: appended by each write, folded when they are many, written anew when rows are erased."""

import struct
from collections.abc import Sequence
from dataclasses import replace

import apsw

from memstrata.core.matrix import Delta, Positions
from memstrata.stores import segments
from memstrata.stores.sqlite import statements
from memstrata.stores.sqlite.owners import Owner

_FOLD_AT = 320  # small segments that wait before they are folded …
_LEFT = 64  # … and the newest that are not: who is a few writes behind reads only those
_PART_ROWS = 512  # rows in one segment of a fold
_STALE_ROWS = 4096  # superfluous rows that are never worth a fold of everything
_DEAD_ROWS = 1024  # erased places that are left where they are, however few records live
_MOVED_ROWS = 10_000  # living ones that are moved at once: others wait meanwhile …
_MOST_DEAD = 8  # … unless there are so many dead to a living one
_PIECE_BYTES = 1 << 20  # of segments that are written anew in one transaction …
_PIECE_SEGMENTS = 32  # … and how many of them at most
_NONCE_BYTES = 12
_ALL = -1  # a version before the first


def read(connection: apsw.Connection, owner: Owner, after: int = _ALL) -> list[Delta]:
    """What changed after the version `after`, in order. Raises CorruptStoreError."""
    found = statements.rows(connection, "segments_after", owner.id, after)
    return [delta for row in found for delta in _opened(owner, row)]


def write_segment(connection: apsw.Connection, owner: Owner, version: int, deltas: Sequence[Delta], part: int = 0) -> None:
    """Append `deltas` as one segment of the owner's `version`."""
    sealed = owner.seal.close(segments.encode(deltas), _place(version, part))
    statements.run(connection, "add_segment", owner.id, version, part, segments.weight(deltas), sealed)


def folded(connection: apsw.Connection, owner: Owner) -> Owner:
    """`owner` after its older small segments were folded, when they are many; all segments when most of what they carry is out of date."""
    if owner.small < _FOLD_AT:
        return owner
    total = statements.row(connection, "segments_weight", owner.id)
    stale = total is not None and total[0] > 4 * owner.positions + _STALE_ROWS  # a live row weighs 2: columns and vector
    after = _ALL if stale else owner.base
    found = statements.rows(connection, "segments_after", owner.id, after)[:-_LEFT]
    until = found[-1][1]
    deltas = [delta for row in found for delta in _opened(owner, row)]
    statements.run(connection, "drop_segments_between", owner.id, after, until)
    _write_parts(connection, owner, until, segments.folded(deltas))
    return replace(owner, base=until, small=_LEFT)


def holding(connection: apsw.Connection, owner: Owner, gone: Positions, seen: set[statements.Row]) -> list[list[statements.Row]]:
    """Which segments still hold something of the rows in `gone`, by row, version and part, in pieces that are written anew at once.

    Those in `seen` hold nothing; others that hold nothing are added to it.
    """
    pieces: list[list[statements.Row]] = []
    room = 0
    for *numbers, size in statements.rows(connection, "places_of_segments", owner.id):
        place = tuple(numbers)
        if place in seen:
            continue
        if (found := _segment(connection, owner, place)) is None or segments.without(_opened(owner, found), gone) is None:
            seen.add(place)
            continue
        if not pieces or size > room or len(pieces[-1]) == _PIECE_SEGMENTS:
            pieces.append([])
            room = _PIECE_BYTES
        pieces[-1].append(place)
        room -= size
    return pieces


def clear(connection: apsw.Connection, owner: Owner, place: statements.Row, gone: Positions) -> list[bytes]:
    """Write a segment anew without the rows in `gone`; the first bytes of the one that went, [] for one that is not there any more."""
    found = _segment(connection, owner, place)
    rest = None if found is None else segments.without(_opened(owner, found), gone)
    if found is None or rest is None:
        return []
    number, version, part, _ = found
    statements.run(connection, "drop_segment", number)
    write_segment(connection, owner, version, rest, part)
    return [_trace(found)]


def sparse(connection: apsw.Connection, owner: Owner) -> bool:
    """Whether so many places are dead that the living are to move together; of many living ones more have to be dead."""
    living = statements.rows(connection, "number_of_records", owner.id)[0][0]
    dead = owner.positions - living
    return bool(dead > max(living, _DEAD_ROWS) and (living <= _MOVED_ROWS or dead > _MOST_DEAD * living))


def compacted(connection: apsw.Connection, owner: Owner) -> tuple[Owner, list[bytes]]:
    """`owner` after its living rows moved together and all segments were written anew, and the first bytes of those that went."""
    found = statements.rows(connection, "segments_after", owner.id, _ALL)
    alive, moved = segments.compacted(segments.folded([delta for row in found for delta in _opened(owner, row)]))
    for delta in moved:
        if delta.ids is not None:
            places = [(int(place), owner.id, key.tobytes()) for place, key in zip(delta.positions, delta.ids, strict=True)]
            statements.many(connection, "move_record", places)
    return rewritten(connection, replace(owner, positions=alive), moved), [_trace(row) for row in found]


def rewritten(connection: apsw.Connection, owner: Owner, deltas: Sequence[Delta]) -> Owner:
    """`owner` after all its segments were replaced by `deltas`."""
    statements.run(connection, "drop_segments", owner.id)
    _write_parts(connection, owner, owner.version, deltas)
    return replace(owner, base=owner.version, small=0)


def _segment(connection: apsw.Connection, owner: Owner, place: Sequence[object]) -> statements.Row | None:
    row, version, part = place
    return statements.row(connection, "get_segment", row, owner.id, version, part)


def _opened(owner: Owner, row: statements.Row) -> list[Delta]:
    _, version, part, sealed = row
    return segments.decode(owner.seal.open(sealed, _place(version, part)))


def _trace(row: statements.Row) -> bytes:
    """The first bytes of a sealed segment: no other begins so."""
    found: bytes = row[3][:_NONCE_BYTES]
    return found


def _place(version: int, part: int) -> bytes:
    return b"segments" + struct.pack(">QI", version, part)


def _write_parts(connection: apsw.Connection, owner: Owner, version: int, deltas: Sequence[Delta]) -> None:
    parts = [part for delta in deltas for part in segments.parted(delta, _PART_ROWS)]
    for number, part in enumerate(parts):
        write_segment(connection, owner, version, [part], number)
