"""What two statements are to each other, decided from their words: never from similarity alone.

Figures, names, negation, the one spoken of and the predicate are compared first; what then remains of words on either side
tells a repetition from a more exact statement, a change, or something else. `meaning` (calibrated relevance of two texts in
[0, 1]) may join paraphrases, never statements that differ in one of those.
"""

from collections import Counter
from enum import StrEnum

from memstrata.policies import slots, statement, wording
from memstrata.policies.statement import Clause
from memstrata.text import language

_COMPARING = frozenset("over than instead rather from 比 胜过 从 而不是".split())
_SHARED = 1 / 3  # of the words of the shorter of two paraphrases whose subjects are worded differently
_REWORDED = 2  # words that differ on each side of a paraphrase; one other word is another thing
PARAPHRASE = 0.92  # calibrated relevance from which two texts may say the same (G3)


class Relation(StrEnum):
    """What the newer statement is to the older one."""

    SAME = "same"  # says it again
    REFINES = "refines"  # says it more exactly, with all that the older one says
    COVERED = "covered"  # says less than the older one, nothing else
    CONFLICT = "conflict"  # cannot be true beside it: the newer one holds
    UNDECIDED = "undecided"  # may be a change or a further fact: code cannot tell
    DONE = "done"  # what the older one planned
    OTHER = "other"  # something else


# The strongest relation of any pair of clauses stands for the whole.
_STRENGTH = (Relation.CONFLICT, Relation.DONE, Relation.UNDECIDED)


def compare(older: str, newer: str, meaning: float | None = None) -> Relation:
    """The relation of `newer` to `older`. Texts without words are something else."""
    before, after = statement.read(older).clauses, statement.read(newer).clauses
    if not before or not after:
        return Relation.OTHER
    if len(before) == len(after) == 1:
        return _relate(before[0], after[0], meaning)
    found = [[_relate(a, b, None) for b in after] for a in before]
    for strong in _STRENGTH:
        if any(strong in row for row in found):
            return strong if strong is not Relation.CONFLICT or _overturned(found) else Relation.UNDECIDED
    every_old = all(any(each in (Relation.SAME, Relation.REFINES) for each in row) for row in found)
    every_new = all(any(row[at] in (Relation.SAME, Relation.COVERED) for row in found) for at in range(len(after)))
    if len(before) == len(after) and every_old and every_new:
        return Relation.SAME
    return Relation.REFINES if every_old and len(before) == len(after) else Relation.OTHER


def _overturned(found: list[list[Relation]]) -> bool:
    """Whether every clause of the older text is denied or said again, so that nothing of it is lost."""
    kept = (Relation.SAME, Relation.REFINES, Relation.CONFLICT, Relation.DONE)
    return all(any(each in kept for each in row) for row in found)


def _relate(a: Clause, b: Clause, meaning: float | None) -> Relation:
    same_slot = a.slot != "" and a.slot == b.slot
    if meaning is not None and meaning >= PARAPHRASE and _paraphrased(a, b):
        return Relation.SAME
    if not same_slot and not _same_subject(a, b):
        return Relation.OTHER
    if not _families_agree(a, b):
        return Relation.OTHER
    left, right = _leftovers(a, b)
    if a.denied != b.denied:
        return _opposed(a, b, left, right)
    if a.planned != b.planned:
        return _planned(a, b, left, right)
    if frozenset([*left, *right]) in wording.antonyms() and len(left) == len(right) == 1:
        return Relation.CONFLICT if _figures_agree(a, b) else Relation.OTHER
    if same_slot and a.value and b.value and not a.denied:
        return _slotted(a, b)
    return _agreeing(a, b, left, right)


def _same_subject(a: Clause, b: Clause) -> bool:
    """Whether both may speak of the same one: a person is never another person nor the user, a thing may be named in passing."""
    one, other = _subject(a), _subject(b)
    if one and other:
        smaller, greater = sorted((one, other), key=len)
        return smaller <= greater and ("name" in (a.who, b.who) or smaller == greater) and greater - smaller <= a.names | b.names
    if "name" in (a.who, b.who):
        named, plain = (a, b) if a.who == "name" else (b, a)
        return bool(named.subject & plain.bag) and named.subject <= plain.bag
    if one or other:
        return bool((one or other) & (a.bag if other else b.bag)) or not ({a.who, b.who} <= {"thing", "self"})
    return True


def _subject(clause: Clause) -> frozenset[str]:
    """The words that name the one spoken of; "server" only where nothing else does."""
    return (clause.subject - wording.GENERIC) or (clause.subject - wording.FILLERS)


def _families_agree(a: Clause, b: Clause) -> bool:
    if a.family == b.family or (a.slot and a.slot == b.slot):
        return True
    families = frozenset([a.family, b.family])
    return families in wording.RELATED or ("" in families and bool(a.bag & b.bag))


def _leftovers(a: Clause, b: Clause) -> tuple[frozenset[str], frozenset[str]]:
    """The weighty words that only one of them has. Chinese words that differ by segmentation alone are cancelled."""
    left, right = a.bag - b.bag - wording.GENERIC, b.bag - a.bag - wording.GENERIC
    return _unmet(left, "".join(b.stream)), _unmet(right, "".join(a.stream))


def _unmet(found: frozenset[str], whole: str) -> frozenset[str]:
    """Those that the other one's words do not hold in another segmentation; 徐汇区 is met by 徐汇."""
    return frozenset(word for word in found if not (language.has_han(word) and (word in whole or _place(word) in whole)))


def _shared(a: Clause, b: Clause) -> frozenset[str]:
    return frozenset(map(_place, a.bag)) & frozenset(map(_place, b.bag))


def _place(word: str) -> str:
    return word.rstrip("省市区县") if len(word) > len("区县") else word


def _figures_agree(a: Clause, b: Clause) -> bool:
    amounts = [[figure for figure in each.figures if figure.startswith("n")] for each in (a, b)]
    return set(a.figures) == set(b.figures) and (amounts[0] == amounts[1])


def _opposed(a: Clause, b: Clause, left: frozenset[str], right: frozenset[str]) -> Relation:
    """One denies. It denies the other only when it speaks of the same, not of a part of it."""
    ours, theirs = set(a.figures), set(b.figures)
    if ((left or ours - theirs) and (right or theirs - ours)) or not (a.bag & b.bag or ours & theirs):
        return Relation.OTHER
    if not left and not right and ours == theirs:
        return Relation.CONFLICT
    narrower_newer = bool(right or theirs - ours)
    if narrower_newer == b.denied:  # "likes coffee", "hates decaf coffee": both hold; or the other way round in time
        return Relation.OTHER
    return Relation.UNDECIDED


def _planned(a: Clause, b: Clause, left: frozenset[str], right: frozenset[str]) -> Relation:
    bare = a.family != "" and a.family == b.family and not a.bag and not b.bag  # "quit my job" is all predicate
    if not a.planned or not _figures_agree(a, b) or not (bare or a.bag & b.bag):
        return Relation.OTHER
    shared = len(a.bag & b.bag)
    if len(left) <= shared // 2 and len(right) <= shared and not (left & a.names and right & b.names):
        return Relation.DONE
    return Relation.OTHER


def _slotted(a: Clause, b: Clause) -> Relation:
    """Both give the same attribute a value."""
    if a.value == b.value:
        return Relation.SAME
    if slots.cardinality(a.slot) == "many":
        return Relation.OTHER
    if a.value < b.value:
        return Relation.REFINES
    return Relation.COVERED if b.value < a.value else Relation.CONFLICT


def _agreeing(a: Clause, b: Clause, left: frozenset[str], right: frozenset[str]) -> Relation:
    """Both say or both deny: the same, more, less, a change, or something else. "3 of 3" has two figures, not one."""
    ours, theirs = Counter(a.figures), Counter(b.figures)
    changed = bool(ours - theirs and theirs - ours) or (ours == theirs and not _figures_agree(a, b))
    if changed:
        return _refigured(a, b, left, right)
    alike = a.family == b.family or {a.family, b.family} <= wording.PLAIN or frozenset([a.family, b.family]) in wording.RELATED
    if not left and not right:
        if not alike or not (_shared(a, b) or ours & theirs):
            return Relation.OTHER
        if a.partial != b.partial or _swapped(a, b):
            return Relation.CONFLICT
        if ours == theirs:
            return Relation.SAME
        return Relation.REFINES if ours < theirs else Relation.COVERED
    if not left and ours <= theirs:
        return Relation.REFINES if alike and _modifies(b, right, a) else Relation.OTHER
    if not right and theirs <= ours:
        return Relation.COVERED if alike and _modifies(a, left, b) else Relation.OTHER
    return _reworded(a, b, left, right) if ours == theirs else Relation.OTHER


def _swapped(a: Clause, b: Clause) -> bool:
    """Whether both compare or lead from one to the other with the same words in another order: "tea over coffee", "coffee over tea"."""
    ours, theirs = ([word for word in each.stream if word in a.bag & b.bag] for each in (a, b))
    return bool(_COMPARING & {*a.raw}) and bool(_COMPARING & {*b.raw}) and ours != theirs and sorted(ours) == sorted(theirs)


def _refigured(a: Clause, b: Clause, left: frozenset[str], right: frozenset[str]) -> Relation:
    """Other figures: a change where only one value can hold, else undecided; two past events are two events."""
    if a.denied or a.ended or b.ended or not (a.bag & b.bag or a.family):  # "F1" and "F2" name two things
        return Relation.OTHER
    if a.family == b.family and a.family in wording.SINGLE:
        return Relation.CONFLICT
    if b.changing and a.bag & b.bag and len(left | right) <= 2:
        return Relation.UNDECIDED
    return Relation.OTHER if left or right or (a.past and b.past) else Relation.UNDECIDED


def _reworded(a: Clause, b: Clause, left: frozenset[str], right: frozenset[str]) -> Relation:
    """The same figures with other words on both sides."""
    if a.family == b.family and a.family in wording.SINGLE and not a.denied and not a.ended and not b.ended:
        return Relation.CONFLICT if a.who == b.who else Relation.UNDECIDED
    return _varied(a, b, left, right)


def _paraphrased(a: Clause, b: Clause) -> bool:
    """Whether a close meaning may count: the same figures, names and side; several words differ, not the one that makes two things."""
    if a.denied != b.denied or a.planned != b.planned or a.changing or b.changing or a.ended or b.ended or not _figures_agree(a, b):
        return False
    if {a.family, b.family} & (wording.SINGLE | wording.MANY - {"have"}) or (a.slot and b.slot):
        return False
    if "name" in (a.who, b.who) and _subject(a) != _subject(b):
        return False
    left, right = _leftovers(a, b)
    if (a.names ^ b.names) & (left | right) or any(frozenset([one, other]) in wording.antonyms() for one in left for other in right):
        return False
    one, other = _subject(a), _subject(b)
    shared = len(a.bag & b.bag) >= min(len(a.bag), len(b.bag)) * _SHARED
    return (one == other or shared) and min(len(left), len(right)) >= _REWORDED


def _varied(a: Clause, b: Clause, left: frozenset[str], right: frozenset[str]) -> Relation:
    """Other words on both sides: a change when the newer one says so or a thing's predicate has another object."""
    if a.denied or a.ended or b.ended or a.family in wording.MANY or len(left) > 2 or len(right) > 2:
        return Relation.OTHER
    families = frozenset([a.family, b.family])
    if b.changing and families in (frozenset(["assigned"]), frozenset(["use"])) and a.who == b.who:
        return Relation.CONFLICT
    if families <= {"prefer"} or families <= {"reply"} or (families in wording.RELATED and a.subject == b.subject):
        return Relation.UNDECIDED
    one, other = _subject(a), _subject(b)
    shared = a.bag & b.bag
    if one and one == other and (a.who == "thing" or ("located" in families and b.changing)) and (a.family or len(shared) > len(one)):
        return Relation.UNDECIDED
    swapped = len(left) == len(right) == 1 and families == {""} and a.who == b.who
    return Relation.UNDECIDED if b.changing and (len(shared) >= 2 or (shared and swapped)) else Relation.OTHER


def _modifies(longer: Clause, extra: frozenset[str], shorter: Clause) -> bool:
    """Whether the words that only the longer statement has make the shorter one more exact, rather than name something further."""
    if longer.additive and not shorter.additive:
        return False
    if longer.family in ("reside", "employer") and not any(word in wording.CONJUNCTIONS for word in longer.raw):
        return True
    if any(language.has_han(word) for word in longer.stream):
        return _modifies_chinese(longer, extra, shorter)
    return _modifies_english(longer, extra)


def _modifies_english(longer: Clause, extra: frozenset[str]) -> bool:
    """Each run of further words begins with a preposition, an adjective or a word of time, and no "and" joins it."""
    inside = False
    for at, word in enumerate(longer.raw):
        found = frozenset(statement.canonical(word))
        if found & extra:
            before = next((each for each in reversed(longer.raw[:at]) if each not in wording.ARTICLES), "")
            after = longer.raw[at + 1] if at + 1 < len(longer.raw) else ""
            if before in wording.CONJUNCTIONS or (after in wording.CONJUNCTIONS and not inside):
                return False
            light = word in wording.ADJECTIVES or word.endswith("ly") or bool(found & wording.TIME_WORDS)
            named = (
                at > 0
                and longer.raw[at - 1] in wording.ARTICLES
                and at + 2 == len(longer.raw)
                and not frozenset(statement.canonical(after)) & extra
            )
            led = before in wording.PREPOSITIONS or word in wording.PREPOSITIONS or (before.endswith("ing") and len(before) > len("thing"))
            if not (inside or light or led or named):
                return False
            inside = inside or led
        elif word in wording.CONJUNCTIONS or (found and not found & wording.FILLERS):
            inside = False
    return True


def _modifies_chinese(longer: Clause, extra: frozenset[str], shorter: Clause) -> bool:
    """Further words stand before what the shorter statement ends with, and no 和 joins them to it."""
    last = shorter.stream[-1] if shorter.stream else ""
    ending = [word for word in longer.stream if word not in wording.FILLERS]
    if not last or not ending or not ending[-1].endswith(last):
        return bool(extra) and all(word in wording.TIME_WORDS for word in extra)
    if ending[-1] != last and ending[-1].removesuffix(last)[-1:] not in wording.HAN_ADJECTIVES:
        return False
    joined = "".join(longer.raw)
    return not any(f"{word}{conjunction}{last}" in joined for word in extra for conjunction in wording.CONJUNCTIONS)
