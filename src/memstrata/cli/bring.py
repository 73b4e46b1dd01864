"""`import`: old chats, or an export, from a file. A second run adds nothing; one that stopped is simply run again."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from memstrata import importers
from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place
from memstrata.core import errors

_PROGRESS_SECONDS = 0.5
_PLACES_SHOWN = 20


@place.verb
def import_(
    where: Place,
    file: Annotated[str, typer.Argument(help=f"Chats ({', '.join(importers.FORMATS)}), or an export of memstrata.")],
    *,
    format: Annotated[str | None, typer.Option(help="The file's format. [default: looked up in the file]")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read chats and count; write nothing.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Leave the embedding to a later call.")] = False,
) -> int:
    """Bring in old chats from a file.

    Running it again adds nothing twice. Messages without a time get the file's own. An export of memstrata is brought back whole
    when no user is named, else that user's part of it.
    """
    told = _Progress()
    report = _counted(file, format, told) if dry_run else _stored(where, file, format, told, quick=quick)
    told.end()
    if where.as_json:
        plain.write({**_plain(report), "dry_run": dry_run})
    else:
        _show(report, dry_run=dry_run)
    return exits.OK if report.complete else exits.PARTIAL


@place.verb
def ingest(
    where: Place,
    file: Annotated[str, typer.Argument(help="A text or Markdown file, or - to read standard input.")],
    *,
    title: Annotated[str | None, typer.Option(help="What the document is called. [default: the file's name]")] = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When it was written, ISO 8601. [default: now]")] = None,
    source: Annotated[str, typer.Option(help="user, agent, tool, import or web.")] = "import",
    quick: Annotated[bool, typer.Option("--quick", help="Leave the embedding to a later call.")] = False,
) -> int:
    """Take in a document, cut into chunks that recall finds.

    Taken in again under its title, what did not change stays, and the rest takes the place of the former version.
    """
    where.owner()
    given = place.text(file) if file == "-" else Path(file)
    with where.open(make=True) as memory:
        report = where.mine(memory).ingest(given, title, place.instant(at), source)
        if not quick:
            memory.flush()
    if where.as_json:
        plain.write(report)
    else:
        show.line(
            ("✓ ", "green"), f"{report.title}: {show.counted(report.added, 'chunk')} added, {report.kept} kept, {report.retired} retired"
        )
    return exits.OK


def _stored(where: Place, file: str, form: str | None, told: Callable[[int], None], *, quick: bool) -> importers.ImportReport:
    if not Path(file).expanduser().is_file():
        raise errors.InputError(f"no file {file}")
    with where.open(make=True) as memory:
        if where.user:
            report = where.mine(memory).import_(file, form, progress=told)
        else:
            try:
                report = memory.import_(file, form, progress=told)
            except errors.InputError:
                where.owner()  # chats belong to somebody: say how to name them here
                raise
        if not quick:
            memory.flush()
    return report


def _counted(file: str, form: str | None, told: Callable[[int], None]) -> importers.ImportReport:
    """What the file of chats holds; nothing of it is stored."""
    report = importers.ImportReport(format=form or importers.detect(file))
    for item in importers.read(file, report.format):
        if isinstance(item, importers.Bad):
            report.bad += 1
            report.note(item)
        else:
            report.read += 1
            report.sessions.add(item.session)
        told(report.read)
    return report


class _Progress:
    """Now and then a line on stderr says how far it is; on a terminal it is always the same one."""

    def __init__(self) -> None:
        self._shown = time.monotonic()

    def __call__(self, read: int) -> None:
        if time.monotonic() - self._shown > _PROGRESS_SECONDS:
            self._shown = time.monotonic()
            screen = sys.stderr.isatty()
            print(f"\r{read:,} read…" if screen else f"{read} read", end="" if screen else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)


def _plain(report: importers.ImportReport) -> dict[str, object]:
    found = plain.plain(report)
    assert isinstance(found, dict)
    return {**found, "sessions": len(report.sessions), "share": round(report.share, 4)}


def _show(report: importers.ImportReport, *, dry_run: bool) -> None:
    for spot in report.places[:_PLACES_SHOWN]:
        show.note(f"line {spot.line}: {spot.reason}")
    if len(report.places) > _PLACES_SHOWN:
        show.note(f"… and {len(report.places) - _PLACES_SHOWN} more")
    left_out = f", {report.bad + report.conflicts} left out" if not report.complete else ""
    within = f" in {len(report.sessions)} sessions" if report.sessions else ""
    stored = "nothing written" if dry_run else f"{report.stored} stored, {report.skipped} known, {report.facts} facts"
    show.line(f"{report.format}: {report.read} read{within}{left_out}; {stored}")
    if report.quarantine:
        show.note(f"what could not be read is in {report.quarantine}")
