"""A rule as data, and the reader of the tables (`tables/*.rules`) that hold one topic each, English and Chinese side by side.

A row of a table begins with `[name] slot`, followed by a line of options, `cues` and its patterns, one a line, `en` or `zh`.
`let NAME = …` names a piece of a pattern that stands as `<NAME>` in others. Patterns are matched on folded lower-case text.
English ones are written in a short form: a blank stands for any white space, `BE`, `HAVE`, `WILL` for their forms after a
subject with adverbs behind, `<v>` for the value up to the end of the clause; adverbs may stand before the first word.
Chinese ones may have adverbs and words of time before them.
"""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Literal

Who = Literal["user", "team", "person", "none"]  # "none": no subject is said

WHO: dict[str, frozenset[Who]] = {
    "everybody": frozenset(["user", "person", "none"]),
    "people": frozenset(["user", "team", "person", "none"]),
    "ours": frozenset(["user", "team", "none"]),
    "user": frozenset(["user", "none"]),
    "said": frozenset(["user", "person"]),
    "i": frozenset(["user"]),
    "person": frozenset(["person"]),
}

_ADVERBS_EN = (
    r"(?:\s+(?:really|also|currently|now|actually|just|still|always|usually|absolutely|only|personally|mostly|both|normally|"
    r"generally|often|typically|"
    r"simply|recently|finally|already|mainly|totally|definitely|honestly|all|truly|officially|sometimes|mildly|severely|"
    r"very|quite|pretty|super|deathly|highly|"
    r"maybe|perhaps|probably|possibly|likely|originally|mostly|primarily|do|ever|since|basically|genuinely|strongly|much|"
    r"rather|particularly|especially|lately|even)){0,5}"
)
_BE = rf"(?:'m|'re|'s|\s+am|\s+is|\s+are|\s+was|\s+were|'ve\s+been|\s+have\s+been|\s+has\s+been|^){_ADVERBS_EN}"
_HAVE = rf"(?:'ve|'s|\s+have|\s+has|\s+had|^){_ADVERBS_EN}"
_WILL = (
    r"(?:'ll|\s+will|\s+might|\s+may|'m\s+going\s+to|'re\s+going\s+to|\s+(?:am|is|are)\s+going\s+to|'s\s+going\s+to|\s+plans?\s+to|"
    r"'m\s+planning\s+to|\s+(?:am|is|are)\s+planning\s+to|'re\s+planning\s+to|'m\s+gonna|'re\s+gonna|'s\s+planning\s+to)"
    rf"{_ADVERBS_EN}"
)
DAY_ZH = (
    r"(?:\d{2,4}年|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月份?|小时候|[春夏秋冬]天|\d{1,2}[日号]|[上这本]个?(?:周末|"
    r"周[一二三四五六日天]|星期[一二三四五六日天]?|礼拜[一二三四五六日天]?|周|月)|去年|前年|今年|昨天|今天|前天|"
    r"[\d一二两三四五六七八九十]{1,3}(?:个月|年|周|天)前|年初|年底|早就|大学时|毕业后|工作日|周末|早上|晚上|中午|下午|上午|"
    r"每(?:天|周|个月|年)(?:早上|晚上)?)"
)
_ADVERBS_ZH = (
    r"(?:(?:现在|目前|如今|最近|一直|也|还|就|都|其实|平时|一般|通常|真的|是真的|特别|非常|很|比较|超级|超|蛮|挺|已经|刚刚?|"
    r"终于|从小|经常|总是|常常|偶尔|个人|真|可|实在|"
    rf"本人|确实|当然|主要|尤其|更|太|有点|早已|又|自己|家里|这边|平常|日常|基本上?|一向|向来|从来|近期|暂时还|正式|直接|"
    rf"退休前|从[^，,。从]{{1,6}}?(?:开始|起)|可能|也许|或许|大概|好像|似乎|应该|估计|貌似|没准|多半|{DAY_ZH})"
    r"[，,]?\s*){0,6}"
)
_AT_START = {"BE": _BE, "HAVE": _HAVE, "WILL": _WILL}
# Behind other words or in an alternative the form is optional: the lead has taken the contraction.
_INSIDE = {
    "BE": rf"(?:(?:am|is|are|was|were|have\s+been|has\s+been|been){_ADVERBS_EN}\s+)?",
    "HAVE": rf"(?:(?:have|has|had){_ADVERBS_EN}\s+)?",
    "WILL": rf"(?:(?:will|going\s+to|plan\s+to){_ADVERBS_EN}\s+)?",
}
_MACRO = re.compile(r"\b(BE|HAVE|WILL)\b ?")
_PIECE = re.compile(r"<([A-Z_]+)>")
_VALUE = re.compile(r" ?(?<!\?P)<v>")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rule:
    """One row. `slot` is a template: `{s}` the subject, `{liked}` the value's key, `{t}` the thing it names; see `resolve`.

    One of `cues` must stand in the clause; `reads` names the reader that takes the value.
    """

    name: str
    slot: str = ""  # "" for facts without one
    cues: tuple[str, ...] = ()
    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    kind: str = ""  # "" takes the slot's kind
    reads: str = "thing"
    who: frozenset[Who] = WHO["everybody"]
    start: Literal["subject", "clause"] = "subject"
    wide: bool = False  # its patterns may run over the following clauses
    negated: bool = False
    retracts: bool = False
    hard: bool = False  # numbers, addresses, dates: believed more
    dated: bool = False  # only with a time in the clause
    trouble: bool = False  # also true in talk about errors
    first: bool = False  # only where the sentence spoke of nobody before
    general: bool = False  # counts only where nothing more special is found in the clause
    importance: float | None = None
    certainty: float = 1.0  # share of the usual confidence


def load(topic: str, pieces: Mapping[str, str]) -> tuple[Rule, ...]:
    """The rules of one table in order; `pieces` are named parts of patterns besides those the table itself names."""
    known = dict(pieces)
    rows: list[list[str]] = []
    text = (resources.files(__package__) / "tables" / f"{topic}.rules").read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("let "):
            name, _, pattern = line[4:].partition(" = ")
            known[name] = _put_in(pattern, known)
        elif line.startswith("["):
            rows.append([line])
        elif line.strip() and not line.startswith("#"):
            rows[-1].append(line.strip(" "))
    return tuple(_row(row, known) for row in rows)


def _row(lines: list[str], pieces: Mapping[str, str]) -> Rule:
    name, _, slot = lines[0][1:].partition("]")
    patterns: dict[str, list[str]] = {"en": [], "zh": []}
    cues: tuple[str, ...] = ()
    options: dict[str, str] = {}
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word in patterns:
            patterns[word].append(_put_in(rest, pieces))
        elif word == "cues":
            cues = tuple(rest.split("|"))
        else:
            options.update((key, value) for key, _, value in (option.partition("=") for option in line.split()))
    return Rule(
        name=name,
        slot=slot.strip(),
        cues=cues,
        en=tuple(patterns["en"]),
        zh=tuple(patterns["zh"]),
        kind=options.get("kind", ""),
        reads=options.get("reads", "thing"),
        who=WHO[options.get("who", "everybody")],
        start="clause" if options.get("start") == "clause" else "subject",
        wide="wide" in options,
        negated="negated" in options,
        retracts="retracts" in options,
        hard="hard" in options,
        dated="dated" in options,
        trouble="trouble" in options,
        first="first" in options,
        general="general" in options,
        importance=float(options["importance"]) if "importance" in options else None,
        certainty=float(options.get("certainty", "1")),
    )


def _put_in(pattern: str, pieces: Mapping[str, str]) -> str:
    return _PIECE.sub(lambda match: pieces[match[1]], pattern)


@functools.cache
def patterns(rule: Rule) -> tuple[re.Pattern[str], ...]:
    """The compiled patterns, English first; compiled when the rule is first needed."""
    return (*(english(one, rule.start) for one in rule.en), *(chinese(one, rule.start) for one in rule.zh))


def english(short: str, start: str = "subject") -> re.Pattern[str]:
    """The pattern of an English short form."""
    body = _VALUE.sub(r"(?:\\s+|(?<=['\"(]))(?P<v>\\S.*)", short)
    if start == "clause":
        lead = r"\s*"
    elif body.startswith(("(?:'", "'")):  # its own contractions
        lead = ""
    elif macro := re.match("BE|HAVE|WILL", body):
        lead, body = _AT_START[macro[0]], body[macro.end() :]
    else:
        lead = rf"(?:'m|'re|'s|'ve)?{_ADVERBS_EN}\s+" if _MACRO.search(body) else rf"(?:'ve|\s+have|\s+has)?{_ADVERBS_EN}\s+"
    body = _MACRO.sub(lambda match: f"<{match[1]}>", body)
    body = body.replace(" ?", r"\s*").replace(" ", r"\s+")
    for name, pattern in _INSIDE.items():
        body = body.replace(f"<{name}>", pattern)
    return re.compile(lead + body)


def chinese(short: str, start: str = "subject") -> re.Pattern[str]:
    """The pattern of a Chinese short form."""
    lead = rf"\s*{_ADVERBS_ZH}" if start == "subject" else r"\s*"
    return re.compile(lead + _VALUE.sub(r"\\s*(?P<v>\\S.*)", short).replace("DAY", DAY_ZH))
