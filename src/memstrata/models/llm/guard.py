"""What stands around every driver: retries, a circuit breaker, caps on spending."""

import functools
import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from memstrata.core import errors
from memstrata.core import llm as wording
from memstrata.core.events import Events
from memstrata.core.llm import LLMHealth, Message, Reply, Role, Schema
from memstrata.core.ports import LLM, StreamingLLM
from memstrata.core.records import Json
from memstrata.models.llm import faults, spending
from memstrata.models.llm.breaker import Breaker
from memstrata.models.llm.spending import Caps, Ledger
from memstrata.models.llm.waiting import Retrying
from memstrata.text import tokens

_A_MESSAGE = 4  # tokens that chat formats add to each message


@dataclass(frozen=True, slots=True, kw_only=True)
class Guards:
    """The numbers of a guard."""

    caps: Caps = field(default_factory=Caps)
    retrying: Retrying = field(default_factory=Retrying)
    breaker: Breaker = field(default_factory=Breaker)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Where time and chance come from; tests give their own."""

    seconds: Callable[[], float] = time.monotonic
    pause: Callable[[float], None] | None = None  # None: wait, until `close` at the longest
    share: Callable[[], float] = random.random


class Guarded:
    """A language model that is not asked too often, too long or too dearly. Itself an `LLM`; thread-safe."""

    def __init__(
        self, llm: LLM, guards: Guards, *, ledger: Ledger | None = None, events: Events | None = None, pace: Pace | None = None
    ) -> None:
        self._llm = llm
        self._guards = guards
        self._ledger = ledger or spending.PROCESS
        self._events = events or Events()
        self._pace = pace or Pace()
        self._breaker = guards.breaker
        self._shapes: dict[str, Json] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def complete(
        self, messages: Sequence[Message], *, role: Role = "cheap", schema: Schema | None = None, max_tokens: int | None = None
    ) -> Reply:
        """The driver's answer. Failures that may pass are tried again; everything else, and the last of them, is raised."""
        said, started = wording.plain(messages), self._pace.seconds()
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens
        prompt = sum(tokens.estimate(text) + _A_MESSAGE for _, text in said) + (
            0 if schema is None else tokens.estimate(json.dumps(schema))
        )

        def ask() -> Reply:
            return self._llm.complete(messages, role=role, schema=schema, max_tokens=limit)

        try:
            reply, attempts = self._insist(ask, prompt, limit)
        except errors.LLMError as error:
            self._events.emit("degraded", part="llm", error="temporary" if error.temporary else "permanent")
            raise
        if schema is not None:
            self._shapes[reply.model] = reply.shape
        self._events.emit(
            "llm",
            (self._pace.seconds() - started) * 1000,
            role=role,
            model=reply.model,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            attempts=attempts,
            shape=reply.shape,
        )
        return reply

    def stream(self, messages: Sequence[Message], *, role: Role = "cheap", max_tokens: int | None = None) -> Iterator[str]:
        """The driver's answer in pieces, or whole from one that has no pieces. What broke off is not tried again."""
        if not isinstance(self._llm, StreamingLLM):
            yield self.complete(messages, role=role, max_tokens=max_tokens).text
            return
        limit = wording.ANSWER_TOKENS if max_tokens is None else max_tokens
        prompt = sum(tokens.estimate(text) + _A_MESSAGE for _, text in wording.plain(messages))
        self._enter()
        judge: Callable[[Breaker, float], Breaker] = _says_nothing
        booked, spent = prompt + limit, 0
        try:
            booking = self._ledger.book(booked, self._guards.caps)
            try:
                for piece in self._llm.stream(messages, role=role, max_tokens=limit):
                    spent = (spent or prompt) + tokens.estimate(piece)
                    yield piece
                judge = _answered
            except errors.LLMError as error:
                judge = functools.partial(self._failed, error)
                self._events.emit("degraded", part="llm", error="temporary" if error.temporary else "permanent")
                raise
            finally:
                self._ledger.settle(booking, booked, spent)
        finally:
            with self._lock:
                self._breaker = judge(self._breaker, self._pace.seconds())

    def health(self) -> LLMHealth:
        """The breaker, what was spent, and how schemas are asked for."""
        now, breaker = self._pace.seconds(), self._breaker
        return LLMHealth(
            state=breaker.state(now),
            failures=breaker.failures,
            retry_in_seconds=round(breaker.rests(now), 1),
            tokens_last_hour=self._ledger.spent(spending.HOUR_SECONDS),
            tokens_last_day=self._ledger.spent(spending.DAY_SECONDS),
            shapes=dict(self._shapes),
        )

    def close(self) -> None:
        """End all waits; further calls are refused. A call that is under way ends by itself, at its timeout at the latest."""
        self._closing.set()

    def _insist(self, ask: Callable[[], Reply], prompt: int, limit: int) -> tuple[Reply, int]:
        """The answer, and the attempts it took."""
        attempt = 0
        while True:
            attempt += 1
            self._enter()
            outcome = self._attempt(ask, prompt, limit)
            if isinstance(outcome, Reply):
                return outcome, attempt
            wait = self._wait(attempt, outcome)
            if wait is None:
                raise outcome
            self._rest(wait)

    def _enter(self) -> None:
        """Let one call through. Raises LLMError where none may go out now."""
        with self._lock:
            now = self._pace.seconds()
            if self._closing.is_set():
                raise errors.LLMError("this memory is closed: its model is not asked any more")
            if not self._breaker.admits(now):
                rest = self._breaker.rests(now)
                raise errors.LLMError(
                    f"the model is left alone after {self._breaker.failures} failures, for another {rest:.0f} seconds",
                    temporary=True,
                    retry_after_seconds=rest,
                )
            self._breaker = self._breaker.entered(now)

    def _attempt(self, ask: Callable[[], Reply], prompt: int, limit: int) -> Reply | errors.LLMError:
        """One call, booked and watched: the answer or what went wrong. Raises LLMError when a cap is reached."""
        judge: Callable[[Breaker, float], Breaker] = _says_nothing
        try:
            booked, spent = prompt + limit, 0
            booking = self._ledger.book(booked, self._guards.caps)
            try:
                reply = ask()
                spent = reply.tokens_in + reply.tokens_out
                judge = _answered
                return reply
            except errors.LLMError as error:
                spent = prompt if isinstance(error, faults.UnansweredError) else 0
                judge = functools.partial(self._failed, error)
                return error
            finally:
                self._ledger.settle(booking, booked, spent)
        finally:
            with self._lock:
                self._breaker = judge(self._breaker, self._pace.seconds())

    def _failed(self, error: errors.LLMError, breaker: Breaker, now: float) -> Breaker:
        wanted = error.retry_after_seconds or 0.0
        if not error.temporary:
            return breaker.answered()  # no fault of the server, which is there
        return breaker.held(now, wanted) if wanted > self._guards.retrying.longest_seconds else breaker.failed(now)

    def _wait(self, attempt: int, error: errors.LLMError) -> float | None:
        """Seconds until the next attempt; None when there is to be none."""
        if not error.temporary or self._closing.is_set():
            return None
        wait = self._guards.retrying.wait(attempt, error.retry_after_seconds, self._pace.share())
        return wait if wait is not None and self._breaker.admits(self._pace.seconds() + wait) else None

    def _rest(self, seconds: float) -> None:
        if self._pace.pause is None:
            self._closing.wait(seconds)
        else:
            self._pace.pause(seconds)


def _answered(breaker: Breaker, now: float) -> Breaker:
    return breaker.answered()


def _says_nothing(breaker: Breaker, now: float) -> Breaker:
    return breaker.left()
