"""Old chats from files: messages with their conversation, stable id, speaker, words and time.

    importers.detect(path)                       # "chatgpt"
    for item in importers.read(path): ...        # Item or Bad, in the order of the file

Nothing is written here. The ids depend on the words and not on the place in the file, so a second read gives the same ones:
an import that stopped half-way is simply run again.
"""

from memstrata.importers.items import Bad, Item
from memstrata.importers.reading import FORMATS, detect, read
from memstrata.importers.report import ImportReport

__all__ = ["FORMATS", "Bad", "ImportReport", "Item", "detect", "read"]
