"""How often a question's vector is ready when its context is asked for, by the time that the application handles the message first.

python -m benchmarks ahead
"""

import statistics
import time
from collections.abc import Sequence

import memstrata
from benchmarks import adapter, machine, own
from memstrata.core.events import Event

HANDLING_MS = (0, 10, 25, 50, 100)


def measure(handling_ms: float, questions: Sequence[str], turns: Sequence[dict[str, str]]) -> tuple[list[bool], list[float]]:
    """For each question that recalls: whether its vector was ready; for each question: milliseconds of `context`."""
    ready, took = list[bool](), list[float]()

    def listen(event: Event) -> None:
        if event.name == "prefetch":
            ready.append(bool(event.details["hit"]))

    with memstrata.open(":memory:") as memory:
        me = memory.scope(user="reader")
        adapter.write(me, turns)
        memory.flush()
        memory.events.listen(listen)
        for number, question in enumerate(questions):
            session = me.session(f"asked {number}")
            session.add("user", question)
            time.sleep(handling_ms / 1000)
            started = time.perf_counter()
            session.context()
            took.append((time.perf_counter() - started) * 1e3)
    return ready, took


def main(quick: bool = False) -> None:
    """Print a line for each time of handling."""
    print(machine.describe())
    conversations = [own.load(language)[0] for language in own.FILES]
    turns = [turn for conversation in conversations for turn in conversation["turns"]]
    questions = [question["text"] for conversation in conversations for question in conversation["questions"]]
    print(f"{'handled for':>12s} {'ready':>12s} {'context p50':>12s}")
    for handling in HANDLING_MS[:: 2 if quick else 1]:
        ready, took = measure(handling, questions, turns)
        print(f"{handling:9d} ms {sum(ready):4d} of {len(ready):3d} {statistics.median(took):9.1f} ms", flush=True)


if __name__ == "__main__":
    main()
