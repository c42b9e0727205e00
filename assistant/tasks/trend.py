"""Where a measure is heading: Theil–Sen slope with its 95 % interval, and Mann–Kendall's test for whether there is a direction at all.

A direction needs evidence: rising or falling only if the test is significant (two-sided 5 %) and the change over the whole stretch is more than
`same_within`; otherwise it is steady.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.facts import Direction, Trended
from assistant.tasks.stretch import Stretch, difference

__all__ = ["TREND_DAYS", "Z_CRITICAL", "Slope", "theil_sen", "trended"]

TREND_DAYS = 7
# Two-sided 5 % of the normal distribution.
Z_CRITICAL = 1.959963984540054
# A reply writes no more decimals than this.
_DECIMALS = 2


@dataclass(frozen=True, slots=True)
class Slope:
    """Change per day with its 95 % interval, and Mann–Kendall's score as a standard normal."""

    slope: float
    low: float
    high: float
    z: float


def trended(stretch: Stretch) -> Trended:
    """Needs two days; a trend is worth telling from `TREND_DAYS` on."""
    measure, days = stretch.measure, stretch.days
    found = theil_sen([day.day.toordinal() for day in days], [day.value for day in days])
    over_all = abs(found.slope) * (days[-1].day - days[0].day).days
    clear = abs(found.z) > Z_CRITICAL and over_all > measure.same_within
    digits = measure.digits
    # A slow change over many months is not "about 0 a week", nor one between -1 and 0. An end that is zero stays zero whatever the decimals.
    per_week = [value * 7 for value in (found.slope, found.low, found.high) if value]
    while clear and digits < _DECIMALS and any(round(value, digits) == 0 for value in per_week):
        digits += 1
    change, low, high = (difference(measure, value * 7, digits) for value in (abs(found.slope), found.low, found.high))
    direction: Direction = "steady" if not clear or change.value == 0 else "rising" if found.slope > 0 else "falling"
    return Trended(measure.name, direction, change, stretch.period, len(days), stretch.source, low, high)


def theil_sen(days: Sequence[int], values: Sequence[float]) -> Slope:
    """Of days in order, no day twice. The interval is Sen's (1968, equation 2.6), as in `scipy.stats.theilslopes`, which is not asked since it
    takes a second to import and n² memory."""
    x, y = np.array(days, dtype=np.float64), np.array(values, dtype=np.float64)
    n = len(x)
    score = 0
    pieces: list[NDArray[np.float64]] = []
    for first in range(n - 1):
        rise = y[first + 1 :] - y[first]
        score += int(np.sign(rise).sum())
        pieces.append(rise / (x[first + 1 :] - x[first]))
    slopes = np.sort(np.concatenate(pieces))
    spread = _spread(values)
    low = max(round((len(slopes) - Z_CRITICAL * spread) / 2) - 1, 0)
    high = min(round((len(slopes) + Z_CRITICAL * spread) / 2), len(slopes) - 1)
    # Corrected for continuity (Hirsch and Slack 1984, without seasons).
    z = (score - math.copysign(1, score)) / spread if score and spread else 0.0
    return Slope(float(np.median(slopes)), float(slopes[low]), float(slopes[high]), z)


def _spread(values: Sequence[float]) -> float:
    """Standard deviation of Mann–Kendall's score where nothing changes, corrected for ties."""
    n = len(values)
    ties = sum(t * (t - 1) * (2 * t + 5) for t in Counter(values).values())
    return math.sqrt((n * (n - 1) * (2 * n + 5) - ties) / 18)
