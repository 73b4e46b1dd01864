"""The router: what a question wants, decided from its words alone."""

import re
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from memstrata.core.records import Kind, Status
from memstrata.policies import aims, change, slots, visibility
from memstrata.recall.question import Question
from memstrata.text import analyze, dates, fold, language

_PAST = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used to|earlier|originally|in the past|back then|prior)\b"
    r"|以前|之前|原来|原先|曾经|过去|从前|上一个|上次的|一开始|最初|当初|本来|旧的",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_][\w'’-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The lanes' input and the soft hints of a question."""

    words: tuple[str, ...]  # for the lexical lane
    slots: tuple[str, ...]  # for the exact lane
    names: tuple[str, ...]  # case-folded words that may name a speaker
    statuses: tuple[Status, ...]  # which versions may answer
    since: datetime | None  # the time that the question speaks of, a hint and no filter
    until: datetime | None
    language: str
    past: bool  # asks how it was before
    aims: aims.Aims


def plan(question: Question) -> Plan:
    """The plan of `question`; an empty text has no words and no slots."""
    past = bool(_PAST.search(fold.fold(question.text))) or change.asked(question.text) is not change.Asked.NEITHER
    since, until = dates.question_range(question.text, question.now)
    raw = question.kinds is not None and Kind.TURN in question.kinds  # what was said was said, whatever became of it
    statuses = visibility.LIVE if not (past or raw or question.as_of) else (*visibility.LIVE, Status.SUPERSEDED)
    return Plan(
        words=tuple(analyze.query_terms(question.text)),
        slots=tuple(slots.asked(question.text)),
        names=_names(question.text),
        statuses=statuses,
        since=since,
        until=until,
        language=language.language(question.text),
        past=past,
        aims=aims.aims(question.text),
    )


def _names(text: str) -> tuple[str, ...]:
    """Words and pairs that could be a speaker's name: English possessives are cut off, Han runs give their 2–4 character parts."""
    words = [re.sub(r"['’]s?$", "", word).casefold() for word in _NAME.findall(text[:500])]
    pairs = [f"{first} {second}" for first, second in pairwise(words)]
    han = [word for word in words if language.has_han(word)]
    parts = [run[start : start + size] for run in han for size in (2, 3, 4) for start in range(len(run) - size + 1)]
    return tuple(dict.fromkeys([*words, *pairs, *parts]))
