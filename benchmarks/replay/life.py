"""Thirty days of one user, drawn by seed: what is said each day, and what is true at its end."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal

from benchmarks.replay import wordings
from benchmarks.replay.wordings import Half, Wording

START = datetime(2026, 3, 2, 8, tzinfo=UTC)
DAYS = 30
TURNS_A_DAY = 20
SHARES = {"greeting": 0.40, "chatter": 0.35, "cron": 0.10, "planted": 0.05, "repeated": 0.10}
TRAPS = (
    "hedge",
    "irony",
    "hypothetical",
    "hearsay",
    "question",
    "debugging",
    "code",
    "quote",
    "translation",
    "oneoff",
    "assistant",
    "echo",
)
TRAPPED = 0.45  # of the chatter
CHANGED, ENDED = 0.20, 0.10  # of what is planted

Sort = Literal["planted", "changed", "ended", "repeated", "noise", "echo"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A planted fact; `words` are those that any record of it must hold."""

    topic: str
    whom: str
    words: str

    @property
    def about(self) -> tuple[str, str]:
        return self.topic, self.whom


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message. `section` is the kind of noise, "" for what states something; whoever replays puts the echo before `text`."""

    id: str
    day: int
    at: datetime
    text: str
    sort: Sort
    section: str = ""
    role: str = "user"
    facts: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()


@dataclass(slots=True)
class Life:
    """What was said in order, and by day what is true at its end: planted facts that stand, and those that are over."""

    language: str
    half: Half
    said: list[Said] = field(default_factory=list)
    standing: dict[int, frozenset[Fact]] = field(default_factory=dict)
    over: dict[int, frozenset[Fact]] = field(default_factory=dict)


def live(language: str, half: Half, seed: int) -> Life:
    """The life of one user, the same for the same arguments."""
    teller = _Teller(language, half, random.Random(f"{language}-{half}-{seed}"))
    for day in range(1, DAYS + 1):
        for place in range(TURNS_A_DAY):
            teller.say(day, place)
        teller.life.standing[day] = frozenset(teller.now.values())
        teller.life.over[day] = frozenset(teller.over)
    return teller.life


class _Teller:
    """Draws one message after another and keeps the truth."""

    def __init__(self, language: str, half: Half, chance: random.Random) -> None:
        self.life = Life(language, half)
        self.now: dict[tuple[str, str, str], Fact] = {}
        self.over: set[Fact] = set()
        self._chance = chance
        self._told: list[tuple[Wording, Mapping[str, str]]] = []
        self._left = {name: chance.sample(listed, len(listed)) for name, listed in wordings.values(language).items()}
        self._plan = self._calendar()
        self._unsaid: dict[str, list[Wording]] = {}

    def _calendar(self) -> list[str]:
        """A shuffled day-by-day plan: each sort by its share over all thirty days, more planted in the first days."""
        total = DAYS * TURNS_A_DAY
        counts = {sort: round(total * share) for sort, share in SHARES.items()}
        planted, repeated = counts.pop("planted"), counts.pop("repeated")
        slots = sorted(self._chance.sample(range(1, total), planted + repeated))
        rest = [sort for sort, count in counts.items() for _ in range(count)]
        self._chance.shuffle(rest)
        firsts = ["planted"] * (planted // 2)
        mixed = ["planted"] * (planted - len(firsts)) + ["repeated"] * repeated
        self._chance.shuffle(mixed)
        stating = iter(firsts[:3] + mixed[: repeated // 3] + firsts[3:] + mixed[repeated // 3 :])
        places = set(slots)
        noise = iter(rest)
        return [next(stating) if place in places else next(noise, "greeting") for place in range(total)]

    def say(self, day: int, place: int) -> None:
        number = (day - 1) * TURNS_A_DAY + place
        at = START + timedelta(days=day - 1, minutes=30 * place)
        kind = self._plan[number]
        made = self._planted() if kind == "planted" else self._repeated() if kind == "repeated" else None
        if made is None:
            made = self._noise("chatter" if kind in ("planted", "repeated") else kind)
        self.life.said.append(Said(id=f"m{number:03}", day=day, at=at, **made))  # type: ignore[arg-type]  # the fields of Said by name

    def _planted(self) -> dict[str, object] | None:
        draw = self._chance.random()
        if draw < ENDED and (made := self._ended()):
            return made
        if draw < ENDED + CHANGED and (made := self._changed()):
            return made
        rows = list(wordings.stated("planted", self.life.language, self.life.half))
        self._chance.shuffle(rows)
        for wording in rows:
            taken = any(wordings.topics()[topic].single and self._of(topic, whom) for topic, whom in wording.about)
            literal = {(fact.topic, fact.words) for fact in wording.facts}
            told = any((known.topic, known.words) in literal for known in [*self.now.values(), *self.over])
            if taken or told or not all(self._left[name] for name in wording.placeholders):
                continue
            filled = {name: self._left[name].pop() for name in wording.placeholders}
            self._told.append((wording, filled))
            return self._stating("planted", wording, filled)
        return self._repeated()

    def _changed(self) -> dict[str, object] | None:
        rows = list(wordings.stated("changes", self.life.language, self.life.half))
        self._chance.shuffle(rows)
        for wording in rows:
            (fact,) = wording.facts
            old = self._of(fact.topic, fact.whom)
            if old is None or old.words not in wordings.values(self.life.language).get(fact.topic, ()) or not self._left[fact.topic]:
                continue
            made = self._stating("changed", wording, {"old": old.words, "new": self._left[fact.topic].pop()})
            return {**made, "ended": (old,) if "{old}" in wording.text else ()}
        return None

    def _ended(self) -> dict[str, object] | None:
        rows = list(wordings.stated("ends", self.life.language, self.life.half))
        self._chance.shuffle(rows)
        for wording in rows:
            (fact,) = wording.facts
            old = self._of(fact.topic, fact.whom, None if fact.words == "-" else fact.words)
            if old is None:
                continue
            del self.now[(*old.about, old.words)]
            self.over.add(old)
            return {"text": wording.text.replace("{old}", old.words), "sort": "ended", "ended": (old,)}
        return None

    def _repeated(self) -> dict[str, object] | None:
        """A planted message again, or another wording of the same facts; only what is still true."""
        known = set(self.now.values())
        true = [(wording, filled) for wording, filled in self._told if set(_facts(wording, filled)) <= known]
        if not true:
            return None
        wording, filled = self._chance.choice(true)
        others = [
            other
            for other in wordings.stated("planted", self.life.language, self.life.half)
            if other.placeholders == wording.placeholders and set(_facts(other, filled)) == set(_facts(wording, filled))
        ]
        return self._stating("repeated", self._chance.choice(others) if self._chance.random() < 0.5 else wording, filled)

    def _noise(self, section: str) -> dict[str, object]:
        if section == "chatter" and self._chance.random() < TRAPPED:
            section = self._chance.choice(TRAPS)
        if section == "echo":
            wording = self._chance.choice(wordings.noise(self.life.language, self.life.half)["chatter"])
            return {"text": wording.text, "sort": "echo", "section": "echo"}
        pool = self._unsaid.get(section)
        if not pool:
            again = pool is not None
            pool = list(wordings.noise(self.life.language, self.life.half)[section])
            self._chance.shuffle(pool)
            if not pool or (section == "hedge" and again):
                return self._noise("greeting")  # a guess said twice would no longer be one
            self._unsaid[section] = pool
        wording = pool.pop()
        filled = {name: held.words if (held := self._of(name, "")) else "X" for name in wording.placeholders}
        role = "assistant" if section == "assistant" else "user"
        made = {"text": wording.text.format(**filled) if filled else wording.text, "sort": "noise", "section": section, "role": role}
        return {**made, "facts": _facts(wording, {})}

    def _stating(self, sort: str, wording: Wording, filled: Mapping[str, str]) -> dict[str, object]:
        facts = _facts(wording, filled)
        for fact in facts:
            single = wordings.topics()[fact.topic].single
            for key in [key for key, held in self.now.items() if single and held.about == fact.about and held != fact]:
                self.over.add(self.now.pop(key))
            self.now[(*fact.about, fact.words)] = fact
            self.over.discard(fact)
        return {"text": _fill(wording.text, filled), "sort": sort, "facts": facts}

    def _of(self, topic: str, whom: str, words: str | None = None) -> Fact | None:
        return next((fact for fact in self.now.values() if fact.about == (topic, whom) and words in (None, fact.words)), None)


def _facts(wording: Wording, filled: Mapping[str, str]) -> tuple[Fact, ...]:
    return tuple(Fact(fact.topic, _fill(fact.whom, filled), _fill(fact.words, filled)) for fact in wording.facts)


def _fill(text: str, filled: Mapping[str, str]) -> str:
    for name, value in filled.items():
        text = text.replace("{" + name + "}", value)
    return text
