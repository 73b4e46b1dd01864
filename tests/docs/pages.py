"""The pages of the documentation, read as Markdown: headings, fenced blocks, tables, links."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.house import tree

DOCS = tree.ROOT / "docs"
LANGUAGES = ("en", "zh")
READMES = {"en": tree.ROOT / "README.md", "zh": tree.ROOT / "README.zh.md"}

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_WORD = re.compile(r"[\u4e00-\u9fff]|[a-zA-Z0-9](?:[\w.'’-]*[a-zA-Z0-9])?", re.ASCII)
_HAN_A_WORD = 1.6  # characters, the mean of modern Chinese prose


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block; `line` is that of its first line of content, from 1."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class Page:
    """One Markdown file."""

    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text("utf-8")

    @cached_property
    def prose(self) -> str:
        """The text without its fenced blocks."""
        return _FENCE.sub("", self.text)

    @property
    def name(self) -> str:
        return self.path.relative_to(tree.ROOT).as_posix()

    def blocks(self, *languages: str) -> list[Block]:
        """The fenced blocks in `languages`, all without any."""
        found = [Block(match[1], match[2], self.text.count("\n", 0, match.start(2)) + 1) for match in _FENCE.finditer(self.text)]
        return [block for block in found if not languages or block.language in languages]

    def headings(self) -> list[tuple[int, str]]:
        """(level, title) of each heading."""
        return [(len(marks), title.strip()) for marks, title in _HEADING.findall(self.prose)]

    def sections(self, level: int) -> dict[str, str]:
        """title → text of each section under a heading of `level`."""
        parts = re.split(rf"^{'#' * level} (.+)$", self.text, flags=re.MULTILINE)
        return {title.strip(): text for title, text in zip(parts[1::2], parts[2::2], strict=True)}

    def rows(self) -> list[list[str]]:
        """The cells of every row of every table, head and rule included."""
        lines = (line for line in self.prose.splitlines() if line.startswith("|"))
        return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))] for line in lines]

    def named(self) -> set[str]:
        """What the first cells of the tables name in code type: all of `a`, `b` in one cell."""
        return {name for row in self.rows() for name in re.findall(r"`([^`]+)`", row[0])}

    def links(self) -> list[str]:
        """The targets of its links."""
        return _LINK.findall(self.prose)

    def words(self) -> int:
        """Words of the whole page, code included; a Chinese word counts 1.6 characters."""
        found: list[str] = _WORD.findall(self.text)
        han = sum("\u4e00" <= word <= "\u9fff" for word in found)
        return len(found) - han + round(han / _HAN_A_WORD)


def pages(language: str) -> dict[str, Page]:
    """The pages of a language by their path below its folder; the README is 'README'."""
    folder = DOCS / language
    return {"README": Page(READMES[language])} | {path.relative_to(folder).as_posix(): Page(path) for path in sorted(folder.rglob("*.md"))}


def every_page() -> list[Page]:
    """All pages of both languages, those that hold both, and the changelog."""
    both = [Page(path) for path in sorted(DOCS.rglob("*.md")) if path.relative_to(DOCS).parts[0] not in LANGUAGES]
    return [page for language in LANGUAGES for page in pages(language).values()] + both + [Page(tree.ROOT / "CHANGELOG.md")]
