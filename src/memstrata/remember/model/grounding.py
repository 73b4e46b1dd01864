"""From proposed items to drafts: what has no evidence, asks, supposes or repeats the prompt is left out. Code decides, not the model."""

import re
from collections.abc import Sequence
from datetime import datetime

from memstrata.core.drafts import Draft
from memstrata.core.records import IMPORTANCE, TIMELESS, Kind, Trust
from memstrata.policies import evidence, identity, slots, statement, worth
from memstrata.policies.evidence import Ground, Grounded
from memstrata.remember.model import prompts
from memstrata.remember.model.asking import Answer, Heard
from memstrata.remember.rules import clauses, guards, masks
from memstrata.text import dates, fold, language, private, sentences
from memstrata.text.reply import Item

STATED = 0.75  # the confidence of an item that names none
SUPPOSED = 0.3  # of what is imagined, ironic or wished for
MAX_CONFIDENCE = 0.95
RULE = "model"  # begins the reason of every fact that a model proposed

_KINDS = frozenset(
    [
        Kind.FACT,
        Kind.PREFERENCE,
        Kind.BACKGROUND,
        Kind.STATUS,
        Kind.CORRECTION,
        Kind.TASK,
        Kind.CONTEXT,
        Kind.HABIT,
        Kind.EVENT,
        Kind.PRINCIPLE,
    ]
)
_KIND_WORDS = {
    "personal": Kind.BACKGROUND, "identity": Kind.BACKGROUND, "profile": Kind.BACKGROUND, "like": Kind.PREFERENCE, "todo": Kind.TASK,
    "plan": Kind.TASK, "routine": Kind.HABIT, "rule": Kind.PRINCIPLE, "偏好": Kind.PREFERENCE, "背景": Kind.BACKGROUND, "习惯": Kind.HABIT,
    "任务": Kind.TASK, "待办": Kind.TASK, "事件": Kind.EVENT, "状态": Kind.STATUS, "纠正": Kind.CORRECTION, "事实": Kind.FACT,
}  # fmt: skip
ENTITY = "entity"
_FRAME_CHARACTERS = 8  # that a fact may leave out of the sentence that it words anew
_LOOKED_AT = 500
_SENTENCES_BEFORE = 4
_IMPORTANCE = {Kind.TASK: 0.6, Kind.PREFERENCE: 0.6, Kind.BACKGROUND: 0.65, Kind.CORRECTION: 0.75, Kind.PRINCIPLE: 0.8}
_DATE_ALONE = 0.7  # of a clause that only tells when
_JOKING = re.compile(r"\b(?:just|only|totally|i'm) (?:kidding|joking)\b|\bjk\b|开玩笑|逗你|说着玩|别当真", re.IGNORECASE)


def drafts(answer: Answer, turns: Sequence[Heard]) -> tuple[list[Draft], list[str]]:
    """(the drafts that the items of `answer` become, in order and each text once; why others are left out)."""
    found: dict[str, Draft] = {}
    notes = list[str]()
    texts = [turn.text for turn in turns]
    for place, item in enumerate(answer.items):
        made = _draft(item, turns, texts, answer.prompt)
        if isinstance(made, str):
            notes.append(f"item {place}: {made}")
        else:
            found.setdefault(identity.normal(made.content), made)
    return list(found.values()), notes


def _draft(item: Item, turns: Sequence[Heard], texts: Sequence[str], prompt: str) -> Draft | str:
    """The draft of an item, or why there is none."""
    grounded = evidence.ground(item.text, item.evidence, texts)
    if grounded is None:
        return "no message says it"
    if grounded.how is not Ground.EXACT and identity.normal(item.text) in prompts.shipped():
        return "it repeats an example of the prompt"
    turn = turns[grounded.passage]
    said = _sentence(turn.text, grounded.span)
    why = _unfit(turn, said, grounded)
    if why or (item.entity and grounded.how is not Ground.EXACT):
        return why or "nobody named it"
    content = private.mask(grounded.content).text
    kind = ENTITY if item.entity else _kind(item)
    slot, value = _slot(item, content, turn.text[grounded.span[0] : grounded.span[1]])
    when = _when(content, said, turn.at)
    if kind in TIMELESS and when is not None and when.precision != "recurring":
        when = None
    return Draft(
        content=content,
        kind=kind,
        slot=slot,
        value=value,
        importance=_IMPORTANCE.get(kind, IMPORTANCE["medium"]),
        confidence=_confidence(item, said),
        reported=worth.doubtful(said) or guards.confidence(fold.fold(said).lower()) == guards.HEARSAY,
        trust=Trust.TOOL if turn.role == "tool" and turn.trust is Trust.USER else turn.trust,
        span=grounded.span,
        source=turn.source,
        language=language.language(content),
        event_from=when.event_from if when else None,
        event_to=when.event_to if when else None,
        event_precision=when.precision if when else None,
        rule=f"{RULE} {prompt}",
    )


def _when(content: str, said: str, at: datetime) -> dates.TimeExpression | None:
    """The date in the fact's own words; else that of the clause of its evidence which speaks of the same, or is nothing but a date."""
    if own := dates.dated(content, at):
        return own
    parts = [said[start:end].strip(" ,.，。") for start, end in clauses.borders(said.lower(), 0, len(said))]
    found = [(clause, when) for clause in parts if (when := dates.dated(clause, at)) is not None]
    spoken = [
        when
        for clause, when in found
        if len(parts) == 1 or evidence.share(content, clause) > 0 or when.end - when.start >= _DATE_ALONE * len(clause)
    ]
    return spoken[0] if spoken else None


def _unfit(turn: Heard, said: str, grounded: Grounded) -> str:
    """Why the sentence cannot be evidence; "" when it can."""
    if turn.role == "tool":
        return ""
    plain = fold.fold(said).lower()
    if guards.manages_memory(plain):
        return "the user manages memory there"
    if guards.asks(plain) or guards.starts_question(plain):
        return "the user asks there"
    if _is_material(turn.text, grounded.span[0]):
        return "it is material to work on"
    if guards.imagines(plain) or worth.ironic(said) or _JOKING.search(turn.text[:_LOOKED_AT]):
        return "it is imagined or not meant"
    if not masks.prose(said).strip() and len(said) <= masks.MAX_LINE_CHARACTERS:
        return "it is code or a quotation"
    if guards.for_once(plain) or guards.reports_trouble(plain):
        return "it holds for once, or is about an error at hand"
    whole = len(said) <= 2 * len(grounded.content) + _FRAME_CHARACTERS  # the fact is all that the sentence says
    return worth.passing(grounded.content) or worth.machine(said, turn.text) or (worth.passing(said) if whole else "")


def _is_material(text: str, end: int) -> bool:
    """Whether a text, a translation or a role was asked for before `end`: what follows is matter to work on."""
    opened = fold.fold(text[: end + _LOOKED_AT]).lower()
    before = [span for span in sentences.sentences(opened) if span.start <= end]
    return any(guards.material_at(span.of(opened)) >= 0 for span in before[-_SENTENCES_BEFORE:])


def _sentence(text: str, span: tuple[int, int]) -> str:
    """The sentences that the span touches."""
    touched = [each for each in sentences.sentences(text) if each.start < span[1] and each.end > span[0]]
    return text[touched[0].start : touched[-1].end] if touched else text[span[0] : span[1]]


def _kind(item: Item) -> str:
    return item.kind if item.kind in _KINDS else _KIND_WORDS.get(item.kind, Kind.FACT)


def _confidence(item: Item, said: str) -> float:
    plain = fold.fold(said).lower()
    stated = STATED if item.confidence is None else min(item.confidence, MAX_CONFIDENCE)
    most = SUPPOSED if worth.doubtful(said) else guards.confidence(plain)
    return max(min(stated, most), 0.05)


def _slot(item: Item, content: str, said: str) -> tuple[str | None, str | None]:
    """(slot, value) that the item names, where its evidence speaks of that attribute and says that value; else (None, None)."""
    name = slots.normal(item.slot) if item.slot else ""
    value = item.value.strip()
    if not name or not value or evidence.locate(said, value) is None or evidence.locate(content, value) is None:
        return None, None
    return (name, value) if speaks_of(name, content, said) else (None, None)


def speaks_of(slot: str, content: str, said: str) -> bool:
    """Whether the words give this very attribute: a slot that only the model sees would retire what stands in it."""
    stated = {clause.slot for text in (content, said) for clause in statement.read(text).clauses}
    if slot in stated:
        return True
    row = slots.find(slot)
    names = [*row.en, *row.zh] if row is not None else [slot.rpartition(".")[2].replace("_", " ")]
    plain = fold.fold(said).lower()
    return any(evidence.locate(plain, name.lower()) is not None if name.isascii() else name in plain for name in names if name)
