"""What goes with an erased memory: its turns, what rests on it alone, and all that was made from it."""

from dataclasses import replace

from memstrata.core.records import Kind, MemoryRecord, Source
from memstrata.policies import erasing
from memstrata.testing import samples


def _turn(message: str) -> MemoryRecord:
    return replace(samples.record(f"said {message}"), kind=Kind.TURN, sources=(Source("s", message),))


def _fact(*messages: str) -> MemoryRecord:
    return replace(samples.record("fact of " + " ".join(messages)), sources=tuple(Source("s", message) for message in messages))


def _made(kind: str, *origins: MemoryRecord) -> MemoryRecord:
    return replace(samples.record(f"a {kind}"), kind=kind, derived_from=tuple(origin.id for origin in origins))


def _gone(seeds, held) -> set[str]:
    return set(erasing.consequences(seeds, held).records)


def test_what_was_made_from_several_memories_goes_with_the_first_of_them():
    first, second = _turn("1"), _turn("2")
    episode = _made(Kind.EPISODE, first, second)

    assert _gone([first], [first, second, episode]) == {first.id, episode.id}


def test_what_was_made_from_what_was_made_goes_too():
    turn = _turn("1")
    episode = _made(Kind.EPISODE, turn)
    principle = _made(Kind.PRINCIPLE, episode)
    skill = _made(Kind.SKILL, principle)

    assert _gone([turn], [skill, principle, episode, turn]) == {turn.id, episode.id, principle.id, skill.id}


def test_erasing_a_fact_takes_the_episode_that_holds_its_turn():
    turn, fact = _turn("1"), _fact("1")
    episode = _made(Kind.EPISODE, turn)

    assert _gone([fact], [turn, fact, episode]) == {turn.id, fact.id, episode.id}


def test_erasing_an_episode_leaves_the_conversation_that_it_was_made_from():
    turn, fact = _turn("1"), _fact("1")
    episode = _made(Kind.EPISODE, turn)

    assert _gone([episode], [turn, fact, episode]) == {episode.id}


def test_a_fact_that_also_rests_on_another_turn_stays():
    first, second, fact = _turn("1"), _turn("2"), _fact("1", "2")

    found = erasing.consequences([first], [first, second, fact])

    assert set(found.records) == {first.id}
    assert found.loosened == (fact.id,)
    left = erasing.Loosening(found).after(fact)
    assert left is not None
    assert left.sources == fact.sources[1:]


def test_a_fact_that_was_written_meanwhile_goes_with_the_turn_that_it_rests_on_alone():
    turn, late, other = _turn("1"), _fact("1"), _fact("1", "2")
    loosening = erasing.Loosening(erasing.consequences([turn], [turn]))

    assert (loosening.after(late), loosening.after(_made(Kind.EPISODE, turn))) == (None, None)
    assert loosening.after(other) == replace(other, sources=other.sources[1:])


def test_a_fact_that_was_written_meanwhile_from_a_turn_that_went_as_evidence_stays():
    turn, fact, late = _turn("1"), _fact("1"), _fact("1")
    loosening = erasing.Loosening(erasing.consequences([fact], [turn, fact]))

    assert loosening.after(late) == replace(late, sources=())
