"""What recall is worth: evidence per token of context, knowing when there is none, and the same answers among other users.

    python -m benchmarks.evidence                                    # our own small conversations
    python -m benchmarks.evidence --scorer SCORE.py --data FILE …    # conversations of your own, as `benchmarks.quality` takes them
    options: --others N   also put the turns of N other users into the same store and compare   --limit N   conversations

A question without evidence, or of a category named in `UNANSWERABLE`, has no answer in the conversation. Nothing is asked of a model.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import adapter, machine, own, quality, systems
from memstrata import assembly
from memstrata.core.settings import Settings
from memstrata.memory import Memory
from memstrata.text import tokens

BUDGETS = (1000, 2000, 4000)
UNANSWERABLE = ("adversarial", "abstention", "unanswerable")
_DEPTH = 50


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: the share of its evidence and the tokens within each budget, its first relevance, the ids in order."""

    answerable: bool
    within: tuple[tuple[float, int], ...]  # one (share, tokens used) a budget
    relevance: float  # of the first hit; 0 without one
    ids: tuple[str, ...]
    at_ten: float


class Shared(adapter.Memstrata):
    """memstrata on one store for every conversation, each its own user."""

    def __init__(self, embedder: systems.Shared, folder: str) -> None:
        self._embedder, self._folder = embedder, folder
        self._memory = self.open(folder)

    def open(self, folder: str) -> Memory:
        return Memory(assembly.build(Settings.load(folder, {}), embedder=self._embedder))

    def ingest(self, conversation: Mapping[str, Any]) -> None:
        self._me = self._memory.scope(user=conversation["id"])
        adapter.write(self._me, conversation["turns"])
        self._memory.flush()

    def ask(self, question: Mapping[str, Any], known: frozenset[str]) -> Asked:
        """The answer to one question of the conversation taken in last."""
        gold = set(question["evidence"]) & known
        hits = self._me.recall(question["text"], limit=_DEPTH)
        ids = tuple(dict.fromkeys(message for hit in hits for _, message in hit.record.sources if message in known))
        within = tuple(self._within(hits, gold, budget) for budget in BUDGETS)
        answerable = bool(gold) and question["category"] not in UNANSWERABLE
        return Asked(answerable, within, hits[0].relevance if hits else 0.0, ids, len(gold & set(ids[:10])) / max(len(gold), 1))

    def _within(self, hits: Sequence[Any], gold: set[str], budget: int) -> tuple[float, int]:
        """The share of `gold` in the hits that fit into `budget` tokens, best first, and the tokens they take."""
        held, used = set[str](), 0
        for hit in hits:
            cost = tokens.estimate(hit.record.content)
            if used + cost <= budget:
                used += cost
                held |= {message for _, message in hit.record.sources}
        return len(gold & held) / max(len(gold), 1), used

    def close(self) -> None:
        self._memory.close()


def auc(known: Sequence[float], unknown: Sequence[float]) -> float:
    """How often a value of `known` exceeds one of `unknown`, equal ones by half (Mann & Whitney 1947); NaN when one is empty."""
    if not known or not unknown:
        return float("nan")
    above = sum((one > other) + 0.5 * (one == other) for one in known for other in unknown)
    return above / (len(known) * len(unknown))


def crowd(system: Shared, conversations: Sequence[Mapping[str, Any]], others: int) -> None:
    """Store the conversations again for `others` more users, by words alone: what lies beside is what matters."""
    for number in range(others):
        source = conversations[number % len(conversations)]
        adapter.write(system._memory.scope(user=f"other {number}"), source["turns"])


def measure(system: Shared, conversations: Sequence[Mapping[str, Any]]) -> list[Asked]:
    """Every question asked, conversation by conversation, in order."""
    asked = []
    for conversation in conversations:
        system.ingest(conversation)
        known = frozenset(turn["id"] for turn in conversation["turns"])
        asked += [system.ask(question, known) for question in conversation["questions"]]
    return asked


def table(asked: Sequence[Asked]) -> None:
    """Print recall by budget and abstention."""
    answerable = [each for each in asked if each.answerable]
    print(f"{'budget':>8s} {'recall':>8s} {'tokens':>8s} {'recall per 1,000 tokens':>24s}   ({len(answerable)} questions)")
    for place, budget in enumerate(BUDGETS):
        share = statistics.fmean(each.within[place][0] for each in answerable)
        used = statistics.fmean(each.within[place][1] for each in answerable)
        print(f"{budget:8d} {share:8.3f} {used:8.0f} {share / used * 1000:24.3f}")
    unknown = [each.relevance for each in asked if not each.answerable]
    area = auc([each.relevance for each in answerable], unknown)
    print(f"abstention by the first hit's relevance: AUC {area:.3f}, {len(unknown)} unanswerable")


def alone_and_among(embedder: systems.Shared, conversations: Sequence[Mapping[str, Any]], others: int) -> list[Asked]:
    """The answers in a store of the conversations alone; with `others`, a line on how those among other users differ."""
    with tempfile.TemporaryDirectory() as folder:
        system = Shared(embedder, folder)
        alone = measure(system, conversations)
        system.close()
    if others:
        with tempfile.TemporaryDirectory() as folder:
            system = Shared(embedder, folder)
            crowd(system, conversations, others)
            among = measure(system, conversations)
            system.close()
        same = statistics.fmean(one.ids == other.ids for one, other in zip(alone, among, strict=True))
        figures = [statistics.fmean(each.at_ten for each in answers if each.answerable) for answers in (alone, among)]
        print(f"alone R@10 {figures[0]:.3f}, among {others} other users {figures[1]:.3f}; the same order for {same:.1%} of the questions")
    return alone


def main(quick: bool = False, arguments: Sequence[str] = ()) -> None:
    """Print the figures of each data set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scorer", type=Path)
    parser.add_argument("--data", nargs="*", default=[])
    parser.add_argument("--others", type=int, default=0 if quick else 100)
    parser.add_argument("--limit", type=int)
    chosen = parser.parse_args(arguments)
    judge, embedder = quality.scorer(chosen.scorer), systems.shared()
    print(machine.describe())
    for data in chosen.data or own.FILES:
        conversations = judge.load(data)[: chosen.limit]
        print(f"\n-- {Path(data).name}")
        table(alone_and_among(embedder, conversations, chosen.others))


if __name__ == "__main__":
    main(arguments=sys.argv[1:])
