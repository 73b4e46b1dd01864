"""The readers that the tables name (`reads=…`): the plain ones of `values`, and those that also judge what the words are about."""

import re
from collections.abc import Callable

from memstrata.remember.rules import lazy, technology, values

_HOUR = lazy.Pattern(r"\d{1,2}(?::\d\d)?")
_STATE = lazy.Pattern(
    "blocked|unblocked|on hold|paused|live|delayed|done|finished|green|red|stable|frozen|on track"
    "|进行中|已完成|暂停|延期|正常|已上线|开发中|测试中|搁置",
    re.IGNORECASE,
)


NOTHING = "-"  # the value of a rule that ends whatever fills its slot


def read(name: str, words: str) -> str:
    """The value that the reader of that name sees in the words; "" for none."""
    return READERS[name](words)


def when(text: str) -> str:
    """The words of a time of day, a weekday or a date."""
    value = values.trimmed(text)
    if re.search(r"室$|\broom\b", value):
        return ""
    return values.clock(text) or values.day(text) or (value if _HOUR.fullmatch(value) else "")


def proper(text: str) -> str:
    """A proper name, a number or a quoted word: what one can choose, told by its capital, or a short Han noun."""
    value = values.thing(text)
    bare = re.sub(r"^(?:the|a|an) ", "", value)
    if not value or len(value.split()) > 5:
        return ""
    if re.fullmatch(r"the [a-z]{3,}(?: [a-z]{3,})?", value):
        return value
    return (
        value
        if re.match(r"[a-z]?[A-Z0-9$€£¥]", bare) or (re.fullmatch(r"[一-鿿A-Za-z0-9·（）()]{2,10}", value) and not bare.isascii())
        else ""
    )


def proper_place(text: str) -> str:
    """A place with a capital letter."""
    value = values.place(text)
    return value if value[:1].isupper() else ""


_NO_TRADE = lazy.Pattern(
    r"(?:part|whole|result|rule|way|team|bit|lot|kind|sort|group|couple|pair|family|unit|normal|proxy|fallback|one|side|"
    r"hobby|favou?r|joke)\b|.*\b(?:it|this|that|me)\b"
)


def trade(text: str) -> str:
    """What somebody says they work as, whatever it is."""
    value = re.split(r",?\s+(?:at|in|for|from|with|who|by|since|on|and)\b|,\s", values.trimmed(text), maxsplit=1)[0]
    bare = re.sub(r"^(?:an?|the)\s+", "", value, flags=re.IGNORECASE)
    return bare if re.fullmatch(r"[A-Za-z][A-Za-z-]+(?: [A-Za-z-]+){0,3}", bare) and not _NO_TRADE.match(bare.lower()) else ""


def room(text: str) -> str:
    """A room by number or name."""
    value = re.sub(r"^the (?=[A-Z])", "", values.trimmed(text))
    if not re.search(r"[一-鿿]", value):
        named = re.fullmatch(r"(?:(?:meeting |conference )?[Rr]oom )?[A-Z0-9][\w-]*(?: [A-Z0-9][\w-]*){0,2}|[\w-]+ [Rr]oom", value)
        return value if named and not values.clock(value) else ""
    return value if len(value) <= 10 and not re.search(r"[你我他这那哪吗]|线上|开会|[点周月日]", value) else ""


def region(text: str) -> str:
    """A data centre's code or name."""
    value = values.trimmed(text)
    return (
        value
        if re.fullmatch(r"[\w-]{2,24}(?: [\w()-]{1,12}){0,2}", value) and not re.match(r"(?:the|a|slow|down|not|too)\b", value)
        else ""
    )


def state(text: str) -> str:
    match = _STATE.match(text.strip())
    return match[0] if match else ""


_POINTING = lazy.Pattern(
    r"\b(?:this|that|these|those|them|something|everything|it|your|you|here|there|our|their|his|her|when|how|idea|"
    r"suggestion|solution|approach|answer|response|"
    r"explanation|bug|bugs|error|code|function|variable|implementation|refactor|to see|to know|to hear|to have|to be|to get|"
    r"to make|to ask|to think|to say)\b|[你您他她]|这|那(?!么)|刚才|上面|改动|方案|代码|回答|解释|建议|主意|想法|这样"
)
_POINTING_DEED = lazy.Pattern(
    r"\b(?:this|that|these|those|it|them|something|say never|your|you|above|below|here|the (?:function|test|tests|"
    r"code|file|bug|script|change|"
    r"patch|build|issue|error|task|fix|log|query|loop|method|class|line|command|output|ticket|page))\b|[你您]|这(?!周|个月|"
    r"个周)|那个|刚才|代码|函数|报错"
)
_NO_SUBJECT = lazy.Pattern(
    r"^(?:about|more|to)\b|\b(?:how|why|what|it|this|that|from|the (?:code|error|log)|for|hard|a lot|more|new things|"
    r"something)\b|怎么|如何|这|那"
)
_NO_HOMETOWN = lazy.Pattern(
    r"^(?:本地|外地|好|坏|男|女|大|老|年轻|内向|外向|急性子|中年|成年|普通|正常|机器|外国|中国|聪明|懒|有心|过来|当事|负责|"
    r"单身|家里|主持|创始|候选|代理|合伙|发起|独立|自由|私|.?养.|经纪|策展|制片|手艺|媒体|证|管|好|普通|陌生)$|性|前辈"
)
_COMMON_THE = lazy.Pattern(
    r"(?:all kinds|the (?:smell|taste|sound|feeling|look|colou?r|music|beach|sea|ocean|outdoors|mountains?|city|countryside|"
    r"cold|heat|rain|snow|sun|night|"
    r"mornings?|forest|theat(?:re|er)|cinema|piano|guitar|violin|cello|drums|water|desert|woods|winter|summer|autumn|spring|dark|quiet))\b"
)


_HOLLOW = lazy.Pattern(
    r"(?:for|with|in|at|on|around|outside|about|is|was|and|very|more|less|better|as|too)\b"
)  # "playing for fun" names nothing


def liking(text: str) -> str:
    value = values.thing(text)
    deictic = _POINTING.search(value.lower())
    if re.match(r"(?:the|all|all the|our|my|and|both)\s", text.strip().lower()) and not _COMMON_THE.match(text.strip().lower()):
        named = re.match(r"the [A-Z]", text.strip())
        if named is None:
            return ""
    bad_end = re.search(r"(?:的感觉|的样子|的时候)$|\b(?:for|with|of|to|and|in|at|on)$|^(?:的|了|过|着|上|得|就|都|也|会)$", value)
    hollow = _HOLLOW.match(values.thing_liked(value).lower())
    return "" if deictic or bad_end or hollow or len(value) > 60 else value


def deed(text: str) -> str:
    value = values.text(text)
    deictic = _POINTING_DEED.search(value.lower())
    return "" if deictic or len(value) < 2 or len(value) > 160 or re.search(r"\b(?:the|a|an|my|to|of|and)$", value.lower()) else value


_NO_CHORE = lazy.Pattern(
    r"(?:start(?:ing)? (?:by|with|at|implementing|reviewing|small|over)|(?:just )?need to be|be (?:more )?careful|know|see|"
    r"understand|be able|say|ask|think|admit|go$|run$|leave$|figure|look|discuss|learn|find out|consider|decide|"
    r"make sure|always|miss|remember|love|be there)\b"
    r"|.*\b(?:it|that|there|them|you|your)\b|.*\bthis\b(?! (?:week|weekend|month|year|morning|afternoon|evening|summer|"
    r"autumn|winter|spring|friday))|.*\bthe (?:bug|error|function|test|loop|variable|stack trace)\b|.*你(?:帮|给|说|看)"
)


def chore(text: str) -> str:
    """What is to be done, where it says so without pointing at the talk around it."""
    value = values.text(text)
    return "" if len(value) < 2 or _NO_CHORE.match(value.lower()) else value


def subject(text: str) -> str:
    """A field of study or a skill one learns."""
    value = re.split(r"\s+(?:at|in|from|with)\s", values.thing(text))[0]
    return "" if _NO_SUBJECT.search(value.lower()) or len(value.split()) > 5 else value


def names(text: str) -> str:
    """One or several names: "Biscuit and Mochi", 年糕和汤圆."""
    parts = [part for part in re.split(r"\s+and\s+|\s*,\s*|[、和与]", values.trimmed(text)) if part.strip()]
    named = [values.name(part) for part in parts[:4]]
    return ", ".join(named) if named and named[0] and all(named) else values.name(text)


_PROJECT_NAME = lazy.Pattern(
    r"(?:the )?(project (?!lately|now|with|for|that|this|to|at|in)[\w-]+(?: (?!team|now|instead|as|in|from|last|this|since)[A-Z][\w-]*)?"
    r"|(?!(?:an?|any|some|this|that|these|the|my|our|your|another|one|new|big|small|side|current|same|first|last)\s)[\w-]+ "
    r"(?:project|platform|team|migration|product))(?=$|[\s,.])",
    re.IGNORECASE,
)


def project(text: str) -> str:
    value = values.trimmed(text)
    match = _PROJECT_NAME.match(value)
    if match is not None:
        return match[1]
    return values.thing(value) if re.search(r"项目|[A-Z]", value) else ""


def hometown(text: str) -> str:
    value = values.place(text)
    return "" if _NO_HOMETOWN.search(value) else value


def clock_or_number(text: str) -> str:
    value = values.trimmed(text)
    return value if re.match(r"[\d一二三四五六七八九十]|six|seven|eight|five|nine|ten|noon|midnight|eleven|four", value.lower()) else ""


READERS: dict[str, Callable[[str], str]] = {
    **values.READERS,
    "technology": technology.read,
    "state": state,
    "liking": liking,
    "deed": deed,
    "chore": chore,
    "subject": subject,
    "names": names,
    "project": project,
    "hometown": hometown,
    "clock-or-number": clock_or_number,
    "done": str.strip,
    "nothing": lambda _: NOTHING,
    "when": when,
    "trade": trade,
    "proper": proper,
    "proper-place": proper_place,
    "room": room,
    "region": region,
    "attribute": values.thing,
    "user-attribute": values.thing,
    "subject-words": values.text,
}
