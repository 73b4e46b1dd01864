"""The owners' keys: read, made, and wrapped with the master key when there is one."""

import threading
from collections import OrderedDict

import apsw

from memstrata.core import errors
from memstrata.stores import seal
from memstrata.stores.seal import Seal
from memstrata.stores.sqlite import statements

_HELD = 4096  # opened keys that are kept
_CHECK = b"memstrata"


class Keyring:
    """Opens owners' keys; keeps those it has opened. `master` is 32 bytes from outside, or None for keys that lie open in the file."""

    def __init__(self, master: bytes | None) -> None:
        if master is not None and len(master) != seal.KEY_BYTES:
            raise errors.ConfigError(f"a master key has {seal.KEY_BYTES} bytes, not {len(master)}")
        self._master = None if master is None else Seal(master)
        self._seals: OrderedDict[int, Seal] = OrderedDict()
        self._lock = threading.Lock()

    def new_meta(self, meta: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
        """`meta` of a fresh store, its secret wrapped, with the value by which a wrong master key is told."""
        if self._master is None:
            return meta
        wrapped = [(name, self._wrap(value, name) if name == "secret" else value) for name, value in meta]
        return [*wrapped, ("check", self._wrap(_CHECK, "check"))]

    def secret(self, connection: apsw.Connection) -> bytes:
        """The secret of the store's keyed hashes. Raises ConfigError when the master key is not the store's."""
        check = statements.row(connection, "get_meta", "check")
        if check is None and self._master is not None:
            raise errors.ConfigError("this store was made without a master key: open it without one")
        if check is not None and self._master is None:
            raise errors.ConfigError("this store was made with a master key: give it")
        if check is not None and self._master is not None:
            try:
                self._master.open(check[0], b"check")
            except errors.CorruptStoreError as error:
                raise errors.ConfigError("this store was made with another master key") from error
        found = statements.row(connection, "get_meta", "secret")
        if found is None:
            raise errors.CorruptStoreError("the store has lost its secret")
        return self._unwrap(found[0], "secret")

    def add(self, connection: apsw.Connection, owner: int, key: bytes) -> None:
        """Store the key of a new owner."""
        statements.run(connection, "add_key", owner, self._wrap(key, f"key {owner}"))

    def seal(self, connection: apsw.Connection, owner: int) -> Seal:
        """The owner's seal. Raises CorruptStoreError when the key is gone."""
        with self._lock:
            held = self._seals.get(owner)
            if held is not None:
                self._seals.move_to_end(owner)
                return held
        opened = Seal(self.key(connection, owner))
        with self._lock:
            self._seals[owner] = opened
            while len(self._seals) > _HELD:
                self._seals.popitem(last=False)
        return opened

    def key(self, connection: apsw.Connection, owner: int) -> bytes:
        """The owner's key itself."""
        found = statements.row(connection, "get_key", owner)
        if found is None:
            raise errors.CorruptStoreError(f"owner {owner} has lost its key: nothing of it can be read")
        return self._unwrap(found[0], f"key {owner}")

    def forget(self, owner: int) -> None:
        """Keep the owner's key no longer."""
        with self._lock:
            self._seals.pop(owner, None)

    def forget_all(self) -> None:
        """Keep no key: after a rollback a number may come back with another one."""
        with self._lock:
            self._seals.clear()

    def _wrap(self, value: bytes, place: str) -> bytes:
        return value if self._master is None else self._master.close(value, place.encode())

    def _unwrap(self, value: bytes, place: str) -> bytes:
        return value if self._master is None else self._master.open(value, place.encode())
