"""Samples of a sensor as recordings: at an even rate, in whole numbers that keep their resolution, parted where the sensor was silent."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assistant.errors import UsageError
from assistant.importers.documents import base_name
from assistant.importers.gathering import Gathering
from assistant.records.recording import Recording

__all__ = ["Floats", "Kind", "keep_intervals", "keep_samples", "scaled"]

Kind = Literal["ppg", "ecg", "ibi"]
Floats = NDArray[np.float64]

_JITTER = 0.006  # seconds; what times rounded to hundredths leave of an even rate
_HOLE = 5.0  # usual distances between two samples; a longer one says nothing of the rate
_BRIDGED = 1.0  # seconds without samples that a straight line bridges: it loses a beat, whose interval is then seen to be too long
_SLOWEST = 1.0  # Hz; what comes more rarely is no signal
_SHORTEST = 10.0  # seconds of a stretch between two gaps; below it nothing can be said of a pulse


def keep_samples(kind: Kind, seconds: Floats, values: Floats, begin: datetime, name: str, column: str, gathering: Gathering) -> None:
    """Samples with times, in seconds, of which the first was at `begin`; NaN where there is none. Intervals between beats are kept as they are.

    Where the times are even, sample by sample; else on an even grid of their own usual rate, parted at gaps.
    """
    known = np.isfinite(values)
    if kind == "ibi":
        lengths, ends = values[known], seconds[known] - seconds[0]
        scale = 1.0 if len(lengths) and np.median(lengths) <= 3.0 else 0.001
        # Only where the times are those of the beats do they tell where beats are missing.
        told = len(lengths) > 1 and np.median(np.abs(np.diff(ends) - lengths[1:] * scale)) < 0.1
        keep_intervals(lengths, ends if told else None, name, gathering, begin, base_name(name))
        return
    if known.sum() < 2:
        gathering.reject(name, f"{column} has fewer than two samples")
        return
    source, decimals = base_name(name), _decimals_of(values[known][:4096])
    rate = (len(seconds) - 1) / (seconds[-1] - seconds[0]) if seconds[-1] > seconds[0] else 0.0
    if rate > _SLOWEST and known.all() and np.abs(seconds - seconds[0] - np.arange(len(seconds)) / rate).max() < max(0.02 / rate, _JITTER):
        gathering.intake.recording(Recording(kind, begin, _rounded(float(rate)), scaled(values, decimals), source))
        return
    at, first = np.unique(seconds[known], return_index=True)  # of several samples at one moment the first counts
    values = values[known][first]
    gaps = np.diff(at)
    usual = float(np.median(gaps)) if len(gaps) else 0.0
    hole = max(_HOLE * usual, _BRIDGED)
    rate = round(1 / float(gaps[gaps <= _HOLE * usual].mean()), 3) if usual else 0.0
    if rate < _SLOWEST:
        gathering.reject(name, f"{column} has {rate:g} samples a second, too few to see a pulse in")
        return
    # Parted before it is put on a grid: one broken time makes a gap of years.
    for times, part in zip(*(np.split(each, np.flatnonzero(gaps > hole) + 1) for each in (at, values)), strict=True):
        start, length = begin + timedelta(seconds=float(times[0] - seconds[0])), float(times[-1] - times[0])
        if length < _SHORTEST:
            gathering.reject(name, f"{column} of {start:%Y-%m-%d %H:%M:%S}: {length:.0f} seconds on end are too short to see a pulse in")
            continue
        grid = times[0] + np.arange(int(length * rate + 0.01) + 1) / rate
        # Two digits more than the sensor has: what lies between its samples is reckoned.
        gathering.intake.recording(Recording(kind, start, rate, scaled(np.interp(grid, times, part), decimals + 2), source))


def keep_intervals(lengths: Floats, times: Floats | None, name: str, gathering: Gathering, start: datetime, source: str = "") -> None:
    """Intervals in ms or s as a recording that begins at the first beat. times: seconds after `start` at which each of them ended.

    Where beats are missing between two intervals, the time between them stands as an interval of its own: it is one, between the beats that are
    known, and keeps what follows at its time; whoever looks at the intervals sees that it is none between neighbours.
    """
    if not len(lengths):
        gathering.reject(name, "it has no intervals between beats")
        return
    median = float(np.median(lengths))
    if not (0.2 <= median <= 3.0 or 200 <= median <= 3000):
        raise UsageError(f"{name} has intervals of {median:g} in the middle, which are neither seconds nor milliseconds between heartbeats.")
    ms = lengths * (1000 if median <= 3.0 else 1)
    if times is not None:
        ends = times * 1000
        order = np.argsort(ends, kind="stable")
        ends, ms = ends[order], ms[order]
        start = start + timedelta(milliseconds=float(ends[0] - ms[0]))
        missing = ends[1:] - ms[1:] - ends[:-1]
        holes = np.flatnonzero(missing > 50) + 1  # below it lies the rounding of the times
        ms = np.insert(ms, holes, missing[holes - 1])
    if ms.max() > np.iinfo(np.int32).max or ms.min() <= 0:
        raise UsageError(f"{name} has intervals between beats that cannot be ({ms.min():g} to {ms.max():g} ms).")
    gathering.intake.recording(Recording("ibi", start, 0.0, np.rint(ms).astype(np.int32), source or base_name(name)))


def _rounded(rate: float) -> float:
    """125.0000001 Hz is 125 Hz: times have few digits."""
    whole = round(rate, 3)
    return whole if abs(rate - whole) < 1e-4 * rate else rate


def _decimals_of(values: Floats) -> int:
    """How many decimals the samples were written with."""
    return max(len(text.partition(".")[2].rstrip("0")) if "e" not in (text := repr(value)) else 18 for value in values.tolist())


def scaled(values: Floats, decimals: int) -> NDArray[np.int32]:
    """Samples as whole counts: times a power of ten that keeps their decimals, or as many of them as 32 bits have room for."""
    largest = float(np.abs(values).max()) if len(values) else 0.0
    power = decimals
    while largest * 10.0**power >= np.iinfo(np.int32).max:
        power -= 1
    return np.rint(values * 10.0**power).astype(np.int32)
