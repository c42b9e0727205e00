"""A sensor's samples made ready for finding beats: holes filled, the band of the pulse kept, a peak placed between two samples."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage, signal

from assistant.errors import UsageError

__all__ = ["Bools", "Floats", "Ints", "apart", "banded", "blocks", "filled", "highest", "sharpened", "usual_height"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def filled(samples: ArrayLike, rate: float, slowest: float) -> tuple[Floats, Bools]:
    """Samples with holes (NaN, infinity) bridged by straight lines, so that filters get through, and where there was no hole; both shape (n,).

    Raises `UsageError` for a rate below `slowest` (Hz), or samples that are no row of numbers.
    """
    if not np.isfinite(rate) or rate < slowest:
        raise UsageError(f"To find heartbeats such a recording needs at least {slowest:g} samples a second; this one has {rate:g}.")
    x = np.array(samples, dtype=np.float64)
    if x.ndim != 1:
        raise UsageError("A recording is one row of samples; give one channel.")
    present = np.isfinite(x)
    if present.any() and not present.all():
        at = np.arange(len(x))
        x[~present] = np.interp(at[~present], at[present], x[present])
    return (x if present.any() else np.zeros_like(x)), present


def banded(x: Floats, rate: float, low: float, high: float) -> Floats:
    """What lies between two frequencies (Hz), without delay: Butterworth of third order, forwards and backwards. Too short a row gives zeros."""
    # Near half the rate a filter has no room to fall off.
    top = min(high, 0.45 * rate)
    sections = signal.butter(3, [low, top], "band", fs=rate, output="sos")
    pad = min(len(x) - 1, round(2 * rate))
    if pad < 3 * (2 * len(sections) + 1):
        return np.zeros_like(x)
    # An offset of millions of counts would drown the pulse in rounding at the ends.
    return np.asarray(signal.sosfiltfilt(sections, x - np.median(x), padlen=pad), dtype=np.float64)


def blocks(inside: Bools, least: int) -> tuple[Ints, Ints]:
    """First sample and the one after the last of each stretch that is inside, of those at least so many samples long."""
    edge = np.diff(np.concatenate([[0], inside.astype(np.int8), [0]]))
    start, stop = np.flatnonzero(edge == 1), np.flatnonzero(edge == -1)
    long = stop - start >= least
    return start[long], stop[long]


def usual_height(y: Floats, rate: float) -> Floats:
    """How high y usually reaches around each sample, shape (n,): the median over eleven seconds of the highest within two seconds, in which every
    heart that counts beats at least once. Neither a spike nor a lost beat moves it."""
    step = max(1, round(rate))
    reached = ndimage.median_filter(ndimage.maximum_filter1d(y, 2 * step)[::step], 11, mode="nearest")
    return np.asarray(np.interp(np.arange(len(y)), np.arange(len(reached)) * step, reached))


def highest(y: Floats, start: Ints, stop: Ints) -> Ints:
    """Where y is highest in each stretch; the stretches do not overlap."""
    if not len(start):
        return np.empty(0, dtype=np.int64)
    label = np.zeros(len(y), dtype=np.int64)
    number = np.arange(1, len(start) + 1)
    label[start] = number
    # A stretch ends where its label is taken off again.
    ends = stop[stop < len(y)]
    np.subtract.at(label, ends, number[: len(ends)])
    return np.array(ndimage.maximum_position(y, np.cumsum(label), number), dtype=np.int64)[:, 0]


def apart(y: Floats, at: Ints, least: float) -> Ints:
    """Of peaks of y nearer to each other than `least` samples only the highest; in order. Peaks at or below zero are none."""
    alone = np.zeros_like(y)
    alone[at] = y[at]
    return np.asarray(signal.find_peaks(alone, distance=max(1, math.ceil(least)))[0], dtype=np.int64)


def sharpened(y: Floats, at: Ints) -> Floats:
    """Peaks placed between samples by the parabola through their neighbours; at 20 Hz this makes intervals usable."""
    inner = np.clip(at, 1, max(1, len(y) - 2))
    if len(y) < 3:
        return at.astype(np.float64)
    before, here, after = y[inner - 1], y[inner], y[inner + 1]
    curve = before - 2 * here + after
    shift = np.divide(0.5 * (before - after), curve, out=np.zeros_like(curve), where=curve < 0)
    # At the first and the last sample there is no parabola.
    return np.asarray(at + np.where(inner == at, np.clip(shift, -0.5, 0.5), 0.0), dtype=np.float64)
