"""Whether a message needs memory at all. No model: tables of patterns in both languages, in linear time.

What can be told apart surely needs no recall: small talk, bare continuations, general knowledge, arithmetic, text or code that lies
at hand, follow-ups to what the window shows. A sign of the person, the past or shared work outweighs all of these, and whatever no
rule knows is recalled: a needless recall costs milliseconds, a missed one the answer.
"""

from memstrata.recall.gate.decide import Gate, gate
from memstrata.recall.gate.reading import names
from memstrata.recall.gate.reason import Reason

__all__ = ["Gate", "Reason", "gate", "names"]
