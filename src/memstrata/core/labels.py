"""Keyed hashes: what stands in the arrays and indexes in place of words, so that the bytes give none away."""

import hashlib

_CACHE_LIMIT = 200_000


class Labels:
    """Hashes keyed with the store's secret; equal text gives equal numbers within one store, never across two."""

    __slots__ = ("_secret", "_terms")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._terms: dict[str, int] = {}

    def term(self, word: str) -> int:
        """A word's 32-bit number."""
        found = self._terms.get(word)
        if found is None:
            found = int.from_bytes(self._digest(b"term", word, 4), "little")
            if len(self._terms) >= _CACHE_LIMIT:
                self._terms.clear()
            self._terms[word] = found
        return found

    def label(self, text: str | None) -> int:
        """A label's 64-bit number, never 0; 0 for None."""
        return 0 if text is None else int.from_bytes(self._digest(b"label", text, 8), "little") | 1

    def digest(self, *parts: str | None) -> bytes:
        """16 bytes that stand for `parts` in an exact index; None and '' differ, and so do ('ab', 'c') and ('a', 'bc')."""
        joined = "".join("-" if part is None else f"{len(part)}:{part}" for part in parts)
        return self._digest(b"digest", joined, 16)

    def _digest(self, use: bytes, text: str, size: int) -> bytes:
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size, key=self._secret, person=use).digest()
