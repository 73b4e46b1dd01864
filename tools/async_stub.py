"""Writes `src/memstrata/aio.pyi`: the awaitable verbs for type checkers, made from the sync classes.

python tools/async_stub.py            writes the file
python tools/async_stub.py --check    says whether it is current, by its exit code
"""

import ast
import sys
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src" / "memstrata"
STUB = SRC / "aio.pyi"
# (module, class, properties that read nothing, verbs that give another handle)
HANDLES = (
    ("session", "State", (), {}),
    ("session", "Session", (), {}),
    ("scoped", "ScopedMemory", ("owner",), {"session": "AsyncSession"}),
    ("memory", "Memory", ("settings", "events", "llm"), {"scope": "AsyncScopedMemory"}),
)
NAMES = {"Records": "list[MemoryRecord]", "Experiences": "list[Experience]", "SkillList": "list[Skill]"}  # aliases of the sync modules
EXIT = "self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None"
TAIL = "def sync(mirror: AsyncMemory) -> memory.Memory: ...\n"
HEAD = """# Made by tools/async_stub.py; do not edit.
"""


def main(check: bool) -> int:
    """Write or compare; 1 when the file is not current."""
    made = stub()
    if check:
        return 0 if STUB.is_file() and STUB.read_text("utf-8") == made else 1
    STUB.write_text(made, "utf-8")
    return 0


def stub() -> str:
    """The whole text of the stub."""
    imports: set[str] = set()
    classes = []
    for module, name, plain, handles in HANDLES:
        tree = ast.parse((SRC / f"{module}.py").read_text("utf-8"))
        imports.update(ast.unparse(node) for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)))
        node = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
        classes.append(_class(node, plain, handles))
    imports.update(("import builtins", "from collections.abc import Awaitable", "from memstrata import memory, scoped, session"))
    imports -= {line for line in imports if line.endswith(("import Session", "import ScopedMemory"))}
    lines = sorted(imports, key=lambda line: (" memstrata" in line, line))
    return HEAD + "\n".join(lines) + "\n\n" + "\n\n".join(classes) + "\n\n" + TAIL


def _class(node: ast.ClassDef, plain: tuple[str, ...], handles: dict[str, str]) -> str:
    sync = {"State": "session.State", "Session": "session.Session", "ScopedMemory": "scoped.ScopedMemory", "Memory": "memory.Memory"}[
        node.name
    ]
    body = [f"    def __init__(self, sync: {sync}) -> None: ..."]
    if node.name == "Session":
        body += ["    id: str", "    state: AsyncState"]
    for item in node.body:
        if not isinstance(item, ast.FunctionDef) or item.name.startswith("_"):
            continue
        body.append(_verb(item, plain, handles))
    if node.name in ("Session", "Memory"):
        body.append("    async def __aenter__(self) -> Self: ...")
        body.append(f"    async def __aexit__({EXIT}) -> None: ...")
    return f"class Async{node.name}:\n" + "\n".join(body)


def _verb(item: ast.FunctionDef, plain: tuple[str, ...], handles: dict[str, str]) -> str:
    returns = ast.unparse(item.returns) if item.returns else "None"
    for alias, meaning in NAMES.items():
        returns = returns.replace(alias, meaning)
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in item.decorator_list):
        told = returns if item.name in plain else f"Awaitable[{returns}]"
        return f"    @property\n    def {item.name}(self) -> {told}: ..."
    arguments = ast.unparse(item.args)
    if item.name in handles:
        return f"    def {item.name}({arguments}) -> {handles[item.name]}: ..."
    returns = "builtins.list[MemoryRecord]" if returns == "list[MemoryRecord]" else returns
    return f"    async def {item.name}({arguments}) -> {returns}: ..."


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
