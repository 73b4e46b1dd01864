"""Skills: ways of doing something that were taught, or that several sessions had in common when they went well."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memstrata.core import errors
from memstrata.core.drafts import Draft
from memstrata.core.records import Json, Kind, MemoryRecord
from memstrata.policies import episodes
from memstrata.policies import steps as steps_of
from memstrata.policies.episodes import Episode
from memstrata.text import analyze, fold, language, segment, stopwords
from memstrata.text import outcome as outcomes
from memstrata.text.teaching import Taught

FORMS = ("mcp", "openai", "anthropic")
MIN_STEPS, MIN_SESSIONS = 2, 2
_SHARE = 0.6  # of the shorter sequence of steps that two sessions must have in common
_TELLING_STEPS = 3  # common steps from which the task need not share a word
_IMPORTANCE, _MINED_CONFIDENCE = 0.75, 0.8
_NAME_CHARACTERS = 64  # of a tool, in every interface
_LISTS = ("steps", "preconditions", "postconditions", "tags")
_WORD = re.compile(r"[A-Za-z][\w-]*")
_VERBS = frozenset(
    """deploy release ship publish roll build test fix debug repair restart migrate upgrade update install set configure create
    add remove delete clean back restore write draft send book plan review merge refactor import export sync run start stop check
    analyse analyze summarise summarize translate convert prepare order cancel refund onboard invite schedule monitor rotate renew
    部署 上线 发布 构建 测试 修复 调试 重启 迁移 升级 更新 安装 配置 创建 添加 删除 清理 备份 恢复 撰写 起草 发送 预订 计划 审查 合并 重构
    导入 导出 同步 运行 启动 停止 检查 分析 总结 翻译 转换 准备 下单 取消 退款 邀请 安排 监控 续费 写 做 改 查""".split()
)
_WORDS: Mapping[str, Mapping[str, str]] = {
    "zh": {
        "skill": "技能：{}",
        "when": "何时：{}",
        "steps": "步骤：",
        "before": "前提：",
        "after": "结果：",
        "taught": "按用户教的步骤做：{}",
        "mined": "照以往成功的步骤做：{}",
        "context": "现在的任务和具体情况。{}",
        "needs": "执行前须满足：{}",
        "done": "“{}”成功",
        "gap": "；",
    },
    "en": {
        "skill": "Skill: {}",
        "when": "When: {}",
        "steps": "Steps: ",
        "before": "Before: ",
        "after": "After: ",
        "taught": "{}, by the steps that the user taught",
        "mined": "{}, by the steps that went well before",
        "context": "The task at hand and its particulars.{}",
        "needs": " Must hold before it is run: {}",
        "done": '"{}" succeeds',
        "gap": "; ",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """One way of doing something. `success_rate` in [0, 1] is what was counted, 0 before the first use."""

    name: str  # verb and noun
    description: str
    trigger: str  # the words that call for it
    steps: tuple[str, ...]  # in order
    preconditions: tuple[str, ...] = ()
    postconditions: tuple[str, ...] = ()
    uses: int = 0
    successes: int = 0
    source_episodes: tuple[str, ...] = ()  # ids; () for one that was taught
    tags: tuple[str, ...] = ()
    id: str = ""  # of its record

    @property
    def success_rate(self) -> float:
        return self.successes / self.uses if self.uses else 0.0

    @property
    def content(self) -> str:
        """The readable text by which it is found."""
        names = _WORDS[self.language]
        numbered = " ".join(f"{place}. {step}" for place, step in enumerate(self.steps, 1))
        said = [names["skill"].format(self.name), names["when"].format(self.trigger), names["steps"] + numbered]
        said += [names["before"] + names["gap"].join(self.preconditions)] if self.preconditions else []
        said += [names["after"] + names["gap"].join(self.postconditions)] if self.postconditions else []
        return "\n".join(said)

    @property
    def language(self) -> str:
        return "zh" if language.has_han(self.name + self.trigger) else "en"

    @property
    def slot(self) -> str:
        """The slot of which it is the present version."""
        return f"skill.{_key(self.trigger)}"

    def payload(self) -> dict[str, Json]:
        """What a record's payload holds of it."""
        plain: dict[str, Json] = {name: getattr(self, name) for name in ("name", "description", "trigger", "uses", "successes")}
        return {**plain, **{name: list(getattr(self, name)) for name in _LISTS}}

    def tool(self, form: str = "mcp") -> dict[str, Json]:
        """The skill as a tool of MCP, OpenAI or Anthropic: one required string `context`. Raises InputError for another form."""
        if form not in FORMS:
            raise errors.InputError(f"a tool is made for one of {', '.join(FORMS)}, not {form!r}")
        names = _WORDS[self.language]
        needs = names["needs"].format(names["gap"].join(self.preconditions)) if self.preconditions else ""
        context: dict[str, Json] = {"type": "string", "description": names["context"].format(needs)}
        schema: dict[str, Json] = {
            "type": "object",
            "properties": {"context": context},
            "required": ["context"],
            "additionalProperties": False,
        }
        path = " → ".join(self.steps)
        about: dict[str, Json] = {"name": tool_name(self.name), "description": f"{self.description}: {path}"[:1024]}
        if form == "openai":
            return {"type": "function", "function": {**about, "parameters": schema}}
        return {**about, ("inputSchema" if form == "mcp" else "input_schema"): schema}


def tool_name(name: str) -> str:
    """A name that every interface takes: letters, digits, `_` and `-`, at most 64; with a hash where letters had to go, stable."""
    plain = re.sub(r"[^a-zA-Z0-9_-]+", "_", name).strip("_").lower()
    if name.isascii() and plain and len(plain) <= _NAME_CHARACTERS:
        return plain
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{plain[: _NAME_CHARACTERS - 9].strip('_') or 'skill'}_{digest}"


def of(record: MemoryRecord) -> Skill:
    """The skill that `record` holds; missing or broken parts of its payload are empty."""
    held = record.payload

    def text(name: str) -> str:
        value = held.get(name)
        return value if isinstance(value, str) else ""

    def count(name: str) -> int:
        value = held.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0

    listed = {
        name: tuple(item for item in value if isinstance(item, str)) if isinstance(value := held.get(name), list) else () for name in _LISTS
    }
    first = record.content.partition("\n")[0]
    return Skill(
        id=record.id,
        name=text("name") or first,
        description=text("description") or first,
        trigger=text("trigger") or text("name") or first,
        uses=count("uses"),
        successes=min(count("successes"), count("uses")),
        source_episodes=record.derived_from,
        **listed,
    )


def used(record: MemoryRecord, success: bool) -> MemoryRecord:
    """The record after its skill was used once more. Raises InputError for what is no skill."""
    if record.kind != Kind.SKILL:
        raise errors.InputError(f"memory {record.id} is a {record.kind}, not a skill: take ids from me.skills()")
    skill = of(record)
    return replace(record, payload=replace(skill, uses=skill.uses + 1, successes=skill.successes + success).payload())


def draft(told: Taught) -> Draft:
    """What to store of a way that the user taught: a later teaching of the same trigger supersedes it."""
    names = _WORDS["zh" if language.has_han(told.trigger) else "en"]
    skill = Skill(name=told.trigger, description=names["taught"].format(told.trigger), trigger=told.trigger, steps=told.steps)
    return Draft(
        content=skill.content,
        kind=Kind.SKILL,
        slot=skill.slot,
        value=" → ".join(map(steps_of.normal, told.steps)),
        importance=_IMPORTANCE,
        confidence=0.98,
        span=(told.start, told.end),
        language=skill.language,
        payload=skill.payload(),
        rule="taught",
    )


def called(skill: Skill, text: str) -> bool:
    """Whether `text` calls for the skill: it holds the trigger as words, or for a learned one all words of its name."""
    said, trigger = fold.fold(text).casefold(), fold.fold(skill.trigger).casefold()
    if re.search(rf"(?<![a-z0-9_]){re.escape(trigger)}(?![a-z0-9_])", said):
        return True
    named = skill.tags[:2] if skill.source_episodes else ()
    return bool(named) and all(word in _words(text) for word in named)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Steps that sessions which went well have in common, in order, and the sessions' episodes, oldest first."""

    steps: tuple[str, ...]
    episodes: tuple[MemoryRecord, ...]


def patterns(successes: Sequence[MemoryRecord]) -> list[Pattern]:
    """The patterns in episodes that went well, given oldest first; one session counts once. [] without two that agree."""
    found: list[Pattern] = []
    for record in successes:
        taken = _of(record)
        if len(taken.steps) < MIN_STEPS:
            continue
        best, place = tuple[str, ...](), -1
        for at, pattern in enumerate(found):
            common = shared(pattern.steps, taken.steps)
            if len(common) > len(best) and _agree(common, pattern, record):
                best, place = common, at
        if place < 0:
            found.append(Pattern(taken.steps, (record,)))
        elif record.session not in {other.session for other in found[place].episodes}:
            found[place] = Pattern(best, (*found[place].episodes, record))
    return [pattern for pattern in found if len(pattern.episodes) >= MIN_SESSIONS]


def shared(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """The longest common subsequence (dynamic programming, at most 40 × 40 steps)."""
    longest = [[()] * (len(other) + 1) for _ in range(len(one) + 1)]  # type: list[list[tuple[str, ...]]]
    for i, mine in enumerate(one, 1):
        for j, theirs in enumerate(other, 1):
            longest[i][j] = (*longest[i - 1][j - 1], mine) if mine == theirs else max(longest[i - 1][j], longest[i][j - 1], key=len)
    return longest[-1][-1]


def steps_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether both are the same steps in the same order, however they are written."""
    return [steps_of.normal(step) for step in one] == [steps_of.normal(step) for step in other]


def learned(pattern: Pattern) -> Skill:
    """The skill that a pattern is: named by the words that its tasks have in common."""
    held = [_of(record) for record in pattern.episodes]
    said = [" ".join([*episode.requests, episode.title]) for episode in held]
    common = [word for word in _words(said[0]) if all(word in _words(other) for other in said[1:])]
    verb = next((word for word in common if word in _VERBS), None)
    noun = _object(common, verb, "把" in said[0])
    chinese = language.has_han("".join(common) or pattern.steps[0])
    parts = [word for word in (verb, noun) if word] or [pattern.steps[-1]]
    name = ("" if chinese else " ").join(parts)
    names = _WORDS["zh" if chinese else "en"]
    lessons = dict.fromkeys(lesson for episode in held for lesson in episode.lessons if outcomes.teaches(lesson) or outcomes.rules(lesson))
    return Skill(
        name=name,
        description=names["mined"].format(name),
        trigger=name,
        steps=pattern.steps,
        preconditions=tuple(lessons)[:3],
        postconditions=(names["done"].format(pattern.steps[-1]),),
        source_episodes=tuple(record.id for record in pattern.episodes),
        tags=tuple(dict.fromkeys([*parts, *common]))[:6],
    )


def _object(common: Sequence[str], verb: str | None, before: bool) -> str | None:
    """The word of what is acted on: behind the verb, in Chinese sentences with 把 before it; else the first that is no verb."""
    nouns = [word for word in common if word not in _VERBS]
    behind = [word for word in nouns if verb is not None and not before and common.index(word) > common.index(verb)]
    return next(iter([*behind, *nouns]), None)


def _agree(common: Sequence[str], pattern: Pattern, record: MemoryRecord) -> bool:
    """Whether the steps in common are enough: most of the shorter sequence, and the same kind of task where they are few."""
    if len(common) < MIN_STEPS or len(common) < _SHARE * min(len(pattern.steps), len(_of(record).steps)):
        return False
    tasks = [set(_words(" ".join([*_of(each).requests, _of(each).title]))) for each in (pattern.episodes[0], record)]
    return len(common) >= _TELLING_STEPS or bool(tasks[0] & tasks[1])


def _of(record: MemoryRecord) -> Episode:
    return episodes.of(record)


def _words(text: str) -> list[str]:
    """The words of a task that say what it is about, in order."""
    said = [word.casefold() for word in _WORD.findall(text)]
    if segment.AVAILABLE:
        said += [word for run in language.HAN_RUN.findall(text) for word in segment.words(run) if len(word) > 1]
    else:
        said += [term for term in analyze.terms(text) if language.has_han(term)]
    passing = stopwords.ENGLISH | stopwords.CHINESE | {"please", "again", "today", "一下", "帮忙"}
    return list(dict.fromkeys(word for word in said if word not in passing))


def _key(name: str) -> str:
    return re.sub(r"\W+", "_", fold.fold(name).casefold()).strip("_") or "unnamed"
