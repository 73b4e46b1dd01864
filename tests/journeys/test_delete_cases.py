"""Deletes take what was named, everywhere, and nothing else: kinds of faults that others have met, with our own words."""

import random
import re
import time
from typing import Any

import pytest

import memstrata
from memstrata.core import errors
from memstrata.core.batch import Batch
from memstrata.core.records import Kind
from memstrata.core.scope import Scope
from memstrata.testing import FixedClock, HashEmbedder, ScriptedLLM, samples


@pytest.fixture(params=["memory", "folder"])
def memory(request, tmp_path):
    place = ":memory:" if request.param == "memory" else str(tmp_path / "store")
    with memstrata.open(place, embedder=HashEmbedder(), clock=FixedClock(), worker=False) as opened:
        yield opened


def everything_that_shows(scope, word: str) -> list[str]:
    """Every text that any reading verb gives."""
    told = [record.content for status in ("active", None) for record in scope.list(status=status, limit=5000)]
    told += [record.content for record in scope.list(kinds=["turn"], status=None, limit=5000)]
    told += [hit.record.content for hit in scope.recall(word, limit=50)]
    told += [scope.context(word).text, scope.profile().text]
    return told


class TestAUserIsErasedAlone:
    @pytest.mark.parametrize(("gone", "stays"), [("lin", "mei"), ("ann", "ann-marie"), ("用户", "用户2"), ("a%", "ab")])
    def test_no_other_user_loses_a_fact(self, memory, gone, stays):
        for user in (gone, stays):
            for animal in ("heron", "otter", "newt"):
                memory.scope(user=user).remember(f"{user} saw a {animal}", kind="fact")
        before = [record.id for record in memory.scope(user=stays).list()]

        receipt = memory.scope(user=gone).erase(everything=True)

        assert memory.scope(user=gone).list(status=None).total == 0
        assert [record.id for record in memory.scope(user=stays).list()] == before
        assert receipt.counts["fact"] == 3
        assert memory.verify(receipt) == []

    def test_an_erasure_that_says_nothing_of_what_is_refused(self, memory):
        anna = memory.scope(user="anna")
        anna.remember("keeps bees", kind="fact")

        wishes: list[dict[str, Any]] = [{}, {"everything": False}, {"filter": {}}, {"token": "x"}]
        for wish in wishes:
            with pytest.raises(errors.InputError):
                anna.erase(**wish)

        assert anna.list().total == 1

    def test_a_user_without_memories_is_erased_without_fuss(self, memory):
        memory.scope(user="anna").remember("keeps bees", kind="fact")

        assert memory.scope(user="nobody").erase(everything=True).count == 0
        assert memory.scopes() == [memory.scope(user="anna").owner]


@pytest.mark.parametrize("count", [101, 1_043])
@pytest.mark.parametrize("wish", ["everything", "kind", "ids", "filter"])
def test_a_long_list_goes_whole_and_the_receipt_counts_it(memory, count, wish):
    anna = memory.scope(user="anna")
    ids = [anna.remember(f"jar {number} holds plum jam", kind="stock").records[0].id for number in range(count)]
    session = anna.session("s")
    session.add("user", "tell me of the jars")
    asked: dict[str, dict[str, Any]] = {
        "everything": {"everything": True},
        "kind": {"kind": "stock"},
        "ids": {"ids": ids},
        "filter": {"filter": {"$kind": "stock"}, "token": anna.preview({"$kind": "stock"}).token},
    }

    receipt = anna.erase(**asked[wish])

    assert receipt.counts["stock"] == count
    assert receipt.complete
    assert not [text for text in everything_that_shows(anna, "plum jam") if "plum" in text]
    assert memory.stats().by_kind.get("stock", 0) == 0
    assert memory.stats().pending == len(anna.list(kinds=["turn"], limit=5000)) + anna.list(limit=5000).total
    assert memory.verify() == []
    assert len(session.turns()) == (0 if wish == "everything" else 1)


def test_what_two_memories_share_stays_with_the_one_that_is_left(memory):
    anna = memory.scope(user="anna")
    said = anna.session("s").add("user", "I live in Turku. I play the cello.", id="m1")
    facts = {record.slot or record.content: record for record in anna.list()}
    assert len(facts) >= 2, said
    city = next(record for record in facts.values() if record.slot == "user.city")
    other = next(record for record in facts.values() if record.id != city.id)

    anna.erase(city.id)

    left = anna.get(other.id)
    assert left is not None
    assert anna.lookup("user.city") is None
    assert not [text for text in everything_that_shows(anna, "Turku") if "Turku" in text]
    assert memory.verify() == []


@pytest.mark.parametrize("seed", [3, 8])
def test_no_part_speaks_of_what_is_gone_after_random_work(memory, seed):
    chance, anna = random.Random(seed), memory.scope(user="anna")
    held = [anna.remember(f"crate {number} holds {number % 7} bolts", kind=f"crate{number % 3}").records[0].id for number in range(60)]
    for step in range(150):
        chosen = chance.choice(held) if held else None
        match chance.randrange(8):
            case 0 | 1:
                held.append(
                    anna.remember(f"crate {step} new holds screws", kind="crate0", ttl_seconds=chance.choice([None, 50])).records[0].id
                )
            case 2 if chosen and anna.get(chosen):
                anna.erase(chosen)
                held.remove(chosen)
            case 3 if chosen and (kept := anna.get(chosen)) and kept.status == "active":
                held.append(anna.update(chosen, content=f"crate {step} was opened").id)
            case 4 if chosen and anna.get(chosen):
                anna.forget(chosen)
            case 5:
                memory.flush()
            case 6 if step % 40 == 6:
                anna.erase(kind="crate2")
                held = [each for each in held if anna.get(each)]
            case _:
                anna.session(f"s{step % 4}").add("user", f"step {step}, I moved crate {step}")

    memory.flush()
    assert memory.verify() == []
    assert memory.stats().pending == 0
    known = {record.id for record in anna.list(status=None, limit=5000)}
    pointers = {each for record in anna.list(status=None, limit=5000) for each in (*record.supersedes, record.superseded_by) if each}
    assert {each for each in pointers if anna.get(each) is None} == set(), known


def test_an_erased_word_is_in_no_summary_state_or_prefetched_context(tmp_path):
    word = "wombat-4471"
    replies = ["The user spoke of a locker."] * 40
    llm = ScriptedLLM(replies)
    with memstrata.open(
        str(tmp_path / "store"), embedder=HashEmbedder(), llm=llm, clock=FixedClock(), worker=False, window_exchanges=2, extraction="rules"
    ) as memory:
        anna = memory.scope(user="anna")
        session = anna.session("s")
        session.add("user", f"My locker code word is {word}.")
        for number in range(6):
            session.add("assistant", f"noted {number}")
            session.add("user", f"and then, number {number}?")
        memory.flush()
        fact = anna.remember(f"The locker opens with {word}", kind="fact").records[0]
        anna.context("what opens the locker?")
        gone = [fact.id, *(record.id for record in anna.list(kinds=["turn"], limit=500) if word in record.content)]
        gone += [record.id for record in anna.list(status=None, limit=500) if word in record.content and record.id not in gone]

        anna.erase(gone)

        assert not [text for text in everything_that_shows(anna, word) if word in text]
        assert word not in session.summary
        assert word not in str(session.context("what opens the locker?").messages)
        assert memory.verify() == []


class TestIdsAreOneLanguage:
    def test_every_id_that_a_verb_gives_is_taken_by_the_others(self, memory):
        anna = memory.scope(user="anna")
        report = anna.remember("I collect stamps.", kind="fact")
        given = {
            report.records[0].id,
            anna.list()[0].id,
            anna.recall("stamps", limit=1)[0].id,
            anna.preview({"$kind": "fact"}).records[0].id,
        }

        assert len(given) == 1
        (one,) = given
        assert anna.get(one)
        assert anna.update(one, importance=0.9).id == one
        assert anna.pin(one)
        assert anna.forget(one)
        assert anna.list().total == 0
        assert anna.unforget(one)
        assert anna.erase(one).counts["fact"] == 1
        assert anna.list(status=None).total == 0

    @pytest.mark.parametrize("verb", ["forget", "unforget", "erase", "pin", "confirm"])
    def test_an_unknown_id_is_not_found_and_no_success(self, memory, verb):
        anna = memory.scope(user="anna")
        held = anna.remember("I collect stamps.", kind="fact").records[0].id

        for unknown in (f"{int(held, 16) + 1:032x}", "no-id", "0" * 32):
            with pytest.raises(errors.NotFoundError):
                getattr(anna, verb)(unknown)
            with pytest.raises(errors.NotFoundError):
                getattr(memory.scope(user="other"), verb)(held)
        assert anna.list().total == 1

    def test_one_unknown_id_among_many_leaves_all(self, memory):
        anna = memory.scope(user="anna")
        ids = [anna.remember(f"stamp {number}", kind="fact").records[0].id for number in range(300)]

        for verb in (anna.erase, anna.forget):
            with pytest.raises(errors.NotFoundError):
                verb([*ids, "f" * 32])

        assert anna.list(limit=1000).total == 300


def test_a_delete_by_filter_shows_first_and_takes_just_what_it_showed(memory):
    anna = memory.scope(user="anna")
    for text in ("likes espresso", "cannot stand instant espresso", "the espresso pot is steel"):
        anna.remember(text, kind="fact")

    preview = anna.preview({"$content": {"contains": "espresso"}})
    assert sorted(record.kind for record in preview.records) == ["fact"] * 3 + ["turn"] * 3  # the words stand in both
    anna.remember("an espresso cup is chipped", kind="fact")
    with pytest.raises(errors.ConflictError):
        anna.erase(filter={"$content": {"contains": "espresso"}}, token=preview.token)
    assert anna.list().total == 4

    again = anna.preview({"$content": {"contains": "espresso"}})
    anna.erase(filter={"$content": {"contains": "espresso"}}, token=again.token)
    assert anna.list().total == 0
    with pytest.raises(errors.MemstrataError):
        memory.scope(user="bo").erase(filter={"$content": {"contains": "espresso"}}, token=again.token)


def test_work_that_was_queued_does_not_bring_an_erased_memory_back(memory):
    anna = memory.scope(user="anna")
    record = anna.remember("the vault is in Bergen", kind="fact").records[0]
    claimed = memory._runtime.store.claim("embed", 50, memory._runtime.now())
    assert record.id in [task.record for _, task in claimed]

    anna.erase(record.id)
    memory.flush()

    assert anna.list(status=None).total == 0
    assert [kept for kept in anna.list(kinds=[Kind.TURN], status=None) if not kept.content.strip()] == []
    assert memory.stats().pending == 0
    assert memory.verify() == []


def test_an_erased_fact_may_be_told_again(memory):
    anna = memory.scope(user="anna")
    for _ in range(3):
        report = anna.remember("I live in Bergen.")
        assert anna.lookup("user.city").value == "Bergen"
        anna.erase([record.id for record in report.records])
        assert anna.lookup("user.city") is None
        assert not re.search("Bergen", " ".join(everything_that_shows(anna, "Bergen")))


@pytest.mark.slow
def test_a_user_of_ten_thousand_among_a_hundred_thousand_goes_in_two_seconds(tmp_path):
    with memstrata.open(str(tmp_path / "store"), embedder="none", worker=False, durability="relaxed") as memory:
        store = memory._runtime.store
        for number in range(100):
            owner = Scope(user=f"user{number // 10}")
            samples.write(store, owner, Batch(records=tuple(samples.record(f"shelf {number} {each}", owner) for each in range(1000))))
        began, used = time.monotonic(), time.process_time()
        receipt = memory.scope(user="user4").erase(everything=True)
        waited, used = time.monotonic() - began, time.process_time() - used

    assert receipt.counts["fact"] == 10_000
    assert receipt.complete
    assert used < 2.0, f"{used:.1f} s of work, {waited:.1f} s in all"
