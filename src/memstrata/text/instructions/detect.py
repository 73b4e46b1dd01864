"""Whether a text gives orders to a machine, and which."""

import bisect
import functools
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from memstrata.text import language, sentences
from memstrata.text.instructions import chinese, chinese_guises, english, english_guises, veils
from memstrata.text.instructions.concepts import DESCRIPTIVE, HIDDEN, RULES, TECHNICAL, Concept, Threat

Table: TypeAlias = Mapping[Concept, re.Pattern[str]]

_WINDOW_UNITS = 320  # two sentences are read together up to this length, and a longer one in pieces; a Chinese character counts 2.5
_HAN_UNITS = 2.5

_LATIN_WORD = re.compile(r"[a-z]{2}")
_ALONE = frozenset(concept for _, needed in RULES if len(needed) == 1 for concept in needed)

# Texts that speak about attacks may quote them. What stands in quotation marks there is not said, but shown.
_SPEAKS_ABOUT = re.compile(
    r"\b(?:prompt injections?|jailbreaks?|attackers?|attacks?|exploits?|phishing|scam\w*|malware|vulnerabilit\w+|researchers?|papers?"
    r"|past (?:a|the) filters?|fraud|guardrails?|red[ -]team\w*|poisoning|adversar\w+|criminals?|cve)\b"
    r"|提示注入|越狱手法|攻击|攻击者|钓鱼|诈骗|骗子|恶意软件|漏洞|研究者|论文|护栏|投毒|红队|测试用例|犯罪|躲过"
)
_QUOTED = re.compile(r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|「[^」\n]{1,300}」|'[^'\n]{8,300}'|‘[^’\n]{1,300}’|《[^》\n]{1,100}》")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text tries. `threats` in the order of `Threat`, each once; `why` says by which signs, never with the text's words."""

    threats: tuple[Threat, ...] = ()
    why: str = ""

    @property
    def suspicious(self) -> bool:
        """Whether anything was found."""
        return bool(self.threats)


def read(text: str) -> Reading:
    """The threats in `text`, in plain sight or under a veil. Linear in its length."""
    found: dict[Threat, str] = {}
    for face in veils.faces(text):
        for threat, why in _threats(face):
            found.setdefault(threat, why)
    threats = tuple(threat for threat in Threat if threat in found)
    return Reading(threats, "; ".join(f"{threat}: {found[threat]}" for threat in threats))


def _threats(face: veils.Face) -> list[tuple[Threat, str]]:
    found = []
    text, about = _without_examples(face.text), bool(_SPEAKS_ABOUT.search(face.text))
    for present in _windows(text):
        for threat, needed in RULES:
            if needed <= present and not (about and needed in DESCRIPTIVE) and not (Concept.DOCS in present and needed in TECHNICAL):
                found.append((threat, _why(needed, face)))
        if face.hidden and (signs := present & HIDDEN):
            found.append((Threat.CONCEALMENT, _why(signs, face)))
    return found


def concepts(text: str) -> list[tuple[int, Concept]]:
    """What a folded, lower-case text speaks of, and where (index of the first character)."""
    tables = [*([_chinese()] if language.has_han(text) else []), *([_english()] if _LATIN_WORD.search(text) else [])]
    return [(match.start(), each) for table in tables for each, pattern in table.items() for match in pattern.finditer(text)]


def _windows(text: str) -> list[frozenset[Concept]]:
    """What each sentence speaks of together with the one after it; a long sentence counts as several pieces."""
    found = concepts(text)
    if len({concept for _, concept in found}) < 2 and not any(concept in _ALONE for _, concept in found):
        return [frozenset(concept for _, concept in found)] if found else []
    limit = int(_WINDOW_UNITS / (_HAN_UNITS if language.has_han(text[:_WINDOW_UNITS]) else 1))
    spans = sentences.sentences(text)
    starts = [at for span in spans for at in range(span.start, max(span.start + 1, span.end - limit // 2), limit // 2)]
    spoken: dict[int, set[Concept]] = defaultdict(set)
    for at, concept in found:
        spoken[max(0, bisect.bisect_right(starts, at) - 1)].add(concept)
    ends = [*starts[1:], len(text)]
    together = []
    for place in sorted(spoken):
        near = place + 1 < len(starts) and ends[place + 1] - starts[place] <= limit
        together.append(frozenset(spoken[place] | (spoken.get(place + 1, set()) if near else set())))
    return together


def _without_examples(text: str) -> str:
    around = _QUOTED.sub(" … ", text)
    return around if around != text and _SPEAKS_ABOUT.search(around) else text


def _why(concepts_: frozenset[Concept], face: veils.Face) -> str:
    signs = "+".join(sorted(concepts_))
    return f"{signs} under {face.hidden}" if face.hidden else signs


@functools.cache
def _english() -> Table:
    return _table(english.PATTERNS, english_guises.PATTERNS)


@functools.cache
def _chinese() -> Table:
    return _table(chinese.PATTERNS, chinese_guises.PATTERNS)


def _table(*parts: Mapping[Concept, str]) -> Table:
    """The parts as one: a concept that stands in several has all their alternatives."""
    return {each: re.compile("|".join(texts)) for each in Concept if (texts := [part[each] for part in parts if each in part])}
