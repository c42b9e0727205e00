"""Writes small FIT files, after the public protocol: a header, definitions, messages, a checksum."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from datetime import UTC, datetime

ZERO = datetime(1989, 12, 31, tzinfo=UTC)
_TYPES = {"u8": (0x02, "B"), "enum": (0x00, "B"), "u16": (0x84, "H"), "u32": (0x86, "I"), "s16": (0x83, "h"), "byte": (0x0D, "B")}

# number of the message, then (number of the field, type, value) each
Message = tuple[int, Sequence[tuple[int, str, int]]]


def seconds(moment: str) -> int:
    """FIT's count of a moment; without an offset it is the count that FIT calls local."""
    at = datetime.fromisoformat(moment)
    return int(((at if at.tzinfo else at.replace(tzinfo=UTC)) - ZERO).total_seconds())


def fit(*messages: Message) -> bytes:
    body = b""
    for number, fields in messages:
        body += struct.pack("<BBBHB", 0x40, 0, 0, number, len(fields))
        for field, kind, _ in fields:
            body += struct.pack("<BBB", field, struct.calcsize(_TYPES[kind][1]), _TYPES[kind][0])
        body += b"\x00" + b"".join(struct.pack("<" + _TYPES[kind][1], value) for _, kind, value in fields)
    head = struct.pack("<BBHI4s", 14, 0x20, 2132, len(body), b".FIT")
    whole = head + struct.pack("<H", _checksum(head)) + body
    return whole + struct.pack("<H", _checksum(whole))


def _checksum(content: bytes) -> int:
    table = (0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400)
    crc = 0
    for byte in content:
        for nibble in (byte & 0xF, byte >> 4):
            crc = ((crc >> 4) & 0x0FFF) ^ table[crc & 0xF] ^ table[nibble]
    return crc
