"""What the verbs about whole copies of a store give back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupReport:
    """A copy that was made."""

    path: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreReport:
    """What came back."""

    scopes: int
    records: int
    erased_again: int  # records, messages and sessions of the backup that had been erased since it was made
