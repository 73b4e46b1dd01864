"""Embedders (and later language models) behind the ports of `core.ports`; one driver a file, its library imported at its top."""
