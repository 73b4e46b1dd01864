"""The verb that shows what was learned to do."""

from typing import TYPE_CHECKING, Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place

if TYPE_CHECKING:
    from memstrata.policies.skills import Skill


@place.verb
def skills(
    where: Place,
    task: Annotated[str | None, typer.Argument(help="A task, or the words that call for a skill; all without it.")] = None,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", help="At most so many.")] = 20,
    tool: Annotated[str | None, typer.Option(help="As tool definitions: mcp, openai or anthropic.")] = None,
) -> int:
    """Ways of doing things that were taught or learned."""
    where.owner()
    with where.open(quick=True) as memory:
        found = where.mine(memory).skills(task, limit=limit)
    if tool is not None:
        plain.write([skill.tool(tool) for skill in found])
    elif where.as_json:
        plain.write({"skills": [_plain(skill) for skill in found]})
    elif found:
        rows = [
            (skill.id, f"{skill.successes}/{skill.uses}" if skill.uses else "unused", skill.name, " → ".join(skill.steps))
            for skill in found
        ]
        show.table(("id", "success", "skill", "steps"), rows)
    else:
        show.note("no skill was taught or learned")
    return exits.OK if found else exits.NOTHING


def _plain(skill: "Skill") -> dict[str, object]:
    return {"id": skill.id, **skill.payload(), "success_rate": skill.success_rate, "source_episodes": list(skill.source_episodes)}
