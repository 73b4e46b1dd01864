"""Rows of records, turns and sessions: sealed on the way in, opened on the way out."""

from collections.abc import Sequence

import apsw

from memstrata.core import errors, matrix
from memstrata.core.labels import Labels
from memstrata.core.records import Kind, MemoryRecord, Status
from memstrata.core.scope import Scope
from memstrata.core.turns import SessionInfo, SessionStatus, Turn
from memstrata.policies import identity
from memstrata.stores import codec
from memstrata.stores.sqlite import statements
from memstrata.stores.sqlite.owners import Owner, Owners

_LIVE = (Status.ACTIVE, Status.CANDIDATE)
_ID_DIGITS = 32
KIND_PLACE = b"kinds.name"
KINDS = tuple(value for name, value in vars(Kind).items() if name.isupper())


def id_bytes(record_id: str) -> bytes | None:
    """The 16 bytes of a record id; None for text that is no id."""
    try:
        found = bytes.fromhex(record_id)
    except ValueError:
        return None
    return found if len(record_id) == _ID_DIGITS and found.hex() == record_id else None


def signed(label: int) -> int:
    """A 64-bit label as SQLite has it."""
    return label - (1 << 64) if label >= 1 << 63 else label


def get(connection: apsw.Connection, owner: Owner, ids: Sequence[str]) -> list[MemoryRecord]:
    """The records of `ids` in that order; unknown ones are left out."""
    out = []
    for record_id in ids:
        key = id_bytes(record_id)
        found = None if key is None else statements.row(connection, "get_record", owner.id, key)
        if key is not None and found is not None:
            out.append(codec.record(opened(owner, key, found[0])))
    return out


def opened(owner: Owner, key: bytes, sealed: bytes) -> bytes:
    """The JSON of a record's row."""
    return owner.seal.open(sealed, b"records" + key)


def found(owner: Owner, rows: Sequence[statements.Row]) -> list[MemoryRecord]:
    """The records of rows (id, sealed, position), oldest first."""
    records = [(codec.record(opened(owner, key, sealed)), position) for key, sealed, position in rows]
    return [record for record, _ in sorted(records, key=lambda each: (each[0].created_at, each[1]))]


def by_slot(connection: apsw.Connection, owner: Owner, slot: str) -> list[MemoryRecord]:
    """Every record of the slot in any status, oldest first."""
    return found(owner, statements.rows(connection, "records_by_slot", owner.id, owner.seal.digest("slot", slot)))


def by_content(connection: apsw.Connection, owner: Owner, content: str) -> list[MemoryRecord]:
    """Live facts of equal content, oldest first."""
    digest = owner.seal.digest("content", identity.normal(content))
    return found(owner, statements.rows(connection, "records_by_content", owner.id, digest))


def by_key(connection: apsw.Connection, owner: Owner, key: str) -> MemoryRecord | None:
    """The record that has the idempotency key."""
    rows = found(owner, statements.rows(connection, "records_by_key", owner.id, owner.seal.digest("key", key)))
    return rows[0] if rows else None


def by_turn(connection: apsw.Connection, owner: Owner, session: str | None, message: str) -> MemoryRecord | None:
    """The turn record of the message."""
    rows = found(owner, statements.rows(connection, "records_by_turn", owner.id, owner.seal.digest("turn", session, message)))
    return rows[0] if rows else None


def record_row(owner: Owner, labels: Labels, record: MemoryRecord, position: int, former: bytes | None) -> statements.Row:
    """The values of `add_record`."""
    key = id_bytes(record.id)
    if key is None:
        raise errors.InputError(f"a record's id is {_ID_DIGITS} hexadecimal digits in lower case, not {record.id!r}")
    kind, status = signed(labels.label(record.kind)), matrix.STATUSES.index(record.status)
    sealed = owner.seal.close(codec.encode(record, former), b"records" + key)
    return (owner.id, key, position, kind, status, *digests(owner, record), sealed)


def digests(owner: Owner, record: MemoryRecord) -> tuple[bytes | None, ...]:
    """What stands for slot, content, claim, turn and key in the exact indexes; None where the record has none."""
    digest = owner.seal.digest
    slot = None if record.slot is None else digest("slot", record.slot)
    key = None if record.key is None else digest("key", record.key)
    content, claim, turn = None, None, None
    if record.is_turn:
        turn = digest("turn", *record.sources[0]) if record.sources else None
    elif record.status in _LIVE:
        normal = identity.normal(record.content)
        content, claim = digest("content", normal), digest("claim", record.agent, record.scene, normal)
    return slot, content, claim, turn, key


def message_row(owner: Owner, turn: Turn) -> statements.Row:
    """The values of `add_message`."""
    session = owner.seal.digest("session", turn.session)
    sealed = owner.seal.close(codec.encode(turn), _message_place(session, turn.sequence))
    return (owner.id, session, turn.sequence, owner.seal.digest("message", turn.session, turn.id), sealed)


def turns(connection: apsw.Connection, owner: Owner, session: str, after: int, last: int | None) -> list[Turn]:
    """Turns of the session with a sequence above `after`, in order; only the newest `last` of them when given."""
    digest = owner.seal.digest("session", session)
    if last is None:
        rows = statements.rows(connection, "messages_after", owner.id, digest, after)
    else:
        rows = statements.rows(connection, "last_messages", owner.id, digest, after, max(last, 0))[::-1]
    return [codec.turn(owner.seal.open(sealed, _message_place(digest, sequence))) for sequence, sealed in rows]


def session_row(owner: Owner, info: SessionInfo, former: bytes | None) -> statements.Row:
    """The values of `add_session`."""
    digest = owner.seal.digest("session", info.id)
    sealed = owner.seal.close(codec.encode(info, former), b"sessions" + digest)
    return (owner.id, digest, int(info.status != SessionStatus.CLOSED), info.last_at.timestamp(), sealed)


def session_bytes(connection: apsw.Connection, owner: Owner, session: str) -> bytes | None:
    """The JSON of the session; None when it was never opened."""
    digest = owner.seal.digest("session", session)
    row = statements.row(connection, "get_session", owner.id, digest)
    return None if row is None else owner.seal.open(row[0], b"sessions" + digest)


def session(owner: Owner, digest: bytes, sealed: bytes) -> SessionInfo:
    """The session of a row."""
    return codec.session(owner.seal.open(sealed, b"sessions" + digest))


def quiet(connection: apsw.Connection, owners: Owners, before: float) -> list[tuple[Scope, str]]:
    """Sessions of any owner that are not closed and whose last turn is older than `before`, the quietest first."""
    out = []
    for number, digest, sealed in statements.rows(connection, "quiet_sessions", before):
        owner = Owner(id=number, seal=owners.keyring.seal(connection, number))
        out.append((owners.scope(connection, number), session(owner, digest, sealed).id))
    return out


def _message_place(session: bytes, sequence: int) -> bytes:
    return b"messages" + session + sequence.to_bytes(8, "big")
