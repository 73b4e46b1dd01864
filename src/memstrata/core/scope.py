"""Who a memory belongs to. (tenant, user) isolates; agent and scene narrow what one user's agents see."""

from dataclasses import dataclass

from memstrata.core import errors

MAX_ID_CHARACTERS = 1024


def checked_id(name: str, value: object) -> str:
    """`value` as it came, when it can be an id: text, not blank, no NUL, no lone surrogate, at most 1,024 characters; else ScopeError."""
    if not isinstance(value, str):
        raise errors.ScopeError(f"{name} must be text, not {type(value).__name__}: pass {name}='…'")
    if not value.strip():
        raise errors.ScopeError(f"{name} is empty: pass the id of one {name}")
    if len(value) > MAX_ID_CHARACTERS:
        raise errors.ScopeError(f"{name} has {len(value):,} characters; at most {MAX_ID_CHARACTERS:,} are allowed")
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise errors.ScopeError(f"{name} contains NUL or a lone surrogate and cannot be an id")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The owner of memories. Ids are compared byte for byte: no folding, no trimming, no wildcards.

    `agent=None` is the user's own memory, readable by all their agents; `scene=None` reads every scene.
    Raises ScopeError for an id that cannot be one.
    """

    user: str
    agent: str | None = None
    scene: str | None = None
    tenant: str | None = None

    def __post_init__(self) -> None:
        checked_id("user", self.user)
        for name in ("agent", "scene", "tenant"):
            value = getattr(self, name)
            if value is not None:
                checked_id(name, value)

    @property
    def owner(self) -> tuple[str | None, str]:
        """(tenant, user): what isolates."""
        return (self.tenant, self.user)

    @property
    def whole(self) -> bool:
        """Whether it stands for its owner with every agent and scene."""
        return self.agent is None and self.scene is None

    def widened(self) -> "Scope":
        """The owner, with every agent and scene."""
        return self if self.whole else Scope(user=self.user, tenant=self.tenant)
