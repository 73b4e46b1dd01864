"""`python -m tests.campaigns [names] [--seed N]`: run the campaigns in full, print what was measured; exit code 1 when there is a fault."""

import argparse
import dataclasses
import datetime
import os
import sys
from collections.abc import Callable
from pathlib import Path

if Path("/dev/shm").is_dir():
    # Before anything asks for a temporary folder: a killed process leaves its pages in memory just as on a disk.
    os.environ.setdefault("TMPDIR", "/dev/shm")

from benchmarks import machine as computer
from tests.campaigns import crowd, erasures, faults, kills, limits, machine, power, storms

CAMPAIGNS: dict[str, Callable[[int], object]] = {
    "kills": lambda seed: kills.run(850, seed),
    "kills beside a worker": lambda seed: kills.run(160, seed + 1, embeds=True),
    "power": lambda seed: power.run(1000, seed),
    "power, relaxed": lambda seed: power.run(300, seed, durability="relaxed"),
    "faults": faults.run,
    "no room": lambda seed: limits.run("no room"),
    "no descriptors": lambda seed: limits.run("no descriptors"),
    "read only": lambda seed: limits.run("read only"),
    "storms": lambda seed: storms.run(processes=4, rounds=25),
    "machine": lambda seed: machine.run(200_000, seed),
    "erasures": lambda seed: erasures.run(records=1000, singles=200, seed=seed),
    "crowd": lambda seed: crowd.run(1_000_000, seed),
}


def main() -> int:
    """Run what was asked for, in order."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"some of: {', '.join(CAMPAIGNS)}; all without any")
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    say(f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, seed {asked.seed}\n{computer.describe()}")
    found = 0
    for name in asked.names or CAMPAIGNS:
        tally = CAMPAIGNS[name](asked.seed)
        found += len(getattr(tally, "faults", ()))
        say(f"\n{name}")
        for key, value in told(tally).items():
            say(f"  {key:<20} {value}")
    say(f"\n{found} faults")
    return 1 if found else 0


def told(tally: object) -> dict[str, object]:
    """The figures of a campaign, as they are printed."""
    figures = tally if isinstance(tally, dict) else {each.name: getattr(tally, each.name) for each in dataclasses.fields(tally)}  # type: ignore[arg-type]
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in figures.items() if key != "losses"}


def say(line: str) -> None:
    """Print it at once: a campaign takes minutes."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
