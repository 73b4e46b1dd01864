"""From a match to a slot and a value: the templates of `Rule.slot` and the names in curly brackets that need more than a word."""

import re
from collections.abc import Callable

from memstrata.policies import slots
from memstrata.remember.rules import found, moves, readers, subjects, things, values
from memstrata.remember.rules.found import Found
from memstrata.remember.rules.rule import Rule
from memstrata.remember.rules.subjects import Subject

_HARD = frozenset(
    (
        "port host ip url domain path branch command repo version budget price limit timeout replicas retention size deadline time room"
    ).split()
)


def resolve(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    """The slot and value that the match states, or None where they do not hold; `original` is the padded clause as written."""
    special = _SPECIAL.get(rule.slot)
    if special is not None:
        return special(rule, subject, match, original)
    value = readers.read(rule.reads, found.words(match, original))
    if not value:
        return None
    if "{t}" in rule.slot and rule.slot.startswith("{t}"):
        slot = things.owned(match["t"], rule.slot.partition(".")[2])
    else:
        slot = _fill(rule.slot, subject, match, value)
    if "{liked}" in rule.slot:
        return Found(slot, values.thing_liked(value), found.end(match, original, value)) if slot is not None else None
    return Found(slot, value, found.end(match, original, value)) if slot is not None else None


def is_hard(slot: str) -> bool:
    """Whether the slot holds hard data: numbers, dates, addresses."""
    return slot.rpartition(".")[2] in _HARD or slot in ("user.birthday", "user.age", "user.birthyear")


def _fill(template: str, subject: Subject | None, match: re.Match[str], value: str) -> str | None:
    key = "user" if subject is None or subject.who in ("user", "none", "team") else subject.key
    slot = template.replace("{s}", key)
    if "{liked}" in slot:
        liked = slots.key(values.liked(value))
        return slot.replace("{liked}", liked) if liked else None
    if "{k}" in slot:
        _, named = subjects.kin(match["k"])
        return slot.replace("{k}", named.rpartition(".")[2]) if named else None
    if "{t}" in slot:
        thing = slots.favourite(match["t"]).rpartition(".")[2] if "favourite" in slot else slots.key(match["t"])
        return slot.replace("{t}", thing)
    return slot


def _name(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = readers.read(rule.reads, found.words(match, original))
    if not value or subject is None:
        return None
    slot = "user.name" if subject.who == "user" else subject.slot
    return Found(slot, value, found.end(match, original, value)) if slot else None


def _kin_of(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    if subject is None or not subject.words or subject.slot:
        return None
    _, slot = subjects.kin(match["k"])
    own = f"user.{slots.key(match['k'])}" if match["k"].isascii() else slots.normal(match["k"])
    return Found(slot or own, subject.words, match.end("k"))


def _favourite(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = readers.read(rule.reads, found.words(match, original))
    thing = match["t"].strip()
    if thing in ("hobby", "pastime", "interest", "爱好", "兴趣"):
        return Found("user.hobby", value, found.end(match, original, value)) if value else None
    if not value or len(thing.split()) > 3 or re.search(r"\b(?:part|thing|time|way|of|about|the|bug|error)\b|事|地方是", thing):
        return None
    return Found(slots.favourite(thing), value, found.end(match, original, value))


def _command(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = found.words(match, original).strip(" `.,;，。")
    verb = re.sub(r"^(?:run the |run |start the |跑)", "", match["t"]).rstrip("s")
    return Found(slots.free(verb, "command"), value, match.end("v"))


def _style(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = values.text(found.words(match, original))
    low = value.lower()
    if re.search(r"emoji|表情|颜文字|smiley", low):
        return Found("reply.emoji", value, match.end())
    if re.search(
        r"bullet|table|markdown|heading|header|list|code|列表|表格|分点|结论|conclusion|tl;?dr|summary|example|例子|注释|answer", low
    ):
        return Found("reply.format", value, match.end())
    return Found("reply.style", value, match.end())


def _contact(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    groups = match.groupdict()
    channel = {"email": "email", "e-mail": "email", "发邮件": "email", "call": "call", "phone": "call", "打电话": "call"}.get(
        groups["c"], "message"
    )
    parts = [original[match.start(name) : match.end(name)].strip() for name in ("no", "v", "w") if groups.get(name)]
    value = " ".join(part for part in parts if part)
    return Found(f"contact.{channel}", values.text(value), match.end()) if value else None


_SPECIAL: dict[str, Callable[[Rule, Subject | None, re.Match[str], str], Found | None]] = {
    "{name}": _name,
    "{kin}": _name,
    "{kin-of-k}": _kin_of,
    "{favourite}": _favourite,
    "{attribute}": things.attribute,
    "{user-attribute}": things.user_attribute,
    "{their-attribute}": things.their_attribute,
    "{technology}": moves.uses,
    "{move}": moves.moved,
    "{named}": things.named,
    "{mine}": things.mine,
    "{command}": _command,
    "{style}": _style,
    "{contact}": _contact,
}


def person_key(name: str) -> str:
    """The key of a person in slots."""
    return slots.key(name)
