"""The project's own files, read once: what the house rules look at."""

import ast
import functools
import io
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "memstrata"


def python_files(*folders: str) -> list[Path]:
    """The Python files below these folders of the project, sorted; a folder that is not there has none."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def kept_files() -> list[Path]:
    """The files that git keeps or would keep, sorted: neither ignored nor deleted."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True, timeout=30
    ).stdout.decode()
    return sorted(path for name in names.split("\0") if name and (path := ROOT / name).is_file())


def name(path: Path) -> str:
    """The path as the messages show it: from the project's root, with slashes."""
    return path.relative_to(ROOT).as_posix()


@functools.cache
def text(path: Path) -> str:
    """The file's text."""
    return path.read_text(encoding="utf-8")


@functools.cache
def syntax(path: Path) -> ast.Module:
    """The file's syntax tree."""
    return ast.parse(text(path), filename=str(path))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method of the file, nested ones too."""
    return (node for node in ast.walk(syntax(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def calls(path: Path) -> Iterator[tuple[str, int]]:
    """(dotted name, line) of everything that is called by a plain name: `time.sleep(1)` is `time.sleep`."""
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.Call) and (called := dotted(node.func)):
            yield called, node.lineno


def imports(node: ast.AST) -> Iterator[tuple[str, int]]:
    """(dotted name, line) of every import at or below the node; `from a import b` is `a.b`."""
    for child in ast.walk(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, child.lineno) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from ((f"{'.' * child.level}{child.module or ''}.{alias.name}", child.lineno) for alias in child.names)


def dotted(node: ast.expr) -> str:
    """`a.b.c` for such an expression, "" for any other."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (owner := dotted(node.value)):
        return f"{owner}.{node.attr}"
    return ""


def comments(path: Path) -> Iterator[tuple[str, int]]:
    """(text with its #, line) of every comment."""
    for token in tokenize.generate_tokens(io.StringIO(text(path)).readline):
        if token.type == tokenize.COMMENT:
            yield token.string, token.start[0]


def code_lines(path: Path) -> int:
    """Lines that hold code: no blanks, no comments, no docstrings."""
    docstrings = {
        line
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    silent = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text(path)).readline)
        if token.type not in silent
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(lines - docstrings)
