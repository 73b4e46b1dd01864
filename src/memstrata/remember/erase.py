"""Erasure: select, plan, loosen what stays, remove for good."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memstrata.core import errors, filters, scans
from memstrata.core import scope as scope_ids
from memstrata.core.erasure import Plan
from memstrata.core.events import Events
from memstrata.core.filters import Filter
from memstrata.core.ports import Store
from memstrata.core.records import Json, MemoryRecord
from memstrata.core.results import Preview, Receipt
from memstrata.core.scope import Scope
from memstrata.policies import arguments, erasing, visibility
from memstrata.remember import ingest


@dataclass(frozen=True, slots=True)
class Wish:
    """What a caller asks to be erased, as it came: exactly one part is given, a filter together with its token."""

    ids: str | Iterable[str] | None = None
    session: str | None = None
    kind: str | None = None
    filter: Mapping[str, Json] | None = None
    token: str | None = None
    everything: bool = False
    document: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.everything, bool):
            raise errors.InputError(f"everything is True or False, not {self.everything!r}")
        if self.session is not None:
            scope_ids.checked_id("session", self.session)
        if self.document is not None:
            scope_ids.checked_id("document", ingest.session(self.document))
        if self.kind is not None:
            arguments.kinds([self.kind])
        given = [name for name in ("ids", "session", "kind", "filter", "document") if getattr(self, name) is not None]
        given += ["everything"] if self.everything else []
        if len(given) != 1:
            told = " and ".join(given) or "nothing"
            raise errors.InputError(f"say what to erase by one of ids, session, kind, filter, document or everything=True; you gave {told}")
        if (self.filter is None) != (self.token is None):
            raise errors.InputError("erasing by filter takes both: filter=… and token=preview(filter).token")


@dataclass(frozen=True, slots=True)
class _Held:
    """All records of an owner, and the version of its arrays before they were read."""

    version: int
    records: list[MemoryRecord]


@dataclass(frozen=True, slots=True, kw_only=True)
class Eraser:
    """The parts of an erasure."""

    store: Store
    events: Events

    def fulfil(self, scope: Scope, wish: Wish, now: datetime) -> Receipt:
        """Erase what `wish` names."""
        if wish.ids is not None:
            return self.ids(scope, arguments.ids(wish.ids), now)
        if wish.session is not None:
            return self.session(scope, wish.session)
        if wish.document is not None:
            return self.session(scope, ingest.session(wish.document))
        if wish.kind is not None:
            return self.kind(scope, wish.kind)
        if wish.filter is not None and wish.token is not None:
            return self.confirmed(scope, filters.parse(wish.filter), wish.token)
        return self.everything(scope)

    def everything(self, scope: Scope) -> Receipt:
        """Remove the owner whole, over all agents and scenes; the key goes first."""
        return self._told(self.store.erase(scope, Plan(everything=True)))

    def ids(self, scope: Scope, ids: Sequence[str], now: datetime) -> Receipt:
        """Remove these records and what follows from them. Raises NotFoundError, and then removes none."""
        held = self._held(scope)
        known = {record.id: record for record in held.records if self._owns(scope, record)}
        for record_id in ids:
            if record_id not in known:
                raise errors.NotFoundError(f"no memory {record_id[:64]!r} in this scope that can be erased")
        return self._remove(scope, [known[record_id] for record_id in ids], held)

    def session(self, scope: Scope, session: str) -> Receipt:
        """Remove a conversation: its turns, its working memory, and the facts that rest on it alone."""
        info = self.store.session(scope, session)
        if info is not None:
            visibility.require_own_session(info, scope)
        held = self._held(scope)
        seeds = [record for record in held.records if record.session == session and self._owns(scope, record)]
        return self._remove(scope, seeds, held, sessions=(session,))

    def kind(self, scope: Scope, kind: str) -> Receipt:
        """Remove every record of a kind, and what follows from them."""
        held = self._held(scope)
        return self._remove(scope, [record for record in held.records if record.kind == kind and self._owns(scope, record)], held)

    def preview(self, scope: Scope, wanted: Filter) -> Preview:
        """The records that `wanted` selects, and the token that confirms just these."""
        chosen = self._chosen(scope, wanted, self._held(scope))
        return Preview(chosen, _token(scope, chosen))

    def confirmed(self, scope: Scope, wanted: Filter, token: str) -> Receipt:
        """Remove what `wanted` selects, if it is still what the preview showed; else ConflictError."""
        held = self._held(scope)
        chosen = self._chosen(scope, wanted, held)
        if token != _token(scope, chosen):
            raise errors.ConflictError("the filter selects other memories than the preview showed: call preview again and pass its token")
        return self._remove(scope, chosen, held)

    def _remove(self, scope: Scope, seeds: Sequence[MemoryRecord], held: _Held, sessions: tuple[str, ...] = ()) -> Receipt:
        plan = erasing.consequences(seeds, held.records)
        return self._told(self.store.erase(scope, replace(plan, sessions=sessions, version=held.version)))

    def _told(self, receipt: Receipt) -> Receipt:
        self.events.emit("erase", count=receipt.count, complete=receipt.complete)
        return receipt

    def _held(self, scope: Scope) -> _Held:
        version = self.store.matrix(scope).version  # before the records: what comes after it is met by the store
        return _Held(version, [record for page in scans.pages(self.store, scope) for record in page])

    def _chosen(self, scope: Scope, wanted: Filter, held: _Held) -> list[MemoryRecord]:
        """The facts and turns of the writer's own that the filter matches."""
        return [record for record in held.records if self._owns(scope, record) and filters.matches(wanted, record)]

    @staticmethod
    def _owns(scope: Scope, record: MemoryRecord) -> bool:
        return visibility.visible(record, scope) and record.agent == scope.agent


def _token(scope: Scope, chosen: Sequence[MemoryRecord]) -> str:
    """A digest of the owner and the chosen ids: it confirms this selection and no other."""
    told = "\n".join([repr(scope.owner), repr(scope.agent), repr(scope.scene), *sorted(record.id for record in chosen)])
    return hashlib.blake2b(told.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
