"""Doubles and contracts for tests: a store, a clock, a model and embedders without a network, and what every driver must pass."""

from memstrata.testing.clock import FixedClock
from memstrata.testing.contracts import EmbedderContract, LLMContract, StoreContract
from memstrata.testing.embedders import BrokenEmbedder, HashEmbedder
from memstrata.testing.llm import ScriptedLLM
from memstrata.testing.memory import InMemoryStore

__all__ = [
    "BrokenEmbedder",
    "EmbedderContract",
    "FixedClock",
    "HashEmbedder",
    "InMemoryStore",
    "LLMContract",
    "ScriptedLLM",
    "StoreContract",
]
