"""Whether two texts state the same in other words, told so narrowly that one of them may go.

A similar meaning alone never decides: contradictions lie as near as paraphrases in every vector space. The words that carry weight,
figures and negations among them, must be the same ones; what may differ is grammar, light verbs, the place of times and of the speaker.
"""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from memstrata.policies import wording
from memstrata.text import fold, language

MAX_CHARACTERS = 600
_NUMERALS = "零〇一二三四五六七八九十百千万亿两"
_TOKEN = re.compile(rf"[a-z]+(?:'[a-z]+)?|\d+(?:[.:,/-]\d+)*|[{_NUMERALS}]+|[{language.HAN}]")
_REWRITES = (
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"'(?:s|re|m|ve|d|ll)\b"), " "),
    (re.compile(r"\bwould like\b"), "want"),
    (re.compile(r"每(?:天|日|个)?(?:晚上|夜里|夜间|晚)"), "每晚"),
    (re.compile(r"希望|想要"), "想"),
    (re.compile(r"(?:运行|跑|监听)在"), "在"),
    (re.compile(r"编写"), "写"),
    (re.compile(r"超过|之后|以后"), "后"),
    (re.compile(r"以上版本"), "以上"),
)
_I, _WE = frozenset("i my me mine myself 我 俺".split()), frozenset("we our us ours 咱".split())
_THEY = frozenset("he she they his her hers him their them theirs 他 她 它".split())
_LIGHT_EN = frozenset(
    "a an the is are was were be been being am do does did has have had will shall in on at of for by and that this these those it its "
    "live lives kept keep stored store located sits lies about around roughly gets get got called named please s also usually there "
    "with use uses used using done".split()
)
_LIGHT_ZH = frozenset("的了呢吧啊呀嘛着过是在会都也就把被由归管要需由里个位条只请做一们对和与跟用")
_LIGHT = _LIGHT_EN | _LIGHT_ZH
_TIME_EN = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night noon midnight today daily weekly monthly "
    "nightly every each day week month year second".split()
)
_TIME_ZH = re.compile(
    r"(?:每(?:隔一)?(?:天|日|周|月|年|晚)?|周[一二三四五六日天]|星期[一二三四五六日天]|早上|上午|中午|下午|晚上|夜里|夜间|凌晨)"
)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|gets?|got)\b|[是被由归]")
_FORMS = {"kept": "keep", "rebuilt": "rebuild", "written": "write", "wrote": "write", "took": "take", "taken": "take", "sent": "send",
          "ran": "run", "held": "hold", "built": "build", "made": "make", "moved": "move"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Reading:
    weighty: tuple[str, ...]  # words and Han characters that carry weight, the speaker among them, in their order
    persons: frozenset[str]  # "i", "we", "they"
    passive: bool

    @property
    def words(self) -> tuple[str, ...]:
        """Without the speaker."""
        return tuple(word for word in self.weighty if word != "·")


def bag(text: str) -> tuple[str, ...]:
    """The words that carry weight, sorted: texts of one meaning that may merge have the same ones; () when there are none."""
    return tuple(sorted(_read(text).words))


def restates(one: str, other: str, meaning: float | None, threshold: float) -> bool:
    """Whether both state the same. `meaning`: calibrated relevance of the two in [0, 1]; None allows no other order of words."""
    a, b = _read(one), _read(other)
    if not a.words or bag(one) != bag(other) or not _same_speaker(a.persons, b.persons):
        return False
    if a.words == b.words:  # only grammar differs
        return True
    return meaning is not None and meaning >= threshold and _reordered(a, b)


def _same_speaker(a: frozenset[str], b: frozenset[str]) -> bool:
    return a == b or (not (a and b) and "they" not in a | b)


def _reordered(a: _Reading, b: _Reading) -> bool:
    """Whether the order differs as it does in one statement: a time or a topic moved, an active turned passive, two words of a name."""
    if a.passive != b.passive or (a.passive and b.passive) or _turned(a.weighty, b.weighty) or _turned(a.words, b.words):
        return True
    plain = [tuple(word for word in each.words if word not in _TIME_EN and not word.startswith("~")) for each in (a, b)]
    if plain[0] == plain[1] or _turned(*plain):
        return True
    differing = [at for at, (x, y) in enumerate(zip(*plain, strict=False)) if x != y]
    return len(plain[0]) == len(plain[1]) and len(differing) == 2 and differing[1] - differing[0] == 1


def _turned(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether `b` is `a` with its beginning moved to its end; "a owes b" never becomes "b owes a" so."""
    return len(a) == len(b) and any((*a[at:], *a[:at]) == tuple(b) for at in range(len(a)) if a[at] == b[0])


@functools.lru_cache(maxsize=4096)
def _read(text: str) -> _Reading:
    plain = fold.fold(text[:MAX_CHARACTERS]).lower()
    for pattern, plainer in _REWRITES:
        plain = pattern.sub(plainer, plain)
    passive = _PASSIVE.search(plain) is not None
    weighty: list[str] = []
    persons = set[str]()
    at = 0
    for span in [*_TIME_ZH.finditer(plain), None]:
        end = len(plain) if span is None else span.start()
        for match in _TOKEN.finditer(plain[at:end]):
            word = _FORMS.get(match[0], match[0])
            plainest = wording.stem(word)
            person = "i" if word in _I else "we" if word in _WE else "they" if word in _THEY else ""
            if person:
                persons.add(person)
                weighty.append("·")
            elif _LIGHT.isdisjoint((word, plainest)):
                weighty.append(word if word in _TIME_EN else plainest)
        if span is not None:
            weighty.append(f"~{span[0]}")
            at = span.end()
    return _Reading(tuple(weighty), frozenset(persons), passive)
