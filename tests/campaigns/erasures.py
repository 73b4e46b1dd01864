"""What was erased is in no byte of any file, and nobody else notices: words, ids, sealed values, keys."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import memstrata
from memstrata.memory import Memory
from memstrata.testing import FixedClock
from tests.campaigns import looking, place

ANNA, BO = "quixandra", "博雅若"
_QUERIES = 40


@dataclass(slots=True)
class Tally:
    """What was seen; times in seconds."""

    records: int = 0  # of each user
    needles: int = 0  # words, pieces of text, ids, sealed values that were looked for
    bytes: int = 0  # of the files
    whole: float = 0.0  # erasing one user
    singles: int = 0
    single: float = 0.0  # the median of erasing one record
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts of invented words, so that each is found in a file only when it was written there."""

    texts: list[str]
    words: set[str]

    def needles(self) -> set[bytes]:
        """Words and pieces of six bytes and more."""
        pieces = {text.encode()[at : at + 6] for text in self.texts for at in range(len(text.encode()) - 5)}
        return {piece for piece in pieces | {word.encode() for word in self.words} if len(piece) >= 6}

    def short(self) -> set[bytes]:
        """Words of three to five bytes, which random bytes hold now and then."""
        return {word.encode() for word in self.words if 3 <= len(word.encode()) < 6}


def english(count: int, chance: random.Random) -> Corpus:
    """`count` sentences of three to nine letters a word."""
    syllables = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
    words = sorted({"".join(chance.choices(syllables, k=5))[: chance.randint(3, 9)] for _ in range(600)})
    return Corpus([" ".join(chance.choices(words, k=chance.randint(6, 10))) for _ in range(count)], set(words))


def chinese(count: int, chance: random.Random) -> Corpus:
    """`count` sentences of random characters; a word is any two that stand together."""
    han = [chr(code) for code in chance.sample(range(0x4E00, 0x9FA0), 900)]
    texts = ["，".join("".join(chance.choices(han, k=chance.randint(5, 9))) for _ in range(2)) for _ in range(count)]
    return Corpus(texts, {text[at : at + 2] for text in texts for at in range(len(text) - 1)})


def run(records: int, singles: int, seed: int) -> Tally:
    """Two users with `records` memories each; `singles` of one are erased one by one, then the other user whole."""
    chance, tally, started = random.Random(seed), Tally(records=records), time.monotonic()
    with place.folder() as folder:
        with _opened(folder / "empty") as empty:
            fact = empty.scope(user="x").remember("x", kind="fact").records[0]
            empty.scope(user="x").erase(fact.id)  # what a receipt says in clear is no word of anybody's
        with _opened(folder / "store") as memory:
            texts = {ANNA: english(records, chance), BO: chinese(records, chance)}
            for user, corpus in texts.items():
                _fill(memory, user, corpus.texts)
            _no_word_in_clear(folder, texts, tally)
            _one_by_one(memory, folder / "store", singles, chance, tally)
            _one_user_whole(memory, folder / "store", texts[BO], tally)
            tally.bytes = memory.stats().bytes
        _no_word_in_clear(folder, texts, tally)
    tally.seconds = time.monotonic() - started
    return tally


def _opened(folder: Path) -> Memory:
    return memstrata.open(str(folder), embedder="none", worker=False, clock=FixedClock())


def _fill(memory: Memory, user: str, texts: Sequence[str]) -> None:
    """Half as messages, half as facts; some with slots, values of their own and names of their own."""
    mine = memory.scope(user=user)
    for number, text in enumerate(texts):
        if number % 2:
            mine.session(f"{user}-{number // 50}").add("user", text, id=f"{user}{number}", metadata={f"{user}-note": text[:12]})
        else:
            slot = f"{user}.keel{number}" if number % 10 == 0 else None
            mine.remember(
                text, kind=None if slot else f"{'oolong' if user == ANNA else 'ketch-kind'}", slot=slot, metadata={"note": text[-12:]}
            )


def _no_word_in_clear(folder: Path, texts: dict[str, Corpus], tally: Tally) -> None:
    needles = set().union(*(corpus.needles() for corpus in texts.values()), {user.encode() for user in texts}, {b"oolong", b"ketch-kind"})
    needles |= {word.encode("utf-16-le") for corpus in texts.values() for word in corpus.texts}
    everywhere = looking.elsewhere(looking.held, folder / "empty", needles)
    needles -= set().union(*everywhere.values())  # an empty store has them as well
    tally.needles += len(needles)
    for name, found in looking.elsewhere(looking.held, folder / "store", needles).items():
        tally.faults.append(f"{len(found)} words are readable in {name}: {sorted(found)[:5]}")
    short = set().union(*(corpus.short() for corpus in texts.values()))
    short -= looking.elsewhere(looking.words_in, folder / "empty", short)
    seen, expected = looking.elsewhere(looking.counted, folder / "store", short)
    if len(seen) > expected + 6 * expected**0.5 + 3:  # a page stands in the log many times, so words are counted once
        often = sorted(seen, key=seen.__getitem__)[-5:]
        tally.faults.append(f"{len(short)} short words: {len(seen)} are found, chance gives {expected:.0f}: {often}")


def _one_by_one(memory: Memory, folder: Path, singles: int, chance: random.Random, tally: Tally) -> None:
    """Erase single facts, each written twice before: as it was said, and pinned."""
    mine = memory.scope(user=ANNA)
    owner = looking.elsewhere(looking.owners, folder)[0]
    facts = [record.id for record in mine.list(limit=10_000)]
    before = looking.elsewhere(looking.row_marks, folder, owner)
    for record in facts[::2]:
        mine.pin(record)
    then = looking.elsewhere(looking.row_marks, folder, owner)
    gone, times = set[bytes](), []
    for record in chance.sample(facts, min(singles, len(facts))):
        turn = mine.get(record)
        assert turn is not None
        began = time.monotonic()
        receipt = mine.erase(record)
        times.append(time.monotonic() - began)
        if not receipt.complete or receipt.count < 2:
            tally.faults.append(f"erasing one: {receipt}")
        now = looking.elsewhere(looking.row_marks, folder, owner) if len(times) % 20 == 0 or len(times) == singles else None
        if now is not None:
            gone = {bytes.fromhex(key) for key in before.keys() - now.keys()}
            gone |= {held[key] for held in (before, then) for key in before.keys() - now.keys()}
            for name, left in looking.elsewhere(looking.held, folder, gone).items():
                tally.faults.append(f"after {len(times)} erasures {len(left)} ids and values are left in {name}")
    tally.needles += len(gone)
    tally.singles, tally.single, tally.slowest = len(times), sorted(times)[len(times) // 2], max(times)
    tally.faults += [f"verify after single erasures: {finding}" for finding in memory.verify()]


def _one_user_whole(memory: Memory, folder: Path, corpus: Corpus, tally: Tally) -> None:
    first, second = looking.elsewhere(looking.owners, folder)
    marks = looking.elsewhere(looking.marks, folder, first)
    needles = set().union(*marks.values())
    queries = corpus.texts[:: max(1, len(corpus.texts) // _QUERIES)]
    answers = _answers(memory, queries)
    if not looking.elsewhere(looking.held, folder, marks["key"]):
        tally.faults.append("the key is not found while it is there")
    began = time.monotonic()
    receipt = memory.scope(user=ANNA).erase(everything=True)
    tally.whole = time.monotonic() - began
    tally.needles += len(needles)
    for name, left in looking.elsewhere(looking.held, folder, needles).items():
        kinds = [table for table, held in marks.items() if held & left]
        tally.faults.append(f"{len(left)} of the erased user's {kinds} are left in {name}")
    if rows := looking.elsewhere(looking.rows_of, folder, first):
        tally.faults.append(f"{rows} rows of the erased user are left")
    if not receipt.complete or memory.scope(user=ANNA).list(status=None).total:
        tally.faults.append(f"the receipt is not complete: {receipt}")
    tally.faults += [f"verify: {finding}" for finding in [*memory.verify(), *memory.verify(receipt)]]
    if _answers(memory, queries) != answers or looking.elsewhere(looking.owners, folder) != [second]:
        tally.faults.append("the other user's recall changed")


def _answers(memory: Memory, queries: Sequence[str]) -> list[list[tuple[str, float, float]]]:
    return [[(hit.id, hit.score, hit.relevance) for hit in memory.scope(user=BO).recall(query[:8], limit=10)] for query in queries]
