"""Jobs that come round again: leased in one statement, so that of any number of workers one has it."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime

import apsw

from memstrata.core.leases import LEASE, Lease
from memstrata.core.scope import Scope
from memstrata.stores.sqlite import statements
from memstrata.stores.sqlite.owners import Owners

_SQL = statements.blocks("upkeep.sql")
_WHOLE_STORE = 0  # no owner has this number


def due(
    connection: apsw.Connection, owners: Owners, job: str, now: datetime, before: datetime, limit: int
) -> list[tuple[Scope, datetime | None]]:
    """Owners whose job is due and free, with the end of its last run."""
    found: list[statements.Row] = connection.execute(_SQL["due_owners"], (job, now.timestamp(), before.timestamp(), limit)).fetchall()
    return [(owners.scope(connection, number), None if ended is None else datetime.fromtimestamp(ended, UTC)) for number, ended in found]


def take(connection: apsw.Connection, owners: Owners, wanted: Lease, now: datetime, before: datetime) -> Lease | None:
    """`wanted` when it is due and free; None else, and for an owner who is not there."""
    number = _number(connection, owners, wanted.scope)
    if number is None:
        return None
    values = (wanted.job, number, now.timestamp(), before.timestamp(), wanted.until.timestamp(), wanted.holder)
    return wanted if connection.execute(_SQL["take_job"], values).fetchall() else None


def renew(connection: apsw.Connection, owners: Owners, lease: Lease, now: datetime) -> Lease | None:
    """The lease from `now` on; None when another worker has the job."""
    values = (lease.job, _number(connection, owners, lease.scope), lease.holder, (now + LEASE).timestamp())
    return replace(lease, until=now + LEASE) if connection.execute(_SQL["renew_job"], values).fetchall() else None


def release(connection: apsw.Connection, owners: Owners, lease: Lease, ended: datetime | None) -> bool:
    """Give the job back; whether it was still held."""
    at = None if ended is None else ended.timestamp()
    return bool(connection.execute(_SQL["end_job"], (lease.job, _number(connection, owners, lease.scope), lease.holder, at)).fetchall())


def wanted(job: str, scope: Scope | None, now: datetime) -> Lease:
    """A lease to ask for."""
    return Lease(job=job, scope=scope, holder=secrets.token_hex(8), until=now + LEASE)


def _number(connection: apsw.Connection, owners: Owners, scope: Scope | None) -> int | None:
    return _WHOLE_STORE if scope is None else owners.number(connection, scope)
