"""From a match to a slot and a value: the templates of `Rule.slot` and the names in curly brackets that need more than a word."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from memstrata.policies import slots
from memstrata.policies.slots import naming
from memstrata.remember.rules import readers, subjects, technology, values
from memstrata.remember.rules.rule import Rule
from memstrata.remember.rules.subjects import Subject


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule found: the slot ("" for a fact without one), its value, and where the value ends in the clause."""

    slot: str
    value: str
    end: int


# Which reader takes the value of an attribute of things, and of people.
_ATTRIBUTE_READERS = {
    attribute: reader
    for reader, attributes in {
        "port": "port",
        "token": "host ip url domain path branch repo namespace bucket topic cluster",
        "room": "room",
        "region": "region",
        "version": "version",
        "number": "budget price limit timeout replicas retention size",
        "day": "deadline",
        "when": "time day",
        "person": "owner",
        "technology": "language framework database kind platform cache",
        "name": "name codename",
        "thing": "queue client license timezone place",
        "state": "status",
        "text": "command goal",
    }.items()
    for attribute in attributes.split()
}
_USER_READERS = {
    attribute: reader
    for reader, attributes in {
        "name": "name nickname child pet",
        "place": "city hometown country",
        "organisation": "employer school",
        "day": "birthday anniversary",
        "age": "age",
        "person": "partner manager colleague friend parent sibling",
        "text": "goal",
    }.items()
    for attribute in attributes.split()
}
_HARD = frozenset(
    (
        "port host ip url domain path branch command repo version budget price limit timeout replicas retention size deadline time room"
    ).split()
)
# Attributes whose word is too common to be read without a thing that has it.
_NEEDS_OWNER = frozenset(
    (
        "path url host ip size price time day status command limit model name topic queue room cache language project region "
        "platform domain timeout cluster bucket"
    ).split()
)
_BAD_OWNER = re.compile(
    r"(?:\b(?:you|your|he|his|she|her|they|their|it|its|this|that|these|those|i|me|what|which|who|there|here|one|problem|"
    r"issue|question|reason|idea|thing|point|answer|error|output|result|example|plan b|first|last time|next|best|worst|same|"
    r"only|weather|hard part|other|i've|we've|set)\b|^like\b|[你您他她它谁]|^[不别没要把]|有人|大家|这(?!个项目|个服务)|那|"
    r"什么|哪|怎么|问题|原因|"
    r"天气|时候|有时|感觉|主要是|意思|结果|书|文章|小说|电影)"
)
_LEADING_DETERMINER = re.compile(
    r"^(?:(?:the|our|my|your|a|an|new|current|default|production|prod|main|whole|entire|only)\s+)+(?=\S)|^(?:我们的?|"
    r"咱们的?|的|现在|目前|新的?|当前的?|默认的?)+(?=\S)"
)
_USED = re.compile(r"(?:所?(?:使用|采用|用)的?|的)(?=[一-鿿]{2,5}$)")
_CHOSEN = re.compile(r"(?:我们|咱们|团队)?(?:最后|最终|已经)?(?:决定|选择|打算统一)$")
_ADVERB_ONLY = re.compile(r"(?:平时|现在|目前|最近|一般|主要|以前|决定|打算|后来|都|一直|日常|工作|写|开发|代码|编程|我)+$")
_MOVED_ABOUT = re.compile(
    r"\b(?:files?|folders?|buttons?|meetings?|calls?|lines?|texts?|images?|windows?|functions?|methods?|class|classes|"
    r"variables?|code|tests?|imports?|elements?|cards?|tickets?|left|right|top|bottom|trash|end|beginning|middle|bin|side|"
    r"next|back|front|later)\b|文件|按钮|会议|代码|函数|左边|右边|上面|下面|后面|前面"
)
_CLOUDS = frozenset("aws azure gcp cloud 云 云上 云服务 阿里云 腾讯云 华为云".split())
_GIVEN_UP = re.compile("弃|停|打算|准备|计划|考虑|[想不别没]")
_BACKENDS = frozenset(["backend", "server", "app", "api", "后端", "后台", "服务端", "应用"])
_RUNNING = frozenset("we i deploy deploys deployed run host servers server production".split())
_SERVICES_MOVE = frozenset("production staging hosting infrastructure infra everything servers backend frontend site website".split())
_OWN_WORDS = re.compile(r"^(?:合作的|现在的|原本的?|原来的?|新的?|用的|选的|常用的)+(?=\S)")
_NO_CHOICE = re.compile(
    r"^(?:way|one|time|first|second|last|name|code|test|tests|bug|file|function|method|line|word|text|title|email|message|answer|plan|"
    r"option|version|approach|idea|topic|subject|color|colour|font|button|image|table|list|order|mind|place|side|job|thing|question)$|"
    r"\b(?:paragraph|sentence|section|heading|header|code|variable|function|column|row)s?\b|代码|函数|变量|按钮|颜色|字体|标题|段|句|"
    r"^们|或许|可能|也许|打算|要是|应该|列表|方案|办法|事情|东西|话题|问题|图片|文件|测试|工作|时候|语言|回答"
)
_NO_CHOSEN = re.compile(
    r"^(?:the )?(?:option|version|approach|plan|line|step|part|first|second|third|last|one|other|same)\b|方案|第[一二三]"
)
_DAY_ONLY = re.compile(r"^(?:on |by |before )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$", re.IGNORECASE)


_WE = re.compile(r"\bwe(?:'ve)?\b|\b(?:our|the) team\b|我们|咱们|把|将")
_CODED = re.compile(
    r"\b(?:code|code word|number|id|desk|plate|locker|badge|extension|size)\b|车牌号?|工号|座位号?|工位号?|房号|门牌号?|柜号|编号",
    re.IGNORECASE,
)
# "My editor is slow" says how it is, not which.
_VERDICT = re.compile(
    r"(?:so|very|too|really|pretty|the best|the worst|the same|boring|hard|great|good|bad|fine|fun|ok|broken|slow|not|to|"
    r"full|dead)\b"
    r"|很|太|不|好|挺|非常|特别"
)


def resolve(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    """The slot and value that the match states, or None where they do not hold; `original` is the padded clause as written."""
    special = _SPECIAL.get(rule.slot)
    if special is not None:
        return special(rule, subject, match, original)
    value = readers.read(rule.reads, words(match, original))
    if not value:
        return None
    if "{t}" in rule.slot and rule.slot.startswith("{t}"):
        slot = _owned(match["t"], rule.slot.partition(".")[2])
    else:
        slot = _fill(rule.slot, subject, match, value)
    if "{liked}" in rule.slot:
        return Found(slot, values.thing_liked(value), _end(match, original, value)) if slot is not None else None
    return Found(slot, value, _end(match, original, value)) if slot is not None else None


def words(match: re.Match[str], original: str) -> str:
    """The words of the value as written; the whole match where the pattern names none."""
    for group in ("v", "w"):
        if group in match.re.groupindex and match[group]:
            return original[match.start(group) : match.end(group)]
    return original[match.start() : match.end()]


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


def _owned(thing: str, attribute: str) -> str | None:
    bare = _LEADING_DETERMINER.sub("", thing.strip())
    if (attribute == "deadline" and bare in ("we", "i")) or (attribute == "region" and bare in _RUNNING):
        bare = "project"
    if not bare or _BAD_OWNER.search(bare) or len(bare.split()) > 4 or bare in ("i", "we"):
        return None
    bare = re.sub(r"^(?:run|serve|expose|host)\s+(?:the )?", "", bare)
    if bare in ("team", "everything", "all", "all of it", "项目", "我们"):
        bare = "project"
    own = (
        re.compile(rf"[\s的]*(?:{'|'.join(map(re.escape, naming.ATTRIBUTES[attribute].split('|')))})$")
        if attribute in naming.ATTRIBUTES
        else None
    )
    return slots.free(own.sub("", bare) if own and own.sub("", bare) else bare, attribute)


def _name(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = readers.read(rule.reads, words(match, original))
    if not value or subject is None:
        return None
    slot = "user.name" if subject.who == "user" else subject.slot
    return Found(slot, value, _end(match, original, value)) if slot else None


def _kin_of(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    if subject is None or not subject.words or subject.slot:
        return None
    _, slot = subjects.kin(match["k"])
    return Found(slot or f"user.{slots.key(match['k'])}", subject.words, match.end("k"))


def _favourite(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = readers.read(rule.reads, words(match, original))
    thing = match["t"].strip()
    if thing in ("hobby", "pastime", "interest", "爱好", "兴趣"):
        return Found("user.hobby", value, _end(match, original, value)) if value else None
    if not value or len(thing.split()) > 3 or re.search(r"\b(?:part|thing|time|way|of|about|the|bug|error)\b|事|地方是", thing):
        return None
    return Found(slots.favourite(thing), value, _end(match, original, value))


def _attribute(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    groups = match.groupdict()
    mine = re.search(r"\bmy\s*$|我的?$", match.string[: match.start("t")]) is not None
    if groups.get("a"):
        known, owner, attribute = None, groups["t"], naming.attribute(groups["a"])
        if attribute is None:  # "the retry limit of the gateway"
            attribute = naming.attribute(naming.split(naming.folded(groups["a"]))[1])
        if owner in ("we", "i", "our team", "the team", "the project"):
            owner = ""
        name = f"{groups['a']} of {owner}"
    else:
        name = _USED.sub("", _LEADING_DETERMINER.sub("", naming.folded(match["t"])))
        known = slots.find(name)
        if known is not None and (known.subject == "user" or known.name.startswith("reply.")):
            return None
        owner, word = naming.split(name) if known is None and naming.attribute(name) is None else ("", "")
        attribute = known.name.rpartition(".")[2] if known is not None else naming.attribute(word or name)
    if attribute is None or attribute not in _ATTRIBUTE_READERS or _BAD_OWNER.search(name) or len(name.split()) > 6 or len(name) > 40:
        return None
    if not owner and (
        (attribute in _NEEDS_OWNER and slots.find(name) is None and " " not in name)
        or (mine and attribute not in ("project", "budget", "deadline"))
    ):
        return None
    said = words(match, original)
    value = readers.read(_ATTRIBUTE_READERS[attribute], said)
    if known is not None and known.name == "deploy.time" and "时间" in name and (date := values.day(said)) and not values.clock(said):
        return Found("project.deadline", date, _end(match, original, date))  # 上线时间 is a date or an hour
    if not value or re.fullmatch(
        r"(?:the |a )?(?:same|wrong|right|fine|ok|good|bad|free|open|closed|available|correct|invalid|in use|taken|busy)",
        value,
        re.IGNORECASE,
    ):
        return None
    if groups.get("a"):
        slot = slots.free(_LEADING_DETERMINER.sub("", owner), groups["a"]) if owner else slots.normal(groups["a"])
    else:
        slot = slots.normal(_LEADING_DETERMINER.sub("", owner) + " " + (word or "")) if owner else slots.normal(name)
    if slot.endswith(".region") and slot.partition(".")[0] in _CLOUDS:
        slot = "project.region"
    return Found(slot, value, _end(match, original, value))


def _user_attribute(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    name = naming.folded(match["t"])
    slot = slots.find(name)
    if slot is None and _CODED.search(name) and len(name.split()) <= 4:
        value = readers.read("token", words(match, original))
        return Found(f"user.{slots.key(name)}", value, _end(match, original, value)) if re.search(r"\d", value) else None
    if slot is None or slot.subject != "user" or name in ("team", "role", "phone", "computer", "system", "系统", "电脑", "手机", "电话"):
        return None
    attribute = slot.name.rpartition(".")[2]
    said = re.sub(r"^(?:called|named)\s+", "", words(match, original).strip())
    value = readers.read(_USER_READERS.get(attribute, "thing"), said)
    if not value or _VERDICT.match(value):
        return None
    return Found(slot.name, value, _end(match, original, value))


def _mine(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    """ "Helix is my editor": of attributes that the table knows only."""
    known = slots.find(match["t"])
    if known is None or known.cardinality == "many" and known.subject == "user" or subjects.kin(match["t"])[0]:
        return None
    if known.subject == "user":
        return _user_attribute(rule, subject, match, original)
    reader = _ATTRIBUTE_READERS.get(known.name.rpartition(".")[2], "proper")
    value = readers.read(reader, words(match, original))
    return Found(known.name, value, match.end()) if value and not _BAD_OWNER.search(value.lower()) else None


def _their_attribute(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    start = match.start("s")
    owner = values.person(original[start : match.end("s")])
    attribute = naming.attribute(match["t"])
    if not owner or attribute is None or f"user.{attribute}" not in {slot.name for slot in slots.TABLE}:
        return None
    value = readers.read(_USER_READERS.get(attribute, "thing"), words(match, original))
    return Found(f"{slots.key(owner)}.{attribute}", value, _end(match, original, value)) if value else None


def _technology(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    said = words(match, original).strip()
    value = technology.read(said)
    thing = (match.groupdict().get("t") or "").strip()
    ours = _CHOSEN.match(thing) is not None or thing in (
        "",
        "we",
        "our team",
        "the team",
        "my team",
        "team",
        "us",
        "我们组",
        "everything",
        "我们",
        "咱们",
        "团队",
        "项目",
        "我们项目",
        "项目里",
        "线上",
        "生产",
        "生产环境",
        "存储",
        "存储这块",
        "storage",
        "production",
        "公司",
        "我们公司",
        "我们团队",
    )
    if not value:
        return Found("project.stack", values.thing(said), match.end()) if "stack" in match[0] or "技术栈" in match[0] else None
    if "stack" in match[0] or "技术栈" in match[0]:
        return Found("project.stack", value, _end(match, original, value))
    attribute = technology.attribute(value)
    bare = _LEADING_DETERMINER.sub("", naming.folded(thing))
    if naming.attribute(bare) == attribute or bare in (attribute, "database", "数据库", "db", "编程语言", "语言", "框架", "缓存", "队列"):
        ours = True
    if _GIVEN_UP.search(bare):
        return None
    if bare in _BACKENDS and attribute in ("framework", "frontend"):
        ours, attribute = True, "framework"  # where a project's framework is, whatever it is called
    if not ours and (
        _ADVERB_ONLY.match(bare)
        or _BAD_OWNER.search(bare)
        or len(bare.split()) > 4
        or bare in ("i", "and", "people", "everyone", "companies")
    ):
        return None
    return Found(
        slots.free("project" if ours else bare, attribute) if not (ours and attribute == "database") else "database.kind",
        value,
        _end(match, original, value),
    )


def _move(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = technology.read(words(match, original).strip()) or values.thing(words(match, original))
    thing = _LEADING_DETERMINER.sub("", naming.folded(match["t"]))
    if (
        not value
        or not thing
        or _BAD_OWNER.search(thing)
        or len(thing.split()) > 4
        or len(thing) > 30
        or thing in ("on", "back", "over", "it", "out", "in", "house", "here", "i", "we", "家", "用户")
    ):
        return None
    attribute = technology.attribute(value)
    if attribute:
        return Found(slots.free(thing, attribute), value, _end(match, original, value))
    if _MOVED_ABOUT.search(f"{thing} {value.lower()}") or not _WE.search(match[0]):
        return None
    if _DAY_ONLY.match(value) or slots.find(thing) or naming.split(thing)[1] or naming.attribute(thing):
        return None
    if thing in _SERVICES_MOVE:
        return Found(slots.free(thing, "platform"), value, _end(match, original, value))
    return Found(slots.normal(thing), value, _end(match, original, value))


def _named(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    """What somebody chose for a thing that no table knows: the courier, the wedding venue."""
    thing = _OWN_WORDS.sub("", _LEADING_DETERMINER.sub("", naming.folded(match["t"])))
    of = match.groupdict().get("o")
    known = slots.find(thing)
    if known is not None and known.subject == "user" and known.cardinality == "one":
        return _user_attribute(rule, subject, match, original)
    if (known is not None and known.subject == "user") or subjects.kin(thing)[0]:
        return None
    if not thing or _BAD_OWNER.search(thing) or _NO_CHOICE.search(thing) or len(thing.split()) > 3 or len(thing) > 24:
        return None
    said = words(match, original)
    value = readers.read("proper" if rule.reads == "proper" else "thing", said)
    if not value or _VERDICT.match(value) or _NO_CHOSEN.search(value.lower()):
        return None
    return Found(slots.normal(f"{thing} of {of}" if of else thing), value, _end(match, original, value))


def _command(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = words(match, original).strip(" `.,;，。")
    verb = re.sub(r"^(?:run the |run |start the |跑)", "", match["t"]).rstrip("s")
    return Found(slots.free(verb, "command"), value, match.end("v"))


def _style(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = values.text(words(match, original))
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
    "{attribute}": _attribute,
    "{user-attribute}": _user_attribute,
    "{their-attribute}": _their_attribute,
    "{technology}": _technology,
    "{move}": _move,
    "{named}": _named,
    "{mine}": _mine,
    "{command}": _command,
    "{style}": _style,
    "{contact}": _contact,
}


def _end(match: re.Match[str], original: str, value: str) -> int:
    last = "v" in match.re.groupindex and match["v"]
    at = original.find(value, max(0, (match.start("v") if last else match.start()) - 1))
    end = at + len(value) if at >= 0 else match.end()
    return end if last and match.end("v") == match.end() else max(end, match.end())  # "Karen owns it" is more than "Karen"


def person_key(name: str) -> str:
    """The key of a person in slots."""
    return slots.key(name)
