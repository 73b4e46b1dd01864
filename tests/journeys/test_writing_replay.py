"""A noisy month of one user in each language, by the rules alone: little that is false is kept, and little that was told is lost."""

import pytest

from benchmarks import writing
from benchmarks.replay import life


@pytest.fixture(scope="module", params=["zh", "en"])
def score(request: pytest.FixtureRequest) -> writing.Score:
    return writing.replay([life.live(request.param, "tuned", 1)])


def test_what_is_believed_was_stated(score):
    assert score.precision >= 0.95, score.faults


def test_what_was_stated_is_found(score):
    assert score.recall >= 0.95, score.faults


def test_each_day_shows_what_is_true_on_it(score):
    assert score.current >= 0.98, score.faults


def test_nothing_is_kept_twice(score):
    assert score.duplicates <= 0.05, score.faults


def test_no_recalled_block_and_no_answer_comes_back_as_a_fact(score):
    assert score.echoes == 0


def test_only_guesses_about_the_user_wait_as_candidates(score):
    assert score.guesses == score.wanted
