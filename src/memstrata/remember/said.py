"""The record of one message, and whether the same message is there already."""

from memstrata.core import errors, records
from memstrata.core.batch import View
from memstrata.core.records import Json, Kind, MemoryRecord, MemoryType, Source
from memstrata.core.turns import Turn
from memstrata.policies import identity
from memstrata.remember.request import Request

_CALLS = "calls"  # in a turn's payload: what stands for its tool calls, by which it is told from another


def record(new_id: str, turn: Turn, text: str, request: Request, language: str) -> MemoryRecord:
    """The record of one message: verbatim but for what `text` has masked."""
    scope = request.scope
    return MemoryRecord(
        id=new_id,
        kind=Kind.TURN,
        type=MemoryType.EPISODIC,
        content=text,
        tenant=scope.tenant,
        user=scope.user,
        agent=scope.agent,
        scene=scope.scene,
        created_at=turn.at,
        valid_from=turn.at,
        trust=request.trust,
        sources=(Source(request.session, turn.id),),
        language=language,
        session=request.session,
        role=turn.role,
        name=turn.name,
        metadata=turn.metadata,
        payload={_CALLS: identity.calls_digest(turn.tool_calls)} if turn.tool_calls else records.EMPTY,
    )


def known(record: MemoryRecord, view: View) -> MemoryRecord | None:
    """The turn record of this very message when it is there already. Raises ConflictError when it has other words."""
    session, message = record.sources[0]
    held = view.turn(session, message)
    if held is not None and _words(held) != _words(record):
        raise errors.ConflictError(f"message {message!r} of session {session!r} is there already, with other words or calls: use a new id")
    return held


def _words(record: MemoryRecord) -> tuple[str, str | None, Json]:
    return record.content, record.role, record.payload.get(_CALLS)
