"""What an import did. Apart from the taking itself, so that the command line's help need not load what writes."""

from dataclasses import dataclass, field

from memstrata.importers.items import Bad

_BAD_NAMED = 1000  # places that a report names; all are counted


@dataclass(slots=True, kw_only=True)
class ImportReport:
    """What an import did. `read` = `stored` + `skipped` + `conflicts`; what could not be read is `bad`."""

    format: str
    read: int = 0  # records and sessions, or messages of chats
    stored: int = 0
    skipped: int = 0  # there already, or another owner's
    conflicts: int = 0  # the same id stands there with other content: left as it is
    bad: int = 0
    facts: int = 0  # that chats brought
    sessions: set[str] = field(default_factory=set)  # of chats
    places: list[Bad] = field(default_factory=list)  # line and reason of what is bad or in conflict, the first thousand
    quarantine: str | None = None  # the file beside the input that holds the bad lines

    @property
    def share(self) -> float:
        """Of the messages read, how many facts were kept: a few per hundred is normal. 0 when nothing was read."""
        return self.facts / self.read if self.read else 0.0

    @property
    def complete(self) -> bool:
        """Whether nothing was left out."""
        return not self.bad and not self.conflicts

    def note(self, place: Bad) -> None:
        """Name the place, while there are few."""
        if len(self.places) < _BAD_NAMED:
            self.places.append(place)
