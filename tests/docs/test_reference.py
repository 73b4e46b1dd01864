"""The reference is whole: what the code has stands there in both languages, and nothing else does."""

import ast
import dataclasses
import functools
import inspect
import re

import pytest
import typer

import memstrata
import memstrata.testing
from memstrata.cli import app, exits
from memstrata.core import copies, errors, filters, records, results, turns
from memstrata.core.settings import Settings
from memstrata.importers import FORMATS
from memstrata.importers.taking import ImportReport
from memstrata.memory import Memory, open_memory
from memstrata.observe.exporting import ExportReport
from memstrata.policies.graph import Entity, Relation
from memstrata.policies.meta import Knowledge
from memstrata.policies.skills import Skill
from memstrata.scoped import ScopedMemory
from memstrata.session import Session, State
from memstrata.text.private import kinds
from tests.docs import pages, slots
from tests.docs.pages import Page
from tests.house import tree

OWNERS = {Memory: "memory", ScopedMemory: "me", Session: "session", State: "session.state", memstrata.Agent: "agent"}
VALUES = (
    records.MemoryRecord, results.Hit, results.Context, results.Report, results.Explanation, results.Page, results.Preview,
    results.Receipt, turns.Turn, Knowledge, Skill, Entity, Relation, ExportReport, ImportReport, copies.BackupReport, copies.RestoreReport,
)  # fmt: skip
COMMANDS = typer.main.get_group(app.APP).commands

pytestmark = pytest.mark.parametrize("language", pages.LANGUAGES)


def page(language: str, name: str) -> Page:
    return pages.pages(language)[name]


def verbs() -> dict[str, str]:
    """heading → the call as the page must show it."""
    found = {"memstrata.open": call("memstrata.open", open_memory), "memstrata.Agent": call("memstrata.Agent", memstrata.Agent)}
    for owner, handle in OWNERS.items():
        for name, value in vars(owner).items():
            if not name.startswith("_"):
                found[f"{owner.__name__}.{name}"] = call(f"{handle}.{name}", value)
    return found


def call(name: str, value: object) -> str:
    """`me.recall(query, limit=5)`: names and defaults, without types; a property is its name."""
    if isinstance(value, property) or not callable(value):
        return name
    shown = []
    for parameter in inspect.signature(value).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in shown:
            shown.append("*")
        prefix = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
        default = "" if parameter.default is parameter.empty else f"={parameter.default!r}".replace("'", '"')
        shown.append(f"{prefix}{parameter.name}{default}")
    return f"{name}({', '.join(part for part in shown if part != 'self')})"


@functools.cache
def emitted() -> set[str]:
    """The names of all events that the code emits."""
    calls = [node for path in tree.python_files("src") for node in ast.walk(tree.syntax(path)) if isinstance(node, ast.Call)]
    named = [node.args[0] for node in calls if isinstance(node.func, ast.Attribute) and node.func.attr == "emit" and node.args]
    return {str(name.value) for name in named if isinstance(name, ast.Constant)}


def test_every_verb_stands_there_with_its_signature(language):
    sections = page(language, "reference/verbs.md").sections(3)

    assert sorted(sections) == sorted(verbs())
    for name, shown in verbs().items():
        assert f"```text\n{shown}\n```" in sections[name], f"{name}: {shown}"


def test_every_verb_says_what_it_returns(language):
    word = {"en": "Returns `", "zh": "返回 `"}[language]

    silent = [name for name, text in page(language, "reference/verbs.md").sections(3).items() if word not in text]
    assert silent == []


def test_every_field_of_a_result_stands_there(language):
    sections = page(language, "reference/records.md").sections(2)

    for value in VALUES:
        named = re.findall(r"^\| `(\w+)` \|", sections[value.__name__], re.MULTILINE)
        assert named == [item.name for item in dataclasses.fields(value)], value.__name__


def test_every_kind_stands_there(language):
    written = {value for name, value in vars(records.Kind).items() if not name.startswith("_")}

    assert {kind for kind in written if f"`{kind}`" not in page(language, "reference/records.md").text} == set()


def test_every_setting_stands_there_with_its_default(language):
    rows = {row[0].strip("`"): row[1].strip("`") for row in page(language, "reference/settings.md").rows()[2:]}

    assert rows == {item.name: repr(item.default).replace("'", '"') for item in dataclasses.fields(Settings)}


def test_every_error_stands_there(language):
    own = {name for name, value in vars(errors).items() if inspect.isclass(value)}

    assert page(language, "reference/errors.md").named() == own
    assert {name for name in own if name not in page(language, "reference/errors.md").blocks("text")[0].text} == set()


def test_every_event_stands_there(language):
    named = {row[0].strip("`") for row in page(language, "reference/events.md").rows()[2:]}

    assert named == emitted()


def test_every_command_stands_there_with_its_options(language):
    sections = page(language, "reference/cli.md").sections(3)
    common = page(language, "reference/cli.md").named()

    assert sorted(sections) == sorted(f"memstrata {name}" for name in COMMANDS)
    for name, command in COMMANDS.items():
        own = {flag for option in command.params for flag in option.opts if flag.startswith("-") and not getattr(option, "hidden", False)}
        missing = {flag for flag in own - common - {"--help", "-h"} if f"`{flag}`" not in sections[f"memstrata {name}"]}
        assert missing == set(), name


def test_every_exit_code_stands_there(language):
    shown = [int(row[0]) for row in page(language, "reference/cli.md").rows() if row[0].isdigit()]

    assert shown == [code for code, _ in exits.TABLE]


def test_every_operator_and_field_of_filters_stands_there(language):
    found = page(language, "reference/filters.md")

    assert found.named() == set(filters._OPERATORS)
    assert {name for name in filters.FIELDS if f"`${name}`" not in found.text} == set()


def test_every_slot_stands_there_with_all_its_words(language):
    shown = [line for line in page(language, "reference/slots.md").text.splitlines() if line.startswith("| `")]

    assert shown == slots.rows(), "run: python -m tests.docs.slots"


def test_every_kind_of_private_data_stands_there(language):
    assert page(language, "howto/private.md").named() == {kind.value for kind in kinds.PrivateKind}


def test_every_import_format_stands_there(language):
    assert page(language, "howto/import.md").named() == set(FORMATS)


def test_every_double_stands_there(language):
    assert page(language, "reference/testing.md").named() == set(memstrata.testing.__all__)
