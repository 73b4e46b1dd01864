"""What the documentation shows works: every Python block runs and prints what it says, every command can be parsed."""

import contextlib
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from memstrata.cli import app
from memstrata.memory import Memory
from tests.docs import pages
from tests.docs.pages import Block, Page

PAGES = [page for page in pages.every_page() if page.blocks("python")]
AS_INSTALLED = ("README.md", "README.zh.md", "docs/en/start.md", "docs/zh/start.md")
QUICK = "none"  # for all other pages, which need no meaning: an encoder takes a second to load, in each page anew
GROUP = typer.main.get_group(app.APP)


class Printed:
    """Stands for `print` in a page: keeps what was printed."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, *values: object) -> None:
        self.lines.extend(" ".join(map(str, values)).splitlines())


def expected(block: Block) -> list[str]:
    """What the comments behind the `print` lines of a block say."""
    shown = [line.partition("    # ") for line in block.text.splitlines() if line.lstrip().startswith("print(")]
    return [comment.strip() for _, mark, comment in shown if mark]


def run(page: Page, folder: Path) -> list[tuple[Block, list[str]]]:
    """The blocks of the page with what they printed, run in order in `folder`; they share their names."""
    names: dict[str, object] = {"__name__": "page"}
    done = []
    with contextlib.chdir(folder):
        try:
            for block in page.blocks("python"):
                printed = names["print"] = Printed()
                code = "\n" * (block.line - 1) + block.text  # so that a traceback names the line of the page
                exec(compile(code, str(page.path), "exec"), names)  # noqa: S102  the project's own pages
                done.append((block, printed.lines))
        finally:
            for opened in [value for value in names.values() if isinstance(value, Memory)]:
                opened.close()
    return done


def commands(page: Page) -> list[list[str]]:
    """The words of each call of memstrata in the page's shell blocks."""
    lines = [line for block in page.blocks("bash") for line in block.text.splitlines()]
    return [words[1:] for line in lines if (words := shlex.split(line, comments=True))[:1] == ["memstrata"]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_python_block_runs_and_prints_what_it_says(page, tmp_path, monkeypatch):
    if page.name not in AS_INSTALLED:
        monkeypatch.setenv("MEMSTRATA_EMBEDDER", QUICK)

    done = run(page, tmp_path)

    for block, printed in done:
        for wanted in expected(block):
            assert wanted in printed, f"{page.name}:{block.line} says {wanted!r}, printed {printed}"


@pytest.mark.parametrize("page", [page for page in pages.every_page() if commands(page)], ids=lambda page: page.name)
def test_every_command_can_be_parsed(page):
    for verb, *rest in commands(page):
        command = GROUP.commands[verb]

        with command.make_context(verb, rest):
            pass


@pytest.mark.slow
@pytest.mark.parametrize("language", pages.LANGUAGES)
def test_the_readme_shows_what_the_demo_prints(language):
    shown = pages.pages(language)["README"].blocks("text")[0].text

    printed = subprocess.run(
        [sys.executable, "-m", "memstrata", "demo"], capture_output=True, encoding="utf-8", timeout=120, check=True
    ).stdout

    assert [line for line in shown.splitlines() if line not in printed.splitlines()] == []


def test_every_fence_says_what_it_holds():
    languages = {(page.name, block.language) for page in pages.every_page() for block in page.blocks()}

    assert {found for found in languages if found[1] not in ("python", "bash", "text")} == set()
