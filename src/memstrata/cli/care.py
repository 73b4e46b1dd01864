"""Care of what is stored: export, backup, restore, erase, verify, repair."""

import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place
from memstrata.core import errors
from memstrata.core.batch import Finding
from memstrata.core.records import Json, MemoryRecord
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope

if TYPE_CHECKING:
    from memstrata.scoped import ScopedMemory

_MAX_RECEIPT_BYTES = 1_000_000
_Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]


@place.verb
def export(
    where: Place,
    file: Annotated[str, typer.Argument(help="A file, or a folder for Markdown.")],
    *,
    format: Annotated[str | None, typer.Option(help="jsonl or markdown. [default: by the file's name]")] = None,
    everyone: Annotated[bool, typer.Option("--all", help="All users, also when one is set.")] = False,
) -> int:
    """Write memories to a file in an open form, or as Markdown pages.

    All of one user when a user is named, else of all users. `memstrata import` brings JSON lines back.
    """
    scope = None if everyone or not where.user else Scope(user=where.user, tenant=where.tenant or None)
    with where.open(quick=True) as memory:
        report = memory.export(file, scope, format)
    if where.as_json:
        plain.write(report)
    else:
        show.line(
            ("✓ ", "green"),
            f"{report.path}: {show.counted(report.records, 'memory')} of {show.counted(report.scopes, 'user')} ({report.format})",
        )
    return exits.OK


@place.verb
def backup(
    where: Place, file: Annotated[str, typer.Argument(help="A file, or a folder that gets a file with the time in its name.")]
) -> int:
    """Copy the whole memory to one file while it is used.

    The copy holds the keys: who has it can read it, and what is erased later is still in it.
    """
    with where.open(quick=True) as memory:
        report = memory.backup(file)
    if where.as_json:
        plain.write(report)
    else:
        show.line(("✓ ", "green"), f"{report.path}: {report.bytes:,} bytes")
    return exits.OK


@place.verb
def restore(where: Place, file: Annotated[str, typer.Argument(help="A file that backup wrote.")], *, yes: _Yes = False) -> int:
    """Replace the memory by a backup. What was erased since then does not come back."""
    if not Path(file).expanduser().is_file():
        raise errors.InputError(f"no file {file}")
    with where.open(quick=True, make=True) as memory:
        held = memory.stats().records
        if held:
            _agreed(f"replace the {held:,} memories in {memory.settings.path} by {file}?", yes)
        report = memory.restore(file)
    if where.as_json:
        plain.write(report)
    else:
        again = f"; {report.erased_again} that were erased since were erased again" if report.erased_again else ""
        show.line(("✓ ", "green"), f"{show.counted(report.records, 'memory')} of {show.counted(report.scopes, 'user')} are back{again}")
    return exits.OK


@place.verb
def erase(
    where: Place,
    ids: Annotated[list[str] | None, typer.Argument(help="Ids from recall or list.")] = None,
    *,
    session: Annotated[str | None, typer.Option(help="Everything of one conversation.")] = None,
    kind: Annotated[str | None, typer.Option(help="Everything of one kind.")] = None,
    filter: Annotated[str | None, typer.Option(metavar="JSON", help="What a filter selects; it is shown first.")] = None,
    everything: Annotated[bool, typer.Option("--everything", help="The user whole, over all agents and scenes.")] = False,
    receipt: Annotated[str | None, typer.Option(metavar="FILE", help="Write the receipt there.")] = None,
    yes: _Yes = False,
) -> int:
    """Remove memories for good, from every tier, index and file. Shows a receipt that `verify --receipt` looks at again."""
    where.owner()
    wanted = place.json_object("filter", filter)
    if receipt is not None and Path(receipt).expanduser().exists():
        raise errors.InputError(f"{receipt} is there already: name another file for the receipt")
    with where.open(quick=True) as memory:
        given = _erased(where.mine(memory), {"ids": ids or None, "session": session, "kind": kind, "everything": everything}, wanted, yes)
    if receipt is not None:
        _keep(given, Path(receipt).expanduser())
    if where.as_json:
        plain.write(given)
        return exits.OK
    counts = ", ".join(f"{number} {name}" for name, number in sorted(given.counts.items()) if number) or "nothing"
    show.line(("✓ ", "green"), f"erased: {counts}")
    show.line(("receipt ", "dim"), given.id, ("" if given.complete else "  not finished yet: another process still reads", "dim"))
    return exits.OK


@place.verb
def verify(
    where: Place,
    receipt: Annotated[str | None, typer.Option(metavar="FILE", help="Look again for what this erasure removed.")] = None,
) -> int:
    """Look for damage; changes nothing."""
    shown = None if receipt is None else _receipt(receipt)
    with where.open(quick=True) as memory:
        findings = memory.verify(shown)
    return _told(where, findings, "all is well" if shown is None else "nothing of it is left")


@place.verb
def repair(where: Place) -> int:
    """Make anew what is derived from the stored memories, where verify finds it wrong."""
    with where.open(quick=True) as memory:
        mended, left = memory.repair(), memory.verify()
    if where.as_json:
        plain.write({"mended": mended, "findings": left})
        return exits.STORE if left else exits.OK
    for finding in mended:
        show.line(("mended ", "green"), f"{finding.part}: {finding.problem}")
    return _told(where, left, "all is well")


def _told(where: Place, findings: list[Finding], well: str) -> int:
    if where.as_json:
        plain.write({"findings": findings})
    else:
        for finding in findings:
            show.line((f"{finding.part}: ", "red"), finding.problem, ("  (can be repaired)" if finding.mendable else "", "dim"))
        if not findings:
            show.line(("✓ ", "green"), well)
    return exits.STORE if findings else exits.OK


def _erased(mine: "ScopedMemory", given: dict[str, object], wanted: dict[str, Json] | None, yes: bool) -> Receipt:
    """Erase after the user agreed; a filter shows first what it selects."""
    if wanted is None:
        owner = mine.owner
        what = (
            f"everything of {owner.user}" if given["everything"] else " ".join(f"{name} {value}" for name, value in given.items() if value)
        )
        _agreed(f"erase {what} for good?", yes)
        return mine.erase(**given)  # type: ignore[arg-type]   # the options of the verb, as typer read them
    chosen = mine.preview(wanted)
    if not chosen.records:
        raise errors.NotFoundError("the filter selects nothing")
    _listed(chosen.records)
    _agreed(f"erase these {len(chosen.records)} memories for good?", yes)
    return mine.erase(**given, filter=wanted, token=chosen.token)  # type: ignore[arg-type]   # as above


def _listed(records: list[MemoryRecord]) -> None:
    for record in records:
        show.note(f"{record.id}  {record.kind}  {show.one_line(record.content, 100)}")


def _agreed(question: str, yes: bool) -> None:
    """Ask on the terminal. Raises InputError where nobody can answer, or when the answer is no."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise errors.InputError(f"{question} pass --yes to do it without being asked")
    print(f"{show.safe(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes", "是", "好"):
        raise errors.InputError("nothing was changed")


def _keep(receipt: Receipt, file: Path) -> None:
    try:
        with open(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as written:
            json.dump(plain.plain(receipt), written, ensure_ascii=False, indent=2)
    except OSError as error:
        show.note(f"the receipt could not be written to {file}: {error.strerror or error}")


def _receipt(file: str) -> Receipt:
    """The receipt that `erase` showed or wrote. Raises InputError."""
    try:
        with Path(file).expanduser().open("rb") as read:
            held = json.loads(read.read(_MAX_RECEIPT_BYTES))
        return Receipt(
            id=str(held["id"]),
            scope_hash=str(held["scope_hash"]),
            at=datetime.fromisoformat(held["at"]),
            counts=dict(held["counts"]),
            indexes=dict(held["indexes"]),
            files=tuple(held.get("files", ())),
            complete=bool(held.get("complete", True)),
        )
    except OSError as error:
        raise errors.InputError(f"cannot read {file}: {error.strerror or error}") from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise errors.InputError(f"{file} is no receipt: pass what `erase --receipt FILE` or `erase --json` wrote") from None
