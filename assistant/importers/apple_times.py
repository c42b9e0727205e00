"""Moments as Apple writes them, "2026-11-19 08:00:00 +0200", many at once: parsing them one by one would cost more than reading the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["BETWEEN", "Moments", "moments", "spans"]

BETWEEN = b'" endDate="'  # what stands between two moments of a span
_WIDTH = 25
_END = _WIDTH + len(BETWEEN)
_SPAN = _END + _WIDTH
_DIGITS = np.array([0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 21, 22, 23, 24])
# Of century, year in it, month, day, hour, minute, second, hours and minutes of the offset.
_LEAST = np.array([19, 0, 1, 1, 0, 0, 0, 0, 0], dtype=np.uint8)
_MOST = np.array([20, 99, 12, 31, 23, 59, 59, 14, 59], dtype=np.uint8)
_LAST = np.array([0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], dtype=np.int32)


class Moments(NamedTuple):
    """utc: int64, µs since 1970. offset: int16, minutes east. valid: whether the text was a moment; the rest is then 0."""

    utc: NDArray[np.int64]
    offset: NDArray[np.int16]
    valid: NDArray[np.bool_]


def spans(texts: Sequence[bytes]) -> tuple[Moments, Moments]:
    """The beginnings and the ends of texts that are two moments with `BETWEEN` between them."""
    if set(map(len, texts)) - {_SPAN}:
        texts = [text if len(text) == _SPAN else _fitted(text) for text in texts]
    letters = np.frombuffer(b"".join(texts), dtype=np.uint8).reshape(-1, _SPAN)
    start = _read(letters[:, :_WIDTH])
    apart = np.flatnonzero((letters[:, :_WIDTH] != letters[:, _END:]).any(axis=1))
    if not len(apart):
        return start, start
    later = _read(letters[apart, _END:])
    end = Moments(start.utc.copy(), start.offset.copy(), start.valid.copy())
    for column, found in zip(end, later, strict=True):
        column[apart] = found
    return start, end


def moments(texts: Sequence[bytes]) -> Moments:
    fitted = (text if len(text) == _WIDTH else b" " * _WIDTH for text in texts)
    return _read(np.frombuffer(b"".join(fitted), dtype=np.uint8).reshape(-1, _WIDTH))


def _fitted(text: bytes) -> bytes:
    """Two moments of the right width, blanks where one has another."""
    both = text.partition(BETWEEN)
    return BETWEEN.join(part if len(part) == _WIDTH else b" " * _WIDTH for part in (both[0], both[2]))


def _read(letters: NDArray[np.uint8]) -> Moments:
    """letters: shape (n, 25)."""
    digits = letters[:, _DIGITS] - np.uint8(48)  # what is below "0" wraps to above 9
    parts = digits[:, ::2] * np.uint8(10) + digits[:, 1::2]  # two digits fit in eight bits
    sign = letters[:, 20]
    marks = letters[:, (4, 7, 10, 13, 16, 19)]
    valid = (digits <= 9).all(axis=1) & (marks == np.frombuffer(b"-- :: ", dtype=np.uint8)).all(axis=1) & ((sign == 43) | (sign == 45))
    valid &= ((parts >= _LEAST) & (parts <= _MOST)).all(axis=1)
    century, year, month, day, hour, minute, second, east, rest = parts.T.astype(np.int32)
    year += century * 100
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    valid &= day <= _LAST[np.where(valid, month, 0)] - ((month == 2) & ~leap)
    offset = np.where(sign == 45, -1, 1).astype(np.int32) * (east * 60 + rest)
    # Days since 1970 with the year beginning in March, so that the leap day is its last (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    shifted = year - (month <= 2)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = shifted * 365 + shifted // 4 - shifted // 100 + shifted // 400 + of_year - 719_468
    utc = ((days * 1440 + hour * 60 + minute - offset).astype(np.int64) * 60 + second) * 1_000_000
    return Moments(np.where(valid, utc, 0), np.where(valid, offset, 0).astype(np.int16), valid)
