"""A text cut to a number of tokens, visibly and between graphemes."""

from memstrata.text import graphemes, language
from memstrata.text import tokens as counter


def clip(text: str, tokens: int, marker: str = "…") -> str:
    """The text if it takes at most `tokens` by estimate, else its longest prefix that does so together with the marker.

    Where not even one grapheme fits beside the marker, the marker stands alone; where that does not fit, nothing does.
    """
    if counter.estimate(text) <= tokens:
        return text
    left = 12 * tokens - counter.twelfths(marker)
    if left < 0:
        return ""
    return text[: graphemes.floor(text, _affordable(text, left))] + marker


def _affordable(text: str, twelfths: int) -> int:
    """How many leading characters of `text` cost at most `twelfths` of a token together; the whole text costs more."""
    position = 0
    for run in language.HAN_RUN.finditer(text):
        for price, end in ((counter.OTHER_TWELFTHS, run.start()), (counter.HAN_TWELFTHS, run.end())):
            if price * (end - position) > twelfths:
                return position + twelfths // price
            twelfths -= price * (end - position)
            position = end
    return position + twelfths // counter.OTHER_TWELFTHS
