"""`chat`: what a model would be given, line by line, without a model."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place
from memstrata.core import errors
from memstrata.core.records import MemoryRecord

if TYPE_CHECKING:
    from memstrata.scoped import ScopedMemory

HELP = "/context  the whole prompt   /profile   /memories   /forget N   /new  a new session   /quit"


@dataclass(slots=True, kw_only=True)
class Talk:
    """One run of the loop."""

    mine: "ScopedMemory"
    session: str
    budget: int
    as_json: bool
    named: bool  # the session goes on after this run
    numbered: list[MemoryRecord] = field(default_factory=list)  # what /forget N means
    starts: int = 1


@place.verb
def chat(
    where: Place,
    *,
    session: Annotated[str | None, typer.Option(help="Go on with this session. [default: a new one]")] = None,
    budget: Annotated[int, typer.Option(help="Tokens of the whole prompt.")] = 4000,
    quick: place.Quick = False,
) -> int:
    """Talk, and see what a model would get.

    For each line: the profile, the memories with reasons, the tokens of the prompt. With --json one object a line.
    """
    where.owner()
    with where.open(quick=quick, make=True) as memory:
        talk = Talk(mine=where.mine(memory), session=session or _fresh(), budget=budget, as_json=where.as_json, named=session is not None)
        if sys.stdin.isatty():
            show.line((HELP, "dim"))
        for words in _lines():
            if words == "/quit":
                break
            _answer(talk, words)
            sys.stdout.flush()  # a program at the other end of a pipe waits for it
            memory.flush(1.0)  # what was said is found by its meaning from the next line on
        if not talk.named:
            talk.mine.session(talk.session).close()
    return exits.OK


def _lines() -> Iterator[str]:
    """What the user writes, without blank lines, until the input ends."""
    while True:
        if sys.stdin.isatty():
            print("› ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()


def _answer(talk: Talk, words: str) -> None:
    command, _, rest = words.partition(" ")
    try:
        if command in _COMMANDS:
            _COMMANDS[command](talk, rest.strip())
        elif command.startswith("/") and command[1:].isalpha():
            show.note(f"no command {command}: {HELP}")
        else:
            _said(talk, words)
    except (errors.InputError, errors.NotFoundError) as error:
        show.note(exits.message(error, exits.USAGE))


def _said(talk: Talk, words: str) -> None:
    session = talk.mine.session(talk.session)
    session.add("user", words)
    made = session.context(budget=talk.budget)
    profile = talk.mine.profile()
    talk.numbered = [hit.record for hit in made.hits]
    if talk.as_json:
        plain.write_line({"said": words, "session": talk.session, "profile": profile.text, "context": made})
        return
    if profile.lines:
        show.line(("profile   ", "cyan"), " · ".join(entry.text for entry in profile.lines))
    if made.hits:
        show.line(("memories", "cyan"))
        show.hits(made.hits)
    show.line((f"prompt    {made.tokens} tokens, {len(made.messages)} messages", "dim"))


def _context(talk: Talk, rest: str) -> None:
    made = talk.mine.session(talk.session).context(query=rest or None, budget=talk.budget)
    if talk.as_json:
        plain.write_line({"session": talk.session, "context": made})
    else:
        show.prompt(made)


def _profile(talk: Talk, rest: str) -> None:
    page = talk.mine.profile()
    if talk.as_json:
        plain.write_line({"profile": page.text})
    else:
        show.line(page.text or "nothing is known yet")


def _memories(talk: Talk, rest: str) -> None:
    talk.numbered = talk.mine.list(limit=50).records
    if talk.as_json:
        plain.write_line({"memories": talk.numbered})
        return
    for number, record in enumerate(talk.numbered, 1):
        show.line((f"{number}. ", "dim"), show.one_line(record.content), (f"  [{record.slot or record.kind}]", "cyan"))
    if not talk.numbered:
        show.line("nothing is known yet")


def _forget(talk: Talk, rest: str) -> None:
    if not rest.isdecimal() or not 1 <= int(rest) <= len(talk.numbered):
        raise errors.InputError(f"/forget takes a number from 1 to {len(talk.numbered)}: /memories lists them")
    record = talk.mine.forget(talk.numbered[int(rest) - 1].id)[0]
    if talk.as_json:
        plain.write_line({"forgotten": record})
    else:
        show.line(("forgotten: ", "green"), show.one_line(record.content))


def _new(talk: Talk, rest: str) -> None:
    talk.mine.session(talk.session).close()
    talk.starts += 1
    talk.session, talk.named = rest or f"{_fresh()}-{talk.starts}", bool(rest)
    if talk.as_json:
        plain.write_line({"session": talk.session})
    else:
        show.line(("session ", "dim"), talk.session)


_COMMANDS: dict[str, Callable[[Talk, str], None]] = {
    "/context": _context, "/profile": _profile, "/memories": _memories, "/forget": _forget, "/new": _new,
}  # fmt: skip


def _fresh() -> str:
    return f"chat-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
