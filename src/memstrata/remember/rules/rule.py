"""A rule as data: where it may begin, what it looks like in each language, and which draft it makes.

Patterns are matched on folded lower-case text. English ones are written in a short form: a blank stands for any white space,
`BE`, `HAVE`, `WILL` for their forms after a subject with adverbs behind, `<v>` for the value up to the end of the clause;
adverbs may stand before the first word. Chinese ones may have adverbs and words of time before them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Who = Literal["user", "team", "person", "thing", "none"]   # "none": no subject is said

EVERYBODY: frozenset[Who] = frozenset(["user", "person", "none"])
USER: frozenset[Who] = frozenset(["user", "none"])
PEOPLE: frozenset[Who] = frozenset(["user", "team", "person", "none"])
OURS: frozenset[Who] = frozenset(["user", "team", "none"])

_ADVERBS_EN = (
    r"(?:\s+(?:really|also|currently|now|actually|just|still|always|usually|absolutely|only|personally|mostly|both|normally|generally|often|typically|"
    r"simply|recently|finally|already|mainly|totally|definitely|honestly|all|truly|officially|sometimes|mildly|severely|very|quite|pretty|super|deathly|highly|"
    r"originally|mostly|primarily|do|ever|since|basically|genuinely|strongly|much|rather|particularly|especially|lately|even)){0,5}"
)
_BE = rf"(?:'m|'re|'s|\s+am|\s+is|\s+are|\s+was|\s+were|'ve\s+been|\s+have\s+been|\s+has\s+been|^){_ADVERBS_EN}"
_HAVE = rf"(?:'ve|'s|\s+have|\s+has|\s+had|^){_ADVERBS_EN}"
_WILL = rf"(?:'ll|\s+will|'m\s+going\s+to|'re\s+going\s+to|\s+(?:am|is|are)\s+going\s+to|'s\s+going\s+to|\s+plans?\s+to|'m\s+planning\s+to|\s+(?:am|is|are)\s+planning\s+to|'re\s+planning\s+to|'m\s+gonna|'re\s+gonna|'s\s+planning\s+to){_ADVERBS_EN}"
DAY_ZH = (
    r"(?:\d{2,4}年|\d{1,2}月|\d{1,2}[日号]|[上这本]个?(?:周末|周[一二三四五六日天]|星期[一二三四五六日天]?|礼拜[一二三四五六日天]?|周|月)|去年|前年|今年|昨天|今天|前天|"
    r"[\d一二两三四五六七八九十]{1,3}(?:个月|年|周|天)前|年初|年底|早就|大学时|毕业后|工作日|周末|早上|晚上|中午|下午|上午|每(?:天|周|个月|年)(?:早上|晚上)?)"
)
_ADVERBS_ZH = (
    rf"(?:(?:现在|目前|如今|最近|一直|也|还|就|都|其实|平时|一般|通常|真的|是真的|特别|非常|很|比较|超级|超|蛮|挺|已经|刚刚?|终于|从小|经常|总是|常常|偶尔|个人|真|可|实在|"
    rf"本人|确实|当然|主要|尤其|更|太|有点|早已|又|自己|家里|这边|平常|日常|基本上?|一向|向来|从来|近期|暂时还|正式|{DAY_ZH})[，,]?\s*){{0,6}}"
)
_AT_START = {"BE": _BE, "HAVE": _HAVE, "WILL": _WILL}
# Behind other words or in an alternative the form is optional: the lead has taken the contraction.
_INSIDE = {
    "BE": rf"(?:(?:am|is|are|was|were|have\s+been|has\s+been|been){_ADVERBS_EN}\s+)?",
    "HAVE": rf"(?:(?:have|has|had){_ADVERBS_EN}\s+)?",
    "WILL": rf"(?:(?:will|going\s+to|plan\s+to){_ADVERBS_EN}\s+)?",
}
_MACRO = re.compile(r"\b(BE|HAVE|WILL)\b ?")
_VALUE = re.compile(r" ?(?<!\?P)<v>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One row. `slot` is a template: `{s}` the subject, `{v}` the value's key, `{t}` and `{a}` the thing and attribute it names.

    `cues` are words of which one must stand in the clause; `reads` names the reader of `values` that takes the value;
    `start` tells whether it begins behind a subject or at the clause; `after` lets its patterns run over the following clauses.
    """

    name: str
    cues: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]
    slot: str = ""
    kind: str = ""                        # "" takes the slot's kind
    reads: str = "thing"
    who: frozenset[Who] = EVERYBODY
    start: Literal["subject", "clause"] = "subject"
    wide: bool = False
    negated: bool = False
    retracts: bool = False
    hard: bool = False
    dated: bool = False                   # only with a time in the sentence
    trouble: bool = False                 # also true in talk about errors
    importance: float | None = None
    certainty: float = 1.0                # share of the usual confidence
    general: bool = False                 # counts only where nothing more special is found in the clause


def rule(name: str, cues: str, *, en: Sequence[str] = (), zh: Sequence[str] = (), start: str = "subject", **options: object) -> Rule:
    """A row with its patterns compiled; `cues` are parted by `|`."""
    compiled = [*(english(one, start) for one in en), *(chinese(one, start) for one in zh)]
    return Rule(name=name, cues=tuple(cues.split("|")), patterns=tuple(compiled), start=start, **options)  # type: ignore[arg-type]  # options are typed by Rule


def english(short: str, start: str = "subject") -> re.Pattern[str]:
    """The pattern of an English short form."""
    body = _VALUE.sub(r"(?:\\s+|(?<=['\"(]))(?P<v>\\S.*)", short)
    if start == "clause":
        lead = r"\s*"
    elif body.startswith(("(?:'", "'")):        # its own contractions
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
