"""Small habits that keep code honest: narrow excepts, explained exemptions, real doubles, names that say something."""

import ast
import re
from collections import Counter
from pathlib import Path

from tests.house import tree

# {file: (how many, the reason)}; only the upkeep runner and a server's edge may catch everything, logged and counted.
BROAD_EXCEPTS: dict[str, tuple[int, str]] = {
    "src/memstrata/remember/model/calling.py": (1, "a model that is handed in may raise anything; it is counted, and the turn waits"),
    "src/memstrata/agent.py": (
        2,
        "what a caller's tool raises is told to the model; what was said before a call broke off is kept, and raised on",
    ),
    "src/memstrata/core/events.py": (1, "what is told of has happened: a listener's fault must not look like its failure; it is logged"),
    "src/memstrata/upkeep/worker.py": (1, "the thread must outlive any fault of a job; it is counted and shown by health()"),
}
VAGUE = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}
DOUBLES = ("unittest.mock", "mock.", "pytest_mock", "time.sleep", "asyncio.sleep")
PATCHES = {"monkeypatch.setattr", "monkeypatch.setitem", "mocker.patch", "mock.patch", "time.sleep"}
EXEMPTION = re.compile(r"#\s*(?:noqa|type:\s*ignore)")
EXPLAINED = re.compile(r"# (?:noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*|type: ignore\[[a-z, -]+\]) .*\w+\W+\w+")
# Where and how this was written is nobody's business. One letter stands in brackets, so that this file does not hold what it refuses.
UNWANTED = re.compile(
    r"/wor[k](?![a-z])|py[p]i\.org|files\.python[h]osted|registry\.npm[j]s|/tmp/b[r]ief|share[d]/(?:cases|data|hooks)\b|\bissue #?\d"
)


def catches_everything(node: ast.AST) -> bool:
    """Whether it is `except:`, `except Exception`, a tuple with one of those, or `suppress(Exception)`."""
    if isinstance(node, ast.ExceptHandler):
        caught = [node.type] if not isinstance(node.type, ast.Tuple) else node.type.elts
    elif isinstance(node, ast.Call) and tree.dotted(node.func).endswith("suppress"):
        caught = node.args
    else:
        return False
    return any(error is None or tree.dotted(error) in {"Exception", "BaseException"} for error in caught)


def promises(path: Path) -> list[str]:
    return [
        f"{tree.name(path)}:{function.lineno} {function.name}" for function in tree.functions(path) if function.name.startswith("test_")
    ]


def test_everything_is_caught_only_where_the_list_says_so():
    found = Counter(
        tree.name(path) for path in tree.python_files("src") for node in ast.walk(tree.syntax(path)) if catches_everything(node)
    )

    assert found == {path: count for path, (count, _) in BROAD_EXCEPTS.items()}


def test_every_exemption_from_a_check_names_it_and_gives_a_reason():
    unexplained = [
        f"{tree.name(path)}:{line} {comment}"
        for path in tree.python_files("src")
        for comment, line in tree.comments(path)
        if EXEMPTION.search(comment) and not EXPLAINED.search(comment)
    ]

    assert unexplained == []


def test_nothing_in_the_package_prints_outside_the_command_line():
    printing = [
        f"{tree.name(path)}:{line}"
        for path in tree.python_files("src")
        if not tree.name(path).startswith("src/memstrata/cli")
        for called, line in tree.calls(path)
        if called == "print"
    ]

    assert printing == []


def test_no_file_has_a_name_that_says_nothing():
    assert [tree.name(path) for path in tree.python_files("src", "tests", "benchmarks") if path.stem in VAGUE] == []


def test_every_test_is_named_after_a_promise():
    names = [place for path in tree.python_files("tests", "src/memstrata/testing") for place in promises(path)]

    assert [place for place in names if len(place.rpartition(" test_")[2].split("_")) < 3] == []


def test_tests_use_real_doubles_and_never_wait_by_sleeping():
    found = [
        f"{tree.name(path)}:{line} {used}"
        for path in tree.python_files("tests")
        for used, line in [*tree.imports(tree.syntax(path)), *tree.calls(path)]
        if used.startswith(DOUBLES) or used in PATCHES
    ]

    assert found == []


def test_no_file_mentions_the_place_where_it_was_written():
    texts = {tree.name(path): path.read_bytes().decode("utf-8", "replace") for path in tree.kept_files()}

    assert {name: match.group() for name, text in texts.items() if (match := UNWANTED.search(text))} == {}
