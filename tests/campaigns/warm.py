"""Loads everything that a process of a campaign will use, so that those forked from it begin at once."""

import memstrata
from memstrata.testing import HashEmbedder

with memstrata.open(":memory:", embedder=HashEmbedder(16), worker=False) as memory:
    anna = memory.scope(user="anna")
    for text in ("zorgle quux blip", "趃贓軦辖豒趄 今天"):
        anna.session("s").add("user", text)
        anna.remember(text, slot="deploy.port")
        anna.remember(text, kind="event")
    memory.flush()
    anna.recall("quux")
    anna.context("quux 今天", session="s")
    anna.erase(everything=True)
