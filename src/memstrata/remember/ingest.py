"""Taking in a document: its chunks in one write, those that did not change kept, those of its former version retired."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import numpy as np

from memstrata.core.batch import Batch, View
from memstrata.core.records import EMPTY, Json, Kind, MemoryRecord, Status, Trust
from memstrata.core.scope import Scope
from memstrata.core.turns import Turn
from memstrata.policies import chunking, messages, visibility
from memstrata.policies import trust as trusts
from memstrata.remember import redact, screen
from memstrata.text import echo, language

_SESSION = "document/"  # before the title: the chunks of a document belong together as the turns of a session do


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What is to be taken in: a text, or the messages of a conversation."""

    title: str
    at: datetime
    text: str = ""
    turns: tuple[Turn, ...] = ()
    trust: Trust = Trust.IMPORT
    metadata: Mapping[str, Json] = field(default_factory=lambda: EMPTY)

    @property
    def session(self) -> str:
        """What its chunks carry as their session."""
        return session(self.title)


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What a taking-in did. `chunks`: all of the document in order; `added` and `kept` of them; `retired`: of its former version."""

    title: str
    chunks: list[MemoryRecord] = field(default_factory=list)
    added: int = 0
    kept: int = 0
    retired: int = 0


@dataclass(frozen=True, slots=True)
class _Piece:
    """One chunk before it is a record."""

    content: str
    payload: Mapping[str, Json]
    began_at: datetime


def session(title: str) -> str:
    """What the chunks of the document `title` carry as their session."""
    return f"{_SESSION}{named(title)}"


def named(title: str) -> str:
    """A title as it is kept: in one line, masked."""
    return redact.for_memory(" ".join(title.split()))


def take(document: Document, scope: Scope, new_ids: Sequence[str], now: datetime, embeds: bool, view: View) -> tuple[Batch, IngestReport]:
    """The batch that makes the document's chunks what it says now; the same document again changes nothing."""
    held = {record.content: record for record in _held(document, scope, view)}
    pieces = _pieces(document)
    chunks, added = list[MemoryRecord](), list[MemoryRecord]()
    ids = iter(new_ids)
    taken = set[str]()
    for piece in pieces:
        content = _unused(piece, document, scope, taken, held, view)
        taken.add(content)
        former = held.pop(content, None)
        if former is not None:
            same = dict(former.payload) == dict(piece.payload) and dict(former.metadata) == dict(document.metadata)
            record = former if same else replace(former, payload=piece.payload, metadata=document.metadata)
        else:
            record = _record(next(ids), content, piece, document, scope)
        chunks.append(record)
        if record is not former:
            added.append(record)
    retired = [_retired(record, now) for record in held.values()]
    fresh = [record for record in added if record.id in set(new_ids)]
    batch = Batch(
        records=(*retired, *added), tasks=tuple(("embed", record.id) for record in fresh if embeds and record.status is Status.ACTIVE)
    )
    report = IngestReport(title=document.title, chunks=chunks, added=len(fresh), kept=len(chunks) - len(fresh), retired=len(retired))
    return (batch if batch.records else Batch()), report


def count(document: Document) -> int:
    """How many ids `take` may need."""
    return len(_pieces(document))


def _pieces(document: Document) -> list[_Piece]:
    """The chunks, masked and without blocks of our own prompts; their offsets count in the text as it is stored."""
    if document.turns:
        turns = [replace(turn, text=echo.strip_blocks(redact.for_memory(turn.text))) for turn in document.turns]
        return [
            _Piece(talk.text, _of_talk(talk, document.title), talk.began_at) for talk in chunking.conversation(turns) if talk.text.strip()
        ]
    text = echo.strip_blocks(redact.for_memory(document.text))
    return [_Piece(text[chunk.start : chunk.end], _of_chunk(chunk, document.title), document.at) for chunk in chunking.document(text)]


def _of_chunk(chunk: chunking.Chunk, title: str) -> dict[str, Json]:
    return {"document": title, "index": chunk.index, "start": chunk.start, "end": chunk.end}


def _of_talk(talk: chunking.Talk, title: str) -> dict[str, Json]:
    plain: dict[str, Json] = {"document": title, "index": talk.index, "start": talk.start, "end": talk.end}
    times: dict[str, Json] = {"began_at": talk.began_at.isoformat(), "ended_at": talk.ended_at.isoformat()}
    return {**plain, **times, "participants": list(talk.participants)}


def _held(document: Document, scope: Scope, view: View) -> list[MemoryRecord]:
    """The chunks of the document that this agent has in this scene."""
    matrix = view.matrix()
    columns, labels = matrix.columns, matrix.labels
    rows = (columns["kind"] == labels.label(Kind.CHUNK)) & (columns["session"] == labels.label(document.session))
    rows &= (columns["agent"] == labels.label(scope.agent)) & (columns["scene"] == labels.label(scope.scene))
    rows &= visibility.status_rows(matrix, *visibility.LIVE, Status.QUARANTINED)
    return view.get([matrix.id(int(row)) for row in np.flatnonzero(rows)])


def _unused(piece: _Piece, document: Document, scope: Scope, taken: set[str], held: Mapping[str, MemoryRecord], view: View) -> str:
    """The chunk's text, with its place behind it where the same text is there already: each part of each document is there."""
    others = view.by_content(piece.content)
    known = {record.id for record in held.values()}
    foreign = any((other.agent, other.scene) == (scope.agent, scope.scene) and other.id not in known for other in others)
    if piece.content not in taken and not foreign:
        return piece.content
    return f"{piece.content}\n({document.title} {piece.payload['index']})"


def _record(new_id: str, content: str, piece: _Piece, document: Document, scope: Scope) -> MemoryRecord:
    at = piece.began_at.astimezone(UTC)
    made = MemoryRecord(
        id=new_id,
        kind=Kind.CHUNK,
        content=content,
        tenant=scope.tenant,
        user=scope.user,
        agent=scope.agent,
        scene=scope.scene,
        created_at=at,
        valid_from=at,
        trust=document.trust,
        language=language.language(content),
        session=document.session,
        aliases=(document.title,),
        payload=piece.payload,
        metadata=document.metadata,
        reason="a part of a document",
    )
    why = trusts.suspicion(content, document.trust)
    return screen.quarantined(made, why) if why else made


def _retired(record: MemoryRecord, now: datetime) -> MemoryRecord:
    return replace(record, status=Status.SUPERSEDED, valid_to=now, reason="superseded: the document changed")


def turns(given: object, at: datetime) -> tuple[Turn, ...]:
    """The messages of a conversation that is taken in as a document; `at` where a message has no time of its own."""
    listed = given if isinstance(given, list | tuple) else [given]
    fields = [messages.from_message(item) for item in listed]
    return tuple(messages.read(**{"session": "-", "id": str(number), "at": at, **each}) for number, each in enumerate(fields))
