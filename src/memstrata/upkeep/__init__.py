"""Work that is done while nobody waits: embedding, use counts, closing of idle sessions. Jobs have the shape scan → decide → commit."""
