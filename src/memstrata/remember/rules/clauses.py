"""One clause: where it ends, whom it speaks of, and what the tables of rules find in it."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from memstrata.remember.rules import lazy, markers, resolve, rule, subjects, technology, values
from memstrata.remember.rules.found import Found
from memstrata.remember.rules.rule import Rule
from memstrata.remember.rules.subjects import Subject

TOPICS = ("identity", "places", "work", "people", "preferences", "project", "tasks")
_PIECES = {
    "JOBS": values.JOBS,
    "CITIES": values.CITIES,
    "TECH": technology.NAMES,
    "KIN_EN": subjects.KIN_WORDS_EN,
    "KIN_ZH": subjects.KIN_WORDS_ZH,
    "DAY": rule.DAY_ZH,
}
MAX_A_CLAUSE = 3
_KIN_NAMED = Rule(name="kin-named")
_NAMING = frozenset(["kin-of", "kin-name", "name", "child", "pet", "pet-new"])  # the next clause may speak of whom they name

_VERBS = (
    "live|lives|joined|started|switched|became|moved|left|work|works|"
    "love|loves|like|likes|hate|hates|prefer|prefers|have|has|am|speak|speaks|use|uses|own|study|"
    "studies|play|plays|moved|go by|enjoy|enjoys|drive|teach|grew|graduated|need|want|can't|don't|never|always|"
    "allergic|married|fluent|deploy"
)
_HEADS = (
    "i|i'm|i've|i'll|i'd|we|we're|we've|my|our|the|he|she|they|it|it's|you|you're|please|this|that|there|don't|do|can|"
    "could|what|how|give|show|keep|call|home is|home's|everything|standup|that's"
)
_BORDER = lazy.Pattern(
    r"[，；;]\s*|(?<=[一-鿿]),\s*(?!\d)|,\s*(?=[一-鿿])|\s*[—–]+\s*|\s+-\s+|(?<=[一-鿿])(?=又(?:对|爱|喜欢|讨厌|怕|养|住|会))"
    r"|(?<=[一-鿿\w])(?=(?:但是|不过(?![敏关期是分滤来去户审问度瘾])|而且|并且|可是)[一-鿿])"
    rf"|,?\s+(?=(?:and|but|so|plus)\s+(?:{_HEADS}|also|then|his|her|its|not|[a-z]+(?: [a-z]+)? (?:is|are|lives|works|likes|loves|has|"
    r"owns))\b)"
    rf"|\s+(?=and\s+(?:(?:also|currently|now|mostly|usually)\s+)?(?:{_VERBS})\b)"
    rf"|,\s+(?=(?:{_HEADS}|{_VERBS}|would|why|which|who|where|when|if|in case|does|is|are|any|let|let's|just|though|because|since|"
    r"also|now|currently|originally|born|from|thanks|btw|by the way)\b)"
    r"|\s+(?=(?:because|although|though|whereas|even though)\s)|\s*[()（）]\s*(?=(?:i|we|my)\b|我)"
)
_DAY_FIRST = (
    r"(?:去年|前年|今年|昨天|今天|前天|上周(?![一二三四五六日天末])|上个?月|这周|这个?月|最近|目前|现在|本周|刚才|\d{4}年|"
    r"\d{1,2}月|\d{1,2}[日号]|"
    r"[\d一二两三四五六七八九十]{1,3}(?:个月|年|周|天)前|平时|周末|上周[一二三四五六日末]|平常|一般|当年|那年|本科|这(?:几|"
    r"两)?(?:年|个月|阵子?)|近[几两]年|两年前|好几年前|从今天起|(?:从)?[下这](?:周[一二三四五六日]|个?月)起|大学毕业后|毕业后|小时候|从小)"
)
_ADJUNCT = lazy.Pattern(
    r"\s*(?:(?:(?:last|this|next) (?:week|month|year|spring|summer|autumn|fall|winter|night|weekend|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday)|yesterday|today|(?:in|since|back in|until|as of|from) (?:early |late |mid-? ?)"
    r"?(?:\d{4}|january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{4})?"
    r"|recently|lately|nowadays|these days|currently|(?:as of|starting|from) (?:now|today|tomorrow|last \w+|next \w+|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: on)?|since last \w+|(?:a|two|three|four|five|"
    r"six|\d+|a few|a couple of) (?:years?|months?|weeks?|days?) ago|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|at "
    r"(?:work|home|night)|for work|after \w+ years|over the weekend|personally|in general|usually|as a kid"
    r"|for (?:breakfast|lunch|dinner)|in my (?:team|company)|on weekends|(?:this|that) morning|tomorrow|tonight|now|at the "
    rf"moment|right now)\s*,?\s+|(?=[一-鿿\d])(?:{_DAY_FIRST}[，,]?\s*){{1,4}})"
)
_FIRST_WORD = lazy.Pattern(r"\s*(?:(?:really|also|currently|now|just|always|usually|still|never|not|no longer|and)\s+){0,3}(?P<w>[a-z']+)")
_MAY_DROP = frozenset(
    (
        "gotta need love hate prefer enjoy allergic moved live based born married vegan vegetarian used no don't can't am got studied been "
        "planning relocating fluent"
    ).split()
)
_NOT_DROPPED = frozenset(
    (
        "is was does has this thus its yes always sometimes needs seems looks means says sounds gets makes takes fails runs "
        "returns throws works-for guess thanks as us process access pass class less unless lists"
    ).split()
)
_GONE = lazy.Pattern(r"走了|去世|没了|[喵汪]星|\b(?:died|passed away|put down)\b")  # whose name that was
_MARKS = " \t\r\n.,;:!?。，；：！？、…~～"
_NOUN_LOVE = lazy.Pattern(r"\s*love (?:is|was|has|can|will|makes|takes|for|and|always)\b")
_BASE_FORM = lazy.Pattern(r"\s+(?:also |really )?(?:like|love|enjoy|prefer|hate|live|work|have|speak|use|play|study|want|need|are|am)\b")
_HAN = lazy.Pattern(r"\s*[\w .,-]{0,12}[一-鿿]")


@dataclass(frozen=True, slots=True)
class Book:
    """All rules in the order of the tables, and for each cue the places of the rules that it may open."""

    rules: tuple[Rule, ...]
    places: Mapping[str, Sequence[int]]
    cues: Mapping[str, Sequence[str]]  # by their first three characters, two of Han; the shorter ones under ""


@functools.cache
def book() -> Book:
    """The tables, read when the first message is."""
    rules = tuple(row for topic in TOPICS for row in rule.load(topic, _PIECES))
    places: dict[str, list[int]] = {}
    for place, row in enumerate(rules):
        for cue in row.cues:
            places.setdefault(cue, []).append(place)
    cues: dict[str, list[str]] = {"": []}
    for cue in places:
        size = 3 if cue.isascii() else 2
        cues.setdefault(cue[:size] if len(cue) >= size else "", []).append(cue)
    return Book(rules, places, cues)


@dataclass(frozen=True, slots=True)
class Spoken:
    """Whom the sentence spoke of so far: the last subject, and whether it was somebody unknown; `start`: where it named a person."""

    subject: Subject | None = None
    foreign: bool = False
    start: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """What one rule found in a clause: offsets are those of the message; `end` is where its words end."""

    rule: Rule
    subject: Subject | None
    found: Found
    start: int
    end: int
    wide: bool


def borders(plain: str, start: int, end: int) -> list[tuple[int, int]]:
    """The clauses of plain[start:end] in order, half-open, none of them blank."""
    pieces = []
    at = start
    for match in _BORDER.finditer(plain, start, end):
        if plain[at : match.start()].strip():
            pieces.append((at, match.start()))
        at = match.end()
    if plain[at:end].strip():
        pieces.append((at, end))
    return pieces


def read(prose: str, plain: str, clause: tuple[int, int], limit: int, spoken: Spoken) -> tuple[list[Hit], Spoken]:
    """(what the rules find in the clause, of whom the next clause may speak); the sentence ends at `limit`."""
    start = clause[0]
    end, limit = _closed(plain, clause[1]), _closed(plain, limit)
    content = start + markers.lead(plain[start:end])
    adjunct = _ADJUNCT.match(plain, content, end)
    body = adjunct.end() if adjunct is not None else content
    padded_plain, padded = " " + plain[body:end], " " + prose[body:end]
    readings, foreign = subjects.read(padded, padded_plain)
    dropped = [] if readings or foreign else _dropped(padded_plain, spoken, first=body == content)
    hits: list[Hit] = [_named(reading, content, body) for reading in readings if reading.named and not _GONE.search(padded_plain)][:1]
    for one in _cued(plain[start:limit]):
        if one.first and spoken != Spoken():
            continue
        for hit in _tries(one, prose, plain, (content, body, end, limit), [*readings, *dropped]):
            if all(hit.found.slot != other.found.slot for other in hits):
                inherited = hit.subject is not None and hit.subject.who == "person" and hit.subject in dropped and spoken.start >= 0
                hits.append(replace(hit, start=spoken.start) if inherited else hit)  # "…, he's four" says nothing without the name
            break
    return _chosen(hits), _after(spoken, readings, foreign, hits, content)


def _closed(plain: str, end: int) -> int:
    """The end without the marks that close a clause."""
    return len(plain[:end].rstrip(_MARKS))


def _named(subject: Subject, content: int, body: int) -> Hit:
    """Somebody's name that stands beside what they are: "my son Leo"."""
    return Hit(
        rule=_KIN_NAMED,
        subject=subject,
        found=Found(subject.slot, subject.named, subject.end),
        start=content,
        end=body - 1 + subject.end,
        wide=False,
    )


def _cued(sentence: str) -> Iterator[Rule]:
    """The rules with a cue in the sentence, in the order of the tables; only cues whose beginning is there are looked for."""
    known = book()
    grams = {sentence[at : at + size] for size in ((3,) if sentence.isascii() else (2, 3)) for at in range(len(sentence))}
    near = [*known.cues[""], *(cue for gram in grams & known.cues.keys() for cue in known.cues[gram])]
    places = {place for cue in near if cue in sentence for place in known.places[cue]}
    return (known.rules[place] for place in sorted(places))


def _tries(row: Rule, prose: str, plain: str, places: tuple[int, int, int, int], who: list[Subject]) -> Iterator[Hit]:
    content, body, end, limit = places
    reach = limit if row.wide else end
    if row.start == "clause":
        starts: list[tuple[int, Subject | None]] = [(at, None) for at in dict.fromkeys((content, body))]
    else:
        starts = [(body, subject) for subject in who if subject.who in row.who]
    for at, subject in starts:
        padded_plain, padded = " " + plain[at:reach], " " + prose[at:reach]
        if (
            subject is not None
            and subject.words[:1].isascii()
            and subject.who == "person"
            and _BASE_FORM.match(plain, at + subject.end - 1)
        ):
            continue  # "Themes like …" has no such subject
        for pattern in rule.patterns(row):
            match = pattern.match(padded_plain, subject.end if subject is not None else 0)
            found = resolve.resolve(row, subject, match, padded) if match is not None else None
            if found is not None:
                yield Hit(rule=row, subject=subject, found=found, start=content, end=at - 1 + found.end, wide=row.wide)


def _chosen(hits: list[Hit]) -> list[Hit]:
    """At most three; facts without a slot only where there is nothing else, and then one."""
    slotted = [hit for hit in hits if hit.found.slot]
    special = [hit for hit in slotted if not hit.rule.general]
    return special[:MAX_A_CLAUSE] or slotted[:1] or hits[:1]


def _dropped(plain: str, spoken: Spoken, *, first: bool) -> list[Subject]:
    """The subject of a clause that names none: the one before, else the user, where the words allow it."""
    if spoken.foreign:
        return []
    inherited = (
        replace(spoken.subject, end=0) if spoken.subject is not None and spoken.subject.who == "person" else Subject("none", "user", 0)
    )
    if _HAN.match(plain):
        return [inherited]
    match = _FIRST_WORD.match(plain)
    if match is None:
        return []
    word = match["w"]
    if word == "like" or _NOUN_LOVE.match(plain):  # a preposition, a noun
        return []
    told = spoken.subject is not None or word in _MAY_DROP or (word.endswith(("s", "ed")) and word not in _NOT_DROPPED)
    return [inherited] if told and (first or spoken.subject is not None) else []


def _after(spoken: Spoken, readings: list[Subject], foreign: bool, hits: list[Hit], start: int) -> Spoken:
    named = next((hit for hit in hits if hit.rule.name in _NAMING and hit.found.slot != "user.name"), None)
    if named is not None:
        return Spoken(Subject("person", resolve.person_key(named.found.value), 0, named.found.value), False, start)
    if readings:
        used = next((hit.subject for hit in hits if hit.subject is not None), None)
        return Spoken(used or readings[0], False, start)
    return Spoken(None, True) if foreign else spoken
