"""memstrata: a layered memory for AI agents, in Chinese and English.

memory = memstrata.open("./memory")
me = memory.scope(user="anna")
me.remember("I live in Hangzhou and I'm allergic to peanuts.")
me.recall("where do I live?")
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memstrata import testing
    from memstrata.agent import Agent, AsyncAgent
    from memstrata.aio import AsyncMemory
    from memstrata.core import errors
    from memstrata.core.errors import MemstrataError
    from memstrata.core.records import MemoryRecord
    from memstrata.core.results import Context, Hit, Hits, Page, Report
    from memstrata.core.scope import Scope
    from memstrata.core.settings import Settings
    from memstrata.memory import Memory
    from memstrata.memory import open_memory as open
    from memstrata.policies.trust import sign

__version__ = "0.1.0"

_HOMES = {
    "Agent": ("memstrata.agent", "Agent"),
    "AsyncAgent": ("memstrata.agent", "AsyncAgent"),
    "AsyncMemory": ("memstrata.aio", "AsyncMemory"),
    "Context": ("memstrata.core.results", "Context"),
    "Hit": ("memstrata.core.results", "Hit"),
    "Hits": ("memstrata.core.results", "Hits"),
    "Memory": ("memstrata.memory", "Memory"),
    "MemoryRecord": ("memstrata.core.records", "MemoryRecord"),
    "MemstrataError": ("memstrata.core.errors", "MemstrataError"),
    "Page": ("memstrata.core.results", "Page"),
    "Report": ("memstrata.core.results", "Report"),
    "Scope": ("memstrata.core.scope", "Scope"),
    "Settings": ("memstrata.core.settings", "Settings"),
    "open": ("memstrata.memory", "open_memory"),
    "sign": ("memstrata.policies.trust", "sign"),
}  # loaded on first use (PEP 562): numpy and the engine alone take longer than the whole import may

__all__ = [
    "Agent", "AsyncAgent", "AsyncMemory", "Context", "Hit", "Hits", "Memory", "MemoryRecord", "MemstrataError", "Page", "Report", "Scope",
    "Settings", "errors", "open", "sign", "testing",
]  # fmt: skip
_MODULES = {"errors": "memstrata.core.errors", "testing": "memstrata.testing"}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return importlib.import_module(_MODULES[name])
    if name not in _HOMES:
        raise AttributeError(f"module 'memstrata' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(importlib.import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
