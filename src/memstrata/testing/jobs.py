"""What the in-memory store knows of jobs that come round again."""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from memstrata.core.leases import LEASE, Lease
from memstrata.core.scope import Scope

_Owner: TypeAlias = tuple[str | None, str]


class Jobs:
    """When each job last ended, and who has it. Not safe for threads by itself."""

    def __init__(self) -> None:
        self._ended: dict[tuple[str, _Owner | None], datetime] = {}
        self._held: dict[tuple[str, _Owner | None], Lease] = {}

    def due(self, job: str, owners: Iterable[_Owner], now: datetime, before: datetime) -> Iterator[tuple[_Owner, datetime | None]]:
        for owner in owners:
            if self._free(job, owner, now, before):
                yield owner, self._ended.get((job, owner))

    def take(self, job: str, scope: Scope | None, now: datetime, before: datetime) -> Lease | None:
        owner = None if scope is None else scope.owner
        if not self._free(job, owner, now, before):
            return None
        self._held[job, owner] = Lease(job=job, scope=scope, holder=secrets.token_hex(8), until=now + LEASE)
        return self._held[job, owner]

    def renew(self, lease: Lease, now: datetime) -> Lease | None:
        if not self._holds(lease):
            return None
        self._held[_key(lease)] = replace(lease, until=now + LEASE)
        return self._held[_key(lease)]

    def release(self, lease: Lease, ended: datetime | None) -> bool:
        if not self._holds(lease):
            return False
        del self._held[_key(lease)]
        if ended is not None:
            self._ended[_key(lease)] = ended
        return True

    def forget(self, owner: _Owner) -> None:
        self._ended = {key: ended for key, ended in self._ended.items() if key[1] != owner}
        self._held = {key: lease for key, lease in self._held.items() if key[1] != owner}

    def _free(self, job: str, owner: _Owner | None, now: datetime, before: datetime) -> bool:
        ended, held = self._ended.get((job, owner)), self._held.get((job, owner))
        return (held is None or held.until <= now) and (ended is None or ended < before or ended > now)

    def _holds(self, lease: Lease) -> bool:
        held = self._held.get(_key(lease))
        return held is not None and held.holder == lease.holder


def _key(lease: Lease) -> tuple[str, _Owner | None]:
    return lease.job, None if lease.scope is None else lease.scope.owner
