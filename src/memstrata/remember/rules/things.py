"""Attributes: of the things at work, of the user, of others, and of whatever somebody chose a name for."""

import re

from memstrata.policies import slots
from memstrata.policies.slots import naming
from memstrata.remember.rules import found, lazy, readers, subjects, values
from memstrata.remember.rules.found import Found
from memstrata.remember.rules.rule import Rule
from memstrata.remember.rules.subjects import Subject

_ATTRIBUTE_READERS = {
    attribute: reader
    for reader, attributes in {
        "port": "port",
        "token": "host ip url domain path branch repo namespace bucket topic cluster",
        "room": "room",
        "region": "region",
        "version": "version",
        "number": "budget price rent limit timeout replicas retention size",
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
_NEEDS_OWNER = frozenset(
    (
        "path url host ip size price time day status command limit model name topic queue room cache language project region "
        "platform domain timeout cluster bucket"
    ).split()
)
_USED = lazy.Pattern(r"(?:所?(?:使用|采用|用)的?|的)(?=[一-鿿]{2,5}$)")
_CODED = lazy.Pattern(
    r"\b(?:code|code word|number|id|desk|plate|locker|badge|extension|size)\b|车牌号?|工号|座位号?|工位号?|房号|门牌号?|柜号|编号",
    re.IGNORECASE,
)
# "My editor is slow" says how it is, not which.
_CLOUDS = frozenset("aws azure gcp cloud 云 云上 云服务 阿里云 腾讯云 华为云".split())
_RUNNING = frozenset("we i deploy deploys deployed run host servers server production".split())
_OWN_WORDS = lazy.Pattern(r"^(?:合作的|现在的|原本的?|原来的?|新的?|用的|选的|常用的)+(?=\S)")
_NO_CHOICE = lazy.Pattern(
    r"^(?:way|one|time|first|second|last|name|code|test|tests|bug|file|function|method|line|word|text|title|email|message|answer|plan|"
    r"option|version|approach|idea|topic|subject|color|colour|font|button|image|table|list|order|mind|place|side|job|thing|question)$|"
    r"\b(?:paragraph|sentence|section|heading|header|code|variable|function|column|row)s?\b|代码|函数|变量|按钮|颜色|字体|标题|段|句|"
    r"^from\b|^们|或许|可能|也许|打算|要是|应该|列表|背景|布局|边距|间距|宽度|高度|样式|图标|页面|参数|字段|类型|循环|返回值|提示词|"
    r"方案|办法|事情|东西|话题|问题|图片|文件|测试|工作|时候|语言|回答"
)
_LOCAL_PORT = lazy.Pattern(r"(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{2,5})")
_DEVICES = frozenset(["phone", "laptop", "car", "keyboard"])  # "my phone is dead" names none
MAX_CHOSEN = 40  # characters of what was chosen
_NO_CHOSEN = lazy.Pattern(
    r"^(?:the )?(?:option|version|approach|plan|line|step|part|first|second|third|last|one|other|same)\b|方案|第[一二三]"
)
_VERDICT = lazy.Pattern(
    r"(?:so|very|too|really|pretty|the best|the worst|the same|boring|hard|great|good|bad|fine|fun|ok|broken|slow|not|to|full|dead)\b"
    r"|很|太|不|好|挺|非常|特别"
)
BAD_OWNER = lazy.Pattern(
    r"(?:\b(?:you|your|he|his|she|her|they|their|it|its|this|that|these|those|i|me|what|which|who|there|here|one|problem|"
    r"issue|question|reason|idea|thing|point|answer|error|output|result|example|plan b|first|last time|next|best|worst|same|"
    r"only|weather|hard part|other|i've|we've|set)\b|^like\b|[你您他她它谁]|^[不别没要把]|有人|大家|这(?!个项目|个服务)|那|"
    r"什么|哪|怎么|问题|原因|天气|时候|有时|感觉|主要是|意思|结果|书|文章|小说|电影)"
)
LEADING_DETERMINER = lazy.Pattern(
    r"^(?:(?:the|our|my|your|a|an|new|current|default|production|prod|main|whole|entire|only)\s+)+(?=\S)|^(?:我们的?|"
    r"咱们的?|的|现在|目前|新的?|当前的?|默认的?)+(?=\S)"
)


def attribute(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
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
        name = _USED.sub("", LEADING_DETERMINER.sub("", naming.folded(match["t"])))
        known = slots.find(name)
        if known is not None and (known.subject == "user" or known.name.startswith("reply.")):
            return None
        owner, word = naming.split(name) if known is None and naming.attribute(name) is None else ("", "")
        attribute = known.name.rpartition(".")[2] if known is not None else naming.attribute(word or name)
    if attribute is None or attribute not in _ATTRIBUTE_READERS or BAD_OWNER.search(name) or len(name.split()) > 6 or len(name) > 40:
        return None
    if not owner and (
        (attribute in _NEEDS_OWNER and slots.find(name) is None and " " not in name)
        or (mine and attribute not in ("project", "budget", "deadline"))
    ):
        return None
    said = found.words(match, original)
    value = readers.read(_ATTRIBUTE_READERS[attribute], said)
    if known is not None and known.name == "deploy.time" and "时间" in name and (date := values.day(said)) and not values.clock(said):
        return Found("project.deadline", date, found.end(match, original, date))  # 上线时间 is a date or an hour
    if not value or re.fullmatch(
        r"(?:the |a )?(?:same|wrong|right|fine|ok|good|bad|free|open|closed|available|correct|invalid|in use|taken|busy)",
        value,
        re.IGNORECASE,
    ):
        return None
    ends = found.end(match, original, value)
    owner = LEADING_DETERMINER.sub("", owner)
    if attribute == "url" and owner and (local := _LOCAL_PORT.fullmatch(value)):
        return Found(slots.free(owner, "port"), local[1], ends)
    if groups.get("a"):
        return Found(_placed(slots.free(owner, groups["a"]) if owner else slots.normal(groups["a"])), value, ends)
    return Found(_placed(slots.normal(f"{owner} {word or ''}") if owner else slots.normal(name)), value, ends)


def _placed(slot: str) -> str:
    """The slot; the region of a cloud is the project's."""
    return "project.region" if slot.endswith(".region") and slot.partition(".")[0] in _CLOUDS else slot


def user_attribute(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    name = naming.folded(match["t"])
    slot = slots.find(name)
    if slot is None and _CODED.search(name) and len(name.split()) <= 4:
        value = readers.read("token", found.words(match, original))
        return Found(f"user.{slots.key(name)}", value, found.end(match, original, value)) if re.search(r"\d", value) else None
    if slot is None or slot.subject != "user" or name in ("team", "role", "system", "系统", "电话"):
        return None
    attribute = slot.name.rpartition(".")[2]
    said = re.sub(r"^(?:called|named)\s+", "", found.words(match, original).strip())
    value = readers.read("proper" if attribute in _DEVICES else _USER_READERS.get(attribute, "thing"), said)
    value = re.sub(r"^(?:an?|the) (?=[A-Z])", "", value) if attribute in _DEVICES else value
    if not value or _VERDICT.match(value):
        return None
    return Found(slot.name, value, found.end(match, original, value))


def mine(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    """ "Helix is my editor": of attributes that the table knows only."""
    known = slots.find(match["t"])
    if known is None or (known.cardinality == "many" and known.subject == "user") or subjects.kin(match["t"])[0]:
        return None
    if known.subject == "user":
        return user_attribute(rule, subject, match, original)
    reader = _ATTRIBUTE_READERS.get(known.name.rpartition(".")[2], "proper")
    value = readers.read(reader, found.words(match, original))
    return Found(known.name, value, match.end()) if value and not BAD_OWNER.search(value.lower()) else None


def their_attribute(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    start = match.start("s")
    owner = values.person(original[start : match.end("s")])
    attribute = naming.attribute(match["t"])
    if not owner or attribute is None or f"user.{attribute}" not in {slot.name for slot in slots.TABLE}:
        return None
    value = readers.read(_USER_READERS.get(attribute, "thing"), found.words(match, original))
    return Found(f"{slots.key(owner)}.{attribute}", value, found.end(match, original, value)) if value else None


def named(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    """What somebody chose for a thing that no table knows: the courier, the wedding venue."""
    thing = _OWN_WORDS.sub("", LEADING_DETERMINER.sub("", naming.folded(match["t"])))
    of = match.groupdict().get("o")
    known = slots.find(thing)
    if known is not None and known.subject == "user" and known.cardinality == "one":
        return user_attribute(rule, subject, match, original)
    if (known is not None and known.subject == "user") or subjects.kin(thing)[0]:
        return None
    if not thing or BAD_OWNER.search(thing) or _NO_CHOICE.search(thing) or len(thing.split()) > 3 or len(thing) > 24:
        return None
    said = found.words(match, original)
    value = readers.read(rule.reads, said)
    value = re.sub(r"^改(?:成|为|到|[约約]?在)?(?=\S{2})", "", value)
    if not value or len(value) > MAX_CHOSEN or _VERDICT.match(value) or _NO_CHOSEN.search(value.lower()):
        return None
    return Found(slots.normal(f"{thing} of {of}" if of else thing), value, found.end(match, original, value))


def owned(thing: str, attribute: str) -> str | None:
    bare = LEADING_DETERMINER.sub("", thing.strip())
    if (attribute == "deadline" and bare in ("we", "i")) or (attribute == "region" and bare in _RUNNING):
        bare = "project"
    if not bare or BAD_OWNER.search(bare) or len(bare.split()) > 4 or bare in ("i", "we", "the", "our", "my"):
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
