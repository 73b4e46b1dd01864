"""How the command line ends: exit codes, and the one line that tells what went wrong."""

import io
import json
import os
import sys
from types import TracebackType
from typing import Self

import typer

from memstrata.core import errors

OK, NOTHING, USAGE, STORE, PARTIAL, FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130

TABLE = (
    (OK, "done"),
    (NOTHING, "nothing was found, or no such memory"),
    (USAGE, "wrong usage, bad input or bad settings; nothing was written"),
    (STORE, "the store or a model failed, or `verify` found damage"),
    (PARTIAL, "an import left something out; the rest is stored"),
    (FAULT, "a fault of memstrata itself; MEMSTRATA_DEBUG=1 shows where"),
    (INTERRUPTED, "interrupted from the keyboard"),
)


def code_of(error: BaseException) -> int:
    """The exit code that stands for `error`."""
    if isinstance(error, errors.NotFoundError):
        return NOTHING
    if isinstance(error, errors.InputError | errors.ConfigError | errors.ConflictError | typer.TyperException):
        return USAGE
    if isinstance(error, errors.MemstrataError | OSError):
        return STORE
    return INTERRUPTED if isinstance(error, typer.Abort | KeyboardInterrupt) else FAULT


class Edge:
    """Where errors end: inside it anything may be raised, outside there is one line on stderr and an exit code in `code`.

    With MEMSTRATA_DEBUG=1 errors pass, so that their traceback shows. A reader that went away ends it silently.
    """

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self.code = OK

    def __enter__(self) -> Self:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="replace")  # whatever the locale: memories are Chinese and English
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        try:
            sys.stdout.flush()
        except BrokenPipeError as gone:
            error = gone
        if error is None:
            return True
        if isinstance(error, BrokenPipeError):
            let_go()
            return True
        if isinstance(error, SystemExit | GeneratorExit) or os.environ.get("MEMSTRATA_DEBUG", "") not in ("", "0"):
            return False
        self.code = code_of(error)
        print(self._line(error), file=sys.stderr)
        return True

    def _line(self, error: BaseException) -> str:
        name = "UsageError" if isinstance(error, typer.TyperException) else type(error).__name__
        if self._as_json:
            return json.dumps({"error": {"type": name, "message": message(error, self.code), "exit": self.code}}, ensure_ascii=False)
        return f"memstrata: {message(error, self.code)}"


def message(error: BaseException, code: int) -> str:
    """What went wrong, on one line."""
    if isinstance(error, typer.TyperException):
        context = getattr(error, "ctx", None)
        hint = f" (see: {context.command_path} --help)" if context is not None else ""
        text = error.format_message() + hint
    elif code == FAULT:
        text = f"unexpected {type(error).__name__}: {error} (MEMSTRATA_DEBUG=1 shows where)"
    else:
        text = str(error) or ("interrupted" if code == INTERRUPTED else type(error).__name__)
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def let_go() -> None:
    """The reader of stdout went away: send what is still buffered nowhere, so that the last flush does not complain."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a stdout without a file descriptor has nothing to flush
        pass
