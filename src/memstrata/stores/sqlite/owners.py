"""Who owns rows: an owner's number, names, key and counters."""

import json
from dataclasses import dataclass

import apsw

from memstrata.core import errors
from memstrata.core.labels import Labels
from memstrata.core.scope import Scope
from memstrata.stores import seal
from memstrata.stores.seal import Seal
from memstrata.stores.sqlite import statements
from memstrata.stores.sqlite.keyring import Keyring

_NAMES = b"owners.names"


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """One (tenant, user) as the file has it. Its number is never given twice: who comes back after an erasure is another owner."""

    id: int
    seal: Seal
    version: int = 0  # of its last write
    positions: int = 0  # of its matrix, given out
    base: int = 0  # segments up to this version are folded
    generation: int = 0  # moves when rows are erased
    small: int = 0  # segments since the last fold
    space: int = 0  # signed label of the newest vectors' space; 0 before the first
    dimensions: int = 0  # of a vector in that space


@dataclass(frozen=True, slots=True)
class Owners:
    """Finds and makes owners. `labels` are the store's."""

    labels: Labels
    keyring: Keyring

    def digest(self, scope: Scope) -> bytes:
        """What stands for (tenant, user) in the file."""
        return self.labels.digest("owner", *scope.owner)

    def find(self, connection: apsw.Connection, scope: Scope) -> Owner | None:
        """The owner; None when nothing was ever written for it."""
        found = statements.row(connection, "find_owner", self.digest(scope))
        if found is None:
            return None
        number, version, positions, base, generation, small, space, dimensions = found
        return Owner(
            id=number,
            seal=self.keyring.seal(connection, number),
            version=version,
            positions=positions,
            base=base,
            generation=generation,
            small=small,
            space=space,
            dimensions=dimensions,
        )

    def number(self, connection: apsw.Connection, scope: Scope) -> int | None:
        """The owner's number, also when its key is lost; None when nothing was ever written for it."""
        found = statements.row(connection, "find_owner", self.digest(scope))
        return None if found is None else int(found[0])

    def add(self, connection: apsw.Connection, scope: Scope) -> Owner:
        """Make the owner, with a fresh key."""
        key = seal.new_key()
        fresh = Seal(key)
        names = fresh.close(json.dumps(scope.owner).encode(), _NAMES)
        found = statements.row(connection, "add_owner", self.digest(scope), names)
        assert found is not None
        self.keyring.add(connection, found[0], key)
        statements.run(connection, "add_counters", found[0])
        return Owner(id=found[0], seal=fresh)

    def save(self, connection: apsw.Connection, owner: Owner) -> None:
        """Store the owner's counters."""
        counters = (owner.version, owner.positions, owner.base, owner.generation, owner.small, owner.space, owner.dimensions)
        statements.run(connection, "set_counters", *counters, owner.id)

    def scope(self, connection: apsw.Connection, owner: int) -> Scope:
        """The scope (tenant and user) of an owner's number."""
        found = statements.row(connection, "owner_names", owner)
        if found is None:
            raise errors.CorruptStoreError(f"rows speak of owner {owner}, who is not there")
        tenant, user = json.loads(self.keyring.seal(connection, owner).open(found[0], _NAMES))
        return Scope(tenant=tenant, user=user)

    def stale(self, connection: apsw.Connection, space: int) -> list[int]:
        """The numbers of owners whose newest vectors are of another space than the one labelled `space`."""
        return [number for (number,) in statements.rows(connection, "stale_owners", space)]

    def all(self, connection: apsw.Connection) -> list[int]:
        """The numbers of all owners, oldest first."""
        return [number for (number,) in statements.rows(connection, "all_owners")]
