"""Which memory and whose: the options that every verb has, and how a verb opens it."""

import inspect
import json
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Concatenate, ParamSpec

import typer

import memstrata
from memstrata.cli import exits
from memstrata.core import errors
from memstrata.core.records import Json

OWN_VARIABLES = ("USER", "AGENT", "SCENE", "TENANT", "DEBUG")  # MEMSTRATA_… of the command line that are no settings
P = ParamSpec("P")

Path_ = Annotated[str | None, typer.Option("--path", envvar="MEMSTRATA_PATH", help="The folder of the memory. [default: ~/.memstrata]")]
User = Annotated[str | None, typer.Option("--user", "-u", envvar="MEMSTRATA_USER", help="Whose memory.")]
Agent = Annotated[str | None, typer.Option("--agent", envvar="MEMSTRATA_AGENT", help="Narrow to one agent of the user.")]
Scene = Annotated[str | None, typer.Option("--scene", envvar="MEMSTRATA_SCENE", help="Narrow to one scene.")]
Tenant = Annotated[str | None, typer.Option("--tenant", envvar="MEMSTRATA_TENANT", help="The tenant that the user belongs to.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
Quick = Annotated[bool, typer.Option("--quick", help="Words and slots only: no embedding model is loaded.")]
When = Annotated[str | None, typer.Option(metavar="TIME", help="ISO 8601; without an offset it is local time.")]
_COMMON = {"path": Path_, "user": User, "agent": Agent, "scene": Scene, "tenant": Tenant, "as_json": AsJson}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What the common options say."""

    path: str | None = None
    user: str | None = None
    agent: str | None = None
    scene: str | None = None
    tenant: str | None = None
    as_json: bool = False

    def settings(self, **given: object) -> "memstrata.Settings":
        """The settings in force, with `given` before all else. Raises ConfigError."""
        own = {f"MEMSTRATA_{name}" for name in OWN_VARIABLES}
        spoken = {name: value for name, value in os.environ.items() if name not in own}
        return memstrata.Settings.load(self.path or None, given=given, environment=spoken)

    def open(self, *, quick: bool = False, make: bool = False) -> "memstrata.Memory":
        """The memory, without a background worker. Raises NotFoundError where there is none and it is not to be made."""
        logging.getLogger("memstrata").addHandler(logging.NullHandler())  # what is degraded stands in the answers
        settings = self.settings(embedder="none", worker=False) if quick else self.settings(worker=False)
        if not make and not is_there(settings.path):
            raise errors.NotFoundError(f"no memory in {settings.path} yet: `memstrata remember`, `ingest` or `import` makes it")
        return memstrata.open(settings)

    def mine(self, memory: "memstrata.Memory") -> "memstrata.scoped.ScopedMemory":
        """The user's own memory in it. Raises ScopeError when nobody said whose."""
        return memory.scope(user=self.owner(), agent=self.agent or None, scene=self.scene or None, tenant=self.tenant or None)

    def owner(self) -> str:
        """The user. Raises ScopeError when nobody said who."""
        if not self.user:
            raise errors.ScopeError("whose memory? pass --user NAME, or set MEMSTRATA_USER")
        return self.user


def is_there(path: str) -> bool:
    """Whether the path holds something already; stores that are no folder are always there."""
    return path == ":memory:" or "://" in path or Path(path).expanduser().exists()


def verb(act: Callable[Concatenate[Place, P], int]) -> Callable[..., int]:
    """`act` as a command: its first parameter is filled from the common options, which stand behind its own ones."""
    given = inspect.signature(act)
    own = list(given.parameters.values())[1:]
    defaults = {name: False if name == "as_json" else None for name in _COMMON}
    common = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=defaults[name], annotation=kind) for name, kind in _COMMON.items()
    ]
    options = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]

    def command(**values: object) -> int:
        chosen = {name: values.pop(name) for name in _COMMON}
        try:
            return act(Place(**chosen), **values)  # type: ignore[arg-type, call-arg]   # typer gives each its declared type
        except BrokenPipeError:  # here, because typer makes it a failure
            exits.let_go()
            return exits.OK

    command.__name__, command.__doc__ = act.__name__, act.__doc__
    command.__signature__ = given.replace(parameters=[*options, *common])  # type: ignore[attr-defined]   # what typer reads
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in [*options, *common]}
    return command


def text(words: str) -> str:
    """The words as they came; all of standard input for "-". Raises InputError when there are none."""
    if words == "-":
        words = sys.stdin.read().removeprefix("\ufeff").strip()
    if not words.strip():
        raise errors.InputError("no text: pass it as an argument, or pass - and write it to standard input")
    return words


def instant(given: str | None) -> str | None:
    """ISO time with an offset: the local one when `given` has none. What is no time is left for the verb to refuse."""
    try:
        return None if given is None else datetime.fromisoformat(given.strip()).astimezone().isoformat()
    except (ValueError, OverflowError):
        return given


def json_object(name: str, given: str | None) -> dict[str, Json] | None:
    """The JSON object in an option; None stays None. Raises InputError."""
    if given is None:
        return None
    try:
        value = json.loads(given)
    except (ValueError, RecursionError) as error:
        raise errors.InputError(f'--{name} is no JSON ({error}): pass an object such as \'{{"team": "core"}}\'') from None
    if not isinstance(value, dict):
        raise errors.InputError(f'--{name} is a JSON object such as \'{{"team": "core"}}\', not {type(value).__name__}')
    return value
