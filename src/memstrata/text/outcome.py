"""How a thing went, as people, assistants and tools say it, in Chinese and English; and what they learned from it."""

import re
from enum import StrEnum

from memstrata.text import sentences

MAX_CHARACTERS = 4000  # of one message that are looked at: its end where it is longer


class Sign(StrEnum):
    """What one message says of the work before it."""

    GOOD = "good"
    PART = "part"
    BAD = "bad"


_PART = re.compile(
    r"\b(?:partly|partially|halfway|half (?:done|works?|of (?:it|them))|almost (?:there|works?|done)|mostly|only (?:some|part"
    r"|half|one|two) of"
    r"|some of (?:it|them)|not (?:quite|fully|entirely|completely|everything|all)|(?:works?|fine|good) except|except for"
    r"|good enough for now"
    r"|still (?:missing|to do)|one (?:thing|issue|problem) (?:left|remains?)|the rest (?:can|will|is still))\b"
    r"|部分|一半|差不多|基本(?:上|可以|能)|勉强|还差|还剩|剩下|只(?:完成|解决|修好|成功)了|凑合|不(?:太|完全)(?:行|对|好)"
    r"|没有?(?:完全|全部|都)",
    re.IGNORECASE,
)
_NOT_GOOD = re.compile(
    r"(?:\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)(?:n['’]?t| not)|\bwon['’]?t|\b(?:not|never"
    r"|no)) (?:\w{1,12} ){0,2}"
    r"(?:work(?:s|ed|ing)?|fixed|solved|resolved|help(?:s|ed)?|done|right|correct|good|pass(?:es|ed|ing)?|succeed(?:ed)?"
    r"|successful|ok|okay"
    r"|fine|start(?:s|ed)?|run(?:s|ning)?|luck|come up|load(?:s|ed)?|compile[sd]?|deploy(?:ed)?)\b"
    r"|(?:没有?|未|不|无法|沒有?)(?:能|再|够|太|怎么)?(?:解决|成功|修好|搞定|好使|通过|完成|生效|管用|起作用|工作|跑通|跑起来"
    r"|启动|正常|起来)"
    r"|没好|不好用|不可以",
    re.IGNORECASE,
)
_NOT_BAD = re.compile(
    r"\b(?:no|without|zero|0|any) (?:more |further |new )?(?:errors?|fail(?:ed|ures?)|problems?|issues?|exceptions?|crash(?:es)?"
    r"|warnings?)\b"
    r"|\bno longer (?:\w{1,12} )?(?:fail|crash|break|broken|error|time)\w*|(?:\bnot|n['’]t) (?:fail|crash|break)\w*"
    r"|\b(?:errors?|problems?|issues?|bugs?) (?:is|are) (?:gone|fixed|solved)\b"
    r"|\b(?:fixed|solved|resolved|repaired) (?:the|that|this|an?|your) (?:\w{1,20} ){0,2}(?:crash|error|failure|bug|problem|issue|timeout)"
    r"|(?:解决|修复|修好)了?[^，。]{0,8}(?:问题|错误|报错|崩溃|异常)"
    r"|没有?再?(?:报错|出错|错误|失败|异常|问题|毛病)|不再?(?:报错|出错|失败|崩)|0 ?个?(?:错误|失败)|无(?:错误|异常)",
    re.IGNORECASE,
)
_BAD = re.compile(
    r"\b(?:still (?:fail|broken|wrong|crash|error|not|the same|get|see|stuck|hang|down)\w*|fail(?:s|ed|ing|ure)?|broken?|breaks"
    r"|crash(?:es|ed|ing)?"
    r"|wrong|incorrect|useless|stuck|errors?|exception|timed out|timeout|roll(?:ed|ing)? (?:it )?back|gave up|giv(?:e|ing) up"
    r"|abandon(?:ed)?"
    r"|same (?:problem|issue)|worse|went down|is down|unable|cannot|could(?:n['’]t| not)|can['’]t (?:get|make|connect|start|log"
    r"|access|open"
    r"|build|deploy|reach|find|do|be)|rejected|denied|refused|not what i)\b"
    r"|失败|报错|出错|错误|不行|不对|错了|还是(?:不|没|报|一样)|没用|白费|放弃|崩了|崩溃|挂了|卡住|卡死|超时|回滚|更糟|出问题"
    r"|有问题|无效|被拒|拒绝"
    r"|做不到|没能|无法|没法",
    re.IGNORECASE,
)
_GOOD = re.compile(
    r"\b(?:works?(?! on)|worked|working|fixed|solved|resolved|that did it|did the trick|all (?:good|set|green|done)"
    r"|perfect(?:ly)?|excellent"
    r"|pass(?:es|ed)|succeed(?:ed|s)?|success(?:ful(?:ly)?)?|(?:is|it['’]s|are|went) (?:now )?(?:live|up|green|healthy)"
    r"|up and running|done|finished"
    r"|completed|shipped|deployed|merged|looks? (?:good|right|great)|sorted|exactly (?:right|what i))\b"
    r"|成功|好了|可以了|搞定|解决了?|修好|完美|没问题|通过了?|上线了|跑通|跑起来|正常了?|完成|有效|管用|就是这样|对了|行了|生效",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"\b(?:thank(?:s| you)|thx|cheers|great|nice(?:ly)?|awesome|well done|good job|love it)\b|谢谢|多谢|感谢|很好|不错|太棒|真棒"
    r"|厉害|辛苦",
    re.IGNORECASE,
)
_IF = re.compile(r"\b(?:if|unless|in case|whether|until|once|should it)\b|如果|万一|要是|假如|除非|直到|是否", re.IGNORECASE)
_ASKS = re.compile(r"[?？]\s*$|[吗呢嗎]\s*$")
_TOOL_BAD = re.compile(
    r"\b(?:errors?|exception|traceback|fail(?:ed|ure|s)?|fatal|denied|refused|timed out|timeout|unauthori[sz]ed|forbidden"
    r"|not found|no such"
    r"|unhealthy|rolled back|crashloopbackoff|oomkilled|panic)\b|\bexit(?:ed)?(?: with)?(?: code| status)?[ :=]{0,3}[1-9]\d{0,2}\b"
    r"|\b(?:ok|success)\"?\s{0,3}[:=]\s{0,3}false\b|\bHTTP\S{0,6} ?[45]\d\d\b|\bstatus(?:[ _]code)?\D{0,4}[45]\d\d\b"
    r"|失败|错误|异常|超时|拒绝|不存在|崩溃|回滚",
    re.IGNORECASE,
)
_TOOL_GOOD = re.compile(
    r"\b(?:ok|success(?:ful(?:ly)?)?|succeeded|pass(?:ed|es)?|done|healthy|deployed|completed?|created|updated|ready|running|live"
    r"|green)\b"
    r"|\bexit(?:ed)?(?: with)?(?: code| status)?[ :=]{0,3}0\b|成功|通过|完成|正常|就绪|已部署|已上线",
    re.IGNORECASE,
)
_LEARNED = re.compile(
    r"\b(?:lessons?(?: learned)?|learned|next time|turn(?:s|ed) out|root cause|the (?:cause|reason|problem|trick|fix|culprit) (?:is|was)"
    r"|because|caused by|due to|should(?:['’]ve| have)|before (?:you |we |deploying|running|restarting|merging|releasing)"
    r"|don['’]t forget)\b"
    r"|教训|下次|记得|原来是|根因|根本原因|原因(?:是|在)|是因为|由于|别忘|不要(?:再|直接)|不能(?:再|直接)|应该先|要先|得先"
    r"|才(?:行|能|可以)",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\b(?:root cause|the (?:cause|reason|problem|culprit) (?:is|was)|because|caused by|due to|turn(?:s|ed) out)\b"
    r"|原来是|根因|根本原因|原因(?:是|在)|是因为|由于",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:always|never|must|make sure|avoid|instead of|from now on)\b|一定要|必须|务必|避免|以后|今后|总是|先.{1,20}再", re.IGNORECASE
)
_CLAIM = re.compile(
    r"\b(?:i(?:['’]ve| have| was able| managed| could(?:n['’]t| not)| was unable| failed)|done|successfully|succeeded|(?:is"
    r"|are) now|completed)\b"
    r"|已|完成|成功|搞定|没能|无法|失败",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\b(?:still|again|keeps?)\b|还|又|仍", re.IGNORECASE)
_TOO = re.compile(
    r"\btoo (?:long|short|slow|fast|verbose|much|many|complicated|vague|brief)\b|\b(?:not what i (?:asked|wanted|meant)"
    r"|you (?:forgot|missed|ignored"
    r"|should have)|stop (?:doing|asking|explaining))\b|太(?:长|短|慢|快|啰嗦|复杂|多|简单|笼统)了?|不是我(?:要|想要|问|说)的"
    r"|你(?:忘|漏|没理解)|别再|啰嗦",
    re.IGNORECASE,
)


def judged(text: str) -> Sign | None:
    """What a user says of the work: the last clause with a sign decides; good things first and bad ones behind them are a part."""
    signs = [sign for clause in _clauses(text) if (sign := _sign(clause)) is not None]
    if not signs:
        return None
    if Sign.PART in signs or (signs[-1] is Sign.BAD and Sign.GOOD in signs):
        return Sign.PART
    return signs[-1]


def praised(text: str) -> bool:
    """Whether it is thanks or praise, which say little of whether the work is done."""
    return _PRAISE.search(text[-MAX_CHARACTERS:]) is not None


def claimed(text: str) -> Sign | None:
    """What an assistant says of its own work; None where it only explains."""
    return judged(text) if _CLAIM.search(text[-MAX_CHARACTERS:]) else None


def graded(text: str) -> bool:
    """Whether a user's sentence is feedback on how the agent works: praise, or a complaint."""
    return praised(text) or _TOO.search(text[-MAX_CHARACTERS:]) is not None or judged(text) in (Sign.BAD, Sign.PART)


def returned(text: str) -> Sign | None:
    """What a tool's result says of its call."""
    rest = _NOT_BAD.sub(" ", text[-MAX_CHARACTERS:])
    if _TOOL_BAD.search(rest):
        return Sign.BAD
    return Sign.GOOD if len(rest) < len(text) or _TOOL_GOOD.search(rest) else None


def teaches(sentence: str) -> bool:
    """Whether a sentence says what was learned."""
    return _LEARNED.search(sentence[:MAX_CHARACTERS]) is not None


def explains(sentence: str) -> bool:
    """Whether a sentence names the cause of what went wrong."""
    return _CAUSE.search(sentence[:MAX_CHARACTERS]) is not None


def rules(sentence: str) -> bool:
    """Whether a sentence lays down a rule ("always …"): after trouble it is a lesson."""
    return _RULE.search(sentence[:MAX_CHARACTERS]) is not None


def _clauses(text: str) -> list[str]:
    held = text[-MAX_CHARACTERS:]
    return [span.of(held) for span in sentences.clauses(held)]


def _sign(clause: str) -> Sign | None:
    if _IF.search(clause):
        return None
    if _ASKS.search(clause) and not _AGAIN.search(clause):
        return None
    if _PART.search(clause):
        return Sign.PART
    if _NOT_GOOD.search(clause):
        return Sign.BAD
    rest = _NOT_BAD.sub(" ", clause)
    if _BAD.search(rest):
        return Sign.BAD
    return Sign.GOOD if rest != clause or _GOOD.search(rest) else None
