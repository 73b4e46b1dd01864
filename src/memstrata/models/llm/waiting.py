"""How long to wait before asking again."""

import math
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,6})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrying:
    """Exponential waits with jitter, as the AWS Architecture Blog has them ("Exponential Backoff And Jitter", 2015)."""

    attempts: int = 3
    first_seconds: float = 0.5
    longest_seconds: float = 20.0  # a server that wants more is asked later by whoever has queued the work

    def wait(self, attempt: int, wanted: float | None, share: float) -> float | None:
        """Seconds before the attempt after `attempt` (from 1); None = no further one. `share` in [0, 1) is the jitter.

        At least what the server `wanted`, up to a tenth more: those it sent away together should not come back together.
        """
        if attempt >= self.attempts or (wanted or 0.0) > self.longest_seconds:
            return None
        step = min(self.first_seconds * math.ldexp(1.0, attempt - 1), self.longest_seconds)
        return max(step * (0.5 + share / 2), (wanted or 0.0) * (1 + share / 10))


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds from `now` that a Retry-After header asks for: a number, or an HTTP date (past ones are 0); None for anything else."""
    value = (value or "").strip()
    if _SECONDS.fullmatch(value):
        return float(value)
    until = http_date(value)
    return None if until is None else max(0.0, (until - now).total_seconds())


def http_date(value: str | None) -> datetime | None:
    """The instant of a Date header; None when it is none. A date without an offset is UTC, as RFC 9110 has it."""
    try:
        found = parsedate_to_datetime(value or "")
    except (ValueError, OverflowError):
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
