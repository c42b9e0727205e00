"""Whether two measures go together from day to day: Spearman's rank correlation with the interval of Bonett and Wright (2000)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assistant.facts import Related, Source
from assistant.period import Period
from assistant.tasks.stretch import Stretch
from assistant.tasks.trend import Z_CRITICAL

__all__ = ["COMMON_DAYS", "Correlation", "related", "spearman"]

COMMON_DAYS = 14
_MODERATE, _STRONG = 0.3, 0.5


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rho with its 95 % interval; 0 between -1 and 1 where there is none, since a value never changes or pairs are too few."""

    rho: float
    low: float
    high: float


def related(one: Stretch, two: Stretch, source: Source) -> Related:
    """Over the days that both have; each has some. Sign and strength follow from the numbers as they are shown, two decimals."""
    values = {day.day: day.value for day in two.days}
    pairs = [(day.value, values[day.day]) for day in one.days if day.day in values]
    found = spearman([first for first, _ in pairs], [second for _, second in pairs])
    rho, low, high = (round(value, 2) + 0.0 for value in (found.rho, found.low, found.high))
    sign: Literal["together", "against", "none"] = "none"
    if len(pairs) >= COMMON_DAYS and not low <= 0 <= high:
        sign = "together" if rho > 0 else "against"
    strength: Literal["weak", "moderate", "strong"] = "weak" if abs(rho) < _MODERATE else "moderate" if abs(rho) < _STRONG else "strong"
    # Of two measures one may be over only yesterday.
    period = Period(one.period.start, min(one.period.end, two.period.end))
    return Related(one.measure.name, two.measure.name, sign, strength, rho, low, high, 0, period, len(pairs), source)


def spearman(first: Sequence[float], second: Sequence[float]) -> Correlation:
    """Of two columns of the same length; equal values share their mean rank."""
    n = len(first)
    if n < 4 or len(set(first)) == 1 or len(set(second)) == 1:
        return Correlation(0.0, -1.0, 1.0)
    rho = min(1.0, max(-1.0, float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])))
    if abs(rho) > 1 - 1e-12:  # all in the same order: Fisher's transform has no value there
        return Correlation(math.copysign(1.0, rho), math.copysign(1.0, rho), math.copysign(1.0, rho))
    width = Z_CRITICAL * math.sqrt((1 + rho**2 / 2) / (n - 3))
    return Correlation(rho, math.tanh(math.atanh(rho) - width), math.tanh(math.atanh(rho) + width))


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    column = np.array(values, dtype=np.float64)
    ordered = np.sort(column)
    return (np.searchsorted(ordered, column, "left") + np.searchsorted(ordered, column, "right") + 1) / 2
