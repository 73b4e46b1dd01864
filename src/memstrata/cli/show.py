"""Answers for people. Colour only on a terminal and without NO_COLOR; control characters of memories never reach it."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memstrata.core.records import MemoryRecord, Source, Status
from memstrata.core.results import Context, Hit

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # escape sequences, overriding of direction
_PIPE_COLUMNS = 160  # of a table that nobody looks at: wide enough to cut little


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 user`, `2,000 users`, `3 memories`."""
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"


def console(error: bool = False) -> "Console":
    """A rich console on stdout or stderr."""
    from rich.console import Console  # noqa: PLC0415  rich takes a tenth of a second, and --help needs none

    stream = sys.stderr if error else sys.stdout
    screen = stream.isatty() and os.environ.get("TERM") != "dumb"
    return Console(
        file=stream,
        force_terminal=screen,
        color_system="auto" if screen and not os.environ.get("NO_COLOR") else None,
        width=None if screen else _PIPE_COLUMNS,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )


def safe(text: str) -> str:
    """The text without what would steer a terminal."""
    return _CONTROL.sub("\ufffd", text.replace("\r\n", "\n"))


def line(*parts: str | tuple[str, str]) -> None:
    """Print one line of parts; a pair is (text, style)."""
    written = [(safe(part), "") if isinstance(part, str) else (safe(part[0]), part[1]) for part in parts]
    if not sys.stdout.isatty():
        print("".join(text for text, _ in written))
        return
    console().print(_styled(written), soft_wrap=True)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; the last column takes the room that is left."""
    from rich.table import Table  # noqa: PLC0415  rich takes a tenth of a second, and --help needs none
    from rich.text import Text  # noqa: PLC0415  rich takes a tenth of a second, and --help needs none

    drawn = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        drawn.add_column(column, overflow="fold", no_wrap=column in ("id", "since", "status"))
    for row in rows:
        drawn.add_row(*(Text(safe(cell)) for cell in row))
    console().print(drawn)


def pairs(rows: Iterable[tuple[str, str]]) -> None:
    """Print names and values below each other."""
    listed = list(rows)
    width = max((len(name) for name, _ in listed), default=0)
    for name, value in listed:
        line((name.ljust(width), "dim"), "  ", value)


def hits(found: Sequence[Hit], indent: str = "") -> None:
    """Print recalled memories with their reasons, numbered from 1."""
    for number, hit in enumerate(found, 1):
        record = hit.record
        slot = f"  [{record.slot}]" if record.slot else ""
        line(indent, (f"{number}. ", "dim"), (one_line(record.content), "bold"), (slot, "cyan"))
        line(indent, "   ", (f"{hit.relevance:.2f} · {hit.why or '-'} · {origin(record)}", "dim"))


def prompt(context: Context) -> None:
    """Print the messages that a model would get."""
    if context.system:
        line(("── system ", "cyan"))
        line(context.system)
    for message in context.messages:
        line((f"── {message.get('role')} ", "cyan"))
        line(content_text(message.get("content")))
    line((f"── {context.tokens} tokens" + (", something was cut" if context.over_budget else ""), "dim"))


def records(found: Sequence[MemoryRecord]) -> None:
    """Print a table of records: slot or kind in one column, the status only where some are not active. Ids alone fill half a screen."""
    mixed = any(record.status is not Status.ACTIVE for record in found)
    rows = [
        (record.id, day(record), *([record.status] if mixed else []), record.slot or record.kind, one_line(record.content, 200))
        for record in found
    ]
    table(("id", "since", *(["status"] if mixed else []), "what", "memory"), rows)


def origin(record: MemoryRecord) -> str:
    """Where the record comes from: its sessions, and the day it was said."""
    listed: Sequence[Source] = record.sources or (Source(record.session, ""),)
    sessions = dict.fromkeys(source.session for source in listed if source.session)
    return " ".join(filter(None, [", ".join(sessions), day(record)]))


def day(record: MemoryRecord) -> str:
    """The day from which it is true, else on which it was stored, in local time."""
    return f"{(record.valid_from or record.created_at).astimezone():%Y-%m-%d}"


def one_line(text: str, characters: int = 300) -> str:
    """The text on one line, cut visibly."""
    flat = " ".join(text.split())
    return flat if len(flat) <= characters else flat[: characters - 1] + "…"


def content_text(content: object) -> str:
    """The readable part of a message's content."""
    if isinstance(content, list):
        shown = (part.get("text", f"[{part.get('type', 'part')}]") if isinstance(part, dict) else part for part in content)
        return "\n".join(str(part) for part in shown)
    return "" if content is None else str(content)


def note(text: str) -> None:
    """Say something on stderr: it belongs to no answer."""
    print(safe(text), file=sys.stderr)


def _styled(parts: Sequence[tuple[str, str]]) -> "Text":
    from rich.text import Text  # noqa: PLC0415  rich takes a tenth of a second, and --help needs none

    return Text.assemble(*parts)
