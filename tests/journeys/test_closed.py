"""After `close` no verb does anything, and each says why."""

from collections.abc import Callable
from pathlib import Path

import pytest

import memstrata
from memstrata.core import errors


@pytest.mark.parametrize("place", ["store", ":memory:"])
def test_a_closed_memory_says_so_whatever_is_asked_of_it(tmp_path: Path, place: str) -> None:
    memory = memstrata.open(place if place == ":memory:" else str(tmp_path / place), embedder="none")
    anna, file = memory.scope(user="anna"), tmp_path / "all.jsonl"
    held = anna.remember("I live in Rome.").records[0].id
    session = anna.session("monday")
    session.add("user", "hello there")
    memory.export(file)
    memory.close()
    calls: list[Callable[[], object]] = [
        lambda: anna.remember("x"), lambda: anna.recall("x"), lambda: anna.context("x"), lambda: anna.lookup("user.city"),
        lambda: anna.history("user.city"), anna.profile, lambda: anna.get(held), lambda: anna.explain("x", held), anna.list,
        lambda: anna.update(held, importance=0.2), lambda: anna.pin(held), lambda: anna.confirm(held), lambda: anna.used([held]),
        lambda: anna.forget(held), lambda: anna.unforget(held), anna.quarantined, lambda: anna.release(held),
        lambda: anna.preview({"$kind": "fact"}), lambda: anna.erase(held), lambda: anna.rollback(source="web"), anna.audit,
        lambda: anna.import_(file), lambda: session.add("user", "x"), session.turns, session.window, lambda: session.summary,
        lambda: session.status, lambda: session.context("x"), session.close, lambda: dict(session.state), memory.flush, memory.verify,
        memory.repair, memory.audit, memory.stats, memory.scopes, lambda: memory.export(file), lambda: memory.import_(file),
        lambda: memory.backup(tmp_path / "b"),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(errors.ClosedError):
            call()
