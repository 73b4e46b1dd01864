"""Sealing: an owner's values are readable with the owner's key only, and only in the place they were written for."""

import hashlib
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from memstrata.core import errors
from memstrata.core.labels import Labels

KEY_BYTES = 32
_NONCE_BYTES = 12


class Seal:
    """One key: closes and opens values (AES-256-GCM, a fresh nonce each), and digests what is looked up exactly.

    Digests depend on the key as well, so that with the key all that was ever derived from an owner's words loses its meaning.
    """

    __slots__ = ("_cipher", "_labels")

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self._labels = Labels(hashlib.blake2b(key, digest_size=32, person=b"digests").digest())

    def close(self, value: bytes, place: bytes) -> bytes:
        """`value`, sealed; it opens only for the same `place`."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, value, place)

    def open(self, sealed: bytes, place: bytes) -> bytes:
        """What was closed for `place`. Raises CorruptStoreError for changed bytes, another key or another place."""
        try:
            return self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], place)
        except (InvalidTag, ValueError) as error:
            raise errors.CorruptStoreError(
                "a sealed value does not open: its bytes, its place or its key are not what they were"
            ) from error

    def digest(self, *parts: str | None) -> bytes:
        """16 bytes for an exact index; begins with the use, so that a slot and a key of equal text differ."""
        return self._labels.digest(*parts)


def new_key() -> bytes:
    """A fresh random key."""
    return os.urandom(KEY_BYTES)
