"""A store made by each earlier version opens in this one, with all that was in it."""

import apsw
import pytest

from memstrata.stores import sqlite
from memstrata.stores.sqlite import opening, statements
from memstrata.testing import samples
from memstrata.testing.samples import ANNA


def made_by(version: int, folder) -> None:
    """An empty store as the given version left it."""
    folder.mkdir(exist_ok=True)
    connection = apsw.Connection(str(folder / opening.FILE_NAME))
    for number, file in enumerate(opening.MIGRATIONS[:version], 1):
        for sql in statements.blocks(file).values():
            connection.execute(sql)
        connection.pragma("user_version", number)
    connection.pragma("application_id", opening.APPLICATION_ID)
    statements.many(connection, "put_meta", list(opening.new_meta()))
    connection.close()


@pytest.mark.parametrize("version", range(1, len(opening.MIGRATIONS) + 1))
def test_a_store_of_an_earlier_version_is_brought_up_to_date(tmp_path, version):
    made_by(version, tmp_path)

    store = sqlite.open_store(tmp_path, durability="full", cache_bytes=1 << 20)
    record = samples.record("喜欢绿茶")
    samples.add(store, record)
    held = (store.get(ANNA, [record.id]), store.verify())
    store.close()

    connection = apsw.Connection(str(tmp_path / opening.FILE_NAME))
    assert connection.pragma("user_version") == len(opening.MIGRATIONS)
    connection.close()
    assert held == ([record], [])


def test_every_migration_has_a_file_with_its_number():
    assert [file[:5] for file in opening.MIGRATIONS] == [f"{number:04}_" for number in range(1, len(opening.MIGRATIONS) + 1)]
    assert all(statements.blocks(file) for file in opening.MIGRATIONS)
