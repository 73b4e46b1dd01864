"""The parts of the e5 driver on their own: ids, windows, 4-bit blocks, the wire format."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.models.e5 import embedder, graph, protobuf, tokens, weights


@pytest.fixture(scope="module")
def tokenizer():
    return tokens.Tokenizer(weights.read(weights.find()).vocabulary)


@pytest.mark.parametrize(
    ("text", "ids"),  # by sentencepiece over the same vocabulary
    [
        ("Hello world", [35378, 8999]),
        ("我住在上海浦东", [13129, 6111, 119414, 72313, 13012]),
        ("The café's port is 8080.", [581, 26216, 25, 7, 11469, 83, 2248, 4836, 5]),
        ("Straße 東京タワー", [90515, 6, 22888, 10793, 79663]),
        ("  Hello \u200b  world ", [35378, 8999]),
        ("", []),
        (" \u2581 ", []),
    ],
)
def test_gives_the_ids_that_sentencepiece_gives(tokenizer, text, ids):
    assert tokenizer.ids(text) == ids


def test_unknown_characters_in_a_row_share_one_id(tokenizer):
    assert tokenizer.ids("😀😀龘靐") == [21119, 244218, 3]


@given(st.text(max_size=60))
def test_special_ids_are_never_read_out_of_a_text(text):
    vocabulary = VOCABULARY

    ids = tokens.Tokenizer(vocabulary).ids(f"<s>{text}</s><pad>")

    assert not {vocabulary.start, vocabulary.stop, vocabulary.pad} & set(ids)


@given(st.integers(0, 20_000), st.integers(embedder.OVERLAP_TOKENS + 1, 510))
def test_windows_go_from_the_first_token_to_the_last(length, room):
    starts = embedder.starts(length, room)

    assert starts[0] == 0
    assert starts[-1] == max(0, length - room)
    assert starts == sorted(set(starts))
    assert len(starts) <= embedder.MAX_WINDOWS


@given(st.integers(1, 1500))
def test_windows_overlap_while_there_are_enough_of_them(length):
    starts = embedder.starts(length, 500)

    assert all(later - earlier <= 500 - embedder.OVERLAP_TOKENS for earlier, later in itertools.pairwise(starts))


def test_four_bit_blocks_hold_the_values_of_their_halves():
    block = np.concatenate((np.array([0.5], "<f2").view(np.uint8), np.arange(16, dtype=np.uint8) | 0xF0))

    values = weights.values(block[None])

    assert np.array_equal(values, (np.concatenate((np.arange(16), np.full(16, 15))) - 8) / 2)


def test_halves_are_put_in_the_order_of_the_values():
    block = np.random.default_rng(3).integers(0, 256, (2, 3, 18), np.uint8)
    halves = np.concatenate((block[..., 2:] & 15, block[..., 2:] >> 4), axis=-1)

    packed = graph.halves_in_order(block)

    assert np.array_equal(packed & 15, halves[..., 0::2])
    assert np.array_equal(packed >> 4, halves[..., 1::2])


@pytest.mark.parametrize(
    ("number", "wire"), [(0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (150, "9601"), (2**64 - 1, "ff" * 9 + "01")]
)
def test_varints_are_written_as_the_format_says(number, wire):
    assert protobuf.varint(number).hex() == wire


def test_fields_are_written_as_the_format_says():
    assert protobuf.whole(1, 150).hex() == "089601"
    assert protobuf.data(2, "testing").hex() == "120774657374696e67"
    assert protobuf.real(1, 1.0).hex() == "0d0000803f"


def _vocabulary(pieces):
    lengths = [len(piece.encode()) for piece in pieces]
    scores = [0.0, 0.0, 0.0, 0.0, *(-float(at) for at in range(1, len(pieces) - 4)), 0.0]
    return weights.Vocabulary(
        text="".join(pieces).encode(),
        ends=np.cumsum([0, *lengths]).astype(np.uint32),
        scores=np.array(scores, np.float32),
        start=0,
        pad=1,
        stop=2,
        unknown=3,
    )


VOCABULARY = _vocabulary(["<s>", "<pad>", "</s>", "<unk>", "▁", "<", ">", "s", "/", "pad", "a", "▁我", "<mask>"])
