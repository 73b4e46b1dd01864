"""How well the writing path keeps what is worth keeping: a noisy replay of thirty days of some users, in Chinese and English.

    python -m benchmarks writing [--quick]

Twenty messages a day: greetings 40 %, chatter and traps 35 %, scheduled lines 10 %, planted facts, changes and ends 5 %, the same
facts again 10 %. The score looks only at what the public verbs show, so that it is the same for the rules and for any model. The
rules were mended on the half `tuned`; `held` has other wordings and is the honest figure.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import memstrata
from benchmarks.replay import life, wordings
from benchmarks.replay.life import Fact, Life, Said
from memstrata.core.records import MemoryRecord, MemoryType
from memstrata.scoped import ScopedMemory
from memstrata.testing import FixedClock, HashEmbedder

SEEDS = 6
BELIEVED = 0.5  # confidence from which a record is a fact and no candidate
LANGUAGES = ("zh", "en")


@dataclass(slots=True)
class Score:
    """Counts over some lives. A record is true when it rests on a message that stated it and keeps the words that matter."""

    true: Counter[str] = field(default_factory=Counter)  # by kind, records that were believed at some time
    false: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)  # by topic, planted facts
    missed: Counter[str] = field(default_factory=Counter)
    fitting: int = 0  # facts found under an expected kind
    right: Counter[str] = field(default_factory=Counter)  # by topic, (fact, day) pairs whose present state is right
    wrong: Counter[str] = field(default_factory=Counter)
    copies: int = 0  # active records beyond the first of a fact
    active: int = 0
    echoes: int = 0  # records that rest on a recalled block or on what the assistant said
    guesses: int = 0  # candidates, and how many of them a hedge or hearsay about the user gave
    wanted: int = 0
    seconds: float = 0.0
    messages: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return _share(self.true.total(), self.false.total())

    @property
    def recall(self) -> float:
        return _share(self.found.total(), self.missed.total())

    @property
    def current(self) -> float:
        return _share(self.right.total(), self.wrong.total())

    @property
    def duplicates(self) -> float:
        return self.copies / max(self.active, 1)


def replay(lives: Iterable[Life], *, path: str = ":memory:", **options: object) -> Score:
    """The score of the writing path over `lives`, each in a scope of its own; `options` as `memstrata.open` takes them."""
    score = Score()
    for number, one in enumerate(lives):
        clock = FixedClock(life.START)
        chosen: dict[str, object] = {"clock": clock, "embedder": HashEmbedder(), "worker": False, **options}
        with memstrata.open(path, **chosen) as memory:  # type: ignore[arg-type]   # as open takes them
            _Replay(one, memory, memory.scope(user=f"user-{number}"), score, clock).run()
    return score


class _Replay:
    """One life in one scope."""

    def __init__(self, told: Life, memory: memstrata.Memory, me: ScopedMemory, score: Score, clock: FixedClock) -> None:
        self._life, self._memory, self._me, self._score = told, memory, me, score
        self._clock = clock
        self._said = {said.id: said for said in told.said}
        self._known: dict[str, int] = {}  # record → how many of its sources are new
        self._found: dict[Fact, set[str]] = {}  # planted fact → the kinds it was found under

    def run(self) -> None:
        for day in range(1, life.DAYS + 1):
            session = self._me.session(f"day-{day}")
            for said in (said for said in self._life.said if said.day == day):
                text = self._echoing(said) if said.sort == "echo" else said.text
                self._clock.advance(seconds=(said.at - self._clock.now()).total_seconds())
                started = time.perf_counter()
                session.add(said.role, text, at=said.at, id=said.id)
                self._score.seconds += time.perf_counter() - started
                self._score.messages += 1
            self._memory.flush()
            self._judge_day(day)
        self._judge_facts()

    def _echoing(self, said: Said) -> str:
        """The message behind what memory gave for it, as a client sends it that puts recalled blocks into the user's turn."""
        block = self._me.context(said.text, budget=1500).text
        return f"{block}\n\n{said.text}" if block else said.text

    def _records(self, status: str | None) -> list[MemoryRecord]:
        return [record for record in self._me.list(status=status, limit=1000) if record.type is MemoryType.SEMANTIC]

    def _judge_day(self, day: int) -> None:
        active = self._records("active")
        for record in active:
            if record.id not in self._known:
                self._known[record.id] = 1
                self._judge_record(record)
        held = [(fact, record) for record in active for fact in self._carried(record)]
        for fact in sorted(self._life.standing[day], key=str):
            there = any(found == fact for found, _ in held)
            stale = wordings.topics()[fact.topic].single and any(found.about == fact.about and found != fact for found, _ in held)
            slot = wordings.topics()[fact.topic].slot
            answer = self._me.lookup(slot) if slot and wordings.topics()[fact.topic].single else None
            right = there and not stale and (not slot or answer is None or _holds(answer.value or "", fact.words))
            self._count(right, fact, f"day {day}: {fact} there={there} stale={stale} {self._near(held, fact)}")
        for fact in sorted(self._life.over[day], key=str):
            if any(found.about == fact.about and wordings.topics()[fact.topic].single for found in self._life.standing[day]):
                continue  # judged above as stale
            self._count(all(found != fact for found, _ in held), fact, f"day {day}: {fact} is over and still there")

    @staticmethod
    def _near(held: list[tuple[Fact, MemoryRecord]], fact: Fact) -> list[tuple[str | None, str]]:
        return [(record.slot, record.content) for found, record in held if found.about == fact.about]

    def _count(self, right: bool, fact: Fact, fault: str) -> None:
        (self._score.right if right else self._score.wrong)[fact.topic] += 1
        if not right and (not self._score.faults or fault.partition(":")[2] not in self._score.faults[-40:]):
            self._score.faults.append(fault.partition(":")[2])

    def _judge_record(self, record: MemoryRecord) -> None:
        sources = [self._said[message] for _, message in record.sources]
        self._score.echoes += any(said.sort == "echo" or said.role == "assistant" for said in sources)
        about = {fact.whom.lower() for said in sources for fact in said.facts if fact.whom}  # "my friend Kofi": who he is, is true
        true = bool(self._carried(record)) or any(said.ended for said in sources) or (record.value or "").lower() in about
        (self._score.true if true else self._score.false)[record.kind] += 1
        if not true:
            self._score.faults.append(
                f" FALSE {record.kind} {record.slot}={record.value!r} {record.content!r} of {[said.text for said in sources[:1]]}"
            )
        for fact in self._carried(record):
            self._found.setdefault(fact, set()).add(record.kind)

    def _judge_facts(self) -> None:
        every = self._records(None)
        active = self._records("active")
        for record in every:
            if record.id not in self._known and record.confidence >= BELIEVED:
                self._judge_record(record)  # came and went within one day
        guesses = [record for record in every if record.confidence < BELIEVED]
        self._score.guesses += len(guesses)
        self._score.wanted += sum(self._said[record.sources[0][1]].section in ("hedge", "hearsay") for record in guesses)
        planted = {fact: said for said in self._life.said for fact in said.facts if said.sort != "noise"}
        for fact, said in planted.items():
            (self._score.found if fact in self._found else self._score.missed)[fact.topic] += 1
            self._score.fitting += bool(self._found.get(fact, set()) & {*wordings.topics()[fact.topic].kinds, "correction"})
            if fact not in self._found:
                self._score.faults.append(f" MISSED {fact.topic}@{fact.whom}={fact.words} of {said.text!r}")
        counts = Counter((*fact.about, fact.words) for record in active for fact in self._told(record))
        self._score.copies += sum(count - 1 for count in counts.values())
        for (topic, whom, words), count in counts.items():
            if count > 1:
                kept = [(record.slot, record.content) for record in active if Fact(topic, whom, words) in self._told(record)]
                self._score.faults.append(f" COPIES {topic}@{whom}={words}: {kept}")
        self._score.active += len(active)

    def _told(self, record: MemoryRecord) -> list[Fact]:
        """The one planted fact that the record is there for; none where its value is another one ("…, she's four")."""
        return [fact for fact in self._carried(record)[:1] if not record.value or _holds(record.value, fact.words)]

    def _carried(self, record: MemoryRecord) -> list[Fact]:
        """The planted facts that the record keeps: of those its sources state, the ones its value names, else those its words name."""
        stated = [fact for _, message in record.sources for fact in self._said[message].facts if self._said[message].sort != "noise"]
        stated = list(dict.fromkeys(stated))
        named = [fact for fact in stated if _holds(record.content, fact.words)]
        named = [fact for fact in named if _holds(f"{record.content} {record.slot}", fact.whom)]
        valued = [fact for fact in named if _holds(record.value or "", fact.words)]
        return valued or named


def _holds(text: str, words: str) -> bool:
    return words.lower() in text.lower()


def _share(yes: int, no: int) -> float:
    return yes / max(yes + no, 1)


def lives(languages: Sequence[str], half: wordings.Half, seeds: int) -> list[Life]:
    """The lives of the users."""
    return [life.live(language, half, seed) for language in languages for seed in range(seeds)]


def main(quick: bool = False) -> None:
    """Print the table."""
    seeds = 1 if quick else SEEDS
    for half in ("tuned", "held", "fresh"):
        for language in LANGUAGES:
            score = replay(lives([language], half, seeds))
            print(_line(f"{half} {language}", score))
            print("   precision by kind: " + _by(score.true, score.false))
            print("   recall by topic:   " + _by(score.found, score.missed))
            if "--faults" in sys.argv and half == "tuned":
                print(*score.faults, sep="\n")


def _line(name: str, score: Score) -> str:
    return (
        f"{name:9} precision {score.precision:.3f}  recall {score.recall:.3f}  current {score.current:.3f}  "
        f"duplicates {score.duplicates:.3f}  echo copies {score.echoes}  candidates {score.guesses} ({score.wanted} of doubt)  "
        f"kind {score.fitting / max(score.found.total(), 1):.2f}  {score.seconds / score.messages * 1e3:.2f} ms a message"
    )


def _by(yes: Counter[str], no: Counter[str]) -> str:
    return "  ".join(f"{name} {yes[name]}/{yes[name] + no[name]}" for name in sorted({*yes, *no}))
