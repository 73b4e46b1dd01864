"""What is to be removed for good."""

from dataclasses import dataclass

from memstrata.core.records import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Ids of records and sessions to erase; `everything` takes the owner whole, key included."""

    records: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()  # their messages and state in the log
    messages: tuple[tuple[str, str], ...] = ()  # (session, message id) in the log
    loosened: tuple[str, ...] = ()  # records that stay and lose their pointers to what goes
    said: tuple[Source, ...] = ()  # messages that go by themselves: what rests on them alone goes with them
    evidence: tuple[Source, ...] = ()  # messages that go, `said` among them: nothing that stays points at one
    version: int | None = None  # of the owner's arrays when this was planned: what was written since is looked at once more
    everything: bool = False
