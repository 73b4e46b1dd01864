"""What holds for every test: one native thread, and Hypothesis without a stopwatch."""

import logging
import os
from collections.abc import Iterator

# Set before numpy loads: its default pool is slower than one thread on small arrays, and two cores are shared.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(variable, "1")

import pytest  # noqa: E402  the threads come first
from hypothesis import settings  # noqa: E402  the threads come first

from tests import canaries  # noqa: E402  the threads come first

pytest.register_assert_rewrite(
    "memstrata.testing"
)  # the contracts are part of the package: pytest explains their assertions only when asked

# A deadline measures the machine's load, not the code. In CI the examples are the same on every run: a red build is about the change.
settings.register_profile("local", deadline=None, print_blob=True)
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(autouse=True)
def nothing_secret_is_logged() -> Iterator[None]:
    """The whole suite runs at DEBUG, and no log of anybody holds what a test told as a secret."""
    root, hearing = logging.getLogger(), canaries.Hearing()
    level = root.level
    root.addHandler(hearing)
    root.setLevel(logging.DEBUG)
    yield
    root.removeHandler(hearing)
    root.setLevel(level)
    assert hearing.leaked == [], "a secret of the test stands in a log"
