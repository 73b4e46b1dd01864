"""What a text states, read without a model: of whom, which predicate, which words and figures, whether denied, ended or only planned."""

import functools
import re
from dataclasses import dataclass

from memstrata.policies import figures, polarity, slots, wording
from memstrata.policies.slots import naming
from memstrata.text import fold, language, segment, words

MAX_CHARACTERS = 1000
_MAX_CLAUSES = 4
_MAX_CACHED = 8192
_LEADING = frozenset("和跟与在从每用坐去到给把")  # what stands before a verb and is no subject
_POSTS = frozenset(["partner", "manager", "owner", "client"])
_MAX_NAME_ZH = 3
_MAX_SUBJECT_EN, _MAX_SUBJECT_ZH = 60, 16  # characters

_SELF_EN = re.compile(r"^(?:the user|user|i(?:'m|'ve|'d|'ll)?|me)(?:\b|$)(?!') ?")
_MINE_EN = re.compile(r"^(?:my|the user's|user's|our|the) ")
_SELF_ZH = re.compile(r"^(?:用户|我本人|我自己|我家(?=[住在养有])|我(?!们)|本人|俺)(?:的(?!确))?")
_US = re.compile(r"^(?:we(?:'ve|'re|'ll)?\b|our team\b|the team\b|我们(?:团队|公司|组)?|咱们?)(?:的)? ?")
_OPENING = re.compile(
    r"^(?:(?:maybe|perhaps|probably|i think|i guess|i believe|actually|currently|now|and|but|so|because|then|also|not only|well)\b,? ?"
    r"|(?:也许|或许|可能|大概|我觉得|好像|不仅|不但|不光|不只|而且|但是?|不过|因为|所以|目前|现在|如今|最近|已经|还|也|另外"
    r"|此外)[，,]?)+"
)
_THEY = re.compile(r"^(?:he|she|they|it|his|her|their)\b |^[他她它](?:们)?的?")
_VERB_EN = re.compile(
    r"(?:'s|'re| is| are| was| were| has| have| had| does| do| did| can| can't| cannot| could| will| won't| would| should| must| may| "
    r"might| never| no longer| used to| also| really| always| usually| just| still| don't| doesn't| didn't| isn't| aren't"
    r"| need| needs| want| wants| like| love| hate| live| work| use| prefer| speak| enjoy| run| own| eat| drink| play| study| get| go| know"
    r"| [a-z]{3,20}(?:s|ed)(?= (?!is |are |was ))| (?:went|got|took|made|left|bought|sold|sent|met|built|ran|began|became|came|put|set"
    r"|wrote|read|taught|spoke|chose|drove|ate|drank)(?= )):?(?![\w'])"
)
_VERBS_ZH = re.compile(
    r"(?:已经|现在|目前|一直|也|都|还|不|没|很|最|更|从|曾|正|再|每)*(?:在|是|住|喜欢|喜爱|热爱|爱|讨厌|对|有|没有|负责|使用|用|采用|想"
    r"|要|需要|做|搬|养|会|叫|姓|监听|跑|部署|改|(?<![轮更兑])换|迁|挪|吃|喝|玩|学|教|买|卖|带|管|写|读|看|听|打|骑|练|种|画|唱|弹|发|收|订|上(?=[夜白早晚中]?班|课|学)|很|非常|特别|太|挺|交|定|设|为|加入|入职|离职|调|离|开|归|由"
    r"|打算|计划|迁移|偏好|偏爱|擅长|认识|毕业|出生|生于)(?=.)"
)
_OFTEN_ZH = re.compile(r"(?<=[一-鿿\w])每隔?(?=\d|[一二两三四五六七八九十半])")  # "任务每5分钟": how often is no part of what is spoken of
_WHEN_ZH = re.compile(r"[这本上下去今明后前]+个?(?:周末?|星期|礼拜|月|年|季度|天|晚)(?:[一二三四五六日天初底中]|[上下]旬)?")
_CAPITAL = re.compile(r"(?<![\w.])[A-Z][\w'-]*")
_WORD = re.compile(rf"[a-z][a-z'_+#-]*[a-z+#]|[a-z]|[{language.HAN}]+|&|、")
_BORDER = re.compile(
    r"[。！？!?；;…]+\s*|[，,](?!\d)\s*(?:(?:and|but|so|because|though|not|yet)\b ?)?|\.(?=\s|$)\s*|\s(?:but|because|although"
    r"|whereas)\s|(?=(?:但是|但|不过(?![敏关期是分滤来去户审问度瘾])|而且|因为))|\s+[—–-]{1,2}\s+"
)
_FIRST_VERB = re.compile(
    r"^(?:[a-z]{2,20}(?:s|ed|ing)|never|always|do|don't|allergic|born|speak|run|send|use|call|email|avoid|keep|like|love|hate|prefer) "
)
_NO_VERB = frozenset("this his its was is has always across news address business status access class bus glass less plus us".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause. `stream` is its predicate's words in order, canonical; `raw` the same words with those of grammar, as said.

    `who`: "self" (the user, or nobody named), "us", "name" (a person), "thing", "they"; `subject` its words.
    `slot` and `value` where it states an attribute: the slot's canonical name and the value's words.
    """

    who: str
    subject: frozenset[str]
    family: str
    stream: tuple[str, ...]
    raw: tuple[str, ...]
    figures: tuple[str, ...]
    names: frozenset[str]
    denied: bool
    ended: bool
    planned: bool
    additive: bool
    changing: bool
    past: bool
    partial: bool
    slot: str = ""
    value: frozenset[str] = frozenset()

    @property
    def bag(self) -> frozenset[str]:
        """All words that carry weight."""
        return (self.subject | frozenset(self.stream)) - wording.FILLERS


@dataclass(frozen=True, slots=True)
class Statement:
    """A whole text as its clauses; empty for a text without words."""

    clauses: tuple[Clause, ...]


@functools.lru_cache(maxsize=_MAX_CACHED)
def read(text: str) -> Statement:
    """The statement of the first thousand characters of `text`."""
    folded = " ".join(fold.fold(text[:MAX_CHARACTERS]).split())
    pieces = [piece.strip(" \"'`()（）“”") for piece in _parted(folded)]
    clauses = [clause for piece in pieces if piece and (clause := _clause(piece)) is not None]
    return Statement(tuple(clauses))


def _parted(folded: str) -> list[str]:
    """The clauses; a piece without a verb of its own stays with the one before ("in Kreuzberg, Berlin")."""
    parts: list[str] = []
    start = 0
    for border in [*_BORDER.finditer(folded), None]:
        end = len(folded) if border is None else border.start()
        piece = folded[start:end]
        joined = parts and len(parts) < _MAX_CLAUSES and not _stands_alone(piece)
        if joined and piece.strip():
            parts[-1] = f"{parts[-1]} {piece}"
        elif piece.strip():
            parts.append(piece)
        if border is not None:
            start = border.end() if "not" not in border[0] else border.end() - len("not ")
    return parts[:_MAX_CLAUSES]


def _stands_alone(piece: str) -> bool:
    plain = piece.strip().lower()
    if language.has_han(plain):
        return _VERBS_ZH.search(plain) is not None
    return plain.startswith("not ") or _FIRST_VERB.match(plain) is not None or _VERB_EN.search(f" {plain}") is not None


def _clause(piece: str) -> Clause | None:
    names = frozenset(wording.stem(match[0].lower()) for match in _CAPITAL.finditer(piece) if match.start() or not _common_start(piece))
    lower = said = piece.lower()
    for cue, pattern, plainer in wording.REWRITES:
        if cue in lower:
            lower = pattern.sub(plainer, lower)
    plain = _OPENING.sub("", wording.FRAMES.blank(lower).strip())
    slot, value = _attribute(plain, names)
    who, subject_text, predicate = _subject(plain, piece)
    family, rest = _family(predicate)
    found, rest = figures.read(rest)
    subject_figures, subject_rest = figures.read(wording.PLANNED.blank(subject_text))
    found = (*(figure for figure in subject_figures if figure[0] in "tdw"), *found)
    subject_figures = tuple(figure for figure in subject_figures if figure[0] not in "tdw")
    if not family and (found_in := _family(subject_rest))[0] in ("port", "favourite"):
        family, subject_rest = found_in
    raw = tuple(match[0] for match in _WORD.finditer(wording.NEGATIONS.blank(rest)))
    planned = wording.PLANNED.search(plain) is not None
    if planned:
        raw = tuple(match[0] for match in _WORD.finditer(wording.PLANNED.blank(wording.NEGATIONS.blank(rest))))
    stream = tuple(word for part in raw for word in canonical(part))
    subject = frozenset(word for part in _WORD.findall(subject_rest) for word in canonical(part)) | frozenset(subject_figures)
    if not stream and not found and not subject and not family:
        return None
    judged = wording.SIDE.blank(said.replace("can't", "cannot"))
    return Clause(
        who=who,
        subject=subject,
        family=family,
        stream=stream,
        raw=tuple(word for part in raw for word in (_segments(part) if language.has_han(part) else [part])),
        figures=found,
        names=names,
        denied=polarity.negated(judged) ^ (wording.SILENT_END.search(said) is not None),
        ended=polarity.ended(said),
        planned=planned,
        additive=wording.ADDITIVE.search(lower) is not None,
        partial=wording.SIDE.search(lower) is not None,
        past=wording.PAST.search(said) is not None,
        changing=wording.CHANGES.search(said) is not None,
        slot=slot,
        value=value,
    )


def _common_start(piece: str) -> bool:
    """Whether the first word has its capital only because it stands first: a verb, a pronoun, a thing."""
    first = piece.split(" ", 1)[0].lower()
    return first in wording.ARTICLES or _FIRST_VERB.match(f"{first} ") is not None or first in _known_things()


@functools.cache
def _known_things() -> frozenset[str]:
    return frozenset(
        "budget standup meeting project server deploy deployment database deadline room port backend frontend team office favourite "
        "favorite maybe perhaps home billing release".split()
    )


def _attribute(plain: str, names: frozenset[str]) -> tuple[str, frozenset[str]]:
    """(slot, words of the value) where the clause gives an attribute its one value; ("", ∅) else.

    Of people's posts only names are values: "my manager is strict" says nothing about who it is.
    """
    found = wording.attribute(plain)
    if found is None:
        return "", frozenset()
    what, value = found
    role = re.fullmatch(r"(?:my|our|我的|我们的?|我) ?(\S{1,20}(?: \S{1,20})?)", value)
    if role and (known := slots.find(role[1])) is not None and known.cardinality == "one":
        return known.name, _bag(what)
    own = _SELF_ZH.sub("", _MINE_EN.sub("", what))
    if len(own) > _MAX_SUBJECT_EN:
        return "", frozenset()
    known = slots.find(own)
    name = known.name if known is not None else slots.normal(own)
    last = name.rpartition(".")[2]
    if slots.cardinality(name) == "many" or (known is None and ("." not in name or naming.attribute(last) is None)):
        return "", frozenset()
    words = _bag(value)
    if last in _POSTS and not (words <= names or (len(value) <= _MAX_NAME_ZH and language.has_han(value) and "的" not in value)):
        return "", frozenset()
    return name, words


def _bag(text: str) -> frozenset[str]:
    found, rest = figures.read(text)
    forms = (word for part in _WORD.findall(rest) for word in canonical(part))
    return (frozenset(forms) - wording.FILLERS) | frozenset(found)


def _subject(plain: str, piece: str) -> tuple[str, str, str]:
    """(who, the subject's words, the predicate)."""
    if language.has_han(plain):
        return _subject_chinese(plain)
    for pattern, who in ((_SELF_EN, "self"), (_US, "us"), (_THEY, "they")):
        if (match := pattern.match(plain)) is not None:
            return who, "", plain[match.end() :]
    first = plain.split(" ", 1)[0]
    if _FIRST_VERB.match(plain) and first not in _NO_VERB:
        return "self", "", plain
    match = _VERB_EN.search(plain)
    if match is None or match.start() == 0 or match.start() > _MAX_SUBJECT_EN:
        return "self", "", plain
    subject = plain[: match.start()]
    person = piece[:1].isupper() and len(subject.split()) <= 2 and first not in _known_things() and first not in wording.ARTICLES
    return ("name" if person else "thing"), _MINE_EN.sub("", subject), plain[match.start() :]


def _subject_chinese(plain: str) -> tuple[str, str, str]:
    for pattern, who in ((_SELF_ZH, "self"), (_US, "us"), (_THEY, "they")):
        if (match := pattern.match(plain)) is not None:
            rest = plain[match.end() :]
            own = wording.KIN.match(rest) if who == "self" else None
            return ("thing", own[0], rest[own.end() :]) if own and len(rest) > own.end() else (who, "", rest)
    match = _VERBS_ZH.search(plain)
    if match is None or match.start() == 0 or match.start() > _MAX_SUBJECT_ZH:
        return "self", "", plain
    subject = plain[: match.start()]
    if often := _OFTEN_ZH.search(subject):
        return "thing", subject[: often.start()], plain[often.start() :]
    _, rest = figures.read(subject)
    if (
        rest.strip()[:1] in _LEADING
        or _WHEN_ZH.fullmatch(rest.strip())
        or all(word in wording.TIME_WORDS or word in wording.FILLERS for word in _segments(rest.strip()) if word.strip())
    ):
        return "self", "", plain
    return "thing", subject, plain[match.start() :]


def _family(predicate: str) -> tuple[str, str]:
    """The predicate's family, and the rest of it."""
    for name, pattern in _families():
        if pattern.search(predicate) is not None:
            bare = pattern.blank(predicate)
            return name, _DEEDS[name].sub(" ", bare) if name in _DEEDS else bare
    return "", predicate


_EATING = re.compile(r"(?<![一-鿿])[吃喝看听玩](?=[一-鿿])|\b(?:eating|drinking|to eat|to drink)\b")
_DEEDS = {"like": _EATING, "prefer": _EATING, "favourite": _EATING, "employer": re.compile("上班|任职|就职|工作$")}


@functools.cache
def _families() -> tuple[tuple[str, wording.Cue], ...]:
    return tuple((name, wording.Cue(english, chinese)) for name, english, chinese in wording.FAMILIES)


@functools.lru_cache(maxsize=_MAX_CACHED)
def canonical(part: str) -> tuple[str, ...]:
    """The words of a run in their one form: stems, synonyms brought together; words of grammar give none."""
    if not language.has_han(part):
        found = words.plain(part.strip("'").removesuffix("'s")).index if part.isalpha() or "'" in part else (part,)
        return tuple(_same().get(word, word) for word in found)
    return tuple(_same().get(word, word) for word in _segments(part))


@functools.lru_cache(maxsize=_MAX_CACHED)
def _segments(run: str) -> tuple[str, ...]:
    return tuple(segment.words(run) if segment.AVAILABLE else run)


@functools.cache
def _same() -> dict[str, str]:
    return wording.synonyms()
