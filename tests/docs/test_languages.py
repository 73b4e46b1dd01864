"""Both languages are equals: the same pages, the same shape; and every link leads somewhere."""

import re

import pytest

from tests.docs import pages
from tests.docs.pages import Page

MAX_README_WORDS = 500
ENGLISH, CHINESE = pages.pages("en"), pages.pages("zh")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def shape(page: Page) -> dict[str, object]:
    """What a translation keeps: heading levels, fenced blocks, rows of tables."""
    return {
        "headings": [level for level, _ in page.headings()],
        "blocks": [block.language for block in page.blocks()],
        "rows": [len(row) for row in page.rows()],
    }


def anchors(page: Page) -> set[str]:
    """The anchors of its headings, as GitHub makes them."""
    kept = (re.sub(r"[^\w\- ]", "", title.lower()) for _, title in page.headings())
    return {title.replace(" ", "-") for title in kept}


def test_both_languages_have_the_same_pages():
    assert sorted(ENGLISH) == sorted(CHINESE)


@pytest.mark.parametrize("name", sorted(set(ENGLISH) & set(CHINESE)))
def test_a_page_has_the_same_shape_in_both_languages(name):
    assert shape(ENGLISH[name]) == shape(CHINESE[name])


@pytest.mark.parametrize("name", sorted(CHINESE))
def test_every_chinese_page_is_written_in_chinese(name):
    assert len(_HAN.findall(CHINESE[name].prose)) > len(_HAN.findall(ENGLISH[name].prose)) / 2
    assert _HAN.search(CHINESE[name].headings()[0][1]) or name in ("README", "index.md")


@pytest.mark.parametrize("language", pages.LANGUAGES)
def test_the_readme_is_short(language):
    assert pages.pages(language)["README"].words() <= MAX_README_WORDS


@pytest.mark.parametrize("page", pages.every_page(), ids=lambda page: page.name)
def test_every_link_leads_to_a_page_and_a_heading(page):
    for link in page.links():
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        path = (page.path.parent / target).resolve() if target else page.path

        assert path.is_file(), f"{page.name} links to {link}"
        assert not anchor or anchor in anchors(Page(path)), f"{page.name} links to {link}"


def test_every_decision_tells_context_choice_and_price_in_both_languages():
    parts = ["Context", "Choice", "Price", "背景", "选择", "代价"]
    decisions = [Page(path) for path in sorted((pages.DOCS / "decisions").glob("0*.md"))]
    listed = Page(pages.DOCS / "decisions" / "index.md").links()

    assert {page.name: titles for page in decisions if (titles := [title for level, title in page.headings() if level == 2]) != parts} == {}
    assert listed == [page.path.name for page in decisions]


def test_every_page_can_be_reached_from_the_readme():
    for language in pages.LANGUAGES:
        seen, ahead = set(), [pages.READMES[language]]
        while ahead:
            path = ahead.pop()
            if path in seen or path.suffix != ".md":
                continue
            seen.add(path)
            ahead += [(path.parent / link.partition("#")[0]).resolve() for link in Page(path).links() if "://" not in link]

        assert {page.name for page in pages.pages(language).values() if page.path not in seen} <= {f"docs/{language}/index.md"}
