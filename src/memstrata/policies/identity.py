"""When two texts are the same text, and two lists of calls the same calls."""

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence

from memstrata.core.records import Json

_CLOSING = " \t\n.,;:!?。，；：！？…~～"


def normal(content: str) -> str:
    """`content` for exact comparison: NFKC, case and white space folded, closing punctuation dropped."""
    folded = unicodedata.normalize("NFKC", content).casefold()
    return " ".join(folded.split()).strip(_CLOSING)


def calls_digest(calls: Sequence[Mapping[str, Json]]) -> str:
    """What stands for tool calls: 32 hexadecimal digits, the same whatever the order of the keys."""
    told = json.dumps([dict(call) for call in calls], sort_keys=True, default=str)
    return hashlib.blake2b(told.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
