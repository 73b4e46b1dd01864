"""The verb that shows who and what is known, and how it hangs together."""

from typing import TYPE_CHECKING, Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place

if TYPE_CHECKING:
    from memstrata.policies.graph import Graph


@place.verb
def graph(
    where: Place, name: Annotated[str | None, typer.Argument(help="Only what hangs together with this; all without it.")] = None
) -> int:
    """The knowledge graph: who and what is known, and how it hangs together."""
    where.owner()
    with where.open(quick=True) as memory:
        found = where.mine(memory).graph()
    if name is not None:
        found = _around(found, name)
    if where.as_json:
        plain.write(found.plain())
    elif found.relations or found.entities:
        rows = [(one.subject, one.predicate, one.object, _span(one.valid_from), _span(one.valid_to)) for one in found.relations]
        show.table(("who or what", "relation", "to", "from", "until"), rows)
        for entity in found.entities:
            also = f" ({', '.join(entity.aliases)})" if entity.aliases else ""
            show.line((entity.name, "bold"), (f"{also}  {len(entity.memories)} memories", "dim"))
    else:
        show.note("nothing is known yet" if name is None else f"nothing is known about {name}")
    return exits.OK if found.relations or found.entities else exits.NOTHING


def _around(found: "Graph", name: str) -> "Graph":
    here = found.find(name)
    if here is None:
        return Graph()
    near = (here, *found.neighbours(name))
    return Graph(near, tuple(one for one in found.relations if here.name in (one.subject, one.object)))


def _span(instant: object) -> str:
    return f"{instant:%Y-%m-%d}" if instant else ""
