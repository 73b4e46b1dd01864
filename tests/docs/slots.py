"""The rows of the slot pages. `python -m tests.docs.slots` writes them anew after a change of the table."""

from memstrata.policies.slots import table
from tests.docs import pages


def rows() -> list[str]:
    """One row of Markdown a slot, in the order of the table."""
    return [
        f"| `{slot.name}` | {slot.kind} | {slot.cardinality} | {slot.importance:g} | {', '.join(slot.en)} | {'、'.join(slot.zh)} |"
        for slot in table.TABLE
    ]


def write() -> None:
    """Put the rows into the pages of both languages."""
    for language in pages.LANGUAGES:
        path = pages.DOCS / language / "reference" / "slots.md"
        head, rule, _ = path.read_text("utf-8").partition("|---|---|---|---|---|---|\n")
        path.write_text(head + rule + "\n".join(rows()) + "\n", "utf-8")


if __name__ == "__main__":
    write()
