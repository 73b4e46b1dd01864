"""Settings → parts: the only module that knows every driver. Drivers are loaded by name, so that what is not used is not imported."""

import importlib
import importlib.util
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, cast

import uuid_utils

from memstrata.core import errors, files
from memstrata.core.copies import BackupReport, RestoreReport
from memstrata.core.events import Events
from memstrata.core.ports import LLM, Clock, Embedder, Store
from memstrata.core.settings import Settings
from memstrata.policies import keeping, score, writing
from memstrata.recall import journey as recall
from memstrata.recall import rank
from memstrata.remember import closing, erase, sessions
from memstrata.remember import journey as remember
from memstrata.remember.model import EpisodeWriter, ModelPath, SkillWriter, Summariser
from memstrata.stores import indexed
from memstrata.upkeep import consolidate
from memstrata.upkeep import uses as use_counts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_GRAPH_WEIGHT = 0.1  # of the graph lane beside the best of the others
_BACKUP = "memstrata.stores.sqlite.backup"
_E5, _USE, _NGRAMS = "memstrata.models.e5", "memstrata.models.use", "memstrata.models.ngrams"
_EMBEDDERS: dict[str, tuple[str, ...]] = {
    "auto": (_E5, _USE, _NGRAMS),  # the first that can be loaded
    "e5": (_E5,),
    "use": (_USE,),
    "ngrams": (_NGRAMS,),
    "openai": ("memstrata.models.embeddings.openai",),
    "ollama": ("memstrata.models.embeddings.ollama",),
}


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class LazyEmbedder:
    """An embedder that loads on first use, taking the first of `modules` that can be loaded; each is created with `given`."""

    def __init__(self, modules: Sequence[str], given: Sequence[str] = ()) -> None:
        self._modules = tuple(modules)
        self._given = tuple(given)
        self._lock = threading.Lock()
        self._loaded: Embedder | None = None

    @property
    def loaded(self) -> Embedder:
        """The driver itself. Raises EmbedderError when none can be loaded."""
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    @property
    def space(self) -> str:
        return self.loaded.space

    @property
    def dimensions(self) -> int:
        return self.loaded.dimensions

    @property
    def degraded(self) -> str | None:
        return self.loaded.degraded

    def embed(self, texts: Sequence[str], query: bool = False) -> "npt.NDArray[np.float32]":
        return self.loaded.embed(texts, query)

    def relevance(self, cosines: "npt.NDArray[np.float32]", language: str) -> "npt.NDArray[np.float32]":
        return self.loaded.relevance(cosines, language)

    def _load(self) -> Embedder:
        problems = []
        for name in self._modules:
            try:
                return cast(Embedder, importlib.import_module(name).create(*self._given))
            except (ImportError, OSError, errors.EmbedderError) as error:
                problems.append(f"{name.rsplit('.', 1)[-1]}: {error}")
        raise errors.EmbedderError(f"no embedder could be loaded ({'; '.join(problems)}): install one, or set embedder='none'")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Everything that the facade works with."""

    settings: Settings
    store: Store
    embedder: Embedder | None
    llm: LLM | None = None
    clock: Clock
    events: Events
    remember: remember.Remember
    recall: recall.Recall
    sessions: sessions.Sessions
    closer: closing.Closer
    eraser: erase.Eraser
    summariser: Summariser
    consolidator: consolidate.Consolidator
    skill_writer: SkillWriter | None = None
    uses: use_counts.UseCounts = field(default_factory=use_counts.UseCounts)

    def index_some(self) -> int:
        """Give the index of very large owners a piece of what it lacks; how many vectors, 0 when it lacks none or there is none."""
        return 0 if self.recall.index is None else self.recall.index.build()


def build(
    settings: Settings,
    *,
    embedder: Embedder | None = None,
    llm: LLM | None = None,
    clock: Clock | None = None,
    signing_key: bytes | None = None,
) -> Parts:
    """The parts that `settings` name; ports that are handed in take precedence. Raises ConfigError or StoreError."""
    events, clock = Events(), clock or SystemClock()
    llm = language_model(settings, events) if llm is None else llm  # before the store is open, since models may be refused
    embedder = sentence_embedder(settings) if embedder is None else embedder
    if settings.extraction == "model" and llm is None:
        raise errors.ConfigError("extraction='model' needs a language model: set llm=…, or extraction='auto'")
    store = open_store(settings)
    return Parts(
        settings=settings,
        store=store,
        embedder=embedder,
        llm=llm,
        clock=clock,
        events=events,
        eraser=erase.Eraser(store=store, events=events),
        sessions=sessions.Sessions(store=store, clock=clock, idle_seconds=settings.idle_seconds),
        closer=_closer(settings, store, clock, events, embedder, llm),
        summariser=Summariser(llm=llm, events=events),
        skill_writer=None if llm is None else SkillWriter(llm=llm, events=events),
        consolidator=_consolidator(settings, store, events, embedder),
        remember=remember.Remember(
            store=store,
            events=events,
            new_id=new_id,
            candidate_ttl_days=settings.candidate_ttl_days,
            embeds=embedder is not None,
            signing_key=signing_key,
            policy=writing.PRESETS[settings.write_policy],
            by_rules=settings.extraction != "model",
            model=_reader(settings, llm),
        ),
        recall=recall.Recall(
            store=store,
            embedder=embedder,
            events=events,
            ranking=rank.Ranking(reciprocal=settings.fusion == "rrf"),
            weights=_weights(settings),
            graph_weight=_GRAPH_WEIGHT if settings.graph_lane else 0.0,
            vectors=recall.QueryVectors(embedder) if embedder is not None else None,
            index=near(store),
        ),
    )


def _reader(settings: Settings, llm: LLM | None) -> ModelPath | None:
    if llm is None or settings.extraction == "rules":
        return None
    return ModelPath(llm=llm, alone=settings.extraction == "model", waits=settings.extraction_when == "return")


def _closer(settings: Settings, store: Store, clock: Clock, events: Events, embedder: Embedder | None, llm: LLM | None) -> closing.Closer:
    return closing.Closer(
        store=store,
        clock=clock,
        events=events,
        new_id=new_id,
        idle_seconds=settings.idle_seconds,
        embeds=embedder is not None,
        retention=settings.turn_retention,
        episode_limit=settings.episode_limit,
        writer=None if llm is None else EpisodeWriter(llm=llm, events=events),
    )


def _consolidator(settings: Settings, store: Store, events: Events, embedder: Embedder | None) -> consolidate.Consolidator:
    limits = keeping.Limits(
        after=timedelta(days=settings.prune_after_days),
        below=settings.prune_below,
        episodic=settings.capacity_episodic,
        semantic=settings.capacity_semantic,
    )
    return consolidate.Consolidator(
        store=store,
        events=events,
        new_id=new_id,
        embedder=embedder,
        limits=limits,
        threshold=settings.merge_similarity,
        most_changes=settings.consolidation_cap,
        undo_days=settings.undo_days,
    )


def _weights(settings: Settings) -> score.Weights:
    return score.Weights(
        relevance=settings.weight_relevance,
        importance=settings.weight_importance,
        recency=settings.weight_recency,
        frequency=settings.weight_frequency,
        decay_per_day=settings.recency_decay_per_day,
        full_at=settings.frequency_full_at,
    )


def sentence_embedder(settings: Settings) -> Embedder | None:
    """The embedder that `settings` name, not loaded yet; None for none. Raises ConfigError."""
    name = settings.embedder
    if name == "none":
        return None
    if name not in ("openai", "ollama"):
        return LazyEmbedder(_EMBEDDERS[name])
    if importlib.util.find_spec(name) is None:  # the SDKs are called as the setting's values are
        raise errors.ConfigError(f"embedder={name!r} needs its extra: pip install 'memstrata[{name}]'")
    return LazyEmbedder(_EMBEDDERS[name], (settings.embedder_model, settings.embedder_url))


def language_model(settings: Settings, events: Events) -> LLM | None:
    """The model that `settings` name, guarded; None for none. No SDK is imported and nothing connected. Raises ConfigError."""
    name = settings.llm
    if not name:
        return None
    if importlib.util.find_spec(name) is None:  # the SDKs are called as the setting's values are
        raise errors.ConfigError(f"llm={name!r} needs its extra: pip install 'memstrata[{name}]'")
    configured = importlib.import_module("memstrata.models.llm.configured")
    return cast(LLM, configured.create(settings, events, lambda: importlib.import_module(f"memstrata.models.llm.{name}")))


def apart() -> Store:
    """A store that this process keeps for itself and writes nowhere."""
    return cast(Store, importlib.import_module("memstrata.testing").InMemoryStore())


def open_store(settings: Settings) -> Store:
    """The store that `settings.path` names: a folder, or ":memory:". Raises ConfigError for an unknown URL."""
    path = settings.path
    if path == ":memory:":
        return _indexed(apart(), settings)
    if "://" in path:
        raise errors.ConfigError(f"no store for {path.split('://', 1)[0]!r}; known: a folder such as './memory', or ':memory:'")
    module = importlib.import_module("memstrata.stores.sqlite")
    folder = files.named(path)
    importlib.import_module(_BACKUP).tidy(folder)
    store = cast(Store, module.open_store(folder, durability=settings.durability, cache_bytes=settings.cache_mb << 20))
    return _indexed(store, settings)


def _indexed(store: Store, settings: Settings) -> Store:
    """The store with an index for very large owners, where the extra for it is installed: all else is answered as without it."""
    if not settings.index_from or importlib.util.find_spec("usearch") is None:
        return store
    return cast(Store, indexed.Indexed(store, settings.index_from, lambda: importlib.import_module("memstrata.stores.hnsw").Hnsw()))


def near(store: Store) -> indexed.Indexed | None:
    """The store as one that can find what is near without looking at every vector; None when it cannot."""
    return store if isinstance(store, indexed.Indexed) else None


def network(settings: Settings) -> str | None:
    """The type of the network file system that the store's folder lies on; None for a local one, and for a store without a folder."""
    if settings.path == ":memory:" or "://" in settings.path:
        return None
    return cast(str | None, importlib.import_module("memstrata.stores.sqlite.mounts").network(files.named(settings.path)))


def backup(settings: Settings, target: Path) -> BackupReport:
    """Copy the store of `settings` to a file. Raises ConfigError for a store that has no file."""
    driver = importlib.import_module(_BACKUP)
    return cast(BackupReport, driver.write(folder(settings), target))


def restore(settings: Settings, source: Path) -> RestoreReport:
    """Make the store of `settings` what a backup holds; no handle of this process may have it open."""
    driver = importlib.import_module(_BACKUP)

    def opened(place: Path) -> Store:
        return open_store(settings.with_values({"path": str(place)}))

    return cast(RestoreReport, driver.restore(folder(settings), source, opened))


def with_store(parts: Parts, store: Store) -> Parts:
    """`parts` around another store; what was gathered for the former one is gone."""
    return replace(
        parts,
        store=store,
        remember=replace(parts.remember, store=store),
        recall=replace(parts.recall, store=store, index=near(store)),
        sessions=replace(parts.sessions, store=store),
        closer=replace(parts.closer, store=store),
        eraser=replace(parts.eraser, store=store),
        consolidator=replace(parts.consolidator, store=store),
        uses=use_counts.UseCounts(),
    )


def folder(settings: Settings) -> Path:
    """Where the store of `settings` has its file. Raises ConfigError for one that has none."""
    if settings.path == ":memory:" or "://" in settings.path:
        raise errors.ConfigError(f"{settings.path} has no file to copy or replace: use export and import_")
    return files.named(settings.path)


def new_id() -> str:
    """A fresh record id: a UUID of version 7, 32 hexadecimal digits, later ones greater."""
    return uuid_utils.uuid7().hex
