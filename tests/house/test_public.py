"""The public face: `memstrata.__all__`, its docstrings, and the sync and async verbs as mirrors."""

import ast
import dataclasses
import importlib
import inspect
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.house import tree


def load(module: str) -> ModuleType:
    """The module, or a skip while its file is not written; a file that is there must import."""
    path = tree.SRC.joinpath(*module.split(".")[1:])
    if not ((path / "__init__.py").is_file() or path.with_suffix(".py").is_file()):
        pytest.skip(f"{module} is not written yet")
    return importlib.import_module(module)


def verbs(owner: type) -> dict[str, object]:
    """Public methods and properties that the class or an own ancestor defines, by name."""
    own = [ancestor for ancestor in owner.__mro__ if ancestor.__module__.startswith("memstrata")]
    return {name: inspect.getattr_static(owner, name) for ancestor in own for name in vars(ancestor) if not name.startswith("_")}


def own_classes(module: ModuleType) -> Iterator[type]:
    """The public classes that the module itself defines."""
    for name, value in vars(module).items():
        if inspect.isclass(value) and value.__module__ == module.__name__ and not name.startswith("_"):
            yield value


def twins() -> list[tuple[type, type]]:
    """(class, its Async mirror) for every class of `memstrata.aio` that begins with Async."""
    sync = {owner.__name__: owner for name in ("memory", "scoped", "session") for owner in own_classes(load(f"memstrata.{name}"))}
    mirrors = [owner for owner in own_classes(load("memstrata.aio")) if owner.__name__.startswith("Async")]
    return [(sync[mirror.__name__.removeprefix("Async")], mirror) for mirror in mirrors]


def parameters(verb: object) -> object:
    """What a caller must know of a verb: names, kinds, defaults, annotations of its parameters; of anything else its type.

    A parameter that takes a `Session` takes an `AsyncSession` in the mirror: that is no difference.
    """
    if not inspect.isfunction(verb):
        return type(verb).__name__
    return [(p.name, p.kind, p.default, str(p.annotation).replace("Async", "")) for p in inspect.signature(verb).parameters.values()]


def documented(value: object) -> bool:
    """Whether somebody wrote a docstring; the one that `dataclass` makes up does not count."""
    doc = inspect.getdoc(value) or ""
    invented = inspect.isclass(value) and dataclasses.is_dataclass(value) and doc.startswith(f"{value.__name__}(")
    return bool(doc.strip()) and not invented


def test_every_public_name_exists():
    memstrata = load("memstrata")

    assert [name for name in memstrata.__all__ if not hasattr(memstrata, name)] == []
    assert set(memstrata.__all__) <= set(dir(memstrata))


def test_every_public_object_has_a_docstring():
    memstrata = load("memstrata")
    public = {name: getattr(memstrata, name) for name in memstrata.__all__}

    assert [name for name, value in public.items() if (inspect.isclass(value) or inspect.isfunction(value)) and not documented(value)] == []


def test_every_public_verb_has_a_docstring():
    memstrata = load("memstrata")
    owners = [value for name in memstrata.__all__ if inspect.isclass(value := getattr(memstrata, name))]
    bare = [
        f"{owner.__name__}.{name}"
        for owner in owners
        for name, verb in verbs(owner).items()
        if (inspect.isfunction(verb) or isinstance(verb, property)) and not documented(verb)
    ]

    assert bare == []


def test_every_module_says_what_it_is():
    assert [tree.name(path) for path in tree.python_files("src") if not ast.get_docstring(tree.syntax(path))] == []


def test_every_sync_verb_has_an_async_mirror():
    pairs = twins()
    mirrored = {sync for sync, _ in pairs}
    handles = {
        owner
        for name in ("memory", "scoped", "session")
        for owner in own_classes(load(f"memstrata.{name}"))
        if not dataclasses.is_dataclass(owner)
    }

    assert handles - mirrored == set()
    assert {sync.__name__: verbs(sync).keys() ^ verbs(mirror).keys() for sync, mirror in pairs} == {
        sync.__name__: set() for sync, _ in pairs
    }


def test_sync_and_async_signatures_are_equal():
    different = [
        f"{mirror.__name__}.{name}: {parameters(verbs(mirror).get(name))} is not {parameters(verb)}"
        for sync, mirror in twins()
        for name, verb in verbs(sync).items()
        if parameters(verbs(mirror).get(name)) != parameters(verb)
    ]

    assert different == []


def test_async_handles_are_context_managers_where_sync_ones_are():
    assert [mirror.__name__ for sync, mirror in twins() if hasattr(sync, "__enter__") != hasattr(mirror, "__aenter__")] == []


def test_the_awaitable_stub_is_current():
    check = subprocess.run([sys.executable, tree.ROOT / "tools" / "async_stub.py", "--check"], check=False)

    assert check.returncode == 0, "run `make fmt`: src/memstrata/aio.pyi is not what the sync classes say"
