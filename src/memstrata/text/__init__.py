"""Pure helpers for text, Chinese and English as equals: no I/O, no clock, no own types of the layers above."""
