"""Looking through what is stored for what should not be there."""

from typing import Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place


@place.verb
def audit(where: Place, *, everyone: Annotated[bool, typer.Option("--all", help="All users, also when one is set.")] = False) -> int:
    """Look for orders, secrets, loops, contradictions, stale and orphaned facts, and duplicates.

    Of one user when a user is named, else of all users. Clear cases are quarantined, the others marked for review. Shows ids, never
    text.
    """
    with where.open(quick=True) as memory:
        report = memory.audit() if everyone or not where.user else where.mine(memory).audit()
    if where.as_json:
        plain.write({name: getattr(report, name) for name in ("records", "scopes", "counts", "rates", "findings")})
        return exits.OK
    for trouble, count in report.counts.items():
        show.line((f"{trouble:<15}", "bold"), f"{count:>6}  {report.rates[trouble]:.2%}")
    for finding in report.findings:
        done = "quarantined" if finding.quarantined else "review"
        show.line((f"{finding.trouble} ", "yellow"), f"{done}: {finding.why}  [{', '.join(finding.ids)}]  user {finding.scope.user}")
    looked_at = f"{show.counted(report.records, 'memory')} of {show.counted(report.scopes, 'user')}"
    show.line(("✓ ", "green"), f"{looked_at}, {show.counted(len(report.findings), 'finding')}")
    return exits.OK
