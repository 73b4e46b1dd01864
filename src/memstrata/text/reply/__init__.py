"""What a model's raw reply says, whatever shape it came in: think blocks, fences, prose, wrapped and cut off JSON, excuses.

    reply.read('<think>…</think>```json\\n{"facts": ["A"]}\\n```').items      # (Item(text="A"),)

Every item is checked by itself. The time is linear in the reply; what lies beyond `MAX_CHARACTERS` is not read.
"""

from memstrata.text.reply.items import Item
from memstrata.text.reply.reading import MAX_CHARACTERS, Reading, ReplyStatus, fields, prose, read

__all__ = ["MAX_CHARACTERS", "Item", "Reading", "ReplyStatus", "fields", "prose", "read"]
