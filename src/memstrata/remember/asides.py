"""What a user's turn holds beside facts: how they took the answers. Only their own words count."""

from memstrata.core.drafts import Draft
from memstrata.core.records import Trust
from memstrata.core.turns import Turn
from memstrata.policies import affect
from memstrata.text import echo, language, mood


def found(turn: Turn, trust: Trust) -> tuple[Draft, ...]:
    """The drafts, in order; () for what anybody but the user said, whatever it claims."""
    if turn.role != "user" or trust is not Trust.USER or not turn.text.strip():
        return ()
    said = echo.strip_blocks(turn.text)
    chinese = language.language(said) == "zh"
    return tuple(affect.draft(signal, (span.start, span.end), chinese) for signal, span in mood.signals(said))
