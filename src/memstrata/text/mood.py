"""What a user lets the agent feel about its answers, in Chinese and English: a closed set of signals, never a trait of the person.

Only words about the answers count: "that's too long", 太啰嗦了; not "the queue was too long", nor what somebody else felt.
"""

import re
from enum import StrEnum

from memstrata.text import sentences
from memstrata.text.sentences import Span

MAX_CHARACTERS = 2000  # of a message that are looked at
_CLAUSE_CHARACTERS = 80  # a complaint is short


class Signal(StrEnum):
    """What was signalled about the agent's answers: the aspect, and how it was felt."""

    TOO_LONG = "length:long"
    TOO_SHORT = "length:short"
    TOO_TECHNICAL = "depth:technical"
    TOO_SHALLOW = "depth:shallow"
    OFF_POINT = "focus:off"
    REPEATS = "repetition:repeats"
    FRUSTRATED = "mood:frustrated"
    PLEASED = "mood:pleased"


_OPENING = (
    r"^(?:(?:sorry|ok(?:ay)?|hey|please|no|well|still|again|and|but|ugh|argh|god|man|look|honestly|thanks?|thank you|great|yes|wow|just|so)"
    r"\b[\s,.!:-]*){0,4}"
)
_IT = (
    r"(?:(?:that|this|it)(?:['’]s| is| was)|you(?:['’]re| are| were)(?: being)?"
    r"|(?:your|these|those|the) (?:last |long )?(?:answers?|repl(?:y|ies)|explanations?|responses?|messages?)"
    r" (?:is|are|was|were|(?:keep )?get(?:s|ting)?))"
)
_MUCH = r"(?: (?:way|far|just|still|really|a bit|a little|much|always|so))*"
_END = r"[\s.!…~:)(]*$"
_ENGLISH: dict[Signal, str] = {
    Signal.TOO_LONG: (
        rf"{_OPENING}(?:{_IT}{_MUCH} )?(?:(?:way|far|much) )?too (?:long|wordy|verbose|long[- ]winded|much (?:text|detail))\b"
        rf"(?: (?:for me|again|already))?{_END}"
        rf"|{_OPENING}(?:(?:can|could|would) you )?(?:please )?get to the point\b|{_OPENING}(?:keep it|be"
        rf"|make it) (?:short(?:er)?|brief|concise)"
        rf"(?: please)?{_END}"
        rf"|{_OPENING}(?:cut to the chase|tl;?dr)\b|{_OPENING}(?:stop|quit) (?:rambling|babbling|lecturing|waffling)\b"
        rf"|\byou(?:['’]re| are) rambling\b"
        rf"|{_OPENING}i (?:don['’]t|do not) (?:need|want) (?:a|an|the|such a|all this) (?:essay|lecture|long explanations?|detail)\b"
        r"|\b(?:too many words|i (?:don['’]t|do not) have time (?:for|to read) (?:all )?this)\b"
    ),
    Signal.TOO_SHORT: (
        rf"{_OPENING}(?:{_IT}{_MUCH} )?(?:(?:way|far|much) )?too (?:short|brief|terse|curt)\b(?: (?:for me|again))?{_END}"
        rf"|{_OPENING}(?:please )?(?:go into|give me|i need|i want|add) (?:some |much )?more details?\b"
        rf"|{_OPENING}(?:please )?elaborate{_END}"
    ),
    Signal.TOO_TECHNICAL: (
        rf"{_OPENING}(?:{_IT}{_MUCH} )?(?:(?:way|far|much) )?too (?:technical|complicated|complex|much jargon)\b(?: for me)?{_END}"
        rf"|{_OPENING}(?:please )?(?:in )?(?:plain|simple) (?:english|words|terms)(?: please)?{_END}"
        r"|\b(?:explain (?:it |that |this )?like i['’]?a?m (?:five|5)|eli5|no jargon)\b"
    ),
    Signal.TOO_SHALLOW: (
        rf"{_OPENING}(?:{_IT}{_MUCH} )?(?:(?:way|far|much) )?too (?:shallow|superficial|basic|simplistic|vague|general|generic)\b{_END}"
        rf"|{_OPENING}(?:you (?:don['’]t|do not)|no) need to explain (?:the basics|that|this|everything)\b"
        rf"|\bi (?:already )?know the basics\b"
    ),
    Signal.OFF_POINT: (
        r"\bthat['’]?s not what i (?:asked|meant|wanted)\b|\b(?:you|that) (?:did ?n['’]t|does ?n['’]t|did not"
        r"|does not) answer (?:my|the) question\b"
        r"|\byou(?:['’]re| are) (?:missing|not getting) the point\b|\byou missed the point\b|\bnot what i asked(?: for)?\b"
    ),
    Signal.REPEATS: (
        rf"\byou (?:already|just) (?:said|told me) (?:that|this|so)\b|\byou(?:['’]re| are) repeating yourself\b"
        rf"|\byou keep (?:repeating|saying the same)"
        rf"|{_OPENING}stop repeating\b"
    ),
    Signal.FRUSTRATED: (
        rf"{_OPENING}(?:this|that|it)(?:['’]s| is)(?: (?:so|really|very|getting|just))* (?:frustrating|annoying|infuriating){_END}"
        r"|\byou(?:['’]re| are) not listening\b|\bhow many times (?:do i|did i|have i|must i)\b"
        r"|\byou keep (?:getting (?:it|this|that) wrong|making the same mistake|ignoring)\b|\bi(?:['’]ve"
        r"| have)? (?:already )?told you (?:that |this )?"
        r"(?:already|twice|before|many times|three times)\b|\bfor the (?:third|fourth|fifth|hundredth) time\b"
        rf"|\b(?:you(?:['’]re| are)|your answers? (?:is|are)) useless\b|{_OPENING}i(?:['’]m| am) losing (?:my )?patience\b"
        rf"|\byou(?:['’]re| are) wasting my time\b"
    ),
    Signal.PLEASED: (
        rf"{_OPENING}(?:(?:that|this|it)(?:['’]s| is| was) )?(?:just |simply |absolutely )?perfect(?:ly (?:clear|explained))?{_END}"
        r"|\b(?:exactly|just) what i (?:needed|wanted|was (?:looking|hoping) for|meant)\b"
        rf"|{_OPENING}(?:that(?:['’]s| is| was) )?(?:a )?(?:great|excellent|brilliant|perfect|wonderful) (?:answer|explanation"
        rf"|reply|summary){_END}"
        rf"|\byou(?:['’]re| are) (?:the best"
        rf"|a lifesaver|amazing)\b"
        rf"|{_OPENING}(?:i )?(?:love|like) (?:the way you explain|your (?:answers?|explanations?|style))"
    ),
}
_HAN_OPENING = (
    r"^(?:(?:你|您)?(?:的?(?:回答|回复|解释|答案|说明|说得|讲得|写得|说的|讲的|写的)|(?:这|那)(?:个|段|也|回答)*|还是|又|真的?"
    r"|实在|都|有点|拜托|哎|唉|天|，|,|\s)*)"
)
_CHINESE: dict[Signal, str] = {
    Signal.TOO_LONG: (
        rf"{_HAN_OPENING}(?:太(?:长|啰嗦|罗嗦|啰唆|冗长|多字)|(?:好|真|很|这么|别这么|别太|别那么)(?:啰嗦|罗嗦|啰唆)"
        rf"|长篇大论)(?:了|啦|吧)?[\s。！!…~]*$"
        r"|(?:讲|说|直接说|直接讲|抓)(?:一?下)?重点|长话短说|(?:回答|说|讲|写)?(?:简短|简洁|精简)(?:一?点|一?些)(?:吧|好吗)?[\s。！!]*$"
        r"|(?:别|不要|少)(?:说)?废话|废话(?:太多|真多|少)|字太多|没(?:时间|空|耐心)(?:看|听)(?:这么|那么)(?:长|多)"
    ),
    Signal.TOO_SHORT: (
        rf"{_HAN_OPENING}太(?:短|简短|简略|少)(?:了|啦)?[\s。！!…~]*$|(?:说|讲|写|解释)(?:得)?(?:再)?(?:详细|具体)(?:一?点|一?些)"
        rf"|展开(?:说|讲)(?:说|讲)"
    ),
    Signal.TOO_TECHNICAL: (
        rf"{_HAN_OPENING}太(?:专业|复杂|深奥|难懂|技术)(?:了|啦)?[\s。！!…~]*$|(?:说|讲)(?:得)?(?:简单|通俗)(?:一?点|一?些)|说人话|用大白话"
    ),
    Signal.TOO_SHALLOW: (
        rf"{_HAN_OPENING}太(?:浅|笼统|空泛|肤浅|基础|泛)(?:了|啦)?[\s。！!…~]*$|(?:别|不用|不要)(?:再)?(?:讲|解释"
        rf"|说)(?:这些)?基础|基础的?我(?:都)?(?:懂|知道)"
    ),
    Signal.OFF_POINT: (
        r"答非所问|(?:你)?(?:没|没有)回答(?:到)?(?:我的)?问题|我(?:问|说)的不是这个|不是我(?:问|要|想要|想问)的|你?没(?:听|看"
        r"|搞)懂我的(?:问题|意思)|跑题了"
    ),
    Signal.REPEATS: r"你(?:刚才?|刚刚|已经|之前)(?:都)?(?:说|讲|回答)过(?:了|这个)|(?:别|不要)(?:再)?重复(?:了|说)?|车轱辘话",
    Signal.FRUSTRATED: (
        rf"(?:我)?(?:都|已经)?(?:说|讲|问|告诉你)了?(?:多少|好几|几|无数|很多|三|四|五)(?:遍|次)了?|你怎么(?:又|老|总"
        rf"|还)(?:是)?(?:错|不对|这样|忘|听不懂|没)"
        rf"|{_HAN_OPENING}(?:太)?(?:气死(?:我|人)了?|烦死(?:我|人)?了|让人(?:抓狂|崩溃)|令人(?:抓狂|崩溃))[\s。！!…~]*$|你(?:到底"
        rf"|究竟)(?:有没有)?(?:在)?听|你(?:真|太)(?:没用|笨)|浪费我(?:的)?时间|跟你说不通"
    ),
    Signal.PLEASED: (
        rf"{_HAN_OPENING}(?:非常|太|很)?(?:完美|棒极了|太棒了|很有帮助|帮大忙了)[\s。！!…~了]*$|(?:正|就)是我(?:想)?(?:要|需要|找)的"
        r"|(?:解释|讲|说|回答|写|总结)得(?:很|真|太|非常)(?:好|清楚|棒|到位)|(?:就|这)样(?:的?回答)?(?:就)?(?:很好|刚好|正好)"
        r"|你(?:真|太)(?:棒|厉害|靠谱)"
    ),
}
_FOUND = [
    (signal, re.compile(patterns[signal], re.IGNORECASE)) for patterns in (_ENGLISH, _CHINESE) for signal in Signal if signal in patterns
]
_NOT_MEANT = re.compile(
    r"\b(?:not|n['’]t|if|unless|never|isn['’]t|he|she|they|my (?:boss|wife|husband|mother|friend|colleague|teacher))\b"
    r"|(?<!能)不(?!是我|用|要)|如果|要是|假如|他|她|老板|老师|同事"
)
_MAY_DENY = frozenset({Signal.OFF_POINT, Signal.FRUSTRATED, Signal.TOO_SHALLOW, Signal.REPEATS})  # whose own words hold a "not"
_OTHERS = re.compile(
    r"\b(?:he|she|they|my (?:boss|wife|husband|mother|friend|colleague|teacher))\b|如果|要是|假如|他|她|老板|老师|同事|\bif\b"
)
_QUOTED = re.compile(r"\"[^\"\n]{0,200}\"|“[^”\n]{0,200}”|「[^」\n]{0,200}」|```.{0,2000}?(?:```|\Z)", re.DOTALL)


def signals(text: str) -> list[tuple[Signal, Span]]:
    """Each signal once, in order, with the clause that gives it; [] for what speaks of anything but the answers."""
    held = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), text[:MAX_CHARACTERS])
    found: dict[Signal, Span] = {}
    for span in sentences.clauses(held):
        clause = span.of(held).strip().rstrip(",，;；.。!！")
        if not clause or len(clause) > _CLAUSE_CHARACTERS or clause.endswith(("?", "？")):
            continue
        for signal, pattern in _FOUND:
            match = pattern.search(clause)
            doubt = _OTHERS if signal in _MAY_DENY else _NOT_MEANT
            around = clause if match is None else clause[: match.start()] + " " + clause[match.end() :]
            inside = "" if match is None or signal in _MAY_DENY else match[0]
            if match is not None and not doubt.search(around) and not re.search(r"^(?:not|n['’]t)\b", inside, re.IGNORECASE):
                found.setdefault(signal, span)
    return list(found.items())
