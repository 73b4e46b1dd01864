"""Every number and choice that can be set, with its default. Unknown names are errors, with the nearest known one."""

import difflib
import os
import re
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Literal, Self, TypeAlias, get_args

from memstrata.core import errors, files

Layout: TypeAlias = Literal["openai", "anthropic", "single_system", "user_prefix"]
Mode: TypeAlias = Literal["full", "session", "off"]
Retention: TypeAlias = Literal["all", "failures", "none"]

_ENVIRONMENT_PREFIX = "MEMSTRATA_"
_MAX_SPAN = 1_000_000  # days or seconds: beyond it no calendar goes, and nobody waits
_URL = re.compile(r"https?://[\w.\-]+(?::[0-9]{1,5})?(?:/[\w.~/+%\-]*)?|https?://\[[0-9a-fA-F:.]+\](?::[0-9]{1,5})?(?:/[\w.~/+%\-]*)?")
_COMMAND_LINE = ("user", "agent", "scene", "tenant", "debug")  # spoken to the command line, which is no setting of the memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What can be set. Precedence: code, then environment (`MEMSTRATA_WINDOW_TOKENS=4000`), then `memstrata.toml` in the folder."""

    path: str = "~/.memstrata"  # a folder; ":memory:" keeps nothing
    durability: Literal["full", "relaxed"] = "full"  # relaxed may lose the last writes on power loss, never on a crash
    embedder: Literal["auto", "e5", "use", "ngrams", "openai", "ollama", "none"] = "auto"  # auto = e5, use or ngrams (degraded)
    embedder_url: str = ""  # for "openai" and "ollama", which send texts there; "" = what the SDK knows
    embedder_model: str = ""
    worker: bool = True  # a background thread embeds; False: only `flush()` does
    cache_mb: int = 256  # bound of the cached matrices
    index_from: int = 200_000  # records of one user from which an index (HNSW) proposes what is near, with the extra `hnsw`; 0 = never

    memory: Mode = "full"  # "session": working memory alone; "off": nothing is stored; a scope or session may say otherwise

    window_exchanges: int = 20  # working memory shows the last 20 exchanges …
    window_tokens: int = 8000  # … or 8,000 tokens, whichever is less
    idle_seconds: float = 3600.0  # a session without a message for so long is idle

    turn_retention: Retention = "all"  # whose turns stay in the archive once a session is closed: all, those of failed ones, none

    episode_limit: int = 1000  # episodes a user; beyond it those that did not fail go, the fewest lessons first; failures stay

    recall_limit: int = 5
    relevance_floor: float = 0.6  # `context` drops what is less relevant than this
    stale_days: float = 365.0  # said longer ago it may no longer hold; tasks, states and events a quarter of it
    background_share: float = 0.4  # of the budget, for profile, memories, episodes and summary together
    profile_tokens: int = 400
    affect_half_life_days: float = 7.0  # how long a signal such as "too long" keeps half of its strength
    layout: Layout = "openai"  # where remembered text stands, for each kind of interface
    graph_lane: bool = False  # recall follows the graph as well: better on questions over several steps, worse on the others
    mmr_lambda: float = 0.7  # 1 = only score, 0 = only variety
    fusion: Literal["normalised", "rrf"] = "normalised"

    weight_relevance: float = 0.5
    weight_importance: float = 0.2
    weight_recency: float = 0.2
    weight_frequency: float = 0.1
    recency_decay_per_day: float = 0.01
    frequency_full_at: int = 10

    llm: Literal["", "openai", "anthropic", "ollama"] = ""  # "" = none, none is needed; keys only in the variables of the SDKs
    llm_url: str = ""  # "" = what the SDK knows; for "openai" any server that speaks its protocol
    llm_model_cheap: str = ""  # classifies and compresses
    llm_model_strong: str = ""  # extracts and abstracts; "" = the cheap one
    llm_timeout_seconds: float = 60.0  # of one attempt, as a whole
    llm_retries: int = 2  # attempts after the first
    llm_tokens_per_call: int = 64_000  # prompt and longest answer together; 0 = no cap
    llm_tokens_per_hour: int = 500_000  # of all memories of the process; 0 = no cap
    llm_tokens_per_day: int = 2_000_000

    extraction: Literal["auto", "rules", "model"] = "auto"  # auto = rules, and the model where one is configured
    extraction_when: Literal["now", "return"] = "now"  # when a model reads the turns of sessions: at once, or when their user returns
    write_policy: Literal["strict", "balanced", "greedy"] = "balanced"  # what is kept: plain facts, guesses too but apart, guesses as facts
    candidate_ttl_days: float = 30.0  # guesses expire after this unless they are seen again
    merge_similarity: float = 0.92  # calibrated relevance from which a paraphrase may merge

    consolidation: Literal["daily", "off"] = "daily"  # by the worker; `consolidate()` runs it at any time
    consolidation_hour: int = 3  # the quiet hour, where this machine is
    consolidation_cap: int = 1000  # changes of one user's memory that one run may make; 0 = no cap
    undo_days: float = 30.0  # how long a run can be undone; what it hid is then removed for good
    prune_after_days: float = 90.0  # from then on a memory that has faded is hidden …
    prune_below: float = 0.3  # … below this effective importance, unless it is protected
    capacity_episodic: int = 5_000  # memories of a user; from 80 % on the weakest unprotected are hidden; 0 = unlimited
    capacity_semantic: int = 50_000

    def __post_init__(self) -> None:
        for name in ("window_exchanges", "window_tokens", "episode_limit", "recall_limit", "cache_mb", "frequency_full_at"):
            if not isinstance(getattr(self, name), int) or getattr(self, name) < 1:
                raise errors.ConfigError(f"{name} must be a whole number of at least 1, not {getattr(self, name)!r}")
        for name in ("relevance_floor", "background_share", "mmr_lambda", "merge_similarity", "prune_below"):
            if not 0 <= getattr(self, name) <= 1:
                raise errors.ConfigError(f"{name} is a share in [0, 1], not {getattr(self, name)!r}")
        for name in ("candidate_ttl_days", "idle_seconds", "stale_days", "affect_half_life_days", "undo_days", "prune_after_days"):
            if not 0 < getattr(self, name) <= _MAX_SPAN:
                raise errors.ConfigError(f"{name} is a number above 0 and at most {_MAX_SPAN:,}, not {getattr(self, name)!r}")
        for name in ("weight_relevance", "weight_importance", "weight_recency", "weight_frequency", "recency_decay_per_day"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise errors.ConfigError(f"{name} is a number of at least 0, not {getattr(self, name)!r}")
        _check_choice("layout", self.layout, get_args(Layout))
        for name in ("consolidation_cap", "capacity_episodic", "capacity_semantic", "index_from"):
            if getattr(self, name) < 0:
                raise errors.ConfigError(f"{name} must not be below 0 (0 = no bound, no index), it is {getattr(self, name)!r}")
        if self.consolidation_hour not in range(24):
            raise errors.ConfigError(f"consolidation_hour is an hour from 0 to 23, not {self.consolidation_hour!r}")
        _check_choice("consolidation", self.consolidation, ("daily", "off"))
        _check_choice("durability", self.durability, ("full", "relaxed"))
        _check_choice("embedder", self.embedder, ("auto", "e5", "use", "ngrams", "openai", "ollama", "none"))
        _check_embedder(self)
        _check_choice("llm", self.llm, ("", "openai", "anthropic", "ollama"))
        _check_llm(self)
        _check_choice("extraction", self.extraction, ("auto", "rules", "model"))
        _check_choice("write_policy", self.write_policy, ("strict", "balanced", "greedy"))
        _check_choice("memory", self.memory, ("full", "session", "off"))
        _check_choice("extraction_when", self.extraction_when, ("now", "return"))
        _check_choice("turn_retention", self.turn_retention, ("all", "failures", "none"))
        _check_choice("fusion", self.fusion, ("normalised", "rrf"))

    @classmethod
    def load(
        cls, path: str | None = None, given: Mapping[str, object] = MappingProxyType({}), environment: Mapping[str, str] | None = None
    ) -> Self:
        """Settings from code, environment and the folder's `memstrata.toml`. Raises ConfigError for an unknown name or a wrong type."""
        environment = os.environ if environment is None else environment
        names = {key: key[len(_ENVIRONMENT_PREFIX) :].lower() for key in environment if key.startswith(_ENVIRONMENT_PREFIX)}
        spoken = {name: environment[key] for key, name in names.items() if name not in _COMMAND_LINE}
        folder = path if path is not None else str(given.get("path") or spoken.get("path") or cls().path)
        return cls().with_values({**_from_file(folder), **spoken, **given, "path": folder})

    def with_values(self, values: Mapping[str, object]) -> Self:
        """With `values`, text turned into the setting's type. Raises ConfigError, with the nearest known name."""
        known = {item.name: getattr(self, item.name) for item in fields(self)}
        changed: dict[str, object] = {}
        for name, value in values.items():
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(known)}"
                raise errors.ConfigError(f"unknown setting {name!r}{hint}")
            changed[name] = _typed(name, value, known[name])
        return replace(self, **changed)  # type: ignore[arg-type]   # `_typed` gave each its field's type


def _typed(name: str, value: object, default: object) -> object:
    kind = type(default)
    if isinstance(value, str) and kind is bool:
        if value.lower() in ("1", "true", "yes", "on"):
            return True
        if value.lower() in ("0", "false", "no", "off"):
            return False
    elif isinstance(value, str) and kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    elif kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    elif type(value) is kind:
        return value
    raise errors.ConfigError(f"setting {name!r} takes {kind.__name__}, not {value!r}")


def _from_file(folder: str) -> dict[str, object]:
    if folder == ":memory:" or "://" in folder:
        return {}
    file = files.named(folder) / "memstrata.toml"
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise errors.ConfigError(f"{file} is not readable TOML: {error}") from error


def _check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise errors.ConfigError(f"{name} is one of {', '.join(allowed)}, not {value!r}")


def _check_embedder(settings: Settings) -> None:
    _check_url("embedder_url", settings.embedder_url)
    if settings.embedder in ("openai", "ollama") and not settings.embedder_model.strip():
        raise errors.ConfigError(f"embedder={settings.embedder!r} needs the name of a model: set embedder_model")


def _check_url(name: str, value: str) -> None:
    if value and not _URL.fullmatch(value):
        raise errors.ConfigError(f"{name} is http://host:port/path or https://…, without a user, a key or a query in it")  # it may hold one


def _check_llm(settings: Settings) -> None:
    for name in ("llm_retries", "llm_tokens_per_call", "llm_tokens_per_hour", "llm_tokens_per_day"):
        if getattr(settings, name) < 0:
            raise errors.ConfigError(f"{name} must not be below 0, it is {getattr(settings, name)!r}")
    if not 0 < settings.llm_timeout_seconds < threading.TIMEOUT_MAX:
        raise errors.ConfigError(f"llm_timeout_seconds must be above 0, it is {settings.llm_timeout_seconds!r}")
    _check_url("llm_url", settings.llm_url)
    if settings.llm and not (settings.llm_model_cheap or settings.llm_model_strong):
        raise errors.ConfigError(
            f"llm={settings.llm!r} needs the name of a model: set llm_model_cheap, and llm_model_strong for another one"
        )
