"""No word of a user is readable in any file; what was erased is in no byte of any; nobody else notices. Small; see docs."""

from tests.campaigns import erasures


def test_words_are_never_in_clear_and_what_is_erased_leaves_no_byte_behind():
    tally = erasures.run(records=60, singles=12, seed=3)

    assert tally.faults == []
    assert tally.needles > 10_000
