"""The graph of records: entities with aliases, relations with validity, neighbours, paths, activation."""

from datetime import UTC, datetime, timedelta

from memstrata.core.records import MemoryRecord, Status, Trust
from memstrata.policies import graph

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def fact(number: int, content: str, slot: str | None = None, value: str | None = None, **more: object) -> MemoryRecord:
    return MemoryRecord(id=f"{number:032x}", kind="fact", content=content, slot=slot, value=value, created_at=NOON, valid_from=NOON, **more)  # type: ignore[arg-type]


def memories(made: graph.Graph, name: str) -> tuple[str, ...]:
    found = made.find(name)
    return found.memories if found else ()


FACTS = [
    fact(1, "My sister is Ilse", "user.sister", "Ilse"),
    fact(2, "Ilse works at Veltra", "ilse.employer", "Veltra"),
    fact(3, "Veltra is based in Porto", "veltra.city", "Porto"),
    fact(4, "Ilse, also called Bee, plays the cello"),
    fact(5, "Bee went hiking in Sintra"),
    fact(6, "I live in Ghent", "user.city", "Ghent"),
]
CHINESE = [
    fact(1, "我的同事是周楠", "user.colleague", "周楠"),
    fact(2, "周楠负责青鸟项目", "周楠.project", "青鸟项目"),
    fact(3, "青鸟项目又叫蓝鹊", None),
    fact(4, "蓝鹊下周上线", None),
]


def test_neighbours_are_what_hangs_together_now():
    made = graph.build(FACTS)

    assert [entity.name for entity in made.neighbours("ilse")] == ["user", "Veltra"]
    assert made.neighbours("nobody") == []


def test_an_alias_is_the_same_entity():
    made = graph.build(FACTS)

    assert made.find("bee") == made.find("Ilse")
    assert [entity.aliases for entity in made.entities if entity.name == "Ilse"] == [("Bee",)]
    assert f"{5:032x}" in memories(made, "Ilse")


def test_an_alias_in_chinese_is_the_same_entity():
    made = graph.build(CHINESE)

    assert made.find("蓝鹊") == made.find("青鸟项目")
    assert f"{4:032x}" in memories(made, "青鸟项目")
    assert [step.predicate for step in made.path("我", "蓝鹊")] == ["colleague", "project"]


def test_a_path_has_the_fewest_relations_in_order():
    made = graph.build(FACTS)

    assert [(step.subject, step.predicate, step.object) for step in made.path("user", "Porto")] == [
        ("user", "sister", "Ilse"), ("Ilse", "employer", "Veltra"), ("Veltra", "city", "Porto"),
    ]  # fmt: skip
    assert made.path("Ghent", "Atlantis") == []
    assert made.path("Ilse", "Bee") == []


def test_what_is_over_keeps_its_interval_and_leads_nowhere():
    ended = fact(7, "I live in Liège", "user.city", "Liège", status=Status.SUPERSEDED, valid_to=NOON + timedelta(days=1))

    made = graph.build([ended, *FACTS])

    [over] = [relation for relation in made.relations if relation.object == "Liège"]
    assert (over.valid_from, over.valid_to) == (NOON, NOON + timedelta(days=1))
    assert "Liège" not in [entity.name for entity in made.neighbours("user")]


def test_what_is_forgotten_or_kept_apart_is_not_in_it():
    hidden = [
        fact(8, "I work at Corvus", "user.employer", "Corvus", status=status)
        for status in (Status.FORGOTTEN, Status.QUARANTINED, Status.CANDIDATE)
    ]

    assert graph.build(hidden) == graph.Graph()


def test_an_outsider_joins_no_names():
    made = graph.build([*FACTS, fact(9, "Ilse, also called Mallory, is fired", trust=Trust.WEB)])

    assert made.find("Mallory") is None


def test_activation_fades_with_each_step_and_reaches_linked_memories():
    reached = graph.build(FACTS).activate(["Ilse"])

    assert reached[f"{4:032x}"] > reached[f"{3:032x}"] > 0
    assert f"{6:032x}" not in reached
    assert graph.build(FACTS).activate(["nobody"]) == {}


def test_no_records_make_no_graph():
    assert graph.build([]) == graph.Graph()


def test_a_name_inside_another_word_is_no_mention():
    made = graph.build([fact(1, "My cat is Ann", "user.cat", "Ann"), fact(2, "The Annex is closed")])

    assert memories(made, "Ann") == (f"{1:032x}",)
