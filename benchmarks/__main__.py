"""`python -m benchmarks [NAME] [--quick]`: run one measurement, or quality and speed; `--quick` keeps to small stores."""

import importlib
import sys

_ALL = ("quality", "speed")


def main(arguments: list[str]) -> None:
    """Run what `arguments` name."""
    quick = "--quick" in arguments
    names = [name for name in arguments if not name.startswith("-")] or list(_ALL)
    for name in names:
        print(f"== {name}")
        importlib.import_module(f"benchmarks.{name}").main(quick=quick)


if __name__ == "__main__":
    main(sys.argv[1:])
