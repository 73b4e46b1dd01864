"""Pure decisions: no I/O, no clock, no randomness. Functions and frozen numbers only."""
