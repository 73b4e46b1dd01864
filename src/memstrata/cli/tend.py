"""Consolidation from the command line."""

from typing import Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place


@place.verb
def consolidate(
    where: Place,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")] = False,
    undo: Annotated[str | None, typer.Option(metavar="RUN", help="Take a run back instead.")] = None,
    everyone: Annotated[bool, typer.Option("--all", help="All users, also when one is set.")] = False,
) -> int:
    """Join duplicates, compress old episodes, link, hide what faded, draw principles from failures.

    Of one user when a user is named, else of all users. Shows ids, never text.
    """
    with where.open() as memory:
        about = memory if everyone or not where.user else where.mine(memory)
        if undo is not None:
            count = about.undo(undo)
            if where.as_json:
                plain.write({"undone": count})
            else:
                show.line(("✓ ", "green"), f"{count:,} memories are as they were before")
            return exits.OK
        report = about.consolidate(dry_run=dry_run)
    if where.as_json:
        plain.write(report)
        return exits.OK
    for change in report.changes:
        show.line((f"{change.step} ", "yellow"), f"{change.why}  [{', '.join(change.ids)}]  user {change.scope.user}")
    for step, count in report.counts.items():
        show.line((f"{step:<12}", "bold"), f"{count:>6}")
    if not report.changes:
        show.line(("✓ ", "green"), "nothing to change")
        return exits.OK
    ended = "nothing was changed: this was a rehearsal" if report.dry_run else f"--undo {report.run} takes it back"
    more = ", more are left for the next run" if report.capped else ""
    show.line(("✓ ", "green"), f"{show.counted(len(report.changes), 'change')}{more}; {ended}")
    return exits.OK
