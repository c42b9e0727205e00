"""Intervals between beats, and which of them count.

An interval counts when it is longer than 330 ms, shorter than 1500 ms and within a quarter of the median of the eleven around it: one missed beat of
a hundred otherwise multiplies RMSSD. What does not count is left out, never mended, and nothing is bridged: a difference of two intervals is taken
only where both count and follow each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from assistant.physiology.wave import Bools, Floats

__all__ = ["BEATS", "LONGEST", "PAIRS", "SHORTEST", "Intervals", "gated", "gated_intervals"]

SHORTEST, LONGEST = 330.0, 1500.0  # ms, both excluded: 40 to 182 beats a minute
WITHIN, AROUND = 0.25, 11
# Fewer say nothing of variability.
BEATS, PAIRS = 25, 15


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Intervals between neighbouring beats, in order; all shape (n,).

    at: seconds, the beat that ends the interval. ibi_ms: its length. valid: whether it counts.
    """

    at: Floats
    ibi_ms: Floats
    valid: Bools

    def __len__(self) -> int:
        return len(self.at)

    @property
    def clean(self) -> Floats:
        """The intervals that count, ms."""
        return self.ibi_ms[self.valid]

    @property
    def steps(self) -> Floats:
        """Differences of intervals that both count and follow each other, ms."""
        return np.diff(self.ibi_ms)[self.valid[1:] & self.valid[:-1]]

    @property
    def enough(self) -> bool:
        """Whether variability can be worked out at all: 25 intervals that count, 15 differences."""
        return len(self.clean) >= BEATS and len(self.steps) >= PAIRS

    def between(self, start: float, stop: float) -> Intervals:
        """Those that end in (start, stop], seconds."""
        inside = slice(*np.searchsorted(self.at, [start, stop], side="right"))
        return Intervals(self.at[inside], self.ibi_ms[inside], self.valid[inside])


def gated(times: ArrayLike) -> Intervals:
    """Intervals between beats at these times (seconds, rising)."""
    at = np.asarray(times, dtype=np.float64)
    ibi = np.diff(at) * 1000
    return Intervals(at[1:], ibi, _counts(ibi))


def gated_intervals(ibi_ms: ArrayLike) -> Intervals:
    """Intervals that a device gave, in ms, one after the other; one that is no number or not above zero does not count and takes no time."""
    ibi = np.asarray(ibi_ms, dtype=np.float64)
    known = np.isfinite(ibi) & (ibi > 0)
    ibi = np.where(known, ibi, 0.0)
    valid = np.zeros(len(ibi), dtype=bool)
    valid[known] = _counts(ibi[known])
    return Intervals(np.cumsum(ibi) / 1000, ibi, valid)


def _counts(ibi: Floats) -> Bools:
    if not len(ibi):
        return np.zeros(0, dtype=bool)
    usual = _running_median(ibi)
    return np.asarray((ibi > SHORTEST) & (ibi < LONGEST) & (np.abs(ibi - usual) < WITHIN * usual))


def _running_median(x: Floats) -> Floats:
    """The median of the eleven values around each; at the ends, of those that there are."""
    half = AROUND // 2
    padded = np.concatenate([np.full(half, np.nan), x, np.full(half, np.nan)])
    return np.asarray(np.nanmedian(np.lib.stride_tricks.sliding_window_view(padded, AROUND), axis=1))
