"""Words of change, in both languages: what was, what became of it, and questions about either."""

import re
from enum import StrEnum

FORMER = "原本 原来 本来 起初 最初 以往 originally previously formerly initially"  # said of what is no longer so
PRESENT = "改成 换成 改为 后来 改到 调整 改用 changed switched moved replaced instead migrated"  # said of what took its place

_CHANGED = (
    r"改(?![天日善进進革正良编編造建口])|[換换转轉](?:成|到|了|用|去|为|為)|[變变]成|[調调]整(?:為|为|成|到)"
    r"|[後后][來来]|[現现]在|不再|取代|搬到"
    r"|\b(?:chang|switch|mov|replac|migrat|swap|updat|renam|reschedul|postpon)\w*"
    r"|\b(?:instead|now|no longer|anymore|from now on|went with)\b"
)
_ASKS_FORMER = (
    r"[舊旧](?:的|状态|狀態|值|版|方案|安排|計畫|计划)|原[本來来先]|之前|以前|先前|此前"
    r"|[從从](?:哪|什[麼么]|多少|[几幾谁誰])|一[開开]始|最初|本[來来]|[上前]一[個个版]"
    r"|\b(?:before|previous(?:ly)?|former(?:ly)?|original(?:ly)?|earlier|used? to|old|initial(?:ly)?|prior"
    r"|changed? from|(?:switch|mov)(?:ed)? (?:away )?from)\b"
)
_ASKS_LATTER = (
    r"(?:改|換|换|變|变)(?:成|到|為|为)了?(?:什|哪|多|誰|谁)|[後后][來来].{0,12}(?:什|哪|多|怎|誰|谁)|取代"
    r"|\breplac\w*|\b(?:become|became|instead of|end(?:ed)? up|changed? to|new)\b"
)
_CHANGE = re.compile(_CHANGED, re.IGNORECASE)
_CHANGE_OR_REPLACE = re.compile(_CHANGED + r"|[換换改]|舊狀態|旧状态", re.IGNORECASE)
_FORMER_ASKED = re.compile(_ASKS_FORMER, re.IGNORECASE)
_EARLIER = re.compile(  # one that stood before a value which the question names, without a word of change
    r"前任|前身|前一[任个個家位版种種]|上一[任家位]|[^，。,.]{1,20}(?:之前|以前|[從从]前)[^，。,.]{0,16}(?:什[么麼]|谁|誰|哪|几|幾|怎[么麼]|多少)"
    r"|\bpredecessors?\b"
    r"|\b(?:what|which|who|whose|where|how)\b.{0,20}\b(?:did|was|were|had)\b.{1,60}\bbefore (?!(?:i|we|you|they|he|she|it)\b)",
    re.IGNORECASE,
)
_LATER = re.compile(r"继任|繼任|接班|接替|[顶頂]替|\b(?:successors?|succeeded|took over from|in place of|filled in for)\b", re.IGNORECASE)
_HABIT = re.compile(r"通常|一般|平[时時]|每[天次晚早]|[应應][该該]|要|[会會]|\b(?:usually|normally|should|always|every)\b", re.IGNORECASE)
_LATTER_ASKED = re.compile(_ASKS_LATTER, re.IGNORECASE)


class Asked(StrEnum):
    """Which end of a change a question wants."""

    NEITHER = "neither"
    FORMER = "former"  # "what was it changed from?"
    LATTER = "latter"  # "what replaced it?"


def asked(question: str) -> Asked:
    """Which version a question about a change wants; NEITHER when it does not speak of a change."""
    if not _CHANGE_OR_REPLACE.search(question):
        if _HABIT.search(question):
            return Asked.NEITHER
        return Asked.FORMER if _EARLIER.search(question) else Asked.LATTER if _LATER.search(question) else Asked.NEITHER
    if _FORMER_ASKED.search(question):
        return Asked.FORMER
    return Asked.LATTER if _LATTER_ASKED.search(question) else Asked.NEITHER


def tells(clause: str) -> bool:
    """Whether a clause says that something changed."""
    return _CHANGE.search(clause) is not None
