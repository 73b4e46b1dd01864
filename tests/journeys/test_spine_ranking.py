"""Relevance is absolute, the score orders, and no gate is shut for good."""

import math
from datetime import timedelta
from itertools import pairwise

import pytest


def contents(hits) -> list[str]:
    return [hit.record.content for hit in hits]


def test_the_exact_text_is_first_and_fully_relevant(memory, anna):
    for text in ("black coffee before sunrise", "his sister sells coffee", "collects stamps"):
        anna.remember(text, kind="fact")
    memory.flush()

    hits = anna.recall("black coffee before sunrise", limit=10)

    assert contents(hits)[:2] == ["black coffee before sunrise", "his sister sells coffee"]
    assert hits[0].relevance >= 0.999
    assert all(0 <= hit.relevance < 0.6 for hit in hits[1:])


@pytest.mark.parametrize("text", ["我每天六点半起床去游泳", "port 8443", "Ｔｅａ！"])
def test_an_exact_match_is_fully_relevant_with_and_without_vectors(memory, anna, text):
    anna.remember(text, kind="fact")
    before = anna.recall(text)[0].relevance
    memory.flush()

    assert before >= 0.999
    assert anna.recall(text)[0].relevance >= 0.999


def test_a_higher_threshold_only_removes(memory, anna):
    for number, text in enumerate(("green apples in autumn", "green apples", "apples are red", "a pear", "the autumn sale", "snow")):
        anna.remember(f"{text}", kind="fact", importance=number / 10)
    memory.flush()

    answers = [
        [(hit.id, hit.relevance) for hit in anna.recall("green apples in autumn", limit=20, min_relevance=share / 20)]
        for share in range(21)
    ]

    for looser, stricter in pairwise(answers):
        assert stricter == [pair for pair in looser if pair in stricter]
    assert answers[0] == [(hit.id, hit.relevance) for hit in anna.recall("green apples in autumn", limit=20)]
    assert len(answers[0]) > len(answers[-1]) > 0


def test_the_relevance_of_a_memory_does_not_depend_on_its_company(anna):
    anna.remember("the keel is made of larch", kind="fact")
    alone = anna.recall("what is the keel made of", kinds=["fact"])[0].relevance

    for number in range(40):
        anna.remember(f"shopping list number {number}: salt, rope, lamp oil", kind="fact")
    hit = anna.recall("what is the keel made of", kinds=["fact"])[0]

    assert hit.record.content == "the keel is made of larch"
    assert hit.relevance == pytest.approx(alone, abs=0.1)


def test_the_best_of_bad_candidates_is_still_bad(opened, place):
    with opened(place, embedder="none") as memory:
        anna = memory.scope(user="anna")
        for text in ("the keel is made of larch", "我们周末去划船", "rope costs four euros a metre"):
            anna.remember(text, kind="fact")

        for query in ("superconductors at room temperature", "宋代的瓷器窑口", "rope theory of quantum entanglement in modern physics"):
            assert all(hit.relevance < 0.6 for hit in anna.recall(query)), query


def test_every_part_of_one_long_document_is_kept_and_found(memory, anna):
    for part in range(150):
        anna.remember(f"chapter on knot{part:03d} and its uses", kind="chunk", metadata={"document": "manual"})
    memory.flush()

    assert anna.list(kinds=["chunk"]).total == 150
    for part in (0, 63, 64, 127, 149):
        assert contents(anna.recall(f"knot{part:03d}", limit=1)) == [f"chapter on knot{part:03d} and its uses"]


def test_as_many_hits_as_asked_for_come_back(memory, anna):
    for number in range(12):
        anna.remember(f"sailing note {number}", kind="fact")
    memory.flush()

    assert len(anna.recall("sailing note", limit=10, kinds=["fact"])) == 10
    assert len(anna.recall("sailing note", kinds=["fact"])) == 5


def test_importance_recency_and_use_order_what_is_equally_relevant(opened, place, clock):
    anna = opened(place, embedder="none").scope(user="anna")
    anna.remember("hall lamp burns oil", kind="fact", importance=0.2)
    anna.remember("porch lamp takes oil", kind="fact", importance=0.9)

    assert contents(anna.recall("lamp oil", kinds=["fact"])) == ["porch lamp takes oil", "hall lamp burns oil"]


def test_the_newer_of_two_equals_comes_first(opened, place, clock):
    anna = opened(place, embedder="none").scope(user="anna")
    anna.remember("hall lamp burns oil", kind="fact", at="2025-11-02T09:00:00Z")
    anna.remember("porch lamp takes oil", kind="fact")

    assert contents(anna.recall("lamp oil", kinds=["fact"]))[0] == "porch lamp takes oil"


def test_the_used_one_of_two_equals_comes_first(opened, place):
    memory = opened(place, embedder="none")
    anna = memory.scope(user="anna")
    used = anna.remember("hall lamp burns oil", kind="fact").records[0]
    anna.remember("porch lamp takes oil", kind="fact")
    for _ in range(5):
        anna.used(used.id)

    memory.flush()

    assert anna.get(used.id).uses == 5
    assert contents(anna.recall("lamp oil", kinds=["fact"]))[0] == "hall lamp burns oil"


def test_entering_a_prompt_counts_as_use_and_recall_alone_does_not(memory, anna):
    record = anna.remember("the spare anchor lies under the bench", kind="fact").records[0]

    anna.recall("where is the spare anchor?")
    memory.flush()
    looked = anna.get(record.id).uses
    anna.context("where is the spare anchor under the bench?")
    memory.flush()

    assert (looked, anna.get(record.id).uses) == (0, 1)
    assert anna.get(record.id).last_used_at is not None


def test_the_score_is_the_published_sum(opened, place, clock):
    memory = opened(place, embedder="none")
    anna = memory.scope(user="anna")
    record = anna.remember("hall lamp burns oil", kind="fact", importance=0.75).records[0]
    for _ in range(3):
        anna.used(record.id)
    memory.flush()
    clock.advance(days=20)

    best = anna.recall("hall lamp burns oil", kinds=["fact"])[0]

    assert best.score == pytest.approx(0.5 * 1 + 0.2 * 0.75 + 0.2 * math.exp(-0.01 * 20) + 0.1 * 0.3, abs=1e-4)


def test_every_hit_says_how_it_came_about(memory, anna):
    anna.remember("the harbour opens at six", slot="harbour.hours")
    memory.flush()

    hit = anna.recall("when does the harbour open?")[0]

    assert hit.why
    assert "lexical" in hit.lanes


def test_explain_names_the_room_that_lost_a_memory(memory, anna, clock):
    ids = {text: anna.remember(text, kind="fact").records[0].id for text in ("oak mast", "oak oars", "oak rudder", "tin whistle")}
    short = anna.remember("oak dinghy", kind="fact", ttl_seconds=60).records[0].id
    anna.forget(ids["oak oars"])
    memory.flush()

    assert anna.explain("oak mast", ids["oak mast"]).recalled
    hidden = anna.explain("oak oars", ids["oak oars"])
    assert (hidden.recalled, hidden.room) == (False, "filter")
    assert "forgotten" in hidden.why
    clock.advance(seconds=61)
    assert anna.get(short) is None


def test_what_has_expired_is_on_no_read_surface(memory, anna, clock):
    report = anna.remember("the tide table of today", kind="fact", slot="tide.table", ttl_seconds=60)
    record_id = report.records[0].id
    assert anna.get(record_id) is not None

    clock.advance(seconds=60)

    assert anna.get(record_id) is None
    assert anna.lookup("tide.table") is None
    assert anna.history("tide.table") == []
    assert anna.list(kinds=["fact"]).total == 0
    assert contents(anna.recall("tide table", kinds=["fact"])) == []
    assert [hit for hit in anna.context("what is the tide table of today?").hits if hit.id == record_id] == []


@pytest.mark.slow
def test_every_living_record_finds_itself_after_deletes_and_changes(opened, folder):
    memory = opened(folder)
    anna = memory.scope(user="anna")
    records = [anna.remember(f"crate {number} holds item{number * 7919 % 1009}", kind="fact").records[0] for number in range(300)]
    anna.forget([record.id for record in records[::2]])
    changed = [anna.update(record.id, content=f"{record.content} and rope") for record in records[1::6]]
    memory.flush()
    memory.close()

    again = opened(folder).scope(user="anna")
    living = {record.id: record.content for record in again.list(limit=1000)}

    assert {record.id for record in changed} <= set(living)
    assert [text for record_id, text in living.items() if record_id not in {hit.id for hit in again.recall(text, limit=10)}] == []


ANSWER = " ".join(["To seal the hull, first sand it, then wipe it, then mix resin and hardener, and let every coat cure for a day."] * 12)


def chat(me, *said: tuple[str, str]):
    session = me.session("workshop")
    for role, text in said:
        session.add(role, text)


def test_the_users_own_words_stand_above_a_long_answer_that_repeats_them(anna):
    chat(
        anna,
        ("user", "I sealed the hull of my dinghy with linseed oil last autumn, can you help me with the next coat?"),
        ("assistant", ANSWER),
    )

    assert anna.recall("With what did I seal the hull?", kinds=["turn"])[0].record.role == "user"


@pytest.mark.parametrize("question", ["What did you tell me about how to seal the hull?", "关于 seal hull，你上次建议的步骤是什么？"])
def test_the_assistants_words_come_first_where_the_question_is_after_them(anna, question):
    chat(
        anna,
        ("user", "I sealed the hull of my dinghy with linseed oil last autumn, can you help me with the next coat?"),
        ("assistant", ANSWER),
    )

    assert anna.recall(question, kinds=["turn"])[0].record.role == "assistant"


@pytest.mark.parametrize(
    ("wish", "others", "question"),
    [
        (
            "Always mention drying times when I ask about varnish",
            ("The varnish stands on the upper shelf", "Varnish costs more since spring"),
            "How do I put varnish on an oak table?",
        ),
        ("我问清漆的事，每次都要写上干燥时间", ("清漆放在上层架子", "清漆春天涨价了"), "怎么给橡木桌刷清漆？"),
    ],
)
def test_a_standing_wish_about_the_matter_comes_first_where_help_is_asked_for(anna, wish, others, question):
    chat(anna, *(("user", text) for text in (*others, wish)))

    assert anna.recall(question, kinds=["turn"])[0].record.content == wish


@pytest.mark.parametrize(
    ("old", "new", "question"),
    [
        (
            "For sketching I carry a Lamy pen",
            "For sketching I switched to a Kaweco pen",
            "Which one did I carry before I switched to the Kaweco?",
        ),
        ("画画一直用凌美的笔", "画画的笔换成辉柏嘉了", "换成辉柏嘉之前用的是什么？"),
        ("The choir is led by Rosalind", "After the summer the choir is led by Ottoline", "Who was leading the choir before Ottoline?"),
        ("合唱团由老柏指挥", "暑假过后合唱团归小冉指挥", "小冉之前合唱团是谁指挥的？"),
    ],
)
def test_the_state_before_a_change_comes_first_where_it_is_asked_for(opened, place, clock, old, new, question):
    me = opened(place).scope(user="anna")
    for days, text in ((0, old), (1, "The kettle is blue"), (2, "窗台上有两盆薄荷"), (300, new)):
        me.remember(text, kind="fact", at=clock.now() + timedelta(days=days - 400))

    assert me.recall(question)[0].record.content == old


@pytest.mark.parametrize(("one", "other"), [("Ingrid", "Matteo"), ("小棠", "阿远")])
def test_anothers_turn_is_less_relevant_to_a_question_about_somebody(anna, one, other):
    session = anna.session("tea")
    session.add("user", "I adopted a grey parrot in spring 我春天领养了一只灰鹦鹉", name=other)
    session.add("user", "What a lovely morning 今天早上真好", name=one)

    hits = {name: anna.recall(f"{name} adopted a grey parrot 领养灰鹦鹉", kinds=["turn"]) for name in (one, other)}
    relevance = {name: next(hit.relevance for hit in found if "parrot" in hit.record.content) for name, found in hits.items()}

    assert relevance[one] < 0.8 * relevance[other]


def test_other_users_of_the_same_store_change_neither_order_nor_relevance(opened, place):
    memory, asked = opened(place), ("who waters the ferns?", "谁给蕨类浇水", "what colour is the shed", "棚子什么颜色")

    def answers():
        return [[(hit.record.content, hit.relevance, hit.score) for hit in me.recall(question, limit=20)] for question in asked]

    me = memory.scope(user="anna")
    chat(
        me,
        ("user", "Bo waters the ferns"),
        ("user", "阿博给蕨类浇水"),
        ("user", "The shed is green"),
        ("user", "棚子是绿色的"),
        ("user", "Rain again"),
    )
    memory.flush()
    alone = answers()

    for number in range(20):
        crowd = memory.scope(user=f"neighbour {number}")
        chat(crowd, ("user", "Cy waters the ferns"), ("user", "蕨类没人浇水"), ("user", f"Shed {number} is red"), ("user", "棚子棚子棚子"))
    memory.flush()

    assert answers() == alone
