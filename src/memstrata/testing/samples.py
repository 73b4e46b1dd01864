"""Values to test with: valid, small, each with an id of its own; what matters to a test is passed by name."""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import numpy.typing as npt

from memstrata.core.batch import Batch, Embedded, Written
from memstrata.core.ports import Store
from memstrata.core.records import Kind, MemoryRecord, MemoryType, Source
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, Turn

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANNA = Scope(user="anna")
BO = Scope(user="bo")

# What users write, and what has broken some store or index before.
TEXTS = (
    "I moved to Hangzhou last week.",
    "我上周搬到了杭州，住在西湖边。",
    "會議改到下午三點（繁體）",
    "'; DROP TABLE records; -- \" ` \\ % _ * ? NEAR(a b) AND OR NOT",
    "emoji 👩‍👩‍👧‍👦 🇨🇳 🤷🏽‍♂️, a BMP escape \\ud83d, a replacement \ufffd",
    "שלום עולם, مرحبا بالعالم, \u202ereversed\u202c",
    "line\nline\r\nline\u2028line\u0085end\ttab",
    "e\u0301 and é, ﬁ, ｆｕｌｌ ｗｉｄｔｈ, ㍿, \ufdfa",
    "\u200b\ufeff\u00ad",
    " leading and trailing ",
    "x",
)

_ids = itertools.count(1)


def new_id() -> str:
    """An id that no other call gives; later ones sort behind."""
    return f"0198abcdef{next(_ids):022x}"


def scope(user: str, tenant: str | None = None) -> Scope:
    return Scope(user=user, tenant=tenant)


def record(content: str, owner: Scope = ANNA, **fields: object) -> MemoryRecord:
    """An active fact of `owner`, unless `fields` say otherwise."""
    plain = MemoryRecord(id=new_id(), kind=Kind.FACT, content=content, created_at=NOON, tenant=owner.tenant, user=owner.user)
    return replace(plain, **fields)  # type: ignore[arg-type]  # a wrong name or type fails in the test that passes it


def turn_record(content: str, session: str, message: str, **fields: object) -> MemoryRecord:
    """The record of one message, said by the user."""
    plain = replace(record(content), kind=Kind.TURN, type=MemoryType.EPISODIC, role="user", session=session, sequence=1)
    return replace(plain, sources=(Source(session, message),), **fields)  # type: ignore[arg-type]  # as in `record`


def turn(session: str, sequence: int, text: str = "hello", **fields: object) -> Turn:
    """A user's message, the `sequence`-th of the session."""
    plain = Turn(id=f"m-{sequence}", session=session, role="user", text=text, content=text, at=NOON, sequence=sequence)
    return replace(plain, **fields)  # type: ignore[arg-type]  # as in `record`


def session(name: str, minutes: float = 0.0, **fields: object) -> SessionInfo:
    """An open session whose first and last message came `minutes` after noon."""
    at = NOON + timedelta(minutes=minutes)
    return replace(SessionInfo(id=name, opened_at=at, last_at=at), **fields)  # type: ignore[arg-type]  # as in `record`


def unit_rows(rows: int, dimensions: int, seed: int = 0) -> npt.NDArray[np.float32]:
    """(rows, dimensions) random directions of norm 1; equal for equal arguments."""
    drawn = np.random.default_rng(seed).normal(size=(rows, dimensions))
    rows_of_norm_one: npt.NDArray[np.float32] = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return rows_of_norm_one


def embedded(space: str, ids: Sequence[str], dimensions: int = 8, seed: int = 0) -> Embedded:
    return Embedded(space, tuple(ids), unit_rows(len(ids), dimensions, seed))


def write(store: Store, owner: Scope, batch: Batch) -> Written:
    """Write `batch` whatever the state is."""
    return store.write(owner, lambda view: batch)


def add(store: Store, *records: MemoryRecord, owner: Scope = ANNA) -> Written:
    """Write `records` alone."""
    return write(store, owner, Batch(records=records))


@contextmanager
def refused(error: type[Exception]) -> Iterator[None]:
    """Fails unless the block raises `error`."""
    try:
        yield
    except error:
        return
    raise AssertionError(f"{error.__name__} was not raised")
