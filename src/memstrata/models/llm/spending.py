"""What may be spent: tokens a call, an hour and a day."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from memstrata.core import errors

HOUR_SECONDS, DAY_SECONDS = 3_600.0, 86_400.0
_GRAIN_SECONDS = 60.0  # bookings of one minute are one entry, so that a day is at most 1,441 of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """Tokens of prompts and answers together; 0 = no cap. The fields are called as the settings are."""

    llm_tokens_per_call: int = 0
    llm_tokens_per_hour: int = 0
    llm_tokens_per_day: int = 0


@dataclass(slots=True)
class Booking:
    """The tokens of one minute."""

    at: float
    tokens: int


class Ledger:
    """What was spent in the last day. Thread-safe; forgets everything with the process."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._entries: deque[Booking] = deque()
        self._lock = threading.Lock()

    def book(self, tokens: int, caps: Caps) -> Booking:
        """Reserve `tokens`, so that calls at the same time share what is left. Raises LLMError, naming the cap that is reached."""
        with self._lock:
            now = self._seconds()
            if 0 < caps.llm_tokens_per_call < tokens:
                raise errors.LLMError(_over("llm_tokens_per_call", caps.llm_tokens_per_call, tokens))
            self._check("llm_tokens_per_hour", caps.llm_tokens_per_hour, HOUR_SECONDS, tokens)
            self._check("llm_tokens_per_day", caps.llm_tokens_per_day, DAY_SECONDS, tokens)
            while self._entries and self._entries[0].at <= now - DAY_SECONDS:
                self._entries.popleft()
            if not self._entries or self._entries[-1].at <= now - _GRAIN_SECONDS:
                self._entries.append(Booking(now, 0))
            self._entries[-1].tokens += tokens
            return self._entries[-1]

    def settle(self, booking: Booking, booked: int, spent: int) -> None:
        """Replace what was reserved by what was spent."""
        with self._lock:
            booking.tokens += spent - booked

    def spent(self, seconds: float) -> int:
        """Tokens of the last `seconds`, open reservations included."""
        with self._lock:
            return self._spent(seconds)

    def _spent(self, seconds: float) -> int:
        since = self._seconds() - seconds
        return sum(entry.tokens for entry in self._entries if entry.at > since)

    def _check(self, name: str, cap: int, window: float, tokens: int) -> None:
        if not cap:
            return
        if tokens > cap:
            raise errors.LLMError(_over(name, cap, tokens))
        excess = self._spent(window) + tokens - cap
        if excess <= 0:
            return
        now = self._seconds()
        for entry in self._entries:
            excess -= entry.tokens if entry.at > now - window else 0
            if excess <= 0:
                wait = max(0.0, entry.at + window - now)
                raise errors.LLMError(
                    f"{name}={cap} is reached, this call needs about {tokens} tokens: raise the setting, or wait {wait:.0f} seconds",
                    temporary=True,
                    retry_after_seconds=wait,
                )


def _over(name: str, cap: int, tokens: int) -> str:
    return f"this call needs about {tokens} tokens and {name} is {cap}: shorten the prompt, lower max_tokens, or raise the setting"


PROCESS = Ledger()  # shared by all memories of a process: a cap that each of them had for itself would be none
