"""Beats of a photoplethysmogram: two moving averages (Elgendi et al. 2013, PLoS ONE 8(10):e76585), with the peak placed between samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import ndimage, stats

from assistant.physiology.wave import Floats, apart, banded, blocks, filled, highest, sharpened

__all__ = ["BAND", "pulse_beats", "pulse_wave"]

BAND = (0.5, 8.0)  # Hz: breathing below, noise above
# Elgendi's best: 111 ms is a systolic peak, 667 ms a beat; a peak stands out by 2 % of the mean energy.
PEAK, BEAT, OFFSET = 0.111, 0.667, 0.02
# Shorter than any interval that counts (330 ms), so that a pulse of 200 is never taken for one of 100.
REFRACTORY = 0.24
# A pulse rises faster than it falls. Only clear evidence turns a recording round: at a moving wrist the sign says little.
INVERTED = -0.5


def pulse_wave(samples: ArrayLike, rate: float) -> Floats:
    """The pulse without breathing and noise, systole upwards; shape (n,), in the sensor's counts. Raises `UsageError` as `wave.filled` does."""
    wave = banded(filled(samples, rate)[0], rate, *BAND)
    slope = np.diff(wave)
    if len(slope) < 2 or not slope.any():
        return wave
    steep = float(stats.skew(np.clip(slope, *np.percentile(slope, [0.5, 99.5]))))
    return -wave if steep < INVERTED else wave


def pulse_beats(samples: ArrayLike, rate: float) -> Floats:
    """Times of the systolic peaks in seconds after the first sample.

    samples: shape (n,), counts of any scale and either sign; NaN where there is none. rate: Hz, at least 10. Raises `UsageError`.
    """
    wave = pulse_wave(samples, rate)
    present = filled(samples, rate)[1]
    energy = np.square(np.maximum(wave, 0))
    if not energy.any():
        return np.empty(0)
    short = max(1, int(PEAK * rate))
    raised = ndimage.uniform_filter1d(energy, short) > ndimage.uniform_filter1d(energy, int(BEAT * rate)) + OFFSET * energy.mean()
    start, stop = blocks(raised, short)
    at = apart(wave, highest(wave, start, stop), REFRACTORY * rate)
    # Where nothing was recorded nothing was seen.
    return sharpened(wave, at[present[at]]) / rate
