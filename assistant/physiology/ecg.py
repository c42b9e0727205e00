"""R peaks of an electrocardiogram, in the manner of Pan and Tompkins (1985, IEEE Trans Biomed Eng 32:230): band, slope, energy, threshold."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import ndimage, signal

from assistant.physiology.wave import Floats, Ints, apart, banded, filled, sharpened

__all__ = ["ecg_wave", "r_peaks"]

QRS = (5.0, 20.0)  # Hz: most of the energy of a QRS complex, little of P, T and muscles
WAVE = (1.0, 35.0)  # Hz: what a complex looks like, for its shape
WIDTH = 0.12  # s, a normal complex
REFRACTORY = 0.24  # s, as for the pulse
# A complex has at least this share of the energy that is usual around it (median over eleven beats of each neighbourhood's highest).
SHARE = 0.3
AROUND = 2.0  # s, in which every heart that counts beats at least once


def ecg_wave(samples: ArrayLike, rate: float) -> Floats:
    """The electrocardiogram without drift and hum, the higher side of the complexes upwards; shape (n,), in the sensor's counts."""
    wave = banded(filled(samples, rate)[0], rate, *WAVE)
    peaks = _complexes(samples, rate)
    if not len(peaks):
        return wave
    return -wave if np.median(_near(-wave, peaks, rate)) > np.median(_near(wave, peaks, rate)) else wave


def r_peaks(samples: ArrayLike, rate: float) -> Floats:
    """Times of the R peaks in seconds after the first sample; of the S peaks in a lead where these are higher.

    samples: shape (n,), counts of any scale; NaN where there is none. rate: Hz, at least 10 (below 100 the times are coarse). Raises `UsageError`.
    """
    _, present = filled(samples, rate)
    wave = ecg_wave(samples, rate)
    rough = _complexes(samples, rate)
    if not len(rough):
        return np.empty(0)
    reach = round(WIDTH / 2 * rate) + 1
    window = np.clip(rough[:, None] + np.arange(-reach, reach + 1), 0, len(wave) - 1)
    at = window[np.arange(len(rough)), wave[window].argmax(axis=1)]
    at = apart(wave, at, REFRACTORY * rate)
    return sharpened(wave, at[present[at]]) / rate


def _near(wave: Floats, at: Ints, rate: float) -> Floats:
    """The highest value around each complex."""
    reach = round(WIDTH / 2 * rate) + 1
    return np.asarray(wave[np.clip(at[:, None] + np.arange(-reach, reach + 1), 0, len(wave) - 1)].max(axis=1))


def _complexes(samples: ArrayLike, rate: float) -> Ints:
    """The middle of each complex, to some 50 ms."""
    x, _ = filled(samples, rate)
    slope = np.gradient(banded(x, rate, *QRS)) if len(x) > 1 else np.zeros_like(x)
    energy = ndimage.uniform_filter1d(np.square(slope), max(1, round(WIDTH * rate)))
    if not energy.any():
        return np.empty(0, dtype=np.int64)
    usual = ndimage.median_filter(ndimage.maximum_filter1d(energy, round(AROUND * rate))[:: max(1, round(rate))], 11, mode="nearest")
    limit = SHARE * np.interp(np.arange(len(x)), np.arange(len(usual)) * max(1, round(rate)), usual)
    found, _ = signal.find_peaks(energy, distance=max(1, round(REFRACTORY * rate)))
    return np.asarray(found[energy[found] > limit[found]], dtype=np.int64)
