"""Asking a server again, but not too often: bounded attempts, waits that obey Retry-After, a circuit breaker."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from memstrata.models.embeddings import faults
from memstrata.models.llm.breaker import Breaker
from memstrata.models.llm.guard import Pace
from memstrata.models.llm.waiting import Retrying

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one caller waits."""

    retrying: Retrying
    timeout_seconds: float  # of one attempt, as a whole


# Somebody waits for a query, and recall has other lanes; nobody waits for passages, whose work is queued and tried again later.
QUERIES = Patience(Retrying(attempts=2, longest_seconds=1.0), 8.0)
PASSAGES = Patience(Retrying(attempts=3, longest_seconds=5.0), 60.0)
MEASURING = Patience(Retrying(attempts=2, longest_seconds=1.0), 30.0)  # the server may load the model; somebody may wait


class Caller:
    """Requests to one server. Thread-safe."""

    def __init__(self, pace: Pace | None = None) -> None:
        self._pace = pace or Pace()
        self._breaker = Breaker()
        self._lock = threading.Lock()

    def insist(self, ask: Callable[[], _Answer], retrying: Retrying) -> _Answer:
        """The answer to `ask`; failures that may pass are tried again. Raises ServerError."""
        attempt = 0
        while True:
            attempt += 1
            self._enter()
            judge: Callable[[Breaker], Breaker] = Breaker.left
            try:
                answer = ask()
                judge = Breaker.answered
                return answer
            except faults.ServerError as error:
                judge = self._judgement(error, retrying)
                failed = error
            finally:
                self._settle(judge)
            wait = self._wait(attempt, failed, retrying)
            if wait is None:
                raise failed
            (self._pace.pause or time.sleep)(wait)

    def _enter(self) -> None:
        with self._lock:
            now = self._pace.seconds()
            if not self._breaker.admits(now):
                rest = self._breaker.rests(now)
                message = f"the embedder is left alone after {self._breaker.failures} failures, for another {rest:.0f} seconds"
                raise faults.ServerError(message, temporary=True, retry_after_seconds=rest)
            self._breaker = self._breaker.entered(now)

    def _judgement(self, error: faults.ServerError, retrying: Retrying) -> Callable[[Breaker], Breaker]:
        now, wanted = self._pace.seconds(), error.retry_after_seconds or 0.0
        if not error.temporary:
            return Breaker.answered  # no fault of the server, which is there
        if wanted > retrying.longest_seconds:
            return lambda breaker: breaker.held(now, wanted)
        return lambda breaker: breaker.failed(now)

    def _wait(self, attempt: int, error: faults.ServerError, retrying: Retrying) -> float | None:
        """Seconds until the next attempt; None when there is to be none."""
        if not error.temporary:
            return None
        wait = retrying.wait(attempt, error.retry_after_seconds, self._pace.share())
        return wait if wait is not None and self._breaker.admits(self._pace.seconds() + wait) else None

    def _settle(self, judge: Callable[[Breaker], Breaker]) -> None:
        with self._lock:
            self._breaker = judge(self._breaker)
