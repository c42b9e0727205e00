"""Moments as Apple writes them, "2026-11-19 08:00:00 +0200", many at once: parsing them one by one would cost more than reading the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Moments", "moments"]

_WIDTH = 25
_BLANK = b" " * _WIDTH
_DIGITS = np.array([0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 21, 22, 23, 24])
# Digits to year, month, day, hour, minute, second, hours and minutes of the offset.
_PLACES = np.zeros((18, 8), dtype=np.float32)
for _row, (_column, _weight) in enumerate([(0, 1000), (0, 100), (0, 10), (0, 1)] + [(part, weight) for part in range(1, 8) for weight in (10, 1)]):
    _PLACES[_row, _column] = _weight
_LAST = np.array([0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], dtype=np.int64)
_FIRST_YEAR, _LAST_YEAR = 1900, 2100


class Moments(NamedTuple):
    """utc: int64, µs since 1970. offset: int16, minutes east. valid: whether the text was a moment; the rest is then 0."""

    utc: NDArray[np.int64]
    offset: NDArray[np.int16]
    valid: NDArray[np.bool_]


def moments(texts: Sequence[bytes]) -> Moments:
    joined = b"".join(texts)
    if len(joined) != _WIDTH * len(texts) or any(len(text) != _WIDTH for text in texts):
        joined = b"".join(text if len(text) == _WIDTH else _BLANK for text in texts)
    letters = np.frombuffer(joined, dtype=np.uint8).reshape(-1, _WIDTH)
    digits = letters[:, _DIGITS] - np.uint8(48)  # what is below "0" wraps to above 9
    # 18 by 8 small whole numbers are exact in float32, and their product is much faster than in integers.
    year, month, day, hour, minute, second, east, rest = (digits.astype(np.float32) @ _PLACES).astype(np.int64).T
    sign = letters[:, 20]
    marks = letters[:, (4, 7, 10, 13, 16, 19)]
    valid = (digits.max(axis=1, initial=0) <= 9) & (marks == np.frombuffer(b"-- :: ", dtype=np.uint8)).all(axis=1) & ((sign == 43) | (sign == 45))
    valid &= (year >= _FIRST_YEAR) & (year <= _LAST_YEAR) & (month >= 1) & (month <= 12) & (hour < 24) & (minute < 60) & (second < 60)
    valid &= (east <= 14) & (rest < 60) & (day >= 1)
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    valid &= day <= _LAST[np.where(valid, month, 0)] - ((month == 2) & ~leap)
    offset = np.where(sign == 45, -1, 1) * (east * 60 + rest)
    # Days since 1970 with the year beginning in March, so that the leap day is its last (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    shifted = year - (month <= 2)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = shifted * 365 + shifted // 4 - shifted // 100 + shifted // 400 + of_year - 719_468
    utc = (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1_000_000
    return Moments(np.where(valid, utc, 0), np.where(valid, offset, 0).astype(np.int16), valid)
