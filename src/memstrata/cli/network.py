"""The verb that shows who and what is known, and how it hangs together."""

from typing import Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place


@place.verb
def graph(
    where: Place, name: Annotated[str | None, typer.Argument(help="Only what hangs together with this; all without it.")] = None
) -> int:
    """The knowledge graph: who and what is known, and how it hangs together."""
    where.owner()
    with where.open(quick=True) as memory:
        found = where.mine(memory).graph()
    if name is not None:
        found = found.around(name)
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


def _span(instant: object) -> str:
    return f"{instant:%Y-%m-%d}" if instant else ""
