"""The state machine of the store for hours: whatever is done in whatever order, the store on disk answers as the one in memory does."""

import random
import time
from collections import Counter
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from memstrata.core.ports import Store
from tests.machines.test_store_machine import StoreMachine

_STEPS = 50  # in one example, at most
_EXAMPLES = 50  # between two looks at the count


def run(operations: int, first_seed: int) -> dict[str, object]:
    """Run examples until `operations` steps were made. Raises what a failing example raises."""
    counted, chance, started = Counter[str](), random.Random(first_seed), time.monotonic()

    class Counted(StoreMachine):
        """The machine, counting what it does."""

        def check_invariants(self, chosen: settings, output: Callable[[str], object], runtimes: dict[str, float]) -> None:
            counted["operations"] += 1
            super().check_invariants(chosen, output, runtimes)

        def _opened(self) -> Store:
            counted["opened"] += 1
            return super()._opened()

        def teardown(self) -> None:
            counted["examples"] += 1
            super().teardown()

    chosen = settings(
        max_examples=_EXAMPLES,
        stateful_step_count=_STEPS,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    while counted["operations"] < operations:
        run_state_machine_as_test(seed(chance.getrandbits(32))(Counted), settings=chosen)
    counted["restarts"] = counted.pop("opened") - counted["examples"]
    return {**counted, "seconds": round(time.monotonic() - started)}
