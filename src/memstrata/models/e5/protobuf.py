"""Protocol Buffers' wire format, as much of it as a model file needs (https://protobuf.dev/programming-guides/encoding)."""

import struct

_VARINT, _BYTES, _FLOAT = 0, 2, 5


def varint(number: int) -> bytes:
    """A whole number ≥ 0, seven bits a byte, lowest first."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def whole(field: int, number: int) -> bytes:
    return varint(field << 3 | _VARINT) + varint(number)


def real(field: int, number: float) -> bytes:
    return varint(field << 3 | _FLOAT) + struct.pack("<f", number)


def data(field: int, content: bytes | str) -> bytes:
    """Bytes, a text, or a message inside another."""
    raw = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | _BYTES) + varint(len(raw)) + raw
