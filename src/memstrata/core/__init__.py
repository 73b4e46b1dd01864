"""Nouns, ports, errors, settings and events: what every other layer speaks of, and nothing that does I/O."""
