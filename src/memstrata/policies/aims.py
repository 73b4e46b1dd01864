"""Whose words a question is after, read from its wording in both languages: the assistant's, the whole course, or the user's wishes."""

import re
from dataclasses import dataclass

from memstrata.text import fold

MAX_CHARACTERS = 1000
STANDING = "always never prefer whenever 总是 始终 一律 永远 偏好 更喜欢 每当 每次 从不 务必 今后 往后"  # words of a wish that stands

_SAY = (
    r"(?:advi[sc]e|answer|explain|g[ai]ve|help|list|mention|offer|outline|propose|recommend|say|said|share|show|suggest|tell|told"
    r"|walk|write|wrote)(?:ed|en|d|t)?"
)
_TOLD = re.compile(
    rf"\b(?:did|had|have) you (?:\w+ )?{_SAY}\b|\b(?:that|what|which|as) you (?:had |have |just |once )?{_SAY}\b"
    r"|\byou (?:had |have |once |already |previously |originally )?"
    r"(?:advised|explained|outlined|proposed|recommended|said|suggested|told me|walked me)\b"
    r"|\byour (?:earlier |previous |last )?(?:advice|answer|explanation|plan|proposal|recommendations?|reply|response|suggestions?)\b"
    r"|你(?:当时|之前|上次|以前|刚才|曾经|曾|那时|先前|前面|给我|跟我|对我|帮我|向我){0,3}"
    r"(?:推荐|建议|说|提到|提过|讲|告诉|列|给|写|解释|教)(?:了|过|的|我|给)"
    r"|你的(?:建议|推荐|回答|回复|方案|解释|答复)",
    re.IGNORECASE,
)
_OVERVIEW = re.compile(
    r"\b(?:summar(?:y|i[sz]e\w*)|overview|recap|sum up|run through|bring me up to (?:date|speed))\b"
    r"|总结|概括|概述|回顾|梳理|来龙去脉|整个过程",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\bhow (?:do|can|should|could|would|to|might)\b|\b(?:can|could|would|will) you\b|\bplease\b|\bhelp me\b"
    r"|\b(?:should|shall|could|can) i\b|\bi(?:'m| am| want| need)\b.*\?"
    r"|\b(?:suggest|recommend|advise|propose|plan|ideas?|tips|advice|options|ways? to|steps|best way|looking (?:for|to))\b"
    r"|怎么|怎样|如何|请|帮我|能不能|可以.{0,12}吗|该|推荐|建议|给我|应该|想要|打算|有没有什么|有什么",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aims:
    """What a question is after; more than one can hold, all False for a plain question about facts."""

    told: bool = False  # what the assistant said: "what did you recommend?"
    overview: bool = False  # the course of something, answers included: "summarise how …"
    request: bool = False  # help or advice, for which the user's standing wishes count: "how do I …?"


def aims(question: str) -> Aims:
    """The aims of `question`, read from its first 1,000 characters."""
    text = fold.fold(question[:MAX_CHARACTERS])
    told = _TOLD.search(text) is not None
    overview = _OVERVIEW.search(text) is not None
    return Aims(told=told, overview=overview, request=not told and _REQUEST.search(text) is not None)
