"""A store made by each earlier version opens in this one, with all that was in it."""

import apsw
import pytest

import memstrata
from memstrata.stores import sqlite
from memstrata.stores.sqlite import opening, statements
from memstrata.testing import FixedClock, HashEmbedder, samples
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


def aged(folder, version: int) -> None:
    """The store as the given version would have it: without what later ones added."""
    connection = apsw.Connection(str(folder / opening.FILE_NAME))
    for file in opening.MIGRATIONS[version:]:
        for name, sql in statements.blocks(file).items():
            if sql.startswith("CREATE TABLE"):
                connection.execute(f"DROP TABLE {name}")
    connection.pragma("user_version", version)
    connection.close()


def opened(folder) -> memstrata.Memory:
    return memstrata.open(str(folder), embedder=HashEmbedder(), clock=FixedClock(), worker=False)


def answers(memory) -> list[object]:
    told: list[object] = [memory.scopes(), memory.stats().by_kind, memory.stats().messages, memory.stats().pending]
    for user in ("anna", "博"):
        mine = memory.scope(user=user)
        told += [list(mine.list(status=None)), list(mine.list(kinds=["turn"], status=None)), mine.history("user.city")]
        told += [mine.session("s").turns(), dict(mine.session("s").state), [hit.id for hit in mine.recall("where do I live? 我住哪里？")]]
    return told


@pytest.mark.parametrize("version", range(1, len(opening.MIGRATIONS) + 1))
def test_what_an_earlier_version_held_is_there_and_can_be_changed_and_erased(tmp_path, version):
    with opened(tmp_path) as memory:
        for user, texts in {"anna": ["I live in Rome.", "I live in Oslo."], "博": ["我住在杭州。", "我喜欢绿茶。"]}.items():
            mine = memory.scope(user=user)
            for text in texts:
                mine.remember(text)
            mine.session("s").add("user", texts[0])
            mine.session("s").state["step"] = 2
        before = answers(memory)
    aged(tmp_path, version)

    with opened(tmp_path) as memory:
        assert answers(memory) == before
        assert memory.verify() == []
        memory.flush()
        anna = memory.scope(user="anna")
        anna.remember("I live in Lyon.")
        receipt = anna.erase(everything=True)
        assert memory.verify(receipt) == []
        memory.export(tmp_path / "all.jsonl")
    with opened(tmp_path) as memory:
        assert [scope.user for scope in memory.scopes()] == ["博"]
        assert memory.verify() == []


def test_every_migration_has_a_file_with_its_number():
    assert [file[:5] for file in opening.MIGRATIONS] == [f"{number:04}_" for number in range(1, len(opening.MIGRATIONS) + 1)]
    assert all(statements.blocks(file) for file in opening.MIGRATIONS)
