"""What is to be removed for good."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Ids of records and sessions to erase; `everything` takes the owner whole, key included."""

    records: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()  # their messages and state in the log
    messages: tuple[tuple[str, str], ...] = ()  # (session, message id) in the log
    everything: bool = False
