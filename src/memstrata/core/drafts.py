"""What a writing path proposes: code decides what becomes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memstrata.core.records import EMPTY, Json, Kind, Source, Trust


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A fact that a path (rules, a model, the caller) proposes, with the words it rests on.

    `content` keeps the words and the language of the evidence. `negated` facts retire what they deny.
    `retracts` marks a draft that only ends a fact ("I no longer work at Acme"): the former one is superseded by it.
    """

    content: str
    kind: str = Kind.FACT
    slot: str | None = None
    value: str | None = None
    importance: float = 0.5
    confidence: float = 0.9
    trust: Trust = Trust.USER
    span: tuple[int, int] = (0, 0)  # half-open code points in the turn's text
    source: Source | None = None
    language: str = ""
    reported: bool = False  # hearsay or a wish: saying it again makes it no truer
    negated: bool = False
    retracts: bool = False
    explicit: bool = False  # the user asked to remember it, or the caller gave kind or slot
    event_from: str | None = None
    event_to: str | None = None
    event_precision: str | None = None
    valid_from: datetime | None = None
    ttl_seconds: float | None = None
    payload: Mapping[str, Json] = field(default_factory=lambda: EMPTY)  # what its kind has beyond a record
    rule: str = ""  # which rule or prompt proposed it
