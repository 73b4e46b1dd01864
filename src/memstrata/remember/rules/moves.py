"""Technologies in use, and what was moved to another."""

import re

from memstrata.policies import slots
from memstrata.policies.slots import naming
from memstrata.remember.rules import found, lazy, technology, things, values
from memstrata.remember.rules.found import Found
from memstrata.remember.rules.rule import Rule
from memstrata.remember.rules.subjects import Subject

_CHOSEN = lazy.Pattern(r"(?:我们|咱们|团队)?(?:最后|最终|已经)?(?:决定|选择|打算统一)$")
_ADVERB_ONLY = lazy.Pattern(r"(?:平时|现在|目前|最近|一般|主要|以前|决定|打算|后来|都|一直|日常|工作|写|开发|代码|编程|我)+$")
_GIVEN_UP = lazy.Pattern("弃|停|打算|准备|计划|考虑|[想不别没]")
_BACKENDS = frozenset(["backend", "server", "app", "api", "后端", "后台", "服务端", "应用"])
_MOVED_ABOUT = lazy.Pattern(
    r"\b(?:files?|folders?|buttons?|meetings?|calls?|lines?|texts?|images?|windows?|functions?|methods?|class|classes|"
    r"variables?|code|tests?|imports?|elements?|cards?|tickets?|left|right|top|bottom|trash|end|beginning|middle|bin|side|"
    r"next|back|front|later)\b|文件|按钮|会议|代码|函数|左边|右边|上面|下面|后面|前面"
)
_OURS = frozenset(
    "we|our team|the team|my team|team|us|everything|storage|production|我们|咱们|我们组|团队|项目|我们项目|项目里|线上|生产|"
    "生产环境|存储|存储这块|公司|我们公司|我们团队".split("|")
)
_SERVICES_MOVE = frozenset("production staging hosting infrastructure infra everything servers backend frontend site website".split())
_DAY_ONLY = lazy.Pattern(r"^(?:on |by |before )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$", re.IGNORECASE)
_WE = lazy.Pattern(r"\bwe(?:'ve)?\b|\b(?:our|the) team\b|我们|咱们|把|将|已经")


def uses(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    said = found.words(match, original).strip()
    value = technology.read(said)
    thing = (match.groupdict().get("t") or "").strip()
    ours = not thing or thing in _OURS or _CHOSEN.match(thing) is not None
    if not value:
        return Found("project.stack", values.thing(said), match.end()) if "stack" in match[0] or "技术栈" in match[0] else None
    if "stack" in match[0] or "技术栈" in match[0]:
        return Found("project.stack", value, found.end(match, original, value))
    attribute = technology.attribute(value)
    bare = things.LEADING_DETERMINER.sub("", naming.folded(thing))
    if naming.attribute(bare) == attribute or bare in (attribute, "database", "数据库", "db", "编程语言", "语言", "框架", "缓存", "队列"):
        ours = True
    if _GIVEN_UP.search(bare):
        return None
    if bare in _BACKENDS and attribute in ("framework", "frontend"):
        ours, attribute = True, "framework"  # where a project's framework is, whatever it is called
    if not ours and (
        _ADVERB_ONLY.match(bare)
        or things.BAD_OWNER.search(bare)
        or len(bare.split()) > 4
        or bare in ("i", "and", "people", "everyone", "companies")
    ):
        return None
    return Found(
        slots.free("project" if ours else bare, attribute) if not (ours and attribute == "database") else "database.kind",
        value,
        found.end(match, original, value),
    )


def moved(rule: Rule, subject: Subject | None, match: re.Match[str], original: str) -> Found | None:
    value = technology.read(found.words(match, original).strip()) or values.thing(found.words(match, original))
    thing = things.LEADING_DETERMINER.sub("", naming.folded(match["t"]))
    if (
        not value
        or not thing
        or thing.startswith("from ")
        or things.BAD_OWNER.search(thing)
        or len(thing.split()) > 4
        or len(thing) > 30
        or thing in ("on", "back", "over", "it", "out", "in", "house", "here", "i", "we", "家", "用户", "我们", "咱们")
    ):
        return None
    attribute = technology.attribute(value)
    if attribute:
        return Found(slots.free(thing, attribute), value, found.end(match, original, value))
    if _MOVED_ABOUT.search(f"{thing} {value.lower()}") or not _WE.search(match[0]):
        return None
    if _DAY_ONLY.match(value) or slots.find(thing) or naming.split(thing)[1] or naming.attribute(thing):
        return None
    if thing in _SERVICES_MOVE:
        return Found(slots.free(thing, "platform"), value, found.end(match, original, value))
    return Found(slots.normal(thing), value, found.end(match, original, value))
