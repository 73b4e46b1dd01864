"""Exact slots: which attribute of whom a fact states, and which one a question asks for.

`find` and `normal` name a slot, `asked` reads a question, `cardinality` and `normal_value` serve comparison.
"""

from memstrata.policies.slots.asking import asked
from memstrata.policies.slots.naming import favourite, find, free, key, normal
from memstrata.policies.slots.table import TABLE, Cardinality, Slot, cardinality
from memstrata.policies.slots.values import normal_value

__all__ = ["TABLE", "Cardinality", "Slot", "asked", "cardinality", "favourite", "find", "free", "key", "normal", "normal_value"]
