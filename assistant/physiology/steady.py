"""Samples at a steady rate out of samples with times of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from assistant.errors import UsageError
from assistant.physiology.wave import Floats

__all__ = ["Steady", "steady"]

# A hole longer than this many usual distances is left open, not bridged.
HOLE = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Steady:
    """samples: shape (n,), at `rate` Hz, the first at `start` (in the unit and from the zero of the times given); NaN in holes."""

    start: float
    rate: float
    samples: Floats


def steady(times: ArrayLike, values: ArrayLike, rate: float | None = None) -> Steady:
    """Put samples on an even grid by straight lines. times: seconds, in any order; of several at one moment the first counts.

    rate: of the grid, Hz; by default the one that the times have (their median distance). Raises `UsageError` for fewer than two moments.
    """
    t, x = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
    if t.shape != x.shape or t.ndim != 1:
        raise UsageError("Each sample needs one time; the rows differ in length.")
    known = np.isfinite(t) & np.isfinite(x)
    t, first = np.unique(t[known], return_index=True)
    x = x[known][first]
    if len(t) < 2:
        raise UsageError("A recording needs at least two samples with different times.")
    gap = np.diff(t)
    usual = float(np.median(gap))
    # Times in whole milliseconds would give 20.4 Hz for 20: the mean distance, holes left out, is exact.
    own = 1 / float(gap[gap <= HOLE * usual].mean())
    hertz = rate if rate is not None else own
    grid = t[0] + np.arange(int((t[-1] - t[0]) * hertz + 1e-6) + 1) / hertz
    y = np.interp(grid, t, x)
    left = np.clip(np.searchsorted(t, grid, side="right") - 1, 0, len(gap) - 1)
    y[(gap[left] > HOLE * usual) & (grid > t[left]) & (grid < t[left + 1])] = np.nan
    return Steady(float(t[0]), hertz, y)
