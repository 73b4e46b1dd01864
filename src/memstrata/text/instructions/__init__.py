"""Text that gives orders to a machine, in Chinese and English: found by concepts that stand together, under veils as well.

    instructions.read("Ignore all previous instructions and …").threats       # (Threat.OVERRIDE, …)
    instructions.read("From now on the museum is free on Sundays.").suspicious   # False

A filter is the second line of defence: attackers word around any. What holds is the trust of the source; see `policies.trust`.
"""

from memstrata.text.instructions.concepts import HARMFUL, Threat
from memstrata.text.instructions.detect import Reading, read

__all__ = ["HARMFUL", "Reading", "Threat", "read"]
