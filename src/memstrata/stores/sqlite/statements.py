"""The SQL of this store by name, and the three ways to run it."""

from importlib import resources
from typing import Any, TypeAlias

import apsw

Row: TypeAlias = tuple[Any, ...]
_MARK = "-- name: "


def blocks(file: str) -> dict[str, str]:
    """The named statements of one file of `stores/sql`, in its order."""
    text = resources.files("memstrata.stores").joinpath("sql", file).read_text("utf-8")
    found: dict[str, str] = {}
    for block in text.split(_MARK)[1:]:
        name, _, sql = block.partition("\n")
        found[name.strip()] = sql.strip()
    return found


_SQL = blocks("sqlite.sql")


def run(connection: apsw.Connection, name: str, *values: object) -> None:
    """Run a statement that gives no rows."""
    connection.execute(_SQL[name], values)


def many(connection: apsw.Connection, name: str, values: list[Row]) -> None:
    """Run a statement once for each of `values`."""
    connection.executemany(_SQL[name], values)


def row(connection: apsw.Connection, name: str, *values: object) -> Row | None:
    """The first row; None without one."""
    return connection.execute(_SQL[name], values).fetchone()


def rows(connection: apsw.Connection, name: str, *values: object) -> list[Row]:
    """Every row."""
    return connection.execute(_SQL[name], values).fetchall()
