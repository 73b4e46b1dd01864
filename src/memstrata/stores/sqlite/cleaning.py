"""After an erasure: the log emptied, a look for what must be gone, and stale copies of it blanked."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memstrata.stores.sqlite import engine, figures, residue, slack, statements
from memstrata.stores.sqlite.handle import Handle
from memstrata.stores.sqlite.residue import Needles
from memstrata.stores.sqlite.writer import Writer

_TRIES = 20  # to find the log empty and nobody writing
_PAGES = 512  # that are blanked while others wait


@dataclass(frozen=True, slots=True)
class Cleaning:
    """Looks into the files of one store and blanks bytes that hold nothing."""

    path: Path
    handle: Handle
    writer: Writer

    def clean(self, needles: Collection[bytes], receipt: str) -> bool:
        """Make sure that no needle stands in the files; False while a reader of another process still pins old pages."""
        wanted = list(needles)
        complete = self.writer.checkpoint()
        left = self.left(wanted) if complete else set()
        if left and self._blank(list(left), receipt):
            left = self.left(wanted)
        for rewrite in ("rewrite_indexes", "rewrite_file"):
            if complete and left:
                complete = self.writer.rewrite(rewrite)
                left = self.left(wanted)
        return complete and not left

    def blank_beside_keys(self, receipt: str) -> None:
        """Blank what holds nothing in the pages of the keys: those that went are not known any more."""
        if layout := self._layout():
            found = self.writer.run(lambda transaction: statements.rows(transaction.connection, "pages_of_keys"))
            self._alone(partial(self._blanked, layout, [number - 1 for (number,) in found], None), receipt)

    def left(self, needles: Sequence[bytes]) -> set[bytes]:
        """Which needles stand in the file or beside it."""
        with engine.translated_files():
            found = residue.found(residue.pieces(self.handle.read), needles)
            for beside in figures.files(self.path)[1:]:
                found |= residue.found(_beside(beside), needles)
            return found

    def _blank(self, needles: list[bytes], receipt: str) -> bool:
        """Blank the empty parts of pages in which stale copies stand; False when others write all the time or no such page is known."""
        layout, looked_for = self._layout(), Needles(needles)
        with engine.translated_files():
            found = looked_for.spots(residue.pieces(self.handle.read))
        if layout is None or not found:
            return False
        pages = sorted({layout.page(begin) for begin, _ in found})
        parts = [pages[start : start + _PAGES] for start in range(0, len(pages), _PAGES)]
        return all(self._alone(partial(self._blanked, layout, part, looked_for), receipt) for part in parts)

    def _alone(self, work: Callable[[], None], receipt: str) -> bool:
        log = figures.log(self.path)
        return any(self.writer.checkpoint() and self.writer.alone(log, work, "touch_receipt", receipt) for _ in range(_TRIES))

    def _layout(self) -> slack.Layout | None:
        with engine.translated_files():
            return slack.Layout.of(self.handle.read(0, slack.HEADER_BYTES))

    def _blanked(self, layout: slack.Layout, pages: list[int], needles: Needles | None) -> None:
        """Blank the empty parts of `pages`, all of them or those that hold a needle."""
        with engine.translated_files():
            for number in pages:
                start = number * layout.page_bytes
                page = self.handle.read(start, layout.page_bytes)
                empty = slack.empty(page, number, layout.page_bytes)
                if needles is not None:
                    spots = [(start + begin, start + end) for begin, end in needles.spots([page])]
                    empty = slack.holding(empty, spots)
                self.handle.blank(empty)
            self.handle.sync()


def _beside(path: Path) -> Iterator[bytes]:
    """A file on which SQLite holds no locks, in pieces."""
    with path.open("rb") as file:
        while piece := file.read(residue.PIECE_BYTES):
            yield piece
