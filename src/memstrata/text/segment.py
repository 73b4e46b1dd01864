"""Chinese words, by rjieba where it is installed."""

import functools
import importlib.util
from collections.abc import Callable, Sequence

AVAILABLE = importlib.util.find_spec("rjieba") is not None  # not every platform has a wheel; the analyzer's id then tells


def words(run: str) -> Sequence[str]:
    """The words of a run of simplified Chinese characters, in order; joined they are the run again."""
    return _cut()(run)


@functools.cache
def _cut() -> Callable[[str], Sequence[str]]:
    import rjieba  # noqa: PLC0415 the import itself builds the dictionary: 0.1 s that English texts never need

    return rjieba.cut
