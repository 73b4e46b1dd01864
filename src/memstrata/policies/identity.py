"""When two texts are the same text."""

import unicodedata

_CLOSING = " \t\n.,;:!?。，；：！？…~～"


def normal(content: str) -> str:
    """`content` for exact comparison: NFKC, case and white space folded, closing punctuation dropped."""
    folded = unicodedata.normalize("NFKC", content).casefold()
    return " ".join(folded.split()).strip(_CLOSING)
