"""The reading verbs: recall, context, lookup, history, list, profile."""

from typing import Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place

Query = Annotated[str, typer.Argument(help="The question, or - to read it from standard input.")]
Slot = Annotated[str, typer.Argument(help="A slot such as deploy.port, or its name: 部署端口.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="Only this kind; may be repeated.")]
_EXAMPLE = '{"team": "core", "$importance": {"gte": 0.7}}'
Filter = Annotated[str | None, typer.Option("--filter", metavar="JSON", help=f"A filter such as '{_EXAMPLE}'.")]


@place.verb
def recall(
    where: Place,
    query: Query,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", help="At most so many.")] = 5,
    kind: Kinds = None,
    type: Annotated[list[str] | None, typer.Option("--type", help="Only semantic, episodic, procedural or affective ones.")] = None,
    since: place.When = None,
    until: place.When = None,
    as_of: place.When = None,
    min_relevance: Annotated[float | None, typer.Option(help="Leave out what is less relevant, 0 to 1.")] = None,
    filter: Filter = None,
    quick: place.Quick = False,
) -> int:
    """Memories that answer a question, and why."""
    query, wanted = place.text(query), place.json_object("filter", filter)
    where.owner()
    with where.open(quick=quick) as memory:
        found = where.mine(memory).recall(
            query,
            limit=limit,
            types=type or None,
            kinds=kind or None,
            since=place.instant(since),
            until=place.instant(until),
            as_of=place.instant(as_of),
            min_relevance=min_relevance,
            filter=wanted,
        )
    if where.as_json:
        plain.write({"query": query, "hits": list(found), "degraded": found.degraded})
    elif found:
        show.hits(found)
    else:
        show.note("nothing found")
    if found.degraded and not where.as_json:
        show.note(f"degraded: {', '.join(found.degraded)} (see: memstrata doctor)")
    return exits.OK if found else exits.NOTHING


@place.verb
def context(
    where: Place,
    query: Query,
    *,
    budget: Annotated[int, typer.Option(help="Tokens of the whole prompt.")] = 4000,
    session: Annotated[str | None, typer.Option(help="With the last turns of this session.")] = None,
    system: Annotated[str | None, typer.Option(help="The system prompt to put first.")] = None,
    quick: place.Quick = False,
) -> int:
    """The prompt for a model call, within a budget.

    System prompt with the profile, memories, the last turns of the session, the question.
    """
    query = place.text(query)
    where.owner()
    with where.open(quick=quick) as memory:
        made = where.mine(memory).context(query, budget=budget, session=session, system=system)
    if where.as_json:
        plain.write(made)
    else:
        show.prompt(made)
        if made.hits:
            show.line(("── from", "dim"))
            show.hits(made.hits)
    return exits.OK


@place.verb
def lookup(where: Place, slot: Slot) -> int:
    """The present value of a slot."""
    where.owner()
    with where.open(quick=True) as memory:
        record = where.mine(memory).lookup(slot)
    if where.as_json:
        plain.write(record)
    elif record is None:
        show.note(f"nothing is known about {slot}")
    else:
        show.line((record.value or record.content, "bold"), (f"  {show.one_line(record.content)} · {show.origin(record)}", "dim"))
    return exits.OK if record is not None else exits.NOTHING


@place.verb
def history(where: Place, slot: Slot) -> int:
    """Every version of a slot, oldest first."""
    where.owner()
    with where.open(quick=True) as memory:
        versions = where.mine(memory).history(slot)
    if where.as_json:
        plain.write({"slot": slot, "records": versions})
    elif versions:
        rows = [(show.day(one), one.status, one.value or "", show.one_line(one.content), one.reason) for one in versions]
        show.table(("since", "status", "value", "memory", "reason"), rows)
    else:
        show.note(f"nothing is known about {slot}")
    return exits.OK if versions else exits.NOTHING


@place.verb
def list_(
    where: Place,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", help="At most so many.")] = 50,
    cursor: Annotated[str | None, typer.Option(help="Go on behind the page that gave this cursor.")] = None,
    kind: Kinds = None,
    status: Annotated[str, typer.Option(help="active, superseded, forgotten, …, or all.")] = "active",
    filter: Filter = None,
) -> int:
    """Memories in a stable order, a page at a time."""
    wanted = place.json_object("filter", filter)
    where.owner()
    with where.open(quick=True) as memory:
        page = where.mine(memory).list(
            kinds=kind or None, status=None if status == "all" else status, filter=wanted, cursor=cursor, limit=limit
        )
    if where.as_json:
        plain.write(page)
    elif page.records:
        show.records(page.records)
        more = f"; next page: --cursor {page.cursor}" if page.cursor else ""
        show.note(f"{len(page)} of {page.total}{more}")
    else:
        show.note("nothing found")
    return exits.OK if page.records else exits.NOTHING


@place.verb
def profile(where: Place) -> int:
    """What every new session should know."""
    where.owner()
    with where.open(quick=True) as memory:
        page = where.mine(memory).profile()
    if where.as_json:
        plain.write({"text": page.text, "tokens": page.tokens, "records": page.records})
    elif page.lines:
        for entry in page.lines:
            show.line(entry.text, (f"  [{entry.record.slot or entry.record.kind}]", "dim"))
    else:
        show.note("nothing is known yet")
    return exits.OK if page.lines else exits.NOTHING
