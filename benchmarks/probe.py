"""How well single memories are found again, with nothing around them: the frozen probe and the frozen changes of mind.

    python -m benchmarks.probe                   # facts of one user a language, the bundled encoder, rank weights as shipped
    options: --form fact turn  --lanes hybrid "bare vector" …  --only probe updates  --together  --misses  --vectors FILE

A memory is stored as a `fact`, or as the only `turn` of a session. `--together` gives one user the memories of both languages.
`--misses` prints the questions whose answer is not first. `--vectors` keeps embedded texts for the next run.
"""

import argparse
import pickle
import statistics
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks import systems
from memstrata import assembly
from memstrata.core.settings import Settings
from memstrata.memory import Memory
from memstrata.models import e5
from memstrata.scoped import ScopedMemory
from memstrata.testing.clock import FixedClock
from tests.data.probe import frozen as probe
from tests.data.updates import frozen as updates

FORMS = ("fact", "turn")
_START = datetime(2026, 1, 1, tzinfo=UTC)
_DEPTH = 20
_UPDATED = 300  # days after the old statements that the new ones begin


@dataclass(frozen=True, slots=True)
class Answer:
    """One question, the group it counts in, and the place of its answer, from 1; 0 when it is not within the depth."""

    group: str
    kind: str
    question: str
    place: int
    first: str  # what stood first


def opened(folder: str, embedder: systems.Shared, lanes: str) -> Memory:
    """A memory with shared vectors, the weights of `lanes`, and a clock that stands two years after the first statement."""
    parts = assembly.build(Settings.load(folder, {}), embedder=embedder, clock=FixedClock(_START + timedelta(days=730)))
    return Memory(replace(parts, recall=replace(parts.recall, ranking=systems.LANES[lanes])))


def write(me: ScopedMemory, said: Iterable[tuple[str, str, datetime]], form: str) -> None:
    """Store each (id, text, time) in one of `FORMS`, with its id."""
    for name, text, at in said:
        if form == "turn":
            me.session(f"of {name}").add("user", text, at=at, metadata={"id": name})
        else:
            me.remember(text, kind="fact", at=at, metadata={"id": name})


def asked(me: ScopedMemory, question: str, answers: frozenset[str], group: str, kind: str) -> Answer:
    """Ask, and look for a hit that is, or rests on, what was stored under one of the ids `answers`."""
    hits = me.recall(question, limit=_DEPTH)
    found = [{record.metadata.get("id") for record in (hit.record, *hit.turns)} for hit in hits]
    place = next((place for place, ids in enumerate(found, start=1) if answers & ids), 0)
    return Answer(group, kind, question, place, hits[0].record.content if hits else "")


def single(memory: Memory, form: str, together: bool) -> list[Answer]:
    """The probe's answers."""
    known = {language: probe.memories(language) for language in probe.LANGUAGES}
    for language, texts in known.items():
        write(memory.scope(user="both" if together else language), _spaced(texts.items(), 0), form)
    memory.flush()
    answers = []
    for query in probe.queries():
        me = memory.scope(user="both" if together else query.about)
        answers.append(asked(me, query.text, query.answers, f"{query.language}→{query.about}", query.kind))
    return answers


def changed(memory: Memory, form: str) -> list[Answer]:
    """The answers about changes: each file of each language is one user's."""
    answers = []
    for name in ("pairs", "second"):
        for language in updates.LANGUAGES:
            rows = updates.changes(language, name)
            me = memory.scope(user=f"{name} {language}")
            before = _spaced([(f"{row.id} {part}", getattr(row, part)) for row in rows for part in ("old", "beside")], 0)
            write(me, [*before, *_spaced([(f"{row.id} new", row.new) for row in rows], _UPDATED)], form)
            memory.flush()
            for row in rows:
                answers.append(asked(me, row.former, frozenset({f"{row.id} old"}), f"{name} {language}", "former"))
                answers.append(asked(me, row.latter, frozenset({f"{row.id} new"}), f"{name} {language}", "latter"))
    return answers


def _spaced(texts: Iterable[tuple[str, str]], start: int) -> list[tuple[str, str, datetime]]:
    """Each (id, text) with its time, an hour after the one before, from `start` days on."""
    return [(name, text, _START + timedelta(days=start, hours=number)) for number, (name, text) in enumerate(texts)]


def table(answers: Sequence[Answer]) -> None:
    """Print R@1, R@5 and MRR of each group, and of each kind in it."""
    print(f"{'':24s} {'n':>5s} {'R@1':>6s} {'R@5':>6s} {'MRR':>6s}")
    for group in dict.fromkeys(answer.group for answer in answers):
        inside = [answer for answer in answers if answer.group == group]
        print(_row(group, inside))
        for kind in sorted({answer.kind for answer in inside}):
            print(_row(f"    {kind}", [answer for answer in inside if answer.kind == kind]))


def _row(name: str, answers: Sequence[Answer]) -> str:
    first, fifth = (statistics.fmean(0 < answer.place <= depth for answer in answers) for depth in (1, 5))
    mean = statistics.fmean(1 / answer.place if answer.place else 0.0 for answer in answers)
    return f"{name:24s} {len(answers):5d} {first:6.3f} {fifth:6.3f} {mean:6.3f}"


class Kept(systems.Shared):
    """The bundled encoder, which can keep its vectors in a file of the caller's own."""

    def __init__(self, file: Path | None) -> None:
        super().__init__(e5.create())
        self._file = file
        if file is not None and file.exists():
            self._held.update(pickle.loads(file.read_bytes()))  # noqa: S301  # this benchmark wrote it

    def keep(self) -> None:
        """Write the file, when there is one."""
        if self._file is not None:
            self._file.write_bytes(pickle.dumps(self._held))


def main(*, quick: bool = False) -> None:
    """Run the probe as it stands by default; `quick` leaves nothing out, it takes seconds."""
    run(_options().parse_args([]))


def run(chosen: argparse.Namespace) -> None:
    """Measure what was chosen and print its tables."""
    embedder = Kept(chosen.vectors)
    for form in chosen.form:
        for lanes in chosen.lanes:
            answers: list[Answer] = []
            with tempfile.TemporaryDirectory() as folder, opened(folder, embedder, lanes) as memory:
                if "probe" in chosen.only:
                    answers += single(memory, form, chosen.together)
                if "updates" in chosen.only:
                    answers += changed(memory, form)
            print(f"\n{form}, {lanes}")
            table(answers)
            if chosen.misses:
                for answer in answers:
                    if answer.place != 1:
                        print(answer.group, answer.kind, answer.place, answer.question, "←", answer.first, sep="\t")
            embedder.keep()


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--form", nargs="+", choices=FORMS, default=["fact"])
    parser.add_argument("--lanes", nargs="+", choices=list(systems.LANES), default=["hybrid"])
    parser.add_argument("--only", nargs="+", choices=("probe", "updates"), default=["probe", "updates"])
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--vectors", type=Path)
    return parser


if __name__ == "__main__":
    run(_options().parse_args())
