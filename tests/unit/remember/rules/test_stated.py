"""What is stated is found, with the right slot and value, whatever the wording."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

import pytest

from memstrata.core.drafts import Draft
from memstrata.core.turns import Turn
from memstrata.remember import rules
from tests.unit.remember.rules import stated_chinese, stated_english, stated_spoken, unstated

AT = datetime(2025, 9, 15, 9, 0, tzinfo=timezone(timedelta(hours=8)))  # a Monday


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One line of the lists: the words, and what must be found in them."""

    text: str
    slot: str | None
    value: str | None
    retracts: bool
    negated: bool


def turn(text: str, role: str = "user") -> Turn:
    return Turn(id="m-1", session="s-1", role=role, text=text, at=AT)


def extract(text: str, *before: tuple[str, str]) -> list[Draft]:
    return rules.extract(turn(text), before=[turn(words, role) for role, words in before])


def read(table: str) -> list[Stated]:
    rows = []
    for line in table.strip().splitlines():
        text, slot, value = (part.strip() for part in line.split("|"))
        rows.append(
            Stated(
                text=text,
                slot=None if slot == "-" else slot.strip("!~"),
                value=None if slot == "-" else value,
                retracts=slot.endswith("!"),
                negated=slot.startswith("~"),
            )
        )
    return rows


ALL = [row for module in (stated_english, stated_chinese, stated_spoken) for table in module.ALL.values() for row in read(table)]
UNSTATED = [(kind, line) for kind, table in unstated.ALL.items() for line in table.strip().splitlines()]


@pytest.mark.parametrize("row", ALL, ids=lambda row: row.text)
def test_a_stated_fact_is_found(row):
    found = extract(row.text)

    telling = [(draft.slot, draft.value, draft.retracts) for draft in found if draft.confidence >= 0.5]
    assert (row.slot, row.value, row.retracts) in telling
    assert not row.negated or any(draft.negated for draft in found)


WRAPPED = [
    (("", "."), ("", "。")),
    (("Hey, ", "!"), ("你好，", "！")),
    (("By the way, ", ". Thanks!"), ("对了，", "。谢谢！")),
    (("", "\n\nAlso, how do I sort a list?"), ("", "\n\n另外，怎么给列表排序？")),
]


@pytest.mark.parametrize("wrap", WRAPPED, ids=["full stop", "greeting", "aside", "question behind"])
def test_a_fact_is_found_in_whatever_it_is_wrapped(wrap):
    missed = []
    for row in ALL:
        before, after = wrap[0] if row.text.isascii() else wrap[1]
        if (row.slot, row.value) not in [(draft.slot, draft.value) for draft in extract(before + row.text + after)]:
            missed.append(row.text)

    assert missed == []


@pytest.mark.parametrize("row", ALL, ids=lambda row: row.text)
def test_a_draft_rests_on_the_words_of_the_turn(row):
    for draft in extract(row.text):
        assert draft.content == row.text[draft.span[0] : draft.span[1]]
        assert draft.content.strip() == draft.content != ""


def test_each_statement_gives_few_drafts():
    counts = [len(extract(row.text)) for row in ALL]

    assert max(counts) <= 3
    assert sum(counts) / len(counts) < 1.1


@pytest.mark.parametrize(("kind", "line"), UNSTATED, ids=lambda value: value)
def test_what_states_nothing_leaves_nothing(kind, line):
    assert [draft for draft in extract(line) if draft.confidence >= 0.5] == []


def test_the_lists_are_long_enough_in_both_languages():
    assert min(sum(len(read(table)) for table in module.ALL.values()) for module in (stated_english, stated_chinese)) >= 150
    assert len(UNSTATED) >= 150


@pytest.mark.parametrize("role", ["assistant", "system", "tool", "developer", "function"])
def test_only_a_user_states_facts(role):
    assert rules.extract(turn("I live in Trondheim", role)) == []


def test_instants_and_sources_are_those_of_the_turn():
    (draft,) = extract("I live in Trondheim")

    assert draft.source == ("s-1", "m-1")
    assert draft.valid_from == AT
    assert draft.valid_from.astimezone(UTC).hour == 1
