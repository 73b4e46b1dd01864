"""Embedders on a server: OpenAI and every server of its protocol, Ollama.

    openai, ollama   the drivers, one SDK each
    remote           batches, lengths, dimensions, relevance: the same for every server
    calling          attempts, waits, the breaker
    faults           what goes wrong, in words
    scale            cosines of an unknown model → relevance
    cache            vectors of texts that were met before

A driver's module has `create(model, url)`; importing it imports its SDK, so the assembly does that by name, at first use.
"""
