"""The engine: walks the sentences of one message, guards them, and makes drafts of what the rules find in their clauses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memstrata.core.drafts import Draft
from memstrata.core.records import TIMELESS, Kind
from memstrata.policies import slots
from memstrata.remember.rules import clauses, guards, hedges, lazy, markers, masks, readers, resolve
from memstrata.remember.rules.clauses import Hit, Spoken
from memstrata.text import dates, echo, fold, sentences

MAX_MESSAGE_CHARACTERS = 20_000
MAX_SENTENCE_CHARACTERS = 500
CONTEXT_MESSAGES = 6

STATED, HARD, EXPLICIT, OF_OTHERS = 0.9, 0.95, 0.98, 0.85
IMPORTANCE = {
    Kind.FACT: 0.6, Kind.BACKGROUND: 0.65, Kind.PREFERENCE: 0.6, Kind.HABIT: 0.5, Kind.TASK: 0.6, Kind.EVENT: 0.5, Kind.STATUS: 0.55,
    Kind.CORRECTION: 0.8, Kind.PRINCIPLE: 0.8,
}  # fmt: skip

_GAP = lazy.Pattern(r"[ \t\u3000]{8,}")
_HAN = lazy.Pattern(r"[一-鿿]")
_DATE_HINT = lazy.Pattern(
    r"\d|[月日号周年天早晚]|[昨今明后前去下上这本]|[初底]|刚|除夕|国庆|春节|中秋|元旦|\b(?:just|yesterday|today|tomorrow|tonight|"
    r"last|next|this|ago|since|weeks?|months?|years?|morning|evening|noon|fortnight|christmas|easter|spring|summer|autumn|"
    r"fall|winter)\b|days?\b"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|"
    r"aug|sept?|oct|nov|dec)\b",
    re.IGNORECASE,
)
_REMARKS = lazy.Pattern(
    r"\b(?:if (?:that|it|this) (?:helps|matters)|if you must know|if you(?:'re| are) (?:wondering|curious)|in case "
    r"you(?:'re| are)? (?:wonder(?:ed|ing)|ask(?:ed|ing)?|need it)|if i haven't (?:said|mentioned) (?:so|it)|if you "
    r"(?:don't|didn't) know)\b"
    r"|\bif (?:memory serves(?: me)?|i (?:remember|recall)|i'm not (?:mistaken|wrong))\b|"
    r"(?:如果|要是)?我?没记错(?:的话)?|如果你(?:想知道|不知道)的话?"
)
_KIDDING = lazy.Pattern(
    r"\b(?:just kidding|only kidding|i'm kidding|just joking|i'm joking|totally joking|jk)\b|开玩笑|逗你|骗你的|说着玩|"
    r"玩笑话|别当真|当我没说"
)
_CLOSING = " \t\r\n.,;:!?。，；：！？、…~～-—–"
_TASK_MARK = lazy.Pattern(r"(?:forget|remember)\s+to\s+|忘|记得")
_REQUEST = lazy.Pattern(r"remind|提醒|\b(?:can|could|would|will) you .*\b(?:always|from now on)\b|能不能以后|以后(?:能|可以)")
_PLAN = "migration-plan"
_ORDERS = ("reply", "nickname", "contact")
_NOT_FIRST = lazy.Pattern(r"\s*(?:[^，,。]{0,16}不是|(?:no,? )?(?:it's|it is|that's) not\b)")
_NO_MORE = lazy.Pattern(r"any ?more|no longer|不再|了$")


@dataclass(frozen=True, slots=True)
class Message:
    """A message at one length: as sent without recalled blocks, the user's own prose of it, that prose folded, and without its hedges."""

    sent: str
    prose: str
    plain: str
    bare: str  # `plain` without hedges
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """How a sentence is said: the stretch that states something, whether to remember is asked for, and what it corrects."""

    start: int
    end: int  # of the statement; `whole` is the end with a tail such as ", not 8080"
    whole: int
    explicit: bool = False
    task: bool = False
    correcting: bool = False
    old: str = ""
    belief: float = guards.PLAIN  # what the words before it leave of it: "maybe", 我觉得


def message(text: str, at: datetime) -> Message:
    """The message ready to be read; what lies beyond 20,000 characters is not looked at."""
    sent = echo.strip_blocks(text[:MAX_MESSAGE_CHARACTERS])
    prose = _GAP.sub(lambda gap: "\n" * len(gap[0]), masks.prose(sent))  # where something was blanked out, a sentence ends
    plain = _folded(prose)
    return Message(sent, prose, plain, hedges.bare(plain), at)


def drafts(said: Message, context: Sequence[str] = ()) -> list[Draft]:
    """What the message states, in order; [] where it asks to forget, jokes or states nothing. Nothing is said of its source.

    `context` are the messages before, the newest last: they tell which attribute "it's 8081, not 8080" corrects.
    """
    if guards.manages_memory(said.plain) or _KIDDING.search(said.plain):
        return []
    found: list[Draft] = []
    for start, end in _stretches(said):
        if end - start > MAX_SENTENCE_CHARACTERS:
            continue
        plain = said.plain[start:end]
        material = guards.material_at(plain) if markers.explicit_start(plain) == 0 else -1
        found.extend(_sentence(said, start, end if material < 0 else start + material, context))
        if material >= 0 and not guards.asks_for_letter(plain):
            break  # what follows is the matter to work on
    return _distinct(found)


def corrects(said: Message) -> bool:
    """Whether a sentence corrects a value without naming what it is the value of."""
    frames = (_frame(said.plain[start:end], start) for start, end in _stretches(said))
    return any(markers.bare_correction(said.plain[frame.start : frame.whole])[0] for frame in frames)


def _stretches(said: Message) -> list[tuple[int, int]]:
    """The sentences, half-open; a "remember that." on its own belongs to the one before."""
    found: list[tuple[int, int]] = []
    for span in sentences.sentences(said.prose):
        if found and markers.only_order(said.plain[span.start : span.end]):
            found[-1] = (found[-1][0], span.end)
        else:
            found.append((span.start, span.end))
    return found


def _sentence(said: Message, start: int, end: int, context: Sequence[str]) -> list[Draft]:
    plain = said.plain[start:end]
    frame = _frame(plain, start)
    if not frame.explicit:
        opened = plain[markers.lead(plain) :]
        if guards.ends_in_tag(plain) or guards.starts_question(opened):
            return _reminders(said, frame)
        bare = _REMARKS.sub("", plain)
        if guards.imagines(bare) or guards.for_once(bare):
            return []
    found = _walk(said, frame)
    if frame.old or frame.correcting or (not found and _NOT_FIRST.match(plain)):
        found = _corrected(said, frame, found, context)
    return _asked_for(said, frame, found) if frame.explicit else found


def _frame(plain: str, start: int) -> Frame:
    end = markers.explicit_end(plain)
    content = markers.explicit_start(plain)
    explicit = content > 0 or end < len(plain)
    begin, strong = content, False
    if not explicit:
        lead = markers.lead(plain)
        skipped, strong = markers.correction(plain[lead:])
        if not strong and lead:  # "no, …" may have been taken for a filler
            again, strong = markers.correction(plain)
            lead, skipped = (0, again) if strong else (lead, skipped)
        begin = lead + skipped
    denied, old = markers.denied_tail(plain[begin:end])
    return Frame(
        start=start + begin,
        end=start + begin + denied if old else start + end,
        whole=start + end,
        explicit=explicit,
        task=explicit and _TASK_MARK.search(plain[:content]) is not None,
        correcting=strong,
        old=old,
        belief=guards.PLAIN if explicit else guards.confidence(plain[:begin]),
    )


def _walk(said: Message, frame: Frame) -> list[Draft]:
    found: list[Draft] = []
    spoken = Spoken()
    so_far = frame.belief
    done = frame.start
    for start, end in clauses.borders(said.plain, frame.start, frame.end):
        if start < done:
            continue
        clause = said.plain[start:end]
        belief = guards.confidence(clause)
        alone = hedges.alone(clause)
        if belief == guards.HEARSAY or len(clause.strip()) <= 12 or alone:
            so_far = min(so_far, guards.HEDGED if alone else belief)  # "he said", "I think", 我觉得 reach over what follows
        if alone:
            found = [
                replace(draft, confidence=min(draft.confidence, guards.HEDGED)) for draft in found
            ]  # "…, I think" over what it follows
            continue
        if not frame.explicit and guards.asks(said.plain[start : end + 1]):
            continue
        hits, spoken = clauses.read(said.prose, said.bare, (start, end), frame.end, spoken)
        if not frame.explicit and guards.reports_trouble(clause):
            hits = [hit for hit in hits if hit.rule.trouble]
        made = _drafts_of(said, hits, end, guards.PLAIN if frame.explicit else min(belief, so_far))
        found.extend(made)
        done = max([done, *(hit.end for hit in hits if hit.wide and made)])
    return found


def _reminders(said: Message, frame: Frame) -> list[Draft]:
    """What also a question may ask for: to be reminded, or a lasting manner of answering ("could you always …?")."""
    plain = said.plain[frame.start : frame.whole].rstrip("?？ ")
    if not _REQUEST.search(plain):
        return []
    end = frame.start + len(plain)
    hits, _ = clauses.read(said.prose, said.plain, (frame.start, end), end, Spoken())
    return _drafts_of(said, [hit for hit in hits if hit.rule.name.startswith(("remind", "reply"))], end, guards.PLAIN)


def _drafts_of(said: Message, hits: Sequence[Hit], clause_end: int, belief: float) -> list[Draft]:
    """A draft for each hit. Where several rest on one clause, each but the longest keeps its own words only."""
    longest = max((hit.end for hit in hits), default=0)
    made: list[Draft] = []
    for hit in hits:
        end = max(clause_end, hit.end) if hit.end == longest else hit.end
        ordered = hit.rule.name.startswith(_ORDERS) and said.plain[:clause_end].endswith("吧")  # softens an order, doubts nothing
        draft = _draft(said, hit, end, guards.PLAIN if ordered else belief)
        if draft is not None and all(draft.content != other.content for other in made):
            made.append(draft)
    return made


def _draft(said: Message, hit: Hit, end: int, belief: float) -> Draft | None:
    planned = hit.rule.name == _PLAN and belief == guards.PLAIN  # what is planned fills no attribute yet
    rule, slot = hit.rule, None if planned else hit.found.slot or None
    start, end = _tight(said.prose, hit.start, end)
    content = said.sent[start:end]
    when = dates.dated(content, said.at) if _DATE_HINT.search(content) else None
    if rule.dated and (when is None or when.precision == "recurring"):
        return None
    row = _row(slot)
    kind = rule.kind or (row.kind if row is not None else Kind.FACT)
    if kind == Kind.TASK and when is not None and _is_past(when, said.at):
        kind = Kind.EVENT
    stated = HARD if rule.hard or (slot is not None and resolve.is_hard(slot)) else STATED
    if hit.subject is not None and hit.subject.who == "person":
        stated = min(stated, OF_OTHERS)
    if kind in TIMELESS and when is not None and when.precision != "recurring":
        when = None
    chinese = _HAN.search(content) is not None
    negated = rule.negated
    value = hit.found.value if slot is not None and hit.found.value != readers.NOTHING else None
    if value is not None and negated and not rule.retracts and slot is not None and slots.cardinality(slot) == "one":
        value = f"不{value}" if _HAN.search(value) else f"not {value}"
    return Draft(
        content=content,
        kind=kind,
        slot=slot,
        value=value,
        importance=rule.importance or (row.importance if row is not None else IMPORTANCE.get(kind, 0.5)),
        confidence=round(min(stated * rule.certainty, belief), 3),
        span=(start, end),
        language="zh" if chinese else "en",
        reported=belief <= guards.HEARSAY,
        negated=negated,
        retracts=rule.retracts,
        event_from=when.event_from if when else None,
        event_to=when.event_to if when else None,
        event_precision=when.precision if when else None,
        valid_from=said.at,
        rule=rule.name,
    )


def _is_past(when: dates.TimeExpression, at: datetime) -> bool:
    last = when.event_to or when.event_from
    return last is not None and last[:10] < at.date().isoformat()[: len(last[:10])]


def _row(slot: str | None) -> slots.Slot | None:
    """The row of the table that the slot, or the same attribute of somebody else, has."""
    if slot is None:
        return None
    return slots.find(slot) or slots.find("user." + slot.rpartition(".")[2])


def _corrected(said: Message, frame: Frame, found: list[Draft], context: Sequence[str]) -> list[Draft]:
    if not found:
        return _bare_correction(said, frame, context)
    *before, last = found
    if frame.old and last.span[1] >= frame.end - 2:
        start, end = _tight(said.prose, last.span[0], frame.whole)
        if last.slot is not None and ".like." in last.slot and _NO_MORE.search(said.plain[frame.end : frame.whole]):
            before.append(_ended(said, frame, last))
        else:
            last = replace(last, content=said.sent[start:end], span=(start, end))
    strong = frame.correcting or (last.slot is not None and bool(frame.old) and resolve.is_hard(last.slot))
    if strong and last.slot is not None and last.confidence >= 0.5:
        last = replace(last, kind=Kind.CORRECTION, importance=max(last.importance, IMPORTANCE[Kind.CORRECTION]))
    return [*before, last]


def _ended(said: Message, frame: Frame, last: Draft) -> Draft:
    """The end of a former liking: "not coffee any more"; with the whole of what was said, for it says little alone."""
    start, end = _tight(said.prose, last.span[0], frame.whole)
    thing = re.sub(r"\s*(?:any ?more|no longer)$", "", frame.old)
    slot = (last.slot or "").rpartition(".")[0] + "." + slots.key(thing)
    return replace(last, content=said.sent[start:end], span=(start, end), slot=slot, value=thing, negated=True, retracts=True, rule="ended")


def _bare_correction(said: Message, frame: Frame, context: Sequence[str]) -> list[Draft]:
    value, place, old, topic = markers.bare_correction(said.plain[frame.start : frame.whole])
    if not value or guards.confidence(said.plain[frame.start : frame.whole]) < guards.PLAIN:
        return []
    as_sent = said.sent[frame.start + place[0] : frame.start + place[1]].strip(_CLOSING)
    named = slots.find(topic) if topic else None
    slot = named.name if named is not None else _slot_before(as_sent, old, context, said.at)
    told = frame.old or frame.correcting
    if slot is None and not (told and old and re.search(r"\d", as_sent) and re.search(r"\d", old)):
        return []
    affirmed = max(said.plain.rfind(mark, frame.start, frame.start + place[0]) + 1 for mark in ",;") if old and not topic else 0
    start, end = _tight(said.prose, max(frame.start, affirmed), frame.whole)  # "it's not 9000," denies, and is no part of the fact
    return [
        Draft(
            content=said.sent[start:end],
            kind=Kind.CORRECTION,
            slot=slot,
            value=as_sent,
            importance=IMPORTANCE[Kind.CORRECTION],
            confidence=HARD if slot is not None else STATED,
            span=(start, end),
            language="zh" if _HAN.search(said.sent[start:end]) else "en",
            valid_from=said.at,
            rule="correction",
        )
    ]


def _slot_before(value: str, old: str, context: Sequence[str], at: datetime) -> str | None:
    """The slot that the messages before gave the old value, or one of the same shape where no old value is named."""
    for text in reversed(context[-CONTEXT_MESSAGES:]):
        told = [draft for draft in drafts(message(text, at)) if draft.slot is not None and draft.value is not None]
        for draft in reversed(told):
            same = slots.normal_value(draft.slot, draft.value or "") == slots.normal_value(draft.slot, old)
            if same if old else (draft.value or "")[:1].isdigit() == value[:1].isdigit():
                return draft.slot
        asked = slots.asked(text) if not told and (not old or old in text.lower()) else []
        if asked:
            return asked[0]
    return None


def _asked_for(said: Message, frame: Frame, found: list[Draft]) -> list[Draft]:
    """What the user asked to remember: believed, and the whole of what was said."""
    start, end = _tight(said.prose, frame.start, frame.whole)
    content = said.sent[start:end]
    if len(found) > 1:
        return [replace(draft, explicit=True, confidence=EXPLICIT) for draft in found]
    if found:
        kind = Kind.TASK if frame.task and found[0].slot is None and found[0].kind != Kind.HABIT else found[0].kind
        return [replace(found[0], content=content, span=(start, end), explicit=True, confidence=EXPLICIT, kind=kind)]
    if (
        len(content) < (2 if _HAN.search(content) else 4)
        or guards.asks(said.plain[start : frame.whole + 1])
        or not re.search(r"\w", content)
        or guards.cheers(said.plain[start:end])
    ):
        return []
    when = dates.dated(content, said.at)
    return [
        Draft(
            content=content,
            kind=Kind.TASK if frame.task else Kind.FACT,
            importance=0.7,
            confidence=EXPLICIT,
            span=(start, end),
            language="zh" if _HAN.search(content) else "en",
            explicit=True,
            event_from=when.event_from if when else None,
            event_to=when.event_to if when else None,
            event_precision=when.precision if when else None,
            valid_from=said.at,
            rule="remember",
        )
    ]


def _distinct(found: Sequence[Draft]) -> list[Draft]:
    kept: dict[object, Draft] = {}
    for draft in found:
        value = slots.normal_value(draft.slot, draft.value) if draft.slot and draft.value else draft.content
        kept.setdefault((draft.slot, value, draft.negated), draft)
    return list(kept.values())


def _tight(prose: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without blanks, marks and a leading conjunction at its ends."""
    words = prose[start:end]
    body = words.rstrip(_CLOSING)
    lead = re.match(
        r"(?:and|but|so|because|plus|also|then|而且|但是|但|不过|并且|因为)\b\s*|(?:而且|但是|不过|并且|因为)", body, re.IGNORECASE
    )
    begin = start + (lead.end() if lead and lead.end() < len(body) else 0)
    begin += len(prose[begin:end]) - len(prose[begin:end].lstrip(_CLOSING))
    return begin, start + len(body)


def _folded(text: str) -> str:
    """Lower case, simplified and half width, at the same length; a character that would grow stays."""
    low = text.lower()
    if text.isascii():
        return low
    whole = fold.fold(text).lower()
    if len(whole) == len(text):
        return whole
    return "".join(one if len(one := fold.fold(character).lower()) == 1 else character for character in text)
