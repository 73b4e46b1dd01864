"""What the recall gate decides on the frozen messages, by kind, and how long it takes. `python -m benchmarks gate`."""

import time
from collections import Counter

from memstrata.policies.slots import asking
from memstrata.recall import gate
from tests.data.gate import frozen

_SETS = ("turns", "heldout", "second", "third")


def main(quick: bool = False) -> None:
    for name in _SETS:
        print(f"-- {name}")
        rates(frozen.rows(name))
    print(f"{microseconds(1 if quick else 5):.0f} µs a message of `turns`, nothing cached")


def rates(rows: list[frozen.Row]) -> None:
    """A line a kind: skipped of the needless, or lost of the needed; then both a language."""
    total: Counter[tuple[bool, str]] = Counter()
    skipped: Counter[tuple[bool, str]] = Counter()
    for row in rows:
        recall = gate.gate(row.text, row.new_session, window=row.window, known=gate.names(row.known)).recall
        for group in (row.kind, f"all {row.language}"):
            total[row.needed, group] += 1
            skipped[row.needed, group] += not recall
    for needed, group in sorted(total):
        found, of = skipped[needed, group], total[needed, group]
        print(f"{group:16} {'lost' if needed else 'skipped':8} {found:3} of {of:3} {found / of:6.3f}")


def microseconds(rounds: int) -> float:
    """The best mean of some rounds; the slots' cache is emptied before each."""
    rows = [(row, gate.names(row.known)) for row in frozen.rows("turns")]
    gate.gate("热身")  # the tables of traditional characters load with the first Chinese text
    best = float("inf")
    for _ in range(rounds):
        asking._asked.cache_clear()
        started = time.process_time()
        for row, known in rows:
            gate.gate(row.text, row.new_session, window=row.window, known=known)
        best = min(best, (time.process_time() - started) / len(rows))
    return best * 1e6


if __name__ == "__main__":
    main()
