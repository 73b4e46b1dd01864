"""`import`: old chats from a file into sessions of the memory. A second run adds nothing; one that stopped is simply run again."""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memstrata import importers
from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place
from memstrata.core import errors

if TYPE_CHECKING:
    from memstrata.scoped import ScopedMemory

_PROGRESS_SECONDS = 0.5
_BAD_SHOWN = 20


@dataclass(slots=True, kw_only=True)
class Tally:
    """What an import met so far."""

    format: str
    messages: int = 0
    sessions: set[str] = field(default_factory=set)
    bad: list[importers.Bad] = field(default_factory=list)
    added: int = 0
    facts: int = 0

    def report(self) -> dict[str, object]:
        """As JSON: counts, and the places that were left out."""
        counts = {"messages": self.messages, "sessions": len(self.sessions), "added": self.added, "facts": self.facts}
        return {"format": self.format, **counts, "bad": self.bad}


@place.verb
def import_(
    where: Place,
    file: Annotated[str, typer.Argument(help="Chats: " + ", ".join(importers.FORMATS) + ".")],
    *,
    format: Annotated[str | None, typer.Option(help="The file's format. [default: looked up in the file]")] = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="For messages without a time. [default: the file's own]")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and count; write nothing.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Leave the embedding to a later call.")] = False,
) -> int:
    """Bring in old chats from a file. Running it again adds nothing twice."""
    tally = Tally(format=format or importers.detect(file))
    items = importers.read(file, tally.format)
    if dry_run:
        for item in _watched(items, tally):
            _count(tally, item)
    else:
        where.owner()
        default = place.instant(at) or datetime.fromtimestamp(Path(file).stat().st_mtime, UTC).isoformat()
        with where.open(make=True) as memory:
            _store(where.mine(memory), items, tally, default)
            if not quick:
                memory.flush()
    _show(tally, where.as_json, dry_run=dry_run)
    return exits.PARTIAL if tally.bad else exits.OK


def _store(mine: "ScopedMemory", items: Iterator[importers.Item | importers.Bad], tally: Tally, default: str) -> None:
    """Add each message to its session, and close the sessions: old chats are over."""
    turns, facts = mine.list(kinds=["turn"], limit=0).total, mine.list(limit=0).total
    for item in _watched(items, tally):
        if isinstance(item, importers.Item):
            try:
                mine.session(item.session).add(item.role, item.content, at=item.at or default, id=item.id, name=item.name)
            except errors.InputError as error:
                tally.bad.append(importers.Bad(item.line, str(error)))
                continue
        _count(tally, item)
    for session in tally.sessions:
        mine.session(session).close()
    tally.added = mine.list(kinds=["turn"], limit=0).total - turns
    tally.facts = mine.list(limit=0).total - facts


def _count(tally: Tally, item: importers.Item | importers.Bad) -> None:
    if isinstance(item, importers.Bad):
        tally.bad.append(item)
    else:
        tally.messages += 1
        tally.sessions.add(item.session)


def _watched(items: Iterator[importers.Item | importers.Bad], tally: Tally) -> Iterator[importers.Item | importers.Bad]:
    """The items; now and then a line on stderr says how far it is, on a terminal always the same one."""
    shown = time.monotonic()
    for item in items:
        if time.monotonic() - shown > _PROGRESS_SECONDS:
            shown = time.monotonic()
            print(f"\r{tally.messages} messages…", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
        yield item
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)


def _show(tally: Tally, as_json: bool, *, dry_run: bool) -> None:
    if as_json:
        plain.write({**tally.report(), "dry_run": dry_run})
        return
    for bad in tally.bad[:_BAD_SHOWN]:
        show.note(f"line {bad.line}: {bad.reason}")
    if len(tally.bad) > _BAD_SHOWN:
        show.note(f"… and {len(tally.bad) - _BAD_SHOWN} more")
    left_out = f", {len(tally.bad)} left out" if tally.bad else ""
    stored = "nothing written" if dry_run else f"{tally.added} added, {tally.messages - tally.added} known, {tally.facts} facts more"
    show.line(f"{tally.format}: {tally.messages} messages in {len(tally.sessions)} sessions{left_out}; {stored}")
