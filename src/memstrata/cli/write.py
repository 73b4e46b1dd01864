"""The writing verbs: remember, forget, unforget, publish."""

from typing import Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place

Ids = Annotated[list[str], typer.Argument(help="Ids from recall or list.")]
_EMBED_SECONDS = 30.0


@place.verb
def remember(
    where: Place,
    text: Annotated[str, typer.Argument(help="What was said, or - to read it from standard input.")],
    *,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When it was said, ISO 8601. [default: now]")] = None,
    source: Annotated[str, typer.Option(help="user, agent, tool, import or web.")] = "user",
    kind: Annotated[str | None, typer.Option(help="Store the text as a fact of this kind, as it stands.")] = None,
    slot: Annotated[str | None, typer.Option(help="Store the text as the value of this slot.")] = None,
    importance: Annotated[str | None, typer.Option(help="low, medium, high, critical, or 0 to 1.")] = None,
    metadata: Annotated[str | None, typer.Option(metavar="JSON", help="An object of your own.")] = None,
    ttl: Annotated[float | None, typer.Option(metavar="SECONDS", help="Expires after so long.")] = None,
    key: Annotated[str | None, typer.Option(help="Idempotency key: a second write with it changes nothing.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave the embedding to a later call.")] = False,
) -> int:
    """Store what was said, and the facts in it."""
    words, notes = place.text(text), place.json_object("metadata", metadata)
    where.owner()
    with where.open(make=True) as memory:
        report = where.mine(memory).remember(
            words,
            at=place.instant(at),
            source=source,
            kind=kind,
            slot=slot,
            importance=_number(importance),
            metadata=notes,
            ttl_seconds=ttl,
            key=key,
        )
        if not quick:
            memory.flush(_EMBED_SECONDS)
    if where.as_json:
        plain.write(report)
        return exits.OK
    for record in report.records:
        show.line(("✓ ", "green"), record.content, (f"  [{record.slot or record.kind}]", "cyan"))
    for record in report.superseded:
        show.line(("  no longer: ", "dim"), (show.one_line(record.content), "dim"))
    if not report.records:
        show.line(("✓ ", "green"), "kept as said; no fact was found in it")
    return exits.OK


@place.verb
def forget(where: Place, ids: Ids) -> int:
    """Hide memories from every read; unforget brings them back."""
    return _changed(where, ids, "forget", "forgotten")


@place.verb
def unforget(where: Place, ids: Ids) -> int:
    """Bring forgotten memories back."""
    return _changed(where, ids, "unforget", "back")


@place.verb
def publish(
    where: Place,
    id: Annotated[str, typer.Argument(help="Of a memory of the agent that --agent names.")],
    status: Annotated[str, typer.Argument(help="intent, proposal, decision or conclusion.")],
    *,
    role: Annotated[str | None, typer.Option(help="In which role the agent says so.")] = None,
    reasons: Annotated[str | None, typer.Option(help="Why.")] = None,
    expected: Annotated[str | None, typer.Option(metavar="ID", help="The shared memory that it is to replace.")] = None,
) -> int:
    """Share an agent's conclusion with the user's other agents."""
    where.owner()
    with where.open(quick=True) as memory:
        shared = where.mine(memory).publish(id, status, role=role, reasons=reasons, expected=expected)
    if where.as_json:
        plain.write(shared)
    else:
        show.line(("published: ", "green"), show.one_line(shared.content), (f"  [{shared.metadata['status']}]", "cyan"))
    return exits.OK


def _changed(where: Place, ids: list[str], act: str, outcome: str) -> int:
    where.owner()
    with where.open(quick=True) as memory:
        mine = where.mine(memory)
        changed = mine.forget(ids) if act == "forget" else mine.unforget(ids)
    if where.as_json:
        plain.write({"records": changed})
    else:
        for record in changed:
            show.line((f"{outcome}: ", "green"), show.one_line(record.content))
    return exits.OK


def _number(given: str | None) -> float | str | None:
    """A number where the text is one; names and nonsense are for the verb."""
    try:
        return None if given is None else float(given)
    except ValueError:
        return given
