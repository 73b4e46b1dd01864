"""The layer that a user's agents share: conclusions that one of them published, with their author and how settled they are.

A published memory is a record of the user's own (agent None), made from the agent's (`derived_from`), so that erasing the one takes
the other. Its metadata says who stands behind it: `author`, `role`, `status`, `reasons`, and `endorsed_by`, the agents that published
the same words later. What is not settled holds no slot and stands on no page that is read as true.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from memstrata.core import errors
from memstrata.core.matrix import TRUSTS
from memstrata.core.records import Json, Kind, MemoryRecord, Status, Trust

VERBATIM = (Kind.TURN, Kind.CHUNK, Kind.EPISODE)  # they hold conversations; conclusions are shared, not those


class Published(StrEnum):
    """How settled a published memory is."""

    INTENT = "intent"  # what an agent is about to do
    PROPOSAL = "proposal"  # what it suggests
    DECISION = "decision"
    CONCLUSION = "conclusion"  # what it found out


SETTLED = (Published.DECISION, Published.CONCLUSION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A wish to publish: `expected` is the shared memory that it replaces, as its author last saw it."""

    new_id: str
    status: Published
    role: str | None = None
    reasons: str | None = None
    expected: str | None = None


def chosen(value: object) -> Published:
    """The status that `value` names. Raises InputError, with the known ones."""
    if value not in list(Published):
        raise errors.InputError(f"a memory is published as {', '.join(Published)}, not as {str(value)[:80]!r}")
    return Published(str(value))


def status(record: MemoryRecord) -> Published | None:
    """How settled a published memory is; None for one that was not published."""
    named = record.metadata.get("status") if record.derived_from and "author" in record.metadata else None
    return Published(str(named)) if named in list(Published) else None


def unsettled(record: MemoryRecord) -> bool:
    """Whether it is an intent or a proposal, which must never read as a decision."""
    found = status(record)
    return found is not None and found not in SETTLED


def require_publishable(record: MemoryRecord) -> None:
    """Raise InputError for what was said word for word, ConflictError for what its own agent does not hold true."""
    if record.kind in VERBATIM:
        raise errors.InputError(f"a {record.kind} is not published: remember its conclusion as a fact and publish that")
    if record.status not in (Status.ACTIVE, Status.COMPRESSED):
        raise errors.ConflictError(f"memory {record.id} is {record.status}: only what stands can be published; confirm or release it first")


def shared(record: MemoryRecord, wish: Wish, now: datetime) -> MemoryRecord:
    """`record` as its agent publishes it: the words without the conversation they come from, never more trusted than an agent."""
    settled = wish.status in SETTLED
    told = {"author": record.agent, "role": wish.role, "status": str(wish.status), "reasons": wish.reasons}
    return replace(
        record,
        id=wish.new_id,
        agent=None,
        created_at=now,
        valid_from=now,
        confirmed_at=None,
        slot=record.slot if settled else None,
        value=record.value if settled else None,
        trust=max(record.trust, Trust.AGENT, key=TRUSTS.index),
        sources=(),
        evidence=(),
        derived_from=(record.id,),
        supersedes=(),
        superseded_by=None,
        uses=0,
        last_used_at=None,
        seen=1,
        pinned=False,
        key=None,
        session=None,
        reason=f"published by {record.agent}",
        metadata={name: value for name, value in told.items() if value is not None},
    )


def endorsed(held: MemoryRecord, agent: str, now: datetime) -> MemoryRecord:
    """`held`, which `agent` published in the same words; unchanged when that is known."""
    before = held.metadata.get("endorsed_by")
    known: list[Json] = list(before) if isinstance(before, list) else []
    if agent in known or held.metadata.get("author") == agent:
        return held
    return replace(held, seen=held.seen + 1, confirmed_at=now, metadata={**held.metadata, "endorsed_by": [*known, agent]})


def settles(wish: Wish, held: MemoryRecord) -> bool:
    """Whether `wish` says more of the words of `held` than stands there: a decision where there was a proposal, or other reasons."""
    before = status(held)
    if before is None:
        return False
    return (before, held.metadata.get("reasons"), held.metadata.get("role")) != (wish.status, wish.reasons, wish.role)


def require_expected(wish: Wish, held: MemoryRecord | None, rivals: Sequence[MemoryRecord]) -> None:
    """Raise ConflictError unless what `wish` means to replace is what stands: another agent may have been quicker."""
    if wish.expected is None:
        return
    if held is None or held.status is not Status.ACTIVE or status(held) is None:
        newer = "" if held is None or held.superseded_by is None else f": {held.superseded_by} took its place"
        raise errors.ConflictError(f"shared memory {wish.expected[:64]!r} no longer stands{newer}; read it and decide again")
    if any(status(rival) is not None and rival.id != held.id for rival in rivals):
        raise errors.ConflictError(f"shared memory {wish.expected} does not hold the slot alone; read the slot and decide again")
