"""Blanking what holds nothing changes nothing that a database says."""

import random

import apsw
import pytest

from memstrata.stores.sqlite import residue, slack


def churned(path, seed: int, page_bytes: int) -> list[tuple[object, ...]]:
    """A file whose pages were split and joined often; its rows."""
    connection, drawn = apsw.Connection(str(path)), random.Random(seed)
    connection.pragma("page_size", page_bytes)
    connection.execute("CREATE TABLE t (row INTEGER PRIMARY KEY, key BLOB, data BLOB); CREATE UNIQUE INDEX i ON t (key)")
    connection.pragma("secure_delete", 1)
    for _ in range(600):
        key, size = drawn.randbytes(16), drawn.choice([10, 200, 3000])
        connection.execute("INSERT INTO t (row, key, data) VALUES (?, ?, ?)", (drawn.getrandbits(40), key, drawn.randbytes(size)))
        if drawn.random() < 0.6:
            connection.execute("DELETE FROM t WHERE row IN (SELECT row FROM t WHERE row > ? LIMIT 2)", (drawn.getrandbits(40),))
    rows = connection.execute("SELECT row, key, data FROM t ORDER BY row").fetchall()
    connection.close()
    return rows


@pytest.mark.parametrize(("seed", "page_bytes"), [(1, 4096), (2, 512), (3, 65536), (4, 4096)])
def test_blanking_every_empty_part_keeps_every_row_and_a_sound_file(tmp_path, seed, page_bytes):
    path = tmp_path / "t.db"
    rows = churned(path, seed, page_bytes)
    data = bytearray(path.read_bytes())
    layout = slack.Layout.of(bytes(data[: slack.HEADER_BYTES]))
    assert layout is not None

    changed = 0
    for number in range(layout.pages):
        page = bytes(data[number * page_bytes : (number + 1) * page_bytes])
        for begin, end in slack.empty(page, number, page_bytes):
            changed += any(data[begin:end])
            data[begin:end] = bytes(end - begin)
    path.write_bytes(data)

    connection = apsw.Connection(str(path))
    assert connection.execute("SELECT row, key, data FROM t ORDER BY row").fetchall() == rows
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    assert layout.page_bytes == page_bytes
    assert changed > 0


def test_bytes_that_are_no_page_of_a_tree_are_left_alone():
    drawn = random.Random(5)
    for first in (0, 1, 2, 5, 7, 10, 13, 255):
        page = bytes([first]) + drawn.randbytes(4095)
        assert all(0 <= begin < end <= 4096 for begin, end in slack.empty(page, 0, 4096))
    assert slack.empty(bytes(4096), 3, 4096) == []
    assert slack.empty(b"\r", 3, 4096) == []


def test_the_places_of_needles_are_found_across_pieces():
    data = b"....needle one....needle two...."

    spots = residue.Needles([b"needle one", b"needle two", b"absent"]).spots([data[:7], data[7:20], data[20:]])

    assert [data[begin:end] for begin, end in spots] == [b"needle one", b"needle two"]
