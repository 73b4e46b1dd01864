"""The verbs put together, and the edge at which every error becomes one line and an exit code."""

import sys
from collections.abc import Callable, Sequence

import typer
from typer.core import TyperGroup

import memstrata
from memstrata.cli import audit, bring, care, chat, demo, doctor, exits, network, read, skill, tend, write

_EXITS = "\b\nExit codes:\n" + "\n".join(f"  {code:<4} {meaning}" for code, meaning in exits.TABLE)
_HELP = ("-h", "--help")


class Verbs(TyperGroup):
    """The group of verbs. Errors of any of them, and wrong usage, end at the edge."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: object,
    ) -> object:
        given = list(sys.argv[1:] if args is None else args)
        with exits.Edge(as_json="--json" in given) as edge:
            if len(given) == 2 and given[0] in self.commands and given[1] in _HELP:
                print(self._help(given[0]))
            else:
                code = super().main(given, "memstrata", complete_var, False, windows_expand_args, **extra)
                edge.code = code if isinstance(code, int) else exits.OK
        sys.exit(edge.code)

    def _help(self, name: str) -> str:
        """The help of a verb. Asked for in the usual way typer loads pydantic first, which doubles the time."""
        above = typer.Context(self, info_name="memstrata", **self.context_settings)
        command = self.commands[name]
        return command.get_help(typer.Context(command, info_name=name, parent=above))


APP = typer.Typer(
    cls=Verbs,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts in half the time
    help="A layered memory for AI agents, in Chinese and English.",
    epilog=_EXITS,
    context_settings={"help_option_names": [*_HELP], "max_content_width": 110},
)

VERBS: tuple[tuple[str, Callable[..., int]], ...] = (
    ("demo", demo.demo),
    ("chat", chat.chat),
    ("remember", write.remember),
    ("recall", read.recall),
    ("context", read.context),
    ("lookup", read.lookup),
    ("history", read.history),
    ("list", read.list_),
    ("profile", read.profile),
    ("skills", skill.skills),
    ("graph", network.graph),
    ("forget", write.forget),
    ("unforget", write.unforget),
    ("publish", write.publish),
    ("import", bring.import_),
    ("ingest", bring.ingest),
    ("export", care.export),
    ("backup", care.backup),
    ("restore", care.restore),
    ("erase", care.erase),
    ("audit", audit.audit),
    ("consolidate", tend.consolidate),
    ("verify", care.verify),
    ("repair", care.repair),
    ("stats", doctor.stats),
    ("doctor", doctor.doctor),
)
for _name, _act in VERBS:
    APP.command(_name)(_act)


@APP.callback(invoke_without_command=True)
def start(context: typer.Context, *, version: bool = typer.Option(False, "--version", help="Show the version.")) -> int:
    """Show the version or the help when no verb is given."""
    if version:
        print(f"memstrata {memstrata.__version__}")
        raise typer.Exit(exits.OK)
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(exits.USAGE)
    return exits.OK
