"""Drivers that keep records, sessions and arrays; each is a `Store` of `core.ports` and knows no other."""
