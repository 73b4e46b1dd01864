"""What becomes of a draft beside what is there: the decision itself, without a store."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from memstrata.core.drafts import Draft
from memstrata.core.records import MemoryRecord, Status, Trust
from memstrata.policies import reconcile
from memstrata.policies.reconcile import Action, Standing
from memstrata.testing import samples

JANUARY = samples.NOON
MARCH = JANUARY + timedelta(days=60)
JUNE = JANUARY + timedelta(days=150)


def held(content: str, at: datetime = JANUARY, **fields: object) -> MemoryRecord:
    return replace(samples.record(content), created_at=at, valid_from=at, **fields)  # type: ignore[arg-type]  # a wrong name fails here


def draft(content: str, **fields: object) -> Draft:
    return Draft(content=content, **fields)  # type: ignore[arg-type]  # a wrong name fails here


def in_city(city: str, at: datetime = JANUARY, **fields: object) -> MemoryRecord:
    return held(f"I live in {city}", at, slot="user.city", value=city, **fields)


def city(name: str, **fields: object) -> Draft:
    return draft(f"I live in {name}", slot="user.city", value=name, **fields)


class TestSlots:
    def test_the_same_value_is_seen_once_more(self):
        known = in_city("Oslo")

        verdict = reconcile.decide(draft("Oslo is my home", slot="user.city", value="oslo"), MARCH, Standing(slotted=[known]))

        assert (verdict.action, verdict.held) == (Action.CONFIRM, known)

    def test_another_value_takes_the_place_of_the_present_one(self):
        known = in_city("Oslo")

        verdict = reconcile.decide(city("Bergen"), MARCH, Standing(slotted=[known]))

        assert (verdict.action, verdict.targets, verdict.disputed) == (Action.REPLACE, (known,), ())

    def test_an_older_statement_never_retires_a_newer_one(self):
        known = in_city("Oslo", JUNE)

        verdict = reconcile.decide(city("Bergen"), MARCH, Standing(slotted=[known]))

        assert (verdict.action, verdict.held, verdict.targets) == (Action.LATE, known, ())

    def test_what_was_confirmed_later_counts_as_newer(self):
        known = in_city("Oslo", JANUARY, confirmed_at=JUNE)

        assert reconcile.decide(city("Bergen"), MARCH, Standing(slotted=[known])).action is Action.LATE

    def test_a_late_statement_ends_where_the_next_version_began(self):
        versions = [
            in_city("Paris", JANUARY, status=Status.SUPERSEDED),
            in_city("Oslo", MARCH + timedelta(days=1), status=Status.SUPERSEDED),
            in_city("Rome", JUNE),
        ]

        verdict = reconcile.decide(city("Bergen"), MARCH, Standing(slotted=versions))

        assert (verdict.action, verdict.held) == (Action.LATE, versions[1])

    def test_two_present_values_are_never_both_retired(self):
        older, newer = in_city("Oslo"), in_city("Rome", MARCH)

        verdict = reconcile.decide(city("Bergen"), JUNE, Standing(slotted=[older, newer]))

        assert (verdict.targets, verdict.disputed) == ((newer,), (older,))
        assert len(verdict.targets) == reconcile.MAX_RETIRED

    def test_a_further_value_of_a_slot_of_many_stands_beside_the_others(self):
        known = held("Allergic to nuts", slot="user.allergy", value="nuts")
        further = draft("Allergic to pollen", slot="user.allergy", value="pollen")

        assert reconcile.decide(further, MARCH, Standing(slotted=[known], near=[known])).action is Action.ADD

    @pytest.mark.parametrize(
        ("content", "denial", "value"),
        [("Mira is allergic to nuts", "Mira is not allergic to nuts", "nuts"), ("小林对虾过敏", "小林对虾不过敏", "虾")],
    )
    def test_a_denial_retires_what_it_denies(self, content: str, denial: str, value: str):
        known = held(content, slot="mira.allergy", value=value)

        verdict = reconcile.decide(draft(denial, slot="mira.allergy", value=value, negated=True), MARCH, Standing(slotted=[known]))

        assert verdict.targets == (known,)

    def test_the_end_of_another_value_leaves_the_present_one(self):
        known = held("Works at Globex", slot="user.employer", value="Globex")
        past = draft("Used to work at Initech", slot="user.employer", value="Initech", retracts=True)

        verdict = reconcile.decide(past, MARCH, Standing(slotted=[known], near=[known]))

        assert (verdict.action, verdict.targets, verdict.unslotted) == (Action.ADD, (), True)

    def test_an_end_without_a_value_ends_the_present_one(self):
        known = held("Works at Globex", slot="user.employer", value="Globex")

        verdict = reconcile.decide(draft("I quit my job", slot="user.employer", retracts=True), MARCH, Standing(slotted=[known]))

        assert (verdict.action, verdict.targets) == (Action.END, (known,))

    def test_liking_turned_to_disliking_is_a_change(self):
        known = held("I love olives", slot="user.like.olives", value="olives")
        turned = draft("I hate olives", slot="user.like.olives", value="olives", negated=True)

        assert reconcile.decide(turned, MARCH, Standing(slotted=[known])).targets == (known,)


class TestGuesses:
    def test_a_guess_never_retires_a_fact(self):
        verdict = reconcile.decide(city("Bergen", confidence=0.3), MARCH, Standing(slotted=[in_city("Oslo")]))

        assert (verdict.action, verdict.targets, verdict.waits) == (Action.ADD, (), True)

    def test_a_guess_seen_again_becomes_a_fact(self):
        known = in_city("Oslo", status=Status.CANDIDATE, confidence=0.3)

        verdict = reconcile.decide(city("Oslo", confidence=0.3), MARCH, Standing(same=[known], slotted=[known]))

        assert (verdict.held, verdict.raised) == (known, True)

    def test_a_guess_in_other_words_is_seen_again_too(self):
        known = held("We might move the queue to Kafka", status=Status.CANDIDATE, confidence=0.3)

        verdict = reconcile.decide(draft("Maybe we should move the queue to Kafka", confidence=0.3), MARCH, Standing(near=[known]))

        assert (verdict.action, verdict.held) == (Action.CONFIRM, known)

    def test_a_guess_seen_again_waits_while_a_fact_stands_against_it(self):
        fact, guess = in_city("Oslo"), in_city("Bergen", status=Status.CANDIDATE, confidence=0.3)

        verdict = reconcile.decide(city("Bergen", confidence=0.3), MARCH, Standing(same=[guess], slotted=[fact, guess]))

        assert (verdict.action, verdict.held, verdict.raised, verdict.targets) == (Action.CONFIRM, guess, False, ())

    def test_a_guess_that_its_owner_states_retires_the_fact_against_it(self):
        fact, guess = in_city("Oslo"), in_city("Bergen", status=Status.CANDIDATE, confidence=0.3)

        verdict = reconcile.decide(city("Bergen"), MARCH, Standing(same=[guess], slotted=[fact, guess]))

        assert (verdict.held, verdict.raised, verdict.targets) == (guess, True, (fact,))

    def test_what_was_planned_and_is_done_replaces_the_plan(self):
        plan = held("Maybe we should move the queue to Kafka", status=Status.CANDIDATE, confidence=0.3)

        verdict = reconcile.decide(draft("We moved the queue to Kafka"), MARCH, Standing(near=[plan]))

        assert verdict.targets == (plan,)


class TestTrust:
    def test_a_less_trusted_source_waits_beside_what_it_contradicts(self):
        known = in_city("Oslo")

        verdict = reconcile.decide(city("Bergen", trust=Trust.WEB), MARCH, Standing(slotted=[known]))

        assert (verdict.action, verdict.targets, verdict.waits) == (Action.ADD, (), True)

    def test_an_echo_of_what_the_owner_said_changes_nothing(self):
        known = in_city("Oslo")

        verdict = reconcile.decide(city("Oslo", trust=Trust.TOOL), MARCH, Standing(same=[known], slotted=[known]))

        assert (verdict.action, verdict.held) == (Action.IGNORE, known)

    def test_an_echo_never_brings_back_what_was_forgotten(self):
        gone = held("I like durian", status=Status.FORGOTTEN)

        verdict = reconcile.decide(draft("User likes durian", trust=Trust.AGENT), MARCH, Standing(forgotten=[gone]))

        assert (verdict.action, verdict.held) == (Action.IGNORE, None)

    def test_the_owner_may_say_again_what_they_forgot(self):
        assert reconcile.decide(draft("I like durian"), MARCH, Standing()).action is Action.ADD


class TestNearFacts:
    def test_only_the_nearest_contradiction_is_retired_and_the_rest_is_marked(self):
        facts = [held("I like olives", MARCH), held("I love olives", JANUARY)]

        verdict = reconcile.decide(draft("I don't like olives"), JUNE, Standing(near=facts))

        assert (verdict.targets, verdict.disputed) == ((facts[0],), (facts[1],))

    def test_a_late_contradiction_goes_into_the_archive(self):
        known = held("I don't like olives", JUNE)

        verdict = reconcile.decide(draft("I like olives"), MARCH, Standing(near=[known]))

        assert (verdict.action, verdict.held) == (Action.LATE, known)

    def test_a_late_vaguer_statement_confirms_the_more_exact_one(self):
        known = held("Enjoys sailing with her brother", JUNE)

        assert reconcile.decide(draft("Enjoys sailing"), MARCH, Standing(near=[known])).held == known

    def test_a_late_more_exact_statement_retires_nothing(self):
        known = held("Enjoys sailing", JUNE)

        verdict = reconcile.decide(draft("Enjoys sailing with her brother"), MARCH, Standing(near=[known]))

        assert (verdict.action, verdict.targets) == (Action.ADD, ())

    def test_facts_of_two_slots_are_never_taken_for_one(self):
        known = held("Port is 8080", slot="deploy.port", value="8080")

        verdict = reconcile.decide(draft("Port is 5432", slot="database.port", value="5432"), MARCH, Standing(near=[known]))

        assert (verdict.action, verdict.targets, verdict.disputed) == (Action.ADD, (), ())
