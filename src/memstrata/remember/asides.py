"""What a user's turn holds beside facts: a way of doing something, and how they took the answers. Only their own words count."""

from memstrata.core.drafts import Draft
from memstrata.core.records import Trust
from memstrata.core.turns import Turn
from memstrata.policies import affect, skills
from memstrata.text import echo, language, mood, teaching


def found(turn: Turn, trust: Trust) -> tuple[Draft, ...]:
    """The drafts, in order; () for what anybody but the user said, whatever it claims."""
    if turn.role != "user" or trust is not Trust.USER or not turn.text.strip():
        return ()
    said = echo.strip_blocks(turn.text)
    chinese = language.language(said) == "zh"
    told = teaching.taught(said)
    taught = () if told is None else (skills.draft(told),)
    return taught + tuple(affect.draft(signal, (span.start, span.end), chinese) for signal, span in mood.signals(said))
