"""Where a model is asked."""

from dataclasses import dataclass

from memstrata.core.llm import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A server and its models. Keys are no part of it: each driver reads the environment variables of its SDK, at every call."""

    cheap: str  # a model's name
    strong: str = ""  # '' = the cheap one
    url: str = ""  # '' = what the SDK knows
    timeout_seconds: float = 60.0  # of one attempt, from connecting to the last byte

    def model(self, role: Role) -> str:
        return self.strong if role == "strong" and self.strong else self.cheap
