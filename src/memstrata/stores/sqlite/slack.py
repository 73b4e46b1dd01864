"""The bytes of a page of SQLite that hold nothing: rows that were moved away leave copies of themselves there.

`secure_delete` blanks what is deleted, not what a page's rebalancing leaves behind. Layout: sqlite.org/fileformat2, 1.6.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass

_TREE_PAGES = {2: 12, 5: 12, 10: 8, 13: 8}  # kind of page: bytes of its header
HEADER_BYTES = 100  # of the file, before the header of the first page
_MOST_PAGES = 1 << 24  # above, the number at the start of an overflow page could pass for the kind of a tree's page
_FREE_BLOCK_BYTES = 4  # place of the next one and own size

Range = tuple[int, int]  # from, up to; bytes of the file


@dataclass(frozen=True, slots=True)
class Layout:
    """How the file is cut into pages."""

    page_bytes: int
    pages: int

    @classmethod
    def of(cls, header: bytes) -> "Layout | None":
        """From the first 100 bytes of the file; None for one whose pages cannot be told apart."""
        (size,) = struct.unpack_from(">H", header, 16)
        (pages,) = struct.unpack_from(">I", header, 28)
        return cls(65536 if size == 1 else size, pages) if header[20] == 0 and pages < _MOST_PAGES else None

    def page(self, place: int) -> int:
        """The number, from 0, of the page that the byte `place` of the file is in."""
        return place // self.page_bytes


def empty(page: bytes, number: int, page_bytes: int) -> list[Range]:
    """Which bytes of the file, all in this page, hold nothing; [] for a page of no tree or one that is not understood."""
    first = HEADER_BYTES if number == 0 else 0
    header = _TREE_PAGES.get(page[first]) if len(page) == page_bytes else None
    if header is None:
        return []
    free, cells, content = struct.unpack_from(">HHH", page, first + 1)
    content = content or 65536
    pointers_end = first + header + 2 * cells
    if not pointers_end <= content <= page_bytes:
        return []
    found = [(pointers_end, content)]
    while free:
        if not content <= free <= page_bytes - _FREE_BLOCK_BYTES:
            return []
        following, size = struct.unpack_from(">HH", page, free)
        if size < _FREE_BLOCK_BYTES or free + size > page_bytes or 0 < following < free + size:
            return []
        found.append((free + _FREE_BLOCK_BYTES, free + size))
        free = following
    start = number * page_bytes
    return [(start + begin, start + end) for begin, end in found if begin < end]


def holding(ranges: Iterable[Range], spots: Iterable[Range]) -> list[Range]:
    """Those of `ranges` that one of `spots` touches."""
    touched = list(spots)
    return [(begin, end) for begin, end in ranges if any(begin < last and first < end for first, last in touched)]
