"""A circuit breaker (Nygard, Release It!): a server that fails is left alone for a while, then tried with one call."""

from dataclasses import dataclass, replace
from typing import Literal, Self

State = Literal["closed", "half-open", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """A value; every change gives a new one. Instants are seconds of any steady clock."""

    limit: int = 5  # failures in a row that open it
    rest_seconds: float = 30.0  # doubled each time the probe fails …
    longest_rest_seconds: float = 600.0  # … up to this
    longest_hold_seconds: float = 3_600.0  # the longest pause that a server can ask for
    failures: int = 0
    openings: int = 0  # in a row
    shut_until: float | None = None
    probing: bool = False

    def state(self, now: float) -> State:
        """closed: calls go out; open: none does; half-open: one may, to see."""
        if self.shut_until is None:
            return "closed"
        return "open" if now < self.shut_until else "half-open"

    def admits(self, now: float) -> bool:
        state = self.state(now)
        return state == "closed" or (state == "half-open" and not self.probing)

    def rests(self, now: float) -> float:
        """Seconds until the next call may go out; 0 when one may."""
        return max(0.0, (self.shut_until or now) - now)

    def entered(self, now: float) -> Self:
        """After a call was let through."""
        return replace(self, probing=self.state(now) == "half-open")

    def left(self) -> Self:
        """After a call that says nothing about the server."""
        return replace(self, probing=False)

    def answered(self) -> Self:
        """After the server answered, with whatever."""
        return replace(self, failures=0, openings=0, shut_until=None, probing=False)

    def failed(self, now: float) -> Self:
        """After a failure of the server."""
        failures = self.failures + 1
        if self.state(now) == "open" or (failures < self.limit and self.shut_until is None):
            return replace(self, failures=failures, probing=False)  # what was under way when it opened changes nothing
        rest = min(self.rest_seconds * 2.0**self.openings, self.longest_rest_seconds)
        return replace(self, failures=failures, openings=min(self.openings + 1, 16), shut_until=now + rest, probing=False)

    def held(self, now: float, wanted: float) -> Self:
        """After the server asked for a pause of `wanted` seconds; believed up to the longest hold."""
        until = now + min(wanted, self.longest_hold_seconds)
        return replace(self, failures=self.failures + 1, shut_until=max(until, self.shut_until or until), probing=False)
