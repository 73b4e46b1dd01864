"""A whole reply: what is thought and what is said, which of the values in it holds the facts, and how it ended."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memstrata.text.reply import items, loose, refusal
from memstrata.text.reply.items import Item, Refused
from memstrata.text.reply.loose import Value

MAX_CHARACTERS = 400_000
MAX_ITEMS = 200
_ALLOWANCE = 4  # times the length of a reply is what its reading may look at
_MAX_UNWRAPPED = 6  # boxes around the facts
_MAX_LOOKS = 8  # closing tags that are looked at for standing inside of a value

_THINK = r"(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|seed:think)"
_THOUGHT = re.compile(
    rf"<(?P<slash>/)?\s{{0,3}}{_THINK}(?:\s[^<>]{{0,100}})?>|(?P<opens>◁think▷|\[THINK\])|◁/think▷|\[/THINK\]", re.IGNORECASE
)
_CHANNEL = re.compile(r"<\|channel\|>\s{0,3}(?:final|commentary)\b[^<]{0,200}<\|message\|>", re.IGNORECASE)
_TOKEN = re.compile(r"<\|[\w ]{1,40}\|>")
_FENCED = re.compile(r"```\w{0,20}\n([^`]*)```")
_BULLET = re.compile(r"\s{0,8}(?:[-*•·]|\d{1,3}[.)、])\s*(?=\S)(?!\d)(.{1,500})$")  # a list in plain text
_AROUND = 2  # lines that may stand around it: "Here they are:"
_BEGINS = re.compile(r"\[|\{(?=[\s\"'“}\w/])")

LIST_KEYS = (
    "facts", "fact", "memories", "memory", "items", "records", "entities", "extracted_facts", "extracted_memories", "new_memories",
    "new_facts", "extracted", "preferences", "事实", "记忆", "条目",
)  # fmt: skip
_BOX_KEYS = (
    "result", "results", "data", "output", "response", "answer", "arguments", "args", "parameters", "input", "function", "tool_calls",
    "content", "extraction", "结果", "数据", "输出",
)  # fmt: skip


class ReplyStatus(StrEnum):
    """What a reply is good for."""

    OK = "ok"
    NOTHING = "nothing"  # it is readable and holds no fact
    PARTIAL = "partial"  # the complete items are there; something was cut off or unreadable
    RETRY = "retry"  # nothing in it can be read
    REFUSAL = "refusal"  # the model declined


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The items of a reply in order, and what was left out and why. `cut_at` is the byte of the reply where what was cut off begins."""

    status: ReplyStatus
    items: tuple[Item, ...] = ()
    notes: tuple[str, ...] = ()
    cut_at: int | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """A list of raw items inside the reply."""

    raw: Sequence[Value]
    saves: bool = True


def read(raw: str) -> Reading:
    """The facts that `raw` holds. Never raises."""
    text = raw[:MAX_CHARACTERS]
    said = _said(text)
    if not said.strip():
        return Reading(status=ReplyStatus.RETRY, notes=("the reply is empty",))
    if refusal.is_nothing(said):
        return Reading(status=ReplyStatus.NOTHING, notes=("it says that there is nothing",))
    found, cut, faults = _chosen(said)
    if found is None and said != text:  # a closing tag may have stood inside of the answer
        found, cut, faults = _chosen(text)
        said = text
    if found is None:
        return _without_values(said)
    if not found.saves:
        return Reading(status=ReplyStatus.NOTHING, notes=("it says that nothing is to be saved",))
    return _judged(found, faults, None if cut is None else len(raw[: len(text) - len(said) + cut].encode("utf-8", "replace")))


def fields(raw: str) -> dict[str, Value]:
    """The last object that the reply holds, where one record and no list was asked for; {} where it holds none. Never raises."""
    text = raw[:MAX_CHARACTERS]
    for said in (_said(text), text):  # a closing tag may have stood inside of the answer
        found = [value for value, _ in _values(said) if isinstance(value, dict)]
        if found:
            return found[-1]
    return {}


def prose(raw: str) -> str:
    """What the reply says as plain text: without thoughts and the fence around it; '' where it says nothing or declines."""
    said = _TOKEN.sub(" ", _said(raw[:MAX_CHARACTERS])).strip()
    fenced = _FENCED.fullmatch(said)
    said = loose.storable(fenced[1] if fenced else said).strip()
    return "" if refusal.is_nothing(said) or refusal.refuses(said) else said


def _said(text: str) -> str:
    """The reply behind what was only thought; blank when nothing else is there. Tags inside of a value are none."""
    start = max((match.end() for match in _CHANNEL.finditer(text)), default=0)
    begins, looks, thinking = start, 0, False
    for tag in _THOUGHT.finditer(text, start):
        closes = _closes(tag)
        if thinking:
            thinking, start = not closes, tag.end()
            continue
        if begins < start or begins == 0:
            found = _BEGINS.search(text, start)
            begins = found.start() if found else len(text)
        if not closes and begins < tag.start():
            break  # the answer has begun
        if closes and begins < tag.start():
            looks += 1
            if looks > _MAX_LOOKS or _reaches(text, begins, tag.start()):
                break
        thinking, start = not closes, tag.end()
    return "" if thinking else text[start:]


def _closes(tag: re.Match[str]) -> bool:
    return tag["slash"] is not None or (tag["opens"] is None and not tag[0].startswith("<"))


def _reaches(text: str, begins: int, place: int) -> bool:
    """Whether the value that begins at `begins` is sound and goes on behind `place`."""
    reader = loose.Reader(text, begins)
    try:
        reader.value()
    except loose.NoValueError:
        return False
    return reader.at > place and reader.cut is None and reader.faults == 0


def _without_values(said: str) -> Reading:
    plain = _TOKEN.sub(" ", said).strip().strip("`").strip()
    plain = plain.removeprefix("json").strip()
    if refusal.is_nothing(plain):
        return Reading(status=ReplyStatus.NOTHING, notes=("it says that there is nothing",))
    if refusal.finds_nothing(plain):
        return Reading(status=ReplyStatus.NOTHING, notes=("it says in words that there is nothing",))
    if refusal.refuses(plain):
        return Reading(status=ReplyStatus.REFUSAL, notes=("the model declined",))
    lines = [line for line in plain.splitlines() if line.strip()]
    listed = [match[1] for line in lines if (match := _BULLET.match(line))]
    if listed and len(lines) - len(listed) <= _AROUND:
        return _judged(_Found(listed), 0, None)
    return Reading(status=ReplyStatus.RETRY, notes=("the reply holds no list of facts",))


def _chosen(text: str) -> tuple[_Found | None, int | None, int]:
    """(the last list of facts in the text, where it was cut off, its faults); single objects in a row count as one list."""
    chosen: _Found | None = None
    loners: list[Value] = []
    cut, faults = None, 0
    for value, reader in _values(text):
        found = _listed(value)
        if found is None:
            continue
        alone = items.is_item(value) and found.saves
        loners = [*loners, value] if alone else []
        empty = not found.raw and chosen is not None and reader.cut is not None
        if not empty:
            chosen = _Found(loners) if alone else found
        cut, faults = reader.cut, reader.faults
    return chosen, cut, faults


def _values(text: str) -> Iterator[tuple[Value, loose.Reader]]:
    """The values in the text from left to right, each with its reader, until the allowance is used up."""
    at, looked = 0, 0
    while (begins := _BEGINS.search(text, at)) is not None and looked <= _ALLOWANCE * len(text):
        reader = loose.Reader(text, begins.start())
        try:
            value = reader.value()
        except loose.NoValueError:
            looked += reader.at - begins.start() + 1
            at = begins.end()
            continue
        yield value, reader
        looked += reader.at - begins.start()
        at = max(reader.at, begins.end())


def _listed(value: Value, depth: int = 0) -> _Found | None:
    """The list of facts in a value; None when it is something else."""
    if depth > _MAX_UNWRAPPED:
        return None
    if isinstance(value, str):
        return _inside(value, depth)
    if isinstance(value, list):
        return _from_list(value, depth)
    return _from_object(value, depth) if isinstance(value, dict) else None


def _from_object(value: dict[str, Value], depth: int) -> _Found | None:
    """The list of facts in an object: under a key for facts, in a box, or the only list that it has."""
    keys = {key.strip().lower(): held for key, held in value.items()}
    if not items.saves(keys):
        return _Found((), saves=False)
    if items.is_item(value) and not any(isinstance(keys.get(key), list | dict) for key in LIST_KEYS):
        return _Found([value])
    listed = next((key for key in LIST_KEYS if key in keys), None)
    if listed is not None:
        return _of_key(keys[listed], depth)
    for key in _BOX_KEYS:
        if key in keys and (found := _listed(keys[key], depth + 1)) is not None:
            return found
    if not keys:
        return _Found(())
    held = list(keys.values())
    return _from_list(held[0], depth) if len(held) == 1 and isinstance(held[0], list) else None


def _of_key(held: Value, depth: int) -> _Found | None:
    """What stands under a key for facts: a list, one fact, an object of facts, a text that is itself such a value, or null."""
    if isinstance(held, str):
        return _inside(held, depth) or _Found([held])
    if isinstance(held, dict) and not items.is_item(held):
        inner = _listed(held, depth + 1)
        return inner or _Found(list(held.values()))
    if isinstance(held, list):
        return _from_list(held, depth) or _Found(held)
    if held is not None and not isinstance(held, dict):
        return None
    return _Found([held] if isinstance(held, dict) else ())


def _from_list(held: Value, depth: int) -> _Found | None:
    """A list as one of facts; None where it holds numbers and the like alone."""
    if not isinstance(held, list):
        return None
    flat = [each for item in held for each in (item if isinstance(item, list) else [item])]
    if not flat or any(isinstance(each, str) or items.is_item(each) or items.acts(each) for each in flat):
        return _Found(flat)
    boxes = [found for each in flat if (found := _listed(each, depth + 1)) is not None]
    return _Found([each for found in boxes for each in found.raw], all(found.saves for found in boxes)) if boxes else None


def _inside(text: str, depth: int) -> _Found | None:
    """The list of facts in a text that is itself JSON."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return _listed(loose.Reader(text.strip()).value(), depth + 1)
    except loose.NoValueError:
        return None


def _judged(found: _Found, faults: int, cut_at: int | None) -> Reading:
    decisions = any(items.acts(each) for each in found.raw)
    kept, notes, loss = list[Item](), list[str](), cut_at is not None
    if len(found.raw) > MAX_ITEMS:
        notes.append(f"{len(found.raw):,} items: those behind the first {MAX_ITEMS} are left out")
        loss = True
    for place, raw in enumerate(found.raw[:MAX_ITEMS]):
        item = items.read(raw, place, decisions)
        if isinstance(item, Refused):
            notes.append(item.why)
            loss |= item.loss
            continue
        if item.named and item.event == "update":
            notes.append(f"item {place} names the unknown id {item.named[:40]!r}; no ids were offered: taken as a new fact")
        kept.append(item)
    if cut_at is not None:
        notes.append(f"the reply was cut off; what begins at byte {cut_at} is lost")
    if faults:
        notes.append(f"{faults} faults were stepped over")
    status = ReplyStatus.PARTIAL if loss else ReplyStatus.OK if kept else ReplyStatus.NOTHING
    return Reading(status=status, items=tuple(dict.fromkeys(kept)), notes=tuple(notes), cut_at=cut_at)
