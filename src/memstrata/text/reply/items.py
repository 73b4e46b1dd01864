"""One proposed fact in whatever shape a model gives it, and what is to be thought of it."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from memstrata.text.reply import loose, refusal
from memstrata.text.reply.loose import Value

MAX_TEXT_CHARACTERS = 2000
_MIN_INTACT_WORDS = 2  # of a text with a broken escape: less may say something else than was meant

TEXT_KEYS = ("text", "fact", "memory", "content", "statement", "sentence", "claim", "description", "事实", "内容", "记忆", "文本")
_NAME_KEYS = ("name", "entity_name", "entity", "entityname", "title", "名称", "实体")
_FIELDS = {
    "kind": ("kind", "type", "category", "categories", "label", "memory_type", "类型", "类别"),
    "slot": ("slot", "attribute", "key", "field", "predicate", "属性", "槽位"),
    "value": ("value", "object", "值"),
    "evidence": ("evidence", "quote", "source_text", "span", "source", "原文", "证据"),
    "event": ("event", "action", "operation", "op", "操作", "动作"),
    "id": ("id", "memory_id", "target", "target_id"),
    "language": ("language", "lang", "语言"),
}
_CONFIDENCE_KEYS = ("confidence", "certainty", "score", "probability", "置信度")
_WORDS_OF_CONFIDENCE = {
    "certain": 0.95, "high": 0.9, "medium": 0.7, "moderate": 0.7, "low": 0.4, "高": 0.9, "中": 0.7, "低": 0.4,
}  # fmt: skip
_SAVE_KEYS = {"save": True, "should_save": True, "store": True, "remember": True, "do_not_save": False, "skip": False, "ignore": False}
_EVENTS = {
    "add": "add", "insert": "add", "create": "add", "new": "add", "update": "update", "replace": "update", "modify": "update",
    "merge": "update", "delete": "delete", "remove": "delete", "forget": "delete", "none": "none", "noop": "none", "no_op": "none",
    "skip": "none", "ignore": "none", "unchanged": "none", "keep": "none", "do_not_save": "none",
    "新增": "add", "添加": "add", "更新": "update", "修改": "update", "删除": "delete", "无": "none", "忽略": "none", "跳过": "none",
}  # fmt: skip
_WORD = re.compile("[^\\W\\d_]{2,}")
_HAN = re.compile("[\u4e00-\u9fff]")
_SPACE = re.compile(r"[ \t\r\n\u3000]+")
_CALL_KEYS = ("function", "arguments", "tool", "tool_name", "parameters", "method")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One proposed fact as the model gave it; '' and None where it said nothing. Nothing in it is to be trusted."""

    text: str
    kind: str = ""  # lower case
    slot: str = ""
    value: str = ""
    confidence: float | None = None  # [0, 1]
    evidence: str = ""  # what it quotes
    event: str = ""  # "add", "update", "delete", "none"
    named: str = ""  # an id that the model made up: only ever noted
    language: str = ""
    entity: bool = False  # it only names something


@dataclass(frozen=True, slots=True)
class Refused:
    """An item that is left out, and why; `loss` when something that was meant to be kept is lost."""

    why: str
    loss: bool = False


def read(raw: Value, place: int, decisions: bool = False) -> Item | Refused:
    """The item at `place` of its list. `decisions`: items of this list carry an action, and one without is skipped."""
    if isinstance(raw, loose.Cut):
        return Refused(f"item {place} was cut off", loss=True)
    if isinstance(raw, str):
        return _checked(Item(text=raw), raw, place)
    if not isinstance(raw, dict):
        return Refused(f"item {place} is no fact but {type(raw).__name__}", loss=raw is not None and not isinstance(raw, bool))
    return _from_object({key.strip().lower(): value for key, value in raw.items()}, place, decisions)


def is_item(raw: Value) -> bool:
    """Whether an object looks like one fact: it holds a text, a name or a slot with its value."""
    if not isinstance(raw, dict):
        return False
    keys = {key.strip().lower(): value for key, value in raw.items()}
    if any(isinstance(keys.get(key), str) for key in (*TEXT_KEYS, *_NAME_KEYS)):
        return not any(key in keys for key in _CALL_KEYS)
    return _text_of(keys, "value") != "" and _text_of(keys, "slot") != ""


def saves(raw: Mapping[str, Value]) -> bool:
    """False where a verdict says that nothing is to be saved."""
    for key, value in raw.items():
        meaning = _SAVE_KEYS.get(key.strip().lower().replace(" ", "_").replace("-", "_"))
        if meaning is not None and isinstance(value, bool) and value is not meaning:
            return False
        verdict = key.strip().lower() in ("verdict", "decision") and isinstance(value, str)
        if verdict and str(value).strip().lower().replace(" ", "_").replace("-", "_") in ("do_not_save", "skip", "ignore", "不保存"):
            return False
    return True


def acts(raw: Value) -> bool:
    """Whether the object names an action that writes something."""
    if not isinstance(raw, dict):
        return False
    named = _text_of({key.strip().lower(): value for key, value in raw.items()}, "event")
    return _EVENTS.get(named.lower().strip().replace(" ", "_")) in ("add", "update", "delete")


def _from_object(raw: Mapping[str, Value], place: int, decisions: bool) -> Item | Refused:
    text_key = next((key for key in TEXT_KEYS if isinstance(raw.get(key), str) and raw[key]), None)
    name_key = next((key for key in _NAME_KEYS if isinstance(raw.get(key), str) and raw[key]), None)
    fields = {name: _text_of(raw, name) for name in _FIELDS}
    text = raw[text_key] if text_key else raw[name_key] if name_key else fields["value"]
    event = _EVENTS.get(fields["event"].lower().strip().replace(" ", "_"), "")
    named = fields["id"]
    if not saves(raw) or event == "none":
        return Refused(f"item {place} is not to be saved")
    if event == "delete":
        return Refused(f"item {place} would delete {named!r}, which nobody offered: a model deletes nothing")
    if decisions and not event:
        digest = hashlib.blake2b(str(text).encode("utf-8", "replace"), digest_size=4).hexdigest()
        return Refused(f"item {place} names no action (content {digest})", loss=True)
    if not isinstance(text, str):
        return Refused(f"item {place} has no text", loss=True)
    if text_key is None and name_key is None and not fields["slot"]:
        return Refused(f"item {place} has no text", loss=True)
    item = Item(
        text=text,
        kind=fields["kind"].strip().lower(),
        slot=fields["slot"],
        value=fields["value"],
        confidence=_confidence(raw),
        evidence=fields["evidence"],
        event=event,
        named=named,
        language=fields["language"],
        entity=text_key is None and name_key is not None,
    )
    return _checked(item, text, place)


def _checked(item: Item, raw: str, place: int) -> Item | Refused:
    text = _SPACE.sub(" ", raw).strip()
    if not text:
        return Refused(f"item {place} is empty")
    if len(text) > MAX_TEXT_CHARACTERS:
        return Refused(f"item {place} has {len(text):,} characters: no single fact", loss=True)
    if refusal.refuses(text) or refusal.finds_nothing(text) or refusal.is_nothing(text):
        return Refused(f"item {place} is an excuse")
    if isinstance(raw, loose.Damaged) and not _intact(text):
        return Refused(f"item {place} has a broken escape and too little beside it", loss=True)
    if text[0] in "{[" and text[-1] in "]}":
        return _unwrapped(item, text, place)
    return replace(item, text=text)


def _unwrapped(item: Item, text: str, place: int) -> Item | Refused:
    """The sentence inside of a call or object that stands where a fact should."""
    try:
        inner = loose.Reader(text).value()
    except loose.NoValueError:
        return replace(item, text=text)
    found = inner if isinstance(inner, dict) else {}
    said = next((value for key in TEXT_KEYS for name, value in found.items() if name.lower() == key and isinstance(value, str)), "")
    said = _SPACE.sub(" ", said).strip()
    if not said or said[0] in "{[" or refusal.refuses(said):
        return Refused(f"item {place} is data, not a sentence")
    return replace(item, text=said)


def _intact(text: str) -> bool:
    return len(_WORD.findall(text.replace(loose.REPLACEMENT, " "))) >= _MIN_INTACT_WORDS or len(_HAN.findall(text)) > _MIN_INTACT_WORDS


def _text_of(raw: Mapping[str, Value], name: str) -> str:
    for key in _FIELDS[name]:
        value = raw.get(key)
        if isinstance(value, list):
            value = next((each for each in value if isinstance(each, str)), None)
        if isinstance(value, bool) or value is None or isinstance(value, dict | list):
            continue
        return _SPACE.sub(" ", str(value)).strip()
    return ""


def _confidence(raw: Mapping[str, Value]) -> float | None:
    value = next((raw[key] for key in _CONFIDENCE_KEYS if raw.get(key) is not None), None)
    if isinstance(value, str):
        word = value.strip().lower().rstrip("%")
        if word in _WORDS_OF_CONFIDENCE:
            return _WORDS_OF_CONFIDENCE[word]
        try:
            value = float(word)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    share = float(value) / 100.0 if 1.0 < value <= 100.0 else float(value)
    return share if 0.0 <= share <= 1.0 else None
